"""Finds the clauses that a known test shows, so that its assertion need not be told again.

A block that expects an exception shows the clause that raises it, if the contract of what it calls
has one such clause, or one whose message it matches. An assertion of a literal shows the clause, or
the example, that returns it. Whether the test passes is not known here.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.contracts.names import substitute
from skeleton.contracts.truth import truth_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skeleton.model import Clause, Place, Symbol

EXPECTED = re.compile(
    r"\b(?:raises|assertRaises|assertRaisesRegex|warns|assertWarns|toThrow|toThrowError)"
    r"\(\s*(?:expected_exception\s*=\s*)?([A-Za-z_][\w.]*)"
)
MATCHED = re.compile(r"(?:\bmatch\s*=|assertRaisesRegex\([\w.]+,)\s*r?(\"[^\"]*\"|'[^']*')")
COMPARED = re.compile(
    r"assert\s+(?P<left>.+?)\s+(?:==|is)\s+(?P<right>[^=<>]+)\Z"
    r"|self\.assert(?:Equals?|Is)\((?P<one>.+),\s*(?P<other>[^,]+)\)\Z"
    r"|self\.assertIs(?P<none>None)\((?P<only>.+)\)\Z",
    re.DOTALL,
)


class ShownByTests:
    """Tells for one run which assertions a contract says already, and remembers the clauses."""

    def __init__(self, symbol_of: Callable[[Place], Symbol | None]) -> None:
        self._symbol_of = symbol_of
        self._shown: set[tuple[str, str, str]] = set()

    def says(self, places: Iterable[Place], claim: str) -> bool:
        """Whether a clause of one of some definitions says what a test claims of them.

        Args:
            places: What the assertion reaches.
            claim: The assertion, as written.
        """
        found = [
            (place, clause)
            for place in places
            if (symbol := self._symbol_of(place)) is not None
            for clause in _shown_by(claim, symbol)
        ]
        if len(found) != 1:
            return False
        place, clause = found[0]
        self._shown.add((place.path, place.name, clause.text))
        return True

    def marked(self, path: str, symbol: Symbol) -> Symbol:
        """Return a symbol whose shown clauses are marked as tested."""
        name = symbol.qualified_name
        if not any(shown[:2] == (path, name) for shown in self._shown):
            return symbol
        return replace(
            symbol,
            contract=tuple(
                replace(one, tested=True) if (path, name, one.text) in self._shown else one
                for one in symbol.contract
            ),
        )


def _shown_by(claim: str, symbol: Symbol) -> list[Clause]:
    """Return the clauses of one definition that a claim may be about; one is certain."""
    expected = EXPECTED.search(claim)
    if expected is not None:
        return _raised(expected.group(1), claim, symbol)
    compared = COMPARED.match(claim)
    if compared is None:
        return []
    said = compared.groupdict()
    call, value = said["left"] or said["one"] or said["only"], said["right"] or said["other"]
    value = said["none"] or value
    if symbol.name + "(" not in call or not call.endswith(")"):
        return []
    examples = [one for one in symbol.contract if _is_example(one, call, value)]
    if examples:
        return examples
    values = _arguments(call, symbol)
    return [
        one
        for one in symbol.contract
        if one.kind == "returns"
        and one.condition
        and _is_same(_unwrapped(one.subject), value)
        and truth_of(substitute(one.condition, values)) is not False
    ]


def _raised(name: str, claim: str, symbol: Symbol) -> list[Clause]:
    last = name.rpartition(".")[2]
    named = [
        one
        for one in symbol.contract
        if one.kind in ("raises", "warns") and one.subject.rpartition(".")[2] == last
    ]
    found = [one for one in named if one.status != "stated"] or named
    matched = MATCHED.search(claim)
    if matched is not None and len(found) > 1:
        found = [one for one in found if _matches(matched.group(1)[1:-1], one.message)] or found
    called = claim.find(symbol.name + "(", claim.find(":"))
    values = _arguments(claim[called:], symbol) if called >= 0 else {}
    truths = [(one, _truth(one, values)) for one in found]
    certain = [one for one, truth in truths if truth is True and one.condition]
    return certain[:1] or [one for one, truth in truths if truth is not False]


def _truth(clause: Clause, values: dict[str, str]) -> bool | None:
    said = clause.condition if clause.status != "stated" else ""
    return truth_of(substitute(said, values))


def _arguments(call: str, symbol: Symbol) -> dict[str, str]:
    """Return what the parameters stand for in a call, as far as that is literal."""
    try:
        tree = ast.parse(call.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return {}
    if not isinstance(tree, ast.Call) or symbol.signature is None:
        return {}
    names = [p.name for p in symbol.signature.parameters if p.name not in ("self", "cls")]
    given = list(zip(names, tree.args, strict=False))
    given += [(one.arg, one.value) for one in tree.keywords if one.arg]
    return {
        name: ast.unparse(value)
        for name, value in given
        if isinstance(value, (ast.Constant, ast.UnaryOp))
    }


def _matches(pattern: str, message: str) -> bool:
    """Whether the words of a pattern stand in the text that an exception carries."""
    words = pattern.replace("\\", "").strip("^$.* ")
    return bool(words) and words in message


def _is_example(clause: Clause, call: str, value: str) -> bool:
    if clause.kind != "example":
        return False
    prompt, _, expected = clause.text.removeprefix(">>> ").partition("  ")
    return prompt == call and _is_same(expected, value)


def _unwrapped(value: str) -> str:
    """Return the literal in a wrapper: `0` of `Cents(0)`."""
    found = re.fullmatch(r"[A-Z]\w*\(([^()]*)\)", value)
    return found.group(1) if found else value


def _is_same(one: str, other: str) -> bool:
    """Whether two texts are the same literal."""
    try:
        left, right = ast.literal_eval(one.strip()), ast.literal_eval(other.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False
    return type(left) is type(right) and bool(left == right)
