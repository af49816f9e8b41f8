"""Collects the rules that hold when a class is called: initializers, hooks, validators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.bodies import asserted
from skeleton.contracts.decorators import CALL, decorator_name
from skeleton.contracts.field_rules import field_thrown
from skeleton.contracts.following import all_thrown
from skeleton.contracts.names import split_list
from skeleton.contracts.places import Place
from skeleton.contracts.thrown import renamed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.contracts.places import Project
    from skeleton.contracts.thrown import Thrown
    from skeleton.model import Clause, Symbol

HOOKS = ("__post_init__", "__attrs_post_init__", "model_post_init", "_missing_")
VALIDATORS = frozenset(
    {"field_validator", "validator", "pydantic.field_validator", "pydantic.validator"}
)
MODEL_VALIDATORS = frozenset(
    {"model_validator", "root_validator", "pydantic.model_validator", "pydantic.root_validator"}
)
ITEMS = re.compile(r"\beach_item\s*=\s*True\b")


class Check(NamedTuple):
    """A method that runs when an instance is made, and what its names mean to a caller."""

    place: Place
    values: dict[str, str]
    loop: tuple[str, ...] = ()  # what it is called for, if more than once


def construction_thrown(project: Project, owner: Place) -> list[Thrown]:
    """Return what making an instance raises beyond a constructor; fields as a caller names them."""
    found = list(all_thrown(project, owner))
    for check in _checks(project, owner):
        for one in all_thrown(project, check.place):
            said = renamed(one, check.values)
            found.append(said._replace(conditions=(*check.loop, *said.conditions)))
    for member in owner.symbol.members:
        if member.kind == "field":
            found += field_thrown(project, owner, member)
    return found


def construction_asserts(project: Project, owner: Place) -> list[Clause]:
    """Return what making an instance asserts; libraries turn it into their own error."""
    return [
        clause
        for check in _checks(project, owner)
        for clause in asserted(project, check.place, check.values, check.loop)
    ]


def _checks(project: Project, owner: Place) -> Iterator[Check]:
    hooks = [member for member in owner.symbol.members if is_hook(member)]
    fields = _fields(project, owner) if hooks else set()
    own = {f"self.{name}": name for name in fields} | {f"cls.{name}": name for name in fields}
    for member in hooks:
        place = Place(owner.module, member)
        if member.name in HOOKS:
            yield Check(place, own)
            continue
        for field in validated_fields(member):
            checked = _value_parameter(member)
            if not checked or not field:
                yield Check(place, own)
            elif field == "*" or _is_for_items(member):
                loop = f"for {checked} in {'every field' if field == '*' else field}"
                yield Check(place, own, (loop,))
            else:
                yield Check(place, own | {checked: field})


def _is_for_items(member: Symbol) -> bool:
    """Whether a validator of pydantic 1 is called for each item of the field."""
    return any(ITEMS.search(decorator) for decorator in member.decorators)


def is_hook(symbol: Symbol) -> bool:
    """Whether the rules of a method are shown under its class."""
    return symbol.name in HOOKS or bool(validated_fields(symbol))


def validated_fields(member: Symbol) -> list[str]:
    """Return the fields that a method checks; an empty name for the whole instance."""
    for decorator in member.decorators:
        name = decorator_name(decorator)
        if (
            name.endswith(".validator")
            and name.count(".") == 1
            and name.partition(".")[0] not in ("pydantic", "attr")
        ):
            return [name.partition(".")[0]]
        if name in VALIDATORS:
            call = CALL.match(decorator)
            listed = split_list(call.group(2)) if call and call.group(2) else []
            return [a.strip("\"'") for a in listed if a[:1] in "\"'"] or [""]
        if name in MODEL_VALIDATORS:
            return [""]
    return []


def _value_parameter(member: Symbol) -> str:
    """Return the parameter of a validator that holds the value: attrs' third, pydantic's second."""
    parameters = member.signature.parameters if member.signature else ()
    if any(
        decorator_name(d).endswith(".validator") and decorator_name(d) not in VALIDATORS
        for d in member.decorators
    ):
        return parameters[2].name if len(parameters) > 2 else ""
    return parameters[1].name if len(parameters) > 1 else ""


def _fields(project: Project, owner: Place) -> set[str]:
    return {
        member.name
        for place in project.classes(owner)
        for member in place.symbol.members
        if member.kind in ("field", "variable", "property", "constant")
    }
