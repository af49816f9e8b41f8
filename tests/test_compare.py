"""Two sides of a project compared: what is said to differ, and what breaks callers."""

from __future__ import annotations

import hashlib

import pytest
from msgspec.structs import replace

from skeleton.batch import read_source
from skeleton.compare import Side, compare
from skeleton.compare.reach import files_that_mention, published
from skeleton.compare.types import holds, relation, same_type
from skeleton.contracts import Linker
from skeleton.languages import language_of
from skeleton.model import Change, Module, SourceText, Symbol
from tests.trees import LANGUAGES, project_of


def side(files: dict[str, str]) -> Side:
    project = project_of(files)
    linker = Linker(project.find, languages=LANGUAGES)

    def linked(symbols: tuple[Symbol, ...], module: Module) -> tuple[Symbol, ...]:
        return tuple(
            replace(linker.link(one, module), members=linked(one.members, module))
            for one in symbols
        )

    modules = {path: read(path, text) for path, text in files.items()}
    modules = {
        path: replace(module, symbols=linked(module.symbols, module))
        for path, module in modules.items()
    }
    return Side(
        modules,
        lambda path: files[path].encode(),
        project.places,
        project.symbols,
        published(project, modules),
    )


def read(path: str, text: str) -> Module:
    language = language_of(path, LANGUAGES)
    assert language is not None
    data = text.encode()
    return read_source(SourceText(path, data, hashlib.sha256(data).hexdigest()), language)


def changes(
    before: str | dict[str, str],
    after: str | dict[str, str],
    path: str = "m.py",
    *,
    visibility: str = "public",
    documentation: bool = False,
) -> tuple[Change, ...]:
    older = before if isinstance(before, dict) else {path: before}
    newer = after if isinstance(after, dict) else {path: after}
    return compare(
        side(older), side(newer), LANGUAGES, visibility=visibility, documentation=documentation
    )


def facts(*arguments: str | dict[str, str], path: str = "m.py") -> list[tuple[str, str, str]]:
    return [(one.kind, one.part, one.breaking) for one in changes(*arguments, path=path)]


# Parameters


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a", "a, b", ("parameter_added", "b", "yes")),
        ("a", "a, b=1", ("parameter_added", "b", "no")),
        ("a, c", "a, b=1, c=2", ("parameter_added", "b", "yes")),
        ("a, *rest", "a, b=1, *rest", ("parameter_added", "b", "yes")),
        ("a", "a, *, b=1", ("parameter_added", "b", "no")),
        ("a", "a, *rest", ("parameter_added", "*rest", "no")),
        ("a, b", "a", ("parameter_removed", "b", "yes")),
        ("a, *, b", "a, **more", ("parameter_removed", "b", "no")),
        ("a, b", "a, c", ("parameter_renamed", "b", "yes")),
        ("a, b, /", "a, c, /", ("parameter_renamed", "b", "no")),
        ("a, b", "a, *, b", ("parameter_kind", "b", "yes")),
        ("a, b", "a, b, /", ("parameter_kind", "b", "yes")),
        ("a, *, b", "a, b", ("parameter_kind", "b", "no")),
        ("a, b=1", "a, b", ("parameter_default", "b", "yes")),
        ("a, b", "a, b=1", ("parameter_default", "b", "no")),
        ("a, b=1", "a, b=2", ("parameter_default", "b", "unknown")),
        ("a: int", "a: int | None", ("parameter_annotation", "a", "no")),
        ("a: int | str", "a: int", ("parameter_annotation", "a", "yes")),
        ("a: int", "a: float", ("parameter_annotation", "a", "unknown")),
        ("a", "a: int", ("parameter_annotation", "a", "no")),
        ("a, b, c", "a, c, b", ("parameter_moved", "c", "yes")),
    ],
)
def test_a_change_of_a_parameter_has_a_name_and_a_verdict(
    before: str, after: str, expected: tuple[str, str, str]
) -> None:
    assert expected in facts(f"def f({before}): ...\n", f"def f({after}): ...\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: Optional[int] = None", "a: int | None = None"),
        ("a: 'int'", "a: int"),
        ("a: typing.List[Union[int, None]]", "a: list[None | int]"),
        ("a, b=(1,  2)", "a,\n  b=(1, 2),\n"),
    ],
)
def test_another_spelling_is_no_change(before: str, after: str) -> None:
    assert facts(f"def f({before}): ...\n", f"def f({after}): ...\n") == []


