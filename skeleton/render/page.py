"""Prepares a map for the page that people read in a browser: what stands where, and links.

All that comes from a source leaves as text; the template escapes it. What it looks like is for
`templates/html.j2`, and `page.css` and `page.js` beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from msgspec import Struct

from skeleton.clip import more
from skeleton.render import words
from skeleton.render.drawing import draw
from skeleton.render.parts import (
    MARKS,
    clause_lines,
    comment_shown,
    doc_words,
    name_line,
    shortened,
    split_opening,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from skeleton.model import Entry, FileMap, Graph, InterfaceMap, Language, Symbol
    from skeleton.render.links import Links

TYPES = frozenset({"class", "enum", "interface", "struct", "type_alias"})  # what heads link to
STATUSES = ("agreed", "enforced", "stated", "conflict", "tested")
_WORD = re.compile(r"(\w+)")
_ODD = re.compile(r"[^\w./:-]+")


class Piece(Struct, frozen=True):
    """A part of a head."""

    text: str
    link: str = ""  # the anchor of the type that it names


class Rule(Struct, frozen=True):
    """A line of a contract."""

    text: str
    status: str = ""


class Item(Struct, frozen=True):
    """A symbol, and what is inside it."""

    anchor: str
    name: str
    kind: str
    line: int
    source: str  # where that line is, as a link
    head: tuple[Piece, ...]
    before: str = ""  # comment and decorators
    doc: str = ""
    rules: tuple[Rule, ...] = ()
    contracts: tuple[str, ...] = ()  # kinds of its clauses, sorted
    statuses: tuple[str, ...] = ()
    members: tuple[Item, ...] = ()
    omission: str = ""

    @property
    def folds(self) -> bool:
        """Whether there is anything below the head."""
        return bool(self.doc or self.rules or self.members or self.omission)


class Part(Struct, frozen=True):
    """A file, or a list of lines such as the known tests."""

    anchor: str
    title: str
    source: str = ""  # where the file lies, as a link
    doc: str = ""
    front: str = ""  # package, imports and exports
    lines: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    omission: str = ""


def page_of(
    interface: InterfaceMap,
    languages: Mapping[str, Language],
    messages: bool,
    links: Links,
    graph: Graph | None,
) -> dict[str, Any]:
    """Return what the template is given, apart from style and script."""
    anchors = _Anchors(interface, links)
    shown = [file for file in interface.files if words.shows_anything(file)]
    parts = [_part(file, interface, languages[file.language], messages, anchors) for file in shown]
    at: dict[str, str] = {}
    for file, part in zip(shown, parts, strict=True):
        at.setdefault(file.path, f"#{quote(part.anchor)}")
    if interface.tests:
        lines = tuple(words.test_lines(interface.tests))
        parts.append(Part("known-tests", "Known tests", lines=lines))
    if interface.changes:
        lines = tuple(words.change_lines(interface.changes))
        parts.insert(0, Part("changes", f"Changed since {interface.since}", lines=lines))
    items = [item for part in parts for item in _walk(part.items)]
    statuses = {status for item in items for status in item.statuses}
    return {
        "version": interface.schema_version,
        "parts": parts,
        "graph": draw(graph, at.__getitem__) if graph and graph.needs else None,
        "count": len(items),
        "kinds": sorted({item.kind for item in items}),
        "contracts": sorted({kind for item in items for kind in item.contracts}),
        "statuses": [status for status in STATUSES if status in statuses],
        "legend": [
            (MARKS[status], words.LEGEND.get(status, "a test shows it").lstrip('=!"~ '))
            for status in STATUSES
            if status in statuses
        ],
    }


class _Anchors:
    """The anchor of every shown symbol, each once, and those that heads may link to."""

    def __init__(self, interface: InterfaceMap, links: Links) -> None:
        self.links = links
        self._known: dict[tuple[str, int], str] = {}
        self.types: dict[str, str] = {}
        uses: Counter[str] = Counter()
        named: Counter[str] = Counter()
        for file in interface.files:
            for entry in _entries(file.entries):
                symbol = entry.symbol
                key = (file.path, symbol.ordinal)
                if key in self._known:
                    continue
                plain = _ODD.sub("_", f"{file.path}::{symbol.qualified_name}")
                uses[plain] += 1
                self._known[key] = plain if uses[plain] == 1 else f"{plain}:{uses[plain]}"
                if symbol.kind in TYPES:
                    named[symbol.name] += 1
                    self.types[symbol.name] = self._known[key]
        self.types = {name: at for name, at in self.types.items() if named[name] == 1}
        self._given: Counter[str] = Counter()

    def give(self, path: str, symbol: Symbol) -> str:
        """Return the anchor of a symbol; one that is shown a second time has another."""
        known = self._known[path, symbol.ordinal]
        self._given[known] += 1
        return known if self._given[known] == 1 else f"{known}::{self._given[known]}"

    def pieces(self, head: str, own: str) -> tuple[Piece, ...]:
        """Return a head with its types linked; a type does not link to itself."""
        found: list[Piece] = []
        for text in filter(None, _WORD.split(head)):
            link = self.types.get(text, "")
            if link and link != own:
                found.append(Piece(text, link))
            elif found and not found[-1].link:
                found[-1] = Piece(found[-1].text + text)
            else:
                found.append(Piece(text))
        return tuple(found)


def _part(
    file: FileMap, interface: InterfaceMap, language: Language, messages: bool, anchors: _Anchors
) -> Part:
    front = [file.package, *(one.text for one in file.imports), file.exports_text]
    place = sum(other.path == file.path for other in interface.files[: interface.files.index(file)])
    anchor = _ODD.sub("_", file.path)
    return Part(
        anchor=f"{anchor}::{place + 1}" if place else anchor,
        title=words.title(file, interface.targets),
        source=anchors.links.to(file.path),
        doc=file.shown_doc,
        front="\n".join(filter(None, front)),
        items=tuple(_item(one, file.path, language, messages, anchors) for one in file.entries),
        omission=more(file.omission) if file.omission else "",
    )


def _item(entry: Entry, path: str, language: Language, messages: bool, anchors: _Anchors) -> Item:
    symbol, detail = entry.symbol, entry.detail
    anchor, line = anchors.give(path, symbol), symbol.line or symbol.span.start_line
    head, before = name_line(symbol), ""
    if detail != "names":
        head, remark = shortened(
            symbol, path, language.elision if language.elision == "..." else ""
        )
        if symbol.body_indent and not symbol.close:
            head, _ = split_opening(head, language.comment)
        head += f"  {remark}" if remark else ""
        comment = symbol.comment if symbol.comment and comment_shown(entry) else ""
        before = "\n".join(filter(None, [comment, *symbol.decorators]))
    told = entry.reason != "holds_shown" and detail != "names"
    clauses = symbol.contract if told else ()
    statuses = {clause.status for clause in clauses}
    statuses |= {"tested" for clause in clauses if clause.tested}
    return Item(
        anchor=anchor,
        name=symbol.qualified_name,
        kind=symbol.kind.replace("_", " "),
        line=line,
        source=anchors.links.to(path, line),
        head=anchors.pieces(head, anchor),
        before=before,
        doc=doc_words(symbol, detail) if told else "",
        rules=tuple(map(_rule, clause_lines(entry, path, messages))) if told else (),
        contracts=tuple(sorted({clause.kind for clause in clauses})),
        statuses=tuple(status for status in STATUSES if status in statuses),
        members=tuple(_item(one, path, language, messages, anchors) for one in entry.members),
        omission=more(entry.omission) if entry.omission else "",
    )


def _rule(line: str) -> Rule:
    """Return a line with the status that its mark stands for."""
    mark, _, _ = line.partition(" ")
    known = {sign: status for status, sign in MARKS.items()}
    return Rule(line, known.get(mark[:1], "") if len(mark) <= 2 else "")


def _walk(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _walk(item.members)


def _entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _entries(entry.members)
