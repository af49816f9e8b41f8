"""Keeps which parameters no longer hold what the caller gave, on the path to the statement at hand.

States are never changed in place: the walk keeps one before a branch, and joins those that branches
are left in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

MAX_ASSIGNMENT = 120  # characters of an assignment that is told


class Renewal(NamedTuple):
    """How a parameter got another value."""

    name: str  # as written: `$rate`
    assignment: str  # as written; empty for several, for one on some paths, for one that is long
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
        told = assignment if len(assignment) <= MAX_ASSIGNMENT else ""
        asked = frozenset(test for test in path if key in WORD.findall(test))
        before = self.now.get(key)
        self.now = {
            **self.now,
            key: Renewal(name, told, asked | (before.asked if before else frozenset())),
        }
        self.times[key] = self.times.get(key, 0) + 1
        self._written[key] = name

    def join(self, states: list[State], path: Set[str]) -> None:
        """Go on after branches that were left in some states.

        Args:
            states: Of each branch that goes on; none: nothing is known to follow.
            path: The conditions that still hold.
        """
        if not states:
            return
        self.now = {
            key: _joined([state.get(key) for state in states], path)
            for key in dict.fromkeys(key for state in states for key in state)
        }

    def renewed_since(self, times: dict[str, int]) -> set[str]:
        """Return the parameters that were given another value since `times` was copied."""
        return {key for key, count in self.times.items() if times.get(key, 0) != count}

    def blur(self, keys: Iterable[str]) -> None:
        """Forget what some parameters were given: more than one assignment may have been last."""
        self.now = {
            **self.now,
            **{
                key: self.now[key]._replace(assignment="")
                if key in self.now
                else Renewal(self._written[key], "", frozenset())
                for key in keys
            },
        }

    def spoken(self, words: Iterable[str]) -> State:
        """Return the renewals of the parameters among some words."""
        return {word: self.now[word] for word in words if word in self.now}


def _joined(found: list[Renewal | None], path: Set[str]) -> Renewal:
    known = [one for one in found if one is not None]
    same = len(known) == len(found) and len({one.assignment for one in known}) == 1
    asked = frozenset[str]().union(*(one.asked for one in known))
    return Renewal(known[0].name, known[0].assignment if same else "", asked & path)