def test_what_stands_for_the_instance_is_no_parameter() -> None:
    before = "class A:\n    def f(self, a): ...\n"

    assert facts(before, before.replace("self", "this")) == []


def test_callers_of_go_do_not_name_parameters_but_are_checked_against_types() -> None:
    before = "package p\n\nfunc F(a int, b string) error { return nil }\n"
    after = "package p\n\nfunc F(x int, b []byte) error { return nil }\n"

    found = facts(before, after, path="p.go")

    assert ("parameter_renamed", "a", "no") in found
    assert ("parameter_annotation", "b", "yes") in found or (
        "parameter_annotation",
        "b",
        "unknown",
    ) in found


@pytest.mark.parametrize(
    "text",
    [
        "export interface A { [key: string]: B }\n",
        "export declare class A { readonly [key: string]: B; }\n",
        "export type A<T> = { [K in keyof T]: B };\n",
        "export type A = (one: B) => void;\n",
        "export declare class A extends C<B> {}\n",
        "export interface A extends C<B> {}\n",
        "export declare const A: (one: B) => void;\n",
        "export interface A { (one: B): void }\n",
        "export interface A { new (one: B): A }\n",
        "export declare namespace N { type A = B }\n",
        "export declare class A { get a(): B; }\n",
    ],
)
def test_every_type_of_typescript_is_compared(text: str) -> None:
    (found,) = changes(text, text.replace("B", "D"), path="m.d.ts")

    assert "B" in found.before
    assert found.after == found.before.replace("B", "D")


def test_an_optional_parameter_of_typescript_may_be_left_out() -> None:
    before = "export function f(a: number): void {}\n"
    after = "export function f(a: number, b?: string): void {}\n"

    assert facts(before, after, path="m.ts") == [("parameter_added", "b", "no")]


# Results, natures, decorators, bases, values


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("def f() -> int: ...", "def f() -> int | None: ...", ("returns", "", "yes")),
        ("def f() -> int | None: ...", "def f() -> int: ...", ("returns", "", "no")),
        ("def f() -> int: ...", "def f() -> str: ...", ("returns", "", "unknown")),
        ("def f(): ...", "async def f(): ...", ("nature", "async", "yes")),
        ("def f(): ...", "@cache\ndef f(): ...", ("decorator_added", "@cache", "unknown")),
        ("class A(B, C): ...", "class A(B): ...", ("base_removed", "C", "yes")),
        ("class A(B): ...", "class A(B, C): ...", ("base_added", "C", "no")),
        ("class A(B[int]): ...", "class A(B[str]): ...", ("base_changed", "B", "unknown")),
        ("class A(B, C): ...", "class A(C, B): ...", ("bases_moved", "", "unknown")),
        ("LIMIT = 3", "LIMIT = 4", ("value", "", "unknown")),
        ("LIMIT: int = 3", "LIMIT: str = 3", ("annotation", "", "unknown")),
        ("def f(): ...", "class f: ...", ("kind", "", "unknown")),
        ("def f(): ...", "f = 3", ("kind", "", "yes")),
        ("def f(): ...", "f = g", ("kind", "", "unknown")),
        ("def f(): ...", "f = wrap(g)", ("kind", "", "unknown")),
    ],
)
def test_a_change_of_a_definition_has_a_name_and_a_verdict(
    before: str, after: str, expected: tuple[str, str, str]
) -> None:
    assert expected in facts(f"{before}\n", f"{after}\n")


def test_a_property_without_its_setter_cannot_be_assigned() -> None:
    before = (
        "class A:\n    @property\n    def v(self): ...\n    @v.setter\n    def v(self, x): ...\n"
    )
    after = "class A:\n    @property\n    def v(self): ...\n"

    assert facts(before, after) == [("removed", "setter", "yes")]


def test_fields_of_a_dataclass_are_parameters_of_its_construction() -> None:
    before = "@dataclass\nclass A:\n    a: int\n    b: int = 1\n"
    after = "@dataclass\nclass A:\n    a: int\n    c: int\n    b: int = 1\n"

    assert ("parameter_added", "c", "yes") in facts(before, after)


def test_whoever_implements_an_interface_must_follow_a_new_method() -> None:
    before = "package p\n\ntype Store interface {\n\tGet() int\n}\n"
    after = "package p\n\ntype Store interface {\n\tGet() int\n\tPut(a int)\n}\n"

    found = [one for one in changes(before, after, path="p.go") if one.kind == "added"]

    assert [(one.id, one.breaking) for one in found] == [("p.go::Store.Put", "yes")]


