"""Follows the functions that a field names: validators and converters of attrs and of pydantic.

What a library's own validator says stands in the field as written; only functions of the project
are followed, through what joins them: lists, `and_`, `optional`, `deep_iterable`, `pipe`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.following import all_thrown
from skeleton.contracts.instances import argument, bind_arguments
from skeleton.contracts.thrown import Thrown, raised, renamed
from skeleton.contracts.wrappers import NESTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.contracts.places import Place, Project
    from skeleton.model import Symbol

PYDANTIC = frozenset({"AfterValidator", "BeforeValidator", "PlainValidator", "WrapValidator"})


class Given(NamedTuple):
    """A function that is called with the value of a field."""

    name: str
    arguments: tuple[str, ...] | None  # of the call that makes the function, if one does
    conditions: tuple[str, ...]  # under which it is called
    first: bool  # the value is its first parameter


def field_thrown(project: Project, owner: Place, member: Symbol) -> list[Thrown]:
    """Return what the functions raise that a field names, as said of the field."""
    found: list[Thrown] = []
    path = owner.module.path
    for given in _of_value(member.value or "", member.name):
        found += _raised_by(project, path, given, member.name)
    where, annotation = path, member.annotation or ""
    alias = project.find(path, annotation) if annotation.replace(".", "").isidentifier() else None
    if alias is not None and alias.symbol.value and alias.symbol.kind != "class":
        where, annotation = alias.module.path, alias.symbol.value
    for given in _of_annotation(annotation):
        found += _raised_by(project, where, given, member.name)
    return found


def _of_value(text: str, field: str) -> Iterator[Given]:
    """Yield what `field(validator=.., converter=..)` names."""
    call = _parsed(text) if "validator" in text or "converter" in text else None
    if not isinstance(call, ast.Call):
        return
    for keyword in call.keywords:
        if keyword.arg in ("validator", "converter"):
            yield from _named(keyword.value, text, field, (), keyword.arg == "converter")


def _of_annotation(text: str) -> Iterator[Given]:
    """Yield what `Annotated[T, AfterValidator(f)]` names."""
    tree = _parsed(text) if "Validator" in text else None
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call) and node.args and _last(node.func) in PYDANTIC:
            yield from _named(node.args[0], text, "", (), True)


def _named(
    node: ast.expr, text: str, field: str, conditions: tuple[str, ...], first: bool
) -> Iterator[Given]:
    """Yield the functions behind an expression that stands for one, or for several in turn."""
    if isinstance(node, ast.List | ast.Tuple):
        for part in node.elts[: 1 if first else None]:  # a converter takes what the last one gave
            yield from _named(part, text, field, conditions, first)
    elif isinstance(node, ast.Name | ast.Attribute):
        yield Given(ast.unparse(node), None, conditions, first)
    elif isinstance(node, ast.Call):
        name = _last(node.func)
        if name == "optional" and node.args:
            known = (*conditions, f"{field} is not None")
            yield from _named(node.args[0], text, field, known, first)
        elif name in ("and_", "pipe"):
            yield from _named(ast.Tuple(node.args), text, field, conditions, first)
        elif name == "deep_iterable":
            each = (*conditions, f"for item in {field}")
            members = [k.value for k in node.keywords if k.arg == "member_validator"]
            for part in [*node.args, *members][:1]:
                yield from _named(part, text, "item", each, first)
        else:
            listed = [*node.args, *node.keywords]
            said = tuple(ast.get_source_segment(text, part) or "" for part in listed)
            yield Given(ast.unparse(node.func), said, conditions, first)


def _raised_by(project: Project, path: str, given: Given, field: str) -> list[Thrown]:
    place = project.find(path, given.name)
    if place is None or place.symbol.kind != "function" or place.symbol.signature is None:
        return []
    loops = any(one.startswith("for item in ") for one in given.conditions)
    subject = "item" if loops else field
    if given.arguments is None:
        names = [p.name for p in place.symbol.signature.parameters]
        found, values = all_thrown(project, place), {}
    else:
        inner = [e for e in place.symbol.evidence if e.kind == "raises" and e.inside]
        names = NESTED.findall(inner[0].inside)[-1][1].split(", ") if inner else []
        found = [raised(e, place.module.path) for e in inner]
        known = bind_arguments(place.symbol, tuple(map(argument, given.arguments)), bound=False)
        values = {name: value for name, value in known.items() if value is not None}
    at = 0 if given.first else 2
    if at >= len(names) or (not given.first and len(names) != 3):
        return []
    values |= {names[at]: subject}
    told = []
    for one in found:
        said = renamed(one, values)
        if f"{field} is not None" in given.conditions and f"{field} is None" in said.conditions:
            continue  # never called with it
        told.append(
            said._replace(
                conditions=(*given.conditions, *said.conditions),
                via=(place.symbol.name, *one.via),
            )
        )
    return told


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _last(node: ast.expr) -> str:
    """Return the last name of a callee."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
