"""Says in the words of a caller what a function raises that it calls.

Parameters are replaced by the arguments of the call, textually; what cannot be said in the words of
the caller loses its condition, never gets another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.calls import MADE, step
from skeleton.contracts.hierarchy import is_caught
from skeleton.contracts.names import (
    BUILTINS,
    bound_in,
    names_in,
    roots_in,
    split_and,
    substitute,
)
from skeleton.contracts.thrown import UNREADABLE, Thrown
from skeleton.contracts.truth import are_opposite, truth_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skeleton.contracts.places import Place, Project
    from skeleton.model import Evidence

DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")
NOTHING = frozenset({"None", "null", "undefined", "nil"})


def lifted(
    project: Project,
    caller: Place,
    call: Evidence,
    callee: Place,
    inner: list[Thrown],
    values: Mapping[str, str | None],
) -> list[Thrown]:
    """Say in the caller's words what a callee raises; what its handlers catch is gone."""
    symbol, own, dialect = callee.symbol, call.word == "own", project.dialect(callee.module)
    values = {**values, **{f"${name}": value for name, value in values.items()}}  # as in PHP
    rebound = {o.removeprefix("rebinds ") for o in symbol.operations if o.startswith("rebinds ")}
    unknown = {
        name for name, value in values.items() if value is None or value == UNREADABLE
    } | rebound
    known = {
        name: value for name, value in values.items() if value is not None and name not in unknown
    }
    own_names = {p.name for p in symbol.signature.parameters} if symbol.signature else set()
    own_names |= values.keys() | {f"${name}" for name in own_names}
    made_here = {name for name in rebound if dialect.constant.fullmatch(values.get(name) or "")}
    attributes = dict.fromkeys((name for name in known if "." in name), "0")
    found: list[Thrown] = []
    path = caller.module.path
    for one in (_named(one, caller, call, callee, known) for one in inner):
        if call.caught and is_caught(project, (one.named_in, one.exception), call.caught, path):
            continue
        bindings = dict(one.bindings or symbol.bindings)
        conditions: list[str] | None = list(call.conditions)
        if UNREADABLE in one.conditions or one.otherwise or (one.handler and call.handler):
            conditions = None
        kept: dict[str, str] = {}
        for condition in one.conditions if conditions is not None else ():
            said = _simplified(substitute(condition, known))
            if said is None or dialect.never.fullmatch(said) or _has_it(project, caller, said):
                break
            if condition == one.conditions[-1] != said and dialect.of_literal.fullmatch(said):
                break
            if not said:
                continue
            names = roots_in(substitute(condition, attributes)) - _bound_by(one.conditions)
            if names and names - BUILTINS <= made_here:
                break  # asks for what the function made itself, in place of a default
            local = {
                n
                for n in names
                if n not in own_names
                and n not in BUILTINS
                and not _is_of_file(project, callee, n, own=own)
                and project.find(one.path, n) is None
            }
            for name in (one for one in bindings if one in local):  # as they are assigned
                kept[name] = substitute(bindings[name], known)
            missing = (names & unknown) | (local - set(bindings))
            missing |= {
                n
                for name in kept
                for n in roots_in(substitute(bindings[name], attributes))
                if n in unknown
                or not (n in known or n in BUILTINS or _is_of_file(project, callee, n, own=own))
            }
            if " not in " in said and f"for {said.replace(' not in ', ' in ')}" in call.conditions:
                break
            if not (missing or local) and any(are_opposite(said, c) for c in call.conditions):
                if _is_steady(project, caller, said):
                    break
                conditions = None
            if missing:
                conditions = None
            if conditions is not None:
                conditions.append(said)
        else:
            found.append(
                _through_call(
                    one,
                    caller,
                    call,
                    callee,
                    tuple(conditions) if conditions is not None else None,
                    kept,
                )
            )
    return found


def _named(
    one: Thrown, caller: Place, call: Evidence, callee: Place, known: Mapping[str, str]
) -> Thrown:
    """Return a raise of what the callee was given, a class or an exception, by its own name."""
    given = known.get(one.exception)
    if given is None or one.named_in != callee.module.path:
        return one
    made = MADE.match(given)
    name = made.group(1) if made else given
    if not DOTTED.match(name) or name in NOTHING:
        return one
    written = any(argument.text == given for argument in call.arguments)  # else it is a default
    return one._replace(
        exception=name, named_in=caller.module.path if written else callee.module.path
    )


def _has_it(project: Project, caller: Place, condition: str) -> bool:
    """Whether a condition asks for what its class lacks, and the class has that as a method."""
    asked = project.dialect(caller.module).lacks.fullmatch(condition)
    owner = project.owner(caller) if asked else None
    found = project.member(owner, asked.group(1)) if asked and owner is not None else None
    return found is not None and found.symbol.kind == "method" and not found.symbol.decorators


def _simplified(condition: str) -> str | None:
    """Drop what arguments have settled: empty if it always holds, `None` if it never does."""
    parts = [(part, truth_of(part)) for part in split_and(condition)]
    if any(truth is False for _, truth in parts):
        return None
    return " and ".join(part for part, truth in parts if truth is None)


def _is_steady(project: Project, caller: Place, text: str) -> bool:
    """Whether the names of a text mean the same all through a body."""
    symbol, names = caller.symbol, names_in(text)
    parameters = symbol.signature.parameters if symbol.signature else ()
    known = (
        {p.name for p in parameters}
        | {name for name, _ in symbol.bindings}
        | {*project.dialect(caller.module).receivers}
    )
    written = {f"rebinds {name.partition('.')[0]}" for name in names} & {*symbol.operations}
    set_here = {f"{name} =" for name in names} & {e.subject for e in symbol.evidence}
    return not (written or set_here) and all(
        root in known or project.is_of_file(caller.module, root) for root in roots_in(text)
    )


def _bound_by(conditions: tuple[str, ...]) -> set[str]:
    return {name for condition in conditions for name in bound_in(condition)}


def _through_call(
    one: Thrown,
    caller: Place,
    call: Evidence,
    callee: Place,
    conditions: tuple[str, ...] | None,
    kept: dict[str, str],
) -> Thrown:
    """Return what a callee raises as its caller sees it; unknown conditions leave only a mark."""
    name = callee.symbol.name
    return Thrown(
        one.exception,
        one.named_in,
        one.line,
        one.path,
        conditions if conditions is not None else (UNREADABLE,),
        call.handler or (one.handler if conditions is not None else ""),
        conditions == () and call.otherwise,
        one.message,
        one.word,
        (name, *one.via),
        one.public + step(caller, call, callee, one.via, told=conditions is not None),
        one.again,
        tuple(kept.items()),
        call.line,
        one.code,
    )


def _is_of_file(project: Project, place: Place, name: str, *, own: bool) -> bool:
    """Whether a name is one of the file a function stands in, not a local of the function.

    A bare member is one of the caller too if it calls a method of its `own`; else a constant is.
    """
    if name in project.dialect(place.module).receivers or project.is_of_file(place.module, name):
        return True
    return (own or name.isupper()) and project.is_known(place, name)
