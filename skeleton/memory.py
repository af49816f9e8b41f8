"""Remembers what was worked out about a tree, for as long as nothing in it was touched.

For a process that answers many questions. Before each answer every file and folder is looked at
anew (size, inode, times of content and of status, as git does); one that differs, and nothing is
remembered. What was touched a moment before it was read is not trusted either.
"""

from __future__ import annotations

import os
import stat
import time
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from skeleton.discover.listing import INSTALLED_FOLDERS, TOOL_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from pathlib import Path

T = TypeVar("T")
Touched = tuple[int, int, int, int, int]

MOST_FILES = 200_000  # in a larger tree looking costs more than it saves
MOST_KEPT = 64  # answers of one kind
YOUNG_S = 2.0  # a change in the same tick of the clock would not show
_GIT = ("index", "HEAD", "info/exclude", "config")


class Memory:
    """What is known about one root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._seen: dict[str, Touched | None] = {}
        self._lasting = False
        self._kept: dict[str, dict[Hashable, Any]] = {}
        self._looking = Lock()
        self._making: dict[tuple[str, Hashable], Lock] = {}

    def refresh(self) -> None:
        """Look at the tree; forget everything if something was touched since the last look."""
        with self._looking:
            self._look()

    def _look(self) -> None:
        if self._lasting and all(_touched(path) == seen for path, seen in self._seen.items()):
            return
        self._kept, self._making = {}, {}
        begun = time.time()
        self._seen = {path: _touched(path) for path in (*_around(self.root), *_inside(self.root))}
        newest = max((max(seen[2:4]) for seen in self._seen.values() if seen), default=0)
        few = len(self._seen) <= MOST_FILES
        self._lasting = few and newest / 1e9 < begun - YOUNG_S

    def keep(self, kind: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is remembered; else make it, and remember it. Two that ask make it once."""
        if not self._lasting:
            return make()
        kept = self._kept.setdefault(kind, {})
        with self._making.setdefault((kind, key), Lock()):
            if key not in kept:
                made = make()
                for oldest in list(kept)[: 1 - MOST_KEPT]:
                    kept.pop(oldest, None)
                kept[key] = made
            found: T = kept[key]
        return found


def _touched(path: str) -> Touched | None:
    """Return what changes when a file or a folder is touched; `None` where nothing is."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    times = status.st_mtime_ns, status.st_ctime_ns
    return status.st_size, status.st_ino, *times, stat.S_IFMT(status.st_mode)


def _inside(root: Path) -> list[str]:
    """Return every file and folder of a tree; not what is in folders left out for their name."""
    found = [str(root)]
    waiting = [str(root)]
    while waiting and len(found) <= MOST_FILES:
        for path, name, is_folder in _entries(waiting.pop()):
            found.append(path)
            if is_folder and name not in INSTALLED_FOLDERS and name not in TOOL_FOLDERS:
                waiting.append(path)
    return found


def _entries(folder: str) -> list[tuple[str, str, bool]]:
    """Return path, name and whether it is a folder of all in one; nothing if it is unreadable."""
    try:
        with os.scandir(folder) as entries:
            return [(one.path, one.name, one.is_dir(follow_symlinks=False)) for one in entries]
    except OSError:
        return []


def _around(root: Path) -> list[str]:
    """Return the files of git, and the ignore files above a root, that decide what is listed."""
    found: list[str] = []
    for folder in (root, *root.parents):
        found.append(str(folder / ".gitignore"))
        git = folder / ".git"
        if git.is_file():
            said = git.read_text("utf-8", "replace").partition("gitdir:")[2].strip()
            git = folder / said
        if git.is_dir():
            found += [str(git / name) for name in _GIT]
            break
    return found
