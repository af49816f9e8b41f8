"""Cutting between items, and saying so."""

from __future__ import annotations

from skeleton.clip import (
    counted,
    keep_first,
    keep_lines,
    more,
    one_line,
    sentence,
)
from skeleton.model import Omission


def test_nothing_is_said_when_nothing_is_cut() -> None:
    assert keep_first("ab", 2, "letters") == (("a", "b"), None)
    assert keep_lines("a\nb", 3) == ("a\nb", None)


def test_the_first_items_are_kept_and_the_others_counted() -> None:
    kept, omission = keep_first("abcd", 1, "letters", where="a.py", recover="show", why="long")

    assert kept == ("a",)
    assert omission == Omission("letters", 1, 4, "a.py", "show", "long")


def test_lines_are_kept_whole() -> None:
    assert keep_lines("one\ntwo\nthree\n", 9) == ("one\ntwo\n", Omission("lines", 2, 3))


def test_an_omission_in_words() -> None:
    omission = Omission("functions", 38, 52, "a.py", "skeleton map a.py", "over budget")

    assert sentence(omission) == (
        "14 of 52 functions of a.py not shown (over budget): skeleton map a.py"
    )
    assert sentence(Omission("lines", 1, 3)) == "2 of 3 lines not shown"
    assert more(omission) == "+14 functions"
    assert more(Omission("members", 3, 4)) == "+1 member"


def test_the_commonest_is_counted_first() -> None:
    assert counted(["b", "a", "b", "c"]) == "2 b, 1 a, 1 c"


def test_lines_become_one() -> None:
    assert one_line("a  b") == "a  b"
    assert one_line("  a\n\n   b\n") == "a b"
