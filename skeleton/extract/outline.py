"""What is known of a file while it is read: definitions in the making, still with their nodes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.model import Branch, Docstring, Import, Signature, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skeleton.extract.flow.marks import NodeList
    from skeleton.model import Language, Visibility

# Captures of which a definition may have several; of others that of the latest pattern holds.
LISTED = frozenset(
    {
        "accessor",
        "base",
        "declarator",
        "decorator",
        "initializer",
        "name",
        "nature",
        "parameters",
        "visibility",
    }
)


CALLABLE = frozenset({"function", "method", "constructor", "operator", "property"})
TYPES = frozenset({"class", "enum", "interface", "struct"})
CONTAINERS = TYPES | {"module", "namespace"}


@dataclass(slots=True)
class Draft:
    """A definition under construction, still with its nodes."""

    kind: str
    node: Node
    captures: dict[str, list[Node]]
    settings: dict[str, str | None]
    branch: int
    owner: Draft | None = None
    outer: Node | None = None  # the outermost statement around it: `export`, `declare`
    pattern: int = 0  # the last one that matched: its word for the kind wins
    said: dict[str, int] = field(default_factory=dict)  # the pattern that each capture comes from
    name: str = ""
    start: int = 0  # byte of the first decorator or of the head
    head_start: int = 0
    head_end: int = 0
    end: int = 0
    head: str = ""
    indent: str = ""
    body_indent: str = ""
    elision: str = ""
    close: str = ""
    ending: str = ""
    body: Node | None = None
    decorators: list[str] = field(default_factory=list)
    nature: list[str] = field(default_factory=list)
    visibility: Visibility = "public"
    section: str = ""  # what the section of its container says, such as `private:`
    receiver: str = ""  # the type that it is a method of, where it stands beside that type
    exported: bool = False
    docstring: Docstring | None = None
    comment: str = ""
    signature: Signature | None = None
    bases: tuple[str, ...] = ()
    members: list[Draft] = field(default_factory=list)

    def first(self, word: str) -> Node | None:
        """Return the first node captured under a word."""
        nodes = self.captures.get(word)
        return nodes[0] if nodes else None


@dataclass(slots=True)
class Outline:
    """What was read of one file, before the symbols are made."""

    data: bytes
    language: Language
    drafts: list[Draft] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    module_doc: Docstring | None = None
    exports: tuple[str, ...] | None = None
    exports_text: str = ""
    lazy_exports: tuple[tuple[str, str], ...] = ()
    known: dict[str, str] = field(default_factory=dict)  # what names stand for, as full names
    package: str = ""  # the clause that names what all names begin with
    # lines about the file, shown with what names its package
    notes: list[str] = field(default_factory=list)
    seen: bytes = b""  # what the parser saw: some words may be blanks
    line_starts: list[int] = field(default_factory=list)
    # of branches, by the start of their statement
    groups: dict[int, int] = field(default_factory=dict)
    # bodies inside values and defaults
    cuts: list[tuple[int, int, str]] = field(default_factory=list)
    schemas: frozenset[str] = frozenset()  # names of what makes values that state rules of data
    marks: NodeList | None = None  # what the reader of bodies looks for; none if of several trees

    def text(self, start: int, end: int) -> str:
        """Return a piece of the file."""
        return self.data[start:end].decode("utf-8", "replace")

    def node_text(self, node: Node | None) -> str:
        """Return the piece of the file that a node covers; empty for no node."""
        return self.text(node.start_byte, node.end_byte) if node is not None else ""

    def shown(self, start: int, end: int) -> str:
        """Return a piece of the file without the bodies of functions inside it."""
        parts: list[str] = []
        for cut_start, cut_end, left in self.cuts[bisect_left(self.cuts, (start, start, "")) :]:
            if cut_end > end:
                break
            parts += [self.text(start, cut_start), left]
            start = cut_end
        return "".join([*parts, self.text(start, end)])

    def node_shown(self, node: Node | None) -> str:
        """Return what a node covers, without the bodies of functions in it; empty for no node."""
        return self.shown(node.start_byte, node.end_byte) if node is not None else ""

    def line_start(self, byte: int) -> int:
        """Return the byte at which the line of `byte` starts."""
        return self.data.rfind(b"\n", 0, byte) + 1

    def line_end(self, byte: int) -> int:
        """Return the byte at which the line of `byte` ends, its line feed excluded."""
        found = self.data.find(b"\n", byte)
        return len(self.data) if found < 0 else found

    def line_of(self, byte: int) -> int:
        """Return the line, from 1, that holds a byte."""
        if not self.line_starts:
            self.line_starts = [0] + [found.end() for found in re.finditer(b"\n", self.data)]
        return bisect_right(self.line_starts, byte)

    def span(self, start: int, end: int) -> Span:
        """Return the span of a piece of the file."""
        return Span(self.line_of(start), self.line_of(max(start, end - 1)), start, end)

    def indent_at(self, byte: int) -> str:
        """Return the white space that begins the line of a byte, up to that byte."""
        before = self.text(self.line_start(byte), byte)
        return before if before.isspace() else before[: len(before) - len(before.lstrip())]


def all_drafts(drafts: Iterable[Draft]) -> list[Draft]:
    """Return drafts and their members, owners first, in source order."""
    found: list[Draft] = []
    waiting = list(reversed(list(drafts)))
    while waiting:
        draft = waiting.pop()
        found.append(draft)
        waiting.extend(reversed(draft.members))
    return found


def qualified(draft: Draft) -> str:
    """Return the name of a definition within its file: `Owner.name`."""
    if draft.owner:
        return f"{qualified(draft.owner)}.{draft.name}"
    return f"{draft.receiver}.{draft.name}" if draft.receiver else draft.name
