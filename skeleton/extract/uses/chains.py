"""Reads an expression of a tree as a chain: `client.get(x).rows[0]` is `client.get().rows[]`.

Knows node types by their roles alone, which a language says in its `[uses]` table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_DEPTH = 400  # attributes and calls in one chain; a longer one is generated
_PASSING = frozenset(
    ["enumerate", "frozenset", "iter", "list", "reversed", "set", "sorted", "tuple", "zip"]
)


class Chains:
    """Reads expressions; `roles` are node types with their role and the fields that it reads."""

    def __init__(self, roles: dict[str, list[str]]) -> None:
        self.roles = roles

    def role(self, node: Node) -> str:
        """Return the role of a node, empty for one that has none."""
        said = self.roles.get(node.type)
        return said[0] if said else ""

    def chain(self, node: Node) -> tuple[str, list[Node]]:
        """Return the chain of an expression, and the nodes in it that are expressions of their own.

        A chain starts with `?` where its root is a calculation, and is empty for a literal.
        """
        steps: list[str] = []
        rest: list[Node] = []
        for _ in range(_DEPTH):
            said = self.roles.get(node.type, [""])
            role = said[0]
            if role == "attribute":
                inner, name = part_of(node, said[1]), part_of(node, said[2])
                if inner is None or name is None:
                    break
                steps.append("." + text_of(name))
            elif role in ("call", "new"):
                inner, given = part_of(node, said[1]), part_of(node, said[2])
                if inner is None:
                    break
                if given is None and self.role(inner) == "call":  # Kotlin: `f(x) { ... }`
                    rest.extend(child for child in node.named_children if child != inner)
                    node = inner
                    continue
                steps.append("()")
                others = [child for child in node.named_children if child != inner]
                rest.extend([given] if given is not None else others)
            elif role == "method":  # Java, Ruby: a call that names its owner itself
                inner, name = part_of(node, said[1]), part_of(node, said[2])
                if name is None:
                    break
                rest.extend(child for child in node.named_children if child not in (inner, name))
                steps.append("()")
                if inner is None:
                    return text_of(name) + "".join(reversed(steps)), rest
                if text_of(name) not in said[4:]:  # `Table.new` makes a table
                    steps.append("." + text_of(name))
            elif role == "subscript":
                inner = part_of(node, said[1])
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
                return text_of(node) + "".join(reversed(steps)), rest
            elif role in ("literal", "string", "collection", "mapping"):
                return "", [*rest, node]
            else:
                break
            node = inner
        return "?" + "".join(reversed(steps)), [*rest, node]

    def values(self, node: Node, depth: int = 0) -> Iterator[tuple[str, str]]:
        """Yield what an expression may be: a type as written, or a chain."""
        if depth > 8:
            return
        role = self.role(node)
        said = self.roles.get(node.type, [""])
        if role == "either":
            if len(said) == 1 or self.operator(node, said) in said[2:]:
                for child in node.named_children:
                    yield from self.values(child, depth + 1)
        elif role == "conditional":
            for field in said[1:]:
                branch = part_of(node, field)
                if branch is not None:
                    yield from self.values(branch, depth + 1)
        elif role == "same" and node.named_children:
            yield from self.values(node.named_children[0], depth + 1)
        elif role == "cast":
            yield text_of(node.named_children[-1]), ""
        elif role == "collection":
            for child in node.named_children[:1]:
                for _, chain in self.values(child, depth + 1):
                    if chain:
                        yield "", chain + "^"
        elif role == "mapping":
            pair = next((child for child in node.named_children if child.type == "pair"), None)
            value = pair.child_by_field_name("value") if pair is not None else None
            for _, chain in self.values(value, depth + 1) if value is not None else ():
                if chain:
                    yield "", chain + "%"
        elif role == "call" and (cast := self._cast(node)):
            yield cast, ""
        elif role == "bind":
            inner = part_of(node, self.roles[node.type][2])
            if inner is not None:
                yield from self.values(inner, depth + 1)
        else:
            chain, _ = self.chain(node)
            if chain and not chain.startswith("?"):
                yield "", chain

    def _cast(self, call: Node) -> str:
        function = part_of(call, self.roles[call.type][1])
        if function is None or text_of(function).rpartition(".")[2] != "cast":
            return ""
        given = self.arguments(call)
        return text_of(given[0]) if len(given) == 2 else ""

    def operator(self, node: Node, said: list[str]) -> str:
        """Return the operator of a node whose role names the field of it."""
        operator = part_of(node, said[1])
        return text_of(operator) if operator is not None else ""

    def arguments(self, call: Node) -> list[Node]:
        """Return the arguments of a call."""
        given = part_of(call, self.roles[call.type][2])
        return list(given.named_children) if given is not None else []

    def counted(self, call: Node) -> list[tuple[str, str]]:
        """Read `enumerate(xs)`, `sorted(xs)`, `zip(xs, ys)` as the items they pass on."""
        function = part_of(call, self.roles[call.type][1])
        name = text_of(function) if function is not None else ""
        given = self.arguments(call)
        if name not in _PASSING:
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


def part_of(node: Node, field: str) -> Node | None:
    """Return a part of a node: by its field, or where the grammar has none by place or by type.

    `0` and `-1` are places among the named children, `<T>` is the first of type T, `..` is the node
    around, `a/b` a part of a part.
    """
    found: Node | None = node
    for step in field.split("/"):
        if found is None:
            return None
        if step.lstrip("-").isdigit():
            children = found.named_children
            found = children[int(step)] if -len(children) <= int(step) < len(children) else None
        elif step == "..":
            found = found.parent
        elif step.startswith("<"):
            found = next((one for one in found.named_children if one.type == step[1:-1]), None)
        else:
            found = found.child_by_field_name(step)
    return found


def text_of(node: Node) -> str:
    """Return the source of a node."""
    return node.text.decode("utf-8", "replace") if node.text is not None else ""


def type_text(node: Node) -> str:
    """Return a type as written, without the colon before it."""
    return text_of(node).removeprefix(":").strip()
