"""Tells prose from code: whether a place in a file lies in a comment or in words for people.

A string that is one word, or stands where a type is written, may name a definition: it is no prose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.parsers import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from skeleton.model import Language

# In the types of nodes without parts, over all grammars.
_COMMENT = ("comment",)
_TEXT = ("string", "text", "char", "content", "fragment", "heredoc")
_TYPES = frozenset({"type", "type_annotation"})


def prose_in(data: bytes, language: Language) -> Callable[[int], bool]:
    """Return what tells whether the byte at an offset belongs to prose.

    Raises:
        GrammarError: The parser of the language is not installed.
    """
    root = parse(data, language)

    def is_prose(offset: int) -> bool:
        node = root.descendant_for_byte_range(offset, offset + 1)
        if node is None or (node.child_count and not _says(node, _COMMENT)):
            return False
        if _says(node, _COMMENT):
            return True
        words = node.text or b""
        return _says(node, _TEXT) and len(words.split()) > 1 and not _in_type(node)

    return is_prose


def _says(node: Node, words: tuple[str, ...]) -> bool:
    return node.is_named and any(word in node.type for word in words)


def _in_type(node: Node) -> bool:
    above = node.parent
    while above is not None and above.type not in _TYPES:
        above = above.parent
    return above is not None
