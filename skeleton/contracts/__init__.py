"""Turns documentation and the evidence of bodies into contracts: what a caller must know.

Two steps. `read_docs` reads the documentation of one file, so its result can be cached with the
file. A `Linker`, made once a run, follows names to other files and fills `contract` and `shown_doc`
of the symbols that are shown.
"""

from __future__ import annotations

from skeleton.contracts.docstrings import read_docs
from skeleton.contracts.linking import Linker
from skeleton.contracts.places import same_module_find
from skeleton.contracts.shown import shown_text
from skeleton.contracts.tested import ShownByTests

__all__ = [
    "Linker",
    "ShownByTests",
    "read_docs",
    "same_module_find",
    "shown_text",
]
