"""Reads contracts out of the decorators of contract libraries; says which change nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.instances import KEYWORD
from skeleton.contracts.names import split_list
from skeleton.model import Clause, ClauseKind

if TYPE_CHECKING:
    from skeleton.contracts.dialects import Dialect
    from skeleton.contracts.places import Place

CALL = re.compile(r"@\s*([\w.]+)\s*(?:\((.*)\))?\s*\Z", re.DOTALL)
LAMBDA = re.compile(r"lambda\b[^:]*:\s*(.*)\Z", re.DOTALL)
OPEN_LAMBDA = re.compile(r"(?:\A|=\s*)lambda\b[^:]*\Z")
LIBRARIES: dict[str, ClauseKind] = {
    "icontract.require": "requires", "icontract.ensure": "ensures",
    "icontract.invariant": "invariant", "deal.pre": "requires", "deal.post": "ensures",
    "deal.ensure": "ensures", "deal.inv": "invariant", "require": "requires", "ensure": "ensures",
    "invariant": "invariant",
}  # fmt: skip
RAISES_ONLY = frozenset({"deal.raises", "deal.safe", "deal.pure"})
HARMLESS = frozenset(
    [
        "abstractmethod", "abc.abstractmethod", "asynccontextmanager", "attr.s", "attrs.define",
        "attrs.frozen", "attrs.mutable", "cache", "cached_property", "classmethod",
        "contextlib.asynccontextmanager", "contextlib.contextmanager", "contextmanager",
        "dataclass", "dataclasses.dataclass", "define", "deprecated", "enum.unique", "final",
        "frozen", "functools.cache", "functools.cached_property", "functools.lru_cache",
        "functools.singledispatch", "functools.singledispatchmethod", "functools.total_ordering",
        "functools.wraps", "lru_cache", "override", "property", "runtime_checkable",
        "singledispatch", "staticmethod", "total_ordering", "typing.final", "typing.overload",
        "typing.override", "typing.runtime_checkable", "typing_extensions.deprecated",
        "typing_extensions.override", "unique", "warnings.deprecated", "wraps",
    ]
)  # fmt: skip


def decorator_name(decorator: str) -> str:
    """Return the dotted name of a decorator; empty if it is another expression."""
    found = CALL.match(decorator)
    return found.group(1) if found else ""


def is_plain(symbol_decorators: tuple[str, ...], dialect: Dialect) -> bool:
    """Whether no decorator can change what a function takes or raises."""
    return all(
        dialect.remark.fullmatch(one)
        or (name := decorator_name(one)) in HARMLESS
        or name in LIBRARIES
        or name.endswith((".setter", ".deleter"))
        for one in symbol_decorators
    )


def library_clauses(place: Place) -> list[Clause]:
    """Return what contract libraries are told by decorators."""
    clauses: list[Clause] = []
    line = place.symbol.span.start_line
    for decorator in place.symbol.decorators:
        found = CALL.match(decorator)
        at, line = line, line + decorator.count("\n") + 1
        if found is None or found.group(2) is None:
            continue
        name, arguments = found.group(1), _arguments(found.group(2))
        kind = LIBRARIES.get(name)
        if kind is not None and arguments:
            clauses += _condition(kind, arguments, at)
        elif name in RAISES_ONLY and name == "deal.raises":
            listed = ", ".join(arguments)
            clauses.append(
                Clause(
                    "raises", f"raises only {listed}", "enforced", "decorator", line=at, subject=""
                )
            )
    return clauses


def _arguments(text: str) -> list[str]:
    """Split the arguments of a call; the parameters of a lambda stay with it."""
    found: list[str] = []
    for part in split_list(text):
        if found and OPEN_LAMBDA.search(found[-1]):
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


def _condition(kind: ClauseKind, arguments: list[str], line: int) -> list[Clause]:
    keywords = {k.group(1): k.group(2) for a in arguments if (k := KEYWORD.match(a))}
    first = (
        arguments[0]
        if not KEYWORD.match(arguments[0])
        else keywords.get("condition", keywords.get("validator", ""))
    )
    body = LAMBDA.match(first)
    if body is None:
        return []
    condition = " ".join(body.group(1).split())
    message = next(
        (a for a in arguments[1:] if a[:1] in "\"'"),
        keywords.get("description", keywords.get("message", "")),
    )
    return [
        Clause(
            kind,
            f"{kind} {condition}",
            "enforced",
            "decorator",
            line=line,
            subject=condition,
            condition=condition,
            message=message,
        )
    ]
