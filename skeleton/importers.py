"""Finds the files that import a file, directly or through others.

Of the direct ones a byte search finds the candidates, and re-exports are followed by name. Imports
that are made at run time are not seen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence, Set

    from skeleton.model import Dependency, Place

_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_NAME = re.compile(r"[\w$-]+")
# files that are called by the name of their folder
_FRONTS = frozenset({"__init__", "index", "init", "mod"})


class Names(Protocol):
    """What is asked of a resolver."""

    def dependencies(self, path: str) -> tuple[Dependency, ...]:
        """Return the imports of a file, resolved."""

    def imported_names(self, path: str) -> Sequence[str]:
        """Return the names that a file imports one by one."""

    def look_up(self, path: str, name: str) -> tuple[Place, ...]:
        """Return what a name stands for in a file."""


def importers_of(
    project: Names,
    target: str,
    exported: Iterable[str],
    files: Iterable[str],
    words_of: Callable[[str], Set[bytes]],
) -> tuple[str, ...]:
    """Find the files that import a file, directly or through re-exports.

    Args:
        project: The resolver.
        target: The file that is imported.
        exported: Names that it defines: who imports one through another file imports it too.
        files: Where to look.
        words_of: Returns the words of a file, as `words_in` finds them.

    Returns:
        Paths, sorted.
    """
    left = {path: words_of(path) for path in sorted(set(files) - {target})}
    fresh = {_called(target).encode(), *(name.encode() for name in exported)}
    known: set[bytes] = set()
    found: list[str] = []
    while fresh:
        known |= fresh
        near = [path for path, words in left.items() if not words.isdisjoint(fresh)]
        fresh = set()
        for path in near:
            names = [
                name
                for name in project.imported_names(path)
                if any(place.path == target for place in project.look_up(path, name))
            ]
            if names or any(one.imported == target for one in project.dependencies(path)):
                found.append(path)
                del left[path]
                fresh.update(name.encode() for name in names)
        fresh -= known
    return tuple(sorted(found))


class Reached(NamedTuple):
    """Which of some files lead to a changed one."""

    reaching: frozenset[str]
    unsure: frozenset[str]  # that lead to what imports do not tell the loading of
    files: frozenset[str]  # all that were looked at: the starts, and what they lead to


def reach(
    project: Names,
    starts: Collection[str],
    changed: Collection[str],
    gone: Iterable[str],
    *,
    around: Callable[[str], Iterable[str]],
    unsure: Callable[[str, Sequence[Dependency]], bool],
    counts: Callable[[str], bool],
) -> Reached:
    """Tell which files lead to a changed file through imports, however many.

    Args:
        project: The resolver.
        starts: The files of interest.
        changed: Paths of the files that differ; those that are gone apart.
        gone: Paths that are there no more: an import that names one leads to it, wherever it leads
            now.
        around: Returns what is loaded with a file, though it does not import it.
        unsure: Tells whether a file may load more than its imports say.
        counts: Tells whether a file is one of those that may be reached; a start that leads to
            none reaches what it does in a way that imports do not tell.
    """
    called = {_called(path) for path in gone}
    missing = called | {_called(path) for path in changed}  # by names that lead nowhere
    users: dict[str, set[str]] = {}
    hit, doubtful = set[str](), set[str]()
    seen = set(starts)
    waiting = sorted(seen)
    while waiting:
        path = waiting.pop()
        imports = project.dependencies(path)
        if path in changed or any(
            not (missing if one.imported is None else called).isdisjoint(_named(one))
            for one in imports
        ):
            hit.add(path)
        if unsure(path, imports):
            doubtful.add(path)
        for other in (*around(path), *(one.imported for one in imports if one.imported)):
            users.setdefault(other, set()).add(path)
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    reaching = _led_to(hit, users)
    blind = frozenset(starts) - _led_to(filter(counts, seen), users)
    return Reached(reaching, (_led_to(doubtful, users) | blind) - reaching, frozenset(seen))


def _led_to(ends: Iterable[str], users: dict[str, set[str]]) -> frozenset[str]:
    found = set(ends)
    waiting = list(found)
    while waiting:
        fresh = users.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return frozenset(found)


def _named(one: Dependency) -> frozenset[str]:
    return frozenset(_NAME.findall(f"{one.written.module} {one.written.name}"))


def words_in(data: bytes) -> frozenset[bytes]:
    """Return the words of a text that may be names."""
    return frozenset(_WORD.findall(data))


def _called(path: str) -> str:
    """Return the name by which imports call a file."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    return folder.rpartition("/")[2] if stem in _FRONTS and folder else stem
