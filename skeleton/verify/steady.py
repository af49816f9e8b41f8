"""Makes texts of a run read the same in the next run, and short.

Object addresses, temporary and absolute paths, names of workers and durations are replaced, and the
kinds of replacement that happened are remembered. Values that differ are cut around their first
difference.
"""

from __future__ import annotations

import os
import re
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

VALUE_LIMIT = 400  # characters of a value or message
SOURCE_LIMIT = 120  # of a statement
LOOKED_AT = 100_000  # characters at the end of an output, in search of lines that say something
AROUND_DIFFERENCE = 60  # equal characters kept before the first and after the last difference

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_PYTEST_FOLDER = r"(?:/[\w.+-]+)*/pytest-of-[^/\s'\"]+/pytest-\d+/(?:popen-gw\d+/)?"
_OWN_FOLDER = r"[\w./-]*/skeleton-verify-\w{8}/"  # where we let a runner write its report
_PROCESS = r"(?<=\bpid[=: ])\d+|(?<=\bpid: )\d+"
_ADDRESS = (
    r"(?<=\bat )0x[0-9a-fA-F]{6,}|\b0x[0-9a-fA-F]{6,}(?=>)|(?<=hread )0x[0-9a-fA-F]{6,}"
    r"|\b0x(?:7[ef]|5[56])[0-9a-f]{10}\b"  # where Linux puts what a process allocates
)
_NUMBERED = r"(\bid='|\b(?:started|stopped)(?: daemon)? )\d{14,15}(?=[')])"  # of mocks and threads
_TEMPORARY = r"tmp[a-z0-9_]{8}(?=\W|$)"  # as `tempfile` names by itself
_PREFIXED = (  # as it names with a prefix: eight characters at the end are by chance
    r"([\w+.-]*[-_.](?=[a-z0-9_]{8})|[\w+.-]+(?=[a-z0-9_]{8})(?=[a-z]*[0-9_]))[a-z0-9_]{8}"
    r"(?=(?:\.\w+)?(?:[^\w.+-]|\.?$))"
)
_FRAME = re.compile(
    r'^(?:INTERNALERROR> )?[ |]*File "[^"\n]+", line \d+, in .*\n'
    r"(?:(?:INTERNALERROR> )?[ |]{4,}.*\n)*",
    re.MULTILINE,
)
_TRACEBACK = "Traceback (most recent call last):"
_DURATION = r"\b\d+(?:\.\d+)?\s?(?:ms|s|seconds)\b(?: \(\d+:\d\d:\d\d\))?"


class Steady:
    """Replaces what differs between runs; `applied` names the replacements that happened."""

    def __init__(self, root: str, *, prefixes: Iterable[str] = (), workers: bool = False) -> None:
        self.applied: set[str] = set()
        rules = []
        for folder in _spellings(root):
            rules += [(f"{_whole(folder)}/", "", "paths"), (_whole(folder), ".", "paths")]
        rules.append((_OWN_FOLDER, "<tmp>/", "temporary paths"))
        rules.append((_PYTEST_FOLDER, "<tmp>/", "temporary paths"))
        for folder in sorted(set(prefixes), key=len, reverse=True):
            rules.append((_whole(folder), "<python>", "paths"))
        for folder in _spellings(tempfile.gettempdir()):
            rules.append((f"{_whole(folder)}/(?:{_TEMPORARY})?", "<tmp>/", "temporary paths"))
        rules.append((f"(?<=<tmp>/){_PREFIXED}", r"\1…", "temporary paths"))
        rules.append((f"(?<=/){_TEMPORARY}", "tmp…", "temporary paths"))
        rules.append((_whole(os.path.expanduser("~")), "~", "paths"))
        rules.append((_ADDRESS, "0x…", "addresses"))
        rules.append((_NUMBERED, r"\1…", "addresses"))
        rules.append((_PROCESS, "…", "process ids"))
        if workers:
            rules.append((r"\bgw\d+\b", "gw…", "workers"))
        self._rules = [(re.compile(pattern), new, kind) for pattern, new, kind in rules]
        self._duration = re.compile(_DURATION)

    def text(self, text: str) -> str:
        """Return a text without what differs between two equal runs."""
        text = _readable(text)
        for pattern, new, kind in self._rules:
            text, count = pattern.subn(new, text)
            if count:
                self.applied.add(kind)
        return text

    def value(self, text: str, limit: int = VALUE_LIMIT) -> str:
        """Return a text made steady and cut."""
        return cut(self.text(text), limit)

    def pair(self, left: str, right: str) -> tuple[str, str]:
        """Return two values, each cut around the place where they begin to differ."""
        left, right = self.text(left), self.text(right)
        if len(left) <= VALUE_LIMIT and len(right) <= VALUE_LIMIT:
            return left, right
        start = _equal(left, right)
        rest = _equal(left[start:][::-1], right[start:][::-1])
        start = max(0, start - AROUND_DIFFERENCE)
        keep = max(0, rest - AROUND_DIFFERENCE)
        return _part(left, start, keep), _part(right, start, keep)

    def lines(self, text: str, count: int) -> tuple[str, ...]:
        """Return the last lines that say something: no colour, duration, rule of `=`, or frame."""
        found = []
        said = _FRAME.sub("", plain(text[-LOOKED_AT:]))
        for line in reversed(said.splitlines()):
            line = "".join(char if char.isprintable() else " " for char in line)
            line = line.strip().strip("=").strip()
            if not line.strip("-_= ") or line.endswith(_TRACEBACK):
                continue
            line, replaced = self._duration.subn("…", line)
            if replaced:
                self.applied.add("durations")
            found.append(self.value(line))
            if len(found) == count:
                break
        return tuple(reversed(found))


def _readable(text: str) -> str:
    """Return a text in which bytes that Python could not decode are UTF-8, or shown as escapes."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # halves of a pair, which no bytes stand for
        data = text.encode("utf-8", "backslashreplace")
    return data.decode("utf-8", "backslashreplace")


def plain(text: str) -> str:
    """Return a text without the sequences that colour a terminal."""
    return _ANSI.sub("", text)


def cut(text: str, limit: int = VALUE_LIMIT) -> str:
    """Keep the first characters and say how many were left out."""
    return text if len(text) <= limit else f"{text[:limit]}…[+{len(text) - limit} chars]"


def _equal(left: str, right: str) -> int:
    """Return how many first characters are equal."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(left), len(right)))


def _part(text: str, start: int, equal: int) -> str:
    """Keep a text from `start` on without its last `equal` characters, at most `VALUE_LIMIT`."""
    before = f"[+{start} chars]…" if start else ""
    end = min(len(text) - equal, start + VALUE_LIMIT)
    after = f"…[+{len(text) - end} chars]" if end < len(text) else ""
    return before + text[start:end] + after


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts `test[9]` before `test[10]`."""
    parts = re.split(r"(\d+)", text)
    return tuple((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in parts if part)


def _whole(folder: str) -> str:
    """Match a folder, not a longer name that begins like it."""
    return re.escape(folder.rstrip("/")) + r"(?![\w-]|\.\w)" if folder.rstrip("/") else r"(?!)"


def _spellings(folder: str) -> list[str]:
    """Return a folder as written and with its links resolved, longest first."""
    found = {_readable(folder), _readable(os.path.realpath(folder))}
    return sorted(found, key=lambda one: (-len(one), one))
