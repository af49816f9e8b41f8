"""Finds values that state rules of data: what the calls of a schema library make.

Goes by the modules that a language lists, the names that a file imports from them, and the name
that a chain of calls begins with. Says what such a value is, not what it asks for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.model import Language

MOST_RULE = 100  # characters of a function in a schema that is shown with its body
_FROM = re.compile(
    rb"""\bimport\s+(?:type\s+)?([^;"'()]+?)\s+from\s+["']([^"'\n]+)["']"""
    rb"""|\b(?:const|let|var)\s+([^;="']+?)\s*=\s*require\(\s*["']([^"'\n]+)["']\s*\)"""
)
_NAME = re.compile(rb"[A-Za-z_$][\w$]*")
_WORDS = frozenset({"as", "default", "type"})
_MADE_OF = re.compile(r"([A-Za-z_$][\w$]*)\s*[.(]")


def schema_names(data: bytes, language: Language) -> frozenset[str]:
    """Return the names that a file has from schema libraries."""
    if not any(module.encode() in data for module in language.schemas):
        return frozenset()
    found: set[str] = set()
    for names, module, bound, required in _FROM.findall(data):
        if (module or required).decode("utf-8", "replace") in language.schemas:
            found.update(name.decode() for name in _NAME.findall(names or bound))
    return frozenset(found) - _WORDS


def is_schema(value: str, names: frozenset[str]) -> bool:
    """Whether a value is made by a chain of calls that begins with one of some names."""
    begins = _MADE_OF.match(value) if names else None
    return begins is not None and begins.group(1) in names


def is_rule(function: Node, names: frozenset[str]) -> bool:
    """Whether a function is a short expression handed to a schema: `.refine((a) => a > 0)`."""
    body, call = function.child_by_field_name("body"), function.parent
    if not names or body is None or body.type.endswith("block"):
        return False
    if call is None or body.end_byte - body.start_byte > MOST_RULE or b"\n" in (body.text or b""):
        return False
    while call is not None and call.type not in ("call_expression", "variable_declarator"):
        call = call.parent
    while call is not None and call.child_count and call.type != "identifier":
        call = call.children[0]
    return call is not None and (call.text or b"").decode("utf-8", "replace") in names
