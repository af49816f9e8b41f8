"""Finds words for what else in a body may raise: subscripts, divisions, attributes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.flow.text import UNREADABLE, WORD, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.flow.table import Table

ATTRIBUTE = re.compile(rb"\.([A-Za-z_]\w*)(?![\w(])")
DIVISION = re.compile(rb"//?=?|%=?")
DIVIDES = frozenset({"/", "//", "%", "/=", "//=", "%="})
NONZERO = re.compile(r"0*[1-9][\d_]*\Z")


def rest_of_operations(body: Node, table: Table) -> set[str]:
    """Return words for what else may raise: rather too many, as strings are searched too."""
    raw = body.text or b""
    found = {f".{name.decode()}" for name in set(ATTRIBUTE.findall(raw))}
    if b"[" in raw:
        found.add("subscript")
    for place in DIVISION.finditer(raw):
        found |= _division(body, table, *place.span())
    if b"**" in raw or b"pow(" in raw:
        found.add("power")
    if b"await " in raw:
        found.add("await")
    return found


def _division(body: Node, table: Table, start: int, end: int) -> set[str]:
    """Return words for an operator that divides; none if the mark stands in a text."""
    node = body.descendant_for_byte_range(body.start_byte + start, body.start_byte + end)
    if node is None or node.type not in DIVIDES or node.parent is None:
        return set()
    divisor = node.parent.child_by_field_name("right")
    return divided(text_of(divisor, table) if divisor is not None else "", node)


def divided(divisor: str, node: Node) -> set[str]:
    """Return words for a division; by whom, and where, unless it is a number above zero."""
    if NONZERO.match(divisor):
        return {"division"}
    name = divisor if WORD.fullmatch(divisor) else UNREADABLE
    return {"division", f"divides by {name} at {node.start_point[0] + 1}"}
