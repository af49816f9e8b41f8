"""Reads which names a file uses, and what its local names are bound to.

Node types and their roles come from the `[uses]` table of the language. Follows nothing: what a
name stands for is asked of `resolve`. Called for targets and tests alone: it visits every node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.uses.bindings import (
    bind,
    mention,
    read_class_pattern,
    read_dotted,
    read_entered,
    read_instanceof,
    read_keyword,
    read_loop,
)
from skeleton.extract.uses.functions import open_class, open_function
from skeleton.extract.uses.reader import Reader
from skeleton.extract.uses.texts import (
    read_claim,
    read_claim_block,
    read_comment,
    read_statement,
    read_string,
    read_type,
)
from skeleton.model import Language, Uses

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

    from skeleton.extract.uses.reader import Handler, OpenScope, Said


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
    reader = Reader(_HANDLERS, language.uses)
    reader.read(root)
    return Uses(
        scopes=tuple(scope.finished() for scope in reader.scopes),
        words=tuple(sorted(reader.words)),
    )


def skip(reader: Reader, node: Node, said: Said, scope: OpenScope, in_type: bool) -> bool:
    """Pass over a node: nothing in it is used."""
    return True


_HANDLERS: Mapping[str, Handler] = {
    "name": mention,
    "attribute": mention,
    "call": mention,
    "method": mention,
    "new": mention,
    "subscript": mention,
    "skip": skip,
    "bind": bind,
    "keyword": read_keyword,
    "each": read_loop,
    "enter": read_entered,
    "class_pattern": read_class_pattern,
    "dotted": read_dotted,
    "either": read_instanceof,
    "function": open_function,
    "class": open_class,
    "type": read_type,
    "string": read_string,
    "comment": read_comment,
    "claim": read_claim,
    "statement": read_statement,
    "entering": read_claim_block,
}
