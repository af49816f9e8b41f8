"""Reads names where they are used, and what the names of a scope are bound to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.uses.chains import part_of, text_of, type_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.uses.reader import OpenScope, Reader, Said


def mention(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a chain of names, and what stands in its calls."""
    chain, rest = reader.chains.chain(node)
    if chain and chain != "?":
        scope.chains.add(chain)
    narrowed = _special(reader, node, scope) if reader.chains.role(node) == "call" else None
    if node in rest:  # a part is missing: the file is broken here
        reader.later(node.named_children, scope, in_type)
    reader.later([part for part in rest if part != node], scope, in_type)
    if narrowed:
        scope.chains.add(narrowed)
    return True


def _special(reader: Reader, node: Node, scope: OpenScope) -> str | None:
    """Read `isinstance(x, C)` as a binding, `getattr(x, "name")` as an attribute."""
    function = part_of(node, reader.roles[node.type][1])
    if function is None or reader.chains.role(function) != "name":
        return None
    name = text_of(function)
    if name not in ("isinstance", "getattr"):
        return None
    given = reader.chains.arguments(node)
    if len(given) < 2:
        return None
    subject, _ = reader.chains.chain(given[0])
    if name == "isinstance" and subject and set("?()[]").isdisjoint(subject):
        scope.bind(subject, type=text_of(given[1]))
    if name == "getattr" and subject and reader.chains.role(given[1]) == "string":
        attribute = text_of(given[1]).strip("\"'")
        if attribute.isidentifier():
            return f"{subject}.{attribute}"
    return None


def read_instanceof(
    reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool
) -> bool:
    """Read `x instanceof C` as a binding."""
    if len(said) > 1 and reader.chains.operator(node, said) == "instanceof":
        subject, _ = reader.chains.chain(node.named_children[0])
        if subject and set("?()[]").isdisjoint(subject):
            scope.bind(subject, type=text_of(node.named_children[-1]))
    return False


def bind(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read an assignment: its target, its value or type."""
    target, value = part_of(node, said[1]), part_of(node, said[2])
    type_ = part_of(node, said[3]) if len(said) > 3 else None
    if target is None:
        return False
    if type_ is not None and text_of(type_) != "var":  # Java, C#: the value says which
        reader.bind_target(target, [(type_text(type_), "")], scope)
    elif value is not None:
        _bind_value(reader, target, value, scope)
    plain = reader.chains.role(target) == "name"
    reader.later([one for one in node.named_children if not (plain and one == target)], scope)
    return True


def _bind_value(reader: Reader, target: Node, value: Node, scope: OpenScope) -> None:
    tupled = reader.chains.role(target) == "pattern" and reader.chains.role(value) == "collection"
    if tupled and len(target.named_children) == len(value.named_children):
        for part, item in zip(target.named_children, value.named_children, strict=True):
            reader.bind_target(part, list(reader.chains.values(item)), scope)
    else:
        reader.bind_target(target, list(reader.chains.values(value)), scope)


def read_keyword(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read `C(x=0)` as the use `C()~x`: the name of the argument is the callee's."""
    call = node.parent.parent if node.parent is not None else None
    if call is not None and reader.chains.role(call) == "call":
        chain, _ = reader.chains.chain(call)
        if chain and not chain.startswith("?"):
            scope.chains.add(f"{chain}~{text_of(node.named_children[0])}")
    reader.later(node.named_children[1:], scope, in_type)
    return True


def read_loop(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read `for target in value`: the target is an item of it."""
    target, value = part_of(node, said[1]), part_of(node, said[2])
    if target is None or value is None:
        return False
    items = [(type_, chain + "*") for type_, chain in reader.chains.values(value)]
    if reader.chains.role(value) == "call" and (said_call := reader.chains.counted(value)):
        items = said_call
    reader.bind_target(target, items, scope)
    reader.later([child for child in node.named_children if child != target], scope)
    return True


def read_entered(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read `value as name`: of `with`, of `except`, of a pattern."""
    alias = node.child_by_field_name("alias")
    if alias is None or not node.named_children:
        return False
    value = node.named_children[0]
    target = alias.named_children[0] if alias.named_children else alias
    above = node.parent
    if above is not None and reader.chains.role(above) == "handler":
        reader.bind_target(target, [(text_of(value), "")], scope)
    elif above is not None and reader.chains.role(above) == "entered":
        reader.bind_target(
            target, [(type_, chain + "@") for type_, chain in reader.chains.values(value)], scope
        )
    else:
        reader.bind_target(target, [], scope)
    reader.later([value], scope)
    return True


def read_class_pattern(
    reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool
) -> bool:
    """Read `case Point(x=0)` as the uses `Point` and `Point().x`."""
    parts = node.named_children
    if not parts:
        return False
    name = text_of(parts[0])
    scope.chains.add(name)
    for part in parts[1:]:
        for inner in part.named_children if part.type == "case_pattern" else [part]:
            if inner.type == "keyword_pattern" and inner.named_children:
                scope.chains.add(f"{name}().{text_of(inner.named_children[0])}")
    reader.later(parts[1:], scope)
    return True


def read_dotted(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a name in a pattern: what it compares with, or binds."""
    text = text_of(node)
    if "." in text or text[:1].isupper():
        scope.chains.add(text)
    else:
        scope.bind(text)  # a capture of `match`
    return True
