"""An exception that a function lets out, and the words for it that are the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from skeleton.model import Evidence

UNREADABLE = ".."  # stands for a condition that cannot be said


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
    public: int = 0  # 0: all of those are private; 1: one is not, and raises it itself
    again: bool = False  # raised again in a handler
    bindings: tuple[tuple[str, str], ...] = ()  # locals of the function that raises it
    at: int = 0  # the line of the raise, or of the call, in the function at hand
    code: str = ""  # by which a caller tells it from others of its class


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
        code=next((one.text for one in e.arguments if one.keyword == "code"), ""),
    )
