"""What is read of each language: its kit of constructs, and facts that one line shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from skeleton.extract import read_module
from skeleton.extract.parsers import parser_for
from skeleton.languages import load_languages
from skeleton.model import SourceText, walk
from tests.golden import GOLDEN, read_case
from tests.running import blocks, run

if TYPE_CHECKING:
    from skeleton.model import Module, Symbol

LANGUAGES = load_languages()
KITS = sorted(path.parent.name for path in GOLDEN.glob("*/constructs"))


def read(language: str, text: str) -> Module:
    return read_module(SourceText("file", text.encode(), "hash"), LANGUAGES[language])


def symbol(module: Module, name: str) -> Symbol:
    return next(one for one in walk(module.symbols) if one.qualified_name == name)


def texts(module: Module) -> list[str]:
    return [one.head for one in walk(module.symbols)]


def visible(module: Module) -> dict[str, str]:
    return {one.qualified_name: one.visibility for one in walk(module.symbols)}


def words_of(name: str, case: str) -> tuple[set[str], set[str], str]:
    """Return the words to keep and the words to hide of a case, and what its run prints."""
    said = read_case(GOLDEN / name / case)
    files = sorted(path for path in (said.folder / "input").rglob("*") if path.is_file())
    source = "".join(path.read_text("utf-8") for path in files)
    keep = set(re.findall(r"\b(?!keep[_-]tools)\w*[kK][eE]{2}[pP]\w*", source))
    hidden = set(re.findall(r"\w*[hH]idden\w*", source))
    return keep, hidden, run(said.run, said.folder).out


@pytest.mark.parametrize("name", KITS)
def test_every_construct_of_a_kit_is_kept_and_no_body_is(name: str) -> None:
    keep, hidden, printed = words_of(name, "constructs")
    words = set(re.findall(r"\w+", printed))

    assert len(keep) >= 30
    assert keep - words == set()
    assert hidden & words == set()


@pytest.mark.parametrize("name", KITS)
def test_what_is_shown_of_a_kit_parses_in_its_own_grammar(name: str) -> None:
    said = read_case(GOLDEN / name / "constructs")
    source = next((said.folder / "input").iterdir()).read_bytes()
    parser = parser_for(LANGUAGES[name])
    broken = parser.parse(source).root_node.has_error
    printed = run(said.run, said.folder).out

    for block in blocks(printed):
        assert parser.parse(block.text.encode()).root_node.has_error <= broken


@pytest.mark.parametrize("name", KITS)
def test_a_target_gets_what_its_imports_mean_and_nothing_else(name: str) -> None:
    keep, hidden, printed = words_of(name, "imports")
    words = set(re.findall(r"\w+", printed))

    assert keep - words <= {"keep_tools"}
    assert hidden & words == set()
    assert "not found" not in printed


def test_a_where_clause_belongs_to_the_signature() -> None:
    module = read("rust", "fn run<F>(f: F)\nwhere F: Fn(),\n{ f() }\n")

    assert texts(module) == ["fn run<F>(f: F)\nwhere F: Fn(),"]


def test_methods_of_go_stand_under_their_type() -> None:
    module = read("go", "package p\n\nfunc (s *Set[K]) Add(k K) {}\n\ntype Set[K any] struct{}\n")

    assert [one.qualified_name for one in walk(module.symbols)] == ["Set", "Set.Add"]


def test_a_method_of_go_whose_type_lies_elsewhere_keeps_its_name() -> None:
    module = read("go", "package p\n\nfunc (s *Set) Add() {}\n")

    assert [one.qualified_name for one in module.symbols] == ["Set.Add"]


def test_constants_that_count_are_one_statement() -> None:
    module = read("go", "package p\n\nconst (\n\tA = iota\n\tB\n)\n")

    assert {one.name: one.head for one in module.symbols} == dict.fromkeys(
        ("A", "B"), "const (\n\tA = iota\n\tB\n)"
    )


def test_constants_in_brackets_are_statements_of_their_own() -> None:
    module = read("go", "package p\n\nvar (\n\tA = 1\n\tB = 2\n)\n")

    assert [one.head for one in module.symbols] == ["A = 1", "B = 2"]
    assert (module.branches[0].text, module.branches[0].close) == ("var (", ")")


def test_the_build_tags_of_a_file_stand_with_its_package() -> None:
    module = read("go", "//go:build linux\n\n// Package p does it.\npackage p\n")

    assert module.package == "//go:build linux\npackage p"
    assert module.docstring is not None
    assert module.docstring.text == "// Package p does it."


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("go", "package p\nfunc A() {}\nfunc b() {}\n", {"A": "public", "b": "private"}),
        (
            "rust",
            "pub fn a() {}\npub(crate) fn b() {}\nfn c() {}\n",
            {"a": "public", "b": "package", "c": "private"},
        ),
        (
            "java",
            "public class A { int b; private int c; protected int d; }",
            {"A": "public", "A.b": "package", "A.c": "private", "A.d": "protected"},
        ),
        ("java", "interface A { void b(); }", {"A": "package", "A.b": "public"}),
        (
            "c",
            "int a(void) { return 1; }\nstatic int b(void) { return 1; }\n",
            {"a": "public", "b": "private"},
        ),
        ("c", "#pragma once\nstatic inline int a(void) { return 1; }\n", {"a": "public"}),
        (
            "cpp",
            "class A { int b; public: int c; };",
            {"A": "public", "A.b": "private", "A.c": "public"},
        ),
        (
            "cpp",
            "struct A { int b; private: int c; };",
            {"A": "public", "A.b": "public", "A.c": "private"},
        ),
        (
            "csharp",
            "class A { int B; internal int C; public int D; }",
            {"A": "package", "A.B": "private", "A.C": "package", "A.D": "public"},
        ),
        (
            "kotlin",
            "class A {\n  fun b() {}\n  private fun c() {}\n  internal fun d() {}\n}\n",
            {"A": "public", "A.b": "public", "A.c": "private", "A.d": "package"},
        ),
        (
            "php",
            "<?php class A { function b() {} private function c() {} }",
            {"A": "public", "A.b": "public", "A.c": "private"},
        ),
        (
            "ruby",
            "class A\n  def b; end\n  private\n  def c; end\n  def self.d; end\nend\n",
            {"A": "public", "A.b": "public", "A.c": "private", "A.d": "public"},
        ),
        ("ruby", "class A\n  def b; end\n  private :b\nend\n", {"A": "public", "A.b": "private"}),
        (
            "swift",
            "public class A {\n  var b = 1\n  private var c = 1\n}\n",
            {"A": "public", "A.b": "package", "A.c": "private"},
        ),
        (
            "scala",
            "class A { def b = 1; private def c = 1; private[p] def d = 1 }",
            {"A": "public", "A.b": "public", "A.c": "private", "A.d": "package"},
        ),
    ],
)
def test_modifiers_capitals_and_sections_say_who_may_use_a_name(
    language: str, text: str, expected: dict[str, str]
) -> None:
    assert visible(read(language, text)) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("go", "package p\n\n// A is not part of the interface.\nfunc A() {}\n"),
        ("rust", "#[doc(hidden)]\npub fn A() {}\n"),
        ("java", "/** @hide */\npublic class A {}\n"),
    ],
)
def test_documentation_may_take_a_name_out_of_the_interface(language: str, text: str) -> None:
    assert visible(read(language, text)) == {"A": "internal"}


@pytest.mark.parametrize(
    ("language", "text", "doc"),
    [
        ("typescript", "/** Kept. */\n// not this\nexport const A = 1\n", "/** Kept. */"),
        ("rust", "/// Kept.\n// not this\npub fn a() {}\n", "/// Kept."),
        ("go", "// Kept.\n//nolint:all\nfunc A() {}\n", "// Kept."),
        ("java", "/** Kept. */\n// not this\npublic class A {}\n", "/** Kept. */"),
    ],
)
def test_a_remark_below_documentation_is_none(language: str, text: str, doc: str) -> None:
    (found,) = read(language, text).symbols

    assert found.docstring is not None
    assert found.docstring.text == doc


def test_a_use_tree_is_flat() -> None:
    module = read("rust", "pub use a::{self, b::C as D, e::{f, g::*}};\n")

    assert [(one.module, one.name, one.alias) for one in module.imports] == [
        ("a", "", ""),
        ("a::b", "C", "D"),
        ("a::e", "f", ""),
        ("a::e::g", "*", ""),
    ]
    assert all(one.exported for one in module.imports)


def test_a_header_guard_is_no_condition() -> None:
    module = read("c", "#ifndef A_H\n#define A_H\nint f(void);\n#endif\n")

    assert texts(module) == ["int f(void);"]
    assert module.branches == ()


def test_braces_for_another_language_are_no_condition() -> None:
    text = '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n'
    module = read("c", text)

    assert texts(module) == ["int f(void);"]
    assert (module.branches, module.diagnostics) == ((), ())


def test_each_branch_of_a_condition_is_kept_with_it() -> None:
    module = read(
        "c", "#ifdef A\nint f(int a);\n#elif B\nint f(void);\n#else\nint g(void);\n#endif\n"
    )

    assert [module.branches[one.branch].text for one in module.symbols] == [
        "#ifdef A",
        "#elif B",
        "#else",
    ]
    assert len({branch.group for branch in module.branches}) == 1


def test_two_heads_for_one_body_are_both_read() -> None:
    module = read(
        "c",
        "#ifdef W\nint f(long a)\n#else\nint f(int a)\n#endif\n{\n  return 1;\n}\nint g(void);\n",
    )

    assert texts(module) == ["int f(long a)", "int f(int a)", "int g(void);"]


def test_a_macro_before_the_name_of_a_class_costs_nothing() -> None:
    module = read("cpp", "class EXPORT A : public B {\n public:\n  int c() { return 1; }\n};\n")

    assert texts(module) == ["class EXPORT A : public B {", "int c()"]
    assert module.diagnostics == ()


def test_a_definition_outside_its_class_completes_the_declaration() -> None:
    module = read(
        "cpp", "class A {\n public:\n  int b(int c);\n};\nint A::b(int c) { return c; }\n"
    )

    assert [one.qualified_name for one in walk(module.symbols)] == ["A", "A.b"]
    assert symbol(module, "A.b").body is not None


def test_names_inside_declarators_are_found() -> None:
    module = read("c", "void (*set(int sig, void (*handler)(int)))(int);\nint (*hook)(int);\n")

    assert [(one.name, one.kind) for one in module.symbols] == [
        ("set", "function"),
        ("hook", "variable"),
    ]


@pytest.mark.parametrize(
    ("language", "text", "clause"),
    [
        (
            "go",
            "package p\nfunc F(a int) error {\nif a < 0 {\nreturn ErrA\n}\nreturn nil\n}\n",
            ("error", "a < 0"),
        ),
        (
            "rust",
            "fn f(a: u8) -> Result<u8, E> { if a > 3 { return Err(E::Big); } Ok(a) }\n",
            ("Err", "a > 3"),
        ),
        ("java", 'class A { void f(int a) { if (a < 0) throw new E("x"); } }', ("throws", "a < 0")),
        (
            "csharp",
            'class A { void F(int a) { if (a < 0) throw new E("x"); } }',
            ("throws", "a < 0"),
        ),
        (
            "csharp",
            "class A { void F(string a) { ArgumentNullException.ThrowIfNull(a); } }",
            ("throws", "a is null"),
        ),
        ("cpp", 'void f(int a) { if (a < 0) throw std::range_error("x"); }', ("throws", "a < 0")),
    ],
)
def test_a_guard_in_a_body_is_evidence(language: str, text: str, clause: tuple[str, str]) -> None:
    found = [
        (one.word, *one.conditions) if one.kind == "raises" else (one.kind, one.subject)
        for each in walk(read(language, text).symbols)
        for one in each.evidence
        if one.kind in ("raises", "asserts")
    ]

    assert [one for one in found if one[1:]] == [clause]


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("c", "void f(int a) { assert(a > 0); }", "asserts"),
        ("cpp", "void f(int a) { assert(a > 0); }", "asserts"),
        ("csharp", "class A { void F(int a) { Debug.Assert(a > 0); } }", "asserts in debug builds"),
        ("kotlin", "fun f(a: Int) { assert(a > 0) }", "asserts"),
        ("php", "<?php\nfunction f(int $a) { assert($a > 0); }", "asserts"),
        ("scala", "def f(a: Int) = { assert(a > 0); a }", "asserts"),
        ("swift", "func f(a: Int) { assert(a > 0) }", "asserts"),
    ],
)
def test_an_assertion_is_evidence_of_its_own(language: str, text: str, word: str) -> None:
    (found,) = [
        one
        for each in walk(read(language, text).symbols)
        for one in each.evidence
        if one.kind == "asserts"
    ]

    assert (found.word, found.subject.replace("$", ""), found.conditions) == (word, "a > 0", ())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("csharp", "class A { int B { get => 1; set { if (value < 0) throw new E(); } } }"),
        ("php", "<?php\nclass A { public int $B { set { if ($value < 0) throw new E(); } } }"),
        ("swift", "class A { var B: Int { get { 1 } set { if value < 0 { throw E() } } } }"),
    ],
)
def test_what_an_accessor_throws_is_evidence_of_its_property(language: str, text: str) -> None:
    property = symbol(read(language, text), "A.B")

    assert property.kind == "property"
    assert [(e.subject, e.conditions[0].lstrip("$")) for e in property.evidence] == [
        ("E", "value < 0")
    ]


def test_what_a_property_can_do_is_said_without_how() -> None:
    get_and_set = read("swift", "var a: Int { get { b } set(c) { d = c } }")
    get_alone = read("swift", "var a: Int { b }")
    asked_for = read("swift", "protocol P { subscript(a: Int) -> E { get set } }")

    assert texts(get_and_set) == ["var a: Int { get {} set(c) {} }"]
    assert texts(get_alone) == ["var a: Int"]
    assert texts(asked_for)[1] == "subscript(a: Int) -> E { get set }"


def test_the_default_of_another_file_can_be_given_a_name() -> None:
    text = "export { default as A } from './a'\nimport { default as B } from './b'\n"
    for language in ("javascript", "typescript"):
        found = read(language, text).imports

        assert [(one.module, one.name, one.alias) for one in found] == [
            ("./a", "default", "A"),
            ("./b", "default", "B"),
        ]


def test_values_given_to_a_property_of_what_is_exported_are_public() -> None:
    module = read("javascript", "export class A {}\nA.b = 3\nc.d = 4\n")

    assert visible(module) == {"A": "public", "A.b": "public", "c.d": "internal"}


def test_a_definition_before_an_error_is_read_once() -> None:
    text = "@discardableResult\n@available(iOS 15, *)\npublic func f() {}\n"
    text += "typealias A = B where C: D\n"
    module = read("swift", text)

    assert [one.name for one in module.symbols].count("f") == 1


def test_blocks_of_ruby_are_bodies() -> None:
    module = read("ruby", "A = Hash.new { |a, b| hidden(b) }\ndefine_method(:c) do |d|\n  e\nend\n")

    assert texts(module) == ["A = Hash.new { |a, b| {} }", "define_method(:c) do |d|\n  {}\nend"]


def test_definitions_in_blocks_and_under_conditions_are_found() -> None:
    text = "module M\n  refine String do\n    def a; end\n  end\nend\n"
    text += "if X\n  def b; end\nelse\n  def c; end\nend\n"
    module = read("ruby", text)

    assert [one.qualified_name for one in walk(module.symbols)] == ["M", "M.a", "b", "c"]
    assert {branch.text for branch in module.branches} == {"refine String do", "if X", "else"}


def test_a_comment_at_the_top_of_a_ruby_file_is_of_the_file() -> None:
    module = read("ruby", "# frozen_string_literal: true\n\n# About it.\n\nrequire 'a'\n")
    licence = read("ruby", "# Copyright me\n\nrequire 'a'\n")

    assert module.docstring is not None
    assert module.docstring.text == "# About it."
    assert licence.docstring is None


def test_members_below_a_section_keep_their_indent() -> None:
    module = read("cpp", "class A {\npublic:\n    int b;\n};\n")

    assert module.branches[0].body_indent == "    "


def test_every_name_of_a_type_of_c_is_known() -> None:
    module = read("c", "typedef struct _A { int b; } A, *C;\ntypedef enum d { E } d;\n")

    assert [(one.kind, one.qualified_name) for one in walk(module.symbols)] == [
        ("struct", "A"),
        ("field", "A.b"),
        ("type_alias", "C"),
        ("type_alias", "_A"),
        ("enum", "d"),
        ("enum_member", "d.E"),
    ]


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_words_of_the_project_do_not_hide_what_stands_beside_them(language: str) -> None:
    text = "struct API A {\n  FIELDS\n  /* and */\n  MORE_FIELDS\n  int b;\n};\n"
    text += "enum {\n  C,\n  LAST_VALUE\n};\n"
    module = read(language, text)

    assert [one.qualified_name for one in walk(module.symbols)] == [
        "A",
        "A.b",
        "enum",
        "enum.C",
        "enum.LAST_VALUE",
    ]
    assert module.symbols[0].head == "struct API A {"


def test_values_of_an_enum_without_a_name_inside_a_class_are_known() -> None:
    module = read("cpp", "class A {\n  enum { B = 1 };\n};\n")

    assert "A.enum.B" in visible(module)


def test_an_annotation_class_below_annotations_is_a_class() -> None:
    module = read("kotlin", "@A\n@B(1)\nannotation class X\n\n@C annotation class Y\n")

    assert [(one.name, one.kind) for one in module.symbols] == [("X", "class"), ("Y", "class")]


def test_annotations_of_an_accessor_cost_no_member() -> None:
    text = 'class A {\n  val size\n    @JvmName("size")\n    get() = 1\n  fun after() {}\n}\n'

    assert [one.name for one in walk(read("kotlin", text).symbols)] == ["A", "size", "after"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("val (a, Some(b)) = x\n", ["a", "b"]),
        ("val h :: t = x\n", ["h", "t"]),
        ("object / { val x = 1 }\n", ["/", "x"]),
        ("extension (s: String)\n  def a = 1\n  def b = 2\n", ["extension", "a", "b"]),
        ("package object p {\n  val x = 1\n}\n", ["p", "x"]),
    ],
)
def test_names_of_scala_in_every_shape(text: str, names: list[str]) -> None:
    assert [one.name for one in walk(read("scala", text).symbols)] == names


def test_an_embedded_interface_of_go_has_its_own_name() -> None:
    module = read("go", "package p\n\ntype R interface {\n\tio.Closer\n\t~int | string\n}\n")

    assert [one.name for one in module.symbols[0].members] == ["Closer", "~int | string"]


@pytest.mark.parametrize(
    ("language", "text", "head"),
    [
        ("java", "class A { static final F X = a -> { int hidden = 1; }; }", "X = a -> {};"),
        ("rust", "pub const A: u8 = { let hidden = 1; hidden };\n", "pub const A: u8 = {};"),
        ("scala", "lazy val a =\n  val hidden = 1\n  hidden\n", "lazy val a =\n  ???"),
    ],
)
def test_a_body_in_a_value_is_cut(language: str, text: str, head: str) -> None:
    assert texts(read(language, text))[-1].endswith(head)


@pytest.mark.parametrize(
    ("language", "text", "raised"),
    [
        ("kotlin", "fun f(a: A?) { val b = a ?: throw E() }", [("E", ("a is null",))]),
        (
            "kotlin",
            "fun f(a: Int): Int { return when { a > 5 -> throw E(); else -> 1 } }",
            [("E", ("a > 5",))],
        ),
        (
            "kotlin",
            "fun f(a: A?, b: Int) { val c = a ?: return\n  if (b < 0) throw E() }",
            [("E", ("not (a is null)", "b < 0"))],
        ),
        (
            "scala",
            "def f(a: Int) = { val b = if (a > 5) throw new E() else 1; b }",
            [("E", ("a > 5",))],
        ),
        ("scala", "def f(a: Int) = if a < 0 then throw E() else a", [("E", ("a < 0",))]),
        ("scala", "def f(a: O) = a.getOrElse(throw E())", [("E", ("a is empty",))]),
        (
            "rust",
            "fn f(a: Option<u8>) -> Result<u8, E> { Ok(a.ok_or(E::No)?) }",
            [("E::No", ("a is None",))],
        ),
        (
            "scala",
            "def f(a: Int): Either[E, Int] = if (a < 0) Left(E()) else Right(a)",
            [("E", ("a < 0",))],
        ),
    ],
)
def test_a_statement_within_an_expression_has_its_path(
    language: str, text: str, raised: list[tuple[str, tuple[str, ...]]]
) -> None:
    (symbol,) = read(language, text).symbols
    found = [(one.subject, one.conditions) for one in symbol.evidence if one.kind == "raises"]

    assert found == raised


@pytest.mark.parametrize(
    ("body", "raised"),
    [
        ('return fmt.Errorf("b: %w", ErrBig)', [("ErrBig", "error wraps", "")]),
        ("v, err := g(n)\n\tif err != nil {\n\t\tpanic(err)\n\t}", [("", "panics", "g(n)")]),
        ("return w.Err", []),
        ("return n", []),
    ],
)
def test_an_error_of_go_says_what_it_wraps(body: str, raised: list[tuple[str, ...]]) -> None:
    text = f"package p\n\nfunc (w *W) f(n error) error {{\n\t{body}\n}}\n"
    (symbol,) = read("go", text).symbols
    found = [(e.subject, e.word, e.handler) for e in symbol.evidence if e.kind == "raises"]

    assert found == raised


@pytest.mark.parametrize(
    ("text", "elision"),
    [("fun a() = 1\n", "= TODO()"), ("fun a(): Int = 1\n", "{}"), ("fun a() { b() }\n", "{}")],
)
def test_a_result_of_kotlin_that_is_inferred_is_no_missing_result(text: str, elision: str) -> None:
    assert read("kotlin", text).symbols[0].elision == elision


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_words_of_the_project_around_a_type_are_no_names(language: str) -> None:
    text = "ZEXTERN int ZEXPORT deflate(int a);\nZEXTERN const char * ZEXPORT version(void);\n"
    text += "BOOL WINAPI Open(int a);\n"
    module = read(language, text)

    assert [one.name for one in module.symbols] == ["deflate", "version", "Open"]
    assert [one.kind for one in module.symbols] == ["function"] * 3


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ('fmt.Errorf("%v", err)', ("", "error", "g(n)")),
        ('fmt.Errorf("a: %w", err)', ("g(n)", "error wraps", "")),
        ('errors.Wrap(err, "a")', ("g(n)", "error wraps", "")),
    ],
)
def test_only_what_is_wrapped_is_said_to_be(result: str, told: tuple[str, str, str]) -> None:
    text = "package p\n\nfunc f(n int) error {\n\terr := g(n)\n\tif err != nil {\n"
    (symbol,) = read("go", f"{text}\t\treturn {result}\n\t}}\n\treturn nil\n}}\n").symbols
    found = [(e.subject, e.word, e.handler) for e in symbol.evidence if e.kind == "raises"]

    assert found == [told]


def test_an_initializer_of_an_enum_is_public_in_swift_and_none_of_the_callers_in_java() -> None:
    swift = read("swift", "public enum A {\n  case b\n  public init(name: String) {}\n}\n")
    java = read("java", "public enum A { B; A() {} }\n")

    assert [one.visibility for one in swift.symbols[0].members] == ["public", "public"]
    assert [one.visibility for one in java.symbols[0].members] == ["public", "private"]


def test_documentation_of_a_definition_is_not_that_of_its_file() -> None:
    module = read("rust", "//! All helpers.\n/// Prints.\npub fn f() {}\n")

    assert module.docstring is not None
    assert module.docstring.text == "//! All helpers."
