"""Writes one file of a map in the fewest characters that a reader still understands.

Signature lines without elided bodies, documentation on one line, clauses two blanks deep, small data classes on one line. It
is not valid source, and heads of several lines stay as they were written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.clip import one_line, sentence
from skeleton.render.parts import clause_lines, comment_shown, doc_words, name_line, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skeleton.model import Branch, Entry, FileMap, Language, Symbol

LONGEST_ROW = 200  # characters of a class with its fields on one line
_LIST = re.compile(r"\s*([-*+•]|\d+[.)]|>>>|\.\.|:\w|\||@)")  # a line that is not running text


def dense_lines(file: FileMap, language: Language, messages: bool) -> list[str]:
    """Return the lines of one file; only heads of several lines hold line feeds."""
    page = _Page(file, language, messages)
    page.text(file.shown_doc, "")
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
        self.value_elision = language.elision if language.elision == "..." else ""
        self.messages = messages
        self.lines: list[str] = []

    def entries(self, entries: Sequence[Entry], indent: str, inside: int) -> None:
        """Write the symbols of one block; a conditional block is announced by its own line."""
        opened: list[int] = []
        last = None
        for entry in entries:
            branch = entry.symbol.branch
            around = _around(self.branches, branch, inside) if branch != inside else []
            for depth, number in enumerate(around):
                if opened[depth : depth + 1] != [number]:
                    del opened[depth:]
                    opened.append(number)
                    self.head(self.branches[number].text, indent + "  " * depth)
            del opened[len(around) :]
            place = (entry.symbol.span.start_byte, entry.symbol.head)
            if place != last:  # one statement may define several names
                self.entry(entry, indent + "  " * len(around))
            last = place

    def entry(self, entry: Entry, indent: str) -> None:
        """Write a symbol and its members."""
        symbol = entry.symbol
        if entry.detail == "names":
            self.lines.append(indent + name_line(symbol))
        else:
            row = self._row(entry)
            if row:
                self.head(row, indent)
            elif entry.reason == "holds_shown":
                self.head(_bare(symbol, self.value_elision), indent)
            else:
                self._whole(entry, indent)
            if row:
                return
        self.entries(entry.members, indent + "  ", symbol.branch)
        if entry.omission is not None:
            self.lines.append(f"{indent}  … {sentence(entry.omission)}")

    def _whole(self, entry: Entry, indent: str) -> None:
        symbol = entry.symbol
        if symbol.comment and comment_shown(entry):
            self.head(symbol.comment, indent)
        head, remark = shortened(symbol, self.value_elision)
        line = " ".join([*symbol.decorators, _without_opening(head)])
        if symbol.trailing_comment:
            line += f"  {symbol.trailing_comment}"
        if remark:
            line += f"  {self.comment} {remark}"
        self.head(line, indent)
        self.text(doc_words(symbol, entry.detail), indent + "  ")
        if symbol.contract:
            lines = clause_lines(entry, self.path, self.messages)
            self.lines += [f"{indent}  {text}" for text in lines]

    def _row(self, entry: Entry) -> str:
        """Return a class and its fields as one line; empty if there is more to say of it, or too much."""
        symbol = entry.symbol
        if not entry.members or symbol.contract or symbol.docstring or entry.omission:
            return ""
        row = _bare(symbol, self.value_elision)
        texts = []
        for member in entry.members:
            if not _plain(member):
                return ""
            texts.append(member.symbol.head)
        row += ("" if row.endswith("{") else ":") + " " + "; ".join(texts)
        row += " }" if symbol.close == "}" else ""
        return row if len(row) <= LONGEST_ROW and "\n" not in row else ""

    def text(self, words: str, indent: str) -> None:
        """Write running text, a paragraph a line; lists, tables and examples keep their lines."""
        if not words:
            return
        for paragraph in re.split(r"\n\s*\n", words):
            lines = paragraph.strip("\n").split("\n")
            margin = len(lines[0]) - len(lines[0].lstrip())
            if any(_LIST.match(line) or line[:margin].strip() for line in lines) or any(
                line[margin : margin + 1].isspace() for line in lines
            ):
                self.lines += [indent + line.rstrip() for line in lines]
            else:
                self.lines.append(indent + one_line(paragraph))

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


def _bare(symbol: Symbol, value_elision: str) -> str:
    head, _ = shortened(symbol, value_elision)
    return " ".join([*symbol.decorators, _without_opening(head)])


def _without_opening(head: str) -> str:
    return head.removesuffix(":").removesuffix(" {")


def _plain(member: Entry) -> bool:
    symbol = member.symbol
    return (
        symbol.kind in ("field", "enum_member", "variable", "constant")
        and member.detail != "names"
        and not (symbol.contract or symbol.docstring or symbol.comment or symbol.trailing_comment)
        and not (symbol.elision or symbol.close or symbol.decorators or member.members)
        and symbol.branch < 0
        and "\n" not in symbol.head
        and (symbol.value is None or len(symbol.value) < LONGEST_ROW)
    )
