"""What a Python file exports: `__all__`, however it is put together, and tables of lazy exports.

Reads only what is static; runs nothing, looks into no other file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.outline import Outline

LAZY_CALL = re.compile(rb"\b(?:lazy_?loader|lazy|_lazy\w*)\.attach|_LazyModule")
GROWS = re.compile(rb"__all__\s*(?:\+=|\.(?:append|extend|insert)\b)")
_LISTS = frozenset(
    [
        "argument_list", "binary_operator", "concatenated_string", "dictionary",
        "expression_list", "list", "list_splat", "parenthesized_expression", "set", "tuple",
    ]
)  # fmt: skip
_HOLDERS = frozenset(
    {
        "block",
        "case_clause",
        "elif_clause",
        "else_clause",
        "except_clause",
        "except_group_clause",
        "finally_clause",
        "for_statement",
        "if_statement",
        "match_statement",
        "try_statement",
        "while_statement",
        "with_statement",
    }
)


def read_exports(outline: Outline, root: Node) -> None:
    """Read `__all__` where it is static; the names of another list are kept as `module.*`.

    A list of which a part cannot be told says nothing of what it lacks.
    """
    if b"__all__" not in outline.data:
        return
    names: list[str | None] = []
    texts: list[str] = []
    known = False
    for statement in statements(root):
        text = outline.node_text(statement)
        if not text.startswith("__all__"):
            continue
        node = statement.named_child(0)
        if node is None or node.type not in ("assignment", "augmented_assignment", "call"):
            continue
        if node.type == "assignment":
            names.clear()
            texts.clear()
            known = True
        right = node.child_by_field_name("right") or node.child_by_field_name("arguments")
        if right is not None:
            listed = list(_listed(outline, right))
            if text.startswith("__all__.remove"):
                names = [name for name in names if name not in listed]
            else:
                names += listed
        texts.append(text)
    told = [name for name in names if name is not None]
    grown = sum(GROWS.match(text.encode()) is not None for text in texts)
    elsewhere = len(GROWS.findall(outline.data)) > grown  # in a function: by a decorator, say
    if not known or len(told) < len(names) or elsewhere:
        return
    outline.exports = tuple(dict.fromkeys(told))
    outline.exports_text = "\n".join(texts)
    outline.drafts = [draft for draft in outline.drafts if draft.name != "__all__"]


def _listed(outline: Outline, node: Node) -> Iterator[str | None]:
    """Yield the names in a static list of names; `None` for each part that cannot be told."""
    text = outline.node_text(node)
    if node.type == "string":
        content = node.named_children
        yield "".join(outline.node_text(part) for part in content if part.type == "string_content")
    elif node.type == "attribute" and text.endswith(".__all__"):
        yield text.removesuffix("__all__") + "*"
    elif node.type == "attribute" and text.endswith(".__name__"):
        yield text.split(".")[-2]
    elif node.type == "identifier":
        yield from _listed_elsewhere(outline, text)
    elif node.type == "call":
        yield from _listed_by_call(outline, node)
    elif node.type in ("list_comprehension", "generator_expression"):
        yield from _listed_one_by_one(outline, node)
    elif node.type == "pair":
        yield from _listed(outline, node.named_children[0])
    elif node.type in _LISTS:
        for child in node.named_children:
            yield from _listed(outline, child)
    elif node.type not in ("comment", "keyword_argument"):
        yield None


def _listed_elsewhere(outline: Outline, name: str) -> Iterator[str | None]:
    """Yield the names in a list that the file keeps under a name of its own."""
    values = [value for one in outline.drafts if one.name == name and (value := one.first("value"))]
    if len(values) == 1 and values[0].type in ("dictionary", "list", "set", "tuple"):
        yield from _listed(outline, values[0])
    else:
        yield None


def _listed_by_call(outline: Outline, node: Node) -> Iterator[str | None]:
    """Yield the names in `sorted([..])` and its kin, and in a text that is split."""
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    said = outline.node_text(callee) if callee is not None else ""
    text = callee.child_by_field_name("object") if callee is not None else None
    if said in ("frozenset", "list", "set", "sorted", "tuple") and given is not None:
        yield from _listed(outline, given)
    elif text is not None and text.type == "string" and said.endswith(".split"):
        for one in _listed(outline, text):
            yield from (one or "").replace(",", " ").split()
    else:
        yield None


def _listed_one_by_one(outline: Outline, node: Node) -> Iterator[str | None]:
    """Yield the names that a comprehension takes from a static list as they are."""
    element, *clauses = node.named_children
    source = clauses[0].child_by_field_name("right") if len(clauses) == 1 else None
    target = clauses[0].child_by_field_name("left") if source is not None else None
    same = target is not None and outline.node_text(target) == outline.node_text(element)
    if source is not None and same:
        yield from _listed(outline, source)
    else:
        yield None


def read_lazy_exports(outline: Outline) -> None:
    """Read the tables of a module `__getattr__`: name to module, or module to names."""
    lazy = any(draft.name == "__getattr__" for draft in outline.drafts)
    said = b".attach" in outline.data or b"_LazyModule" in outline.data
    if not lazy and not (said and LAZY_CALL.search(outline.data)):
        return
    found: list[tuple[str, str]] = []
    for draft in outline.drafts:
        value = draft.first("value")
        if value is not None and value.type in ("dictionary", "call"):
            tables = [value] if value.type == "dictionary" else _dictionaries(value)
            for table in tables:
                found += _lazy_pairs(outline, table)
    outline.lazy_exports = tuple(dict.fromkeys(found))


def _dictionaries(node: Node) -> list[Node]:
    arguments = node.child_by_field_name("arguments")
    found = []
    for child in arguments.named_children if arguments else []:
        value = child.child_by_field_name("value") if child.type == "keyword_argument" else child
        if value is not None and value.type == "dictionary":
            found.append(value)
    return found


def _lazy_pairs(outline: Outline, table: Node) -> Iterator[tuple[str, str]]:
    for pair in table.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type != "pair" or key is None or value is None or key.type != "string":
            continue
        said = next(_listed(outline, key), None) or ""
        held = [name for name in _listed(outline, value) if name is not None]
        if value.type == "list":
            yield from ((name, said) for name in held)
        elif value.type in ("string", "tuple") and held:
            yield said, held[0]


def statements(block: Node) -> Iterator[Node]:
    """Yield the simple statements of a body and of its blocks, in order; no inner definitions."""
    waiting = [block]
    while waiting:
        node = waiting.pop()
        if node.type == "expression_statement":
            yield node
        elif node.type not in ("function_definition", "class_definition", "decorated_definition"):
            waiting.extend(
                child
                for child in reversed(node.named_children)
                if child.type in _HOLDERS or child.type == "expression_statement"
            )
