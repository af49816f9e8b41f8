"""Reads the files of a revision from the objects of a repository; nothing is checked out.

Names and bytes only, as git keeps them: filters that a checkout would apply are not run.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from skeleton.discover.git import ask_git
from skeleton.discover.listing import INSTALLED_FOLDERS, TOOL_FOLDERS, path_filter
from skeleton.discover.reading import LARGEST_BYTES, shown
from skeleton.errors import UnknownRevision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

TIMEOUT_S = 120  # for many objects
AT_ONCE = 400  # objects asked for in one call
MOST_NEAR = 3
_REGULAR = (b"100644", b"100755", b"100664")  # neither links nor the commits of submodules


class Blob(NamedTuple):
    """One file of a revision."""

    object: str  # its name in git
    size: int  # bytes


class Revision:
    """The files below a folder as one commit has them."""

    def __init__(self, folder: Path, name: str) -> None:
        """Find the commit; its files are listed when they are asked for.

        Raises:
            UnknownRevision: There is no such commit, no repository, or no git.
        """
        self.folder, self.name = folder, name
        self.commit = find_commit(folder, name)

    @cached_property
    def blobs(self) -> dict[str, Blob]:
        """The regular files below the folder, by path."""
        listed = ask_git(self.folder, "ls-tree", "-r", "-z", "-l", self.commit, timeout_s=TIMEOUT_S)
        if listed is None or listed.code:
            raise UnknownRevision(self.name, "its files cannot be listed")
        return dict(sorted(_entries(listed.out)))

    @cached_property
    def folders(self) -> dict[str, set[str]]:
        """The names of the folders inside each folder; the empty path is the root."""
        found: dict[str, set[str]] = {"": set()}
        for path in self.blobs:
            above = ""
            for name in path.split("/")[:-1]:
                found[above].add(name)
                above = posixpath.join(above, name)
                found.setdefault(above, set())
        return found

    def exists(self, path: str) -> bool:
        """Tell whether a file or a folder is there; "." is the folder itself."""
        return path == "." or path in self.blobs or path in self.folders

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the bytes of some files, in their order; those too large to be read are left out.

        Raises:
            UnknownRevision: An object is missing: only a part of the repository is here.
        """
        wanted = [path for path in paths if self.blobs[path].size <= LARGEST_BYTES]
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            names = "".join(f"{self.blobs[path].object}\n" for path in some)
            answer = ask_git(
                self.folder, "cat-file", "--batch", given=names.encode(), timeout_s=TIMEOUT_S
            )
            if answer is None or answer.code:
                raise UnknownRevision(self.name, "its files cannot be read")
            yield from zip(some, self._contents(answer.out, len(some)), strict=True)

    def _contents(self, out: bytes, count: int) -> Iterator[bytes]:
        at = 0
        for _ in range(count):
            end = out.find(b"\n", at)
            words = out[at:end].split()
            if len(words) != 3 or words[1] != b"blob":
                raise UnknownRevision(self.name, "a file of it is not in this repository")
            size = int(words[2])
            yield out[end + 1 : end + 1 + size]
            at = end + 1 + size + 1

    def find(
        self,
        paths: tuple[str, ...],
        is_source: Callable[[str], bool],
        *,
        include: tuple[str, ...] = (),
        exclude: tuple[str, ...] = (),
    ) -> tuple[str, ...]:
        """Return the source files below some paths, sorted, by the rules of `find_files`."""
        wanted = path_filter(include, exclude)
        return tuple(
            path
            for path in self.blobs
            if is_source(path)
            and wanted(path)
            and any(_is_taken(path, "" if one == "." else one) for one in paths or (".",))
        )


def find_commit(folder: Path, name: str) -> str:
    """Return the commit that a name means.

    Raises:
        UnknownRevision: There is no such commit, no repository, or no git.
    """
    answer = ask_git(folder, "rev-parse", "--git-dir")
    if answer is None:
        raise UnknownRevision(name, "git is not installed, or does not answer")
    if answer.code:
        problem = "not in a git repository"
        if b"dubious ownership" in answer.said:
            problem = "the repository belongs to somebody else (git: safe.directory)"
        raise UnknownRevision(name, problem)
    if not name.startswith("-"):
        answer = ask_git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        if answer is not None and answer.code == 0:
            return answer.out.decode("ascii", "replace").strip()
    raise UnknownRevision(name, "no such revision", near_revisions(folder, name))


def is_commit(folder: Path, name: str) -> bool:
    """Tell whether a name is that of a commit."""
    try:
        find_commit(folder, name)
    except UnknownRevision:
        return False
    return True


def merge_base(folder: Path, one: str, other: str) -> str:
    """Return the commit at which two lines of history parted.

    Raises:
        UnknownRevision: They have none in common.
    """
    commits = find_commit(folder, one), find_commit(folder, other)
    answer = ask_git(folder, "merge-base", *commits)
    if answer is None or answer.code:
        raise UnknownRevision(f"{one}...{other}", "they have no commit in common")
    return answer.out.decode("ascii", "replace").strip()


def object_name(content: bytes) -> str:
    """Return the name that git gives to a content.

    Where a repository names its objects by SHA-256, no file looks unchanged: it costs time only.
    """
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def is_regular(mode: bytes) -> bool:
    """Tell whether a mode is that of a file: neither a link nor the commit of a submodule."""
    return mode in _REGULAR


def _entries(listed: bytes) -> Iterator[tuple[str, Blob]]:
    for line in listed.split(b"\0"):
        about, tab, name = line.partition(b"\t")
        words = about.split()
        if tab and len(words) == 4 and is_regular(words[0]):
            path = shown(os.fsdecode(name))
            if not {"..", ".", ""} & set(path.split("/")):
                yield path, Blob(words[2].decode(), int(words[3]))


def _is_taken(path: str, named: str) -> bool:
    """Whether a file lies below a named path, and in no folder that is left out for its name."""
    if named and path != named and not path.startswith(named + "/"):
        return False
    inner = path[len(named) :].strip("/")
    folders = inner.split("/")[:-1]
    minified = ".min." in posixpath.basename(path) and path != named
    return not minified and not any(
        name in INSTALLED_FOLDERS or name in TOOL_FOLDERS for name in folders
    )


def near_revisions(folder: Path, name: str) -> tuple[str, ...]:
    """Return names of branches and tags that look like one that is not there."""
    from difflib import get_close_matches

    answer = ask_git(folder, "for-each-ref", "--format=%(refname:short)")
    if answer is None or answer.code:
        return ()
    names = sorted(set(os.fsdecode(answer.out).split()))
    close = get_close_matches(name, names, MOST_NEAR, 0.5)
    inside = [one for one in names if name.lower() in one.lower()] if len(name) > 2 else []
    return tuple(dict.fromkeys(shown(one) for one in (close + inside)[:MOST_NEAR]))
