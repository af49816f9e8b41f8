"""Reads what is staged: the files of git's index, as the next commit will have them.

Names and bytes only, like `revisions`; the working tree is not looked at.
"""

from __future__ import annotations

import hashlib
import os
from functools import cached_property
from typing import TYPE_CHECKING

from skeleton.discover.git import ask_git
from skeleton.discover.reading import shown
from skeleton.discover.revisions import TIMEOUT_S, Blob, Revision, is_regular
from skeleton.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Index(Revision):
    """The files below a folder as the index has them; of a file in conflict, our side."""

    def __init__(self, folder: Path) -> None:
        """List the files; sizes are asked for when a content is.

        Raises:
            BadOption: There is no index, or no git.
        """
        self.folder, self.name, self.commit = folder, "the index", ""
        answer = ask_git(
            folder, "ls-files", "--stage", "-z", timeout_s=TIMEOUT_S, index_file=_index_file()
        )
        if answer is None or answer.code:
            raise BadOption("--git-index", str(folder.name), "not in a git repository")
        self.objects: dict[str, str] = {}  # of regular files, by path
        for line in answer.out.split(b"\0"):
            about, tab, name = line.partition(b"\t")
            mode, object_, stage = about.split() if tab else (b"", b"", b"")
            if is_regular(mode) and stage in (b"0", b"2"):
                self.objects[shown(os.fsdecode(name))] = object_.decode()

    @cached_property
    def blobs(self) -> dict[str, Blob]:
        """The regular files below the folder, by path."""
        names = "".join(f"{one}\n" for _, one in sorted(self.objects.items()))
        answer = ask_git(
            self.folder,
            *("cat-file", "--batch-check=%(objectsize)"),
            given=names.encode(),
            timeout_s=TIMEOUT_S,
        )
        sizes = answer.out.split(b"\n") if answer is not None else []
        return {
            path: Blob(object_, int(size) if size.isdigit() else 0)
            for (path, object_), size in zip(sorted(self.objects.items()), sizes, strict=False)
        }

    def digest(self, matters: Callable[[str], bool]) -> str:
        """Return a hash of the names and contents of those files that matter."""
        said = "\0".join(
            f"{object_} {path}" for path, object_ in sorted(self.objects.items()) if matters(path)
        )
        return hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()


def _index_file() -> str:
    """Return the index a hook was started with: that of `git commit -a` is a file of its own."""
    named = os.environ.get("GIT_INDEX_FILE", "")
    return os.path.abspath(named) if named else ""
