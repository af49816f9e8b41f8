from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.extract.parsers import parser_for
from skeleton.extract.uses import read_uses
from skeleton.languages import load_languages

if TYPE_CHECKING:
    from skeleton.model import Scope, Uses

PYTHON = load_languages()["python"]


def uses(source: str) -> Uses:
    return read_uses(parser_for(PYTHON).parse(source.encode()).root_node, PYTHON)


def scope(source: str, name: str = "") -> Scope:
    return next(one for one in uses(source).scopes if one.name == name)


def bound(source: str, name: str, inside: str = "") -> list[tuple[str, str]]:
    return [(one.type, one.value) for one in scope(source, inside).bindings if one.name == name]


def test_a_chain_marks_calls_and_items() -> None:
    assert "client.get().rows[].id" in scope("client.get(x).rows[0].id\n").chains


def test_arguments_are_chains_of_their_own() -> None:
    assert {"f()", "a.b", "c"} <= set(scope("f(a.b, key=c)\n").chains)


def test_the_name_of_a_keyword_argument_is_not_a_use() -> None:
    assert "key" not in scope("f(key=1)\n").chains


def test_a_function_has_a_scope_with_its_receiver_and_parameters() -> None:
    found = scope("class A:\n    def f(self, x): self.y.z(x)\n", "A.f")

    assert (found.owner, found.receiver, found.parameters) == ("A", "self", ("x",))
    assert "self.y.z()" in found.chains


def test_a_static_method_has_no_receiver() -> None:
    assert scope("class A:\n    @staticmethod\n    def f(x): pass\n", "A.f").receiver == ""


def test_annotations_bind_parameters_and_belong_to_the_scope_around() -> None:
    source = "def f(x: Box, *rest: Item, **named: Item) -> Box: pass\n"

    assert bound(source, "x", "f") == [("Box", "")]
    assert bound(source, "rest", "f") == [("tuple[Item, ...]", "")]
    assert bound(source, "named", "f") == [("dict[str, Item]", "")]
    assert {"Box", "Item"} <= set(scope(source).chains)


def test_names_in_string_annotations_are_uses() -> None:
    assert {"shop.Cart", "None"} <= set(scope('def f(x: "shop.Cart | None"): pass\n').chains)


def test_names_in_strings_within_type_arguments_are_uses() -> None:
    assert {"Url", "Query"} <= set(scope('T = Union["Url", Tuple["Query", int]]\n').chains)


def test_assignments_loops_with_and_except_bind() -> None:
    source = (
        "a = Cls()\n"
        "for b, c in d.items(): pass\n"
        "with opened() as f: pass\n"
        "try: pass\n"
        "except (E, m.F) as e: pass\n"
        "if (w := make()): pass\n"
        "g = [h.i for h in js]\n"
        "k = x or Other()\n"
    )

    assert bound(source, "a") == [("", "Cls()")]
    assert bound(source, "b") == [("", "d.items()*#0")]
    assert bound(source, "c") == [("", "d.items()*#1")]
    assert bound(source, "f") == [("", "opened()@")]
    assert bound(source, "e") == [("(E, m.F)", "")]
    assert bound(source, "w") == [("", "make()")]
    assert bound(source, "h") == [("", "js*")]
    assert bound(source, "g") == [("", "h.i^")]
    assert bound(source, "k") == [("", "x"), ("", "Other()")]


def test_attributes_of_the_receiver_bind() -> None:
    source = "class A:\n    def f(self):\n        self.x: Box = make()\n        self.y = Cls()\n"

    assert bound(source, "self.x", "A.f") == [("Box", "")]
    assert bound(source, "self.y", "A.f") == [("", "Cls()")]


def test_isinstance_and_cast_bind() -> None:
    assert bound("if isinstance(x, (A, B)): pass\n", "x") == [("(A, B)", "")]
    assert bound("y = cast('Box', x)\n", "y") == [("'Box'", "")]


def test_getattr_with_a_literal_is_an_attribute() -> None:
    assert "x.name" in scope("getattr(x, 'name', None)\n").chains


def test_parts_of_a_tuple_bind_one_by_one() -> None:
    assert bound("a, b = f(), g.h()\n", "b") == [("", "g.h()")]


def test_a_class_pattern_uses_the_class_and_its_attributes() -> None:
    assert {"Point", "Point().x"} <= set(scope("match p:\n    case Point(x=0): pass\n").chains)


def test_docstrings_give_the_names_that_look_like_code() -> None:
    found = uses('"""Calls ``unit_cents`` and raises UnknownMerchant when it is bad."""\n').words

    assert {"unit_cents", "UnknownMerchant"} <= set(found)
    assert "bad" not in found


def test_assertions_and_expected_errors_are_claims_on_one_line() -> None:
    source = (
        "def test_it():\n    assert f(0) == 1\n    with pytest.raises(ValueError):\n        f(-1)\n"
    )

    assert [one.text for one in scope(source, "test_it").claims] == [
        "assert f(0) == 1",
        "with pytest.raises(ValueError): f(-1)",
    ]


def test_imports_are_not_uses() -> None:
    assert scope("import os.path\nfrom a import b\n").chains == ()


def test_a_very_deep_file_is_read() -> None:
    source = "x = " + "(" * 150 + "a.b" + ")" * 150 + "\n" + "y = a" + ".b()" * 1000 + "\n"

    assert uses(source).scopes


def test_a_broken_file_is_read() -> None:
    assert "f()" in scope("f(\n\ndef g(: \n a. \n f()\n").chains or True
