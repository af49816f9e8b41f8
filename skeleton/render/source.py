"""Writes one file of a map as valid source: heads as written, bodies elided, clauses as comments.

The text of heads is never re-indented or re-printed; only the white space before a first line is
chosen here. What is written parses if the file does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.clip import more
from skeleton.model import Entry
from skeleton.render.parts import (
    LONG_LINE,
    clause_lines,
    comment_shown,
    doc_place,
    doc_source,
    doc_words,
    names_line,
    shortened,
    split_opening,
    statement_of,
    unflooded,
    value_mark,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skeleton.model import FileMap, Language, Symbol

    Item = tuple[int, int, Entry | str]  # branch, line, what to write there


def source_lines(file: FileMap, language: Language, messages: bool) -> list[str]:
    """Return the lines of one file's block; only slices of the file hold line feeds."""
    page = _Page(file, language, messages)
    if language.opening:
        page.lines.append(language.opening)
    if file.docstring is not None and file.shown_doc:
        page.lines += doc_source(file.docstring, file.shown_doc, file.detail, "")
    if file.package:
        page.lines.append(file.package)
    items: list[Item] = [(item.branch, item.line, item.text) for item in file.imports]
    items += [(entry.symbol.branch, entry.symbol.span.start_line, entry) for entry in file.entries]
    items.sort(key=lambda item: item[1])
    if file.exports_text:
        items.insert(page.front(items), (-1, 0, file.exports_text))
    page.items(items, "", -1)
    return page.lines


