"""The table `[flow]` of a language, made ready: which nodes play which part.

Answers questions about one node; the walk over a body is `flow`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from skeleton.errors import GrammarError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.model import Language

# The parts that a node type can play; each is a key of the table, its value the list of node types.
ROLES = (
    "block", "wrapper", "if", "elif", "else", "loop", "try", "handler", "finally", "with",
    "switch", "case", "throw", "return", "leave", "assert", "delete", "global", "import", "nested",
    "decorated", "deferred", "call", "yield", "ternary", "logic", "comprehension", "binding",
    "assignment", "declaration", "augmented",
)  # fmt: skip
MARKS = ("call", "yield", "nested", "deferred", "ternary", "logic", "comprehension", "binding")
# Statements that some languages take as expressions too: `val a = b ?: return null`.
CONTROL = ("if", "switch", "try", "throw", "return")
OTHERS = frozenset(
    {
        "absent", "arguments", "bare_calls", "bare_members", "broad", "callbacks",
        "case_patterns", "comment", "containers", "conversions", "dividers", "effects", "endless",
        "error_joins", "error_makes", "error_result", "error_wraps", "guards", "harmless",
        "harmless_methods", "key", "lists", "logging", "mapping", "methods", "mutators",
        "names", "opaque", "pair", "keeps", "parentheses", "passes", "raw_arguments", "receivers",
        "stores", "string", "suppress", "switch_flags", "takers", "ternary_order", "unless", "warn",
        "watched", "wildcards", "words",
    }
)  # fmt: skip


class Guard(NamedTuple):
    """A call that is a check by itself: `requireNonNull(x)`; `{0}` is its first argument.

    Of a method, `x.orElseThrow()`, `{self}` is what it is called on; a condition that begins with
    `on ` is what it fails on, and what stands behind `|` is thrown where no argument says what. No
    word: only its arguments may fail.
    """

    word: str
    subject: str = ""
    condition: str = ""
    message: int = -1  # place among the arguments
    result: str = ""  # a check only where the result's type names this


class Table:
    """What one language says about its bodies."""

    def __init__(self, language: Language) -> None:
        flow = language.flow
        unknown = sorted(set(flow) - set(ROLES) - OTHERS)
        if unknown:
            raise GrammarError(language.name, f"[flow]: unknown key {', '.join(unknown)}", _KNOWN)
        self.roles = {kind: role for role in ROLES for kind in flow.get(role, ())}
        self.marks = tuple(
            sorted(
                kind
                for kind, role in self.roles.items()
                if role in MARKS or (role in CONTROL and kind.endswith("_expression"))
            )
        )
        self._by_first_word = any(":" in kind for kind in self.roles)
        self.throws = frozenset(kind for kind in flow.get("throw", ()) if ":" not in kind)
        self.unless = _names(flow, "unless")
        self.comments = _names(flow, "comment")
        self.parentheses = _names(flow, "parentheses")
        self.strings = _names(flow, "string")
        self.mapping = _names(flow, "mapping")
        self.pairs = _names(flow, "pair")
        self.containers = self.mapping | _names(flow, "containers")
        self.names = _names(flow, "names")
        self.stores = _names(flow, "stores")
        self.lists = _names(flow, "lists")
        self.arguments = _names(flow, "arguments")
        self.raw_arguments = _names(flow, "raw_arguments")
        self.broad = _names(flow, "broad")
        self.opaque = _names(flow, "opaque")
        self.endless = _names(flow, "endless")
        self.receivers = _names(flow, "receivers")
        self.declares = bool(flow.get("declaration"))
        self.bare_calls = bool(flow.get("bare_calls"))  # a name alone is a call: Ruby
        self.bare_members = bool(flow.get("bare_members"))
        self.suppress = _names(flow, "suppress")
        self.mutators = _names(flow, "mutators")
        self.takers = _names(flow, "takers")
        self.callbacks = _names(flow, "callbacks")
        self.harmless = _names(flow, "harmless")
        self.harmless_methods = _names(flow, "harmless_methods")
        self.conversions = _names(flow, "conversions")
        self.dividers = _names(flow, "dividers")
        self.wildcards = _names(flow, "wildcards")
        self.absent: tuple[str, ...] = tuple(flow.get("absent", ()))
        self.warn: dict[str, str] = flow.get("warn", {})
        self.words: dict[str, str] = flow.get("words", {})
        self.watched: dict[str, str] = flow.get("watched", {})
        self.error_result: str = flow.get("error_result", "")
        self.guards = {name: _guard(said) for name, said in flow.get("guards", {}).items()}
        self.methods = {name: _guard(said) for name, said in flow.get("methods", {}).items()}
        self._effects: dict[str, str] = flow.get("effects", {})
        self._logging = re.compile(rf"{flow.get('logging') or '(?!)'}\.\w+\Z")
        self.switch_flags = _names(flow, "switch_flags")
        self.keys = _names(flow, "key") or self.strings
        self.error_joins = _names(flow, "error_joins")
        self.error_wraps = _names(flow, "error_wraps")
        self.passes = _names(flow, "passes")
        self.keeps = _names(flow, "keeps")
        self.error_makes = _names(flow, "error_makes")
        self.case_patterns = _names(flow, "case_patterns")
        self.ternary: tuple[str, ...] = tuple(flow.get("ternary_order", ()))
        # a patch puts the end of a declaration before a bracket that closes
        self.stops = any(one.endswith(r"(?P<stop>[ ])\}") for one in language.patches)
        self.comment_pattern = _comment_pattern(language.comment)

    def role_of(self, node: Node) -> str:
        """Return the part that a statement plays; `TYPE:WORD` goes by how it begins too."""
        role = self.roles.get(node.type, "")
        if not role and self._by_first_word and node.children:
            role = self.roles.get(f"{node.type}:{node.children[0].type}", "")
        return role

    def logging(self, callee: str) -> bool:
        """Whether a callee is a method of something that is named like a logger."""
        return self._logging.match(callee) is not None

    def effect_of(self, callee: str) -> str:
        """Return the word for what a call touches outside the program; empty for most calls."""
        found = self._effects.get(callee)
        if found is None and "." in callee:
            found = self._effects.get(callee.rpartition(".")[0] + ".*")
        return found or ""

    def method_of(self, node: Node) -> str:
        """Return the last name of a callee, whatever stands before it; empty if it has none."""
        callee = node.child_by_field_name("function")
        named = callee.named_children if callee is not None else []
        return (
            one_line(named[-1])
            if named and callee is not None and callee.type in self.stores
            else ""
        )

    def method_of_new(self, node: Node) -> str:
        """Return `Class.method` for a method of what a call has just made; empty otherwise."""
        callee = node.child_by_field_name("function")
        made = callee.named_children[0] if callee is not None and callee.named_children else None
        kind = made.child_by_field_name("function") if made is not None else None
        return f"{one_line(kind)}.{self.method_of(node)}" if kind is not None else ""

    def targets(self, node: Node) -> list[Node]:
        """Return the nodes that a loop or a binding expression writes to."""
        fields = (node.child_by_field_name(field) for field in ("left", "pattern", "name"))
        return [target for target in fields if target is not None]

    def declared(self, node: Node) -> Iterator[tuple[Node, Node | None]]:
        """Yield name and value of each declarator; by their order where no field says."""
        declarators = node.children_by_field_name("declarator")
        if declarators and declarators[0].child_by_field_name("name") is None:
            for declarator in declarators:  # C: `char *a = b, c;`
                yield self._named(declarator), declarator.child_by_field_name("value")
            return
        left = next(iter(self.targets(node)), None)
        if left is None:
            parts = [child for child in node.named_children if child.type not in self.comments]
            inner = [
                child
                for child in parts
                if self.roles.get(child.type, "declaration") == "declaration"
                and self.targets(child)
            ]
            for child in inner:
                yield from self.declared(child)
            if len(parts) > 1 and not inner:  # Kotlin
                yield self._single(parts[0]), self._single(parts[-1])
            return
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        yield self._single(left), self._single(value) if value is not None else None

    def _single(self, node: Node) -> Node:
        """Return the name that is all of a list or of a pattern, its type apart."""
        first = next(iter(node.named_children), None)
        if first is None or node.type in self.names:
            return node
        listed = node.type in self.lists and first.text == node.text
        typed = first.type in self.names and re.match(rb"\w+\s*(?::|\Z)", node.text or b"")
        return first if listed or typed else node

    def _named(self, declarator: Node) -> Node:
        """Return the name inside a declarator of C, whatever stands around it."""
        inner: Node | None = declarator
        while inner is not None and inner.type not in self.names:
            declarator = inner
            inner = inner.child_by_field_name("declarator")
            if inner is None and declarator.type.endswith("reference_declarator"):
                inner = next(iter(declarator.named_children), None)
        return inner or declarator

    def single(self, node: Node) -> Node:
        """Return what a list holds that has one part, and anything else as it is."""
        return (
            node.named_children[0]
            if node.type in self.lists and node.named_child_count == 1
            else node
        )


_KNOWN = "known: " + ", ".join(sorted({*ROLES, *OTHERS}))
_TABLES: dict[tuple[str, str], Table] = {}


def table_of(language: Language) -> Table:
    """Return the table of a language, made once.

    Raises:
        GrammarError: The table has a key that is not understood.
    """
    key = (language.name, language.digest)
    if key not in _TABLES:
        _TABLES[key] = Table(language)
    return _TABLES[key]


def _names(flow: dict[str, Any], key: str) -> frozenset[str]:
    return frozenset(flow.get(key, ()))


def _guard(said: list[Any]) -> Guard:
    """Read one call that is a check by itself."""
    return Guard(*said[:3], *(int(place) for place in said[3:4]), *said[4:5])


def _comment_pattern(mark: str) -> re.Pattern[str]:
    strings = r"(?P<kept>\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    blocks = r"|/\*.*?\*/" if mark == "//" else ""
    return re.compile(rf"{strings}|{re.escape(mark)}[^\n]*{blocks}|\\\n", re.DOTALL)


def one_line(node: Node) -> str:
    """Return a node as written, on one line."""
    return " ".join((node.text or b"").decode("utf-8", "replace").split())
