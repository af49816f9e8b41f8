"""An exception that a function lets out, and the words for it that are the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.names import substitute
from skeleton.model import Rebinding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skeleton.model import Evidence

UNREADABLE = ".."  # stands for a condition that cannot be said


class Reach(NamedTuple):
    """How far an exception came through functions that callers know: 0 for none of them.

    1 stands for one of them, which raises it itself.
    """

    told: int = 0  # where it can be said when it is raised
    untold: int = 0  # where it cannot: then a caller is meant to know more functions

    def plus(self, other: Reach) -> Reach:
        """Return how far it came over both ways."""
        return Reach(self.told + other.told, self.untold + other.untold)


class Thrown(NamedTuple):
    """An exception that a function lets out, its own or one of a function it calls."""

    exception: str  # as written in the file `named_in`
    named_in: str
    line: int
    path: str
    conditions: tuple[str, ...]
    handler: str = ""
    otherwise: bool = False
    message: str = ""
    word: str = ""
    via: tuple[str, ...] = ()  # the functions it came through, the nearest first
    public: Reach = Reach()
    again: bool = False  # raised again in a handler
    bindings: tuple[tuple[str, str], ...] = ()  # locals of the function that raises it
    at: int = 0  # the line of the raise, or of the call, in the function at hand
    rebound: tuple[Rebinding, ...] = ()  # parameters that it speaks of with another value
    code: str = ""  # by which a caller tells it from others of its class

    @property
    def reach(self) -> int:
        """How many functions that callers know it came through, by what can be said of it."""
        return self.public.untold if UNREADABLE in self.conditions else self.public.told


def raised(e: Evidence, path: str) -> Thrown:
    """Return one raise of a body as what it lets out."""
    again = any(one.text == "again" for one in e.arguments)
    return Thrown(
        e.subject,
        path,
        e.line,
        path,
        e.conditions,
        e.handler,
        e.otherwise,
        e.message,
        e.word,
        again=again,
        at=e.line,
        rebound=e.rebound,
        code=next((one.text for one in e.arguments if one.keyword == "code"), ""),
    )


def renamed(one: Thrown, values: Mapping[str, str]) -> Thrown:
    """Return an exception with what stands for some names where its clause is read."""
    return one._replace(
        conditions=tuple(substitute(condition, values) for condition in one.conditions),
        bindings=tuple((name, substitute(value, values)) for name, value in one.bindings),
        rebound=tuple(renamed_again(again, values) for again in one.rebound),
    )


def renamed_again(one: Rebinding, values: Mapping[str, str]) -> Rebinding:
    """Return another value of a parameter with what stands for some names."""
    return Rebinding(
        substitute(one.name, values),
        substitute(one.assignment, values),
        substitute(one.when, values),
    )
