"""Clauses of bodies in languages with idioms of their own, as a map shows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path


def told(name: str, text: str, folder: Path) -> list[str]:
    """Return the clauses that the map of one file shows, without their lines."""
    (folder / name).write_text(text)
    printed = run(["map", name, "--visibility", "all", "--format", "text"], folder).out
    found = re.findall(r"^\s*(?://|#|)\s*([!=\"~] .*?)(?: :\d+.*)?$", printed, re.MULTILINE)
    return [one for one in found if "only the" not in one and "agree" not in one]


@pytest.mark.parametrize(
    ("name", "text", "clauses"),
    [
        (
            "a.c",
            "#include <errno.h>\nint f(char *p) {\n  if (!p) return -EINVAL;\n  return 0;\n}\n",
            ["! returns -EINVAL if !p"],
        ),
        (
            "a.c",
            "void *f(int n) {\n  if (n < 0) { errno = 1; return NULL; }\n  return g();\n}\n",
            ["! returns NULL if n < 0"],
        ),
        (
            "a.c",
            "int f(int v) { return v < 0 ? 0 : v > 9 ? 9 : v; }\n",
            ["! returns v < 0 ? 0 : v > 9 ? 9 : v"],
        ),
        (
            "a.cpp",
            'int f(int n) { if (n < 0) throw std::range_error{"n"}; return n; }\n',
            ["! throws std::range_error if n < 0"],
        ),
        (
            "a.cpp",
            "int f() { try { g(); } catch (const E& e) { throw F(e.what()); } }\n",
            ["! throws F on E"],
        ),
        (
            "a.cpp",
            "std::optional<int> f(int k) { if (k > 1) return std::nullopt; return g(k); }\n",
            ["! returns std::nullopt if k > 1"],
        ),
        (
            "a.kt",
            'fun f(a: List<Int>, b: Int) { require(!a.isEmpty()) { "a" }; require(b > 0) }\n',
            ["! throws IllegalArgumentException if a.isEmpty()"],
        ),
        (
            "A.cs",
            'class A { int F(int c) { return c switch { > 5 => throw new E("c"), _ => 1 }; } }\n',
            ["! throws E if c matches > 5"],
        ),
        (
            "A.cs",
            "class A { int F(string s) { if (string.IsNullOrEmpty(s)) return -1; return G(); } }\n",
            ["! returns -1 if string.IsNullOrEmpty(s)"],
        ),
        (
            "A.cs",
            "class A { const int Max = 3; int F(int n) { if (n > Max) return -1; return G(); } }\n",
            ["! returns -1 if n > Max"],
        ),
        (
            "a.php",
            "<?php\nfunction f($a) { return $a ?: throw new E('a'); }\n",
            ["! throws E if not ($a)"],
        ),
        (
            "a.php",
            "<?php\nfunction f($a) { return match (true) { $a == 5 => throw new E(), 7 => 1 }; }\n",
            ["! throws E if $a == 5"],
        ),
        (
            "a.php",
            "<?php\nclass A {\n  function f($a) { $this->g($a); }\n"
            "  private function g($n) { if ($n > 9) throw new E(); }\n}\n",
            ["! throws E if $a > 9", "! throws E if $n > 9"],
        ),
        (
            "a.rb",
            'def f(a)\n  raise "none" unless a\n  fail E if a.empty?\n  g(a)\nend\n',
            ["! raises RuntimeError if not (a)", "! raises E if a.empty?"],
        ),
        (
            "a.rb",
            "def f(a)\n  g(a)\nrescue IOError => e\n  raise E, e.message\nensure\n  h\nend\n",
            ["! raises E on IOError"],
        ),
        ("a.rb", "def f(a)\n  return fail(405, a) unless a\nend\n", []),
        (
            "a.rb",
            "def f(a)\n  case a\n  when 1 then 2\n  else raise E\n  end\nend\n",
            ["! raises E otherwise"],
        ),
        (
            "a.swift",
            "/// Does.\n/// - Throws: `E.low` if low\n"
            "func f(n: Int) throws {\n  guard n > 0 else { throw E.low }\n}\n",
            ["= throws E.low if not (n > 0)"],
        ),
        (
            "a.swift",
            "func f(n: Int?) {\n  guard n != nil else { throw E.low }\n  precondition(n != 5)\n}\n",
            ["! throws E.low if not (n != nil)", "! traps if not (n != 5)"],
        ),
    ],
)
def test_what_a_body_asks_of_its_caller_is_told(
    name: str, text: str, clauses: list[str], tmp_path: Path
) -> None:
    assert told(name, text, tmp_path) == clauses
