"""Gives what stands beside definitions to them: loose captures, sections, documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.outline import CALLABLE, CONTAINERS, Draft, Outline
from skeleton.extract.placing import name_of, only_remarks
from skeleton.model import Branch, Docstring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    Section = tuple[int, str, int]  # where it begins to hold, its text, its place in the branches


def attach_loose(
    outline: Outline,
    loose: list[dict[str, list[Node]]],
    drafts: list[Draft],
    branch: int,
    section: str,
) -> list[Section]:
    """Give what was captured without a definition to the definition it stands in or belongs to.

    A decorator that stands before a definition belongs to it. A visibility that stands for itself
    (`private:`) opens a section, which is kept as a branch.

    Returns:
        Start, text and place among the branches of each section, in source order.
    """
    sections: list[Section] = []
    for captures in loose:
        if "visibility" in captures and "name" in captures:
            _limit_named(outline, captures, drafts)
            continue
        for word, node in ((word, node) for word, nodes in captures.items() for node in nodes):
            around = [
                d
                for d in drafts
                if d.node.start_byte <= node.start_byte < node.end_byte <= d.node.end_byte
            ]
            if around:
                around[-1].captures.setdefault(word, []).append(node)
            elif word == "continued":
                _continue_last(outline, node, drafts)
            elif word == "comment":  # a line about the whole file: under which tags it is built
                outline.notes.append(outline.node_text(node))
            elif word == "decorator":
                after = [d for d in drafts if d.node.start_byte >= node.end_byte]
                if after and only_remarks(node, after[0].node):
                    after[0].captures.setdefault(word, []).append(node)
            elif word == "visibility":
                sections.append(_open_section(outline, node, branch))
    return sections


def _limit_named(
    outline: Outline, captures: dict[str, list[Node]], drafts: Iterable[Draft]
) -> None:
    """Give a visibility to the definitions that it names: `private :helper`."""
    names = {name_of(outline, node) for node in captures["name"]}
    for draft in drafts:
        written = name_of(outline, draft.captures.get("name", [draft.node])[0])
        if draft.name in names or written in names:
            draft.captures["visibility"] = captures["visibility"]


def _continue_last(outline: Outline, node: Node, drafts: Iterable[Draft]) -> None:
    """Give a text to the definition on whose last line it begins."""
    for draft in drafts:
        end = draft.node.end_byte
        if end <= node.start_byte and b"\n" not in outline.data[end : node.start_byte]:
            draft.captures["continued"] = [node]


def flat_branches(outline: Outline, nodes: list[Node], branch: int, section: str) -> list[Section]:
    """Read conditional blocks whose lines stand beside what they hold: `#if`, `#else`, `#endif`.

    Returns:
        Where each begins to hold, and its place among the branches; behind an end, that around it.
    """
    found: list[Section] = []
    around = [branch]
    for node in sorted(nodes, key=lambda node: node.start_byte):
        text, line = outline.node_text(node).strip(), outline.line_of(node.start_byte)
        if text.startswith("#if"):
            place = len(outline.branches)
            outline.branches.append(Branch(text, place, around[-1], line, close="#endif"))
            around.append(place)
        elif text.startswith("#else") and len(around) > 1:
            place = len(outline.branches)
            before = outline.branches[around.pop()]
            outline.branches.append(Branch(text, before.group, before.parent, line, close="#endif"))
            around.append(place)
        elif text.startswith("#end") and len(around) > 1:
            around.pop()
        found.append((node.end_byte, section, around[-1]))
    return found


def _open_section(outline: Outline, node: Node, parent: int) -> Section:
    end = node.end_byte
    if outline.data[end : outline.line_end(end)].lstrip().startswith(b":"):
        end = outline.data.index(b":", end) + 1
    text = outline.text(node.start_byte, end)
    indent = outline.indent_at(node.start_byte)
    place = len(outline.branches)
    outline.branches.append(
        Branch(
            text,
            group=place,
            parent=parent,
            line=outline.line_of(node.start_byte),
            indent=indent,
            body_indent=indent,
        )
    )
    return node.start_byte, text, place


def attach_doc(
    outline: Outline, node: Node, owner: Draft | None, members: list[Draft], container: Node
) -> None:
    """Give a documentation node to the definition that ends right above it, or to the file."""
    doc = Docstring(text=outline.node_text(node), span=outline.span(node.start_byte, node.end_byte))
    before = [draft for draft in members if draft.node.end_byte <= node.start_byte]
    above = max(before, key=lambda draft: draft.node.end_byte, default=None)
    if above is not None and above.kind not in CALLABLE | CONTAINERS and above.docstring is None:
        between = outline.data[above.node.end_byte : node.start_byte]
        if between.count(b"\n") == 1:
            above.docstring = doc
    elif owner is None and not before and outline.module_doc is None and container.parent is None:
        first = container.named_children
        lead = next((child for child in first if child.type != "comment"), None)
        if lead is None or lead.start_byte >= node.start_byte:
            outline.module_doc = doc
