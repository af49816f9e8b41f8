"""Walks `try` and `with`: which exceptions of their bodies never reach a caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.flow.path import ANY
from skeleton.extract.flow.table import one_line
from skeleton.extract.flow.text import decoded
from skeleton.extract.flow.walk import ENDS
from skeleton.extract.parsers import find_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.flow.table import Table
    from skeleton.extract.flow.walk import Walk

EVERYTHING = "BaseException"
_CLAUSES = ("handler", "finally")


def block(walk: Walk, node: Node, depth: int) -> int:
    """Walk a block, of which the end may be a handler: Ruby's `rescue`."""
    roles, children = walk.table.roles, node.named_children
    if any(roles.get(child.type) in _CLAUSES for child in children):
        return try_block(walk, node, depth)
    return walk.statements(children, depth)


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
    path.alias = _alias(walk.table, clause)
    if path.alias:
        walk.record.names.assign(path.alias, times=2)
    result = walk.inner(body, depth)
    path.exits, path.handler, path.alias = kept
    return result


def _types_of(walk: Walk, handler: Node) -> tuple[str, ...]:
    """Return the exceptions that a handler names, as written; the widest for a bare one."""
    return _caught_types(walk.table, handler) or (EVERYTHING,)


def _passes_on(walk: Walk, handler: Node) -> bool:
    """Whether a handler raises what it caught again."""
    alias = _alias(walk.table, handler)
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
    for callee, arguments, target in _context_managers(walk.table, node):
        if callee in walk.table.suppress:
            path.caught = (*path.caught, *arguments)
        if target is not None:
            walk.record.assigned(target)
    suppressing = path.caught != kept
    result = walk.statement(body, depth + 1)
    path.caught = kept
    return result & ~ENDS if suppressing else result


def _alias(table: Table, handler: Node) -> str:
    """Return the name that a handler gives to what it caught; empty for none."""
    value = handler.child_by_field_name("value")
    named = value.child_by_field_name("alias") if value is not None else None
    named = named or handler.child_by_field_name("parameter")
    for field in ("variable", "parameters"):  # Ruby: `=> e`; C++: `(const E& e)`
        leaf = handler.child_by_field_name(field) if named is None else None
        while leaf is not None and leaf.named_children:
            leaf = leaf.named_children[-1]
        named = leaf if leaf is not None and leaf.type in table.names else named
    if named is None:
        inner = handler.named_children[0] if handler.named_children else None
        fields = ("name", "pattern") if inner is not None else ()
        found = (inner.child_by_field_name(field) for field in fields if inner is not None)
        named = next((one for one in found if one is not None), None)
    return one_line(named) if named is not None else ""


def _caught_types(table: Table, handler: Node) -> tuple[str, ...]:
    """Return the exceptions that a handler names, as written; none for one that takes all."""
    values = handler.children_by_field_name("value")  # several without parentheses: PEP 758
    if values:
        if values[0].child_by_field_name("alias") is not None:
            values = values[0].named_children[:1]
        parts = values[0].named_children if values[0].type in table.lists else values
        return tuple(one_line(part) for part in parts if part.type not in table.comments)
    pattern = handler.child_by_field_name("pattern")
    if pattern is not None:  # Scala: `case e: E`, `case _: A | _: B`
        kinds = [one.child_by_field_name("type") for one in (pattern, *pattern.named_children)]
        typed = "typed" in pattern.type or "alternative" in pattern.type
        return tuple(one_line(kind) for kind in kinds if typed and kind is not None)
    listed = [child for child in handler.named_children if child.type in table.lists]
    listed += [
        part
        for child in handler.named_children
        for part in child.named_children
        if part.type in table.lists
    ]
    types = [kind for one in listed[:1] for kind in one.named_children]
    return tuple(one_line(kind.child_by_field_name("type") or kind) for kind in types)


def _context_managers(
    table: Table, node: Node
) -> Iterator[tuple[str, tuple[str, ...], Node | None]]:
    """Yield callee, arguments and target of each item of a `with`."""
    for clause in node.named_children:
        for item in clause.named_children:
            value = item.child_by_field_name("value")
            if value is None:
                continue
            target = value.child_by_field_name("alias")
            call = value.named_children[0] if target is not None else value
            listed = call.child_by_field_name("arguments")
            if table.roles.get(call.type) == "call" and listed is not None:
                callee = (call.text or b"")[: listed.start_byte - call.start_byte].decode(
                    "utf-8", "replace"
                )
                yield callee.strip(), tuple(one_line(c) for c in listed.named_children), target
            elif target is not None:
                yield "", (), target
