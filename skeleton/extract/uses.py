"""Reads which names a file uses, and what its local names are bound to.

Node types and their roles come from the `[uses]` table of the language. Follows nothing: what a
name stands for is asked of `resolve`. Called for targets and tests alone: it visits every node.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from skeleton.extract.chains import Chains, part_of, text_of
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
        self.titles: tuple[str, ...] = parent.titles if parent is not None else ()
        self.is_test = False
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
            test=" > ".join(self.titles) if self.is_test else "",
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
        self._chains = Chains(self.roles)
        self.receiver_first = bool(table.get("receiver_first", False))
        self.receiver = str(table.get("receiver", ""))
        self.static = frozenset(table.get("static", ()))
        self.claim_calls = tuple(table.get("claim_calls", ()))
        self.claim_blocks = tuple(table.get("claim_blocks", ()))
        self.test_calls = frozenset(table.get("test_calls", ()))
        self.test_groups = frozenset(table.get("test_groups", ()))
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

    # Names and chains

    def skip(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        return True

    def mention(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        chain, rest = self._chains.chain(node)
        if chain and chain != "?":
            scope.chains.add(chain)
        narrowed = self._special(node, scope) if self._chains.role(node) == "call" else None
        if node in rest:  # a part is missing: the file is broken here
            self._later(node.named_children, scope, in_type)
        self._later([part for part in rest if part != node], scope, in_type)
        if narrowed:
            scope.chains.add(narrowed)
        return True

    def _special(self, node: Node, scope: _Scope) -> str | None:
        """Read `isinstance(x, C)` as a binding, `getattr(x, "name")` as an attribute."""
        function = part_of(node, self.roles[node.type][1])
        if function is None or self._chains.role(function) != "name":
            return None
        name = text_of(function)
        if name not in ("isinstance", "getattr"):
            return None
        given = self._chains.arguments(node)
        if len(given) < 2:
            return None
        subject, _ = self._chains.chain(given[0])
        if name == "isinstance" and subject and set("?()[]").isdisjoint(subject):
            scope.bind(subject, type=text_of(given[1]))
        if name == "getattr" and subject and self._chains.role(given[1]) == "string":
            attribute = text_of(given[1]).strip("\"'")
            if attribute.isidentifier():
                return f"{subject}.{attribute}"
        return None

    # Bindings

    def either(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `x instanceof C` as a binding."""
        if len(said) > 1 and self._chains.operator(node, said) == "instanceof":
            subject, _ = self._chains.chain(node.named_children[0])
            if subject and set("?()[]").isdisjoint(subject):
                scope.bind(subject, type=text_of(node.named_children[-1]))
        return False

    def bind_target(
        self, target: Node, values: list[tuple[str, str]], scope: _Scope, steps: str = ""
    ) -> None:
        """Bind a name, an attribute, or each part of a pattern."""
        role = self._chains.role(target)
        if role in ("name", "attribute"):
            name, _ = self._chains.chain(target)
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
                    self.bind_target(part, values, scope, f"{steps}.{text_of(part)}")
                elif said[0] == "object_pair":
                    key, inner = (part.child_by_field_name(field) for field in said[1:3])
                    if key is not None and inner is not None:
                        self.bind_target(inner, values, scope, f"{steps}.{text_of(key)}")
                elif said[0] == "default" and part.named_children:
                    inner = part.named_children[0]
                    self.bind_target(inner, values, scope, f"{steps}.{text_of(inner)}")
        elif role == "default" and target.named_children:
            self.bind_target(target.named_children[0], values, scope, steps)
        elif role in ("splat", "same") and target.named_children:
            self.bind_target(target.named_children[-1], [], scope)

    def bind(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        target, value = part_of(node, said[1]), part_of(node, said[2])
        type_ = part_of(node, said[3]) if len(said) > 3 else None
        if target is None:
            return False
        if type_ is not None and text_of(type_) != "var":  # Java, C#: the value says which
            self.bind_target(target, [(_type_text(type_), "")], scope)
        elif value is not None:
            self._bind_value(target, value, scope)
        plain = self._chains.role(target) == "name"
        self._later([one for one in node.named_children if not (plain and one == target)], scope)
        return True

    def _bind_value(self, target: Node, value: Node, scope: _Scope) -> None:
        tupled = self._chains.role(target) == "pattern" and self._chains.role(value) == "collection"
        if tupled and len(target.named_children) == len(value.named_children):
            for part, item in zip(target.named_children, value.named_children, strict=True):
                self.bind_target(part, list(self._chains.values(item)), scope)
        else:
            self.bind_target(target, list(self._chains.values(value)), scope)

    def keyword(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `C(x=0)` as the use `C()~x`: the name of the argument is the callee's."""
        call = node.parent.parent if node.parent is not None else None
        if call is not None and self._chains.role(call) == "call":
            chain, _ = self._chains.chain(call)
            if chain and not chain.startswith("?"):
                scope.chains.add(f"{chain}~{text_of(node.named_children[0])}")
        self._later(node.named_children[1:], scope, in_type)
        return True

    def each(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        target, value = part_of(node, said[1]), part_of(node, said[2])
        if target is None or value is None:
            return False
        items = [(type_, chain + "*") for type_, chain in self._chains.values(value)]
        if self._chains.role(value) == "call" and (said_call := self._chains.counted(value)):
            items = said_call
        self.bind_target(target, items, scope)
        self._later([child for child in node.named_children if child != target], scope)
        return True

    def enter(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `value as name`: of `with`, of `except`, of a pattern."""
        alias = node.child_by_field_name("alias")
        if alias is None or not node.named_children:
            return False
        value = node.named_children[0]
        target = alias.named_children[0] if alias.named_children else alias
        above = node.parent
        if above is not None and self._chains.role(above) == "handler":
            self.bind_target(target, [(text_of(value), "")], scope)
        elif above is not None and self._chains.role(above) == "entered":
            self.bind_target(
                target, [(type_, chain + "@") for type_, chain in self._chains.values(value)], scope
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
        name = text_of(parts[0])
        scope.chains.add(name)
        for part in parts[1:]:
            for inner in part.named_children if part.type == "case_pattern" else [part]:
                if inner.type == "keyword_pattern" and inner.named_children:
                    scope.chains.add(f"{name}().{text_of(inner.named_children[0])}")
        self._later(parts[1:], scope)
        return True

    def dotted(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        text = text_of(node)
        if "." in text or text[:1].isupper():
            scope.chains.add(text)
        else:
            scope.bind(text)  # a capture of `match`
        return True

    # Scopes

    def function(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        name = part_of(node, said[1]) if said[1] else None
        parameters = part_of(node, said[2])
        body = part_of(node, said[3])
        named = self._name_of(name) if name is not None else self._name_around(node)
        inner = scope
        if named:
            inner = self._scope(named, node, scope, is_class=False)
            if name is not None and self._chains.role(name) == "attribute":
                inner.owner, inner.receiver = named.rpartition(".")[0], self.receiver
            if name is not None and not scope.is_class:
                scope.bind(named)
            self._read_title(node, inner)
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

    def _name_of(self, name: Node) -> str:
        """Return the name of a function as definitions are named: Lua's `T:f` is `T.f`."""
        if self._chains.role(name) != "attribute":
            return text_of(name)
        chain, _ = self._chains.chain(name)
        return chain if set("?()[]").isdisjoint(chain) else text_of(name)

    def _name_around(self, function: Node) -> str:
        """Return the name of a function without one: of its variable, or made of its place."""
        if not self.name_functions:
            return ""
        above = function.parent
        said = self.roles.get(above.type, [""]) if above is not None else [""]
        if above is not None and said[0] == "bind":
            target = part_of(above, said[1])
            if target is not None and text_of(target).isidentifier():
                return text_of(target)
        return f"{function.start_point[0] + 1}:{function.start_point[1]}"

    def _read_title(self, function: Node, inner: _Scope) -> None:
        """Read `it("refuses zero", () => ...)` as a test of that title."""
        call = function.parent.parent if function.parent is not None else None
        if call is None or self._chains.role(call) != "call":
            return
        callee, _ = self._chains.chain(call)
        given = self._chains.arguments(call)
        word = callee.partition("(")[0].partition(".")[0]
        if word in self.test_calls | self.test_groups and given and given[0] != function:
            inner.titles = (*inner.titles, text_of(given[0]).strip("\"'`"))
            inner.is_test = word in self.test_calls

    def _only_parameter(self, function: Node, field: str, inner: _Scope) -> None:
        """Bind the parameter of `x => x.id`."""
        target = function.child_by_field_name(field)
        if target is not None:
            inner.parameters.append(text_of(target))
            inner.bind(text_of(target))

    def _bind_item(self, function: Node, inner: _Scope) -> None:
        """Bind the first parameter of a function given to `xs.map` to an item of `xs`."""
        call = function.parent.parent if function.parent is not None else None
        if call is None or self._chains.role(call) != "call" or not inner.parameters:
            return
        callee = part_of(call, self.roles[call.type][1])
        if callee is None or self._chains.role(callee) != "attribute":
            return
        _, owner, name = self.roles[callee.type]
        inside, method = part_of(callee, owner), part_of(callee, name)
        if inside is not None and method is not None and text_of(method) in self.item_callbacks:
            for type_, chain in self._chains.values(inside):
                inner.bind(inner.parameters[0], type_, chain + "*")

    def _parameters(
        self, function: Node, parameters: Node | None, inner: _Scope, outer: _Scope, is_method: bool
    ) -> None:
        nodes = list(parameters.named_children) if parameters is not None else []
        for place, node in enumerate(nodes):
            target, type_, value = self._parameter(node)
            if target is None:
                continue
            name = text_of(target)
            if is_method and place == 0 and self.receiver_first and not self._is_static(function):
                inner.receiver = name
                continue
            if self._chains.role(target) == "name":
                inner.parameters.append(name)
            if type_ is not None:
                text = _type_text(type_)
                mark = text_of(node).lstrip()[:2]
                if mark == "**":
                    text = f"dict[str, {text}]"
                elif mark[:1] == "*":
                    text = f"tuple[{text}, ...]"
                self.bind_target(target, [(text, "")], inner)
                self._later([type_], outer, True)
                if not self.receiver_first and _PROPERTY.match(text_of(node)):
                    inner.bind(f"{self.receiver}.{name}", text)
            else:
                self.bind_target(
                    target, list(self._chains.values(value)) if value is not None else [], inner
                )
            if value is not None:
                self._later([value], outer)
        if is_method and not self.receiver_first:
            inner.receiver = self.receiver

    def _parameter(self, node: Node) -> tuple[Node | None, Node | None, Node | None]:
        """Return name or pattern, type and default of a parameter."""
        type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        target = node.child_by_field_name("name") or node.child_by_field_name("pattern")
        if type_ is None:
            type_ = next((one for one in node.named_children if one.type.endswith("_type")), None)
        if target is None:
            target = node
            for _ in range(3):
                if self._chains.role(target) in ("name", "pattern", "object_pattern"):
                    break
                target = next(iter(target.named_children), None) or target
        return (
            (
                target
                if self._chains.role(target) in ("name", "pattern", "object_pattern")
                else None
            ),
            type_,
            value,
        )

    def _is_static(self, function: Node) -> bool:
        above = function.parent
        if above is None or not self.static:
            return False
        return any(
            text_of(child).lstrip("@").strip() in self.static
            for child in above.named_children
            if self._chains.role(child) == "decorator"
        )

    def class_(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        name, body = part_of(node, said[1]), part_of(node, said[2])
        if body is None:
            return False
        inner = scope
        if name is not None:
            inner = self._scope(text_of(name), node, scope, is_class=True)
        self._later([body], inner)
        self._later([child for child in node.named_children if child not in (name, body)], scope)
        return True

    # Texts and claims

    def type_(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        self._later(node.named_children, scope, True)
        return True

    def string(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        text = text_of(node)
        above = node.parent
        if in_type or (above is not None and self._is_type_argument(above)):
            scope.chains.update(
                name
                for name in _DOTTED.findall(text)
                if in_type or name.rpartition(".")[2][:1].isupper()
            )
            return True
        if (
            above is not None
            and self._chains.role(above) == "statement"
            and above.named_child_count == 1
        ):
            self.words.update(_words(text))
            return True
        return False  # an f-string holds expressions

    def _is_type_argument(self, node: Node) -> bool:
        """Tell whether a string inside may be a type: `Union["A", "B"]`."""
        if self._chains.role(node) == "subscript":
            return True
        above = node.parent
        return (
            self._chains.role(node) == "collection"
            and above is not None
            and self._chains.role(above) == "subscript"
        )

    def comment(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        text = text_of(node)
        if text.startswith("/**"):
            self.words.update(_words(text))
        return True

    def claim(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        self._claim(node, _one_line(text_of(node)), scope)
        return False

    def statement(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        first = node.named_children[0] if node.named_children else None
        if first is not None and self._chains.role(first) in ("call", "same"):
            chain, _ = self._chains.chain(first)
            if chain.startswith(self.claim_calls) if self.claim_calls else False:
                self._claim(node, _one_line(text_of(node)), scope)
        return False

    def entering(self, node: Node, said: list[str], scope: _Scope, in_type: bool) -> bool:
        """Read `with pytest.raises(E): f()` as a claim."""
        body = node.child_by_field_name("body")
        if body is None or not self.claim_blocks or len(body.named_children) != 1:
            return False
        head = text_of(node)[: body.start_byte - node.start_byte].strip()
        if any(block in head for block in self.claim_blocks):
            self._claim(node, _one_line(f"{head} {text_of(body)}"), scope)
        return False

    def _claim(self, node: Node, text: str, scope: _Scope) -> None:
        if not text or len(text) > _CLAIM_CHARS:
            text = ""
        chains: set[str] = set()
        todo = [node]
        while todo:
            part = todo.pop()
            if self._chains.role(part) in (
                "name",
                "attribute",
                "call",
                "method",
                "new",
                "subscript",
            ):
                chain, rest = self._chains.chain(part)
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
    "method": _Reader.mention,
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


def _type_text(node: Node) -> str:
    return text_of(node).removeprefix(":").strip()


def _one_line(text: str) -> str:
    lines = [line.strip() for line in text.split("\n")]
    return "" if len(lines) > 8 else " ".join(line for line in lines if line)


def _words(text: str) -> Iterator[str]:
    """Yield the names in a documentation text: marked as code, or looking like code."""
    for match in _MARKED.finditer(text):
        yield from _DOTTED.findall(match[1] or match[2])
    for match in _TELLING.finditer(text):
        yield match[0].strip(".")
