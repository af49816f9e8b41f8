"""Writes the text of a clause: slices of the source within a few fixed words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.contracts.names import is_loop, is_loose, joined, roots_in
from skeleton.contracts.thrown import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def with_bindings(text: str, bindings: Iterable[tuple[str, str]]) -> str:
    """Add what the locals stand for that a clause names: `(gap = width - len(label))`."""
    named = roots_in(text)
    said = [
        f"({name} = {value})"
        for name, value in bindings
        if name in named and len(value) <= MAX_BINDING and value != UNREADABLE
    ]
    return " ".join([text, *said[:MAX_BINDINGS]])
