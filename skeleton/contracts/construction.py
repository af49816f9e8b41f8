"""Collects the rules that hold when a class is called: initializers, hooks, validators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.decorators import CALL, decorator_name
from skeleton.contracts.names import split_list, substitute
from skeleton.contracts.places import Place
from skeleton.contracts.thrown import Thrown, all_thrown

if TYPE_CHECKING:
    from skeleton.contracts.places import Project
    from skeleton.model import Symbol

HOOKS = ("__post_init__", "__attrs_post_init__", "model_post_init", "_missing_")
VALIDATORS = frozenset(
    {"field_validator", "validator", "pydantic.field_validator", "pydantic.validator"}
)
MODEL_VALIDATORS = frozenset(
    {"model_validator", "root_validator", "pydantic.model_validator", "pydantic.root_validator"}
)
NAME = re.compile(r"[A-Za-z_][\w.]*\Z")
GIVEN = re.compile(r"\b(?:validator|converter)\s*=\s*(\[[^\]]*\]|[\w.]+)(?![\w.]*\s*\()")
ANNOTATED = re.compile(r"\b(?:After|Before|Plain)Validator\(\s*([\w.]+)")
ITEMS = re.compile(r"\beach_item\s*=\s*True\b")


def construction_thrown(project: Project, owner: Place) -> list[Thrown]:
    """Return what making an instance raises beyond a constructor; fields as a caller names them."""
    fields = _fields(project, owner)
    own = {f"self.{name}": name for name in fields} | {f"cls.{name}": name for name in fields}
    found = list(all_thrown(project, owner))
    for member in owner.symbol.members:
        place = Place(owner.module, member)
        if member.name in HOOKS:
            found += _renamed(all_thrown(project, place), own)
            continue
        for field in validated_fields(member):
            checked = _value_parameter(member)
            thrown = all_thrown(project, place)
            if checked and field and (field == "*" or _is_for_items(member)):
                loop = f"for {checked} in {'every field' if field == '*' else field}"
                thrown = [one._replace(conditions=(loop, *one.conditions)) for one in thrown]
                found += _renamed(thrown, own)
            else:
                found += _renamed(thrown, own | {checked: field} if checked and field else own)
    for member in owner.symbol.members:
        if member.kind == "field":
            found += _given_validators(project, owner, member)
    return found


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


def _renamed(found: list[Thrown], values: dict[str, str]) -> list[Thrown]:
    return [
        one._replace(
            conditions=tuple(substitute(c, values) for c in one.conditions),
            bindings=tuple((name, substitute(value, values)) for name, value in one.bindings),
        )
        for one in found
    ]


def _given_validators(project: Project, owner: Place, member: Symbol) -> list[Thrown]:
    """Return what functions named in a field raise: `field(validator=positive)`."""
    listed = [
        part
        for given in GIVEN.findall(member.value or "")
        for part in split_list(given.strip("[]"))
    ]
    listed += ANNOTATED.findall(member.annotation or "")
    found: list[Thrown] = []
    for name in listed:
        place = project.find(owner.module.path, name) if NAME.match(name) else None
        if place is None or place.symbol.kind != "function" or place.symbol.signature is None:
            continue
        parameters = place.symbol.signature.parameters
        if len(parameters) not in (1, 3):  # attrs hands over instance, attribute, value
            continue
        values = {parameters[-1].name: member.name}
        found += [
            one._replace(via=(place.symbol.name, *one.via))
            for one in _renamed(all_thrown(project, place), values)
        ]
    return found
