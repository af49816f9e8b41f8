"""The walk over bodies knows no language by name: a table is enough."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from skeleton.extract.flow.body import BodyFacts, read_body
from skeleton.extract.parsers import find_nodes, parser_for
from skeleton.languages import load_languages

LANGUAGES = load_languages()


@dataclass
class Sample:
    """A table, and the node type that holds a body."""

    language: str
    function: str
    table: str


TYPESCRIPT = Sample(
    "typescript",
    "function_declaration",
    """
    block = ["statement_block"]
    wrapper = ["expression_statement"]
    if = ["if_statement"]
    else = ["else_clause"]
    loop = ["for_statement", "for_in_statement", "while_statement", "do_statement"]
    try = ["try_statement"]
    handler = ["catch_clause"]
    finally = ["finally_clause"]
    switch = ["switch_statement"]
    case = ["switch_case", "switch_default"]
    case_patterns = ["value"]
    switch_flags = ["breaks", "falls_through"]
    throw = ["throw_statement"]
    return = ["return_statement"]
    leave = ["break_statement", "continue_statement"]
    deferred = ["arrow_function", "function_expression"]
    call = ["call_expression", "new_expression"]
    logic = ["binary_expression"]
    assignment = ["assignment_expression"]
    declaration = ["lexical_declaration"]
    parentheses = ["parenthesized_expression"]
    names = ["identifier"]
    stores = ["member_expression", "subscript_expression"]
    comment = ["comment"]
    string = ["string", "template_string"]
    mapping = ["object"]
    pair = ["pair"]
    key = ["property_identifier", "string"]
    words = { throw = "throws" }
    mutators = ["push"]
    """,
)
GO = Sample(
    "go",
    "function_declaration",
    """
    block = ["block", "statement_list"]
    wrapper = ["expression_statement"]
    if = ["if_statement"]
    loop = ["for_statement"]
    endless = ["for"]
    switch = ["expression_switch_statement", "type_switch_statement"]
    case = ["expression_case", "type_case", "default_case"]
    case_patterns = ["value", "type"]
    switch_flags = ["breaks"]
    return = ["return_statement"]
    leave = ["break_statement", "continue_statement"]
    deferred = ["func_literal", "defer_statement", "go_statement"]
    call = ["call_expression"]
    declaration = ["short_var_declaration"]
    assignment = ["assignment_statement"]
    names = ["identifier"]
    lists = ["expression_list"]
    comment = ["comment"]
    string = ["interpreted_string_literal"]
    error_result = "error"
    error_wraps = ["fmt.Errorf"]
    error_makes = ["errors.New", "fmt.Errorf"]
    words = { throw = "error" }
    guards = { panic = ["panics", "", "", 0] }
    """,
)
RUST = Sample(
    "rust",
    "function_item",
    """
    block = ["block"]
    wrapper = ["expression_statement"]
    if = ["if_expression"]
    else = ["else_clause"]
    loop = ["for_expression", "while_expression", "loop_expression"]
    endless = ["loop"]
    switch = ["match_expression"]
    case = ["match_arm"]
    case_patterns = ["pattern"]
    wildcards = ["_"]
    return = ["return_expression"]
    deferred = ["closure_expression"]
    call = ["call_expression", "macro_invocation"]
    arguments = ["token_tree"]
    raw_arguments = ["token_tree"]
    declaration = ["let_declaration"]
    names = ["identifier"]
    comment = ["line_comment", "block_comment"]
    string = ["string_literal"]
    [guards]
    "panic!" = ["panics", "", "", 0]
    "assert!" = ["panics", "", "not ({0})", 1]
    "Err" = ["Err", "{0}", "", -1]
    """,
)
JAVA = Sample(
    "java",
    "method_declaration",
    """
    block = ["block"]
    wrapper = ["expression_statement"]
    if = ["if_statement"]
    loop = ["for_statement", "enhanced_for_statement", "while_statement", "do_statement"]
    try = ["try_statement", "try_with_resources_statement"]
    handler = ["catch_clause"]
    finally = ["finally_clause"]
    switch = ["switch_expression"]
    case = ["switch_block_statement_group", "switch_rule"]
    case_patterns = ["switch_label"]
    switch_flags = ["breaks", "falls_through"]
    throw = ["throw_statement"]
    return = ["return_statement"]
    leave = ["break_statement", "continue_statement"]
    assert = ["assert_statement"]
    deferred = ["lambda_expression"]
    call = ["method_invocation", "object_creation_expression"]
    declaration = ["local_variable_declaration"]
    parentheses = ["parenthesized_expression"]
    names = ["identifier"]
    lists = ["catch_type"]
    comment = ["line_comment", "block_comment"]
    string = ["string_literal"]
    words = { throw = "throws" }
    [guards]
    "Objects.requireNonNull" = ["throws", "NullPointerException", "{0} == null", 1]
    """,
)


def facts(sample: Sample, source: str) -> BodyFacts:
    language = replace(
        LANGUAGES[sample.language], flow=tomllib.loads(sample.table), digest=sample.table
    )
    root = parser_for(language).parse(source.encode()).root_node
    (holder,) = find_nodes(root, language, (sample.function,))
    body = holder.child_by_field_name("body")
    assert body is not None
    return read_body(body, language, ("p",))


def raised(sample: Sample, source: str) -> list[str]:
    found = []
    for e in facts(sample, source).evidence:
        if e.kind == "raises":
            said = " ".join(part for part in (e.word, e.subject) if part)
            said += f" if {' and '.join(e.conditions)}" if e.conditions else ""
            found.append(said + (" otherwise" if e.otherwise else ""))
    return found


def test_typescript_throws() -> None:
    assert raised(
        TYPESCRIPT,
        """
        function f(p: number, xs: X[]) {
          for (const x of xs) { if (!x) throw new Missing<X>(x); }
          if (p < 0) throw new RangeError(`negative ${p}`);
          else if (p === 1) { return 1 } else { throw new TypeError() }
        }
        """,
    ) == [
        "throws Missing if for (const x of xs) and !x",
        "throws RangeError if p < 0",
        "throws TypeError otherwise",
    ]


def test_a_typescript_switch_falls_through_and_breaks() -> None:
    assert raised(
        TYPESCRIPT,
        """
        function f(p) {
          switch (p.kind) {
            case "a":
            case "b": throw new A();
            case "c": break;
            default: throw new B();
          }
          throw new C();
        }
        """,
    ) == ['throws A if p.kind matches "a", "b"', "throws B otherwise", "throws C otherwise"]


def test_a_catch_without_a_type_takes_everything() -> None:
    found = facts(TYPESCRIPT, "function f(p) { try { throw new A() } catch (e) { p.push(1) } }")

    assert [(e.kind, e.subject, e.caught) for e in found.evidence] == [
        ("raises", "A", ("BaseException",)),
        ("mutates", "p", ()),
    ]


def test_typescript_objects_have_keys() -> None:
    (found,) = facts(TYPESCRIPT, "function f(p) { return { a: 1, 'b': p } }").evidence

    assert [a.text for a in found.arguments] == ["a", "'b'"]


def test_go_returns_errors() -> None:
    assert raised(
        GO,
        """package p
        func f(p Payout) (int, error) {
            if err := Validate(p); err != nil {
                return 0, fmt.Errorf("bad: %w", err)
            }
            if p.Closed { return 0, ErrClosed }
            if p.Cents > Max { return 0, &OverLimitError{Cents: p.Cents} }
            if p.Cents < 0 { return 0, errors.New("negative") }
            left, err := p.Book()
            if err != nil { return 0, err }
            switch p.Kind {
            case Standard, Instant:
                return left, nil
            }
            panic("unknown kind")
        }""",
    ) == [
        "error wraps Validate(p)",
        "error ErrClosed if p.Closed",
        "error *OverLimitError if p.Cents > Max",
        "error if p.Cents < 0",
        "error wraps p.Book()",
        "panics otherwise",
    ]


def test_go_functions_without_an_error_result_return_values() -> None:
    found = facts(GO, "package p\nfunc f(p int) int {\n if p < 0 { return -1 }\n return p\n}")

    assert [(e.kind, e.subject) for e in found.evidence] == [("returns", "-1"), ("returns", "p")]


def test_rust_panics_and_errors() -> None:
    assert raised(
        RUST,
        """
        fn f(p: u32) -> Result<u32, E> {
            assert!(p <= MAX, "too big");
            if p == 0 { return Err(E::Empty); }
            let Some(q) = find(p) else { return Err(E::Missing) };
            match q {
                1 | 2 => Ok(q),
                n if n > 9 => Err(E::Large),
                _ => panic!("odd {}", q),
            }
        }
        """,
    ) == [
        "panics if not (p <= MAX)",
        "Err E::Empty if p == 0",
        "Err E::Missing if not (let Some(q) = find(p))",
        "Err E::Large if q matches n and n > 9",
        "panics otherwise",
    ]


def test_java_throws_and_checks() -> None:
    found = facts(
        JAVA,
        """class A { int f(int p) throws E {
            Objects.requireNonNull(p, "p");
            if (p < 0) { throw new IllegalArgumentException("p"); }
            assert p != 3 : "three";
            try (R r = open()) { throw new A(); } catch (B | C e) { throw new D(e); }
            switch (p) { case 1 -> throw new One(); default -> { } }
        } }""",
    )

    assert [
        (e.kind, e.subject, e.conditions, e.caught, e.handler)
        for e in found.evidence[:8]
        if e.kind not in ("calls", "checks")
    ] == [
        ("raises", "NullPointerException", ("p == null",), (), ""),
        ("raises", "IllegalArgumentException", ("p < 0",), (), ""),
        ("asserts", "p != 3", (), (), ""),
        ("raises", "A", ("not (p < 0)",), ("B", "C"), ""),
        ("raises", "D", (), (), "B, C"),
    ]
    assert raised(
        JAVA, "class A { void f(int p) { switch (p) { case 1 -> throw new One(); } } }"
    ) == ["throws One if p matches 1"]


def test_else_if_chains_of_c_like_languages_do_not_overflow() -> None:
    chain = " else ".join(f"if (p == {i}) throw new E{i}();" for i in range(1500))

    assert len(raised(TYPESCRIPT, f"function f(p) {{ {chain} }}")) == 1500


def test_a_table_with_an_unknown_word_is_refused() -> None:
    from skeleton.errors import GrammarError

    with pytest.raises(GrammarError, match="thrown"):
        facts(Sample("go", "function_declaration", 'thrown = ["x"]'), "package p\nfunc f() {}")


def test_a_language_without_a_table_gives_no_facts() -> None:
    assert (
        facts(Sample("go", "function_declaration", ""), "package p\nfunc f() { panic(1) }")
        == BodyFacts()
    )
