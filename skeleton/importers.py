"""Finds the files that import a file: a byte search for its name, then the imports of what is left.

Follows re-exports by name; does not see imports that are made at run time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Set

    from skeleton.model import Dependency, Place

_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_FRONTS = frozenset(
    {"__init__", "index", "mod"}
)  # files that are called by the name of their folder


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


def words_in(data: bytes) -> frozenset[bytes]:
    """Return the words of a text that may be names."""
    return frozenset(_WORD.findall(data))


def _called(path: str) -> str:
    """Return the name by which imports call a file."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    return folder.rpartition("/")[2] if stem in _FRONTS and folder else stem
