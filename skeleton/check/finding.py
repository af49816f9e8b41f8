"""Turns the conflicts of linked modules into findings, and reads the comments that accept one.

A comment accepts a conflict on the line of either side, or on the line above it, and on the last
line of the documentation, or right behind it; a decorated definition begins at its first decorator.
It must give a reason.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from skeleton.clip import one_line
from skeleton.model import Finding, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skeleton.model import Clause, Module, Symbol

KINDS = ("exception", "parameter", "default")
IGNORE = re.compile(r"skeleton:\s*ignore\[([^\]\n]*)\][ \t]*([^\n]*)")
NO_REASON = "a comment to ignore this gives no reason, so it does not count"


class Conflicts(NamedTuple):
    """What was found, apart: what stands, and what is accepted."""

    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]


def find_conflicts(
    modules: Iterable[Module], lines_of: Callable[[str], list[str]], kinds: frozenset[str]
) -> Conflicts:
    """Return the conflicts of some modules by path and line.

    Args:
        modules: With the contracts of the symbols to look at.
        lines_of: Returns the lines of a file.
        kinds: Some of `KINDS`.
    """
    findings: list[Finding] = []
    suppressed: list[Finding] = []
    for module in sorted(modules, key=lambda one: one.path):
        found = [
            (symbol, clause)
            for symbol in walk(module.symbols)
            for clause in symbol.contract
            if clause.conflict in kinds
        ]
        lines = lines_of(module.path) if found else []
        for symbol, clause in sorted(found, key=lambda one: (one[1].line, one[1].text)):
            finding = _finding(module.path, symbol, clause, lines)
            (suppressed if finding.reason else findings).append(finding)
    return Conflicts(tuple(findings), tuple(suppressed))


def _finding(path: str, symbol: Symbol, clause: Clause, lines: list[str]) -> Finding:
    finding = Finding(
        kind=clause.conflict,
        id=f"{path}::{symbol.qualified_name}",
        message=one_line(clause.text).removeprefix("conflict: "),
        path=path,
        doc_line=clause.line,
        doc_text=_line(lines, clause.line),
        code_line=clause.against,
        code_text=_line(lines, clause.against),
    )
    sides = {clause.line, clause.against}
    if symbol.line in sides:
        sides.add(symbol.span.start_line)
    behind = symbol.docstring.span.end_line if symbol.docstring else 0
    for number in sorted(sides | {side - 1 for side in sides} | {behind, behind + 1}):
        found = IGNORE.search(_line(lines, number))
        if found is None or clause.conflict not in re.split(r"[\s,]+", found.group(1).strip()):
            continue
        reason = re.sub(r"\s*(?:\*/|-->)\s*\Z", "", found.group(2)).strip(" \t:-#")
        finding = replace(finding, reason=reason, note="" if reason else NO_REASON)
        if reason:
            break
    return finding


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
