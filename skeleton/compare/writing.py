"""Writes a comparison as text, Markdown or JSON: the same words, a line for each change."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from skeleton.clip import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skeleton.model import Change, InterfaceDiff

FORMATS = ("text", "markdown", "json")
LONG = 160  # characters of a slice that are shown in text; JSON has all
_MARKS = {"yes": "breaking", "unknown": "may break", "no": "ok"}
_WORDS = {
    "kind": "is another kind of thing",
    "returns": "result changed",
    "type_parameters": "type parameters changed",
    "annotation": "type changed",
    "value": "value changed",
    "nature": "nature changed",
    "head": "head changed",
    "visibility": "visibility changed",
    "bases_moved": "order of bases changed",
    "documentation": "documentation changed",
}


def write(diff: InterfaceDiff, format: str = "text") -> str:
    """Return a comparison in one of `FORMATS`, with a line feed at its end."""
    if format == "json":
        return msgspec.json.format(msgspec.json.encode(diff), indent=1).decode() + "\n"
    lines = list(_markdown(diff) if format == "markdown" else _text(diff))
    return "\n".join(lines) + "\n"


def _text(diff: InterfaceDiff) -> Iterator[str]:
    for path, changes in groupby(diff.changes, key=_path):
        yield path
        for change in changes:
            yield f"  {_MARKS[change.breaking]:<9}  {_line(change, str)}"
        yield ""
    yield from _closing(diff)


def _markdown(diff: InterfaceDiff) -> Iterator[str]:
    for path, changes in groupby(diff.changes, key=_path):
        yield f"## {_code(path)}"
        yield ""
        for change in changes:
            mark = _MARKS[change.breaking]
            yield f"- {f'**{mark}**' if change.breaking == 'yes' else mark}: {_line(change, _code)}"
        yield ""
    for line in _closing(diff):
        yield f"- {line}"


def _path(change: Change) -> str:
    return change.id.partition("::")[0]


def _line(change: Change, code: Callable[[str], str]) -> str:
    """Return what changed, from what to what, and why that matters."""
    name = change.id.partition("::")[2]
    where = f" :{change.line}" if change.line and name else ""
    words = f"{code(name)}{where} {_what(change, code)}" if name else _what(change, code)
    if change.kind in ("removed", "added") and not change.part:
        return f"{words}: {change.reason}"
    before, after = (_short(text, code) for text in (change.before, change.after))
    told = ""
    if before and after:
        told = f" {before} → {after}"
    elif before or after:
        told = f" {before or after}"
    return f"{words}{':' if told else ''}{told}; {change.reason}"


def _what(change: Change, code: Callable[[str], str]) -> str:
    subject, _, verb = change.kind.partition("_")
    part = code(change.part) if change.part else ""
    if change.kind in ("renamed", "moved"):
        was = change.was_id or ""
        return f"{change.kind} from {code(was)}" if was else f"{change.kind} away"
    if subject == "clause":
        return f"clause {verb}"
    if subject in ("parameter", "decorator", "base", "overload"):
        how = verb if verb in ("added", "removed", "renamed", "moved") else f"{verb} changed"
        return " ".join(word for word in (subject, part, how) if word)
    if change.kind in ("added", "removed"):
        kind = change.part or (change.symbol or "name").replace("_", " ")
        return f"{kind} {change.kind}"
    return _WORDS[change.kind]


def _short(text: str, code: Callable[[str], str]) -> str:
    line = one_line(text)
    if len(line) > LONG:
        line = f"{line[:LONG]}…[+{len(line) - LONG} characters]"
    return code(line) if line else ""


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _closing(diff: InterfaceDiff) -> Iterator[str]:
    for note in diff.diagnostics:
        place = f"{note.path}{f':{note.line}' if note.line else ''}"
        yield f"{note.severity}: {place}: {one_line(note.message)}"
    counts: dict[str, int] = dict.fromkeys(_MARKS, 0)
    for change in diff.changes:
        counts[change.breaking] += 1
    said = f"{counts['yes']} breaking, {counts['unknown']} may break, {counts['no']} do not"
    commit = f" ({diff.base_commit[:12]})" if not diff.base_commit.startswith(diff.base) else ""
    yield (
        f"{diff.base}{commit} to {diff.head}: {len(diff.changes)} changes: {said};"
        f" {diff.files} of {diff.files_total} files differ"
    )
