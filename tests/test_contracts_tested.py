"""Assertions of known tests that a clause says already: the clause gets a mark, the claim goes."""

from __future__ import annotations

import pytest

from skeleton.contracts import ShownByTests
from skeleton.model import Place
from tests.test_contracts import link

SOURCE = '''
LIMIT = 10
class Cents(int): pass

def f(x, y=0):
    """Divide.

    Raises:
        KeyError: Of nothing.

    >>> f(4, 2)
    2
    """
    if x < 0:
        raise ValueError("too small")
    if x > LIMIT:
        raise ValueError(f"too large: {x}")
    if y == 7:
        raise OverflowError
    if x == 0:
        return Cents(0)
    return g(x, y)
'''
HERE = Place("m.py", "f")


def marked(claim: str) -> list[str]:
    symbol = link(SOURCE)
    tested = ShownByTests(lambda place: symbol if place == HERE else None)
    said = tested.says([HERE], claim)
    found = [one.text for one in tested.marked("m.py", symbol).contract if one.tested]
    assert said == bool(found)
    return found


@pytest.mark.parametrize(
    ("claim", "clause"),
    [
        ("with pytest.raises(OverflowError): f(1, 7)", "raises OverflowError if y == 7"),
        ("with self.assertRaises(OverflowError): f(1, 7)", "raises OverflowError if y == 7"),
        ("with pytest.raises(ValueError): f(-1)", "raises ValueError if x < 0"),
        (
            "with pytest.raises(ValueError, match='too large'): f(z)",
            "raises ValueError if x > LIMIT",
        ),
        ("with pytest.raises(KeyError): f(1)", "raises KeyError: Of nothing."),
        ("assert f(0) == 0", "returns Cents(0) if x == 0"),
        ("self.assertEqual(f(0), 0)", "returns Cents(0) if x == 0"),
        ("assert f(4, 2) == 2", ">>> f(4, 2)  2"),
    ],
)
def test_a_test_shows_the_clause_that_says_the_same(claim: str, clause: str) -> None:
    assert marked(claim) == [clause]


@pytest.mark.parametrize(
    "claim",
    [
        "with pytest.raises(ValueError): f(z)",  # one of two
        "with pytest.raises(TypeError): f(1)",
        "with pytest.raises(OverflowError): f(1, 8)",  # by the arguments it cannot be this one
        "assert f(3) == 0",
        "assert f(0) == 1",
        "assert f(0) + 1 == 0",
        "assert f(4, 2) == 3",
    ],
)
def test_what_no_clause_says_for_certain_stays_in_the_test(claim: str) -> None:
    assert marked(claim) == []
