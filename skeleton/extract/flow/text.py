"""Cuts slices out of bodies: conditions, callees, arguments, keys; on one line, as written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.model import Argument

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.flow.table import Table

WORD = re.compile(r"[A-Za-z_]\w*")
MAX_TEXT = 300  # characters of a slice worth keeping
CONTINUED = re.compile(r"\s*\n\s*(?=(?:\?|!!)?\.[A-Za-z_])")
METHOD = re.compile(r"(.+?)[?!]{0,2}\s*\.\s*(\w+)\s*\Z", re.DOTALL)
UNREADABLE = ".."  # stands for a slice that is too long to keep
BREAK = re.compile(r"([(\[])[^\S\n]*\n\s*|[^\S\n]*\n\s*([)\]])")
COMPOSITE = re.compile(r"(&?)([\w.:]+)\s*\{")  # a value made of its fields: `&E{..}`
DOTTED = re.compile(
    r"(?:super\(\)\.)?\\?[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.|\\)[A-Za-z_$#][\w$]*)*!?\Z"
)


# What tells errors of one class apart: `"E_FULL"`, `Code.Full`, a status such as 404.
CODE = re.compile(r"""(["'])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\1\Z""")
CODE_FIRST = re.compile(r"[A-Z]\w*(?:\.|::)[A-Z]\w*\Z|[1-5]\d\d\Z")
CODE_INSIDE = re.compile(r"""\{(?:.*[{,])?\s*code:\s*((["'])[\w.-]+\2|[A-Z]\w*\.\w+)""", re.DOTALL)


def code_in(arguments: list[Argument]) -> str:
    """Return the argument by which a caller tells an error from others of its class, if any."""
    for place, one in enumerate(arguments):
        if CODE.match(one.text) or (one.keyword == "code" and one.text):
            return one.text
        inside = CODE_INSIDE.match(one.text)
        if inside is not None:
            return inside.group(1)
        if place == 0 and not one.keyword and CODE_FIRST.match(one.text):
            return one.text
    return ""


def decoded(node: Node) -> str:
    """Return a node as written."""
    return (node.text or b"").decode("utf-8", "replace")


def text_of(node: Node, table: Table) -> str:
    """Return a slice on one line.

    Outer parentheses and comments are gone, a run of white space in a slice of several lines is one
    blank, none where a line goes on with a member: `.trim()`.
    """
    while node.type in table.parentheses and node.named_child_count == 1:
        node = node.named_children[0]
    raw = node.text or b""
    if len(raw) > 4 * MAX_TEXT:
        return UNREADABLE
    text = raw.decode("utf-8", "replace")
    if node.start_point[0] != node.end_point[0]:  # line feeds may be blanked
        text = _on_one_line(_without_comments(text, table))
    if table.stops:
        text = text.replace(";}", " }")  # as it is in the file
    return text if len(text) <= MAX_TEXT else UNREADABLE


def _on_one_line(text: str) -> str:
    """Join lines by blanks; at a bracket, and before a member, `.trim()`, by nothing."""
    text = CONTINUED.sub("", BREAK.sub(lambda found: found[1] or found[2], text))
    return " ".join(text.split())


def header_of(node: Node, body: Node, table: Table) -> str:
    """Return what a loop says before its body, without the mark that opens the body."""
    raw = (node.text or b"")[: body.start_byte - node.start_byte].decode("utf-8", "replace")
    text = _on_one_line(_without_comments(raw, table))
    return text.rstrip(":{ ") if len(text) <= MAX_TEXT else UNREADABLE


def parts_of(node: Node, table: Table) -> list[Node]:
    """Return the named children of a node that are no comments."""
    return [child for child in node.named_children if child.type not in table.comments]


def keys_of(node: Node, table: Table) -> tuple[str, ...] | None:
    """Return the keys of a mapping, methods with their heads; `None` unless all can be read."""
    if node.type not in table.mapping:
        return None
    keys: list[str] = []
    for pair in parts_of(node, table):
        body = pair.child_by_field_name("body")
        key = pair.child_by_field_name("key") or pair.child_by_field_name("name") or pair
        if pair.type not in table.pairs or key.type not in table.keys:
            return None
        keys.append(header_of(pair, body, table) if body is not None else text_of(key, table))
    return tuple(keys)


def callee_of(node: Node, table: Table) -> tuple[str, Node | None]:
    """Return the callee of a call, empty if it is no dotted name, and the node of its arguments."""
    listed = node.child_by_field_name("arguments")
    named = node.child_by_field_name("function") if listed is not None else None
    if named is not None:
        callee = decoded(named)
    else:
        if listed is None:
            listed = next((c for c in node.named_children if c.type in table.arguments), None)
        head = node.text or b""
        head = head if listed is None else head[: listed.start_byte - node.start_byte]
        callee = head.decode("utf-8", "replace")
    if not callee.isidentifier():
        callee = " ".join(callee.split()).removeprefix("new ").partition("<")[0].strip()
        callee = callee if DOTTED.match(callee) else ""
    return callee, listed


def method_of(node: Node, listed: Node | None) -> tuple[str, str]:
    """Return what a method is called on and its name, as written; empty for another call."""
    if listed is None:
        return "", ""
    head = (node.text or b"")[: listed.start_byte - node.start_byte].decode("utf-8", "replace")
    found = METHOD.match(head)
    return (_on_one_line(found.group(1)), found.group(2)) if found else ("", "")


def result_of(body: Node) -> str:
    """Return the type of the result of a function, as written; empty where none is."""
    holder = body.parent
    fields = ("result", "return_type") if holder is not None else ()
    named = (holder.child_by_field_name(field) for field in fields if holder is not None)
    return next((decoded(node) for node in named if node is not None), "")


def receiver_of(body: Node) -> str:
    """Return the name that a method of Go gives to what it belongs to: `(a *T)`."""
    holder = body.parent
    receiver = holder.child_by_field_name("receiver") if holder is not None else None
    named = WORD.search(decoded(receiver)) if receiver is not None else None
    return named.group() if named else ""


def arguments_of(listed: Node | None, table: Table) -> list[Argument]:
    """Return the arguments of a call as written."""
    if listed is None:
        return []
    if listed.type in table.raw_arguments:
        return [Argument(part) for part in split_list(decoded(listed)[1:-1])]
    return [_argument(child, table) for child in parts_of(listed, table)]


def _argument(node: Node, table: Table) -> Argument:
    text = text_of(node, table)
    if "=" not in text and ":" not in text and text != UNREADABLE:
        return Argument(text)  # as nearly all: not `name=value`, not `name: value`
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and value is not None:
        return Argument(text_of(value, table), decoded(name))
    return Argument(text)


def trailing_text(call: Node, table: Table) -> str:
    """Return the text that a function behind a call gives: `require(x) { "text" }`."""
    around = call.parent
    if around is None or around.type != call.type or around.named_children[0] != call:
        return ""
    node = around.named_children[-1]
    while node.named_child_count == 1 and node.type not in table.strings:
        node = node.named_children[0]
    return text_of(node, table) if node.type in table.strings else ""


def split_list(text: str) -> list[str]:
    """Split a list at its outer commas: brackets and strings hold together."""
    parts, depth, start, quote = [], 0, 0, ""
    for place, char in enumerate(text):
        if quote:
            quote = "" if char == quote and text[place - 1] != "\\" else quote
        elif char in '"`' or (char == "'" and "'" in text[place + 1 :]):
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [" ".join(part.split()) for part in parts if part.strip()]


def filled(form: str, texts: list[str]) -> str:
    """Put arguments into the form of a check: `{0} == null`."""
    for place, text in enumerate(texts[:4]):
        form = form.replace(f"{{{place}}}", text)
    return form


def _without_comments(text: str, table: Table) -> str:
    """Drop comments and the marks of continued lines from a slice of several lines."""
    return table.comment_pattern.sub(lambda found: found.group("kept") or " ", text)
