"""Methods that fail with what they are called on, and functions that make what is thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.running import entries, read_map

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "text", "clauses"),
    [
        (
            "A.java",
            'class A { T f(O a) { return a.find(1).orElseThrow(() -> new E("no")); } }',
            ["throws E if a.find(1) is empty"],
        ),
        (
            "A.java",
            "class A { T f(O a) { return a.orElseThrow(); } }",
            ["throws NoSuchElementException if a is empty"],
        ),
        (
            "A.java",
            "class A { void f(int a) { if (a < 0) throw failed(a); }\n  E failed(int a) {} }",
            ["throws E if a < 0"],
        ),
        (
            "A.java",
            "class A { int b; void f(int a) { check(a); }\n"
            "  private void check(int n) { if (n > b) throw new E(); } }",
            ["throws E if a > b"],
        ),
        ("a.rs", 'fn f(a: O) -> u8 { a.expect("some") }', ["panics on a"]),
        (
            "a.rs",
            "fn f(a: O) -> Result<u8, E> { read(a).map_err(E::Io) }",
            ["Err E::Io on read(a)"],
        ),
        (
            "a.scala",
            "def f(a: O) = try a.b catch { case e: N => throw new E(e) }",
            ["throws E on N"],
        ),
        (
            "a.go",
            "package p\n\nfunc (s *S) f() error { return s.check() }\n\n"
            "func (t *S) check() error {\n\tif t.x {\n\t\treturn ErrX\n\t}\n\treturn nil\n}\n\n"
            "type S struct{ x bool }\n",
            ["error ErrX if s.x"],
        ),
        (
            "a.kt",
            "class A(val a: Int) {\n  init {\n    require(a > 0)\n  }\n}\n",
            ["throws IllegalArgumentException if not (a > 0)"],
        ),
        (
            "a.scala",
            "class A(a: Int) {\n  require(a > 0)\n}\n",
            ["throws IllegalArgumentException if not (a > 0)"],
        ),
    ],
)
def test_what_makes_a_function_fail_is_told(
    name: str, text: str, clauses: list[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    (file,) = read_map([name, "--visibility", "all"], tmp_path).files
    told = {
        one.symbol.name: [clause.text for clause in one.symbol.contract] for one in entries(file)
    }

    assert told["f" if "f" in told else "A"] == clauses


def test_what_is_vague_of_a_file_that_does_not_export_it_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "common.py").write_text(
        "__all__ = ['ready']\n"
        "def ready(): ...\n"
        "def check(n):\n    if n < 1:\n        raise E\n"
        "def setting(*names):\n    names = read(names)\n    if not names:\n        raise F\n",
        "utf-8",
    )
    (tmp_path / "api.py").write_text(
        "from common import check, setting\n"
        "def f(count):\n    check(count)\n    setting(count)\n    return count\n",
        "utf-8",
    )
    (file,) = read_map(["api.py"], tmp_path).files
    (f,) = entries(file)

    assert [clause.text for clause in f.symbol.contract] == ["raises E if count < 1"]
