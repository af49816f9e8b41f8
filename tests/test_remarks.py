"""Remarks that a map does not repeat: code that is commented out, comments of private values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path


def shown(name: str, text: str, folder: Path, *options: str) -> str:
    """Return the map of one file."""
    (folder / name).write_text(text)
    return run(["map", name, *options], folder).out


@pytest.mark.parametrize("format", ["markdown", "text", "json"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.go", 'package a\n// func Old() {\n// \tpanic("x")\n// }\nfunc F() {}\n'),
        ("a.c", "/* void Old(int *a) { abort(); } */\nvoid f(int *a);\n"),
        ("a.hpp", "// int Old(int a);\nint f(int a);\n"),
        ("a.rb", "# def Old\n#   1\n# end\ndef f; end\n"),
        ("a.ts", "export class A {\n  // Old: number;\n  b = 1;\n}\n"),
        ("A.java", "public class A {\n  // public int Old = 2;\n  public int b = 1;\n}\n"),
        ("a.py", "# Old = 3\nLIMIT = 4\n"),
        ("a.php", "<?php\nclass A {\n    // public $Old = 2;\n    public $b = 1;\n}\n"),
    ],
)
def test_code_that_is_commented_out_is_no_documentation(
    name: str, text: str, format: str, tmp_path: Path
) -> None:
    assert "Old" not in shown(name, text, tmp_path, "--format", format)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.go", "package a\n\n// F is called by {name};\n// kept {as it is}\nfunc F() {}\n"),
        ("a.c", "/* kept: see {f} */\nint f(int a);\n"),
        ("a.rb", "# kept to the very\n# end\ndef f; end\n"),
        ("A.java", "class A {\n  /** {@inheritDoc kept} */\n  public int b() { return 1; }\n}\n"),
        ("a.py", "# kept = in cents\nLIMIT = 4\n"),
    ],
)
def test_prose_that_ends_like_code_is_kept(name: str, text: str, tmp_path: Path) -> None:
    assert "kept" in shown(name, text, tmp_path)


@pytest.mark.parametrize("format", ["markdown", "text", "json"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.go", "package a\n\n// Old rules.\nconst most = 3 // Old\n\n{f}"),
        ("a.py", "# Old\n_MOST = 3  # Old\n\n\n{f}"),
        ("a.rs", "// Old\npub(crate) const MOST: usize = 3;\n{f}"),
        ("a.kt", "// Old\ninternal const val MOST = 3\n{f}"),
        ("a.swift", "// Old\nlet most = 3\n{f}"),
        ("A.cs", "public class A {\n  private const int Most = 3; // Old\n  {f}\n}\n"),
    ],
)
def test_a_private_value_that_a_rule_names_has_no_remarks(
    name: str, text: str, format: str, tmp_path: Path
) -> None:
    guarded = {
        "go": 'func F(n int) { if n > most { panic("n") } }\n',
        "py": "def f(n: int) -> None:\n    if n > _MOST:\n        raise ValueError\n",
        "rs": "pub fn f(n: usize) { if n > MOST { panic!() } }\n",
        "kt": "fun f(n: Int) { require(n > MOST) }\n",
        "swift": "public func f(n: Int) { precondition(n > most) }\n",
        "cs": "public void F(int n) { if (n > Most) throw new System.Exception(); }",
    }[name.partition(".")[2]]

    printed = shown(name, text.replace("{f}", guarded), tmp_path, "--format", format)

    assert "3" in printed
    assert "Old" not in printed
