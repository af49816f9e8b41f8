"""Writes a map as a document that is kept in a repository and read by people.

Holds nothing that changes without the interface: no line numbers, counts or costs. Its form is one
that formatters of Markdown leave alone: headings of code spans, fenced code, lists with dashes.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec.structs import replace

from skeleton.render import words
from skeleton.render.parts import MARKS
from skeleton.render.source import source_lines
from skeleton.render.visible import make_visible, tidy, visible_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from skeleton.model import Diagnostic, Entry, FileMap, InterfaceMap, Language

MADE = "<!-- Made by `skeleton docs`, which overwrites every change. -->"
OPEN = (
    "<!-- prettier-ignore-start -->",
    "<!-- markdownlint-capture -->",
    "<!-- markdownlint-disable -->",
    "<!-- blacken-docs:off -->",
    "<!-- fmt: off -->",  # ruff formats fenced Python
)
CLOSE = (
    "<!-- fmt: on -->",
    "<!-- blacken-docs:on -->",
    "<!-- markdownlint-restore -->",
    "<!-- prettier-ignore-end -->",
)
MEANINGS = {
    "agreed": "the documentation and the code agree",
    "enforced": "only the code says so: it is enforced",
    "stated": "only the documentation says so",
    "conflict": "documentation and code contradict each other; the code wins",
    "tested": "a test shows it",
}
DEEPEST = 6  # levels of headings in Markdown
_PLAIN = re.compile(r"[A-Za-z0-9.,:;()'/%+=-]*")  # a word that no formatter takes for a mark


def write_document(
    interface: InterfaceMap, languages: Mapping[str, Language], *, title: str, level: int = 1
) -> str:
    """Return a map as Markdown that ends with one line feed.

    Args:
        interface: The map; lines of clauses are left out.
        languages: By name.
        title: What the document is about, as it stands in its heading; empty: no heading.
        level: Of the title; those of the files are one deeper, or the same where there is no title.
    """
    inner = min(level + bool(title), DEEPEST)
    blocks = [*OPEN, f"{'#' * level} {title}"] if title else list(OPEN)
    blocks += list(_legend(interface))
    for file in sorted(interface.files, key=lambda file: file.path):
        if words.shows_anything(file):
            blocks += [f"{'#' * inner} {span(file.path)}", _code(file, languages[file.language])]
    closing = "\n".join(f"- {line}" for line in _closing(interface))
    return tidy(make_visible("\n\n".join([*blocks, *([closing] if closing else []), *CLOSE])))


def write_index(paths: Iterable[str], *, title: str) -> str:
    """Return a list of links to the documents of some files, each beside its file's place."""
    links = "\n".join(f"- [{span(path)}]({quote(path)}.md)" for path in paths)
    return tidy("\n\n".join([*OPEN, f"# {title}", links, *CLOSE]))


def made(text: str) -> str:
    """Return a text as a file of its own, which says by what it is made."""
    return f"{MADE}\n\n{text}"


def is_made(data: bytes) -> bool:
    """Tell whether a file says that it was made here."""
    return data.startswith(MADE.encode())


def title_of(paths: Sequence[str]) -> str:
    """Return what a document of some paths is called; "." is the project."""
    named = [span(path) for path in paths if path != "."]
    return f"Interfaces of {', '.join(named)}" if named else "Interfaces"


def span(text: str) -> str:
    """Return a text as a code span, whatever it holds."""
    line = visible_line(text)
    ticks = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    around = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{around}{line}{around}{ticks}"


def _legend(interface: InterfaceMap) -> Iterator[str]:
    """Yield the meaning of the marks that occur, as one list."""
    statuses = {clause.status for entry in _entries(interface) for clause in entry.symbol.contract}
    lines = [
        f"- {span(MARKS[status])} {meaning}"
        for status, meaning in MEANINGS.items()
        if status in statuses
    ]
    if lines:
        yield "\n".join(lines)


def _entries(interface: InterfaceMap) -> Iterator[Entry]:
    waiting = [entry for file in interface.files for entry in file.entries]
    while waiting:
        entry = waiting.pop()
        if entry.detail != "names":
            yield entry
        waiting.extend(entry.members)


def _code(file: FileMap, language: Language) -> str:
    entries = tuple(map(_without_lines, file.entries))
    block = "\n".join(source_lines(replace(file, entries=entries), language, False))
    longest = max((len(run) for run in re.findall("`{3,}", block)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language.fence or language.name}\n{block}\n{fence}"


def _without_lines(entry: Entry) -> Entry:
    contract = tuple(replace(clause, line=0) for clause in entry.symbol.contract)
    return replace(
        entry,
        symbol=replace(entry.symbol, contract=contract),
        members=tuple(map(_without_lines, entry.members)),
    )


def _closing(interface: InterfaceMap) -> Iterator[str]:
    empty = [file.path for file in interface.files if not words.shows_anything(file)]
    if empty:
        yield "Nothing public in " + ", ".join(map(span, empty))
    for note in interface.diagnostics:
        yield _note(note)
    for limit in interface.limits:
        yield _spelled(limit)
    if any(one.what == "symbols" for one in interface.omissions if one.total > one.shown):
        yield "Private names are left out: `skeleton map --visibility all` shows them"


def _note(note: Diagnostic) -> str:
    return f"{span(note.path)} {_spelled(note.message)}"


def _spelled(text: str) -> str:
    """Return running text in which each word that Markdown could misread is a code span."""
    return " ".join(word if _PLAIN.fullmatch(word) else span(word) for word in text.split())


def index_name(folder: str) -> str:
    """Return the path of the list of links in a folder of documents."""
    return posixpath.join(folder, "index.md")
