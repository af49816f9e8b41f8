"""Opens the scopes of functions and classes: their names, parameters, titles of tests."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.uses.chains import part_of, text_of, type_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.uses.reader import OpenScope, Reader, Said

# a parameter that is a field
_PROPERTY = re.compile(r"(?:@\S+\s+)*(?:public|private|protected|readonly)\s")


def open_function(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a function; one with a name has a scope of its own."""
    name = part_of(node, said[1]) if said[1] else None
    parameters = part_of(node, said[2])
    body = part_of(node, said[3])
    named = _name_of(reader, name) if name is not None else _name_around(reader, node)
    inner = scope
    if named:
        inner = reader.open(named, node, scope, is_class=False)
        if name is not None and reader.chains.role(name) == "attribute":
            inner.owner, inner.receiver = named.rpartition(".")[0], reader.receiver
        if name is not None and not scope.is_class:
            scope.bind(named)
        _read_title(reader, node, inner)
    takes = _takes(reader, node)
    _parameters(reader, node, parameters, inner, scope, scope.is_class and bool(named), takes)
    if parameters is None and len(said) > 4:
        _only_parameter(reader, node, said[4], inner, takes)
    if len(said) > 5:
        _bind_item(reader, node, inner)
    if body is not None:
        reader.later([body], inner)
    parts = [name, parameters, body]
    reader.later([child for child in node.named_children if child not in parts], scope)
    return True


def _name_of(reader: Reader, name: Node) -> str:
    """Return the name of a function as definitions are named: Lua's `T:f` is `T.f`."""
    if reader.chains.role(name) != "attribute":
        return text_of(name)
    chain, _ = reader.chains.chain(name)
    return chain if set("?()[]").isdisjoint(chain) else text_of(name)


def _name_around(reader: Reader, function: Node) -> str:
    """Return the name of a function without one: of its variable, or made of its place."""
    if not reader.name_functions:
        return ""
    above = function.parent
    said = reader.roles.get(above.type, [""]) if above is not None else [""]
    if above is not None and said[0] == "bind":
        target = part_of(above, said[1])
        if target is not None and text_of(target).isidentifier():
            return text_of(target)
    return f"{function.start_point[0] + 1}:{function.start_point[1]}"


def _read_title(reader: Reader, function: Node, inner: OpenScope) -> None:
    """Read `it("refuses zero", () => ...)` as a test of that title."""
    call = function.parent.parent if function.parent is not None else None
    if call is None or reader.chains.role(call) != "call":
        return
    callee, _ = reader.chains.chain(call)
    given = reader.chains.arguments(call)
    word = callee.partition("(")[0].partition(".")[0]
    if word in reader.test_calls | reader.test_groups and given and given[0] != function:
        inner.titles = (*inner.titles, text_of(given[0]).strip("\"'`"))
        inner.is_test = word in reader.test_calls


def _takes(reader: Reader, function: Node) -> tuple[str, str] | None:
    """Return type and chain of what takes a function, which say what it is given.

    It is an argument, `app.get("/", (c) => ...)`; the value of a variable with a type; or the
    result of a function that says its type.
    """
    if not reader.name_functions or function.parent is None:
        return None
    above = function.parent
    call = above.parent
    if call is not None and reader.chains.role(call) in ("call", "new"):
        callee = part_of(call, reader.roles[call.type][1])
        given = reader.chains.arguments(call)
        if callee is None or function not in given:
            return None
        chain, _ = reader.chains.chain(callee)
        return ("", f"{chain}&{given.index(function)}") if chain else None
    if reader.chains.role(above) == "bind":
        type_ = above.child_by_field_name("type")
        return (type_text(type_), "&") if type_ is not None else None
    return _result_of(reader, function, above)


def _result_of(reader: Reader, function: Node, above: Node | None) -> tuple[str, str] | None:
    """Return the type that the function around says it returns, if it returns this one."""
    while above is not None and (above.type.endswith("_statement") or "block" in above.type):
        if above.type not in ("return_statement", "statement_block"):
            return None
        function, above = above, above.parent
    if above is None or reader.chains.role(above) != "function":
        return None
    if function.type == "statement_block" and not any(
        one.type == "return_statement" for one in function.named_children
    ):
        return None
    type_ = above.child_by_field_name("return_type")
    return (type_text(type_), "&") if type_ is not None else None


