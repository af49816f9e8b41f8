"""Says which instances a type as written allows: through aliases, bounds and type arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.model import Place
from skeleton.resolve.expressions import TypeName, parameters_in, split_at, type_names
from skeleton.resolve.values import CLASS_KINDS, DEPTH, VALUE_KINDS, WIDTH, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.resolve.names import Names


_ALIASES = 5  # of function types that lead to one another
_NAMED = re.compile(r"[A-Za-z_$][\w$.]*")


class Types:
    """Reads types; what an alias stands for is remembered."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._depth = 0
        self._aliases: dict[tuple[Place, int, Place | None], tuple[Value, ...]] = {}

    def typed(self, path: str, text: str, owner: Place | None = None) -> tuple[Value, ...]:
        """Return the instances that a type as written allows; `owner` is what `Self` means."""
        if self._depth > DEPTH:
            return ()
        self._depth += 1
        found: dict[Value, None] = {}
        for name in type_names(text):
            found |= dict.fromkeys(self._type(path, name, owner))
        self._depth -= 1
        return tuple(found)[:WIDTH]

    def given(
        self, path: str, text: str, wanted: int, owner: Place | None = None, depth: int = 0
    ) -> tuple[Value, ...]:
        """Return what a function of a type is given: `(c: Context, next: Next) => void`.

        Args:
            path: The file of the type.
            text: The type as written; an alias or an interface that can be called is followed.
            wanted: The place of the parameter, from 0; `this` does not count.
            owner: What `Self` means.
            depth: Of aliases on the way.
        """
        found: dict[Value, None] = {}
        for part in split_at(text, "|") if depth <= _ALIASES else ():
            parameters = parameters_in(part)
            if parameters is not None:
                for said in parameters[wanted : wanted + 1]:
                    found |= dict.fromkeys(self.typed(path, said, owner))
                continue
            named = _NAMED.match(part)
            for place in self._names.places(path, named.group()) if named else ():
                real = self._names.follow(place)
                for symbol in self._names.symbols(real):
                    if symbol.kind == "type_alias" and symbol.value:
                        more = self.given(real.path, symbol.value, wanted, owner, depth + 1)
                        found |= dict.fromkeys(more)
                    for member in symbol.members:
                        if member.name == "()" and member.signature:
                            listed = [p.annotation or "" for p in member.signature.parameters]
                            for one in listed[wanted : wanted + 1]:
                                found |= dict.fromkeys(self.typed(real.path, one, owner))
        return tuple(found)[:WIDTH]

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
            if symbol.kind in CLASS_KINDS:
                yield Value("instance", place, arguments)
            elif symbol.kind in VALUE_KINDS and symbol.value:
                key = (place, symbol.ordinal, owner)
                if key not in self._aliases:
                    self._aliases[key] = ()  # an alias that leads back to itself adds nothing
                    self._aliases[key] = tuple(self._alias(place, symbol.value, owner))[:WIDTH]
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
