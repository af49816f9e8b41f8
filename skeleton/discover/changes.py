"""Lists what differs between a commit and the working tree, of every kind of file.

Names only; what a change means is for whoever asked.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skeleton.discover.git import ask_git
from skeleton.discover.reading import NotSource, read_bytes, shown
from skeleton.discover.revisions import TIMEOUT_S, find_commit, is_regular, object_name
from skeleton.errors import UnknownRevision

if TYPE_CHECKING:
    from collections.abc import Iterator


class Changes(NamedTuple):
    """Paths from the folder that was asked for, sorted; `../` leads to the rest of the repository.

    A file with another name is gone under one and here under the other.
    """

    here: tuple[str, ...]  # added, or of another content or mode
    gone: tuple[str, ...]


def changed_files(folder: Path, base: str) -> Changes:
    """Return what is not as a commit has it: staged, not staged, or not known to git at all.

    Args:
        folder: Where paths count from; files of the whole repository are told.
        base: What names the commit.

    Raises:
        UnknownRevision: There is no such commit, no repository, or no git.
    """
    commit = find_commit(folder, base)
    top = Path(
        os.path.realpath(os.fsdecode(_asked(folder, base, "rev-parse", "--show-toplevel")[:-1]))
    )
    start = os.path.realpath(folder)
    listed = _asked(top, base, "diff-index", "--raw", "-z", "--no-renames", "--no-abbrev", commit)
    fresh = _asked(top, base, "ls-files", "-z", "--others", "--exclude-standard")
    here = {os.fsdecode(name) for name in fresh.split(b"\0") if name}
    gone: set[str] = set()
    for name, status in _entries(top, listed):
        (gone if status == b"D" else here).add(name)
    return Changes(*(_counted_from(start, top, names) for names in (here, gone - here)))


def _asked(folder: Path, base: str, *words: str) -> bytes:
    answer = ask_git(folder, *words, timeout_s=TIMEOUT_S)
    if answer is None or answer.code:
        raise UnknownRevision(base, "git does not say what changed since then")
    return answer.out


def _entries(top: Path, listed: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield names and kinds of change; git takes a file that was only touched for a changed one."""
    words = listed.split(b"\0")
    for about, name in zip(words[::2], words[1::2], strict=False):
        before, after, known, _, status = about.lstrip(b":").split()
        path = os.fsdecode(name)
        touched = status == b"M" and before == after and is_regular(before)
        if not (touched and _object(top, path) == known.decode()):
            yield path, status


def _object(top: Path, path: str) -> str:
    try:
        return object_name(read_bytes(top, path))
    except (OSError, NotSource):
        return ""


def _counted_from(start: str, top: Path, names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(shown(os.path.relpath(top / name, start)) for name in names))
