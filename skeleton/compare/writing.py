"""Writes a comparison: the same words in every form, a line for each change.

As text, Markdown, JSON, or annotations of GitHub Actions.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from skeleton.annotation import level_of, write_annotation
from skeleton.clip import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skeleton.model import Change, InterfaceDiff

FORMATS = ("text", "markdown", "json", "github")
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
    writers = {"text": _text, "markdown": _markdown, "github": _github}
    return "\n".join(writers[format](diff)) + "\n"


def _text(diff: InterfaceDiff) -> Iterator[str]:
    for path, changes in groupby(diff.changes, key=_path):
        yield path
        for mark, line in _lines(changes, str):
            yield f"  {mark:<9}  {line}"
        yield ""
    yield from _closing(diff)


def _markdown(diff: InterfaceDiff) -> Iterator[str]:
    for path, changes in groupby(diff.changes, key=_path):
        yield f"## {_code(path)}"
        yield ""
        for mark, line in _lines(changes, _code):
            yield f"- {f'**{mark}**' if mark == _MARKS['yes'] else mark}: {line}"
        yield ""
    for line in _closing(diff):
        yield f"- {line}"


def _github(diff: InterfaceDiff) -> Iterator[str]:
    """Yield what breaks callers, or may; a line is told only where the newer side has it."""
    for change in diff.changes:
        if change.breaking != "no":
            yield write_annotation(
                "error" if change.breaking == "yes" else "warning",
                _line(change, str),
                path=_path(change),
                line=0 if change.kind == "removed" else change.line,
                title=_MARKS[change.breaking],
            )
    for note in diff.diagnostics:
        yield write_annotation(
            level_of(note.severity), note.message, path=note.path, line=note.line
        )
    yield _account(diff)


def _lines(changes: Iterable[Change], code: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield mark and words of each change of a file; those alike that break nothing, together."""
    folded: dict[tuple[str, ...], list[Change]] = {}
    for number, change in enumerate(changes):
        folded.setdefault(_alike(change) or (str(number),), []).append(change)
    for key, group in folded.items():
        first = group[0]
        if len(group) == 1:
            yield _MARKS[first.breaking], _line(first, code)
        elif key[0] in ("added", "annotated", "public now"):
            names = dict.fromkeys(change.id.partition("::")[2] for change in group)
            yield _MARKS["no"], f"{key[0]}: {', '.join(map(code, names))}"
        else:
            name = code(first.id.partition("::")[2])
            parts = ", ".join(code(change.part) for change in group)
            how = _how(first.kind.partition("_")[2])
            yield _MARKS["no"], f"{name} :{first.line} parameters {how}: {parts}; {first.reason}"


def _alike(change: Change) -> tuple[str, ...]:
    """Return what changes that are told in one line have in common; empty for a line of its own."""
    if change.breaking != "no":
        return ()
    if change.kind in ("parameter_annotation", "returns", "annotation") and not change.before:
        return ("annotated",)
    if change.kind == "visibility":
        return ("public now",)
    if change.kind == "added" and not change.part:
        return ("added",)
    if change.kind.startswith("parameter_"):
        return change.id, change.kind, change.reason
    return ()


def _how(verb: str) -> str:
    return verb if verb in ("added", "removed", "renamed", "moved") else f"{verb} changed"


def _path(change: Change) -> str:
    return change.id.partition("::")[0]


def _line(change: Change, code: Callable[[str], str]) -> str:
    """Return what changed, from what to what, and why that matters."""
    name = change.id.partition("::")[2]
    where = f" :{change.line}" if change.line and name else ""
    words = f"{code(name)}{where} {what(change, code)}" if name else what(change, code)
    if change.kind in ("removed", "added") and not change.part:
        return f"{words}: {change.reason}"
    before, after = (_short(text, code) for text in (change.before, change.after))
    one_sided = change.kind.endswith(("added", "removed"))
    told = f" {before or after}" if one_sided else f" {before or 'nothing'} → {after or 'nothing'}"
    if not (before or after):
        told = ""
    return f"{words}{':' if told else ''}{told}; {change.reason}"


def what(change: Change, code: Callable[[str], str] = str) -> str:
    """Return a change in a few words: `parameter tier kind changed`."""
    subject, _, verb = change.kind.partition("_")
    part = code(change.part) if change.part else ""
    if change.kind in ("renamed", "moved"):
        was = change.was_id or ""
        return f"{change.kind} from {code(was)}" if was else f"{change.kind} away"
    if subject == "clause":
        return f"clause {verb}"
    if subject in ("parameter", "decorator", "base", "overload"):
        return " ".join(word for word in (subject, part, _how(verb)) if word)
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
    yield _account(diff)


def _account(diff: InterfaceDiff) -> str:
    """Return how many changes there are, and how grave."""
    counts: dict[str, int] = dict.fromkeys(_MARKS, 0)
    for change in diff.changes:
        counts[change.breaking] += 1
    said = f"{counts['yes']} breaking, {counts['unknown']} may break, {counts['no']} do not"
    commit = f" ({diff.base_commit[:12]})" if not diff.base_commit.startswith(diff.base) else ""
    return (
        f"{diff.base}{commit} to {diff.head}: {len(diff.changes)} changes: {said};"
        f" {diff.files} of {diff.files_total} files differ"
    )
