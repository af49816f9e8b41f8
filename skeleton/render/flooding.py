"""Leaves long lists and texts out of heads and decorators that would flood a map.

Looks at brackets and quotes alone, so it serves every language; what it leaves out it counts. Where
these do not pair, as remarks may hold half a pair, everything stays as written.
"""

from __future__ import annotations

import re

LONG_PART = 5_000  # characters of a list or a text; what holds no longer one stays as written

_CLOSES = {"(": ")", "[": "]", "{": "}"}
_TOKEN = re.compile(
    r"""(?P<quote>\"{3}|'{3}|`)(?:\\.|(?!(?P=quote))[^\\])*(?P=quote)"""
    r"""|(?P<mark>["'])(?:\\.|(?!(?P=mark))[^\\\n])*(?P=mark)"""  # on one line: `# isn't`
    r"""|[(\[{]|[)\]}]""",
    re.DOTALL,
)


def without_flood(text: str, elision: str) -> tuple[str, int]:
    """Return a head or decorator without its longest parts, and how many characters are gone.

    A part is what stands between quotes, or between brackets within brackets: a list of parameters
    as such stays. Of parts within parts the innermost go.

    Args:
        text: As written.
        elision: What stands for a part.
    """
    if len(text) <= LONG_PART:
        return text, 0
    parts: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []  # what closes a bracket, and where its inside starts
    for token in _TOKEN.finditer(text):
        if mark := token["quote"] or token["mark"]:
            width = len(mark)
            parts.append((token.start() + width, token.end() - width))
        elif token.group() in "([{":
            opened.append((_CLOSES[token.group()], token.end()))
        else:
            closes, start = opened.pop() if opened else ("", 0)
            if closes != token.group():
                return text, 0
            if opened:
                parts.append((start, token.start()))
    if opened:
        return text, 0
    shown, place = "", 0
    for start, end in _innermost([part for part in parts if part[1] - part[0] > LONG_PART]):
        shown += text[place:start] + elision
        place = end
    shown += text[place:]
    return shown, len(text) - len(shown)


def _innermost(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans that hold no other, in order; a span is behind those that it holds."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(parts, key=lambda part: part[1]):
        if not found or found[-1][0] < start:
            found.append((start, end))
    return found
