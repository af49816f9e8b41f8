"""Reads the parameters of a callable from the fields and node types that most grammars share.

Knows no language; a language that reads its heads in another way replaces what is read here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.model import Parameter, ParameterKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skeleton.extract.outline import Outline

_PARAMETER_KINDS: dict[str, ParameterKind] = {
    "list_splat_pattern": "var_positional",
    "dictionary_splat_pattern": "var_keyword",
    "rest_pattern": "var_positional",
    "variadic_parameter_declaration": "var_positional",
    "spread_parameter": "var_positional",
    "splat_parameter": "var_positional",
    "hash_splat_parameter": "var_keyword",
    "keyword_parameter": "keyword_only",
    "variadic_parameter": "var_positional",
}
_DEFAULTS = ("value", "default_value", "right")
# Parameters that are taken apart where they stand: they have no name but what is written.
_PATTERNS = frozenset({"object_pattern", "array_pattern"})


def read_parameters(outline: Outline, node: Node) -> Iterable[Parameter]:
    """Read parameters from the fields that most grammars share: name or pattern, type, value."""
    keyword_only = False
    found: list[Parameter] = []
    types = node.children_by_field_name("type")  # of a last parameter that is not a node of its own
    for child in _listed_in(node):
        if (
            child in types
            or "comment" in child.type
            or child.type.endswith(("attribute_item", "_modifiers"))
        ):
            continue
        if found and child.prev_sibling is not None and child.prev_sibling.type == "=":
            found[-1] = replace(found[-1], default=outline.node_shown(child))
            continue
        if child.type == "keyword_separator":
            keyword_only = True
            continue
        if child.type == "positional_separator":
            found = [
                Parameter(one.name, "positional_only", one.annotation, one.default) for one in found
            ]
            continue
        annotation = child.child_by_field_name("type")
        defaults = (child.child_by_field_name(field) for field in _DEFAULTS)
        default = next((one for one in defaults if one is not None), None)
        own = [one for one in child.named_children if not one.type.endswith("modifiers")]
        names = _names_of(child, annotation, own)
        if annotation is None and len(own) > 1 and own[0] == names[0] and own[1] != default:
            annotation = own[1]
            if (
                default is None
                and own[-1].prev_sibling is not None
                and own[-1].prev_sibling.type == "="
            ):
                default = own[-1]
        for name in names:
            kind = _PARAMETER_KINDS.get(name.type) or _PARAMETER_KINDS.get(child.type)
            if kind == "var_positional":
                keyword_only = True
            found.append(
                Parameter(
                    name=outline.node_text(name).lstrip("*&.$").strip() or outline.node_text(child),
                    kind=kind or ("keyword_only" if keyword_only else "positional_or_keyword"),
                    annotation=outline.node_text(annotation).lstrip(": ").strip() or None,
                    default=outline.node_shown(default) or None,
                )
            )
    return found


def _names_of(child: Node, annotation: Node | None, own: list[Node]) -> list[Node]:
    """Return the names of one parameter, or of several of one type; `own`: without modifiers."""
    names = (
        child.children_by_field_name("name")
        or child.children_by_field_name("pattern")
        or child.children_by_field_name("left")
        or [one for one in (child,) if one.type in _PATTERNS]
        or [part for part in child.children if part.type == "self"]
    )
    names = [name for name in names if name != annotation]
    if names:
        return names
    inner = own[0] if own and child.named_children[0] not in own else child
    while inner.named_child_count and inner.type not in _PARAMETER_KINDS:
        inner = inner.child_by_field_name("declarator") or inner.named_children[0]
    if child.type in _PARAMETER_KINDS and child.named_children:
        inner = child.named_children[-1].child_by_field_name("name") or inner
    return [inner]


def _listed_in(node: Node) -> list[Node]:
    """Return what stands in the round brackets of a node, all in it where it has none."""
    places = [place for place, child in enumerate(node.children) if child.type in ("(", ")")]
    if len(places) > 1:
        return [child for child in node.children[places[0] : places[1]] if child.is_named]
    return node.named_children or ([node] if node.type == "identifier" else [])
