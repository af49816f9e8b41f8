"""Finds the definitions that use some others, those that use these, and so on, ring by ring.

Works on the answers of a resolver that is handed in; opens no file. A use through an owner that
inference cannot tell is not found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.model import Place
from skeleton.scope.symbols import CONSTRUCTORS, NAME, VALUE_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from skeleton.model import Scope
    from skeleton.scope.names import Names


def users_of(
    project: Names,
    wanted: Collection[Place],
    importers: Callable[[Collection[Place]], Iterable[str]],
    rings: int,
) -> tuple[dict[Place, str], ...]:
    """Return who uses some definitions, nearest ring first, each user once.

    Args:
        project: The resolver.
        wanted: The definitions; without a name a whole file.
        importers: Returns the files that import one of some definitions, or hold one.
        rings: How many steps to go.

    Returns:
        For each step the users, and the name that each uses.
    """
    seen: set[Place] = set(wanted)
    found: list[dict[Place, str]] = []
    ring = wanted
    for _ in range(rings):
        meant = {*ring, *(place for one in ring for place in _classes(one))}
        users: dict[Place, str] = {}
        for path in sorted(set(importers(ring))):
            for place, name in _in_file(project, path, meant):
                if place not in seen and Place(path) not in seen:
                    users.setdefault(place, name)
        found.append(users)
        seen |= users.keys()
        ring = users.keys()
    return tuple(found)


def _classes(place: Place) -> Iterator[Place]:
    """Yield the class of a constructor: it is the class that callers write."""
    owner, _, name = place.name.rpartition(".")
    if owner and name in CONSTRUCTORS:
        yield Place(place.path, owner)


def _in_file(project: Names, path: str, meant: Collection[Place]) -> Iterator[tuple[Place, str]]:
    """Yield the definitions of a file that use one of some places, and the name that they use."""
    for scope in project.uses(path).scopes:
        for mention in project.reached(path, scope.name, scope.chains).found:
            place = mention.place
            if not (_is_meant(place, meant) or _is_meant(project.follow(place), meant)):
                continue
            for holder in _holders(project, path, scope, mention.chain):
                if holder != place:
                    yield holder, place.name


def _is_meant(place: Place, meant: Collection[Place]) -> bool:
    """Return whether a place, an owner of it, or its whole file is meant."""
    parts = place.name.split(".")
    owners = (".".join(parts[:end]) for end in range(len(parts) + 1))
    return any(Place(place.path, owner) in meant for owner in owners)


def _holders(project: Names, path: str, scope: Scope, chain: str) -> Iterator[Place]:
    """Yield the definition a scope belongs to; of the module, the values that hold the chain."""
    name = scope.name
    while name and not project.symbols(Place(path, name)):
        name = name.rpartition(".")[0]
    if name:
        yield Place(path, name)
        return
    module = project.module(path)
    first = NAME.findall(chain)[:1]
    for symbol in module.symbols if module else ():
        if symbol.kind in VALUE_KINDS and first and first[0] in NAME.findall(symbol.value or ""):
            yield Place(path, symbol.qualified_name)
