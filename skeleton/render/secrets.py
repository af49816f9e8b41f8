"""Tells credentials that stand in sources: maps and documents leave their values out.

A literal is one where the name of its constant ends with what it is: a password, a secret, a token,
a key that unlocks something. Where the name only speaks of one, or of a key, the literal must look
as if drawn by chance: most keys are names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skeleton.model import Symbol

_LITERAL = re.compile(r"[A-Za-z]{0,2}(['\"`])(?!\1)(?P<text>[^'\"`\n]+)\1")
_IS_ONE = re.compile(
    r".*(passw(or)?d|secret|token|(api|access|auth|private|signing|encryption|secret)_?key)", re.I
)
_SPEAKS_OF_ONE = re.compile(r"passw(or)?d|secret|token|key", re.I)
_BY_CHANCE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{16,}")


def is_secret(symbol: Symbol) -> bool:
    """Tell whether the value of a symbol is a credential."""
    found = _LITERAL.fullmatch(symbol.value or "")
    if found is None:
        return False
    by_chance = _SPEAKS_OF_ONE.search(symbol.name) and _BY_CHANCE.fullmatch(found["text"])
    return bool(by_chance or _IS_ONE.fullmatch(symbol.name))
