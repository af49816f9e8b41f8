"""Says what the attributes of an instance stand for, from what its class is called with.

Only attributes that a constructor sets to one of its parameters as given, and fields of a class
whose constructor is made from them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.names import split_list
from skeleton.model import Argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.contracts.places import Place, Project
    from skeleton.model import Symbol

KEYWORD = re.compile(r"([A-Za-z_]\w*)\s*=(?!=)\s*(.*)\Z", re.DOTALL)
SET = re.compile(r"(?P<targets>[^=]+?)(?::[^=]*)?=(?!=)\s*(?P<values>.*)\Z", re.DOTALL)


def argument(text: str) -> Argument:
    """Return one argument of a call, as written in a decorator or a value."""
    keyword = KEYWORD.match(text)
    return Argument(keyword.group(2), keyword.group(1)) if keyword else Argument(text)


def bind_arguments(
    symbol: Symbol, arguments: tuple[Argument, ...], *, bound: bool
) -> dict[str, str | None]:
    """Return what each parameter of a callee stands for at a call; `None` for unknown."""
    parameters = symbol.signature.parameters if symbol.signature else ()
    values: dict[str, str | None] = {}
    if bound and parameters:
        if parameters[0].name == "self":
            values["self"] = "self"
        parameters = parameters[1:]
    spread = any(a.text.startswith("*") for a in arguments)
    positional = [a.text for a in arguments if not a.keyword and not a.text.startswith("*")]
    named = {a.keyword: a.text for a in arguments if a.keyword}
    if spread:
        first = next(i for i, a in enumerate(arguments) if a.text.startswith("*"))
        positional = [a.text for a in arguments[:first] if not a.keyword]
    for parameter in parameters:
        name, kind = parameter.name, parameter.kind
        if kind in ("var_positional", "var_keyword"):
            values[name] = None
            if kind == "var_positional":
                positional = []
        elif kind != "keyword_only" and positional:
            values[name] = positional.pop(0)
        elif name in named and kind != "positional_only":
            values[name] = named[name]
        elif spread:
            values[name] = None
        else:
            values[name] = parameter.default
    return values


def attribute_values(
    project: Project, owner: Place, arguments: tuple[Argument, ...]
) -> dict[str, str]:
    """Return the texts that `self.NAME` stands for in the methods of an instance."""
    made = project.member(owner, "__init__")
    if made is None:
        return field_values(owner, arguments)
    values = bind_arguments(made.symbol, arguments, bound=True)
    rebound = {f"rebinds {name}" for name in values} & set(made.symbol.operations)
    found: dict[str, str] = {}
    for member in made.symbol.members:
        for target, given in _pairs(member.head):
            value = values.get(given)
            if target == f"self.{member.name}" and value and f"rebinds {given}" not in rebound:
                found[target] = value
    return found


def _pairs(assignment: str) -> Iterator[tuple[str, str]]:
    """Yield target and value of `self.a, self.b = a, b`, and of an assignment of one target."""
    found = SET.match(assignment)
    if found is not None:
        targets, values = split_list(found["targets"]), split_list(found["values"])
        if len(targets) == len(values):
            yield from zip(targets, values, strict=True)


def field_values(owner: Place, arguments: tuple[Argument, ...]) -> dict[str, str]:
    """Return what `self.FIELD` stands for when a class with a made constructor is called."""
    fields = [m for m in owner.symbol.members if m.kind == "field" and (m.annotation or m.value)]
    positional = [a.text for a in arguments if not a.keyword]
    named = {a.keyword: a.text for a in arguments if a.keyword}
    values: dict[str, str] = {}
    if any(a.text.startswith("*") for a in arguments):
        return values
    for member in fields:
        if positional:
            values[f"self.{member.name}"] = positional.pop(0)
        else:
            value = named.get(member.name, member.value)
            if value is not None and "(" not in value:
                values[f"self.{member.name}"] = value
    return values
