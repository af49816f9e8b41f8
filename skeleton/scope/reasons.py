"""Keeps the best reason for every place that is picked, and puts the places in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skeleton.model import Pick, Place, Reason, Symbol
from skeleton.scope.symbols import CONSTRUCTORS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skeleton.scope.definitions import Definitions
    from skeleton.scope.names import Names

_FILE_CHARS = 4000  # a file up to this size is shown in one piece

# The steps of the order, as the first part of a rank.
TARGET, MENTIONED, IMPLIED, LIKELY, NAMED, WHOLE, GUESSED, WANTED, REST, FURTHER = range(10)


class Why(NamedTuple):
    """Why a place is picked; the smallest wins."""

    step: int
    weight: float  # smaller is nearer, within the step
    reason: Reason
    group: str
    because: str


class Reasons(dict[Place, Why]):
    """The places picked so far, each with its best reason."""

    def __init__(self, project: Names, definitions: Definitions) -> None:
        super().__init__()
        self._project, self._definitions = project, definitions
        # by a target's import: its name there
        self.named_here: dict[Place, tuple[Reason, str]] = {}

    def add(
        self, place: Place, step: int, weight: float, reason: Reason, group: str, because: str = ""
    ) -> None:
        """Give a place a reason; the nearest one is kept, of two the first."""
        why = Why(step, weight, reason, group, because)
        if place not in self or why[:2] < self[place][:2]:
            self[place] = why

    def join_parts(self, paths: Iterable[str]) -> None:
        """Show small files of which something is used in one piece: apart they read worse."""
        for path in paths:
            members = [
                member
                for member in self._definitions.members(path)
                if self._definitions.is_public(member)
            ]
            size = sum(self._definitions.cost(member) for member in members)
            used = sum(
                self._definitions.cost(member)
                for member in members
                if member in self and self[member].group == "used"
            )
            if used and size <= _FILE_CHARS:
                for member in members:
                    why = self.get(member)
                    if why and why.group == "rest":
                        self[member] = why._replace(group="used")

    def join_attributes(self) -> None:
        """Show attributes with their constructor: apart, its head would be told again for one line.

        One that is only guessed is no reason to show the constructor of a class.
        """
        attributes = {
            place: Place(place.path, place.name.rpartition(".")[0])
            for place in self
            if any("instance" in symbol.nature for symbol in self._project.symbols(place))
        }
        made = {
            owner: [self[one].group for one in makers if one in self]
            for owner in set(attributes.values())
            if (makers := [Place(owner.path, f"{owner.name}.{name}") for name in CONSTRUCTORS])
        }
        for place, owner in attributes.items():
            if self[place].group == "used":
                made[owner].append("used")
        for place, owner in attributes.items():
            if "used" in made[owner]:
                self[place] = self[place]._replace(group="used")
            elif not made[owner]:
                del self[place]

    def picks(self) -> tuple[Pick, ...]:
        """Return the picks by rank."""
        self._add_shares()
        self._add_holders()
        self._drop_empty_parts()
        order = sorted(self, key=self._order)
        ranks = {place: rank for rank, place in enumerate(order)}
        found: dict[tuple[str, int], Pick] = {}
        for place in order:
            why = self[place]
            reason, because = self.named_here.get(place, (why.reason, why.because))
            for symbol in self._project.symbols(place):
                key = (place.path, symbol.ordinal)
                found.setdefault(key, Pick(*key, reason, ranks[place], why.group, because))
        return tuple(found.values())

    def _order(self, place: Place) -> tuple[int, float, str, int]:
        why = self[place]
        symbols = self._project.symbols(place)
        return (why.step, why.weight, place.path, symbols[0].ordinal if symbols else -1)

    def _add_shares(self) -> None:
        """Let mentioned members bear what is shown for them: their owner, their constructor."""
        members = [
            place for place, why in self.items() if why.step == MENTIONED and "." in place.name
        ]
        for place in members:
            owner = Place(place.path, place.name.rpartition(".")[0])
            shown = [owner]
            if any("instance" in symbol.nature for symbol in self._project.symbols(place)):
                shown += [Place(place.path, f"{owner.name}.{name}") for name in CONSTRUCTORS]
            share = sum(
                self._definitions.cost(one)
                for one in shown
                if one not in self or self[one].step > MENTIONED
            )
            why = self[place]
            self[place] = why._replace(weight=why.weight + share / 2)

    def _add_holders(self) -> None:
        """Let the owner of every picked member be picked with its first member."""
        for place, why in list(self.items()):
            owner = place.name.rpartition(".")[0]
            while owner:
                self.add(
                    Place(place.path, owner),
                    why.step,
                    why.weight,
                    why.reason,
                    why.group,
                )
                owner = owner.rpartition(".")[0]

    def _drop_empty_parts(self) -> None:
        """Show a namespace, an extension, one more part of a type only with members of it."""
        members: dict[Place, list[Place]] = {}
        for place in self:
            owner = Place(place.path, place.name.rpartition(".")[0])
            members.setdefault(owner, []).append(place)
        shown: set[str] = set()
        for place in sorted(self, key=lambda one: (-one.name.count("."), self._order(one))):
            parts = self._project.symbols(place)
            inside = [self[one] for one in members.get(place, ()) if one in self]
            filled = any(why.group == self[place].group for why in inside)
            alone = not parts or any(one.bases or not _is_part(one) for one in parts)
            first = place.name not in shown and all("partial" in one.nature for one in parts)
            if filled or alone or first:
                shown.add(place.name)
            elif inside:
                self[place] = min(inside)
            else:
                del self[place]

    def has_part(self, place: Place) -> bool:
        """Tell whether a target mentions a member of a class."""
        return any(
            why.step <= IMPLIED
            and part.path == place.path
            and part.name.startswith(place.name + ".")
            for part, why in self.items()
        )


def _is_part(symbol: Symbol) -> bool:
    """Tell whether a symbol says nothing without its members, or what another one says too."""
    if symbol.kind == "namespace":
        return bool(symbol.members)
    return not {"extension", "partial"}.isdisjoint(symbol.nature)
