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
from skeleton.contracts.thrown import UNREADABLE, Thrown, renamed_again
from skeleton.contracts.truth import are_opposite, truth_of
from skeleton.contracts.wording import MAX_BINDING
from skeleton.model import Rebinding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skeleton.contracts.places import Place, Project
    from skeleton.model import Evidence


DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")
NOTHING = frozenset({"None", "null", "undefined", "nil"})
STATE = re.compile(r"@[a-z_]\w*")  # Ruby: what an object keeps


def lifted(
    project: Project,
    caller: Place,
    call: Evidence,
    callee: Place,
    inner: list[Thrown],
    values: Mapping[str, str | None],
    known_as: Place | None = None,
) -> list[Thrown]:
    """Say in the caller's words what a callee raises; what the caller's handlers catch is gone.

    Args:
        project: Where names are looked up.
        caller: The function that calls.
        call: The call.
        callee: The function that is called.
        inner: What that raises.
        values: What its names stand for.
        known_as: What the call names, if that is not the callee: a class.
    """
    path = caller.module.path
    lift = _Lift(project, caller, call, callee, values, known_as or callee)
    found: list[Thrown] = []
    for one in map(lift.named, inner):
        if call.caught and is_caught(project, (one.named_in, one.exception), call.caught, path):
            continue
        said = lift.said(one)
        if said is not None:
            found.append(said)
    return found


