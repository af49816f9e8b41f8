"""Walks `try` and `with`: which exceptions of their bodies never reach a caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.flow.path import ANY
from skeleton.extract.flow.text import decoded
from skeleton.extract.flow.walk import ENDS
from skeleton.extract.parsers import find_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.flow.walk import Walk

EVERYTHING = "BaseException"
_CLAUSES = ("handler", "finally")


def block(walk: Walk, node: Node, depth: int) -> int:
    """Walk a block, of which the end may be a handler: Ruby's `rescue`."""
    if any(walk.table.roles.get(child.type) in _CLAUSES for child in node.named_children):
        return try_block(walk, node, depth)
    return walk.statements(node.named_children, depth)


def try_block(walk: Walk, node: Node, depth: int) -> int:
    """Walk a `try`: handlers guard the body, a `finally` that leaves swallows everything."""
    path, roles = walk.path, walk.table.roles
    inside = roles.get(node.type) == "block"
    body = node if inside else walk.block_of(node)
    final = [c for c in node.named_children if roles.get(c.type) == "finally"]
    outer = path.caught
    if any(_swallows(walk, clause) for clause in final):
        path.caught = (*outer, EVERYTHING)
    around, result = path.caught, 0
    anew = walk.record.names.anew
    state = anew.now  # of parameters
    if body is not None:
        if node.child_by_field_name("resources") is not None:
            walk.take(body.start_byte)
        for role, clause in _clauses(walk, node):
            if role == "handler" and not _passes_on(walk, clause):
                path.caught = (*path.caught, *_types_of(walk, clause))
        if inside:
            clauses = (*_CLAUSES, "else")
            tried = [c for c in node.named_children if roles.get(c.type) not in clauses]
            result = walk.statements(tried, depth)
        else:
            result = walk.statement(body, depth + 1)
        path.caught = around
    ends, through = bool(result & ENDS), anew.now
    states = [] if ends else [through]
    for role, clause in _clauses(walk, node):
        if role == "else":
            anew.now = through
            more = walk.statement(walk.content(clause), depth + 1)
            ends, result = ends or bool(more & ENDS), result | more
            states[:1] = [] if ends else [anew.now]
        elif role == "handler":
            walk.join([state, through])
            more = _handler(walk, clause, depth)
            ends, result = ends and bool(more & ENDS), result | more
            states += [] if more & ENDS else [anew.now]
    walk.join(states)
    path.caught = outer
    for clause in final:
        more = walk.statement(walk.content(clause), depth + 1)
        ends, result = ends or bool(more & ENDS), result | more
    walk.take(node.end_byte)
    return (result & ~ENDS) | (ENDS if ends else 0)


def _clauses(walk: Walk, node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the clauses of a `try` with their roles; each case of Scala's handler is one."""
    roles = walk.table.roles
    for clause in node.named_children:
        role = roles.get(clause.type, "")
        blocks = clause.named_children[:1] if role == "handler" else []
        cases = [
            case
            for block in blocks
            for case in block.named_children
            if roles.get(case.type) == "case"
        ]
        yield from [("handler", case) for case in cases] or [(role, clause)]


def _handler(walk: Walk, clause: Node, depth: int) -> int:
    path = walk.path
    body = clause.child_by_field_name("body") or clause.named_children[-1]
    walk.take(body.start_byte)
    kept = path.exits, path.handler, path.alias
    types = _types_of(walk, clause)
    path.exits = ()
    path.handler = ANY if EVERYTHING in types else ", ".join(types)
    path.alias = walk.table.alias(clause)
    if path.alias:
        walk.record.names.assign(path.alias, times=2)
    result = walk.inner(body, depth)
    path.exits, path.handler, path.alias = kept
    return result


def _types_of(walk: Walk, handler: Node) -> tuple[str, ...]:
    """Return the exceptions that a handler names, as written; the widest for a bare one."""
    return walk.table.caught_types(handler) or (EVERYTHING,)


def _passes_on(walk: Walk, handler: Node) -> bool:
    """Whether a handler raises what it caught again."""
    alias = walk.table.alias(handler)
    for node in find_nodes(handler, walk.language, tuple(sorted(walk.table.throws))):
        thrown = node.named_children
        if not thrown or (alias and decoded(thrown[0]) == alias):
            return True
    return False


def _swallows(walk: Walk, clause: Node) -> bool:
    """Whether a `finally` returns, so that no exception gets past it."""
    inside = walk.content(clause).named_children
    return any(walk.table.roles.get(child.type) == "return" for child in inside)


def with_block(walk: Walk, node: Node, depth: int) -> int:
    """Walk a `with`: transparent, unless it suppresses exceptions."""
    path, body = walk.path, node.child_by_field_name("body")
    if body is None:
        return 0
    walk.take(body.start_byte)
    kept = path.caught
    for callee, arguments, target in walk.table.context_managers(node):
        if callee in walk.table.suppress:
            path.caught = (*path.caught, *arguments)
        if target is not None:
            walk.record.assigned(target)
    suppressing = path.caught != kept
    result = walk.statement(body, depth + 1)
    path.caught = kept
    return result & ~ENDS if suppressing else result
