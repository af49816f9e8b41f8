"""Keeps credentials that stand in sources out of what is shown of them.

A literal is left out where the name of its constant ends with what it is: a password, a secret,
a token, a key that unlocks something. Where the name only speaks of one, or of a key, the literal
must look as if drawn by chance: most keys are names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from skeleton.model import Symbol

REMARK = "value left out"

_LITERAL = re.compile(r"([A-Za-z]{0,2})(['\"`])(?!\2)(?P<text>[^'\"`\n]+)\2")
_IS_ONE = re.compile(
    r".*(passw(or)?d|secret|token|(api|access|auth|private|signing|encryption|secret)_?key)", re.I
)
_SPEAKS_OF_ONE = re.compile(r"passw(or)?d|secret|token|key", re.I)
_BY_CHANCE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{16,}")


def without_secret(symbol: Symbol) -> Symbol:
    """Return a symbol whose value is `"..."` where it is a credential; else the symbol itself."""
    found = _LITERAL.fullmatch(symbol.value or "")
    if found is None or not _is_secret(symbol.name, found["text"]):
        return symbol
    assert symbol.value is not None
    hidden = f"{found[1]}{found[2]}...{found[2]}"
    start = symbol.head.rfind(symbol.value)
    end = start + len(symbol.value)
    head = f"{symbol.head[:start]}{hidden}{symbol.head[end:]}" if start >= 0 else symbol.head
    return replace(symbol, head=head, value=hidden)


def _is_secret(name: str, text: str) -> bool:
    if _IS_ONE.fullmatch(name):
        return True
    return bool(_SPEAKS_OF_ONE.search(name) and _BY_CHANCE.fullmatch(text))