def _only_parameter(
    reader: Reader,
    function: Node,
    field: str,
    inner: OpenScope,
    takes: tuple[str, str] | None,
) -> None:
    """Bind the parameter of `x => x.id`."""
    target = function.child_by_field_name(field)
    if target is not None:
        inner.parameters.append(text_of(target))
        type_, chain = takes or ("", "")
        inner.bind(text_of(target), type_, f"{chain}.0" if chain else "")


def _bind_item(reader: Reader, function: Node, inner: OpenScope) -> None:
    """Bind the first parameter of a function given to `xs.map` to an item of `xs`."""
    call = function.parent.parent if function.parent is not None else None
    if call is None or reader.chains.role(call) != "call" or not inner.parameters:
        return
    callee = part_of(call, reader.roles[call.type][1])
    if callee is None or reader.chains.role(callee) != "attribute":
        return
    _, owner, name = reader.roles[callee.type]
    inside, method = part_of(callee, owner), part_of(callee, name)
    if inside is not None and method is not None and text_of(method) in reader.item_callbacks:
        for type_, chain in reader.chains.values(inside):
            inner.bind(inner.parameters[0], type_, chain + "*")


def _parameters(
    reader: Reader,
    function: Node,
    parameters: Node | None,
    inner: OpenScope,
    outer: OpenScope,
    is_method: bool,
    takes: tuple[str, str] | None,
) -> None:
    nodes = list(parameters.named_children) if parameters is not None else []
    for place, node in enumerate(nodes):
        target, type_, value = _parameter(reader, node)
        if target is None:
            continue
        name = text_of(target)
        if is_method and place == 0 and reader.receiver_first and not _is_static(reader, function):
            inner.receiver = name
            continue
        if reader.chains.role(target) == "name":
            inner.parameters.append(name)
        if type_ is not None:
            text = type_text(type_)
            mark = text_of(node).lstrip()[:2]
            if mark == "**":
                text = f"dict[str, {text}]"
            elif mark[:1] == "*":
                text = f"tuple[{text}, ...]"
            reader.bind_target(target, [(text, "")], inner)
            reader.later([type_], outer, True)
            if not reader.receiver_first and _PROPERTY.match(text_of(node)):
                inner.bind(f"{reader.receiver}.{name}", text)
        else:
            values = list(reader.chains.values(value)) if value is not None else []
            if takes is not None:
                values.append((takes[0], f"{takes[1]}.{place}"))
            reader.bind_target(target, values, inner)
        if value is not None:
            reader.later([value], outer)
    if is_method and not reader.receiver_first:
        inner.receiver = reader.receiver


def _parameter(reader: Reader, node: Node) -> tuple[Node | None, Node | None, Node | None]:
    """Return name or pattern, type and default of a parameter."""
    type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    target = node.child_by_field_name("name") or node.child_by_field_name("pattern")
    if type_ is None:
        type_ = next((one for one in node.named_children if one.type.endswith("_type")), None)
    if target is None:
        target = node
        for _ in range(3):
            if reader.chains.role(target) in ("name", "pattern", "object_pattern"):
                break
            target = next(iter(target.named_children), None) or target
    bound = reader.chains.role(target) in ("name", "pattern", "object_pattern")
    return (target if bound else None), type_, value


def _is_static(reader: Reader, function: Node) -> bool:
    above = function.parent
    if above is None or not reader.static:
        return False
    return any(
        text_of(child).lstrip("@").strip() in reader.static
        for child in above.named_children
        if reader.chains.role(child) == "decorator"
    )


def open_class(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Read a class; its body is a scope."""
    name, body = part_of(node, said[1]), part_of(node, said[2])
    if body is None:
        return False
    inner = scope
    if name is not None:
        inner = reader.open(text_of(name), node, scope, is_class=True)
    reader.later([body], inner)
    reader.later([child for child in node.named_children if child not in (name, body)], scope)
    return True
