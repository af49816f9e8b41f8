"""Says which definitions the names of a file mean, by light inference.

Follows annotations, constructors, returns and members. Runs nothing and ignores the order of
statements: a name stands for everything it is bound to in its scope. What it cannot tell it says:
the attribute stays a bare name for others to match.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.model import Mentions, Place, Scope, Symbol
from skeleton.resolve.bodies import Bodies, may_take_fixtures
from skeleton.resolve.expressions import chains_of
from skeleton.resolve.found import Found
from skeleton.resolve.steps import STEP, Steps
from skeleton.resolve.types import Types
from skeleton.resolve.values import CLASS_KINDS, DEPTH, VALUE_KINDS, WIDTH, Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.resolve.names import Names

_HANDED = re.compile(r"&\.(\d+)")  # what a function of the type is given
_ROOT = re.compile(r"[\w$?]+")
_FIRST_NAMES = frozenset({"cls", "mcs", "mcls", "metacls", "klass"})


class Inference:
    """Follows chains of names from one file to another; remembers what it found."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._bodies = Bodies(names)
        self._types = Types(names)
        self._steps = Steps(names, self._bodies, self)
        self._values: dict[tuple[Place, Place | None], tuple[Value, ...]] = {}
        self._results: dict[tuple[Place, Place | None], tuple[Value, ...]] = {}
        self._roots: dict[tuple[str, str, str], tuple[Value, ...]] = {}
        self._depth = 0

    def mentions(self, path: str) -> Mentions:
        """Return what a file mentions; the file's own definitions are among it."""
        found = Found(self._names)
        for scope in self._bodies.scopes_of(path).values():
            for chain in scope.chains:
                self._follow(path, scope.name, chain, found)
            for place in self._fixtures(path, scope):
                found.note(place, place.name)
        for name in self._names.imported_names(path):
            for place in self._names.look_up(path, name):
                if place not in found.named:
                    found.note(place, name)
        return found.finished()

    def reached(self, path: str, scope: str, chains: Iterable[str]) -> Mentions:
        """Return what some chains of one scope mention."""
        found = Found(self._names)
        for chain in chains:
            self._follow(path, scope, chain, found)
        return found.finished()

    def _follow(self, path: str, scope: str, chain: str, found: Found | None) -> tuple[Value, ...]:
        """Return what a chain stands for; with `found`, note every definition on the way."""
        root = _ROOT.match(chain)
        if root is None or self._depth > DEPTH:
            return ()
        self._depth += 1
        try:
            values = self._root(path, scope, root[0], found, chain)
            for step in STEP.findall(chain, root.end()):
                values = self._steps.take(path, values, step, found, chain)[:WIDTH]
                if not values and found is None:
                    return ()
            return values
        finally:
            self._depth -= 1

    def _root(
        self, path: str, scope: str, name: str, found: Found | None, chain: str
    ) -> tuple[Value, ...]:
        if name == "?":
            return ()
        if name == "super":
            owner = self._bodies.owner(path, scope)
            return (Value("super", owner),) if owner else ()
        key = (path, scope, name)
        if key not in self._roots:
            self._roots[key] = ()  # a name bound to itself ends here
            self._roots[key] = self._bound(path, scope, name)
        values = self._roots[key]
        if found is not None and self._bodies.local(path, scope, name) is None:
            for place in self._names.look_up(path, name, scope):
                found.note(place, chain)
        return values

    def _bound(self, path: str, scope: str, name: str) -> tuple[Value, ...]:
        holder = self._bodies.local(path, scope, name)
        if holder is not None:
            if name == holder.receiver:
                return self._receiver(path, holder)
            found = self._from_bindings(path, holder, name)
            if not found and name in holder.parameters and may_take_fixtures(path, holder):
                fixture = self._names.fixture(path, name)
                found = self.result_of(fixture) if fixture else ()
            return found
        places = self._names.look_up(path, name, scope)
        found = tuple(dict.fromkeys(value for place in places for value in self.value_of(place)))
        if not found:
            module = self._bodies.scopes_of(path).get("")
            if module is not None:
                found = self._from_bindings(path, module, name)
            if (
                not places
                and not found
                and name in ("dict", "list", "tuple", "set", "frozenset", "defaultdict")
            ):
                found = (Value("class", Place("", name)),)
        return found

    def _fixtures(self, path: str, scope: Scope) -> Iterator[Place]:
        """Yield the fixtures that the parameters of a test, or of a fixture, mean."""
        if may_take_fixtures(path, scope):
            for name in scope.parameters:
                fixture = self._names.fixture(path, name)
                if fixture is not None:
                    yield fixture

    def _from_bindings(self, path: str, scope: Scope, name: str) -> tuple[Value, ...]:
        found: dict[Value, None] = {}
        for binding in scope.bindings:
            if binding.name == name:
                found |= dict.fromkeys(self.binding(path, scope, binding.type, binding.value))
        return tuple(found)

    def binding(self, path: str, scope: Scope, type_: str, value: str) -> tuple[Value, ...]:
        """Return what a name is bound to, by its type or by its value."""
        owner = self._bodies.owner(path, scope.name)
        if type_:
            handed = _HANDED.match(value)
            values = (
                self._types.given(path, type_, int(handed[1]), owner)
                if handed
                else self._types.typed(path, type_, owner)
            )
            for step in STEP.findall(value, handed.end() if handed else 0):
                values = self._steps.take(path, values, step, None, "")
            return values
        return self._follow(path, scope.name, value, None) if value else ()

    def given(self, values: tuple[Value, ...], step: str) -> tuple[Value, ...]:
        """Return what a function that is handed to one of some functions is given.

        Args:
            values: The functions, or classes that are made.
            step: `&1.0`: the first parameter of what is their second argument.
        """
        argument, _, wanted = step[1:].partition(".")
        found: dict[Value, None] = {}
        for value in values:
            places: tuple[Place, ...] = (value.place,) if value.kind == "callable" else ()
            if value.kind == "class":
                places = self._names.members_called(value.place, "constructor")
            for place in places if argument else ():
                owner = Place(place.path, place.name.rpartition(".")[0])
                for symbol in self._names.symbols(place):
                    parameters = symbol.signature.parameters if symbol.signature else ()
                    said = [one.annotation or "" for one in parameters][int(argument) :][:1]
                    for text in said:
                        around = value.receiver or (owner if owner.name else None)
                        more = self._types.given(place.path, text, int(wanted), around)
                        found |= dict.fromkeys(more)
        return tuple(found)

    def _receiver(self, path: str, scope: Scope) -> tuple[Value, ...]:
        owner = Place(path, scope.owner)
        kind: Kind = "class" if scope.receiver in _FIRST_NAMES else "instance"
        return (Value(kind, owner, receiver=owner),)

    def value_of(self, place: Place, receiver: Place | None = None) -> tuple[Value, ...]:
        """Return what a definition is, reached through a class or not."""
        if not place.path:
            return (Value("outside", place),)
        if not place.name:
            return (Value("module", place),)
        key = (place, receiver)
        if key not in self._values:
            self._values[key] = ()
            if self._depth <= DEPTH:
                self._depth += 1
                self._values[key] = tuple(dict.fromkeys(self._value_of(place, receiver)))[:WIDTH]
                self._depth -= 1
        return self._values[key]

    def _value_of(self, place: Place, receiver: Place | None) -> Iterator[Value]:
        owner = Place(place.path, place.name.rpartition(".")[0])
        for symbol in self._names.symbols(place):
            if symbol.kind in CLASS_KINDS:
                yield Value("class", place)
            elif symbol.kind == "enum_member":
                yield Value("instance", owner)
            elif symbol.kind in VALUE_KINDS:
                yield from self._stored(place, symbol, owner if owner.name else None, receiver)
            elif _is_property(symbol):
                yield from self.result_of(place, receiver)
            else:
                yield Value("callable", place, receiver=receiver)

    def _stored(
        self, place: Place, symbol: Symbol, owner: Place | None, receiver: Place | None
    ) -> Iterator[Value]:
        if symbol.annotation and symbol.annotation.rpartition(".")[2] not in (
            "Final",
            "TypeAlias",
            "ClassVar",
        ):
            yield from self._types.typed(place.path, symbol.annotation, receiver or owner)
            return
        for chain in chains_of(symbol.value or ""):
            if owner is not None and "instance" in symbol.nature:
                yield from self._in_method(
                    Place(owner.path, f"{owner.name}.__init__"), chain, owner
                )
            else:
                yield from self._follow(place.path, owner.name if owner else "", chain, None)

    def _in_method(self, method: Place, chain: str, receiver: Place | None) -> Iterator[Value]:
        """Follow a chain that stands in the body of a function of which only the head was read."""
        root = _ROOT.match(chain)
        symbols = self._names.symbols(method)
        if root is None or not symbols:
            return
        values: tuple[Value, ...] = ()
        name, symbol = root[0], symbols[-1]
        parameters = symbol.signature.parameters if symbol.signature else ()
        locals_ = dict(symbol.bindings)
        owner = Place(method.path, method.name.rpartition(".")[0])
        if (
            owner.name
            and parameters
            and name == parameters[0].name
            and "staticmethod" not in symbol.nature
        ):
            kind: Kind = "class" if name in _FIRST_NAMES else "instance"
            values = (Value(kind, receiver or owner),)
        elif any(parameter.name == name for parameter in parameters):
            written = next(
                parameter.annotation for parameter in parameters if parameter.name == name
            )
            values = self._types.typed(method.path, written, receiver or owner) if written else ()
        elif name in locals_:
            if self._depth < DEPTH:
                self._depth += 1
                for inner in chains_of(locals_[name]):
                    if not inner.startswith(name):
                        values += tuple(self._in_method(method, inner, receiver))
                self._depth -= 1
        elif name == "super":
            values = (Value("super", owner),)
        else:
            values = tuple(
                value
                for place in self._names.look_up(method.path, name, method.name)
                for value in self.value_of(place)
            )
        for step in STEP.findall(chain, root.end()):
            values = self._steps.take(method.path, values, step, None, "")[:WIDTH]
        yield from values

    def result_of(self, place: Place, receiver: Place | None = None) -> tuple[Value, ...]:
        """Return what a call of a function gives: by its annotation, else by what it returns."""
        key = (place, receiver)
        if key not in self._results:
            self._results[key] = ()
            if self._depth <= DEPTH:
                self._depth += 1
                self._results[key] = tuple(dict.fromkeys(self._result_of(place, receiver)))[:WIDTH]
                self._depth -= 1
        return self._results[key]

    def _result_of(self, place: Place, receiver: Place | None) -> Iterator[Value]:
        owner = place.name.rpartition(".")[0]
        for symbol in self._names.symbols(place):
            signature = symbol.signature
            if symbol.kind in CLASS_KINDS:
                yield Value("instance", place)
            elif signature is not None and signature.returns:
                around = receiver or (Place(place.path, owner) if owner else None)
                yield from self._types.typed(place.path, signature.returns, around)
            else:
                given = (one.subject for one in symbol.evidence if one.kind == "returns")
                for chain in (chain for text in given for chain in chains_of(text)):
                    yield from self._in_method(place, chain, receiver)


def _is_property(symbol: Symbol) -> bool:
    if symbol.kind == "property" or "property" in symbol.nature:
        return True
    return any(
        decorator.lstrip("@").partition("(")[0].lower().endswith(("property", "attribute", "slot"))
        for decorator in symbol.decorators
    )
