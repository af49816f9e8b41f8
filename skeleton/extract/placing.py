"""Finds where the shown text of a definition starts and ends, and reads the parts of its head."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.comments import comment_above
from skeleton.extract.outline import TYPES
from skeleton.extract.parameters import read_parameters
from skeleton.model import Signature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.outline import Draft, Outline


def place(outline: Outline, draft: Draft) -> None:
    """Find where the shown text of a definition starts and ends, and what its head says."""
    body, inside = draft.first("body"), draft.first("members")
    decorators = _find_start(outline, draft)
    cut = _find_end_of_head(draft, body or inside)
    if body is not None:
        said = draft.settings.get("elision")
        draft.elision = outline.language.elision if said is None else said
    if draft.settings.get("tail"):
        draft.end = _with_tail(outline, draft)
        if cut is None:
            draft.head_end = draft.end
        elif body is not None:
            draft.elision += "".join(outline.text(body.end_byte, draft.end).split())
    _cut_head(outline, draft, cut)
    draft.indent = outline.indent_at(draft.head_start)
    draft.decorators = [part for node in decorators for part in _apart(outline.node_shown(node))]
    draft.body = body
    draft.ending = draft.settings.get("ending") or ""
    if cut is not None:
        draft.body_indent = inner_indent(outline, draft.head_end, cut, draft.indent)
    _find_brackets(outline, draft, inside)
    if "declarator" in draft.captures:
        _read_declarators(outline, draft)
    _name(outline, draft)
    draft.bases = tuple(_bases(outline, draft.captures.get("base", [])))
    draft.comment, draft.docstring = comment_above(outline, draft.start)
    if draft.docstring is None and draft.start != draft.head_start:
        below = comment_above(outline, draft.head_start)
        draft.comment, draft.docstring = (draft.comment or below[0], below[1])
    if outline.language.extractor == "queries":
        read_signature(outline, draft)


def _find_start(outline: Outline, draft: Draft) -> list[Node]:
    """Find where the head starts; return the decorators before it, which are shown apart."""
    signature = draft.first("signature") or draft.outer or draft.node
    decorators = sorted(draft.captures.get("decorator", []), key=lambda node: node.start_byte)
    draft.head_start = signature.start_byte
    if decorators and decorators[0].start_byte == signature.start_byte:
        draft.head_start, decorators = _after_decorators(
            outline, draft.outer or draft.node, decorators
        )
    decorators = [node for node in decorators if node.end_byte <= draft.head_start]
    draft.start = min([draft.head_start, *(node.start_byte for node in decorators)])
    draft.end = max(signature.end_byte, draft.node.end_byte)
    return decorators


def _find_end_of_head(draft: Draft, cut: Node | None) -> Node | None:
    """Find where the head ends; return where what is left out starts, remarks before it too."""
    stop = draft.first("signature.end")
    if stop is not None:
        draft.head_end = stop.end_byte
    elif cut is not None:
        draft.head_end = cut.start_byte
        while (
            cut.prev_sibling is not None
            and "comment" in cut.prev_sibling.type
            and cut.prev_sibling.start_byte > draft.head_start
        ):
            cut = cut.prev_sibling
            draft.head_end = min(draft.head_end, cut.start_byte)
    else:
        continued = draft.first("continued")
        draft.end = continued.end_byte if continued is not None else draft.end
        draft.head_end = draft.end
    return cut


def _cut_head(outline: Outline, draft: Draft, cut: Node | None) -> None:
    """Cut the head out of the file, without the marks that lead to a body."""
    while (
        draft.head_end > draft.head_start
        and outline.seen[draft.head_end - 1 : draft.head_end].isspace()
    ):
        draft.head_end -= 1
    draft.head = outline.shown(draft.head_start, draft.head_end).rstrip()
    if outline.seen[draft.head_end - 1 : draft.head_end] == b";" and not draft.head.endswith(";"):
        draft.elision = ";"  # one head of several for the same body
    if draft.first("body") is not None:
        draft.head = draft.head.rstrip("\\ ")  # a macro that goes on on the next line
        draft.head = re.sub(r"\s+=\Z", "", draft.head)  # `=` before a body that is an expression
    if cut is not None and outline.language.comment != "#":
        draft.head = re.sub(r"(?:\n[ \t]*#[^\n]*)+\Z", "", draft.head)  # directives before the body


def _find_brackets(outline: Outline, draft: Draft, inside: Node | None) -> None:
    """Let the head open what holds the members, and find what closes it."""
    if inside is not None and outline.data[inside.start_byte : inside.start_byte + 1] == b"{":
        draft.head += "{" if draft.head.endswith("(") else " {"
        draft.close = outline.shown(inside.end_byte - 1, draft.end)
    elif inside is not None and outline.data[inside.start_byte : inside.start_byte + 1] == b":":
        draft.head += ":"
    continued = draft.first("continued")
    if inside is not None and continued is not None:  # Scala: what `this` is, behind the brace
        draft.head += f"\n{draft.body_indent}" if draft.head.endswith(":") else " "
        draft.head += outline.node_text(continued)
    close = draft.first("close")
    if close is not None:
        draft.close = outline.text(close.start_byte, draft.end)
    elif draft.settings.get("close"):
        draft.close = draft.settings["close"] or ""


def _name(outline: Outline, draft: Draft) -> None:
    """Take the name of a definition, and the words that its captures and settings say of it."""
    names = draft.captures.get("name", [])
    if "patterns" in draft.settings:
        names = [one for node in names for one in bound_by(node)]
    draft.name = ", ".join(name_of(outline, node) for node in names)
    draft.name = draft.name or draft.settings.get("name") or ""
    named = draft.settings.get("named")
    found = re.search(named, draft.head) if named else None
    if found is not None:
        draft.name = next((group for group in found.groups() if group), draft.name)
    draft.exported = "exported" in draft.settings
    draft.nature = [outline.node_text(node) for node in draft.captures.get("nature", [])]
    draft.nature += (draft.settings.get("nature") or "").split()
    draft.receiver = outline.node_text(draft.first("receiver")).split("<")[0]


def _bases(outline: Outline, nodes: list[Node]) -> Iterator[str]:
    """Yield the bases as written; pieces with nothing between them, `B` and `<T>`, are one."""
    start = end = 0
    for node in sorted(nodes, key=lambda one: one.start_byte):
        if not end or outline.text(end, node.start_byte).strip():
            if end:
                yield outline.text(start, end)
            start = node.start_byte
        end = node.end_byte
    if end:
        yield outline.text(start, end)


def is_deeper(indent: str, outer: str) -> bool:
    """Whether a line with one indent stands inside what begins with another."""
    return len(indent) > len(outer) and indent.startswith(outer)


def inner_indent(outline: Outline, head_end: int, body: Node, indent: str) -> str:
    """Return the indent of what stands inside; four more blanks on the line of its head."""
    start = body.start_byte
    if outline.data[start : start + 1] == b"{":
        if not body.named_child_count:
            return indent + "    "
        start = body.named_children[0].start_byte
    if b"\n" not in outline.data[head_end:start]:
        return indent + "    "
    return outline.indent_at(start)


def read_signature(outline: Outline, draft: Draft) -> None:
    """Read the parts of a head from the tree."""
    type_parameters = draft.first("type_parameters")
    if "parameters" in draft.captures or type_parameters is not None:
        draft.signature = Signature(
            parameters=tuple(
                one
                for node in draft.captures.get("parameters", [])
                for one in read_parameters(outline, node)
            ),
            returns=outline.node_text(draft.first("returns")).lstrip(": ") or None,
            type_parameters=outline.node_text(type_parameters) or None,
        )


def _read_declarators(outline: Outline, draft: Draft) -> None:
    """Find names inside declarators, as C nests them: `(*name[2])(int)`; some are functions."""
    names: list[Node] = []
    for node in draft.captures["declarator"]:
        leaf, around = node, node
        while True:
            inner = leaf.child_by_field_name("declarator")
            if inner is None and "declarator" in leaf.type and leaf.named_children:
                inner = leaf.named_children[-1]
            if inner is None or leaf.type == "operator_cast":
                break
            leaf, around = inner, leaf
        parameters = around.child_by_field_name("parameters")
        if draft.kind in ("variable", "field", "function", "method") and parameters is not None:
            draft.kind = (
                "method" if draft.owner is not None and draft.owner.kind in TYPES else "function"
            )
            draft.captures.setdefault("parameters", [parameters])
            draft.captures.pop("value", None)  # `= 0`
        while (
            leaf.child_by_field_name("scope") is not None
            and leaf.child_by_field_name("name") is not None
        ):
            draft.captures["receiver"] = leaf.children_by_field_name("scope")
            leaf = leaf.children_by_field_name("name")[0]
        if leaf.end_byte > leaf.start_byte:
            names.append(leaf)
        if (
            draft.kind == "method"
            and draft.owner is not None
            and outline.node_text(leaf) == draft.owner.name
        ):
            draft.kind = "constructor"
    spelled = {outline.node_text(name) for name in names}
    draft.captures["name"] = names + [
        tag for tag in draft.captures.get("name", []) if outline.node_text(tag) not in spelled
    ]


def _after_decorators(
    outline: Outline, node: Node, decorators: list[Node]
) -> tuple[int, list[Node]]:
    """Return where the head starts behind the decorators that lead it, and which those are."""
    if node.start_byte >= decorators[-1].end_byte:
        return node.start_byte, decorators
    leading: list[Node] = []
    place = node.start_byte
    for decorator in decorators:
        if decorator.start_byte != place:
            break
        leading.append(decorator)
        gap = _GAP.match(outline.data, decorator.end_byte)
        place = gap.end() if gap else decorator.end_byte
    return place, leading


def _apart(text: str) -> list[str]:
    """Return decorators one by one, where a parser was made to take several for one."""
    if text.count("@") < 2:
        return [text]
    parts, depth, start = [], 0, 0
    for match in _DECORATED.finditer(text):
        if match[0].isspace() and not depth:
            parts.append(text[start : match.start()])
            start = match.end()
        depth += (match[0] in "([{") - (match[0] in ")]}")
    return [*parts, text[start:]]


_DECORATED = re.compile(r'"(?:[^"\\\n]|\\.)*"|[()\[\]{}]|\s+(?=@\w)')
_GAP = re.compile(rb"(?:\s+|//[^\n]*\n|/\*.*?\*/)*", re.DOTALL)


def _with_tail(outline: Outline, draft: Draft) -> int:
    """Return the end of a definition with the punctuation of the list it stands in."""
    marks = re.escape((draft.settings["tail"] or "").encode())
    found = re.compile(rb"(?:\s*[" + marks + rb"])+").match(outline.data, draft.end)
    return found.end() if found else draft.end


def bound_by(node: Node) -> list[Node]:
    """Return the names that a pattern binds, `(a, Some(b))`; of anything else the node itself."""
    if not node.type.endswith("_pattern") or node.type.endswith("identifier_pattern"):
        return [node] if node.type != "wildcard" else []
    if node.type in _BINDING:
        inner = node.child_by_field_name(_BINDING[node.type])
        return bound_by(inner) if inner is not None else []
    parts = (one for one in node.named_children if not re.search("type|operator|comment", one.type))
    return [name for part in parts for name in bound_by(part)]


# The part that binds, of `{ key: name }` and `name = default`.
_BINDING = {
    "assignment_pattern": "left",
    "object_assignment_pattern": "left",
    "pair_pattern": "value",
}


def name_of(outline: Outline, node: Node) -> str:
    """Return the name that a node stands for: a symbol of Ruby without its colon."""
    text = outline.node_text(node)
    if "symbol" in node.type:
        return text.lstrip(":")
    if node.type == "operator_cast":
        return text.partition("(")[0].strip()
    return text.strip("\"'`") if "string" in node.type else text


def only_remarks(decorator: Node, definition: Node) -> bool:
    """Whether only comments and decorators stand between a decorator and what follows it."""
    node = decorator.next_named_sibling
    while node is not None and node.end_byte <= definition.start_byte:
        if "comment" not in node.type and node.type != decorator.type:
            return False
        node = node.next_named_sibling
    return True
