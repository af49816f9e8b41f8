"""Keeps the path to the statement at hand: conditions, ways out before it, handlers around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PASSED = 60  # characters of the test of a way out that are repeated
MAX_EXITS = 3  # as many as are told apart: none, one, several
ANY = "any exception"  # what a handler without a type takes
OTHERWISE = "otherwise"  # stands for the failure of tests that are too many to repeat
LOOSER = re.compile(r"\b(?:and|or|if|lambda)\b|&&|\|\||\?|:=")
OPERAND = re.compile(r"[\w.$]+(?:\([^()]*\))?\Z")
ENCLOSED = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\Z")


class Path:
    """The path on which a statement is reached; the walk changes it, the record reads it."""

    def __init__(self) -> None:
        self.conditions: tuple[str, ...] = ()
        self.headers: set[str] = set()  # the conditions that are headers of loops
        self.caught: tuple[str, ...] = ()
        self.handler = ""  # the exceptions of the handler around
        self.alias = ""  # the name that the handler gives to the exception
        self.depth = 0  # branches, loops and handlers around
        # ways out before, in this block: a test, empty if not plain
        self.exits: tuple[str, ...] = ()
        # of those before, here and around, the ones that raise nothing, each with the number of
        # conditions around it
        self.passed: tuple[tuple[int, str], ...] = ()

    def add_exit(self, test: str) -> None:
        """Note that what follows in this block is reached only past a way out."""
        self.exits = (*self.exits[: MAX_EXITS - 1], test)

    def pass_by(self, test: str) -> None:
        """Note that what follows in this block is reached only past a way out without exception."""
        self.passed = (*self.passed, (len(self.conditions), test))

    def asked(self) -> Iterator[str]:
        """Yield the tests of the path, each in every form in which it may be told.

        The header of a loop is asked again each round.
        """
        yield from (test for test in self.conditions if test not in self.headers)
        for test in (*self.exits, *(test for _, test in self.passed)):
            yield from (test, failure_of(test), f"not ({test})")

    def here(self) -> tuple[tuple[str, ...], bool]:
        """Return the conditions here, and whether they leave ways out before unsaid."""
        exits = self.exits
        if len(exits) == 1 and exits[0]:
            return (*self.conditions, failure_of(exits[0])), False
        return self.conditions, bool(exits)

    def past(self) -> tuple[tuple[str, ...], bool]:
        """Return the path to what may raise: past one plain way out it says its failure.

        Ways out that raise are left out: the first test that holds decides.
        """
        conditions, otherwise = self.here()
        if not self.passed or otherwise:
            return conditions, otherwise
        place, test = self.passed[0]
        if len(self.passed) == 1 and 0 < len(test) <= MAX_PASSED:
            failed = failure_of(test)
            if failed in conditions or f"not ({test})" in conditions:
                return conditions, False
            return (*conditions[:place], failed, *conditions[place:]), False
        return conditions, True


def failure_of(test: str) -> str:
    """Return what holds past a way out: `x` past `not x`, else `not (TEST)`."""
    rest = test.removeprefix("not ")
    bare = test.removeprefix("!")
    inner = rest if rest != test else bare
    if inner != test and ENCLOSED.match(inner):
        return inner if "," in inner else inner[1:-1]
    if rest != test and not LOOSER.search(rest):
        return rest
    return bare if bare != test and OPERAND.match(bare) else f"not ({test})"
