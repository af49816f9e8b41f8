"""Follows calls to what they raise: helpers, methods, constructors, setters.

At most three calls deep.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from skeleton.contracts.calls import (
    binds_receiver,
    is_deferred,
    is_own_method,
    receiver_of,
    resolve_call,
)
from skeleton.contracts.hierarchy import is_caught
from skeleton.contracts.instances import argument, attribute_values, bind_arguments, field_values
from skeleton.contracts.lifting import lifted
from skeleton.contracts.names import split_list
from skeleton.contracts.thrown import Reach, Thrown, raised

if TYPE_CHECKING:
    from skeleton.contracts.places import Place, Project
    from skeleton.model import Evidence

MAX_DEPTH = 3
MAX_THROWN = 40  # of one function; a caller gets no more from it
FOLLOWED = frozenset({"function", "method", "constructor", "property"})
FACTORY = re.compile(r"(?:(?:self|this)\.)?[a-z_]\w*\Z")  # no class: `throw failed(x)`
DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")


def own_thrown(project: Project, place: Place) -> list[Thrown]:
    """Return what the body of a function raises itself, and lets out."""
    path = place.module.path
    project.raising[path] = place.module
    found: list[Thrown] = []
    evidence = place.symbol.evidence
    for e, following in zip_longest(evidence, evidence[1:]):
        if e.kind != "raises" or e.inside:
            continue
        if following and following.kind == "checks" and _is_read(project, place, following):
            continue
        if e.caught and is_caught(project, (path, e.subject), e.caught, path):
            continue
        one = raised(e, path)
        if FACTORY.match(e.subject):
            one = one._replace(exception=_made_by(project, place, e.subject) or one.exception)
        found.append(one)
    return found


def _is_read(project: Project, place: Place, check: Evidence) -> bool:
    """Whether what was taken for a check by its name is a function of the project."""
    callee = resolve_call(project, place, check)
    return callee is not None and callee.symbol.body is not None


def _made_by(project: Project, place: Place, factory: str) -> str:
    """Return the exception that a function makes, by the type of its result: `throw failed(x)`."""
    name = factory.rpartition(".")[2]
    members = (project.member(owner, name) for owner in project.owners(place))
    made = next((one for one in members if one is not None), None)
    made = made or project.find(place.module.path, factory)
    signature = made.symbol.signature if made is not None else None
    returns = (signature.returns if signature else "") or ""
    return returns if DOTTED.match(returns) else ""


def all_thrown(project: Project, place: Place, depth: int = MAX_DEPTH) -> list[Thrown]:
    """Return what a function raises and what the functions it calls raise through it."""
    key = (place.module.path, place.symbol.qualified_name, place.symbol.ordinal, depth)
    known = project.thrown.get(key)
    if known is not None:
        return known
    project.thrown[key] = []  # a function that calls itself adds nothing
    found = own_thrown(project, place)
    if depth > 0 and "abstract" not in place.symbol.nature:
        for e in place.symbol.evidence:
            if len(found) >= MAX_THROWN:
                break
            if e.kind in ("calls", "checks") and not e.inside:
                found += through(project, place, e, depth)
    project.thrown[key] = _joined(found)[:MAX_THROWN]
    return project.thrown[key]


def _joined(found: list[Thrown]) -> list[Thrown]:
    """Join what calls in both arms of a condition let out: it comes whether that holds or not."""
    if len(found) < 2:
        return found
    kept: list[Thrown] = []
    for one in found:
        others = enumerate(kept) if one.via else ()
        place = next((at for at, other in others if _other_arm(one, other)), None)
        if place is None:
            kept.append(one)
        else:
            both = tuple(test for test in one.conditions if test in kept[place].conditions)
            kept[place] = kept[place]._replace(conditions=both)
    return kept


def _other_arm(one: Thrown, other: Thrown) -> bool:
    """Whether two exceptions differ in one condition alone, and that in a `not`."""
    if (one.line, one.path, one.exception, one.via) != (
        other.line,
        other.path,
        other.exception,
        other.via,
    ):
        return False
    pairs = zip(one.conditions, other.conditions, strict=False)
    apart = [(test, also) for test, also in pairs if test != also]
    if len(one.conditions) != len(other.conditions) or len(apart) != 1:
        return False
    ((test, also),) = apart
    opposite = test == f"not ({also})" or also == f"not ({test})"
    return opposite and one._replace(conditions=(), at=0) == other._replace(conditions=(), at=0)


def through(project: Project, caller: Place, call: Evidence, depth: int) -> list[Thrown]:
    """Return what one call lets out, in the words of the caller."""
    callee = resolve_call(project, caller, call)
    if callee is None:
        return []
    if callee.symbol.kind == "class":
        return _constructed(project, caller, call, callee, depth)
    symbol = callee.symbol
    if symbol.kind not in FOLLOWED or {"abstract", "generator"} & set(symbol.nature):
        return []
    if is_deferred(caller, callee):
        return []
    inner = all_thrown(project, callee, depth - 1)
    results = project.dialect(callee.module).values
    if results and not _gives_on(project, caller, call):
        inner = [one for one in inner if one.word not in results]
    if not inner:
        return []
    if call.subject.endswith(" ="):
        return _set(project, caller, call, callee, inner)
    bound = binds_receiver(project, caller, call, callee)
    values = bind_arguments(symbol, call.arguments, bound=bound)
    if "self" in values and not is_own_method(project, caller, call.subject):
        values["self"] = receiver_of(project, caller, call.subject)
    named = project.dialect(callee.module).receiver_of(symbol.head)
    if call.word == "own" and named:
        values[named] = project.dialect(caller.module).receiver_of(caller.symbol.head) or None
    return lifted(project, caller, call, callee, inner, values)


def _gives_on(project: Project, caller: Place, call: Evidence) -> bool:
    """Whether an error that a call gives as a value is one of the caller: as it is, or wrapped."""
    dialect, signature = project.dialect(caller.module), caller.symbol.signature
    returns = (signature.returns if signature else "") or ""
    made = f"{call.subject}("
    return (
        call.returned
        or dialect.named_result.search(returns) is not None
        or any(
            e.kind == "raises" and e.word in dialect.values and e.subject.startswith(made)
            for e in caller.symbol.evidence
        )
    )


def _set(
    project: Project, caller: Place, call: Evidence, callee: Place, inner: list[Thrown]
) -> list[Thrown]:
    """Return what setting an attribute raises: a property, or a descriptor of its own class."""
    parameters = callee.symbol.signature.parameters if callee.symbol.signature else ()
    names = [p.name for p in parameters]
    given = call.arguments[0].text
    values: dict[str, str | None] = {"self": "self"}
    attribute = call.subject.removesuffix(" =").partition(".")[2]
    if callee.symbol.name == "__set__":
        owner = project.owner(caller)
        made = project.descriptor(owner, attribute) if owner is not None else None
        values = {"self": None, **dict(zip(names[1:], ("self", given), strict=False))}
        if made is not None:
            kind, listed = made
            values |= attribute_values(project, kind, tuple(map(argument, split_list(listed))))
    else:
        values |= dict(zip(names[1:], (given,), strict=False))
    found = lifted(project, caller, call, callee, inner, values)
    return [one._replace(via=(attribute, *one.via[1:]), public=Reach()) for one in found]


def _constructed(
    project: Project, caller: Place, call: Evidence, owner: Place, depth: int
) -> list[Thrown]:
    """Return what making an instance raises."""
    found: list[Thrown] = []
    for name in project.dialect(owner.module).constructors:
        made = project.member(owner, name)
        if made is None or not made.symbol.evidence:
            continue
        inner = all_thrown(project, made, depth - 1)
        if name in ("__init__", "__new__"):
            values = bind_arguments(made.symbol, call.arguments, bound=True)
            values["self"] = None
        else:
            values = {"self": None, **field_values(owner, call.arguments)}
        found += lifted(project, caller, call, made, inner, values, known_as=owner)
    return found
