"""Turns the evidence of a body into clauses: what it raises, returns, asserts, writes to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.contracts.names import (
    BUILTINS,
    bound_in,
    is_loose,
    names_in_pattern,
    roots_in,
    substitute,
)
from skeleton.contracts.places import CLASSES
from skeleton.contracts.results import SHORT, is_bound, is_cap, is_plain, is_telling
from skeleton.contracts.thrown import UNREADABLE, Thrown, renamed_again
from skeleton.contracts.wording import (
    MAX_BINDING,
    OTHERWISE,
    condition_text,
    path_text,
    with_bindings,
)
from skeleton.model import SHOWN, Clause, Rebinding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skeleton.contracts.places import Place, Project
    from skeleton.model import Evidence, Parameter

STATE = re.compile(r"\bthis\.(\w+)")
HIDDEN = re.compile(r"\bprivate\s+(?:readonly\s+)?(\w+)")  # a parameter that becomes a field
CAPTURED = re.compile(r"(?<![\w.\"'])[a-z_]\w*(?![\w.(=\"'])")
ABOVE = ("super", "super().__init__")  # what makes the part of an error that its base knows
CODE = re.compile(r"""(["'])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\1\Z""")
WORD = re.compile(r"[A-Za-z_]\w*")
EXITS = ("__exit__", "__aexit__")  # what they return says which exceptions end there
MAX_CONDITION = 100  # characters of what public functions ask for
MOST_RETURNS = 6


def raised_clause(project: Project, one: Thrown, place: Place, *, origin: str) -> Clause:
    """Write the clause of one exception."""
    word = one.word or "raises"
    head = f"{word} {one.exception}".strip() + (f"({one.code})" if one.code else "")
    path = path_text(one.conditions, one.handler, otherwise=one.otherwise)
    if one.again:
        path = path_text(one.conditions) + " (re-raised)"
    bindings = {**dict(sayable_bindings(project, place)), **dict(one.bindings)}.items()
    rebound = one.rebound if one.via else sayable_anew(project, place, one.rebound)
    return Clause(
        "raises",
        with_bindings(head + path, bindings, rebound),
        "enforced",
        origin,
        line=one.line,
        path=one.path if one.path != place.module.path else "",
        via=one.via[0] if one.via else "",
        subject=one.exception,
        condition=condition_text(one.conditions),
        message=one.message,
    )


def is_for_callers(project: Project, place: Place, one: Thrown) -> bool:
    """Whether a raise through a public function can be said in what the caller is given."""
    if one.reach != 1 or UNREADABLE in one.conditions:
        return False
    if not one.conditions:
        return bool(one.handler)
    if not all(again.assignment for again in one.rebound):
        return False
    if len("".join(one.conditions)) > MAX_CONDITION:
        return False  # arguments that are expressions of their own: nobody reads that
    given = (_parameters(place) | {"self"}) - {"cls"}
    known = given.union(BUILTINS, *map(bound_in, one.conditions))
    return any(given & roots_in(c) for c in one.conditions) and all(
        _is_sayable(project, place, (condition,))
        or all(
            root in known or project.find(one.path, root) is not None
            for root in roots_in(condition)
        )
        for condition in one.conditions
    )


def is_of_file(project: Project, place: Place, text: str) -> bool:
    """Whether every name in a text is one of the file, or builtin: no parameter, no local."""
    return all(
        root in BUILTINS or project.is_of_file(place.module, root) for root in roots_in(text)
    )


def body_clauses(project: Project, place: Place) -> list[Clause]:
    """Return the clauses of a body, exceptions apart: asserts, returns, warnings, writes."""
    evidence = [e for e in place.symbol.evidence if not e.inside]
    clauses = list(asserted(project, place, {}))
    clauses += _returned(project, place, [e for e in evidence if e.kind == "returns"])
    clauses += _later(project, place)
    clauses += [_warned(project, place, e) for e in evidence if e.kind == "warns"]
    clauses += _written(project, place, evidence)
    clauses += [
        Clause("ensures", f"code {one.text}", "enforced", "guard", line=e.line, subject=one.text)
        for e in evidence
        if e.kind == "calls" and e.subject in ABOVE and not e.conditions
        for one in e.arguments
        if CODE.match(one.text)
    ]
    return clauses


def asserted(
    project: Project, place: Place, values: Mapping[str, str], loop: tuple[str, ...] = ()
) -> Iterator[Clause]:
    """Yield the assertions of a body that speak of what a caller gives, or of an attribute.

    Args:
        project: Where names are looked up.
        place: The function.
        values: What stands for a name where the clause is read.
        loop: What the function is called for, if more than once.
    """
    parameters = _parameters(place) | {"this"}

    def speaks_of(said: str) -> bool:
        names = roots_in(said)
        return bool(names & parameters) or any(project.is_bare(place, name) for name in names)

    for e in place.symbol.evidence:
        if e.kind != "asserts" or e.inside or not speaks_of(e.subject):
            continue
        if not _is_sayable(project, place, (e.subject, *e.conditions)):
            continue
        said = substitute(e.subject, values)
        where = e.word.removeprefix("asserts")  # in debug builds
        conditions = (*loop, *(substitute(c, values) for c in e.conditions))
        bindings = [(n, substitute(v, values)) for n, v in sayable_bindings(project, place)]
        rebound = [
            renamed_again(again, values) for again in sayable_anew(project, place, e.rebound)
        ]
        yield Clause(
            "asserts",
            with_bindings(f"asserts {said}{where}" + path_text(conditions), bindings, rebound),
            "enforced",
            "assert",
            line=e.line,
            subject=said,
            condition=condition_text(conditions),
            message=e.message,
        )


def sayable_bindings(project: Project, place: Place) -> tuple[tuple[str, str], ...]:
    """Return the locals whose value is said in names that mean something outside the body."""
    if not place.symbol.bindings:
        return ()
    dialect = project.dialect(place.module)
    known = _parameters(place) | set(dialect.receivers)
    return tuple(
        (name, value)
        for name, value in place.symbol.bindings
        if len(value) <= MAX_BINDING
        and all(
            root in known
            or root in BUILTINS
            or dialect.is_outside(root, value)
            or project.is_known(place, root)
            for root in roots_in(value)
        )
    )


def sayable_anew(
    project: Project, place: Place, rebound: tuple[Rebinding, ...]
) -> tuple[Rebinding, ...]:
    """Return parameters with the assignment that gave them another value, as far as it says so."""
    if not rebound:
        return ()
    known = _parameters(place) | set(project.dialect(place.module).receivers)

    def means_something(one: Rebinding) -> bool:
        return len(one.assignment + one.when) <= MAX_BINDING and all(
            root in known or root in BUILTINS or project.is_known(place, root)
            for root in roots_in(one.assignment) | roots_in(one.when)
        )

    return tuple(one if means_something(one) else Rebinding(one.name) for one in rebound)


def _parameters(place: Place) -> set[str]:
    """Return what a caller gives: parameters, or the fields of a class."""
    if place.symbol.kind in CLASSES:
        return {member.name for member in place.symbol.members if member.kind == "field"}
    names = {name for p in _signature(place) for name in names_in_pattern(p.name)}
    return names | {f"${name}" for name in names}  # as PHP writes them


def _signature(place: Place) -> tuple[Parameter, ...]:
    signature = place.symbol.signature
    return signature.parameters if signature else ()


def _is_sayable(
    project: Project,
    place: Place,
    texts: tuple[str, ...],
    more: frozenset[str] = frozenset(),
) -> bool:
    """Whether every name in some slices means something outside the body, or is one of `more`."""
    given = _parameters(place) | more
    said = {name for name, _ in sayable_bindings(project, place)}
    local = {name for name, _ in place.symbol.bindings}
    local |= {o.removeprefix("local ") for o in place.symbol.operations if o.startswith("local ")}
    hidden = local - said - given  # whatever else is so named
    dialect = project.dialect(place.module)
    known = given | said | {*dialect.receivers, dialect.receiver_of(place.symbol.head)}
    bound = {name for text in texts for name in bound_in(text) | _captured_in(text)}
    return all(
        root in known
        or root in bound
        or root in BUILTINS
        or dialect.is_outside(root, text)
        or (root not in hidden and project.is_known(place, root))
        for text in texts
        if text != OTHERWISE
        for root in roots_in(text)
    )


def _captured_in(condition: str) -> frozenset[str]:
    """Return the names that a pattern gives to parts of what it matches."""
    _, matches, pattern = condition.partition(" matches ")
    return frozenset(CAPTURED.findall(pattern)) if matches else frozenset()


def _returned(project: Project, place: Place, evidence: list[Evidence]) -> list[Clause]:
    clauses: list[Clause] = []
    for before, e in enumerate(evidence):
        final = e is evidence[-1] and not e.conditions and not e.handler
        others_said = len(clauses) == before
        if e.arguments:
            keys = "{" + ", ".join(a.text for a in e.arguments) + "}"
            path = "" if final else path_text(e.conditions, e.handler)
            clauses.append(_return_clause(project, place, e, f"returns keys {keys}{path}", keys))
        elif final:
            plain = is_plain(e.subject) and _is_sayable(project, place, (e.subject,))
            if plain and others_said and before > 1:
                text = f"returns {e.subject} otherwise"
                clauses.append(_return_clause(project, place, e, text, e.subject))
            elif (
                is_telling(e.subject, _prose(place))
                or _tells_by_locals(project, place, e.subject)
                or _is_bound(project, place, e.subject)
                or (place.symbol.name in EXITS and e.subject not in ("None", "False"))
            ) and not _is_private_state(project, place, e.subject):
                clauses.append(_return_clause(project, place, e, f"returns {e.subject}", e.subject))
        elif _is_early(project, place, e) and (others_said or OTHERWISE not in e.conditions):
            value = f"({e.subject})" if is_loose(e.subject) else e.subject
            text = f"returns {value}" + path_text(e.conditions, e.handler, otherwise=e.otherwise)
            clauses.append(_return_clause(project, place, e, text, e.subject))
    if len(clauses) <= MOST_RETURNS:
        return clauses
    rest = len(clauses) - MOST_RETURNS + 1
    said = f"returns other values in {rest} more branches"
    more = Clause("returns", said, "enforced", "guard", line=clauses[MOST_RETURNS - 1].line)
    return [*clauses[: MOST_RETURNS - 1], more]


def _is_bound(project: Project, place: Place, result: str) -> bool:
    """Whether a result draws a bound in what a caller gives, in attributes, in constants."""
    if not is_bound(result):
        return False
    known = _parameters(place) | {name for name, _ in sayable_bindings(project, place)}
    known |= {*project.dialect(place.module).receivers}
    return all(
        root in known or root in BUILTINS or root.lstrip("_")[:1].isupper()
        for root in roots_in(result)
    )


def _tells_by_locals(project: Project, place: Place, result: str) -> bool:
    """Whether a short result is made of a local that stands for a cap or a rounding."""
    if len(result) > SHORT or roots_in(result).isdisjoint(dict(place.symbol.bindings)):
        return False
    return any(
        name in roots_in(result) and is_cap(value, _prose(place))
        for name, value in sayable_bindings(project, place)
    )


def _later(project: Project, place: Place) -> Iterator[Clause]:
    """Yield what a function raises that is the result: an option of Go, a check that is made."""
    evidence = place.symbol.evidence
    results = {e.subject for e in evidence if e.kind == "returns" and not e.inside}
    told = [e for e in evidence if e.kind == "later" or _is_of_result(e, results)]
    for e in told[:MOST_RETURNS]:
        names = {argument.text for argument in e.arguments} | set(WORD.findall(e.inside))
        given = frozenset(names | {f"${name}" for name in names})
        if not _is_sayable(project, place, e.conditions, given):
            continue
        said = f"the function returned: {e.word or 'raises'} {e.subject}".rstrip()
        text = said + path_text(e.conditions, e.handler, otherwise=e.otherwise)
        yield _return_clause(project, place, e, text, e.subject)


def _is_of_result(e: Evidence, results: set[str]) -> bool:
    """Whether a function with a name raises something, and is the result: `return keep`."""
    name, _, rest = e.inside.partition("(")
    plain = e.conditions and not (e.arguments or e.caught or UNREADABLE in e.conditions)
    return e.kind == "raises" and bool(plain) and name in results and "." not in rest


def _prose(place: Place) -> str:
    doc = place.symbol.docstring
    return doc.prose if doc is not None else ""


def _is_private_state(project: Project, place: Place, expression: str) -> bool:
    """Whether an expression compares what an object keeps to itself: `this.fuel === "sun"`."""
    kept = set(STATE.findall(expression))
    if not kept:
        return False
    owner = project.owner(place)
    hidden: set[str] = set()
    for symbol in owner.symbol.members if owner is not None else ():
        if symbol.kind == "constructor":
            hidden.update(HIDDEN.findall(symbol.head))
        elif symbol.visibility not in SHOWN:
            hidden.add(symbol.name)
    return not kept.isdisjoint(hidden)


def _is_early(project: Project, place: Place, e: Evidence) -> bool:
    if (
        not (e.conditions or e.handler)
        or UNREADABLE in e.conditions
        or e.subject == "NotImplemented"
    ):
        return False
    made = dict(place.symbol.bindings).get(e.subject, e.subject)  # of a local, what it stands for
    again = next((one for one in e.rebound if one.name == e.subject), None)
    made = again.assignment.partition(" = ")[2] if again else made
    said = is_plain(made) or is_telling(made)
    return (
        said
        and not any(map(_captured_in, e.conditions))  # parts of what it matches: its own business
        and not _is_of_caller(project, place, e.subject)
        and _is_sayable(project, place, (e.subject, *e.conditions))
    )


def _is_of_caller(project: Project, place: Place, value: str) -> bool:
    """Whether a result is an attribute of what the caller gave: it says nothing of when or what."""
    root, dot, _ = value.partition(".")
    own = (*project.dialect(place.module).receivers, "this")
    return bool(dot) and (root in own or root in _parameters(place))


def _return_clause(project: Project, place: Place, e: Evidence, text: str, subject: str) -> Clause:
    return Clause(
        "returns",
        _with_bindings(project, place, e, text),
        "enforced",
        "guard",
        line=e.line,
        subject=subject,
        condition=condition_text(e.conditions),
    )


def _with_bindings(project: Project, place: Place, e: Evidence, text: str) -> str:
    return with_bindings(
        text, sayable_bindings(project, place), sayable_anew(project, place, e.rebound)
    )


def _warned(project: Project, place: Place, e: Evidence) -> Clause:
    otherwise = e.otherwise and not (e.conditions or e.handler)
    text = f"warns {e.subject}" + path_text(e.conditions, e.handler, otherwise=otherwise)
    return Clause(
        "warns",
        _with_bindings(project, place, e, text),
        "enforced",
        "guard",
        line=e.line,
        subject=e.subject,
        condition=condition_text(e.conditions),
        message=e.message,
    )


def _written(project: Project, place: Place, evidence: list[Evidence]) -> list[Clause]:
    """Fold the writes into one clause for parameters, and the effects into another."""
    clauses: list[Clause] = []
    collected = {p.name for p in _signature(place) if p.kind in ("var_positional", "var_keyword")}
    mutated = {
        e.subject: e.line
        for e in reversed(evidence)
        if e.kind == "mutates" and e.subject not in collected
    }
    if mutated:
        names = sorted(mutated, key=lambda name: (mutated[name], name))
        text = "mutates " + ", ".join(names)
        clauses.append(
            Clause("mutates", text, "enforced", "guard", line=mutated[names[0]], subject=names[0])
        )
    effects: dict[str, int] = {}
    for e in evidence:
        if e.kind == "effect" and _is_effect(project, place, e.subject):
            effects.setdefault(e.subject, e.line)
    if effects:
        text = "effects " + ", ".join(effects)
        line = min(effects.values())
        clauses.append(
            Clause("effects", text, "enforced", "guard", line=line, subject=next(iter(effects)))
        )
    return clauses


def _is_effect(project: Project, place: Place, subject: str) -> bool:
    """Whether a write goes to a variable of the file, not to something imported."""
    if not subject.startswith("writes "):
        return True
    found = project.named(place.module, subject.removeprefix("writes "))
    return any(symbol.kind in ("variable", "constant") for symbol in found)
