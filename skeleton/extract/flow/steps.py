"""Takes the statements that have no branches: `throw`, `return`, assignments, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.flow.errors import collect_error, take_error
from skeleton.extract.flow.table import CONTROL
from skeleton.extract.flow.text import UNREADABLE, WORD, decoded, parts_of, text_of
from skeleton.extract.flow.walk import ENDS, GIVES, MAY_LEAVE, MAY_SKIP, RETURNS

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.flow.walk import Walk


def wrapper(walk: Walk, node: Node, depth: int) -> int:
    """Walk what an expression statement or a label holds."""
    result = 0
    for child in node.named_children:
        role = walk.table.roles.get(child.type)
        if role == "call":
            walk.calls.alone = child.id
        if role:
            result |= walk.statement(child, depth + 1)
    walk.take(node.end_byte)
    return result


def nest(walk: Walk, node: Node, _depth: int) -> int:
    """Pass over a nested definition; it is read only if the body returns it."""
    name = node.child_by_field_name("name")
    if name is not None:
        walk.nested[decoded(name)] = node
        walk.record.names.assign(decoded(name), times=2)
    walk.marks.skip(node.end_byte)
    return 0


def decorated(walk: Walk, node: Node, depth: int) -> int:
    """Pass over a nested definition with decorators."""
    definition = node.child_by_field_name("definition")
    return nest(walk, definition, depth) if definition is not None else 0


def throw(walk: Walk, node: Node, _depth: int) -> int:
    """Take an exception; one without a value raises what the handler around caught."""
    thrown = next(iter(parts_of(node, walk.table)), None)
    if thrown is None:
        walk.record.raised(node, walk.path.handler, again=True)
        return MAY_LEAVE | ENDS
    walk.take(thrown.start_byte)
    walk.calls.thrown = thrown.id
    walk.take(node.end_byte)
    walk.calls.thrown = 0
    walk.record.raised_value(node, thrown)
    return MAY_LEAVE | ENDS


def give_back(walk: Walk, node: Node, _depth: int) -> int:
    """Take a result; one that is an error is an exception."""
    value = next(iter(parts_of(node, walk.table)), None)
    raised = walk.record.raises
    walk.take(node.end_byte)
    if value is None or walk.table.roles.get(value.type) in CONTROL:
        pass  # its branches were taken
    elif walk.table.roles.get((made := walk.table.single(value)).type) == "deferred":
        walk.results.append(made)
        walk.record.returned(value, node)
    elif walk.calls.is_check(value):
        pass  # what it raises was taken
    elif not take_error(walk.record, walk.table, value, node):
        walk.record.returned(value, node)
    gives = 0 if walk.record.raises > raised else GIVES | RETURNS
    return MAY_LEAVE | ENDS | gives


def leave(walk: Walk, _node: Node, _depth: int) -> int:
    """End the round of a loop, or the loop."""
    return MAY_SKIP | ENDS | GIVES


def claim(walk: Walk, node: Node, _depth: int) -> int:
    """Take an assertion."""
    parts = parts_of(node, walk.table)
    walk.take(node.end_byte)
    if parts:
        message = text_of(parts[1], walk.table) if len(parts) > 1 else ""
        walk.record.add("asserts", text_of(parts[0], walk.table), node, message=message)
    return 0


def delete(walk: Walk, node: Node, _depth: int) -> int:
    """Take what is deleted through a subscript or an attribute as written to."""
    walk.take(node.end_byte)
    for target in node.named_children:
        parts = target.named_children if target.type in walk.table.lists else [target]
        for part in parts:
            walk.record.written(part, node)
    return 0


def declare_outer(walk: Walk, node: Node, _depth: int) -> int:
    """Take names that are declared to belong to the file, or to a function around."""
    walk.record.names.outer.update(WORD.findall(decoded(node))[1:])
    return 0


def pass_over(walk: Walk, _node: Node, _depth: int) -> int:
    """Pass over a statement that says nothing to a caller."""
    return 0


def assign(walk: Walk, node: Node, depth: int) -> int:
    """Take an assignment, of a chain of them each."""
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type not in ("=", ":="):  # Java, Go: `total += 1`
        return augment(walk, node, depth)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    while right is not None and walk.table.roles.get(right.type) == "assignment":
        if left is not None:
            walk.record.assigned(left, node)
        left, right = right.child_by_field_name("left"), right.child_by_field_name("right")
    walk.take(node.end_byte)
    if left is not None:
        bind(walk, left, right, node)
        if right is not None:
            collect_error(walk.record, walk.table, left, right)
    return 0


def declare(walk: Walk, node: Node, depth: int) -> int:
    """Take a declaration of locals: each is an assignment; Rust's may have an `else`."""
    result = 0
    for name, value in walk.table.declared(node):
        if value is not None and value.type in walk.table.roles:
            result |= walk.statement(value, depth + 1)
        elif value is not None:
            walk.take(value.end_byte)
        other = node.child_by_field_name("alternative")
        if other is not None and value is not None:
            said = f"let {text_of(name, walk.table)} = {text_of(value, walk.table)}"
            walk.take(other.start_byte)
            result |= walk.aside(other, depth, f"not ({said})")
        walk.record.names.declare(name)
        bind(walk, name, value, node)
        walk.declared.update(WORD.findall(decoded(name)))
    walk.take(node.end_byte)
    return result & ~ENDS


def bind(walk: Walk, left: Node, right: Node | None, node: Node) -> None:
    """Take one assignment; an annotation without a value assigns nothing."""
    if right is None and left.type in walk.table.names:
        return
    walk.record.assigned(left, node, _given(walk, left, right))
    if right is not None:
        walk.record.names.bind(left, right, always=walk.path.depth == 0)


def _given(walk: Walk, left: Node, right: Node | None) -> str:
    """Return target and value of an assignment of parameters; empty where they cannot be told."""
    names = walk.record.names
    parts = left.named_children if left.type in walk.table.lists else [left]
    if right is None or any(part.type not in walk.table.names for part in parts):
        return ""
    targets = [decoded(part) for part in parts]
    if not any(map(names.is_parameter, targets)):
        return ""
    value = text_of(right, walk.table)
    if value == UNREADABLE or names.anew.spoken(WORD.findall(value)):
        return ""  # it cannot be told, or is made of what another assignment gave
    return f"{', '.join(targets)} = {value}"


def augment(walk: Walk, node: Node, _depth: int) -> int:
    """Take `+=` and its kin."""
    left = node.child_by_field_name("left") or node.child_by_field_name("argument")
    left = left or next(iter(parts_of(node, walk.table)), None)
    if left is not None and left.type in walk.table.lists and left.named_child_count == 1:
        left = left.named_children[0]  # Go: every side is a list
    walk.take(node.end_byte)
    if left is not None:
        walk.record.augmented(left, node)
    return 0
