"""The table `[flow]` of a language, made ready: which nodes play which part.

Answers questions about one node; the walk over a body is `flow`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from skeleton.errors import GrammarError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
        "absent", "arguments", "bare_members", "broad", "callbacks", "case_patterns", "comment",
        "containers", "conversions", "dividers", "effects", "endless", "error_joins",
        "error_makes", "error_result", "error_wraps", "guards", "harmless", "harmless_methods",
        "key", "lists", "logging", "mapping", "methods", "mutators",
        "names", "opaque", "pair", "parentheses", "raw_arguments", "receivers",
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
        self.error_makes = _names(flow, "error_makes")
        self._case_patterns = _names(flow, "case_patterns")
        self._ternary: tuple[str, ...] = tuple(flow.get("ternary_order", ()))
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
            _decoded(named[-1])
            if named and callee is not None and callee.type in self.stores
            else ""
        )

    def method_of_new(self, node: Node) -> str:
        """Return `Class.method` for a method of what a call has just made; empty otherwise."""
        callee = node.child_by_field_name("function")
        made = callee.named_children[0] if callee is not None and callee.named_children else None
        kind = made.child_by_field_name("function") if made is not None else None
        return f"{_decoded(kind)}.{self.method_of(node)}" if kind is not None else ""

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

    def alias(self, handler: Node) -> str:
        """Return the name that a handler gives to what it caught; empty for none."""
        value = handler.child_by_field_name("value")
        named = value.child_by_field_name("alias") if value is not None else None
        named = named or handler.child_by_field_name("parameter")
        for field in ("variable", "parameters"):  # Ruby: `=> e`; C++: `(const E& e)`
            leaf = handler.child_by_field_name(field) if named is None else None
            while leaf is not None and leaf.named_children:
                leaf = leaf.named_children[-1]
            named = leaf if leaf is not None and leaf.type in self.names else named
        if named is None:
            inner = handler.named_children[0] if handler.named_children else None
            fields = ("name", "pattern") if inner is not None else ()
            found = (inner.child_by_field_name(field) for field in fields if inner is not None)
            named = next((one for one in found if one is not None), None)
        return _decoded(named) if named is not None else ""

    def caught_types(self, handler: Node) -> tuple[str, ...]:
        """Return the exceptions that a handler names, as written; none for one that takes all."""
        values = handler.children_by_field_name("value")  # several without parentheses: PEP 758
        if values:
            if values[0].child_by_field_name("alias") is not None:
                values = values[0].named_children[:1]
            parts = values[0].named_children if values[0].type in self.lists else values
            return tuple(_decoded(part) for part in parts if part.type not in self.comments)
        pattern = handler.child_by_field_name("pattern")
        if pattern is not None:  # Scala: `case e: E`, `case _: A | _: B`
            kinds = [one.child_by_field_name("type") for one in (pattern, *pattern.named_children)]
            typed = "typed" in pattern.type or "alternative" in pattern.type
            return tuple(_decoded(kind) for kind in kinds if typed and kind is not None)
        listed = [child for child in handler.named_children if child.type in self.lists]
        listed += [
            part
            for child in handler.named_children
            for part in child.named_children
            if part.type in self.lists
        ]
        types = [kind for one in listed[:1] for kind in one.named_children]
        return tuple(_decoded(kind.child_by_field_name("type") or kind) for kind in types)

    def context_managers(self, node: Node) -> Iterator[tuple[str, tuple[str, ...], Node | None]]:
        """Yield callee, arguments and target of each item of a `with`."""
        for clause in node.named_children:
            for item in clause.named_children:
                value = item.child_by_field_name("value")
                if value is None:
                    continue
                target = value.child_by_field_name("alias")
                call = value.named_children[0] if target is not None else value
                listed = call.child_by_field_name("arguments")
                if self.roles.get(call.type) == "call" and listed is not None:
                    callee = (call.text or b"")[: listed.start_byte - call.start_byte].decode(
                        "utf-8", "replace"
                    )
                    yield callee.strip(), tuple(_decoded(c) for c in listed.named_children), target
                elif target is not None:
                    yield "", (), target

    def cases(
        self, node: Node
    ) -> tuple[Node | None, list[tuple[list[Node], Node | None, list[Node]]]]:
        """Return the subject of a switch, and patterns, guard and statements of each case.

        A case without statements joins the one it falls into; a case that takes everything has no
        patterns.
        """
        subject = next(
            (
                n
                for f in ("subject", "value", "condition")
                if (n := node.child_by_field_name(f)) is not None
            ),
            None,
        )
        body = node.child_by_field_name("body") or node
        if (
            subject is None
            and node.named_children
            and self.roles.get(node.named_children[0].type) is None
        ):
            subject = node.named_children[0]
        found: list[tuple[list[Node], Node | None, list[Node]]] = []
        waiting: list[Node] = []
        for case in body.named_children:
            if self.roles.get(case.type) == "else":  # Ruby
                found.append(([], None, [case]))
            if self.roles.get(case.type) != "case":
                continue
            patterns, guard, bodies = self._case(case)
            everything = not patterns or any(_decoded(p) in self.wildcards for p in patterns)
            if not bodies and not everything and "falls_through" in self.switch_flags:
                waiting += patterns
                continue
            found.append(([] if everything else waiting + patterns, guard, bodies))
            waiting = []
        return subject, found

    def captured(self, patterns: list[Node]) -> Node | None:
        """Return the name that a case gives to whatever comes; `None` if it asks for more."""
        if "captures" not in self.switch_flags or len(patterns) != 1:
            return None
        node = patterns[0]
        while node.named_child_count == 1:
            node = node.named_children[0]
        return node if node.type in self.names and node.text == patterns[0].text else None

    def _case(self, case: Node) -> tuple[list[Node], Node | None, list[Node]]:
        patterns: list[Node] = []
        guard: Node | None = None
        bodies: list[Node] = []
        for place, child in enumerate(case.children):
            if not child.is_named or child.type in self.comments:
                continue
            field = case.field_name_for_child(place) or ""
            if field in self._case_patterns or child.type in self._case_patterns:
                guard = child.child_by_field_name("condition") or guard
                named = child.named_children
                if child.type == "switch_label":  # Java: the word `case` is part of it
                    patterns += named
                else:
                    patterns.append(named[0] if guard is not None and named else child)
            elif field == "guard":
                guard = child.named_children[0] if child.named_children else child
            else:
                bodies.append(child)
        return patterns, guard, bodies

    def context_conditions(
        self, context: Node, node: Node, text: Callable[[Node], str]
    ) -> list[str]:
        """Return the conditions that an expression puts before a part of it."""
        role = self.roles[context.type]
        if role == "logic":
            left, right = context.child_by_field_name("left"), context.child_by_field_name("right")
            operator = context.child_by_field_name("operator")
            if left is None or right is None or operator is None or not _holds(right, node):
                return []
            test = text(left)
            return {
                "and": [test],
                "&&": [test],
                "or": [f"not ({test})"],
                "||": [f"not ({test})"],
                "??": [f"{test} is null"],
                "?:": [f"{test} is null"],
            }.get(operator.type, [])
        if role == "ternary":
            parts = [c for c in context.named_children if c.type not in self.comments]
            placed = dict(
                zip(
                    self._ternary or ("condition", "consequence", "alternative"),
                    parts,
                    strict=False,
                )
            )
            condition = placed.get("condition")
            if condition is None or _holds(condition, node):
                return []
            test = text(condition)
            if len(parts) == 2:  # PHP: `a ?: b`
                return [f"not ({test})"]
            return [f"not ({test})"] if _holds(placed.get("alternative"), node) else [test]
        clauses = [c for c in context.named_children if c.type not in self.comments][1:]
        if not clauses or _holds(clauses[0], node):
            return []
        return [
            text(clause.named_children[0])
            if clause.child_by_field_name("left") is None and clause.named_children
            else text(clause)
            for clause in clauses
        ]


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


def _decoded(node: Node) -> str:
    return " ".join((node.text or b"").decode("utf-8", "replace").split())


def _holds(outer: Node | None, inner: Node) -> bool:
    return (
        outer is not None
        and outer.start_byte <= inner.start_byte
        and inner.end_byte <= outer.end_byte
    )
