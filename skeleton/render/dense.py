"""Writes one file of a map in the fewest characters that a reader still understands.

Signature lines without elided bodies, documentation on one line, clauses two blanks deep, fields
behind the line of their class. It is not valid source; heads of several lines stay as written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.clip import more
from skeleton.render.parts import (
    FIELDS,
    clause_lines,
    comment_shown,
    doc_words,
    names_line,
    shortened,
    split_opening,
    statement_of,
    unflooded,
    value_mark,
)
from skeleton.render.secrets import is_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skeleton.model import Branch, Entry, FileMap, Language, Symbol

LONGEST_ROW = 200  # characters of a class with its fields on one line
_SECTION = re.compile(r"[A-Z][A-Za-z]*( [A-Za-z]+)?:")  # "Args:", "Keyword arguments:"
_LIST = re.compile(r"\s*([-*+•]|\d+[.)]|>>>|\.\.|:\w|\||@)")  # a line that is not running text


def dense_lines(file: FileMap, language: Language, messages: bool) -> list[str]:
    """Return the lines of one file; only heads of several lines hold line feeds."""
    page = _Page(file, language, messages)
    page.text(file.shown_doc, "")
    if file.package:
        page.head(file.package, "")
    for item in file.imports:
        page.head(item.text, "")
    if file.exports_text:
        page.head(file.exports_text, "")
    page.entries(file.entries, "", -1)
    return page.lines


class _Page:
    """The lines of one file, in the making."""

    def __init__(self, file: FileMap, language: Language, messages: bool) -> None:
        self.path, self.branches = file.path, file.branches
        self.comment = language.comment
        self.value_elision = value_mark(language.elision)
        self.messages = messages
        self.documented = file.detail in ("contract", "full")
        self.lines: list[str] = []
        self.announced: set[int] = set()  # branches whose own line is written

    def entries(self, entries: Sequence[Entry], indent: str, inside: int) -> None:
        """Write the symbols of one block; a conditional block is announced by its own line."""
        opened: list[int] = []
        last = None
        for at, entry in enumerate(entries, 1):
            branch = entry.symbol.branch
            around = _around(self.branches, branch, inside) if branch != inside else []
            for depth, number in enumerate(around):
                if opened[depth : depth + 1] != [number]:
                    del opened[depth:]
                    opened.append(number)
                    for each in self._unannounced(number):
                        self._branch(self.branches[each], indent + "  " * depth)
            del opened[len(around) :]
            statement = statement_of(entry.symbol)
            if statement != last:
                behind = (entries[n] for n in range(at, len(entries)))
                self.entry(entry, indent + "  " * len(around), behind)
            last = statement

    def _branch(self, branch: Branch, indent: str) -> None:
        if branch.doc and self.documented:
            self.head(branch.doc, indent)
        self.head(branch.text, indent)

    def _unannounced(self, number: int) -> list[int]:
        """Return a branch, and those before it in its statement whose lines are not written."""
        group, parent = self.branches[number].group, self.branches[number].parent
        found = [
            place
            for place, one in enumerate(self.branches[:number])
            if (one.group, one.parent) == (group, parent) and place not in self.announced
        ]
        self.announced.update([*found, number])
        return [*found, number]

    def entry(self, entry: Entry, indent: str, behind: Iterable[Entry]) -> None:
        """Write a symbol and its members; `behind` stands what follows it."""
        symbol, members = entry.symbol, entry.members
        if entry.detail == "names":
            line, members = names_line(entry, behind)
            self.lines.append(indent + line)
        else:
            if symbol.comment and comment_shown(entry):
                self.head(symbol.comment, indent)
            line = self._line(symbol)
            row = _row(line, members)
            if row:
                line, members = row, members[_fields(members) :]
            self.head(line, indent)
            if entry.reason != "holds_shown":
                self.text(doc_words(symbol, entry.detail), indent + "  ")
                lines = clause_lines(entry, self.path, self.messages)
                self.lines += [f"{indent}  {text}" for text in lines]
        self.entries(members, indent + "  ", symbol.branch)
        if entry.omission is not None:
            self.lines.append(f"{indent}  {more(entry.omission)}")

    def _line(self, symbol: Symbol) -> str:
        """Return decorators and head on one line, without what opens a body."""
        head, remark = shortened(symbol, self.path, self.value_elision)
        if symbol.body_indent:
            opening, comment = split_opening(head, self.comment)
            head = opening.removesuffix(":").removesuffix(" {") + comment
        decorators = [
            unflooded(one, symbol, self.path, self.value_elision)[0] for one in symbol.decorators
        ]
        line = " ".join([*decorators, head])
        if symbol.trailing_comment:
            line += f"  {symbol.trailing_comment}"
        return f"{line}  {self.comment} {remark}" if remark else line

    def text(self, words: str, indent: str) -> None:
        """Write running text on one line, a section on another; lists and examples keep theirs."""
        running: list[str] = []
        margin = 0  # of the entries of a section; 0: not inside one

        def flush() -> None:
            nonlocal margin
            if running:
                self.lines.append(indent + " ".join(running))
            running.clear()
            margin = 0

        for line in words.split("\n"):
            text = line.strip()
            depth = len(line) - len(line.lstrip())
            if not text:
                continue
            if _LIST.match(text) or (
                depth and not (margin or _SECTION.fullmatch("".join(running)))
            ):
                flush()
                self.lines.append(indent + line.rstrip())
                continue
            if depth and margin and depth <= margin and running[-1][-1] not in ".;:!?":
                running[-1] += ";"
            if _SECTION.fullmatch(text) or (margin and not depth):
                flush()
            margin = margin or depth
            running.append(text)
        flush()

    def head(self, text: str, indent: str) -> None:
        """Write a slice of the file; no later line of it may pass for a heading of the map."""
        if "\n#" in text:
            text = text.replace("\n#", "\n #")
        self.lines.append(indent + text)


def _around(branches: tuple[Branch, ...], branch: int, inside: int) -> list[int]:
    """Return the branches around a symbol, outermost first, up to the one its owner stands in."""
    found: list[int] = []
    while branch >= 0 and branch != inside:
        found.append(branch)
        branch = branches[branch].parent
    return found[::-1]


def _row(line: str, members: Sequence[Entry]) -> str:
    """Return the line of a class with its fields behind it; empty if they do not fit there."""
    fields = members[: _fields(members)]
    if not fields or any(_is_plain(member) for member in members[len(fields) :]):
        return ""
    row = f"{line}: " + "; ".join(dict.fromkeys(member.symbol.head for member in fields))
    return row if len(row) <= LONGEST_ROW and "\n" not in row else ""


def _fields(members: Sequence[Entry]) -> int:
    """Return how many members, from the first, are plain fields."""
    count = 0
    while count < len(members) and _is_plain(members[count]):
        count += 1
    return count


def _is_plain(member: Entry) -> bool:
    """Return whether all there is to show of a member is a head on one line."""
    symbol = member.symbol
    return (
        symbol.kind in FIELDS
        and member.detail != "names"
        and not (symbol.contract or symbol.comment or symbol.trailing_comment)
        and not doc_words(symbol, member.detail)
        and not (symbol.elision or symbol.close or symbol.decorators or member.members)
        and symbol.branch < 0
        and "\n" not in symbol.head
        and (symbol.value is None or len(symbol.value) < LONGEST_ROW)
        and not is_secret(symbol)
    )
