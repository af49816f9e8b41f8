"""Answers what picking asks of definitions: their size, who may see them, whom they name.

Works on the answers of a resolver that is handed in; opens no file.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from skeleton.model import SHOWN, Place, Symbol, walk
from skeleton.scope.symbols import (
    CLASS_KINDS,
    HELPER_DEPTH,
    NAME,
    calls_of,
    constants_of,
    constants_of_rules,
    cost_of,
    defaults_of,
    errors_of,
    is_bare_variable,
    is_short,
    is_value,
    named_in_value,
    names_of,
    only,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.model import Argument
    from skeleton.scope.names import Names


class Definitions:
    """The definitions of a project, as they are to be shown: all of them, or the public ones."""

    def __init__(self, project: Names, visibility: str) -> None:
        self._project = project
        self.all = visibility == "all"  # private ones too

    def members(self, path: str) -> Iterator[Place]:
        """Yield every definition of a file once, owners before members."""
        module = self._project.module(path)
        seen: set[str] = set()
        for symbol in walk(module.symbols) if module else ():
            if symbol.qualified_name not in seen:
                seen.add(symbol.qualified_name)
                yield Place(path, symbol.qualified_name)

    def is_class(self, place: Place) -> bool:
        """Tell whether a place is a class."""
        return any(symbol.kind in CLASS_KINDS for symbol in self._project.symbols(place))

    def has_members(self, place: Place) -> bool:
        """Tell whether a place is a class, or an alias of a type that is written out: `{a: A}`."""
        symbols = self._project.symbols(place)
        return any(
            one.kind in CLASS_KINDS or (one.kind == "type_alias" and one.members) for one in symbols
        )

    def is_public(self, place: Place) -> bool:
        """Tell whether a place and all its owners are public."""
        if self.all:
            return True
        name = place.name
        while name:
            symbols = self._project.symbols(Place(place.path, name))
            if symbols and all(symbol.visibility not in SHOWN for symbol in symbols):
                return False
            name = name.rpartition(".")[0]
        return True

    def is_open(self, member: Place) -> bool:
        """Tell whether who is given its owner, public or not, may use a member."""
        symbols = self._project.symbols(member)
        return self.all or any(symbol.visibility in SHOWN for symbol in symbols)

    def cost(self, place: Place) -> float:
        """Return about how many characters a place takes when it is shown."""
        return sum(cost_of(symbol) for symbol in self._project.symbols(place))

    def named_by(self, place: Place, among: frozenset[str] | None = None) -> Iterator[Place]:
        """Yield the definitions inside the project that a head, a base or a rule names.

        With `among`, only what is called by one of those names.
        """
        for symbol in self._project.symbols(place):
            for name in only(names_of(symbol), among):
                for found in self._named(place.path, _owner(place, symbol), name):
                    yield found
                    real = self._project.follow(found)
                    if real != found and real.path and real.name:
                        yield real
        yield from self.told_by(place, among)

    def told_by(self, place: Place, among: frozenset[str] | None = None) -> Iterator[Place]:
        """Yield the constants and errors that rules and defaults name, those of helpers too."""
        for symbol in self._project.symbols(place):
            owner = _owner(place, symbol)
            told = only(chain(constants_of(symbol), defaults_of(symbol)), among)
            yield from self._values(place.path, owner, told)
            for found in self._values(place.path, owner, only(named_in_value(symbol), among)):
                if any(map(is_short, self._project.symbols(found))):
                    yield found
            for name in only(errors_of(symbol), among):
                yield from filter(self.is_class, self._named(place.path, owner, name))
            yield from self._told_by_helpers(place, symbol, among, HELPER_DEPTH)

    def inherited(self, place: Place, base: Place) -> Iterator[Place]:
        """Yield what a class has from a private base: members of the base that are public."""
        last = base.name.rpartition(".")[2]
        classes = self._project.symbols(place)
        if any(last in NAME.findall(text) for one in classes for text in one.bases):
            for name in self._project.member_names(base):
                member = Place(base.path, f"{base.name}.{name}")
                symbols = self._project.symbols(member)
                if symbols and symbols[0].visibility in SHOWN:
                    yield member

    def _told_by_helpers(
        self, place: Place, symbol: Symbol, among: frozenset[str] | None, depth: int
    ) -> Iterator[Place]:
        """Yield what the rules of helpers name; an error that one is given is named by the call."""
        for helper, arguments in self._helpers(place, symbol) if depth else ():
            for one in self._project.symbols(helper):
                own = _owner(helper, one)
                yield from self._values(helper.path, own, only(constants_of_rules(one), among))
                for name in only(errors_of(one), among):
                    yield from filter(self.is_class, self._named(helper.path, own, name))
                for given in arguments if _raises_what_it_gets(one) else ():
                    if NAME.fullmatch(given.text):
                        found = self._named(place.path, _owner(place, symbol), given.text)
                        yield from filter(self.is_class, found)
                yield from self._told_by_helpers(helper, one, among, depth - 1)

    def _helpers(
        self, place: Place, symbol: Symbol
    ) -> Iterator[tuple[Place, tuple[Argument, ...]]]:
        """Yield the decorators of a symbol, and what it calls that nobody else is meant to."""
        owner = _owner(place, symbol)
        for decorator in symbol.decorators:
            for name in NAME.findall(decorator)[:1]:
                yield from ((helper, ()) for helper in self._named(place.path, owner, name))
        for call in calls_of(symbol):
            for helper in self._named(place.path, owner, call.subject):
                if self._is_helper(place, helper):
                    yield helper, call.arguments

    def _values(self, path: str, owner: str, names: Iterable[str]) -> Iterator[Place]:
        """Yield the constants and variables among what some names of a file stand for.

        A bare name may be one of the class around, `Most` or `self::MOST`.
        """
        for name in names:
            bare = [Place(path, f"{owner}.{name}")] if owner and "." not in name else []
            for found in (*self._named(path, owner, name), *bare):
                if any(map(is_value, self._project.symbols(found))):
                    yield found

    def _is_helper(self, place: Place, called: Place) -> bool:
        """Whether what is called is a private function, or one of another, private file."""
        file = called.path.rpartition("/")[2]
        private = called.path != place.path and file.startswith("_") and not file.startswith("__")
        return private or not self.is_public(called)

    def _named(self, path: str, owner: str, name: str) -> Iterator[Place]:
        if name.partition(".")[0] in ("self", "cls") and owner:
            name = f"{owner}.{name.partition('.')[2]}"
        found = self._project.places(path, name)
        if not found and "." in name:
            found = self._project.places(path, name.rpartition(".")[0])
        for place in found:
            bare = any(is_bare_variable(one) for one in self._project.symbols(place))
            if place.path and place.name and not bare:
                yield place


def _owner(place: Place, symbol: Symbol) -> str:
    """Return the class that `self` speaks of in the rules of a symbol."""
    return place.name if symbol.kind in CLASS_KINDS else place.name.rpartition(".")[0]


def _raises_what_it_gets(symbol: Symbol) -> bool:
    parameters = symbol.signature.parameters if symbol.signature else ()
    return not {one.name for one in parameters}.isdisjoint(errors_of(symbol))
