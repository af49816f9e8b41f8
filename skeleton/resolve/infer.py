"""Says which definitions the names of a file mean, by light inference.

Follows annotations, constructors, returns and members. Runs nothing and ignores the order of
statements: a name stands for everything it is bound to in its scope. What it cannot tell it says:
the attribute stays a bare name for others to match.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.model import Mention, Mentions, Place, Scope, Symbol
from skeleton.resolve.expressions import TypeName, chains_of, type_names
from skeleton.resolve.values import MAPPINGS, Kind, Value, held, outside_member, part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.resolve.names import Names

_CLASS_KINDS = frozenset({"class", "enum", "interface", "struct"})
_VALUE_KINDS = frozenset({"field", "constant", "variable", "enum_member", "type_alias"})
_STEP = re.compile(r"[.~][\w$#]+|\(\)|\[\]|\*>\d+#\d+|\*>\d+|#\d+|[*@^%]")
_ROOT = re.compile(r"[\w$?]+")
_DEPTH = 24
_WIDTH = 12  # alternatives that are followed; more are guesses
_FIRST_NAMES = frozenset({"cls", "mcs", "mcls", "metacls", "klass"})


@dataclass
class _Found:
    """What was mentioned so far: each place with the first chain that led there."""

    named: dict[Place, str] = field(default_factory=dict)
    implied: dict[Place, str] = field(default_factory=dict)
    called: dict[Place, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    missed: Counter[str] = field(default_factory=Counter)
    counts: Counter[Place] = field(default_factory=Counter)

    def finished(self) -> Mentions:
        places = sorted({*self.named, *self.implied, *self.called})
        chains = self.called | self.implied | self.named
        return Mentions(
            found=tuple(
                Mention(
                    place,
                    chains[place],
                    max(self.counts[place], 1),
                    implied=place not in self.named and place not in self.called,
                    called=place in self.called,
                )
                for place in places
            ),
            modules=tuple(sorted(self.modules)),
            missed=tuple(sorted(self.missed.items())),
        )


class Inference:
    """Follows chains of names from one file to another; remembers what it found."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._values: dict[tuple[Place, Place | None], tuple[Value, ...]] = {}
        self._results: dict[tuple[Place, Place | None], tuple[Value, ...]] = {}
        self._roots: dict[tuple[str, str, str], tuple[Value, ...]] = {}
        self._scopes: dict[str, dict[str, Scope]] = {}
        self._attributes: dict[str, dict[str, list[tuple[Scope, str, str]]]] = {}
        self._depth = 0
        self._aliases: dict[tuple[Place, int, Place | None], tuple[Value, ...]] = {}

    def mentions(self, path: str) -> Mentions:
        """Return what a file mentions; the file's own definitions are among it."""
        found = _Found()
        for scope in self._scopes_of(path).values():
            for chain in scope.chains:
                self._follow(path, scope.name, chain, found)
            for place in self._fixtures(path, scope):
                self._note(place, found, place.name)
        for name in self._names.imported_names(path):
            for place in self._names.look_up(path, name):
                if place not in found.named:
                    self._note(place, found, name)
        return found.finished()

    def reached(self, path: str, scope: str, chains: Iterable[str]) -> Mentions:
        """Return what some chains of one scope mention."""
        found = _Found()
        self._scopes_of(path)
        for chain in chains:
            self._follow(path, scope, chain, found)
        return found.finished()

    # Chains

    def _follow(self, path: str, scope: str, chain: str, found: _Found | None) -> tuple[Value, ...]:
        """Return what a chain stands for; with `found`, note every definition on the way."""
        root = _ROOT.match(chain)
        if root is None or self._depth > _DEPTH:
            return ()
        self._depth += 1
        try:
            values = self._root(path, scope, root[0], found, chain)
            for step in _STEP.findall(chain, root.end()):
                values = self._step(path, values, step, found, chain)[:_WIDTH]
                if not values and found is None:
                    return ()
            return values
        finally:
            self._depth -= 1

    def _root(
        self, path: str, scope: str, name: str, found: _Found | None, chain: str
    ) -> tuple[Value, ...]:
        if name == "?":
            return ()
        if name in ("super",):
            owner = self._owner(path, scope)
            return (Value("super", owner),) if owner else ()
        key = (path, scope, name)
        if key not in self._roots:
            self._roots[key] = ()  # a name bound to itself ends here
            self._roots[key] = self._bound(path, scope, name)
        values = self._roots[key]
        if found is not None and self._local(path, scope, name) is None:
            for place in self._names.look_up(path, name, scope):
                self._note(place, found, chain)
        return values

    def _note(self, place: Place, found: _Found, chain: str) -> None:
        if not place.path:
            return
        if not place.name:
            found.modules.add(place.path)
            return
        for one in dict.fromkeys((place, self._names.follow(place))):
            found.named.setdefault(one, chain)
            found.counts[one] += 1

    def _local(self, path: str, scope: str, name: str) -> Scope | None:
        """Return the function that binds a name, looking outwards; `None`: a name of the module."""
        scopes = self._scopes_of(path)
        while scope:
            here = scopes.get(scope)
            if here is not None and not self._is_class(path, scope):
                if name == here.receiver or name in here.parameters:
                    return here
                if any(binding.name == name for binding in here.bindings):
                    return here
            scope = scope.rpartition(".")[0]
        return None

    def _bound(self, path: str, scope: str, name: str) -> tuple[Value, ...]:
        holder = self._local(path, scope, name)
        if holder is not None:
            if name == holder.receiver:
                return self._receiver(path, holder)
            found = self._from_bindings(path, holder, name)
            if not found and name in holder.parameters and _may_take_fixtures(path, holder):
                fixture = self._names.fixture(path, name)
                found = self.result_of(fixture) if fixture else ()
            return found
        places = self._names.look_up(path, name, scope)
        found = tuple(dict.fromkeys(value for place in places for value in self.value_of(place)))
        if not found:
            module = self._scopes_of(path).get("")
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
        if _may_take_fixtures(path, scope):
            for name in scope.parameters:
                fixture = self._names.fixture(path, name)
                if fixture is not None:
                    yield fixture

    def _from_bindings(self, path: str, scope: Scope, name: str) -> tuple[Value, ...]:
        found: dict[Value, None] = {}
        for binding in scope.bindings:
            if binding.name == name:
                found |= dict.fromkeys(self._binding(path, scope, binding.type, binding.value))
        return tuple(found)

    def _binding(self, path: str, scope: Scope, type_: str, value: str) -> tuple[Value, ...]:
        owner = self._owner(path, scope.name)
        if type_:
            values = self.typed(path, type_, owner)
            for step in _STEP.findall(value):
                values = self._step(path, values, step, None, "")
            return values
        return self._follow(path, scope.name, value, None) if value else ()

    def _receiver(self, path: str, scope: Scope) -> tuple[Value, ...]:
        owner = Place(path, scope.owner)
        kind: Kind = "class" if scope.receiver in _FIRST_NAMES else "instance"
        return (Value(kind, owner, receiver=owner),)

    def _owner(self, path: str, scope: str) -> Place | None:
        """Return the class whose method a scope is, or is inside of."""
        scopes = self._scopes_of(path)
        while scope:
            here = scopes.get(scope)
            if here is not None and here.owner:
                return Place(path, here.owner)
            outer = scope.rpartition(".")[0]
            if here is None and outer and self._is_class(path, outer):
                return Place(path, outer)
            scope = outer
        return None

    # Steps

    def _step(
        self, path: str, values: tuple[Value, ...], step: str, found: _Found | None, chain: str
    ) -> tuple[Value, ...]:
        if step.startswith("."):
            return self._attribute(values, step[1:], found, chain)
        if step.startswith("~"):
            return self._argument(values, step[1:], found, chain)
        results: dict[Value, None] = {}
        for value in values:
            if step == "()":
                more = self._call(value, found, chain)
            elif step == "[]":
                more = self._item(value, "__getitem__", found, chain)
            elif step == "@":
                more = self._enter(value, found, chain)
            elif step == "^":
                more = (Value("outside", Place("", "list"), (values,)),)
            elif step == "%":
                more = (Value("outside", Place("", "dict"), ((), values)),)
            elif step.startswith("#"):
                more = part(value, int(step[1:]))
            elif step == "*":
                more = self._each(value, found, chain)
            else:  # `*>1#1`: the second part of each is what the chain holds
                wanted, _, taken = step[2:].partition("#")
                more = self._each(value, found, chain) if wanted == taken else ()
            results |= dict.fromkeys(more)
        return tuple(results)

    def _attribute(
        self, values: tuple[Value, ...], name: str, found: _Found | None, chain: str
    ) -> tuple[Value, ...]:
        results: dict[Value, None] = {}
        hit = False
        for value in values:
            if value.kind == "outside":
                hit = True
                results |= dict.fromkeys(outside_member(value, name))
                continue
            if name == "__class__" and value.kind == "instance":
                results[Value("class", value.place, value.arguments)] = None
                hit = True
                continue
            for place in self._members(value, name):
                hit = True
                if place.path and found is not None:
                    self._note(place, found, chain)
                receiver = value.place if value.kind in ("instance", "class") else value.receiver
                results |= dict.fromkeys(self.value_of(place, receiver))
            bound = self._bound_attribute(value, name)
            hit = hit or bound is not None
            results |= dict.fromkeys(bound or ())
            if (
                not hit
                and value.kind in ("instance", "class", "super")
                and self._has_outside_base(value.place)
            ):
                hit = True
        if found is not None and not hit:
            found.missed[name] += 1
        return tuple(results)

    def _argument(
        self, values: tuple[Value, ...], name: str, found: _Found | None, chain: str
    ) -> tuple[Value, ...]:
        """Note the field that a named argument sets, where a class is made of its fields."""
        for value in values:
            if found is None or value.kind != "instance" or value.place not in found.called:
                continue
            if not self._names.members_called(value.place, "__init__"):
                for place in self._members(value, name):
                    self._note(place, found, chain)
        return ()

    def _members(self, value: Value, name: str) -> tuple[Place, ...]:
        if value.kind == "module":
            return self._names.members_called(value.place, name)
        if value.kind == "super":
            for base in self._names.line_of(value.place)[1:]:
                if self._names.symbols(Place(base.path, f"{base.name}.{name}")):
                    return (Place(base.path, f"{base.name}.{name}"),)
            return ()
        if value.kind in ("instance", "class"):
            return self._names.members_called(value.place, name)
        return ()

    def _bound_attribute(self, value: Value, name: str) -> tuple[Value, ...] | None:
        """Return what methods bind `self.name` to, `None` where their file's uses are unknown."""
        if value.kind not in ("instance", "class"):
            return None
        known = False
        found: dict[Value, None] = {}
        for owner in self._names.line_of(value.place):
            attributes = self._attributes_of(owner.path)
            if not attributes:
                continue
            for scope, type_, chain in attributes.get(f"{owner.name}.{name}", ()):
                known = True
                found |= dict.fromkeys(self._guarded(owner, name, scope, type_, chain))
        return tuple(found) if known else None

    def _guarded(
        self, owner: Place, name: str, scope: Scope, type_: str, chain: str
    ) -> tuple[Value, ...]:
        key = (
            Place(owner.path, f"{owner.name}.{name} = {type_}{chain}"),
            Place(owner.path, scope.name),
        )
        if key not in self._values:
            self._values[key] = ()
            self._values[key] = self._binding(owner.path, scope, type_, chain)
        return self._values[key]

    def _has_outside_base(self, place: Place) -> bool:
        return any(
            self._names.has_outside_base(owner)
            for owner in self._names.line_of(self._names.follow(place))
        )

    def _call(self, value: Value, found: _Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "class":
            if not value.place.path:
                return (Value("outside", value.place, value.arguments),)
            if found is not None:
                found.called.setdefault(value.place, chain)
            return (Value("instance", value.place, value.arguments),)
        if value.kind == "callable":
            if not value.place.path:
                return value.arguments[-1] if value.arguments else ()
            return self.result_of(value.place, value.receiver)
        if value.kind == "instance":
            return self._implied(value, "__call__", found, chain)
        if value.kind == "super":
            return (value,)
        return ()

    def _implied(
        self, value: Value, name: str, found: _Found | None, chain: str
    ) -> tuple[Value, ...]:
        results: dict[Value, None] = {}
        for place in self._members(value, name):
            if place.path:
                if found is not None:
                    found.implied.setdefault(place, chain)
                results |= dict.fromkeys(self.result_of(place, value.place))
        return tuple(results)

    def _item(self, value: Value, name: str, found: _Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "class":
            return (value,)
        if value.kind == "instance":
            return self._implied(value, name, found, chain)
        if value.kind == "outside":
            return held(value)
        return ()

    def _each(self, value: Value, found: _Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "outside":
            if value.place.name.rpartition(".")[2] in MAPPINGS:
                return value.arguments[0] if value.arguments else ()
            return held(value)
        if value.kind == "class":  # an enum
            return (Value("instance", value.place),)
        if value.kind != "instance":
            return ()
        given = self._implied(value, "__iter__", found, chain) or self._implied(
            value, "__aiter__", found, chain
        )
        results: dict[Value, None] = {}
        for one in given:
            if one.kind == "outside":
                results |= dict.fromkeys(held(one))
            elif one.kind == "instance" and one.place != value.place:
                results |= dict.fromkeys(self._implied(one, "__next__", None, chain))
        return tuple(results) or self._implied(value, "__next__", None, chain)

    def _enter(self, value: Value, found: _Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "outside":
            return held(value)
        if value.kind != "instance":
            return ()
        entered = self._implied(value, "__enter__", found, chain) + self._implied(
            value, "__aenter__", found, chain
        )
        return entered or (value,)

    # Definitions

    def value_of(self, place: Place, receiver: Place | None = None) -> tuple[Value, ...]:
        """Return what a definition is, reached through a class or not."""
        if not place.path:
            return (Value("outside", place),)
        if not place.name:
            return (Value("module", place),)
        key = (place, receiver)
        if key not in self._values:
            self._values[key] = ()
            if self._depth <= _DEPTH:
                self._depth += 1
                self._values[key] = tuple(dict.fromkeys(self._value_of(place, receiver)))[:_WIDTH]
                self._depth -= 1
        return self._values[key]

    def _value_of(self, place: Place, receiver: Place | None) -> Iterator[Value]:
        owner = Place(place.path, place.name.rpartition(".")[0])
        for symbol in self._names.symbols(place):
            if symbol.kind in _CLASS_KINDS:
                yield Value("class", place)
            elif symbol.kind == "enum_member":
                yield Value("instance", owner)
            elif symbol.kind in _VALUE_KINDS:
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
            yield from self.typed(place.path, symbol.annotation, receiver or owner)
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
            values = self.typed(method.path, written, receiver or owner) if written else ()
        elif name in locals_:
            if self._depth < _DEPTH:
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
        for step in _STEP.findall(chain, root.end()):
            values = self._step(method.path, values, step, None, "")[:_WIDTH]
        yield from values

    def result_of(self, place: Place, receiver: Place | None = None) -> tuple[Value, ...]:
        """Return what a call of a function gives: by its annotation, else by what it returns."""
        key = (place, receiver)
        if key not in self._results:
            self._results[key] = ()
            if self._depth <= _DEPTH:
                self._depth += 1
                self._results[key] = tuple(dict.fromkeys(self._result_of(place, receiver)))[:_WIDTH]
                self._depth -= 1
        return self._results[key]

    def _result_of(self, place: Place, receiver: Place | None) -> Iterator[Value]:
        owner = place.name.rpartition(".")[0]
        for symbol in self._names.symbols(place):
            signature = symbol.signature
            if symbol.kind in _CLASS_KINDS:
                yield Value("instance", place)
            elif signature is not None and signature.returns:
                around = receiver or (Place(place.path, owner) if owner else None)
                yield from self.typed(place.path, signature.returns, around)
            else:
                for evidence in symbol.evidence:
                    if evidence.kind == "returns":
                        for chain in chains_of(evidence.subject):
                            yield from self._in_method(place, chain, receiver)

    # Types

    def typed(self, path: str, text: str, owner: Place | None = None) -> tuple[Value, ...]:
        """Return the instances that a type as written allows; `owner` is what `Self` means."""
        if self._depth > _DEPTH:
            return ()
        self._depth += 1
        found: dict[Value, None] = {}
        for name in type_names(text):
            found |= dict.fromkeys(self._type(path, name, owner))
        self._depth -= 1
        return tuple(found)[:_WIDTH]

    def _type(self, path: str, written: TypeName, owner: Place | None) -> Iterator[Value]:
        last = written.name.rpartition(".")[2]
        if last == "None" or not last:
            return
        if last in ("Self", "this") and owner is not None:
            yield Value("instance", owner, receiver=owner)
            return
        arguments = tuple(
            tuple(value for one in argument for value in self._type(path, one, owner))
            for argument in written.arguments
        )
        if last in ("type", "Type") and arguments:
            for value in arguments[0]:
                yield Value("class" if value.kind == "instance" else value.kind, value.place)
            return
        if last == "Callable":
            yield Value("callable", Place("", "Callable"), arguments)
            return
        places = self._names.places(path, written.name)
        if not places and owner is not None:
            places = self._names.places(owner.path, f"{owner.name}.{written.name}")
        if not places:
            yield Value("outside", Place("", written.name), arguments)
        for place in places:
            yield from self._instance(self._names.follow(place), arguments, owner)

    def _instance(
        self, place: Place, arguments: tuple[tuple[Value, ...], ...], owner: Place | None
    ) -> Iterator[Value]:
        if not place.path:
            yield Value("outside", place, arguments)
            return
        for symbol in self._names.symbols(place)[:2]:
            if symbol.kind in _CLASS_KINDS:
                yield Value("instance", place, arguments)
            elif symbol.kind in _VALUE_KINDS and symbol.value:
                key = (place, symbol.ordinal, owner)
                if key not in self._aliases:
                    self._aliases[key] = ()  # an alias that leads back to itself adds nothing
                    self._aliases[key] = tuple(self._alias(place, symbol.value, owner))[:_WIDTH]
                yield from self._aliases[key]

    def _alias(self, place: Place, value: str, owner: Place | None) -> Iterator[Value]:
        """Read the right side of a type alias; of a type variable, what bounds it."""
        made = re.match(r"\s*(?:\w+\.)*(TypeVar|NewType|ParamSpec|TypeVarTuple)\s*\(", value)
        if made is None:
            yield from self.typed(place.path, value, owner)
            return
        bound = re.search(r"\bbound\s*=\s*(.+?)\s*(?:,\s*\w+\s*=.*)?,?\s*\)\s*$", value, re.DOTALL)
        if made[1] == "TypeVar" and bound:
            limits = self.typed(place.path, bound[1])
            if owner is not None and any(
                value.place in self._names.line_of(owner) for value in limits if value.place.path
            ):
                yield Value("instance", owner, receiver=owner)
            else:
                yield from limits

    # What was read of a file

    def _scopes_of(self, path: str) -> dict[str, Scope]:
        if path not in self._scopes:
            self._scopes[path] = {}
            found: dict[str, Scope] = {}
            for scope in self._names.uses(path).scopes if self._names.uses_known(path) else ():
                found[scope.name] = (
                    _joined(found[scope.name], scope) if scope.name in found else scope
                )
            self._scopes[path] = found
        return self._scopes[path]

    def _attributes_of(self, path: str) -> dict[str, list[tuple[Scope, str, str]]]:
        if path not in self._attributes:
            found: dict[str, list[tuple[Scope, str, str]]] = {}
            for scope in self._scopes_of(path).values():
                if not scope.receiver:
                    continue
                for binding in scope.bindings:
                    root, _, name = binding.name.partition(".")
                    if root == scope.receiver and name and "." not in name:
                        said = (scope, binding.type, binding.value)
                        found.setdefault(f"{scope.owner}.{name}", []).append(said)
            self._attributes[path] = found
        return self._attributes[path]

    def _is_class(self, path: str, scope: str) -> bool:
        return any(
            symbol.kind in _CLASS_KINDS for symbol in self._names.symbols(Place(path, scope))
        )


def _may_take_fixtures(path: str, scope: Scope) -> bool:
    """Tell whether pytest would fill the parameters of a function."""
    file = path.rpartition("/")[2]
    in_test = file.startswith("test_") or file.endswith("_test.py") or file == "conftest.py"
    return in_test and "." not in scope.name.removeprefix(scope.owner).lstrip(".")


def _is_property(symbol: Symbol) -> bool:
    if symbol.kind == "property" or "property" in symbol.nature:
        return True
    return any(
        decorator.lstrip("@").partition("(")[0].lower().endswith(("property", "attribute", "slot"))
        for decorator in symbol.decorators
    )


def _joined(first: Scope, second: Scope) -> Scope:
    """Join two bodies of one name: overloads, a property and its setter, branches."""
    return Scope(
        name=first.name,
        line=first.line,
        owner=first.owner,
        receiver=first.receiver or second.receiver,
        parameters=tuple(dict.fromkeys(first.parameters + second.parameters)),
        chains=tuple(sorted({*first.chains, *second.chains})),
        bindings=tuple(dict.fromkeys(first.bindings + second.bindings)),
        claims=first.claims + second.claims,
    )