def test_forms_of_a_call_are_compared_one_by_one() -> None:
    before = "class A { public void f(int a) {} public void f(String a) {} }\n"
    after = "class A { public void f(int a) {} }\n"

    found = changes(
        before.replace("class", "public class"),
        after.replace("class", "public class"),
        path="A.java",
    )

    assert [(one.kind, one.breaking) for one in found] == [("overload_removed", "yes")]


def test_the_last_form_of_a_declaration_is_one_of_its_forms() -> None:
    before = "export declare class A {\n  f(a: number): void;\n  f(a: string): void;\n}\n"

    found = changes(before, before.replace("string", "string | null"), path="m.d.ts")

    assert [(one.kind, one.after, one.breaking) for one in found] == [
        ("parameter_annotation", "string | null", "no")
    ]


# Names


def test_a_removed_class_is_told_once() -> None:
    assert facts("class A:\n    x: int\n    def f(self): ...\n", "") == [("removed", "", "yes")]


def test_the_same_body_under_another_name_is_renamed() -> None:
    body = "(a):\n    total = a * 100 + 17\n    return total / 3, 'a longer text'\n"

    (change,) = changes(f"def old{body}", f"def new{body}")

    assert (change.kind, change.was_id, change.id) == ("renamed", "m.py::old", "m.py::new")


def test_two_candidates_for_a_new_name_are_none() -> None:
    body = "(a):\n    total = a * 100 + 17\n    return total / 3, 'a longer text'\n"

    found = facts(f"def old{body}", f"def one{body}def two{body}")

    assert sorted(kind for kind, _, _ in found) == ["added", "added", "removed"]


def test_a_definition_that_moved_behind_an_import_breaks_nothing() -> None:
    before = {"pkg/__init__.py": "", "pkg/a.py": "def f(a): ...\n", "pkg/b.py": ""}
    after = {
        "pkg/__init__.py": "",
        "pkg/a.py": "from pkg.b import f\n",
        "pkg/b.py": "def f(a, b): ...\n",
    }

    found = changes(before, after)

    assert [(one.kind, one.breaking) for one in found] == [
        ("parameter_added", "yes"),
        ("moved", "no"),
    ]


def test_a_definition_that_moved_to_another_file_breaks_its_importers() -> None:
    before = {"a.py": "def f(a): ...\n", "b.py": ""}
    after = {"a.py": "", "b.py": "def f(a): ...\n"}

    assert facts(before, after) == [("moved", "", "yes")]


def test_a_file_that_moved_is_told_once() -> None:
    text = "def f(a): ...\ndef g(b): ...\n"

    (change,) = changes({"old.py": text}, {"new.py": text})

    assert (change.kind, change.symbol, change.was_id) == ("moved", "file", "old.py")


def test_a_method_that_a_base_now_has_is_still_there() -> None:
    before = "class B: ...\nclass A(B):\n    def f(self): ...\n"
    after = "class B:\n    def f(self): ...\nclass A(B): ...\n"

    assert facts(before, after) == [("moved", "", "no")]


def test_private_names_are_compared_only_if_asked_for() -> None:
    before, after = "def _f(a): ...\n", "def _f(): ...\n"

    assert changes(before, after) == ()
    assert [one.breaking for one in changes(before, after, visibility="all")] == ["no"]


def test_what_a_public_file_passes_on_from_a_private_one_is_public() -> None:
    before = {"p/__init__.py": "from ._a import f\n", "p/_a.py": "def f(a): ...\ndef g(a): ...\n"}
    after = {"p/__init__.py": "from ._a import f\n", "p/_a.py": "def f(): ...\ndef g(): ...\n"}

    assert [one.id for one in changes(before, after)] == ["p/_a.py::f"]


def test_a_name_that_is_not_passed_on_any_more_is_removed() -> None:
    before = {"p/__init__.py": "from .a import f\n", "p/a.py": "def f(): ...\n"}
    after = {"p/__init__.py": "", "p/a.py": "def f(): ...\n"}

    (change,) = changes(before, after)

    assert (change.id, change.symbol, change.breaking) == (
        "p/__init__.py::f",
        "re-export",
        "yes",
    )


def test_a_name_gone_from_a_file_that_could_not_be_read_is_doubtful() -> None:
    (change,) = (
        one
        for one in changes("def f(): ...\ndef g(): ...\n", "def g(: ...\n")
        if one.id.endswith("f")
    )

    assert (change.kind, change.breaking) == ("removed", "unknown")


