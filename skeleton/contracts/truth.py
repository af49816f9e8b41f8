"""Decides the few conditions that literals settle: `None is not None` never holds.

Three answers: true, false, not known. Nothing is evaluated but literals, `not`, `and`, `or`, `is`,
`==`, `in` and the order of numbers.
"""

from __future__ import annotations

import ast
import operator as operators
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ORDER: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operators.lt,
    ast.LtE: operators.le,
    ast.Gt: operators.gt,
    ast.GtE: operators.ge,
}
LITERAL = frozenset("0123456789'\"[{")
WORDS = ("None", "True", "False")


@lru_cache(maxsize=20_000)
def truth_of(condition: str) -> bool | None:
    """Return whether a condition holds whatever its names stand for; `None`: that depends."""
    if not any(word in condition for word in WORDS) and LITERAL.isdisjoint(condition):
        return None
    try:
        tree = ast.parse(condition.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _truth(tree)


def _membership(item: ast.expr, group: ast.expr, wanted: bool) -> bool | None:
    try:
        found = ast.literal_eval(item) in ast.literal_eval(group)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return found == wanted


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return -inner if inner is not None else None
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value  # type: ignore[return-value]  # told by the line above
    return None


def _truth(node: ast.expr) -> bool | None:
    if isinstance(node, ast.Constant):
        return bool(node.value)
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
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            if isinstance(operator, (ast.Is, ast.Eq)):
                return left.value == right.value and type(left.value) is type(right.value)
            if isinstance(operator, (ast.IsNot, ast.NotEq)):
                return left.value != right.value or type(left.value) is not type(right.value)
        if isinstance(operator, (ast.In, ast.NotIn)):
            return _membership(left, right, isinstance(operator, ast.In))
        one, other = _number(left), _number(right)
        order = ORDER.get(type(operator))
        if one is not None and other is not None and order is not None:
            return order(one, other)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and not node.elts:
        return False
    if isinstance(node, ast.Dict) and not node.keys:
        return False
    return None
