"""Clauses of bodies in languages with idioms of their own, as a map shows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path

GO = "package p\nfunc check(x int) error {\nif x < 0 {\nreturn Neg\n}\nreturn nil\n}\n"
RUST = "fn check(x: i32) -> Result<i32, E> { if x < 0 { return Err(E::Neg); } Ok(x) }\n"
SCALA = "object A {\n  def check(x: Int): Either[E, Int] = if (x < 0) Left(E(1)) else Right(x)\n"


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


def test_a_case_says_that_the_test_of_an_earlier_one_with_its_pattern_failed(
    tmp_path: Path,
) -> None:
    source = (
        "fn grow(n: Option<u8>, all: bool) -> u8 {\n"
        '  match n { Some(x) => x, None if !all => 0, None => panic!("full") }\n}\n'
        "pub fn try_grow(n: Option<u8>) -> u8 { grow(n, false) }\n"
        "pub fn must_grow(n: Option<u8>) -> u8 { grow(n, true) }\n"
    )
    panics = [one for one in told("a.rs", source, tmp_path) if "panics" in one]

    assert panics == ["! panics if n matches None and all", "! panics if n matches None"]


@pytest.mark.parametrize(
    ("name", "helper", "body", "passes"),
    [
        ("a.go", GO, "func F(x int) int { _ = check(x); return 1 }", False),
        ("a.go", GO, "func F(x int) error { if e := check(x); e != nil { }; return g }", False),
        ("a.go", GO, "func F(x int) error { e := check(x); if e != nil { return e }; g }", True),
        ("a.go", GO, "func F(x int) error { return check(x) }", True),
        ("a.go", GO, "func F(x int) (err error) { err = check(x); return }", True),
        ("a.rs", RUST, "pub fn f(x: i32) -> Option<i32> { check(x).ok() }", False),
        ("a.rs", RUST, "pub fn f(x: i32) -> Result<i32, E> { let _ = check(x); Ok(1) }", False),
        ("a.rs", RUST, "pub fn f(x: i32) -> Result<i32, E> { let y = check(x)?; Ok(y) }", True),
        ("a.rs", RUST, "pub fn f(x: i32) -> Result<i32, E> { check(x) }", True),
        ("a.rs", RUST, "pub fn f(x: i32) -> Result<i32, E> { check(x).map(|y| y + 1) }", True),
        ("a.rs", RUST, "pub fn f(x: i32) -> Result<i32, E> { match x { _ => check(x) } }", True),
        ("a.scala", SCALA, "  def f(x: Int): Option[Int] = check(x).toOption }", False),
        ("a.scala", SCALA, "  def f(x: Int): Either[E, Int] = check(x) }", True),
    ],
)  # fmt: skip
def test_an_error_that_is_a_value_goes_no_further_than_it_is_given_on(
    name: str, helper: str, body: str, passes: bool, tmp_path: Path
) -> None:
    found = told(name, helper + body, tmp_path)

    assert len([one for one in found if "x < 0" in one]) == 1 + passes


@pytest.mark.parametrize(
    ("name", "text", "clause"),
    [
        ("a.js", "export function f(x) { x = x || 1; if (!x) throw E(); }", "!x (x = x || 1)"),
        ("a.js", "export function f(x) { x ??= 3; if (x < 1) throw new E(); }", "x < 1 (x ??= 3)"),
        (
            "a.js",
            "export function f(x) { if (x === undefined) x = 3; if (x < 1) throw new E(); }",
            "x < 1 (x = 3 if x === undefined)",
        ),
        ("a.js", "export function f(x) { [x] = g; if (x < 1) throw new E(); }", "x < 1 (x = ..)"),
        (
            "a.ts",
            "export function f(x: number) { while (x > 3) { x--; } if (x < 1) throw new E(); }",
            "x < 1 (x = ..)",
        ),
        (
            "a.go",
            "package p\nfunc F(x int) error {\n\tif x == 0 {\n\t\tx = 3\n\t}\n"
            "\tif x < 0 {\n\t\treturn E\n\t}\n\treturn nil\n}\n",
            "x < 0 (x = 3 if x == 0)",
        ),
        (
            "a.go",
            "package p\nfunc F(x int) error { x += 2; if x < 0 { return E }; return nil }",
            "x < 0 (x += 2)",
        ),
        (
            "a.go",
            "package p\nfunc F(x int) error {\n\tif x > 3 {\n\t\tx := g()\n\t\tuse(x)\n\t}\n"
            "\tif x < 0 {\n\t\treturn E\n\t}\n\treturn nil\n}\n",
            "x < 0",
        ),
        (
            "A.java",
            "class A { void f(String x) { x = x.trim(); if (x.isEmpty()) throw new E(); } }",
            "x.isEmpty() (x = x.trim())",
        ),
        (
            "A.java",
            "class A { void f(int x) { x += 1; x++; if (x < 0) throw new E(); } }",
            "x < 0 (x = ..)",
        ),
        (
            "a.rs",
            "pub fn f(x: i32) -> Result<(), E> {\n"
            "  let x = x.abs();\n  if x > 3 { return Err(E); }\n  Ok(())\n}\n",
            "x > 3 (x = x.abs())",
        ),
        (
            "a.rs",
            "pub fn f(x: i32) -> Result<(), E> {\n"
            "  if x > 9 { let x = 3; g(x); }\n  if x > 3 { return Err(E); }\n  Ok(())\n}\n",
            "x > 3",
        ),
        (
            "a.php",
            "<?php\nfunction f($x) { if ($x === null) { $x = 3; } if ($x < 1) throw new E(); }",
            "$x < 1 ($x = 3 if $x === null)",
        ),
        ("a.php", "<?php\nfunction f($x) { $x ??= 3; if (!$x) throw E; }", "!$x ($x ??= 3)"),
        ("a.rb", "def f(x)\n  x = x.to_s\n  raise E if x == 3\nend\n", "x == 3 (x = x.to_s)"),
        (
            "A.cs",
            'class A { void F(string x) { x ??= ""; if (x == "a") throw new E(); } }',
            'x == "a" (x ??= "")',
        ),
        ("a.cpp", "void f(int x) { x += 2; if (x > 3) throw E(); }", "x > 3 (x += 2)"),
        ("a.kt", "fun f(x: T) { val x = x.a(); if (x == 3) throw E() }", "x == 3 (x = x.a())"),
        (
            "a.swift",
            "func f(x: String) throws { let x = x.lowercased(); if x == a { throw E.none } }",
            "x == a (x = x.lowercased())",
        ),
        (
            "a.scala",
            "object A { def f(x: String) = { if (x == 3) throw new E(); val n = x.size\n"
            "    if (n > 5) throw new F(); n } }",
            "x == 3",
        ),
    ],
)
def test_a_parameter_that_is_bound_anew_says_what_it_became(
    name: str, text: str, clause: str, tmp_path: Path
) -> None:
    (first, *_) = told(name, text, tmp_path)

    assert first.partition(" if ")[2] == clause


@pytest.mark.parametrize(
    ("name", "text", "clauses"),
    [
        (
            "a.go",
            "package a\ntype O func(*o) error\nfunc W(n int) O {\n  return func(o *o) error {\n"
            '    if n > 9 { return errors.New("n") }\n    o.n = n\n    return nil\n  }\n}\n',
            ["! the function returned: error if n > 9"],
        ),
        (
            "a.ts",
            "export function limit(n: number) {\n"
            '  return (x: number) => { if (x > n) throw new RangeError("x"); return x; };\n}\n',
            ["! the function returned: throws RangeError if x > n"],
        ),
        (
            "a.php",
            "<?php\nfunction limit($n) {\n"
            "  return function ($x) use ($n) { if ($x > $n) { throw new E(); } };\n}\n",
            ["! the function returned: throws E if $x > $n"],
        ),
        (
            "a.swift",
            "public func limit(_ n: Int) -> (Int) throws -> Void {\n"
            "  return { x in if x > n { throw E.big } }\n}\n",
            ["! the function returned: throws E.big if x > n"],
        ),
        (
            "a.go",
            "package a\nfunc V(n int) error {\n  var errs []error\n"
            '  if n < 0 { errs = append(errs, fmt.Errorf("%w: %d", ErrLow, n)) }\n'
            "  if n > 9 { errs = append(errs, &High{n}) }\n  return errors.Join(errs...)\n}\n",
            ["! error wraps ErrLow if n < 0", "! error *High if n > 9"],
        ),
        (
            "a.go",
            "package a\nfunc V(errs []error) error { return errors.Join(errs...) }\n",
            [],
        ),
        (
            "a.go",
            "package a\ntype C struct { closed bool }\n"
            "func (c *C) Send(p []byte) error {\n  n, err := c.call(p)\n"
            "  if err != nil { return err }\n  return nil\n}\n"
            "func (c *C) call(p []byte) (int, error) {\n  if c.closed { return 0, ErrClosed }\n"
            "  n := 0\n  for n < len(p) { n++ }\n  if n > 3 { return 0, ErrBad }\n"
            "  return 1, nil\n}\n",
            [
                "! error ErrClosed if c.closed",
                "! error wraps c.call(p)",
                "! error ErrClosed if c.closed",
                "! error ErrBad if n > 3",
            ],
        ),
        (
            "a.go",
            "package a\ntype M int\nfunc (m M) String() string {\n  switch m {\n"
            '  case 1:\n    return "one"\n  }\n  return "none"\n}\n',
            ['! returns "one" if m matches 1'],
        ),
        (
            "A.java",
            "class A {\n  boolean done;\n  void f() {\n    if (done) throw new E();\n"
            "    done = true;\n  }\n}\n",
            ["! throws E if done"],
        ),
        (
            "a.cpp",
            "struct A {\n  bool done;\n  void f(int n) {\n    int k = n * 2;\n"
            "    if (done || k > 7) throw E();\n    done = true;\n  }\n};\n",
            ["! throws E if done || k > 7 (k = n * 2)"],
        ),
        (
            "A.java",
            "record M(long minor, Currency currency) {\n  void plus(M other) { same(other); }\n"
            "  private void same(M o) { if (!currency.equals(o.currency)) throw new E(); }\n}\n",
            [
                "! throws E if !currency.equals(other.currency)",
                "! throws E if !currency.equals(o.currency)",
            ],
        ),
        (
            "a.scala",
            "class G(val width: Int) {\n  def at(p: Int): Int = { check(p); p }\n"
            '  private def check(x: Int): Unit = if (x >= width) throw new E("x")\n}\n',
            ["! throws E if p >= width", "! throws E if x >= width"],
        ),
        (
            "A.java",
            'class A {\n  int state;\n  void f() { assert state > 0 : "state"; }\n}\n',
            ["! asserts state > 0"],
        ),
        (
            "a.c",
            "#define MAX 3\nint f(const char *s) {\n  size_t n = strlen(s);\n"
            "  if (n > MAX) return -7;\n  return g(s);\n}\n",
            ["! returns -7 if n > MAX (n = strlen(s))"],
        ),
    ],
)
def test_a_rule_that_stands_apart_from_its_function_is_told(
    name: str, text: str, clauses: list[str], tmp_path: Path
) -> None:
    assert told(name, text, tmp_path) == clauses


@pytest.mark.parametrize(
    ("name", "text", "clauses"),
    [
        (
            "a.rb",
            "class Q\n  def push(job)\n    check_open\n    check_type job\n    @jobs << job\n"
            "  end\n\n  private\n\n  def check_open\n    raise IOError if @closed\n  end\n"
            "  def check_type(one)\n    raise TypeError unless one.respond_to?(:to_h)\n  end\n"
            "end\n",
            [
                "! raises IOError if @closed",
                "! raises TypeError if not (job.respond_to?(:to_h))",
                "! raises IOError if @closed",
                "! raises TypeError if not (one.respond_to?(:to_h))",
            ],
        ),
        (
            "a.rb",
            "class A\n  def f(q)\n    q = Q.new\n    q.check_open\n  end\nend\nclass Q\n"
            "  def check_open\n    raise IOError if @closed\n  end\nend\n",
            ["! raises IOError if @closed"],
        ),
        (
            "A.cs",
            "class A { void F(CancellationToken t) { t.ThrowIfCancellationRequested(); } }\n",
            ["! throws OperationCanceledException if t.IsCancellationRequested"],
        ),
        (
            "a.php",
            "<?php\nfunction f($v) { assert(ctype_alnum($v)); return g($v); }\n",
            ["! asserts ctype_alnum($v)"],
        ),
        (
            "a.c",
            "int f(const char *s) {\n  if (!isdigit(*s)) return -1;\n  return run(s);\n}\n",
            ["! returns -1 if !isdigit(*s)"],
        ),
        (
            "a.kt",
            "class A { fun f(s: List<B>): B = s.firstOrNull { it.ok } ?: throw E() }\n",
            ["! throws E if s.firstOrNull { it.ok } is null"],
        ),
        (
            "a.rs",
            "pub fn f(s: &str) -> Result<u8, E> {\n"
            "  s\n    .split_once(',')\n    .ok_or(E::Bad)?;\n  Ok(1)\n}\n",
            ["! Err E::Bad if s.split_once(',') is None"],
        ),
    ],
)
def test_calls_and_names_of_a_language_are_its_own(
    name: str, text: str, clauses: list[str], tmp_path: Path
) -> None:
    assert told(name, text, tmp_path) == clauses


@pytest.mark.parametrize(
    ("name", "text", "gone"),
    [
        (
            "a.kt",
            "/**\n * Plants.\n * @param a it\n * @param gone never\n */\n"
            "@Throws(E::class)\nfun f(a: Int) {}\n",
            ["gone"],
        ),
        ("a.kt", "/** F.\n * @param T kind\n * @param x it */\nfun <T> f(x: T) {}\n", []),
        (
            "a.swift",
            "/// Queues.\n///\n/// - Parameters:\n///   - message: it\n///   - gone: never\n"
            "@discardableResult\npublic func f(_ message: String) -> Int { 1 }\n",
            ["gone"],
        ),
        (
            "A.java",
            "/** R.\n * @param a first\n * @param gone second */\npublic record R(int a) {}\n",
            ["gone"],
        ),
    ],
)
def test_documented_parameters_are_compared_below_annotations_and_on_records(
    name: str, text: str, gone: list[str], tmp_path: Path
) -> None:
    conflicts = [one for one in told(name, text, tmp_path) if "doc parameter" in one]

    assert conflicts == [f"~ conflict: doc parameter {one} is not in the signature" for one in gone]


def test_an_exception_below_an_annotation_may_never_be_thrown(tmp_path: Path) -> None:
    text = (
        "class Gone extends RuntimeException {}\nclass A {\n"
        "  /** F.\n   * @throws Gone if so */\n  @Override\n"
        "  public int f(int b) { return b > 3 ? 1 : 2; }\n}\n"
    )

    assert "~ conflict: doc @throws Gone if so, never raised" in told("A.java", text, tmp_path)


def test_types_of_tags_that_say_more_than_the_signature_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.php").write_text(
        "<?php\n/**\n * @param positive-int $a\n * @param string $b\n */\n"
        "function f(int $a, string $b) {}\n"
    )

    printed = run(["map", "a.php"], tmp_path).out

    assert "@param positive-int $a" in printed
    assert "@param string $b" not in printed


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        (
            "a.php",
            "<?php\nclass A {\n  private const int MOST = 99;\n"
            "  public function f(int $c) { if ($c > self::MOST) { throw new E(); } }\n}\n",
            "private const int MOST = 99;",
        ),
        (
            "A.cs",
            "public class A {\n  private const int Most = 99;\n  public void F(string s) {"
            " if (s is { Length: > Most }) throw new E(); }\n}\n",
            "private const int Most = 99;",
        ),
    ],
)
def test_a_private_constant_of_the_class_that_a_rule_names_is_shown(
    name: str, text: str, value: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)

    assert value in run(["map", name], tmp_path).out


def test_a_local_that_is_named_like_its_type_is_no_result(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "struct tape { int on; };\nstruct tape *f(int n) {\n  if (n < 0) return NULL;\n"
        "  struct tape *tape = make(n);\n  tape->on = n;\n  if (n > 9) return NULL;\n"
        "  return tape;\n}\n"
    )

    printed = run(["map", "a.c"], tmp_path).out

    assert "// ! returns NULL if n < 0 :3; NULL if n > 9 :6\n" in printed
