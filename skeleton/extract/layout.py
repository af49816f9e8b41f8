"""Lays lines out as a parser wants them that takes indentation too seriously.

Where blocks are made by indentation, a comment of any indentation ends none, and within brackets
indentation means nothing. The grammar of Python knows neither in every place: what stands further
left than the statement around it ends the block then. Every change keeps the length.
"""

from __future__ import annotations

import re

TOKEN = re.compile(
    rb"""
    (?P<string>[A-Za-z]{0,2}(?:
        \"\"\"(?:\\.|[^\\])*?\"\"\" | '''(?:\\.|[^\\])*?''' |
        "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    )) |
    (?P<comment>\#[^\n]*) |
    (?P<line>\n[ \t\f]*) |
    (?P<open>[(\[{]) | (?P<close>[)\]}]) |
    (?P<space>[ \t\f\r]+) |
    \\\n[ \t]* | \w+ | .
    """,
    re.DOTALL | re.VERBOSE,
)
TAB = 8


def joined_lines(data: bytes) -> bytes:
    """Blank what stands further left than the statement that it is a part of, or stands before.

    Returns:
        Text of the same length: comments are blanked, and line feeds inside brackets, so a line
        may be longer than it was.
    """
    text = bytearray(data)
    depth = indent = here = 0
    waiting: list[tuple[int, int, int]] = []  # comments and line feeds since the last word of code
    for token in TOKEN.finditer(data):
        kind = token.lastgroup
        if kind == "space":
            continue
        if kind == "line":
            here = len(token.group().expandtabs(TAB)) - 1
        if kind in ("line", "comment"):
            waiting.append((*token.span(), here))
            continue
        begins = any(data[start] == 10 for start, _, _ in waiting) or not token.start()
        if begins and depth == 0:
            indent = here
            for start, end, left in waiting:
                alone = not data[data.rfind(b"\n", 0, start) + 1 : start].strip()
                if data[start] != 10 and left < indent and alone:
                    text[start:end] = b" " * (end - start)
        elif begins and here < indent:
            for start, end, _ in waiting:
                text[start:end] = b" " * (end - start)
        waiting.clear()
        depth = max(depth + (kind == "open") - (kind == "close"), 0)
    return bytes(text)
