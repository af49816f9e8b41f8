"""The words that an `interface.scm` may use: captures, and settings of its patterns."""

from __future__ import annotations

from typing import get_args

from skeleton.model import SymbolKind

# Captures: tree-sitter's code-navigation convention, extended.
KINDS = frozenset(get_args(SymbolKind))
VOCABULARY = frozenset(
    {
        "accessor",
        "base",
        "body",
        "branch",
        "branch.body",
        "branch.group",
        "close",
        "comment",
        "continued",
        "declarator",
        "decorator",
        "doc",
        "export.list",
        "import",
        "import.alias",
        "import.leaf",
        "import.level",
        "import.module",
        "import.name",
        "initializer",
        "members",
        "module",
        "name",
        "nature",
        "parameters",
        "receiver",
        "returns",
        "signature",
        "signature.end",
        "type",
        "type_parameters",
        "value",
        "visibility",
        "wrapper",
    }
)

# What a pattern may say with `#set!` of that which it finds.
SETTINGS = frozenset(
    {
        "alias",
        "alternative",
        "close",
        "documented",
        "elision",
        "ending",
        "exported",
        "exported_by",
        "extends",
        "field",
        "flat",
        "level",
        "module",
        "name",
        "named",
        "nature",
        "omit",
        "open",
        "patterns",
        "separator",
        "split",
        "statement",
        "tail",
        "type_only",
        "type_only_by",
        "unconditional",
        "visibility",
    }
)
