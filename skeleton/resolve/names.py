"""Says what the names of a file stand for: aliases, members, bases.

One `Names` serves one run: it remembers every answer, and never runs analysed code.
"""

from __future__ import annotations

from functools import cached_property

from skeleton.model import Dependency, Module, Place, Symbol
from skeleton.resolve.dependencies import dependencies_of
from skeleton.resolve.expressions import dotted_head
from skeleton.resolve.lookup import ALIAS_KINDS, LookUp
from skeleton.resolve.places import ancestors, join, parent


class Names(LookUp):
    """The modules of a project, read when they are needed, and the names in them."""

    def dependencies(self, path: str) -> tuple[Dependency, ...]:
        """Return the imports of a file in source order, each with where it leads.

        What leads nowhere says what was looked for.
        """
        return dependencies_of(self, path)

    def fixture(self, path: str, name: str) -> Place | None:
        """Return the fixture that a parameter of a test means: of its file, of `conftest.py`."""
        above = (join(folder, "conftest.py") for folder in ancestors(parent(path)))
        for holder in (path, *above):
            if not self.files.exists(holder):
                continue
            for place in self.look_up(holder, name):
                symbols = self.symbols(place)
                if symbols and any("fixture" in decorator for decorator in symbols[-1].decorators):
                    return place
        return None

    def follow(self, place: Place) -> Place:
        """Return the definition behind an alias such as `X = Y`; the place itself otherwise."""
        for _ in range(8):
            symbols = self.symbols(place)
            if not symbols or symbols[0].kind not in ALIAS_KINDS or not symbols[0].value:
                return place
            target = dotted_head(symbols[0].value)
            if target is None:
                return place
            found = [
                other for other in self.places(place.path, target) if other.path and other != place
            ]
            if not found or place.name.rpartition(".")[0]:
                return place
            place = found[0]
        return place

    def symbols(self, place: Place) -> tuple[Symbol, ...]:
        """Return the definitions at a place: every overload, branch, setter, in source order."""
        names = self.table(place.path) if place.path and place.name else None
        return tuple(names.definitions.get(place.name, ())) if names else ()

    def places(self, path: str, dotted: str, inside: str = "") -> tuple[Place, ...]:
        """Return what a dotted name written in a file stands for, members included."""
        first, *rest = dotted.split(".")
        found = self.look_up(path, first, inside)
        for name in rest:
            found = tuple(
                dict.fromkeys(
                    member for place in found for member in self.members_called(place, name)
                )
            )
        return found

    def members_called(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what `place.name` stands for: a name of a module, a member along the bases."""
        if not place.path:
            return (Place("", f"{place.name}.{name}"),)
        if not place.name:
            return self.look_up(place.path, name)
        for owner in self.line_of(self.follow(place)):
            names = self.table(owner.path)
            if names and f"{owner.name}.{name}" in names.definitions:
                return (Place(owner.path, f"{owner.name}.{name}"),)
            if names is None:
                continue
            for companion in names.companions.get(owner.name, ()):
                if f"{companion}.{name}" in names.definitions:
                    return (Place(owner.path, f"{companion}.{name}"),)
        if any(symbol.kind == "namespace" for symbol in self.symbols(place)):
            return self._elsewhere(place, name)
        return ()

    def _elsewhere(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what a namespace holds in other files: `Rack::Mime`, written in `module Rack`."""
        style = self.style(place.path)
        if style is None or not style.opens(name):
            return ()
        wanted = f"{place.name}.{name}"
        return tuple(found for found in self.look_up(place.path, name) if found.name == wanted)

    @cached_property
    def _lines(self) -> dict[Place, tuple[Place, ...]]:
        """The lines of bases found so far."""
        return {}

    def line_of(self, place: Place) -> tuple[Place, ...]:
        """Return a class and its bases inside the project, in the order members are looked for."""
        if place not in self._lines:
            self._lines[place] = (place,)  # a cycle of bases ends here
            above: list[Place] = []
            for base in self.bases_of(place):
                above = [other for other in above if other not in self.line_of(base)]
                above.extend(self.line_of(base))
            self._lines[place] = (place, *dict.fromkeys(other for other in above if other != place))
        return self._lines[place]

    def bases_of(self, place: Place) -> tuple[Place, ...]:
        """Return the direct bases of a class that lie inside the project."""
        found: dict[Place, None] = {}
        for symbol in self.symbols(place):
            for base in symbol.bases:
                head = dotted_head(base)
                outer = place.name.rpartition(".")[0]
                if head is None:
                    continue
                for other in self.places(place.path, head) or self.places(
                    place.path, f"{outer}.{head}" if outer else head
                ):
                    real = self.follow(other)
                    if real.path and real.name and real != place:
                        found[real] = None
        return tuple(found)

    def has_outside_base(self, place: Place) -> bool:
        """Tell whether a class has a base that is not of this project, other than `object`."""
        for symbol in self.symbols(place):
            for base in symbol.bases:
                head = dotted_head(base)
                if head and not any(other.path for other in self.places(place.path, head)):
                    return True
        return False

    def find_all(self, path: str, dotted: str) -> tuple[tuple[Module, Symbol], ...]:
        """Return every definition that a dotted name stands for, behind re-exports and aliases.

        All overloads, branches and setters of the likeliest place; empty where the name is unknown,
        a module, or not of this project.
        """
        for place in self.places(path, dotted):
            real = self.follow(place)
            module = self.module(real.path)
            symbols = self.symbols(real)
            if module and symbols:
                return tuple((module, symbol) for symbol in symbols)
        return ()

    def find(self, path: str, dotted: str) -> tuple[Module, Symbol] | None:
        """Return the definition that a dotted name written in a file stands for, else `None`."""
        found = self.find_all(path, dotted)
        return found[-1] if found else None

    def member_names(self, place: Place) -> tuple[str, ...]:
        """Return the names of the direct members of a class, or of the definitions of a module."""
        names = self.table(place.path)
        return names.members.get(place.name, ()) if names else ()
