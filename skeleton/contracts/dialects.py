"""What a language says of its contracts: the table `[contracts]`, made ready.

Everything else that contract readers know is the same for every language.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from skeleton.errors import GrammarError

if TYPE_CHECKING:
    from skeleton.model import Language

NOTHING = re.compile(r"(?!)")


class Dialect(NamedTuple):
    """How one language says what contract readers ask for; patterns fit a whole text."""

    # names by which a method knows what it belongs to
    receivers: tuple[str, ...] = ()
    # methods that run when a class is called
    constructors: tuple[str, ...] = ()
    # errors that reading an attribute of nothing gives
    reads_give: tuple[str, ...] = ()
    # words for errors that are results: they go no further unless what a call gives is returned
    values: tuple[str, ...] = ()
    # the start of the head of a method, up to its own name for what it belongs to: the group
    receiver: re.Pattern[str] = NOTHING
    # an error among the results that has a name: a plain `return` gives it
    named_result: re.Pattern[str] = NOTHING
    # a value that is the same for every caller
    constant: re.Pattern[str] = NOTHING
    # a condition that no caller meets: what it asks for is never absent
    never: re.Pattern[str] = NOTHING
    # a condition on the kind of a literal: nobody writes a call that can only raise
    of_literal: re.Pattern[str] = NOTHING
    # an annotation that changes neither what a function takes nor what it does
    remark: re.Pattern[str] = NOTHING
    # a name, `name(` where it is called, that no body can make its own
    outside: re.Pattern[str] = NOTHING
    # a condition that asks for a member, the group, that an object lacks
    lacks: re.Pattern[str] = NOTHING

    def is_outside(self, name: str, text: str) -> bool:
        """Whether a name in a text can only be one of the whole program, as a function of C."""
        called = self.outside.pattern != NOTHING.pattern and f"{name}(" in text
        return self.outside.fullmatch(f"{name}(" if called else name) is not None

    def receiver_of(self, head: str) -> str:
        """Return the name that a method gives to what it belongs to; empty where it has none."""
        found = self.receiver.match(head)
        return found.group(1) if found else ""


def dialect_of(language: Language) -> Dialect:
    """Return the table of a language.

    Raises:
        GrammarError: The table has a key that is not understood, or a pattern that is none.
    """
    said = language.contracts
    unknown = sorted(set(said) - set(Dialect._fields))
    if unknown:
        problem = f"[contracts]: unknown key {', '.join(unknown)}"
        raise GrammarError(language.name, problem, f"known: {', '.join(Dialect._fields)}")
    try:
        return Dialect(**{key: _ready(value) for key, value in said.items()})
    except re.error as error:
        raise GrammarError(language.name, f"[contracts]: {error}") from error


def _ready(value: str | list[str]) -> Any:
    """Make a pattern of a text; a list is one of names."""
    return re.compile(value) if isinstance(value, str) else tuple(value)
