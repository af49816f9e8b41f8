"""Walks over the statements of one body and keeps the path on which each is reached.

What a statement with a role does is for the actions to say, which are handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.flow.calls import Calls
from skeleton.extract.flow.marks import Marks, NodeList
from skeleton.extract.flow.record import Record
from skeleton.extract.flow.table import CONTROL, Table
from skeleton.extract.flow.text import parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

    from skeleton.extract.flow.anew import State
    from skeleton.model import Language

    Action = Callable[["Walk", Node, int], int]  # returns what the statement does to those after it

MAX_DEPTH = 120  # steps into blocks, two for each; deeper statements are passed over

# What a statement does to the statements after it.
MAY_LEAVE = 1  # some path leaves the function
MAY_SKIP = 2  # some path leaves the round of the loop
ENDS = 4  # no path reaches the next statement
# some path leaves the block without an exception: what is raised later is not raised then
GIVES = 8
RETURNS = 16  # some path returns
LEAVES = MAY_LEAVE | MAY_SKIP | GIVES | RETURNS


class Walk:
    """One pass over the statements of one body; holds what the actions need."""

    def __init__(
        self,
        actions: Mapping[str, Action],
        table: Table,
        body: Node,
        language: Language,
        parameters: tuple[str, ...],
        known: Mapping[str, str],
        marked: NodeList,
        inside: str = "",
    ) -> None:
        self.table, self.body, self.language, self.inside = table, body, language, inside
        self.known, self.marked = known, marked
        self.marks = Marks(body, marked, table)
        self.record = Record(table, body, parameters, inside, known)
        self.path = self.record.path
        self.calls = Calls(table, self.marks, self.record)
        self._actions = actions
        self.entered: set[int] = set()  # ids of the statements that were walked
        self.level = 0  # of the statement at hand
        self.left = 0  # what statements within the expressions of one do to those after it
        self.nested: dict[str, Node] = {}
        self.declared: set[str] = set()  # by the block at hand
        self.results: list[Node] = []  # functions without a name that are results

    def statement(self, node: Node, depth: int) -> int:
        """Walk one statement; return what it does to those after it."""
        role = self.table.role_of(node)
        action = self._actions.get(role)
        if action is None or depth > MAX_DEPTH:
            self.take(node.end_byte)
            if self.table.bare_calls and node.type in self.table.names:
                self.calls.bare(node)
            return 0
        if role in CONTROL:
            self.entered.add(node.id)
        kept, self.level = self.level, depth
        result = action(self, node, depth)
        self.level = kept
        return result

    def take(self, end: int) -> None:
        """Take the calls before a byte, under the conditions that hold now."""
        if self.marks.has_more(end):
            self.calls.take(end, self.enter)

    def enter(self, node: Node, conditions: tuple[str, ...]) -> None:
        """Walk a statement that stands in an expression, unless it was walked as a statement."""
        if node.id in self.entered:
            return
        before, self.left = self.left, 0
        if not conditions:
            self.left = before | self.statement(node, self.level + 1)
            return
        result = self.aside(node, self.level + 1, *conditions)
        self.left = before | result
        if len(conditions) == 1 and result & ENDS:
            self.path.add_exit(conditions[0])
            if result & GIVES:
                self.path.pass_by(conditions[0])

    def statements(self, nodes: list[Node], depth: int) -> int:
        """Walk statements in order; each knows the ways out before it."""
        path, anew, seen = self.path, self.record.names.anew, 0
        kept, around, self.declared = path.passed, self.declared, set()
        state, times = anew.now, dict(anew.times)
        for child in nodes:
            if seen & ENDS and self.table.roles.get(child.type) != "nested":
                self.marks.skip(child.end_byte)  # never reached
                continue
            before, passed = len(path.exits), len(path.passed)
            result = self.statement(child, depth + 1)
            result, self.left = result | (self.left & ~ENDS), 0
            if result & (MAY_LEAVE | MAY_SKIP) and len(path.exits) == before:
                path.add_exit("")
            if result & GIVES and len(path.passed) == passed:
                path.pass_by("")
            seen |= result
        path.passed = kept
        if hidden := self.declared & anew.now.keys():
            anew.leave(sorted(hidden), state, times)
        self.declared = around
        return seen

    def inner(self, node: Node, depth: int) -> int:
        """Walk something that is not always reached, on the path as it stands."""
        self.path.depth += 1
        result = self.statement(node, depth + 1)
        self.path.depth -= 1
        return result

    def branch(self, node: Node, depth: int, *conditions: str) -> int:
        """Walk a block that is reached only under conditions."""
        path = self.path
        kept = path.conditions, path.exits
        path.conditions, path.exits = (*path.conditions, *conditions), ()
        result = self.inner(node, depth)
        path.conditions, path.exits = kept
        return result

    def aside(self, node: Node, depth: int, *conditions: str) -> int:
        """Walk a block that is passed over where its conditions do not hold."""
        before = self.record.names.anew.now
        result = self.branch(node, depth, *conditions)
        self.join([before] if result & ENDS else [before, self.record.names.anew.now])
        return result

    def join(self, states: list[State]) -> None:
        """Go on after branches in which parameters may have got other values."""
        asked = set(self.path.asked()) if any(states) else frozenset[str]()
        self.record.names.anew.join(states, asked)

    def block_of(self, node: Node) -> Node | None:
        """Return the body of a loop or a `try`, the first block in it where no field says."""
        body = node.child_by_field_name("body")
        if body is not None:
            return body
        blocks = (c for c in node.named_children if self.table.roles.get(c.type) == "block")
        return next(blocks, None)

    def content(self, clause: Node) -> Node:
        """Return the block of an `else` or a `finally`."""
        body = clause.child_by_field_name("body")
        return body or next(iter(parts_of(clause, self.table)), clause)
