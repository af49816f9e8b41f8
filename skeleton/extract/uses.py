"""Reads which names a file uses, and what its local names are bound to: `client.get().json`, `client = Client()`.

Node types and their roles come from the `[uses]` table of the language. Follows nothing: what a name stands for is
asked of `resolve`. Called for targets and tests alone, since it visits every node.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from skeleton.model import Binding, Claim, Language, Scope, Uses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_MARKED = re.compile(r"`+([^`\n]+)`+|\{@\w+ ([^}\n]+)\}")
_TELLING = re.compile(
    r"[A-Za-z]*[a-z][A-Z]\w*|\w*[A-Za-z]_[A-Za-z]\w*|[A-Z]\w*|\w+(?=\()|\w+\.\w[\w.]*"
)
_PROPERTY = re.compile(
    r"(?:@\S+\s+)*(?:public|private|protected|readonly)\s"
)  # a parameter that is a field
_CLAIM_CHARS = 160
_DEPTH = 400  # attributes and calls in one chain; a longer one is generated


def read_uses(root: Node, language: Language) -> Uses:
    """Read the names that a file uses.

    Args:
        root: The root of its tree.
        language: Its `uses` table says which node types are names, calls, bindings, scopes.

    Returns:
        Empty for a language without the table.
    """
    if not language.uses:
        return Uses()
    reader = _Reader(language.uses)
    reader.read(root)
    return Uses(
        scopes=tuple(scope.finished() for scope in reader.scopes),
        words=tuple(sorted(reader.words)),
    )


class _Scope:
    """A scope while it is read."""

    def __init__(
        self, name: str, line: int, owner: str, is_class: bool, parent: _Scope | None
    ) -> None:
        self.name, self.line, self.owner, self.is_class, self.parent = (
            name,
            line,
            owner,
            is_class,
            parent,
        )
        self.receiver = ""
        self.parameters: list[str] = []
        self.chains: set[str] = set()
        self.bindings: dict[Binding, None] = {}
        self.claims: list[Claim] = []

    def bind(self, name: str, type: str = "", value: str = "") -> None:
        self.bindings[Binding(name, type, value)] = None

    def finished(self) -> Scope:
        return Scope(
            name=self.name,
            line=self.line,
            owner=self.owner,
            receiver=self.receiver,
            parameters=tuple(self.parameters),
            chains=tuple(sorted(self.chains)),
            bindings=tuple(self.bindings),
            claims=tuple(self.claims),
        )


class _Reader:
    """One walk over a tree, without recursion: files nest deeper than the interpreter."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.roles: dict[str, list[str]] = {
            kind: list(said) for kind, said in table.get("nodes", {}).items()
        }
        self.receiver_first = bool(table.get("receiver_first", False))
        self.receiver = str(table.get("receiver", ""))
        self.static = frozenset(table.get("static", ()))
        self.claim_calls = tuple(table.get("claim_calls", ()))
        self.claim_blocks = tuple(table.get("claim_blocks", ()))
        self.name_functions = bool(table.get("name_functions", False))
        self.item_callbacks = frozenset(table.get("item_callbacks", ()))
        self.scopes: list[_Scope] = [_Scope("", 1, "", False, None)]
        self.words: set[str] = set()
        self._todo: list[tuple[Node, _Scope, bool]] = []

    def read(self, root: Node) -> None:
        self._todo = [(root, self.scopes[0], False)]
        while self._todo:
            node, scope, in_type = self._todo.pop()
            said = self.roles.get(node.type)
            if said is None:
                self._later(node.named_children, scope, in_type)
                continue
            handler = _HANDLERS.get(said[0])
            if handler is None or not handler(self, node, said, scope, in_type):
                self._later(node.named_children, scope, in_type)

    def _later(self, nodes: list[Node], scope: _Scope, in_type: bool = False) -> None:
        self._todo.extend((node, scope, in_type) for node in reversed(nodes))

    def _role(self, node: Node) -> str:
        said = self.roles.get(node.type)
        return said[0] if said else ""

    # Names and chains

    def skip(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        return True

    def mention(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        chain, rest = self.chain(node)
        if chain and chain != "?":
            scope.chains.add(chain)
        narrowed = self._special(node, scope) if self._role(node) == "call" else None
        if node in rest:  # a part is missing: the file is broken here
            self._later(node.named_children, scope, in_type)
        self._later([part for part in rest if part != node], scope, in_type)
        if narrowed:
            scope.chains.add(narrowed)
        return True

    def chain(self, node: Node) -> tuple[str, list[Node]]:
        """Return the chain of an expression, and the nodes in it that are expressions of their own.

        The chain starts with `?` where its root is a calculation, and is empty where its root is a literal.
        """
        steps: list[str] = []
        rest: list[Node] = []
        for _ in range(_DEPTH):
            said = self.roles.get(node.type, [""])
            role = said[0]
            if role == "attribute":
                inner, name = node.child_by_field_name(said[1]), node.child_by_field_name(said[2])
                if inner is None or name is None:
                    break
                steps.append("." + _text(name))
            elif role in ("call", "new"):
                inner, given = node.child_by_field_name(said[1]), node.child_by_field_name(said[2])
                if inner is None:
                    break
                steps.append("()")
                if given is not None:
                    rest.append(given)
            elif role == "subscript":
                inner = node.child_by_field_name(said[1])
                if inner is None:
                    break
                steps.append("[]")
                rest.extend(child for child in node.named_children if child != inner)
            elif role == "same":
                inner = next(iter(node.named_children), None)
                if inner is None:
                    break
                rest.extend(child for child in node.named_children if child != inner)
            elif role == "name":
                return _text(node) + "".join(reversed(steps)), rest
            elif role in ("literal", "string", "collection", "mapping"):
                return "", [*rest, node]
            else:
                break
            node = inner
        return "?" + "".join(reversed(steps)), [*rest, node]

    def _special(self, node: Node, scope: _Scope) -> str | None:
        """Read calls that say a type: `isinstance(x, C)` binds, `getattr(x, "name")` is an attribute."""
        function = node.child_by_field_name(self.roles[node.type][1])
        if function is None or self._role(function) != "name":
            return None
        name = _text(function)
        if name not in ("isinstance", "getattr"):
            return None
        given = self._arguments(node)
        if len(given) < 2:
            return None
        subject, _ = self.chain(given[0])
        if name == "isinstance" and subject and set("?()[]").isdisjoint(subject):
            scope.bind(subject, type=_text(given[1]))
        if name == "getattr" and subject and self._role(given[1]) == "string":
            attribute = _text(given[1]).strip("\"'")
            if attribute.isidentifier():
                return f"{subject}.{attribute}"
        return None

    def _arguments(self, call: Node) -> list[Node]:
        given = call.child_by_field_name(self.roles[call.type][2])
        return list(given.named_children) if given is not None else []

    # Values and bindings

    def values(self, node: Node, depth: int = 0) -> Iterator[tuple[str, str]]:
        """Yield what an expression may be: a type as written, or a chain."""
        if depth > 8:
            return
        role = self._role(node)
        said = self.roles.get(node.type, [""])
        if role == "either":
            if len(said) == 1 or self._operator(node, said) in said[2:]:
                for child in node.named_children:
                    yield from self.values(child, depth + 1)
        elif role == "conditional":
            for field in said[1:]:
                child = (
                    node.named_children[int(field)]
                    if field.isdigit()
                    else node.child_by_field_name(field)
                )
                if child is not None:
                    yield from self.values(child, depth + 1)
        elif role == "same" and node.named_children:
            yield from self.values(node.named_children[0], depth + 1)
        elif role == "cast":
            yield _text(node.named_children[-1]), ""
        elif role == "collection":
            for child in node.named_children[:1]:
                for type_, chain in self.values(child, depth + 1):
                    if chain:
                        yield "", chain + "^"
        elif role == "mapping":
            pair = next((child for child in node.named_children if child.type == "pair"), None)
            value = pair.child_by_field_name("value") if pair is not None else None
            for type_, chain in self.values(value, depth + 1) if value is not None else ():
                if chain:
                    yield "", chain + "%"
        elif role == "call" and (cast := self._cast(node)):
            yield cast, ""
        elif role == "bind":
            inner = node.child_by_field_name(self.roles[node.type][2])
            if inner is not None:
                yield from self.values(inner, depth + 1)
        else:
            chain, _ = self.chain(node)
            if chain and not chain.startswith("?"):
                yield "", chain

    def _cast(self, call: Node) -> str:
        function = call.child_by_field_name(self.roles[call.type][1])
        if function is None or _text(function).rpartition(".")[2] != "cast":
            return ""
        given = self._arguments(call)
        return _text(given[0]) if len(given) == 2 else ""

    def _operator(self, node: Node, said: list[str]) -> str:
        operator = node.child_by_field_name(said[1])
        return _text(operator) if operator is not None else ""

    def either(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `x instanceof C` as a binding."""
        if len(said) > 1 and self._operator(node, said) == "instanceof":
            subject, _ = self.chain(node.named_children[0])
            if subject and set("?()[]").isdisjoint(subject):
                scope.bind(subject, type=_text(node.named_children[-1]))
        return False

    def bind_target(
        self, target: Node, values: list[tuple[str, str]], scope: _Scope, steps: str = ""
    ) -> None:
        """Bind a name, an attribute, or each part of a pattern."""
        role = self._role(target)
        if role in ("name", "attribute"):
            name, _ = self.chain(target)
            if not name or not set("?()[]").isdisjoint(name):
                return
            for type_, value in values or [("", "")]:
                scope.bind(name, type_, (value + steps) if value or type_ else "")
        elif role in ("pattern", "collection"):
            for place, part in enumerate(target.named_children):
                self.bind_target(part, values, scope, f"{steps}#{place}")
        elif role == "object_pattern":
            for part in target.named_children:
                said = self.roles.get(part.type, ["", "", ""])
                if said[0] == "name":
                    self.bind_target(part, values, scope, f"{steps}.{_text(part)}")
                elif said[0] == "object_pair":
                    key, value = (
                        part.child_by_field_name(said[1]),
                        part.child_by_field_name(said[2]),
                    )
                    if key is not None and value is not None:
                        self.bind_target(value, values, scope, f"{steps}.{_text(key)}")
                elif said[0] == "default" and part.named_children:
                    key = part.named_children[0]
                    self.bind_target(key, values, scope, f"{steps}.{_text(key)}")
        elif role == "default" and target.named_children:
            self.bind_target(target.named_children[0], values, scope, steps)
        elif role in ("splat", "same") and target.named_children:
            self.bind_target(target.named_children[-1], [], scope)

    def bind(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        target, value = node.child_by_field_name(said[1]), node.child_by_field_name(said[2])
        type_ = node.child_by_field_name(said[3]) if len(said) > 3 else None
        if target is None:
            return False
        if type_ is not None:
            self.bind_target(target, [(_type_text(type_), "")], scope)
        elif value is not None:
            self._bind_value(target, value, scope)
        parts = [part for part in (type_, value) if part is not None]
        if self._role(target) not in ("name",):
            parts.append(target)
        self._later(parts, scope)
        return True

    def _bind_value(self, target: Node, value: Node, scope: _Scope) -> None:
        tupled = self._role(target) == "pattern" and self._role(value) == "collection"
        if tupled and len(target.named_children) == len(value.named_children):
            for part, item in zip(target.named_children, value.named_children, strict=True):
                self.bind_target(part, list(self.values(item)), scope)
        else:
            self.bind_target(target, list(self.values(value)), scope)

    def keyword(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Visit the value of a named argument: its name is the callee's."""
        self._later(node.named_children[1:], scope, in_type)
        return True

    def each(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        target, value = node.child_by_field_name(said[1]), node.child_by_field_name(said[2])
        if target is None or value is None:
            return False
        items = [(type_, chain + "*") for type_, chain in self.values(value)]
        if self._role(value) == "call" and (said_call := self._counted(value)):
            items = said_call
        self.bind_target(target, items, scope)
        self._later([child for child in node.named_children if child != target], scope)
        return True

    def _counted(self, call: Node) -> list[tuple[str, str]]:
        """Read `enumerate(xs)`, `reversed(xs)`, `sorted(xs)`, `zip(xs, ys)` as the items they pass on."""
        function = call.child_by_field_name(self.roles[call.type][1])
        name = _text(function) if function is not None else ""
        given = self._arguments(call)
        if name not in ("enumerate", "reversed", "sorted", "list", "tuple", "set", "zip", "iter"):
            return []
        items: list[tuple[str, str]] = []
        for place, argument in enumerate(given if name == "zip" else given[:1]):
            for type_, chain in self.values(argument):
                if name == "enumerate":
                    items.append((type_, chain + "*>1"))
                elif name == "zip":
                    items.append((type_, f"{chain}*>{place}"))
                else:
                    items.append((type_, chain + "*"))
        return items

    def enter(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `value as name`: of `with`, of `except`, of a pattern."""
        alias = node.child_by_field_name("alias")
        if alias is None or not node.named_children:
            return False
        value = node.named_children[0]
        target = alias.named_children[0] if alias.named_children else alias
        above = node.parent
        if above is not None and self._role(above) == "handler":
            self.bind_target(target, [(_text(value), "")], scope)
        elif above is not None and self._role(above) == "entered":
            self.bind_target(
                target, [(type_, chain + "@") for type_, chain in self.values(value)], scope
            )
        else:
            self.bind_target(target, [], scope)
        self._later([value], scope)
        return True

    def class_pattern(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `case Point(x=0)` as the uses `Point` and `Point().x`."""
        parts = node.named_children
        if not parts:
            return False
        name = _text(parts[0])
        scope.chains.add(name)
        for part in parts[1:]:
            for inner in part.named_children if part.type == "case_pattern" else [part]:
                if inner.type == "keyword_pattern" and inner.named_children:
                    scope.chains.add(f"{name}().{_text(inner.named_children[0])}")
        self._later(parts[1:], scope)
        return True

    def dotted(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        text = _text(node)
        if "." in text or text[:1].isupper():
            scope.chains.add(text)
        else:
            scope.bind(text)  # a capture of `match`
        return True

    # Scopes

    def function(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        name = node.child_by_field_name(said[1]) if said[1] else None
        parameters = node.child_by_field_name(said[2])
        body = node.child_by_field_name(said[3])
        named = _text(name) if name is not None else self._name_around(node)
        inner = scope
        if named:
            inner = self._scope(named, node, scope, is_class=False)
            if name is not None and not scope.is_class:
                scope.bind(named)
        self._parameters(node, parameters, inner, scope, scope.is_class and bool(named))
        if parameters is None and len(said) > 4:
            self._only_parameter(node, said[4], inner)
        if len(said) > 5:
            self._bind_item(node, inner)
        if body is not None:
            self._later([body], inner)
        parts = [name, parameters, body]
        self._later([child for child in node.named_children if child not in parts], scope)
        return True

    def _scope(self, name: str, node: Node, scope: _Scope, *, is_class: bool) -> _Scope:
        inner = _Scope(
            f"{scope.name}.{name}" if scope.name else name,
            node.start_point[0] + 1,
            scope.name if scope.is_class else "",
            is_class,
            scope,
        )
        self.scopes.append(inner)
        return inner

    def _name_around(self, function: Node) -> str:
        """Return the name that a function without one is given: by its variable, or by its place."""
        if not self.name_functions:
            return ""
        above = function.parent
        said = self.roles.get(above.type, [""]) if above is not None else [""]
        if above is not None and said[0] == "bind":
            target = above.child_by_field_name(said[1])
            if target is not None and _text(target).isidentifier():
                return _text(target)
        return f"{function.start_point[0] + 1}:{function.start_point[1]}"

    def _only_parameter(self, function: Node, field: str, inner: _Scope) -> None:
        """Bind the parameter of `x => x.id`."""
        target = function.child_by_field_name(field)
        if target is not None:
            inner.parameters.append(_text(target))
            inner.bind(_text(target))

    def _bind_item(self, function: Node, inner: _Scope) -> None:
        """Bind the first parameter of a function given to `xs.map` to an item of `xs`."""
        call = function.parent.parent if function.parent is not None else None
        if call is None or self._role(call) != "call" or not inner.parameters:
            return
        callee = call.child_by_field_name(self.roles[call.type][1])
        if callee is None or self._role(callee) != "attribute":
            return
        _, owner, name = self.roles[callee.type]
        inside, method = callee.child_by_field_name(owner), callee.child_by_field_name(name)
        if inside is not None and method is not None and _text(method) in self.item_callbacks:
            for type_, chain in self.values(inside):
                inner.bind(inner.parameters[0], type_, chain + "*")

    def _parameters(
        self, function: Node, parameters: Node | None, inner: _Scope, outer: _Scope, is_method: bool
    ) -> None:
        nodes = list(parameters.named_children) if parameters is not None else []
        for place, node in enumerate(nodes):
            target, type_, value = self._parameter(node)
            if target is None:
                continue
            name = _text(target)
            if is_method and place == 0 and self.receiver_first and not self._is_static(function):
                inner.receiver = name
                continue
            if self._role(target) == "name":
                inner.parameters.append(name)
            if type_ is not None:
                text = _type_text(type_)
                mark = _text(node).lstrip()[:2]
                if mark == "**":
                    text = f"dict[str, {text}]"
                elif mark[:1] == "*":
                    text = f"tuple[{text}, ...]"
                self.bind_target(target, [(text, "")], inner)
                self._later([type_], outer, True)
                if not self.receiver_first and _PROPERTY.match(_text(node)):
                    inner.bind(f"{self.receiver}.{name}", text)
            else:
                self.bind_target(
                    target, list(self.values(value)) if value is not None else [], inner
                )
            if value is not None:
                self._later([value], outer)
        if is_method and not self.receiver_first:
            inner.receiver = self.receiver

    def _parameter(self, node: Node) -> tuple[Node | None, Node | None, Node | None]:
        """Return name or pattern, type and default of a parameter."""
        type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        target = node.child_by_field_name("name") or node.child_by_field_name("pattern")
        if target is None:
            target = node
            for _ in range(3):
                if self._role(target) in ("name", "pattern", "object_pattern"):
                    break
                target = next(iter(target.named_children), None) or target
        return (
            (target if self._role(target) in ("name", "pattern", "object_pattern") else None),
            type_,
            value,
        )

    def _is_static(self, function: Node) -> bool:
        above = function.parent
        if above is None or not self.static:
            return False
        return any(
            _text(child).lstrip("@").strip() in self.static
            for child in above.named_children
            if self._role(child) == "decorator"
        )

    def class_(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        name, body = node.child_by_field_name(said[1]), node.child_by_field_name(said[2])
        if body is None:
            return False
        inner = scope
        if name is not None:
            inner = self._scope(_text(name), node, scope, is_class=True)
        self._later([body], inner)
        self._later([child for child in node.named_children if child not in (name, body)], scope)
        return True

    # Texts and claims

    def type_(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        self._later(node.named_children, scope, True)
        return True

    def string(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        text = _text(node)
        above = node.parent
        if in_type or (above is not None and self._is_type_argument(above)):
            scope.chains.update(
                name
                for name in _DOTTED.findall(text)
                if in_type or name.rpartition(".")[2][:1].isupper()
            )
            return True
        if above is not None and self._role(above) == "statement" and above.named_child_count == 1:
            self.words.update(_words(text))
            return True
        return False  # an f-string holds expressions

    def _is_type_argument(self, node: Node) -> bool:
        """Tell whether a string inside may be a type: `Union["A", "B"]`, `List[Tuple["A", int]]`."""
        if self._role(node) == "subscript":
            return True
        above = node.parent
        return (
            self._role(node) == "collection"
            and above is not None
            and self._role(above) == "subscript"
        )

    def comment(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        text = _text(node)
        if text.startswith("/**"):
            self.words.update(_words(text))
        return True

    def claim(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        self._claim(node, _one_line(_text(node)), scope)
        return False

    def statement(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        first = node.named_children[0] if node.named_children else None
        if first is not None and self._role(first) in ("call", "same"):
            chain, _ = self.chain(first)
            if chain.startswith(self.claim_calls) if self.claim_calls else False:
                self._claim(node, _one_line(_text(node)), scope)
        return False

    def entering(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `with pytest.raises(E): f()` as a claim."""
        body = node.child_by_field_name("body")
        if body is None or not self.claim_blocks or len(body.named_children) != 1:
            return False
        head = _text(node)[: body.start_byte - node.start_byte].strip()
        if any(block in head for block in self.claim_blocks):
            self._claim(node, _one_line(f"{head} {_text(body)}"), scope)
        return False

    def _claim(self, node: Node, text: str, scope: _Scope) -> None:
        if not text or len(text) > _CLAIM_CHARS:
            text = ""
        chains: set[str] = set()
        todo = [node]
        while todo:
            part = todo.pop()
            if self._role(part) in ("name", "attribute", "call", "new", "subscript"):
                chain, rest = self.chain(part)
                if chain and chain != "?":
                    chains.add(chain)
                todo.extend(child for child in rest if child != part)
            else:
                todo.extend(part.named_children)
        scope.claims.append(Claim(text, node.start_point[0] + 1, tuple(sorted(chains))))


_HANDLERS = {
    "name": _Reader.mention,
    "attribute": _Reader.mention,
    "call": _Reader.mention,
    "new": _Reader.mention,
    "subscript": _Reader.mention,
    "skip": _Reader.skip,
    "bind": _Reader.bind,
    "keyword": _Reader.keyword,
    "each": _Reader.each,
    "enter": _Reader.enter,
    "class_pattern": _Reader.class_pattern,
    "dotted": _Reader.dotted,
    "either": _Reader.either,
    "function": _Reader.function,
    "class": _Reader.class_,
    "type": _Reader.type_,
    "string": _Reader.string,
    "comment": _Reader.comment,
    "claim": _Reader.claim,
    "statement": _Reader.statement,
    "entering": _Reader.entering,
}


def _text(node: Node) -> str:
    return node.text.decode() if node.text is not None else ""


def _type_text(node: Node) -> str:
    return _text(node).removeprefix(":").strip()


def _one_line(text: str) -> str:
    lines = [line.strip() for line in text.split("\n")]
    return "" if len(lines) > 8 else " ".join(line for line in lines if line)


def _words(text: str) -> Iterator[str]:
    """Yield the names in a documentation text: those marked as code, and those that look like code."""
    for match in _MARKED.finditer(text):
        yield from _DOTTED.findall(match[1] or match[2])
    for match in _TELLING.finditer(text):
        yield match[0].strip(".")
