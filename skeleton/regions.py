"""Finds the marked regions of a Markdown document, and replaces what stands between the marks.

`<!-- skeleton:begin src/pay -->` opens one, `<!-- skeleton:end -->` closes it. Works on bytes, so
that all outside stays as it is; marks inside fenced code are text. What stands in a region is not
for this file to know.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from skeleton.errors import SkeletonError

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARK = re.compile(rb" {0,3}<!--\s*skeleton:(begin|end)\b(.*?)-->\s*")
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(rb" {0,3}(#{1,6})(?:\s|$)")


class BadRegion(SkeletonError):
    """The marks of a document do not go together."""

    code = "region"

    def __init__(self, path: str, line: int, problem: str) -> None:
        super().__init__(path, line, problem)
        self.path, self.line, self.problem = path, line, problem

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.problem}"


class Region(NamedTuple):
    """What stands between two marks."""

    words: tuple[str, ...]  # of the opening mark
    start: int  # byte, from 0: behind the line of the opening mark
    end: int  # byte, excluded: before the line of the closing mark
    line: int  # of the opening mark, from 1
    level: int  # of the heading above it; 0: none


def find_regions(data: bytes, path: str) -> tuple[Region, ...]:
    """Return the regions of a document in their order.

    Args:
        data: The whole document.
        path: Its name, for errors.

    Raises:
        BadRegion: A mark has no counterpart, or its words cannot be told apart.
    """
    found: list[Region] = []
    opened: Region | None = None
    fence, level, at = b"", 0, 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        text = line.rstrip(b"\r\n")
        mark = None if fence else _MARK.fullmatch(text)
        if opened is None and mark is None:
            fence = _fence_after(fence, text)
            heading = None if fence else _HEADING.match(text)
            level = len(heading[1]) if heading else level
        elif mark is not None and mark[1] == b"begin":
            if opened is not None:
                raise BadRegion(path, number, f"a region inside that of line {opened.line}")
            words = _words(mark[2], path, number)
            opened = Region(words, at + len(line), 0, number, level)
        elif mark is not None:
            if opened is None:
                raise BadRegion(path, number, "skeleton:end without skeleton:begin")
            found.append(opened._replace(end=at))
            opened = None
        elif opened is not None:
            fence = _fence_after(fence, text)
        at += len(line)
    if opened is not None:
        raise BadRegion(path, opened.line, "skeleton:begin without skeleton:end")
    return tuple(found)


def replace_regions(data: bytes, regions: Sequence[Region], texts: Sequence[str]) -> bytes:
    """Return a document with other texts in its regions, their line ends those of the document."""
    parts: list[bytes] = []
    at = 0
    for region, text in zip(regions, texts, strict=True):
        parts += [data[at : region.start], with_line_ends(text, data)]
        at = region.end
    return b"".join([*parts, data[at:]])


def with_line_ends(text: str, data: bytes) -> bytes:
    """Return a text as UTF-8 with the line ends of a document: those of its first line."""
    encoded = text.encode("utf-8", "backslashreplace")
    return encoded.replace(b"\n", b"\r\n") if b"\r\n" in data[: data.find(b"\n") + 1] else encoded


def _fence_after(fence: bytes, text: bytes) -> bytes:
    """Return the fence that is open behind a line; CommonMark: one as long or longer closes it."""
    found = _FENCE.fullmatch(text)
    if found is None:
        return fence
    if fence:
        closes = found[1].startswith(fence) and not found[2].strip()
        return b"" if closes else fence
    return b"" if found[1].startswith(b"`") and b"`" in found[2] else found[1]


def _words(said: bytes, path: str, line: int) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(said.decode("utf-8", "replace")))
    except ValueError as error:
        raise BadRegion(path, line, f"the words of the mark cannot be read: {error}") from error
