"""Keeps which parameters no longer hold what the caller gave, on the path to the statement at hand.

States are never changed in place: the walk keeps one before a branch, and joins those that branches
are left in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skeleton.extract.flow.text import WORD
from skeleton.model import Rebinding

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

MAX_ASSIGNMENT = 120  # characters of an assignment that is told


class Renewal(NamedTuple):
    """How a parameter got another value: where several may have given it one, nothing is told."""

    told: Rebinding
    asked: frozenset[str]  # conditions of the path that speak of what it was before


State = dict[str, Renewal]  # by name, without the mark of a variable


class Anew:
    """The parameters that were given another value so far."""

    def __init__(self) -> None:
        self.now: State = {}
        self.times: dict[str, int] = {}  # how often each was given one
        self._written: dict[str, str] = {}

    def bind(self, name: str, assignment: str, path: Iterable[str]) -> None:
        """Note that a parameter gets another value.

        Args:
            name: The parameter, as written.
            assignment: As written; empty where it cannot be told.
            path: The conditions asked before.
        """
        key = name.lstrip("$")
        told = Rebinding(name, assignment if len(assignment) <= MAX_ASSIGNMENT else "")
        asked = frozenset(test for test in path if key in WORD.findall(test))
        before = self.now.get(key)
        self.now = {**self.now, key: Renewal(told, asked | before.asked if before else asked)}
        self.times[key] = self.times.get(key, 0) + 1
        self._written[key] = name

    @staticmethod
    def under(condition: str, after: State, before: State) -> State:
        """Return the state after a branch, with its condition in what only it assigned."""
        return {
            key: one
            if one is before.get(key)
            else one._replace(told=_told_under(one.told, "" if key in before else condition))
            for key, one in after.items()
        }

    def join(self, states: list[State], path: Set[str]) -> None:
        """Go on after branches that were left in some states.

        Args:
            states: Of each branch that goes on; none: nothing is known to follow.
            path: The conditions that still hold.
        """
        if states:
            self.now = {
                key: _joined([state.get(key) for state in states], path)
                for key in dict.fromkeys(key for state in states for key in state)
            }

    def leave(self, keys: Iterable[str], before: State, times: dict[str, int]) -> None:
        """Forget what a block declared under names of parameters: it hid them only within.

        Args:
            keys: The names.
            before: What parameters were before the block.
            times: How often each had been given a value.
        """
        for key in keys:
            self.times[key] = times.get(key, 0)
        kept = {key: one for key, one in self.now.items() if key not in keys}
        self.now = {**kept, **{key: before[key] for key in keys if key in before}}

    def renewed_since(self, times: dict[str, int]) -> set[str]:
        """Return the parameters that were given another value since `times` was copied."""
        return {key for key, count in self.times.items() if times.get(key, 0) != count}

    def blur(self, keys: Iterable[str]) -> None:
        """Forget what some parameters were given: more than one assignment may have been last."""
        blurred = {key: Renewal(Rebinding(self._written[key]), frozenset()) for key in sorted(keys)}
        self.now = {**self.now, **blurred}

    def spoken(self, words: Iterable[str]) -> State:
        """Return the renewals of the parameters among some words."""
        return {word: self.now[word] for word in words if word in self.now}


def _told_under(told: Rebinding, condition: str) -> Rebinding:
    if not condition or told.when or not told.assignment:
        return Rebinding(told.name)
    return Rebinding(told.name, told.assignment, condition)


def _joined(found: list[Renewal | None], path: Set[str]) -> Renewal:
    """Join the states of one parameter; one branch of several tells its condition."""
    known = [one for one in found if one is not None]
    told = known[0].told
    everywhere = len(known) == len(found)
    if len({one.told for one in known}) > 1 or not (everywhere or told.when):
        told = Rebinding(told.name)
    asked = frozenset[str]().union(*(one.asked for one in known))
    return Renewal(told, asked & path)
