"""Reads documentation texts: their words, the entries of their sections, their examples.

Line by line, so that every kept text is a slice of what was written. Says nothing of what is true:
`conflicts` does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.contracts.doc_marks import unmarked
from skeleton.contracts.doc_sections import read_sections
from skeleton.contracts.doc_tags import read_tags

if TYPE_CHECKING:
    from skeleton.model import DocEntry, Docstring, Language, Module, Symbol

MAX_LINES = 5_000  # a documentation text beyond this is kept as words alone
PROMPT = re.compile(r"\s*>>>( |$)")
SECTIONED = frozenset({"docstring"})


def read_docs(module: Module, language: Language) -> Module:
    """Fill words, prose, entries and examples of every documentation text of a file."""
    style = language.doc_style
    if style == "none":
        return module
    return replace(
        module,
        docstring=read_doc(module.docstring, style),
        symbols=tuple(_with_docs(symbol, style) for symbol in module.symbols),
    )


def _with_docs(symbol: Symbol, style: str) -> Symbol:
    if symbol.docstring is None and not symbol.members:
        return symbol
    return replace(
        symbol,
        docstring=read_doc(symbol.docstring, style),
        members=tuple(_with_docs(member, style) for member in symbol.members),
    )


def read_doc(doc: Docstring | None, style: str) -> Docstring | None:
    """Fill one documentation text; what cannot be understood stays prose."""
    if doc is None:
        return None
    words = unmarked(doc.text, style)
    lines, line = words.lines, doc.span.start_line + words.skipped
    if len(lines) > MAX_LINES:
        body = "\n".join(lines)
        return replace(doc, body=body, prose=body, line=line)
    found = read_sections(lines) if style in SECTIONED else read_tags(lines, style)
    examples, without = _examples(lines, found.prose)
    return replace(
        doc,
        body="\n".join(lines),
        prose="\n".join(squeezed([lines[place] for place in without])),
        entries=tuple(_placed(entry, line) for entry in found.entries),
        examples=examples,
        line=line,
    )


def _placed(entry: DocEntry, line: int) -> DocEntry:
    return replace(entry, line=entry.line + line)


def _examples(lines: list[str], prose: list[int]) -> tuple[tuple[str, ...], list[int]]:
    """Return the doctests with their output, and the places of prose outside of them."""
    examples: list[str] = []
    taken: set[int] = set()
    place = 0
    while place < len(lines):
        if not PROMPT.match(lines[place]):
            place += 1
            continue
        start = place
        place += 1
        while place < len(lines) and lines[place].lstrip().startswith("..."):
            place += 1
        while place < len(lines) and lines[place].strip() and not PROMPT.match(lines[place]):
            place += 1
        margin = len(lines[start]) - len(lines[start].lstrip())
        examples.append("\n".join(line[margin:].rstrip() for line in lines[start:place]))
        taken.update(range(start, place))
    return tuple(examples), [at for at in prose if at not in taken]


def squeezed(lines: list[str]) -> list[str]:
    """Drop blank lines at both ends, and all but one of a run of them."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
