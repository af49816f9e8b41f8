"""Decides the few conditions that literals settle: `None is not None` never holds.

Three answers: true, false, not known. Nothing is evaluated but literals, `not`, `and`, `or`, `is`,
`==`, `in`, `isinstance`, `len`, the order of numbers and their sums. Of two conditions it is told
whether they exclude each other: by their words, `a is None` and `a is not None`, or as bounds of
one name, `a < 1` and `a > 2`.
"""

from __future__ import annotations

import ast
import math
import operator as operators
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.names import ATOM, is_loose, split_and

if TYPE_CHECKING:
    from collections.abc import Callable

ORDER: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operators.lt,
    ast.LtE: operators.le,
    ast.Gt: operators.gt,
    ast.GtE: operators.ge,
}
PLAIN = (bool, int, float, str, bytes, list, tuple, dict, set, type)
TYPES = {kind.__name__: kind for kind in PLAIN}
NEVER_NONE = (
    ast.UnaryOp, ast.BinOp, ast.Compare, ast.JoinedStr, ast.Lambda,
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp,
)  # fmt: skip
NUMBERS = frozenset({"bool", "int", "float", "complex"})  # types that nobody names a parameter by
BOUND = re.compile(r"(?P<name>[A-Za-z_][\w.]*) (?P<order><=?|>=?|==) (?P<number>-?\d+(?:\.\d+)?)\Z")
DISPLAYS = {ast.Tuple: tuple, ast.List: list, ast.Dict: dict, ast.Set: set}
LITERAL = frozenset("0123456789'\"[{")
WORDS = ("None", "True", "False", "true", "false")
SETTLED = {"true": True, "false": False}  # as most languages write them
EQUALITY: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Eq: operators.eq,
    ast.NotEq: operators.ne,
}
ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operators.add,
    ast.Sub: operators.sub,
    ast.Mult: operators.mul,
    ast.Mod: operators.mod,
}
OPPOSITE = {"is not": "is", "not in": "in", "!=": "==", "!==": "==="}
COMPARED = re.compile(r"\s(is not|is|not in|in|[!=]==?|[<>]=?)\s")


