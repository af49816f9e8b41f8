"""Picks what a reader of some targets needs from the files around them, nearest first.

Order: what the targets mention; likely meanings of names that inference could not tell; what shown
heads and rules name; the rest of the public interface of direct dependencies; further files. Works
on the answers of a resolver that is handed in; opens no file and spends no budget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.errors import UnknownName
from skeleton.model import (
    SHOWN,
    Dependency,
    Module,
    Pick,
    Place,
    Reason,
    Selection,
    Symbol,
    walk,
)
from skeleton.scope.choice import Choice
from skeleton.scope.definitions import Definitions
from skeleton.scope.reasons import FURTHER, REST, Reasons
from skeleton.scope.symbols import Hidden, hidden_names, names_one
from skeleton.scope.users import users_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from skeleton.scope.names import Names

__all__ = ["everything", "only", "select"]


def select(
    project: Names,
    targets: tuple[str, ...],
    *,
    depth: int = 1,
    scope: str = "public",
    visibility: str = "public",
    used_by: tuple[Place, ...] = (),
    importers: Callable[[Collection[Place]], Iterable[str]] = lambda _: (),
    rings: int = 1,
    new: bool = False,
    siblings: Sequence[str] = (),
    in_one_piece: bool = False,
) -> Selection:
    """Pick what somebody needs who writes the targets.

    Args:
        project: The resolver.
        targets: Paths of the files whose needs are looked for.
        depth: 1: files that the targets import; each step more: files that those import.
        scope: "used" stops after what the targets mention, "public" adds the rest of the public
            interface.
        visibility: "public", or "all" for private names of dependencies as well.
        used_by: Definitions and, without a name, files whose users were asked for; their files are
            targets of the map too.
        importers: Returns the files that import one of some definitions, or hold one.
        rings: 1: who uses those; each step more: who uses these users.
        new: The targets may be missing; then `siblings` stand for what they will import.
        in_one_piece: Keep small files together; without it what is used comes before the rest.
        siblings: Files beside a missing target: the front of its package first.

    Returns:
        Picks by rank: each symbol once, owners not later than their members.
    """
    definitions = Definitions(project, visibility)
    reasons = Reasons(project, definitions)
    choice = Choice(project, definitions, reasons)
    dependencies: dict[Dependency, None] = {}
    for target in targets:
        choice.add_target(target)
        dependencies |= dict.fromkeys(project.dependencies(target))
    direct = _paths(dependencies, targets)
    if new:
        direct = tuple(dict.fromkeys((*direct, *siblings)))
    for target in targets:
        choice.add_mentions(target, direct)
    further = _beyond(project, direct, targets, max(depth - 1, 0))
    choice.add_likely(direct, _beyond(project, direct, targets, 1))
    choice.add_named()
    choice.add_whole()
    if scope != "used":
        choice.add_public(direct, REST, "rest", "public")
        for step, paths in enumerate(further):
            choice.add_public(paths, FURTHER + step, "further", "next_hop")
        if in_one_piece:
            reasons.join_parts(direct)
        reasons.join_attributes()
    choice.add_told()
    for place in used_by:
        choice.add_requested(place)
    for ring, users in enumerate(users_of(project, used_by, importers, rings)):
        choice.add_users(users, ring)
    choice.add_hidden()
    groups = ("target", "used", "rest", "further")[
        : 2 if scope == "used" else 3 if depth < 2 else 4
    ]
    return Selection(
        targets=targets + tuple(dict.fromkeys(place.path for place in used_by)),
        picks=tuple(
            pick
            for pick in reasons.picks()
            if pick.group in groups or pick.reason == "used_by_user"
        ),
        dependencies=tuple(dependencies),
        external=_external(dependencies),
        unresolved=_unresolved(dependencies),
    )


def everything(
    modules: Iterable[Module], project: Names, *, visibility: str = "public"
) -> tuple[Pick, ...]:
    """Pick every symbol of some files: the public ones, and the private ones that those name.

    What is named comes with its public members: who is given one, or has to make one, needs them.

    Returns:
        Picks in the order of files and symbols; owners have a smaller rank than their members.
    """
    modules = tuple(modules)
    hidden = hidden_names(modules) if visibility != "all" else Hidden()
    picks: dict[tuple[str, int], Pick] = {}
    fresh: list[Place] = []

    def pick(
        path: str, symbols: tuple[Symbol, ...], depth: int, reason: Reason, because: str = ""
    ) -> None:
        for symbol in symbols:
            if visibility == "all" or symbol.visibility in SHOWN:
                made = Pick(path, symbol.ordinal, reason, depth, "rest", because)
                picks[path, symbol.ordinal] = made
                if hidden.names and names_one(symbol, hidden):
                    fresh.append(Place(path, symbol.qualified_name))
                pick(path, symbol.members, depth + 1, reason, because)

    for module in modules:
        pick(module.path, module.symbols, 0, "requested")
    definitions = Definitions(project, visibility)
    while fresh:
        place = fresh.pop()
        places = definitions.named_by(place, hidden.names)
        for named, symbol in ((at, symbol) for at in places for symbol in project.symbols(at)):
            key = (named.path, symbol.ordinal)
            if key in picks or definitions.is_public(named):
                continue
            depth = named.name.count(".")
            picks[key] = Pick(*key, "named_by_shown", depth, "rest", place.name)
            fresh.append(named)
            pick(named.path, symbol.members, depth + 1, "named_by_shown", place.name)
            members = definitions.inherited(place, named)
            for member in (one for part in members for one in project.symbols(part)):
                key = (named.path, member.ordinal)
                picks[key] = Pick(*key, "base_class", depth + 1, "rest", place.name)
    return tuple(picks.values())


def only(
    picks: Iterable[Pick], modules: Mapping[str, Module], names: Mapping[str, Collection[str]]
) -> tuple[Pick, ...]:
    """Keep some definitions of some files, with those of their members that were picked.

    Args:
        picks: Of these and other files.
        modules: By path.
        names: Qualified, by the path of the file; what is named is picked, private or not.

    Raises:
        UnknownName: A file defines no such name.
    """
    known = {(pick.path, pick.ordinal): pick for pick in picks}
    kept = [pick for pick in known.values() if pick.path not in names]
    for path, wanted in names.items():
        missing = set(wanted)
        for symbol in walk(modules[path].symbols):
            name = symbol.qualified_name
            missing.discard(name)
            pick = known.get((path, symbol.ordinal))
            if name in wanted:
                made = Pick(path, symbol.ordinal, "requested", name.count("."), "rest")
                kept.append(pick or made)
            elif pick and any(name.startswith(f"{owner}.") for owner in wanted):
                kept.append(pick)
        for name in sorted(missing):
            raise UnknownName(f"{path}::{name}")
    return tuple(kept)


def _paths(dependencies: Iterable[Dependency], targets: tuple[str, ...]) -> tuple[str, ...]:
    found = dict.fromkeys(one.imported for one in dependencies if one.imported)
    return tuple(path for path in found if path and path not in targets)


def _beyond(
    project: Names, direct: tuple[str, ...], targets: tuple[str, ...], steps: int
) -> tuple[tuple[str, ...], ...]:
    """Return the files that the direct dependencies import, and so on, each file at its nearest."""
    seen = {*direct, *targets}
    rings: list[tuple[str, ...]] = []
    ring = direct
    for _ in range(steps):
        found = dict.fromkeys(
            dependency.imported
            for path in ring
            for dependency in project.dependencies(path)
            if dependency.imported and dependency.imported not in seen
        )
        ring = tuple(path for path in found if path)
        seen.update(ring)
        rings.append(ring)
    return tuple(rings)


def _external(dependencies: Iterable[Dependency]) -> tuple[str, ...]:
    """Return the packages outside the project, sorted, without the language's own library."""
    return tuple(
        sorted(
            {
                dependency.package
                for dependency in dependencies
                if dependency.external and dependency.because != "standard library"
            }
        )
    )


def _unresolved(dependencies: Iterable[Dependency]) -> tuple[str, ...]:
    found = {
        f"{'.' * one.written.level}{one.written.module}"
        + (f" {one.written.name}" if one.written.name else "")
        + f" ({one.because})"
        for one in dependencies
        if not one.imported and not one.external
    }
    return tuple(sorted(found))
