"""Makes characters visible that a reader would not see, or that a terminal would obey.

Works on finished text, and knows nothing of what it means.
"""

from __future__ import annotations

import re

# C0 but tab and line feed, DEL, C1; line and paragraph separators; marks that change the direction
# of what follows; the byte order mark; halves of surrogate pairs; what XML forbids; tag characters,
# which hide text from people
HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff"
    "\U000e0000-\U000e007f"
)
_HIDDEN = re.compile(f"[{HIDDEN}]")


def make_visible(text: str) -> str:
    r"""Return a text with every hidden character written as an escape: `\x1b`, `\u202e`."""
    return _HIDDEN.sub(_escape, text)


def visible_line(text: str) -> str:
    r"""Return a text that stays on its line: a name of a file may hold anything."""
    return make_visible(text.replace("\n", r"\n").replace("\t", r"\t"))


def visible_json(text: str) -> str:
    r"""Return a JSON document with the hidden characters of its strings written as `\uXXXX`."""
    return _HIDDEN.sub(_escape_json, text)


def tidy(text: str) -> str:
    """Return a text without blanks at line ends and with exactly one line feed at its end."""
    return "\n".join([line.rstrip(" \t") for line in text.split("\n")]).rstrip("\n") + "\n"


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _escape_json(found: re.Match[str]) -> str:
    units = found.group().encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
