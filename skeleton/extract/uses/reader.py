"""Walks over the tree of a file and keeps the scopes that it opens.

What a node with a role means is for the handlers to say, which are handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skeleton.extract.uses.chains import Chains, text_of
from skeleton.model import Binding, Claim, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

    Said = list[str]  # what the table says of a node: its role, then the fields of its parts
    # returns whether the children of the node are taken care of
    Handler = Callable[["Reader", Node, Said, "OpenScope", bool], bool]


class OpenScope:
    """A scope while it is read."""

    def __init__(
        self, name: str, line: int, owner: str, is_class: bool, parent: OpenScope | None
    ) -> None:
        self.name, self.line, self.owner, self.is_class = name, line, owner, is_class
        self.receiver = ""
        self.parameters: list[str] = []
        self.titles: tuple[str, ...] = parent.titles if parent is not None else ()
        self.is_test = False
        self.chains: set[str] = set()
        self.bindings: dict[Binding, None] = {}
        self.claims: list[Claim] = []

    def bind(self, name: str, type: str = "", value: str = "") -> None:
        """Bind a name to a type, a value, or nothing that can be followed."""
        self.bindings[Binding(name, type, value)] = None

    def finished(self) -> Scope:
        """Return the scope as it was read."""
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


class Reader:
    """One walk over a tree, without recursion: files nest deeper than the interpreter."""

    def __init__(self, handlers: Mapping[str, Handler], table: dict[str, Any]) -> None:
        self._handlers = handlers
        self.roles: dict[str, list[str]] = {
            kind: list(said) for kind, said in table.get("nodes", {}).items()
        }
        self.chains = Chains(self.roles)
        self.receiver_first = bool(table.get("receiver_first", False))
        self.receiver = str(table.get("receiver", ""))
        self.static = frozenset(table.get("static", ()))
        self.claim_calls = tuple(table.get("claim_calls", ()))
        self.claim_blocks = tuple(table.get("claim_blocks", ()))
        self.test_calls = frozenset(table.get("test_calls", ()))
        self.test_groups = frozenset(table.get("test_groups", ()))
        self.name_functions = bool(table.get("name_functions", False))
        self.item_callbacks = frozenset(table.get("item_callbacks", ()))
        self.scopes: list[OpenScope] = [OpenScope("", 1, "", False, None)]
        self.words: set[str] = set()
        self._todo: list[tuple[Node, OpenScope, bool]] = []

    def read(self, root: Node) -> None:
        """Read a file from its root on."""
        self._todo = [(root, self.scopes[0], False)]
        while self._todo:
            node, scope, in_type = self._todo.pop()
            said = self.roles.get(node.type)
            if said is None:
                self.later(node.named_children, scope, in_type)
                continue
            handler = self._handlers.get(said[0])
            if handler is None or not handler(self, node, said, scope, in_type):
                self.later(node.named_children, scope, in_type)

    def later(self, nodes: list[Node], scope: OpenScope, in_type: bool = False) -> None:
        """Have nodes read next, in their order."""
        self._todo.extend((node, scope, in_type) for node in reversed(nodes))

    def open(self, name: str, node: Node, scope: OpenScope, *, is_class: bool) -> OpenScope:
        """Open the scope of a function or a class inside another."""
        inner = OpenScope(
            f"{scope.name}.{name}" if scope.name else name,
            node.start_point[0] + 1,
            scope.name if scope.is_class else "",
            is_class,
            scope,
        )
        self.scopes.append(inner)
        return inner

    def bind_target(
        self, target: Node, values: list[tuple[str, str]], scope: OpenScope, steps: str = ""
    ) -> None:
        """Bind a name, an attribute, or each part of a pattern."""
        role = self.chains.role(target)
        if role in ("name", "attribute"):
            name, _ = self.chains.chain(target)
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
