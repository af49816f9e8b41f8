"""Writes the text of a clause: slices of the source within a few fixed words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.contracts.names import is_loop, is_loose, joined, roots_in
from skeleton.contracts.thrown import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skeleton.model import Rebinding

OTHERWISE = "otherwise"  # as a condition: none of the earlier tests held
MAX_GUARDS = 4
MAX_CONDITION = 120  # characters; beyond it the outer guards give way to `..`
MAX_BINDING = 100
MAX_BINDINGS = 2


def condition_text(conditions: tuple[str, ...]) -> str:
    """Join the guards of a path; of too many, or too long ones, the innermost are kept."""
    tests = tuple(c for c in conditions if not is_loop(c) and c not in (UNREADABLE, OTHERWISE))
    cut = UNREADABLE in conditions
    while len(tests) > 1 and (len(tests) > MAX_GUARDS or len(joined(tests)) > MAX_CONDITION):
        tests, cut = tests[1:], True
    if not tests:
        return UNREADABLE if cut else ""
    if not cut:
        return joined(tests)
    only = f"({tests[0]})" if is_loose(tests[0]) else tests[0]
    return f"{UNREADABLE} and " + (joined(tests) if len(tests) > 1 else only)


def path_text(conditions: tuple[str, ...], handler: str = "", *, otherwise: bool = False) -> str:
    """Return what follows the name in a clause: `if COND for x in xs on E`, `otherwise`."""
    tests = condition_text(conditions)
    loops = [c for c in conditions if is_loop(c)][-2:]
    said = ""
    if otherwise or OTHERWISE in conditions:
        said += f" otherwise, if {tests}" if tests else " otherwise"
    elif tests:
        said += f" if {tests}"
    for loop in loops:
        said += f" {loop}"
    if handler:
        said += f" on {handler}"
    return said


def _assigned(one: Rebinding) -> str:
    if not one.when:
        return one.assignment
    return one.assignment + ("," if is_loose(one.assignment) else "") + f" if {one.when}"


def with_bindings(
    text: str,
    bindings: Iterable[tuple[str, str]],
    rebound: Iterable[Rebinding] = (),
) -> str:
    """Add what the locals stand for that a clause names: `(gap = width - len(label))`.

    Args:
        text: The clause.
        bindings: Names and values of locals.
        rebound: Parameters that the clause, or one of its locals, speaks of with another value than
            the caller gave: if it cannot be told, only that is said: `(label = ..)`.
    """
    named = roots_in(text)
    told = [
        (name, value)
        for name, value in bindings
        if name in named and len(value) <= MAX_BINDING and value != UNREADABLE
    ][:MAX_BINDINGS]
    named = named.union(*(roots_in(value) for _, value in told))
    anew = [one for one in rebound if one.name in named]
    given = dict.fromkeys(_assigned(one) for one in anew if one.assignment)
    unsaid = ", ".join(dict.fromkeys(one.name for one in anew if not one.assignment))
    said = [f"({one})" for one in given] + [f"({name} = {value})" for name, value in told]
    return " ".join([text, *([f"({unsaid} = {UNREADABLE})"] if unsaid else []), *said])
