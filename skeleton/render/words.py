"""The words around the shown symbols: legend, headings, known tests, the account of everything.

Every form of text arranges the same lines; they are plain text, without marks of Markdown or XML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.clip import amount, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skeleton.model import Change, Entry, FileMap, InterfaceMap, Omission, TestLink, Usage

MOST_NAMED = 10  # files without anything to show that are named one by one
LEGEND = {
    "agreed": "= doc and code agree",
    "enforced": "! only the code",
    "stated": '" only the doc',
    "conflict": "~ conflict: the code wins",
}
REASONS = {
    "target": "target",
    "imported": "used",
    "mentioned": "used",
    "named_by_shown": "named above",
    "base_class": "base class",
    "fixture": "fixture",
    "public": "public",
    "reexported": "re-exported",
    "next_hop": "one hop further",
    "used_by": "uses it",
    "used_by_user": "uses what uses it",
    "requested": "requested",
    "holds_shown": "owner",
}


def legend(interface: InterfaceMap) -> str:
    """Return what the marks of clauses mean; only those that occur, nothing without clauses."""
    statuses: set[str] = set()
    tested = lined = False
    for entry in _entries(interface):
        if entry.detail == "names":
            continue
        for clause in entry.symbol.contract:
            statuses.add(clause.status)
            tested |= clause.tested or clause.status == "tested"
            lined |= clause.line > 0
    words = [text for status, text in LEGEND.items() if status in statuses]
    words += ["t tested"] if tested else []
    marks = ", ".join(words)
    return f"{marks}; :N line" if lined else marks


def title(file: FileMap, targets: Sequence[str]) -> str:
    """Return the heading of a file: with targets each has its reason, else none, to look alike."""
    if not targets:
        return file.path
    guessed = file.group == "rest" and file.reason == "mentioned"
    return f"{file.path} ({'perhaps used' if guessed else REASONS[file.reason]})"


def test_lines(tests: Iterable[TestLink]) -> list[str]:
    """Return the known tests, those of a file together: a line for each that shows a rule.

    The second and later lines of a file lack its path: `  ::test_zero assert fee(0) == 0`. Titles
    have a line each, as they hold blanks: `  > fees > are never negative`.
    """
    files: dict[str, list[TestLink]] = {}
    for test in tests:
        files.setdefault(test.path, []).append(test)
    lines: list[str] = []
    for path, links in files.items():
        telling = [f"{_name(test)} {_shown(test)}" for test in links if test.shows]
        others = [_name(test) for test in links if not test.shows]
        titled = any(name.startswith(" > ") for name in others)
        rows = [*telling, *(others if titled else [" ".join(others)] if others else [])]
        lines += [path + rows[0], *(f"  {row.lstrip()}" for row in rows[1:])]
    return lines


def change_lines(changes: Iterable[Change]) -> list[str]:
    """Return a line for each change: whom it breaks, where, what was, what is, and why."""
    return [_change(change) for change in changes]


def _change(change: Change) -> str:
    mark = {"yes": "breaking", "unknown": "may break", "no": "ok"}[change.breaking]
    what = " ".join(filter(None, (change.kind.replace("_", " "), change.part)))
    line = f" :{change.line}" if change.line else ""
    before, after = one_line(change.before), one_line(change.after)
    sides = " → ".join(filter(None, (before, after)))
    was = f" (was {change.was_id})" if change.was_id else ""
    said = f"{mark}: {change.id}{line} {what}{was}"
    return f"{said}: {sides}; {change.reason}" if sides else f"{said}; {change.reason}"


def _name(test: TestLink) -> str:
    return test.id.removeprefix(test.path)


def _shown(test: TestLink) -> str:
    return "; ".join(one_line(claim).removeprefix("assert ") for claim in test.shows)


def closing_lines(interface: InterfaceMap) -> list[str]:
    """Return the lines that account for what was read, shown and left out."""
    lines = []
    if interface.external:
        lines.append("Packages outside the project: " + ", ".join(interface.external))
    if interface.unresolved:
        lines.append("Imports not found: " + ", ".join(interface.unresolved))
    empty = [file.path for file in interface.files if not shows_anything(file)]
    if empty:
        further = len(empty) - MOST_NAMED
        named = empty if further <= 1 else empty[:MOST_NAMED]
        more = f" and {further} more, which --format json names" if further > 1 else ""
        lines.append(f"Nothing to show in: {', '.join(named)}{more}")
    for note in interface.diagnostics:
        place = f"{note.path}:{note.line}" if note.line else note.path
        lines.append(f"{note.severity}: {place}: {one_line(note.message)}")
    lines += interface.limits
    if interface.filter:
        lines.append(f"Asked for: {interface.filter}")
    lines += _left_out(interface.omissions)
    lines.append(_account(interface))
    return lines


def _left_out(omissions: Sequence[Omission]) -> list[str]:
    """Return a line for what is missing for one reason and can be had in one way."""
    lines: dict[tuple[str, str], list[str]] = {}
    for omission in omissions:
        words = amount(omission) + (f" ({omission.where})" if omission.where else "")
        lines.setdefault((omission.why, omission.recover), []).append(words)
    return [
        f"{', '.join(words)} left out{f', {why}' if why else ''}{f': {how}' if how else ''}"
        for (why, how), words in lines.items()
    ]


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _account(interface: InterfaceMap) -> str:
    words = (
        f"{interface.symbols_shown:,} of {_number(interface.symbols_total, 'symbol')}"
        f" of {_number(interface.files_read, 'file')} shown"
    )
    usage = interface.usage
    return f"{words}; {_usage(usage)}" if usage is not None else words


def _usage(usage: Usage) -> str:
    words = f"~{usage.tokens:,} tokens"
    if usage.source_tokens:
        share = 100 * usage.tokens / usage.source_tokens
        words += f" of ~{usage.source_tokens:,} ({share:.{int(share < 10)}f} %)"
    if usage.limit:
        words += f", limit {usage.limit:,} {usage.unit}"
    return words


def shows_anything(file: FileMap) -> bool:
    """Return whether there is a line to write of a file."""
    return bool(file.entries or file.imports or file.exports_text or file.shown_doc)


def _entries(interface: InterfaceMap) -> Iterator[Entry]:
    waiting = [entry for file in interface.files for entry in file.entries]
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting.extend(entry.members)
