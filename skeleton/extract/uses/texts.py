"""Reads what texts name: annotations in quotes, documentation; and what tests claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.uses.chains import text_of
from skeleton.model import Claim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.uses.reader import OpenScope, Reader, Said

_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_MARKED = re.compile(r"`+([^`\n]+)`+|\{@\w+ ([^}\n]+)\}")
_TELLING = re.compile(
    r"[A-Za-z]*[a-z][A-Z]\w*|\w*[A-Za-z]_[A-Za-z]\w*|[A-Z]\w*|\w+(?=\()|\w+\.\w[\w.]*"
)
_CLAIM_CHARS = 160


def read_type(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read an annotation: strings in it are types."""
    reader.later(node.named_children, scope, True)
    return True


def read_string(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a string that is a type, or documentation."""
    text = text_of(node)
    above = node.parent
    if in_type or (above is not None and _is_type_argument(reader, above)):
        scope.chains.update(
            name
            for name in _DOTTED.findall(text)
            if in_type or name.rpartition(".")[2][:1].isupper()
        )
        return True
    if (
        above is not None
        and reader.chains.role(above) == "statement"
        and above.named_child_count == 1
    ):
        reader.words.update(_words(text))
        return True
    return False  # an f-string holds expressions


def _is_type_argument(reader: Reader, node: Node) -> bool:
    """Tell whether a string inside may be a type: `Union["A", "B"]`."""
    if reader.chains.role(node) == "subscript":
        return True
    above = node.parent
    return (
        reader.chains.role(node) == "collection"
        and above is not None
        and reader.chains.role(above) == "subscript"
    )


def read_comment(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a documentation comment."""
    text = text_of(node)
    if text.startswith("/**"):
        reader.words.update(_words(text))
    return True


def read_claim(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read an assertion."""
    _claim(reader, node, _one_line(text_of(node)), scope)
    return False


def read_statement(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a statement that is a call; `expect(x).toBe(y)` is a claim."""
    first = node.named_children[0] if node.named_children else None
    if first is not None and reader.chains.role(first) in ("call", "same"):
        chain, _ = reader.chains.chain(first)
        if chain.startswith(reader.claim_calls) if reader.claim_calls else False:
            _claim(reader, node, _one_line(text_of(node)), scope)
    return False


def read_claim_block(
    reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool
) -> bool:
    """Read `with pytest.raises(E): f()` as a claim."""
    body = node.child_by_field_name("body")
    if body is None or not reader.claim_blocks or len(body.named_children) != 1:
        return False
    head = text_of(node)[: body.start_byte - node.start_byte].strip()
    if any(block in head for block in reader.claim_blocks):
        _claim(reader, node, _one_line(f"{head} {text_of(body)}"), scope)
    return False


def _claim(reader: Reader, node: Node, text: str, scope: OpenScope) -> None:
    if not text or len(text) > _CLAIM_CHARS:
        text = ""
    chains: set[str] = set()
    todo = [node]
    while todo:
        part = todo.pop()
        if reader.chains.role(part) in (
            "name",
            "attribute",
            "call",
            "method",
            "new",
            "subscript",
        ):
            chain, rest = reader.chains.chain(part)
            if chain and chain != "?":
                chains.add(chain)
            todo.extend(child for child in rest if child != part)
        else:
            todo.extend(part.named_children)
    scope.claims.append(Claim(text, node.start_point[0] + 1, tuple(sorted(chains))))


def _one_line(text: str) -> str:
    lines = [line.strip() for line in text.split("\n")]
    return "" if len(lines) > 8 else " ".join(line for line in lines if line)


def _words(text: str) -> Iterator[str]:
    """Yield the names in a documentation text: marked as code, or looking like code."""
    for match in _MARKED.finditer(text):
        yield from _DOTTED.findall(match[1] or match[2])
    for match in _TELLING.finditer(text):
        yield match[0].strip(".")