@lru_cache(maxsize=20_000)
def truth_of(condition: str) -> bool | None:
    """Return whether a condition holds whatever its names stand for; `None`: that depends."""
    literal = "isinstance((" in condition or not LITERAL.isdisjoint(condition)
    if not literal and not any(word in condition for word in WORDS):
        return None
    try:
        tree = ast.parse(condition.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _truth(tree)


def are_opposite(one: str, other: str) -> bool:
    """Whether two conditions cannot both hold: the same words, one with a `not`, or two bounds."""
    return any(
        (said == also and holds != holds_also)
        or _apart(_bound(said, holds), _bound(also, holds_also))
        for said, holds in map(_plain, split_and(one))
        for also, holds_also in map(_plain, split_and(other))
    )


class Bound(NamedTuple):
    """The numbers that a condition allows for a name; a limit itself is allowed if `closed`."""

    name: str
    low: float = -math.inf
    high: float = math.inf
    closed: bool = True


def _bound(condition: str, holds: bool) -> Bound | None:
    """Return what a comparison with a number allows; `None` for any other condition."""
    found = BOUND.match(condition)
    if found is None:
        return None
    name, order, number = found["name"], found["order"], float(found["number"])
    if order == "==":
        return Bound(name, number, number) if holds else None
    closed = ("=" in order) == holds
    above = (">" in order) == holds
    return Bound(name, number, closed=closed) if above else Bound(name, high=number, closed=closed)


def _apart(one: Bound | None, other: Bound | None) -> bool:
    """Whether no number is within two bounds of one name."""
    if one is None or other is None or one.name != other.name:
        return False
    low, high = max(one.low, other.low), min(one.high, other.high)
    return low > high or (low == high and not (one.closed and other.closed))


@lru_cache(maxsize=20_000)
def _plain(condition: str) -> tuple[str, bool]:
    """Return a condition without its negations, and whether it holds as it is left."""
    text, holds = condition.strip(), True
    while not is_loose(text) and len(split_and(text)) == 1:
        if text.startswith("not "):
            text, holds = text[4:].strip(), not holds
        elif text.startswith("!") and ATOM.match(text[1:]):
            text, holds = text[1:].strip(), not holds
        elif text.startswith("(") and _closes_last(text):
            text = text[1:-1].strip()
        else:
            break
    found = COMPARED.findall(text)
    if len(found) == 1 and found[0] in OPPOSITE:
        text, holds = text.replace(f" {found[0]} ", f" {OPPOSITE[found[0]]} "), not holds
    return text, holds


def _closes_last(text: str) -> bool:
    """Whether the bracket that opens a text is closed by its last character."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _membership(item: ast.expr, group: ast.expr, wanted: bool) -> bool | None:
    try:
        found = ast.literal_eval(item) in ast.literal_eval(group)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return found == wanted


def _length(node: ast.Call) -> int | None:
    """Return what `len` says of a list that is written out."""
    listed = node.args[0] if isinstance(node.func, ast.Name) and len(node.args) == 1 else None
    if not isinstance(listed, (ast.Tuple, ast.List)) or ast.unparse(node.func) != "len":
        return None
    spread = any(isinstance(item, ast.Starred) for item in listed.elts)
    return None if spread else len(listed.elts)


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.Call):
        return _length(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return -inner if inner is not None else None
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value  # type: ignore[return-value]  # told by the line above
    reckon = ARITHMETIC.get(type(node.op)) if isinstance(node, ast.BinOp) else None
    if reckon is None or not isinstance(node, ast.BinOp):
        return None
    one, other = _number(node.left), _number(node.right)
    if one is None or other is None or (other == 0 and isinstance(node.op, ast.Mod)):
        return None
    return reckon(one, other)


def _instance(call: ast.Call) -> bool | None:
    """Return what `isinstance` says of a literal and a plain type."""
    if not (isinstance(call.func, ast.Name) and call.func.id == "isinstance"):
        return None
    given, kind = call.args if len(call.args) == 2 else (None, None)
    if not isinstance(kind, ast.Name) or kind.id not in TYPES:
        return None
    if isinstance(given, ast.Constant):
        return isinstance(given.value, TYPES[kind.id])
    made = DISPLAYS.get(type(given))
    return issubclass(made, TYPES[kind.id]) if made is not None else None


def _sameness(left: ast.expr, right: ast.expr) -> bool | None:
    """Whether two sides are the same: two conditions that are settled, or `None` and a value."""
    conditions = (ast.Compare, ast.BoolOp)
    if isinstance(left, conditions) and isinstance(right, conditions):
        one, other = _truth(left), _truth(right)
        return None if one is None or other is None else one == other
    if not (isinstance(right, ast.Constant) and right.value is None):
        return None
    number = isinstance(left, ast.Name) and left.id in NUMBERS
    return False if number or isinstance(left, NEVER_NONE) else None


def _truth(node: ast.expr) -> bool | None:
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.Name):
        return SETTLED.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _truth(node.operand)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        parts = [_truth(part) for part in node.values]
        decisive = isinstance(node.op, ast.Or)
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        sides = [node.left, *node.comparators]
        return _truth(
            ast.BoolOp(
                ast.And(),
                [
                    ast.Compare(sides[place], [operator], [sides[place + 1]])
                    for place, operator in enumerate(node.ops)
                ],
            )
        )
    if isinstance(node, ast.Compare):
        left, right, operator = node.left, node.comparators[0], node.ops[0]
        said = _sameness(left, right)
        if said is not None and isinstance(operator, (ast.Is, ast.Eq)):
            return said
        if said is not None and isinstance(operator, (ast.IsNot, ast.NotEq)):
            return not said
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            if isinstance(operator, (ast.Is, ast.Eq)):
                return left.value == right.value and type(left.value) is type(right.value)
            if isinstance(operator, (ast.IsNot, ast.NotEq)):
                return left.value != right.value or type(left.value) is not type(right.value)
        if isinstance(operator, (ast.In, ast.NotIn)):
            return _membership(left, right, isinstance(operator, ast.In))
        one, other = _number(left), _number(right)
        order = ORDER.get(type(operator)) or EQUALITY.get(type(operator))
        if one is not None and other is not None and order is not None:
            return order(one, other)
    if isinstance(node, ast.Call):
        return _instance(node)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and not node.elts:
        return False
    if isinstance(node, ast.Dict) and not node.keys:
        return False
    return None