class _Lift:
    """One call, and what the names of its callee stand for in it."""

    def __init__(
        self,
        project: Project,
        caller: Place,
        call: Evidence,
        callee: Place,
        values: Mapping[str, str | None],
        named: Place,
    ) -> None:
        self._project, self._caller, self._call = project, caller, call
        self._callee, self._named = callee, named
        self._dialect, symbol = project.dialect(callee.module), callee.symbol
        values = {**values, **{f"${name}": value for name, value in values.items()}}  # as in PHP
        given = {n: value for n, value in values.items() if value and value != UNREADABLE}
        # what the function makes itself, in place of a default
        self._made = {
            name
            for name, value in given.items()
            if f"rebinds {name}" in symbol.operations and self._dialect.constant.fullmatch(value)
        }
        self._known = {n: value for n, value in given.items() if n not in self._made}
        self._unknown = values.keys() - self._known.keys()
        names = {p.name for p in symbol.signature.parameters} if symbol.signature else set()
        self._own_names = names | values.keys() | {f"${name}" for name in names}
        self._attributes = dict.fromkeys((name for name in self._known if "." in name), "0")

    def named(self, one: Thrown) -> Thrown:
        """Return a raise of what the callee was given, a class or an exception, by its own name."""
        given = self._known.get(one.exception)
        if given is None or one.named_in != self._callee.module.path:
            return one
        made = MADE.match(given)
        name = made.group(1) if made else given
        if not DOTTED.match(name) or name in NOTHING:
            return one
        written = any(argument.text == given for argument in self._call.arguments)  # no default
        place = self._caller if written else self._callee
        return one._replace(exception=name, named_in=place.module.path)

    def said(self, one: Thrown) -> Thrown | None:
        """Return an exception of the callee as its caller sees it; `None` if it cannot come."""
        if UNREADABLE in one.conditions or one.otherwise or (one.handler and self._call.handler):
            return self._through(one, None)
        if self._call.word != "own" and STATE.search(" ".join(one.conditions)):
            return self._through(one, None)  # of another object
        anew = {again.name: again for again in one.rebound}
        bindings = dict((*self._callee.symbol.bindings, *one.bindings))
        own = {name for name in anew if not self._keeps_name(anew[name])} | bindings.keys()
        known = self._known
        if not own.isdisjoint(known):
            known = {name: value for name, value in known.items() if name not in own}
        bound = {name for condition in one.conditions for name in bound_in(condition)}
        conditions: list[str] = []
        spoken: set[str] = set()
        certain = True
        for condition in one.conditions:
            said = _simplified(substitute(condition, known))
            if said is None or self._never_holds(condition, said, last=one.conditions[-1]):
                return None
            if not said:
                continue
            names = self._roots(condition) - bound
            own_names = names - (BUILTINS - self._own_names)
            if own_names and own_names <= self._made:
                return None
            plain = names.isdisjoint(self._unknown | anew.keys() | bindings.keys())
            if plain and any(are_opposite(said, c) for c in self._call.conditions):
                if _is_steady(self._project, self._caller, said):
                    return None
                certain = False
            conditions.append(said)
            spoken |= names
        kept = {n: substitute(value, known) for n, value in bindings.items() if n in spoken}
        spoken = spoken.union(*(self._roots(bindings[name]) for name in kept))
        again = {name: self._given(anew[name]) for name in anew if name in spoken}
        others = spoken - kept.keys() - again.keys()
        if (
            not certain
            or any(len(value) > MAX_BINDING for value in kept.values())  # it would not be told
            or not all(one.assignment for one in again.values())
            or not all(self._is_known(one, name) for name in others)
            or self._is_taken({*kept, *again.keys() & own}, others)
        ):
            return self._through(one, None)
        return self._through(one, (*self._call.conditions, *conditions), kept, again.values())

    def _roots(self, text: str) -> frozenset[str]:
        """Return the names of a text that are not attributes with a value of their own."""
        return roots_in(substitute(text, self._attributes) if self._attributes else text)

    def _never_holds(self, condition: str, said: str, *, last: str) -> bool:
        """Whether what a callee asks for cannot be, called as it is."""
        call, dialect = self._call, self._dialect
        return (
            dialect.never.fullmatch(said) is not None
            or _has_it(self._project, self._caller, said)
            or (condition == last != said and dialect.of_literal.fullmatch(said) is not None)
            or (" not in " in said and f"for {said.replace(' not in ', ' in ')}" in call.conditions)
        )

    def _is_known(self, one: Thrown, name: str) -> bool:
        """Whether a name of the callee means something to the caller."""
        if name in self._unknown:
            return False
        return (
            name in self._own_names
            or name in BUILTINS
            or _is_of_file(self._project, self._callee, name, own=self._call.word == "own")
            or self._project.is_named_in(one.path, name)
        )

    def _keeps_name(self, one: Rebinding) -> bool:
        """Whether a parameter with another value at times can be called as the caller names it."""
        return bool(one.when) and self._known.get(one.name, "").isidentifier()

    def _given(self, one: Rebinding) -> Rebinding:
        """Return what a parameter became in the caller's words; nothing if it cannot be said."""
        target, equals, value = one.assignment.partition(" = ")
        own = self._call.word == "own"
        known = all(
            name in self._known
            or name in BUILTINS
            or _is_of_file(self._project, self._callee, name, own=own)
            for name in self._roots(value) | self._roots(one.when)
        )
        if not (equals and known) or (one.when and not self._keeps_name(one)):
            return Rebinding(one.name)
        if self._keeps_name(one):
            return renamed_again(one, self._known)
        return Rebinding(one.name, f"{target} = {substitute(value, self._known)}")

    def _is_taken(self, kept: set[str], others: set[str]) -> bool:
        """Whether a name of the callee that is kept means something else where it is called."""
        values = [self._known[name] for name in others if name in self._known]
        taken = {one.name for one in self._call.rebound}.union(
            *map(roots_in, (*values, *self._call.conditions))
        )
        return not kept.isdisjoint(taken)

    def _through(
        self,
        one: Thrown,
        conditions: tuple[str, ...] | None,
        kept: Mapping[str, str] | None = None,
        again: Iterable[Rebinding] = (),
    ) -> Thrown:
        """Return what a callee raises one call up; unknown conditions leave only a mark."""
        caller, call, named, told = self._caller, self._call, self._named, conditions is not None
        return Thrown(
            one.exception,
            one.named_in,
            one.line,
            one.path,
            conditions if conditions is not None else (UNREADABLE,),
            call.handler or (one.handler if told else ""),
            conditions == () and call.otherwise,
            one.message,
            one.word,
            (named.symbol.name, *one.via),
            one.public.plus(step(caller, call, named, one.via)),
            one.again,
            tuple((kept or {}).items()),
            call.line,
            (*again, *(call.rebound if told else ())),
            one.code,
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
    set_here = {f"{name} =" for name in names} & {e.subject for e in symbol.evidence}
    return not set_here and all(
        root in known or root in BUILTINS or project.is_of_file(caller.module, root)
        for root in roots_in(text)
    )


def _is_of_file(project: Project, place: Place, name: str, *, own: bool) -> bool:
    """Whether a name is one of the file a function stands in, not a local of the function.

    A bare member is one of the caller too if it calls a method of its `own`; else a constant is.
    """
    if name in project.dialect(place.module).receivers or project.is_of_file(place.module, name):
        return True
    return (own or name.isupper()) and project.is_known(place, name)