def test_a_name_that_becomes_private_is_gone_for_others() -> None:
    others = "export const LIMIT = 1;\n"
    before = f"{others}export function f(a: number): void {{}}\n"
    after = f"{others}function f(a: number): void {{}}\n"

    found = changes(before, after, path="m.ts")

    assert [(one.kind, one.breaking) for one in found] == [("visibility", "yes")]


def test_documentation_is_told_of_only_if_asked_for() -> None:
    before, after = 'def f():\n    """One."""\n', 'def f():\n    """Two."""\n'

    assert changes(before, after) == ()
    assert [one.kind for one in changes(before, after, documentation=True)] == ["documentation"]


def test_a_base_that_is_gone_breaks_by_what_is_not_inherited_any_more() -> None:
    base = "class B:\n    def f(self): ...\n    def g(self): ...\n"

    (lost,) = changes(f"{base}class A(B): ...\n", f"{base}class A:\n    def f(self): ...\n")[:1]

    assert (lost.kind, lost.breaking) == ("base_removed", "yes")
    assert lost.reason == "it does not inherit g now"


def test_a_private_base_may_go_if_its_members_stay() -> None:
    base = "class _B:\n    def f(self): ...\nclass C:\n    def f(self): ...\n"

    found = facts(f"{base}class A(_B): ...\n", f"{base}class A(C): ...\n")

    assert ("base_removed", "_B", "no") in found


# Contracts


def guarded(condition: str) -> str:
    return f"def f(a, b):\n    if {condition}:\n        raise ValueError(a)\n    return a\n"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a < 0", "a <= 0", ("clause_tightened", "raises", "yes")),
        ("a <= 0", "a < 0", ("clause_loosened", "raises", "no")),
        ("a > 10", "a > 5", ("clause_tightened", "raises", "yes")),
        ("a < 0", "a < 0 or b < 0", ("clause_tightened", "raises", "yes")),
        ("a < 0", "a < 0 and b < 0", ("clause_loosened", "raises", "no")),
        ("a < 0", "b.odd()", ("clause_changed", "raises", "unknown")),
    ],
)
def test_a_guard_is_tighter_or_looser_where_the_conditions_decide_it(
    before: str, after: str, expected: tuple[str, str, str]
) -> None:
    assert expected in facts(guarded(before), guarded(after))


def test_a_guard_that_is_gone_or_new_is_told() -> None:
    without = "def f(a, b):\n    return a\n"

    assert ("clause_removed", "raises", "unknown") in facts(guarded("a < 0"), without)
    assert ("clause_added", "raises", "unknown") in facts(without, guarded("a < 0"))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("x < 1", "x < 1", "same"),
        ("x < 1", "x <= 1", "more"),
        ("0 > x", "x <= 0", "more"),
        ("x < 5", "x < 3", "less"),
        ("x && y", "x", "more"),
        ("x", "x || y", "more"),
        ("a and b or c", "a", "unknown"),
        ("x == 1", "x >= 1", "more"),
        ("x < 1", "y < 1", "unknown"),
        ("", "x", "less"),
    ],
)
def test_a_condition_holds_more_or_less_often(before: str, after: str, expected: str) -> None:
    assert holds(before, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("int", "Optional[int]", "wider"),
        ("int | str | None", "Union[str, int]", "narrower"),
        ("int", "Any", "wider"),
        ("Any", "int", "unknown"),
        ("dict[str, Optional[int]]", "Dict[str, int | None]", "same"),
        ("Final[int]", "int", "same"),
        ("String", "String?", "wider"),
        ("(a: A) => void", "(a: A) => void | B", "unknown"),
        ("Map<string, A | B>", "Map<string, B|A>", "unknown"),
    ],
)
def test_an_annotation_takes_more_or_less(before: str, after: str, expected: str) -> None:
    assert relation(before, after) == expected
    assert same_type(before, after) == (expected == "same")


def test_files_that_name_a_changed_file_may_be_reached_through_a_front() -> None:
    files = {
        "p/__init__.py": "from ._a import f",
        "p/_a.py": "def f(): ...",
        "use.py": "import p",
        "other.py": "x = 1",
    }

    found = files_that_mention(["p/_a.py"], sorted(files), lambda path: files[path].encode())

    assert found == ("p/__init__.py", "use.py")


def test_two_equal_sides_differ_in_nothing() -> None:
    text = guarded("a < 0") + "class A:\n    x: int = 1\n"

    assert changes(text, text, visibility="all", documentation=True) == ()
