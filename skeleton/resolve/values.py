"""What an expression may be, and what the collections of the language pass on.

Collections outside the project are known by their type arguments alone.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from skeleton.model import Place

CLASS_KINDS = frozenset({"class", "enum", "interface", "struct"})
VALUE_KINDS = frozenset({"field", "constant", "variable", "enum_member", "type_alias"})
DEPTH = 24  # steps from one definition to the next that are followed
WIDTH = 12  # alternatives that are followed; more are guesses
MAPPINGS = frozenset(
    {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"}
    | {"ChainMap", "WeakValueDictionary", "immutabledict", "Map", "ReadonlyMap", "Record"}
)
_ITEMS_OF = frozenset({"get", "pop", "setdefault", "popleft", "at", "shift", "find", "popitem"})
_SAME = frozenset({"copy", "filter", "slice", "reverse", "sort", "concat", "toSorted", "union"})

Kind = Literal["instance", "class", "module", "callable", "outside", "super"]


class Value(NamedTuple):
    """What an expression may be: an instance of a class, a class, a module, something to call."""

    kind: Kind
    place: Place  # outside the project: only a dotted name
    # what a collection holds, by its type arguments; the last: what a call gives
    arguments: tuple[tuple[Value, ...], ...] = ()
    receiver: Place | None = None  # the class a method was reached through


def held(value: Value) -> tuple[Value, ...]:
    """Return what a collection outside the project holds, by its type arguments."""
    if not value.arguments:
        return ()
    name = value.place.name.rpartition(".")[2]
    if name in MAPPINGS:
        return value.arguments[-1]
    if name in ("tuple", "Tuple"):
        return tuple(dict.fromkeys(one for part in value.arguments for one in part))
    return value.arguments[0]


def part(value: Value, place: int) -> tuple[Value, ...]:
    """Return one part of a tuple; of another collection, what it holds."""
    if value.kind != "outside" or not value.arguments:
        return ()
    if value.place.name.rpartition(".")[2] in ("tuple", "Tuple"):
        if place < len(value.arguments):
            return value.arguments[place]
        return value.arguments[0] if len(value.arguments) <= 2 else ()
    return held(value)


def outside_member(value: Value, name: str) -> tuple[Value, ...]:
    """Return the members of built-in collections that pass on what they hold."""
    if not value.arguments:
        return ()
    inside = held(value)
    if name == "items" and value.place.name.rpartition(".")[2] in MAPPINGS:
        pair = Value("outside", Place("", "tuple"), (value.arguments[0], inside))
        return (_list_of((pair,)),)
    if name == "values":
        return (_list_of(inside),)
    if name == "keys":
        return (_list_of(value.arguments[0]),)
    if name in _ITEMS_OF:
        return (_gives(inside),)
    if name in _SAME:
        return (_gives((value,)),)
    return ()


def _list_of(items: tuple[Value, ...]) -> Value:
    return _gives((Value("outside", Place("", "list"), (items,)),))


def _gives(result: tuple[Value, ...]) -> Value:
    return Value("callable", Place("", ""), (result,))
