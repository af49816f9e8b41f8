"""What is read of TypeScript, TSX and JavaScript, and what their grammars lose."""

from __future__ import annotations

import pytest

from skeleton.extract import read_module
from skeleton.extract.parsers import parse
from skeleton.languages import language_of, load_languages
from skeleton.model import Import, Module, SourceText, Symbol, walk

LANGUAGES = load_languages()


def read(text: str, path: str = "file.ts") -> Module:
    language = language_of(path, LANGUAGES)
    assert language is not None
    return read_module(SourceText(path, text.encode(), "hash"), language)


def symbols(text: str, path: str = "file.ts") -> dict[str, Symbol]:
    return {one.qualified_name: one for one in walk(read(text, path).symbols)}


def heads(text: str, path: str = "file.ts") -> list[str]:
    return [one.head for one in walk(read(text, path).symbols)]


def visible(text: str, path: str = "file.ts") -> dict[str, str]:
    return {name: one.visibility for name, one in symbols(text, path).items()}


def imports(text: str, path: str = "file.ts") -> list[tuple[str, str, str, bool]]:
    return [(i.module, i.name, i.alias, i.exported) for i in read(text, path).imports]


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.ts", "typescript"),
        ("a.d.ts", "typescript"),
        ("a.mts", "typescript"),
        ("a.cts", "typescript"),
        ("a.tsx", "tsx"),
        ("a.js", "javascript"),
        ("a.mjs", "javascript"),
        ("a.cjs", "javascript"),
        ("a.jsx", "javascript"),
    ],
)
def test_an_ending_says_the_language(path: str, language: str) -> None:
    found = language_of(path, LANGUAGES)

    assert found is not None
    assert found.name == language


def test_export_and_declare_begin_the_head() -> None:
    text = "export declare abstract class A {}\nexport default function f() { x() }\n"

    assert heads(text) == ["export declare abstract class A {", "export default function f()"]


def test_a_decorator_before_export_is_no_part_of_the_head() -> None:
    one = symbols("@tag({ make: () => { body() } })\nexport class A {}\n")["A"]

    assert (one.decorators, one.head) == (("@tag({ make: () => {} })",), "export class A {")


def test_a_decorator_behind_export_stays_in_the_head() -> None:
    one = symbols("export @tag class A {}\n")["A"]

    assert (one.decorators, one.head) == ((), "export @tag class A {")


def test_decorators_of_a_method_stand_before_it_with_its_documentation_between() -> None:
    one = symbols("class A {\n  @a @b()\n  /** Runs. */\n  run(): void {}\n}\n")["A.run"]

    assert one.decorators == ("@a", "@b()")
    assert one.head == "run(): void"
    assert one.docstring is not None
    assert one.docstring.text == "/** Runs. */"


def test_bodies_inside_values_and_defaults_are_cut() -> None:
    text = (
        "export const Fast = memo(function Fast(p: P) { return secret })\n"
        "export const run = (done = () => { secret() }) => secret\n"
    )

    assert heads(text) == [
        "export const Fast = memo(function Fast(p: P) {})",
        "export const run = (done = () => {}) =>",
    ]


def test_of_arrows_that_return_arrows_only_the_last_body_is_cut() -> None:
    one = symbols("export const f = (a: A) => (b: B): C => make(a, b)\n")["f"]

    assert (one.head, one.elision) == ("export const f = (a: A) => (b: B): C =>", "{}")


def test_an_object_with_functions_has_members_and_one_without_is_a_value() -> None:
    found = symbols("export const a = { n: 1, run() {} } as const\nexport const b = { n: 1 }\n")

    assert list(found) == ["a", "a.n", "a.run", "b"]
    assert (found["a"].head, found["a"].close) == ("export const a = {", "} as const")
    assert (found["a.run"].elision, found["a.run"].ending) == ("{}", ",")
    assert found["b"].value == "{ n: 1 }"


def test_a_statement_binds_every_name_of_its_patterns() -> None:
    text = "export const { a, // of old\n  b: c, d = 1, ...e } = f, [g, h = 2] = i\n"

    assert list(symbols(text)) == ["a", "c", "d", "e", "g", "h"]


def test_heads_without_a_body_before_another_of_the_name_are_overloads() -> None:
    text = "class A {\n  constructor(a: 1)\n  constructor(a: any) {}\n}\n"

    assert [one.nature for one in walk(read(text).symbols)] == [(), ("overload",), ()]


def test_members_of_interfaces_without_a_name_are_called_by_what_they_do() -> None:
    text = "interface A {\n  (a: 1): B\n  new (a: 1): B\n  [key: string]: B\n}\n"

    assert list(symbols(text)) == ["A", "A.()", "A.new", "A.[]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export const a = 1\nconst b = 2\n", {"a": "public", "b": "internal"}),
        ("function a() {}\nexport { a as b }\n", {"a": "public"}),
        ("function a() {}\nfunction b() {}\nexport default a\n", {"a": "public", "b": "internal"}),
        ("function a() {}\n", {"a": "public"}),
        ("import './b'\nfunction a() {}\n", {"a": "internal"}),
        ("/** @internal */\nexport function a() {}\n", {"a": "internal"}),
        (
            "export class A {\n  #a = 1\n  private b = 2\n  protected c = 3\n  d = 4\n}\n",
            {
                "A": "public",
                "A.#a": "private",
                "A.b": "private",
                "A.c": "protected",
                "A.d": "public",
            },
        ),
        (
            "export namespace A {\n  const a = 1\n  export const b = 2\n}\n",
            {"A": "public", "A.a": "internal", "A.b": "public"},
        ),
        (
            "export declare namespace A {\n  const a: 1\n}\n",
            {"A": "public", "A.a": "public"},
        ),
    ],
)
def test_what_is_exported_is_public(text: str, expected: dict[str, str]) -> None:
    assert visible(text) == expected


