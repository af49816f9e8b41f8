"""Finds the calls of a body, and the expressions that decide whether one is made: `x and f()`."""

from __future__ import annotations

import sys
from bisect import bisect_left
from typing import TYPE_CHECKING

from skeleton.extract.flow.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.flow.table import Table


class NodeList:
    """Nodes in source order, and where they start; the last start is behind all of them."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.starts = [node.start_byte for node in nodes] + [sys.maxsize]


class Marks:
    """The calls of one body in source order, handed out statement by statement."""

    def __init__(self, body: Node, marked: NodeList, table: Table) -> None:
        self._table = table
        self._nodes, self._starts = marked.nodes, marked.starts
        self._next = bisect_left(self._starts, body.start_byte)
        while self._starts[self._next] < body.end_byte < self._nodes[self._next].end_byte:
            self._next += 1  # it holds the body
        self._skip_until = 0
        self._around: list[Node] = []  # the deciding expressions that may hold the node at hand

    def skip(self, end: int) -> None:
        """Pass over everything up to a byte: it belongs to something else, or is never reached."""
        while self._starts[self._next] < end:
            self._next += 1

    def has_more(self, end: int) -> bool:
        """Whether something stands before a byte."""
        return self._starts[self._next] < end

    def until(self, end: int) -> Iterator[tuple[str, Node]]:
        """Yield role and node of what stands before a byte; nested definitions are not entered."""
        starts = self._starts
        while (start := starts[self._next]) < end:
            node = self._nodes[self._next]
            self._next += 1
            if start < self._skip_until:
                continue
            role = self._table.roles[node.type]
            if role in ("nested", "deferred"):
                self._skip_until = node.end_byte
            if role in ("ternary", "logic", "comprehension"):
                self._leave(start)
                self._around.append(node)
            else:
                yield role, node

    def conditions(self, node: Node) -> tuple[str, ...]:
        """Return the conditions that the expressions around a call put before it."""
        self._leave(node.start_byte)
        found: list[str] = []
        for around in self._around:
            if around.end_byte >= node.end_byte:
                found += _put_before(self._table, around, node)
        return tuple(found)

    def _leave(self, start: int) -> None:
        while self._around and self._around[-1].end_byte <= start:
            self._around.pop()


def _put_before(table: Table, context: Node, node: Node) -> list[str]:
    """Return the conditions that an expression puts before a part of it."""
    role = table.roles[context.type]
    if role == "logic":
        left, right = context.child_by_field_name("left"), context.child_by_field_name("right")
        operator = context.child_by_field_name("operator")
        if left is None or right is None or operator is None or not _holds(right, node):
            return []
        test = text_of(left, table)
        return {
            "and": [test],
            "&&": [test],
            "or": [f"not ({test})"],
            "||": [f"not ({test})"],
            "??": [f"{test} is null"],
            "?:": [f"{test} is null"],
        }.get(operator.type, [])
    if role == "ternary":
        parts = [c for c in context.named_children if c.type not in table.comments]
        placed = dict(
            zip(
                table.ternary or ("condition", "consequence", "alternative"),
                parts,
                strict=False,
            )
        )
        condition = placed.get("condition")
        if condition is None or _holds(condition, node):
            return []
        test = text_of(condition, table)
        if len(parts) == 2:  # PHP: `a ?: b`
            return [f"not ({test})"]
        return [f"not ({test})"] if _holds(placed.get("alternative"), node) else [test]
    clauses = [c for c in context.named_children if c.type not in table.comments][1:]
    if not clauses or _holds(clauses[0], node):
        return []
    return [
        text_of(clause.named_children[0], table)
        if clause.child_by_field_name("left") is None and clause.named_children
        else text_of(clause, table)
        for clause in clauses
    ]


def _holds(outer: Node | None, inner: Node) -> bool:
    return (
        outer is not None
        and outer.start_byte <= inner.start_byte
        and inner.end_byte <= outer.end_byte
    )
