"""`-` as a path: what comes in by standard input is read as a file of the project."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT, Printed, run

if TYPE_CHECKING:
    from pathlib import Path

MONEY = """class AmountError(ValueError): ...


def price(value: int) -> int:
    if value < 0:
        raise AmountError(value)
    return value
"""
STALE = '''def fee(cents: int, rate: int = 2) -> int:
    """Take a fee.

    Args:
        rate: Its share. Defaults to 3.
    """
    return cents
'''
Piped = Callable[..., Printed]


@pytest.fixture
def piped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Piped:
    """Runs a command line in a project, with a text as its standard input."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "money.py").write_text(MONEY)
    (tmp_path / "shop" / "bill.py").write_text("def saved(): ...\n")

    def call(text: str, *words: str) -> Printed:
        stream = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", stream)
        return run(words, tmp_path)

    return call


def test_a_text_is_mapped_as_the_file_it_will_be(piped: Piped) -> None:
    printed = piped("def unsaved(): ...\n", "map", "-", "--stdin-filename", "shop/bill.py")

    assert printed.code == 0
    assert "## shop/bill.py\n" in printed.out
    assert "def unsaved():" in printed.out
    assert "saved():" not in printed.out.replace("unsaved", "")


def test_the_file_need_not_be_there(piped: Piped) -> None:
    printed = piped("def new(): ...\n", "map", "-", "--stdin-filename", "shop/new.py")

    assert "## shop/new.py\n" in printed.out


def test_a_text_is_mapped_beside_saved_files(piped: Piped) -> None:
    printed = piped("A = 1\n", "map", "-", "shop/money.py", "--stdin-filename", "shop/a.py")

    assert "A = 1" in printed.out
    assert "def price(" in printed.out


def test_a_language_is_enough_of_a_name(piped: Piped) -> None:
    printed = piped("export function f(a: number): void {}\n", "map", "-", "--lang", "typescript")

    assert printed.code == 0
    assert "## stdin.ts\n" in printed.out
    assert "function f(a: number): void" in printed.out


def test_what_an_unsaved_text_needs_is_found_where_it_will_lie(piped: Piped) -> None:
    text = "from shop.money import price\n\n\ndef bill(): return price(3)\n"
    words = ("map", "--deps-of", "-", "--stdin-filename", "shop/bill.py")

    printed = piped(text, *words)

    assert printed.code == 0, printed.err
    assert "\n## shop/money.py (" in printed.out
    assert "raises AmountError if value < 0" in printed.out
    assert "# def bill" in printed.out


def test_an_answer_about_a_text_is_not_kept_for_the_saved_file(piped: Piped) -> None:
    words = ("--stdin-filename", "shop/bill.py")
    piped("def unsaved(): ...\n", "map", "-", *words)

    assert "def saved():" in piped("", "map", "shop/bill.py").out
    assert "def other():" in piped("def other(): ...\n", "map", "-", *words).out
    assert "def unsaved():" in piped("def unsaved(): ...\n", "map", "-", *words).out


def test_a_text_is_checked(piped: Piped) -> None:
    printed = piped(STALE, "check", "-", "--stdin-filename", "shop/bill.py")

    assert printed.code == 1
    assert printed.out.startswith("shop/bill.py:5: default: ")


def test_a_broken_text_is_told_as_a_broken_file(piped: Piped) -> None:
    printed = piped("def (:\n", "map", "-", "--stdin-filename", "shop/bill.py", "--strict")

    assert printed.code == 3
    assert "shop/bill.py: syntax error" in printed.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("map", "-"), "--stdin-filename NAME"),
        (("check", "-"), "--stdin-filename NAME"),
        (("map", "-", "--lang", "python", "--lang", "go"), "--stdin-filename NAME"),
        (("map", "-", "--lang", "cobol"), "cobol"),
        (("map", "-", "--stdin-filename", "a.cobol"), "a.cobol"),
        (("map", "shop", "--stdin-filename", "a.py"), "--stdin-filename a.py"),
        (("map", "-", "--stdin-filename", "a.py", "--changed-since", "HEAD"), "--changed-since"),
    ],
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...], told: str, piped: Piped) -> None:
    printed = piped("A = 1\n", *words)

    assert (printed.code, printed.out) == (2, "")
    assert told in printed.err


def test_a_pipe_is_read_to_its_end_in_any_encoding_of_the_place(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "skeleton", "map", "-", "--lang", "python", "--json"],
        input="NAME = '\u00e4\u4e2d'\r\n" * 1 + "A = 1\r\n" * 9_000,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "LC_ALL": "C", "PATH": "", "SKELETON_CACHE": "off"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    first = json.loads(done.stdout)["files"][0]["entries"][0]
    assert "\u00e4\u4e2d" in json.dumps(first, ensure_ascii=False)
