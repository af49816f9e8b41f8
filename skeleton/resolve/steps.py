"""Takes the steps of a chain: what an attribute, a call, an item of a value stands for.

Knows what collections pass on, and the methods that syntax calls by itself. What a definition is,
and what a call of it gives, is asked of the inference that owns it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from skeleton.model import Place
from skeleton.resolve.values import MAPPINGS, Value, held, outside_member, part

if TYPE_CHECKING:
    from skeleton.model import Scope
    from skeleton.resolve.bodies import Bodies
    from skeleton.resolve.found import Found
    from skeleton.resolve.names import Names

STEP = re.compile(r"&\d*\.\d+|[.~][\w$#]+|\(\)|\[\]|\*>\d+#\d+|\*>\d+|#\d+|[*@^%]")


class Known(Protocol):
    """Says what definitions and bindings stand for."""

    def value_of(self, place: Place, receiver: Place | None = None) -> tuple[Value, ...]:
        """Return what a definition is."""

    def result_of(self, place: Place, receiver: Place | None = None) -> tuple[Value, ...]:
        """Return what a call of a function gives."""

    def given(self, values: tuple[Value, ...], step: str) -> tuple[Value, ...]:
        """Return what a function that is handed to one of some functions is given."""

    def binding(self, path: str, scope: Scope, type_: str, value: str) -> tuple[Value, ...]:
        """Return what a name is bound to, by its type or by its value."""


class Steps:
    """Takes one step after another; with `found`, notes every definition on the way."""

    def __init__(self, names: Names, bodies: Bodies, known: Known) -> None:
        self._names, self._bodies, self._known = names, bodies, known
        self._bound: dict[tuple[Place, Place], tuple[Value, ...]] = {}

    def take(
        self, path: str, values: tuple[Value, ...], step: str, found: Found | None, chain: str
    ) -> tuple[Value, ...]:
        """Return what the values become: `.name`, `()`, `[]`, or a step that only bindings have."""
        if step.startswith("."):
            return self._attribute(values, step[1:], found, chain)
        if step.startswith("~"):
            return self._argument(values, step[1:], found, chain)
        if step.startswith("&"):
            return self._known.given(values, step)
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
        self, values: tuple[Value, ...], name: str, found: Found | None, chain: str
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
                    found.note(place, chain)
                receiver = value.place if value.kind in ("instance", "class") else value.receiver
                results |= dict.fromkeys(self._known.value_of(place, receiver))
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
        self, values: tuple[Value, ...], name: str, found: Found | None, chain: str
    ) -> tuple[Value, ...]:
        """Note the field that a named argument sets, where a class is made of its fields."""
        for value in values:
            if found is None or value.kind != "instance" or value.place not in found.called:
                continue
            if not self._names.members_called(value.place, "__init__"):
                for place in self._members(value, name):
                    found.note(place, chain)
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
            attributes = self._bodies.attributes_of(owner.path)
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
        if key not in self._bound:
            self._bound[key] = ()
            self._bound[key] = self._known.binding(owner.path, scope, type_, chain)
        return self._bound[key]

    def _has_outside_base(self, place: Place) -> bool:
        return any(
            self._names.has_outside_base(owner)
            for owner in self._names.line_of(self._names.follow(place))
        )

    def _call(self, value: Value, found: Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "class":
            if not value.place.path:
                return (Value("outside", value.place, value.arguments),)
            if found is not None:
                found.called.setdefault(value.place, chain)
            return (Value("instance", value.place, value.arguments),)
        if value.kind == "callable":
            if not value.place.path:
                return value.arguments[-1] if value.arguments else ()
            return self._known.result_of(value.place, value.receiver)
        if value.kind == "instance":
            return self._implied(value, "__call__", found, chain)
        if value.kind == "super":
            return (value,)
        return ()

    def _implied(
        self, value: Value, name: str, found: Found | None, chain: str
    ) -> tuple[Value, ...]:
        results: dict[Value, None] = {}
        for place in self._members(value, name):
            if place.path:
                if found is not None:
                    found.implied.setdefault(place, chain)
                results |= dict.fromkeys(self._known.result_of(place, value.place))
        return tuple(results)

    def _item(self, value: Value, name: str, found: Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "class":
            return (value,)
        if value.kind == "instance":
            return self._implied(value, name, found, chain)
        if value.kind == "outside":
            return held(value)
        return ()

    def _each(self, value: Value, found: Found | None, chain: str) -> tuple[Value, ...]:
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

    def _enter(self, value: Value, found: Found | None, chain: str) -> tuple[Value, ...]:
        if value.kind == "outside":
            return held(value)
        if value.kind != "instance":
            return ()
        entered = self._implied(value, "__enter__", found, chain) + self._implied(
            value, "__aenter__", found, chain
        )
        return entered or (value,)
