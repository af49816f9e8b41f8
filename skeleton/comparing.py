"""Puts two sides of a project beside each other: revisions, or a revision and the working tree.

Joins git's objects, reading, contracts and comparison for `pipeline`.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from skeleton.discover.revisions import Revision, is_commit, merge_base, near_revisions
from skeleton.errors import UnknownRevision
from skeleton.model import (
    DIFF_SCHEMA_VERSION,
    Change,
    ContractDigest,
    InterfaceDiff,
    InterfaceDigest,
    limits_of,
)
from skeleton.workplace import PastPlace, Workplace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from skeleton.compare import Side

_SPAN = re.compile(r"(.*[^./])?(\.{2,3})([^./].*)?")  # `v1..v2`, `main...HEAD`


class DiffOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton diff` is asked for; the command line's words, see its help."""

    words: tuple[str, ...] = ()  # revisions, then paths
    base: str = ""
    head: str = ""  # empty: the working tree
    visibility: str = ""
    documentation: bool = False


class Compared(NamedTuple):
    """Two sides, and what differs."""

    base: str
    head: str
    commit: str  # of the base
    place: Workplace  # the newer side
    before: Side
    after: Side
    changes: tuple[Change, ...]
    files: int  # that differ
    files_total: int

    def diff(self) -> InterfaceDiff:
        """Return every change."""
        said = {
            note
            for side in (self.before, self.after)
            for one in side.modules.values()
            for note in one.diagnostics
        }
        return InterfaceDiff(
            DIFF_SCHEMA_VERSION,
            self.base,
            self.head,
            self.commit,
            self.changes,
            self.files,
            self.files_total,
            tuple(sorted(said, key=lambda one: (one.path, one.line, one.code))),
            limits_of(self.after.modules.values()),
        )

    def interface_digest(self) -> InterfaceDigest:
        """Return what changed for callers, shortly."""
        from skeleton.compare.digest import interface_digest

        return interface_digest(self.changes, self.before, self.after, self.base)

    def contract_digest(self) -> ContractDigest:
        """Return the rules that the newer side does not keep any more."""
        from skeleton.compare.digest import contract_digest

        return contract_digest(self.changes, self.before, self.after, self._test_lines)

    def _test_lines(self, word: bytes) -> Iterator[tuple[str, str]]:
        """Yield the lines of tests that hold a word."""
        for file in self.place.listed(()).files:
            if not self.place.is_test(file.path):
                continue
            data = self.place.bytes_of(file.path)
            for number, line in enumerate(data.split(b"\n") if word in data else (), 1):
                if word in line:
                    yield f"{file.path}:{number}", line.decode("utf-8", "replace")


def compare_sides(folder: Path, options: DiffOptions) -> Compared:
    """Compare what the options name.

    Raises:
        UnknownRevision: A revision cannot be read, or a word is neither one nor a path.
        BadConfig: The configuration cannot be used.
    """
    from skeleton.compare import compare

    base, head, words = _revisions(folder, options)
    place = Workplace(folder, words)
    revision = Revision(place.root, base)
    before = PastPlace(place, revision)
    after = PastPlace(place, Revision(place.root, head)) if head else place
    _check_paths(words, before, after)
    visibility = options.visibility or place.config.visibility or "public"
    changed, near, asked = _files_to_compare(before, after, visibility)
    sides = _side(before, changed + near), _side(after, changed + near)
    changes = compare(
        *sides, place.languages, visibility=visibility, documentation=options.documentation
    )
    told = tuple(one for one in changes if not after.paths or _speaks_of(one, asked))
    names = base, head or "working tree"
    return Compared(*names, revision.commit, after, *sides, told, len(changed), len(asked))


def _speaks_of(change: Change, paths: Collection[str]) -> bool:
    """Return whether a change is about one of some files, as it is or as it was."""
    return any(one.partition("::")[0] in paths for one in (change.id, change.was_id))


def _revisions(folder: Path, options: DiffOptions) -> tuple[str, str, tuple[str, ...]]:
    """Return base, head and paths: words are revisions as long as they name commits."""
    base, head, words = options.base, options.head, list(options.words)
    span = _SPAN.fullmatch(words[0]) if words else None
    if span and not (base or head or (folder / words[0]).exists()):
        base, head = span[1] or "HEAD", span[3] or "HEAD"
        base = merge_base(folder, base, head) if span[2] == "..." else base
        return base, head, tuple(words[1:])
    if not base and words and is_commit(folder, words[0]):
        base = words.pop(0)
    if base and not head and words and is_commit(folder, words[0]):
        head = words.pop(0)
    return base or "HEAD", head, tuple(words)


def _check_paths(words: tuple[str, ...], before: PastPlace, after: Workplace) -> None:
    """Refuse a word that is no revision and, on neither side, a path."""
    for word, path in zip(words, after.paths, strict=True):
        if not before.exists(path) and not after.exists(path):
            near = near_revisions(after.root, word) + _near_paths(before, after, path)
            raise UnknownRevision(word, "no such revision, file or folder", near)


def _near_paths(before: PastPlace, after: Workplace, path: str) -> tuple[str, ...]:
    known = {file.path for side in (before, after) for file in side.listed(()).files}
    return tuple(difflib.get_close_matches(path, sorted(known), 3, 0.6))


def _files_to_compare(
    before: PastPlace, after: Workplace, visibility: str
) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]:
    """Return the files that differ, those that name one of them, and all that are asked about.

    Those that name one are looked for in the whole project: they decide what is public.
    """
    from skeleton.compare.reach import files_that_mention

    def listed(paths: tuple[str, ...]) -> list[set[str]]:
        return [{file.path for file in side.listed(paths).files} for side in (before, after)]

    older, newer = listed(after.paths or after.config.roots)
    if visibility != "all" and not after.paths:
        is_test = after.is_test
        older, newer = ({path for path in side if not is_test(path)} for side in (older, newer))
    both = older & newer
    changed = older ^ newer
    changed |= {path for path in both if before.object_of(path) != after.object_of(path)}
    others = set.union(*listed(after.config.roots)) if after.paths else both
    near = files_that_mention(changed, sorted(others - changed), after.bytes_of)
    return tuple(sorted(changed)), near, frozenset(older | newer)


def _side(place: Workplace, paths: tuple[str, ...]) -> Side:
    """Return some files of one side, with all that a comparison asks about them."""
    from skeleton.compare import Side
    from skeleton.compare.reach import published

    project = place.project(place.config.roots)
    modules = place.linked(paths)
    return Side(
        modules=modules,
        text=lambda path: place.source(path).data,
        places=project.places,
        symbols=project.symbols,
        published=published(project, modules),
    )