class _Page:
    """The lines of one block, in the making."""

    def __init__(self, file: FileMap, language: Language, messages: bool) -> None:
        self.path, self.branches = file.path, file.branches
        self.comment, self.end = language.comment, language.statement_end
        self.value_elision = value_mark(language.elision)
        self.messages = messages
        self.documented = file.detail in ("contract", "full")
        self.lines: list[str] = []

    def items(self, items: Sequence[Item], indent: str, inside: int) -> bool:
        """Write what stands in one block of code, each conditional block with all its branches.

        Args:
            items: In source order.
            indent: White space before every statement of the block.
            inside: The branch that the block is; -1 for none.

        Returns:
            Whether a statement was written: comments do not make a block.
        """
        filled = False
        place = 0
        last = None
        while place < len(items):
            branch, _, item = items[place]
            if branch != inside and (top := self._outermost(branch, inside)) >= 0:
                group = self.branches[top].group
                stop = place
                while stop < len(items) and self._group(items[stop][0], inside) == group:
                    stop += 1
                self._branches(items[place:stop], group, indent, inside)
                filled, place = True, stop
                continue
            place += 1
            if isinstance(item, Entry):
                statement = statement_of(item.symbol)
                if statement != last:
                    rest = (items[n][2] for n in range(place, len(items)))
                    filled |= self.entry(item, indent, (e for e in rest if isinstance(e, Entry)))
                last = statement
            else:
                self.lines.append(indent + item)
                filled = True
        return filled

    def front(self, items: Sequence[Item]) -> int:
        """Return the place behind the imports at the top, but outside of any conditional block."""
        place = 0
        while place < len(items) and isinstance(items[place][2], str):
            place += 1
        while 0 < place < len(items) and items[place][0] >= 0 and items[place - 1][0] >= 0:
            place -= 1
        return place

    def _outermost(self, branch: int, inside: int) -> int:
        """Return the branch right under `inside` that holds `branch`; -1 if it is not under it."""
        while branch >= 0:
            parent = self.branches[branch].parent
            if parent == inside:
                return branch
            branch = parent
        return -1

    def _group(self, branch: int, inside: int) -> int:
        top = self._outermost(branch, inside)
        return self.branches[top].group if top >= 0 else -1

    def _branches(self, items: Sequence[Item], group: int, indent: str, inside: int) -> None:
        close = ""
        for number, branch in enumerate(self.branches):
            if branch.group != group or branch.parent != inside:
                continue
            text, _ = split_opening(branch.text, self.comment)
            if branch.doc and self.documented:
                self.lines += [indent + line for line in branch.doc.split("\n")]
            self.lines.append(indent + text)
            head = len(self.lines) - 1
            held = [item for item in items if self._outermost(item[0], inside) == number]
            # after `public:`, in `#ifdef`
            level = branch.body_indent == branch.indent or text.startswith("#")
            inner = indent if level else _inner(indent, branch.body_indent)
            filled = self.items(held, inner, number)
            if not filled and text.endswith(":"):
                self.lines[head] += " ..."
            close = branch.close or close
        if close:
            self.lines.append(indent + close)

    def entry(self, entry: Entry, indent: str, behind: Iterable[Entry]) -> bool:
        """Write a symbol and its members; returns whether that made a statement.

        Args:
            entry: The first one of its statement.
            indent: White space before the statement.
            behind: The entries that follow it.
        """
        symbol, lines = entry.symbol, self.lines
        if entry.detail == "names":
            self._names(entry, indent, behind)
            return False
        shown = entry.reason != "holds_shown"
        place = doc_place(symbol.docstring) if shown else ""
        words = doc_words(symbol, entry.detail) if place else ""
        doc = symbol.docstring if words else None
        head, remark = shortened(symbol, self.path, self.value_elision)
        comment = ""
        if symbol.body_indent and not symbol.close:
            head, comment = split_opening(head, self.comment)
        opens = head.endswith(":")
        if opens and remark:
            comment += f"  {self.comment} {remark}"
        if symbol.comment and shown and comment_shown(entry):
            lines.append(indent + symbol.comment)
        if doc is not None and place == "above":
            lines += doc_source(doc, words, entry.detail, indent)
        for decorator in symbol.decorators:
            text, left_out = unflooded(decorator, symbol, self.path, self.value_elision)
            lines.append(
                f"{indent}{text}  {self.comment} {left_out}" if left_out else indent + text
            )
        lines.append(indent + head)
        top = len(lines) - 1
        inner = _inner(indent, symbol.body_indent)
        if symbol.close.startswith("}") and symbol.body_indent == symbol.indent:
            inner = indent  # as in namespaces of C++
        if not opens and not symbol.close:
            self._end(symbol, remark)
        filled = False
        if doc is not None and place == "inside":
            lines += doc_source(doc, words, entry.detail, inner if opens else indent)
            filled = True
        within, beside = _by_place(entry)
        if opens and doc is not None and not within:
            self._join(top)
        mark = f"{inner}{self.comment} "
        lines += [mark + line for line in clause_lines(entry, self.path, self.messages)]
        if within:
            filled |= self.items(within, inner, symbol.branch)
        if entry.omission is not None:
            lines.append(f"{inner}{self.comment} {more(entry.omission)}")
        if opens and not filled:
            lines[top] += f" {symbol.elision or '...'}"
        if comment:
            lines[top] += comment
        if symbol.close.startswith("}") and len(lines) == top + 1:
            lines[top] += symbol.close + symbol.ending
        elif symbol.close:
            lines.append(indent + symbol.close + symbol.ending)
        if beside:
            self.items(beside, indent, symbol.branch)
        return True

    def _names(self, entry: Entry, indent: str, behind: Iterable[Entry]) -> None:
        """Write a symbol and its members by their names, as remarks."""
        line, members = names_line(entry, behind)
        self.lines.append(f"{indent}{self.comment} {line}")
        for at, member in enumerate(members, 1):
            self.entry(member, _inner(indent, entry.symbol.body_indent), members[at:])

    def _join(self, top: int) -> None:
        """Put a docstring of one line, the only statement of a block, behind the head."""
        head, *doc = self.lines[top:]
        line = f"{head} {doc[0].lstrip()}"
        if len(doc) == 1 and len(line) <= LONG_LINE and "\n" not in line:
            self.lines[top:] = [line]

    def _end(self, symbol: Symbol, remark: str) -> None:
        """Finish a head that no block follows: what stands for its body, remarks at its end."""
        line = self.lines[-1]
        if symbol.elision:
            line += symbol.elision if symbol.elision.startswith(";") else f" {symbol.elision}"
        elif self.end and not line.endswith(self.end):
            line += self.end
        line += symbol.ending
        if symbol.trailing_comment:
            line += f"  {symbol.trailing_comment}"
        if remark:
            line += f"  {self.comment} {remark}"
        self.lines[-1] = line


def _by_place(entry: Entry) -> tuple[list[Item], list[Item]]:
    """Return the members written inside a symbol, and those beside it, as methods of Go are."""
    span = entry.symbol.span
    within: list[Item] = []
    beside: list[Item] = []
    for member in entry.members:
        inside = span.start_byte <= member.symbol.span.start_byte < span.end_byte
        item = (member.symbol.branch, member.symbol.span.start_line, member)
        (within if inside else beside).append(item)
    return within, beside


def _inner(indent: str, body_indent: str) -> str:
    """Return the white space inside a block: that of the file if it is deeper than around it."""
    if len(body_indent) > len(indent) and body_indent.startswith(indent):
        return body_indent
    return indent + "    "
