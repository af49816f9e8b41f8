"""Takes quotes, comment marks and common indent off a documentation text; re-flows nothing."""

from __future__ import annotations

import re
from typing import NamedTuple

QUOTES = re.compile(r"[A-Za-z]{0,3}(\"\"\"|'''|\"|')")
STRING = re.compile(r"""[A-Za-z]{0,2}(((?>\"{3}|'{3}|"|'))(?:\\.|(?!\2)[^\\])*\2)""", re.DOTALL)
SEVERAL = re.compile(rf"{STRING.pattern}(?:\s|\\\n|#.*\n)*[A-Za-z]{{0,2}}['\"]", re.DOTALL)
LINE_MARKS = {
    "godoc": ("//",),
    "rustdoc": ("///", "//!", "//"),
    "swiftdoc": ("///", "//"),
    "xmldoc": ("///", "//"),
    "doxygen": ("///<", "///", "//!<", "//!", "//"),
    "yard": ("##", "#"),
    "comment": ("///", "//!", "//", "##", "#", "---", "--"),
}
DEFAULT_MARKS = ("///", "//")
BETWEEN_BLOCKS = re.compile(r"\s*\*/[ \t]*(\n[ \t]*)/\*+")  # comments below one another
BLOCK_START = re.compile(r"\s*/\*+[!<]*")


class Words(NamedTuple):
    """The words of a documentation text."""

    lines: list[str]
    skipped: int  # lines of the written text before the first of `lines`


def unmarked(text: str, style: str) -> Words:
    """Return the words of a documentation text, line by line."""
    if style == "docstring":
        return _docstring(text)
    if text.lstrip().startswith("/*"):
        return _trimmed(_block(text))
    marks = LINE_MARKS.get(style, DEFAULT_MARKS)
    return _trimmed([_without_mark(line, marks) for line in text.split("\n")])


def _docstring(text: str) -> Words:
    """Dedent as `inspect.cleandoc` does; escapes stay as written."""
    while text.startswith("("):
        text = text[1:].removesuffix(")").strip()
    if SEVERAL.match(text):
        return _trimmed(_joined(text))
    opening = QUOTES.match(text)
    if opening is not None:
        quote = opening.group(1)
        text = text[opening.end() :]
        text = text.removesuffix(quote)
    lines = text.expandtabs().split("\n")
    first, rest = lines[0].lstrip(), lines[1:]
    if first == "\\":
        first = ""
    return _trimmed([first, *_dedented(rest)])


def _joined(text: str) -> list[str]:
    """Return the lines of several strings beside one another."""
    pieces = [found[1][len(found[2]) : -len(found[2])] for found in STRING.finditer(text)]
    return "".join(pieces).replace("\\n", "\n").split("\n")


def _block(text: str) -> list[str]:
    text = BLOCK_START.sub("", text, count=1)
    text = text.rstrip().removesuffix("*/").rstrip("*").rstrip()
    text = BETWEEN_BLOCKS.sub(r"\1 *", text)
    lines = text.split("\n")
    starred = [line for line in lines[1:] if line.strip()]
    if starred and all(line.lstrip().startswith("*") for line in starred):
        rest = [re.sub(r"^\s*\* ?", "", line) for line in lines[1:]]
    else:
        rest = _dedented([line.expandtabs() for line in lines[1:]])
    return [lines[0].strip(), *rest]


def _without_mark(line: str, marks: tuple[str, ...]) -> str:
    bare = line.lstrip()
    mark = next((mark for mark in marks if bare.startswith(mark)), "")
    return bare[len(mark) :].removeprefix(" ") if mark else bare


def _dedented(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:] if line.strip() else "" for line in lines]


def _trimmed(lines: list[str]) -> Words:
    lines = [line.rstrip() for line in lines]
    skipped = 0
    while lines and not lines[0]:
        lines.pop(0)
        skipped += 1
    while lines and not lines[-1]:
        lines.pop()
    return Words(lines, skipped)