def test_properties_of_an_exported_function_are_as_public_as_it_is() -> None:
    text = "function Box() {}\nBox.of = () => 1\nfunction No() {}\nNo.of = () => 1\n"
    text += "module.exports = Box\n"

    assert visible(text, "file.js") == {
        "Box": "public",
        "Box.of": "public",
        "No": "internal",
        "No.of": "internal",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import 'm'", [("m", "", "", False)]),
        (
            "import a, { b as c } from 'm'",
            [("m", "default", "a", False), ("m", "b", "c", False)],
        ),
        ("import * as a from 'm'", [("m", "", "a", False)]),
        ("import a = require('m')", [("m", "", "a", False)]),
        ("export { a as b } from 'm'", [("m", "a", "b", True)]),
        ("export * from 'm'", [("m", "*", "", True)]),
        ("export * as a from 'm'", [("m", "", "a", True)]),
        ("export { a as b }", [("", "a", "b", True)]),
        ("export default a", [("", "a", "default", True)]),
        ("export = a", [("", "a", "default", True)]),
        ("const a = require('m')", [("m", "", "a", False)]),
        (
            "const { a, b: c } = require('m')",
            [("m", "a", "", False), ("m", "b", "c", False)],
        ),
        ("const a = require('m').b", [("m", "b", "a", False)]),
        ("module.exports = require('m')", [("m", "*", "", True)]),
        ("exports.a = require('m').b", [("m", "b", "a", True)]),
        ("module.exports = { a, b: c }", [("", "a", "", True), ("", "c", "b", True)]),
        ("async function f() { await import('m') }", [("m", "", "", False)]),
    ],
)
def test_an_import_says_module_name_and_alias(
    text: str, expected: list[tuple[str, str, str, bool]]
) -> None:
    found = imports(text)

    assert sorted(found) == sorted(expected)


def test_what_an_import_binds_is_no_definition_unless_it_is_exported() -> None:
    text = (
        "const a = require('m')\nconst { b } = await import('m')\nexport const c = require('m')\n"
    )

    assert list(symbols(text)) == ["c"]


def test_types_alone_are_marked() -> None:
    text = "import type { A } from 'm'\nimport { type B, C } from 'm'\nexport type { D } from 'm'\n"

    assert {i.name: i.type_only for i in read(text).imports} == {
        "A": True,
        "B": True,
        "C": False,
        "D": True,
    }


def test_an_import_inside_a_function_names_it() -> None:
    found = read("async function f() { return import('m') }\n").imports

    assert found == (Import("m", line=1, inside="f", text="import('m')"),)


def test_the_default_export_is_not_shown_with_its_body() -> None:
    module = read("export default function f() { return secret }\n")

    assert [i.text for i in module.imports] == [""]


def test_a_comment_at_the_top_is_the_files_if_nothing_below_takes_it() -> None:
    of_the_file = read("/** About the file. */\nimport 'm'\n/** Of a. */\nconst a = 1\n")
    of_the_name = read("/** Of a. */\nconst a = 1\n")

    assert of_the_file.docstring is not None
    assert of_the_name.docstring is None


@pytest.mark.parametrize(
    "text",
    [
        "interface A<in T, out R = void, in out Q extends object> {}",
        "interface A<\n  // why\n  out T,\n  out R\n> {}",
        "export type * as a from 'm'",
        "class A { static accessor a = 1 }",
        "function a() {}\nexport { a as delete, a as null }",
        "let a: import('m').B",
        'type D = (a: import("m").V<C>) => X',
        'type A<B> = { readonly [P in keyof B as P extends "a" ? never : P]: B[P] }',
        "declare const a: {\n  <A>(b: A): Array<A>\n  <A>(b: A, c: A): Array<A>\n}",
        "interface A {\n  a: string\n  in?: B\n}",
        "export default abstract class { a = 1 }",
        "export default abstract class<T> extends B {}",
    ],
)
def test_syntax_newer_than_the_grammar_is_read(text: str) -> None:
    module = read(text + "\n")

    assert not parse(text.encode(), LANGUAGES["typescript"]).has_error
    assert module.diagnostics == ()


def test_what_is_read_in_another_spelling_is_shown_as_written() -> None:
    assert heads("export interface A<in out T, const U> {}\n") == [
        "export interface A<in out T, const U> {"
    ]


def test_markup_is_a_body() -> None:
    text = "export const A = <T,>({ a = 1 }: P<T>): JSX.Element => (\n  <b>{a}</b>\n)\n"

    assert heads(text, "file.tsx") == ["export const A = <T,>({ a = 1 }: P<T>): JSX.Element =>"]


def test_what_a_body_throws_is_evidence_but_markup_is_no_result() -> None:
    text = "function A(a: number) {\n  if (a < 0) throw new RangeError('a')\n"
    text += "  return <b>{a < 1}</b>\n}\n"
    found = symbols(text, "file.tsx")["A"].evidence

    assert [(one.kind, one.subject, one.conditions) for one in found] == [
        ("raises", "RangeError", ("a < 0",)),
        ("returns", "..", ()),  # something, not said
    ]


def test_type_arguments_belong_to_a_base() -> None:
    text = "export class A extends B <any, C> implements D<E>, F {}\n"

    assert symbols(text)["A"].bases == ("B <any, C>", "D<E>", "F")
    assert symbols("export class A extends B.C {}\n")["A"].bases == ("B.C",)
