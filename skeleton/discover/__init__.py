"""Finds the source files of a project (`listing`) and decodes one of them (`reading`).

Names, sizes and bytes only: what a file says is for `extract`.
"""

from skeleton.discover.listing import Found, find_files
from skeleton.discover.reading import hash_bytes, hash_file, read_text

__all__ = ["Found", "find_files", "hash_bytes", "hash_file", "read_text"]
