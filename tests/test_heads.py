from __future__ import annotations

import ast
from pathlib import Path

import pytest

from skeleton.extract import heads
from skeleton.extract.heads import read_heads


def test_a_plain_head_is_read_as_libcst_reads_it() -> None:
    texts = ["def f():", "async def g(self):", "def h(a, b, c):", "def k(cls, é_1, _):"]
    texts += ["def f(a, b=None, *c, d, e=1, **g):", "def f(a='x, y', b=\"\"):", "def f(*a, b=0):"]
    texts += ["class A:", "class A(B):", "class A(b.C, D):"]

    assert {text: heads._plain(text) for text in texts} == heads._parse(texts)[0]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a=1, b):", "def f(**a, b):", "def f(*a, *b):", "def f(a: int):", "def f(a, *, b):",
        "def f(a, /):", "def f(a) -> int:", "def f(a=b):", "def f(a=01):", "def f(a = 1):",
        "def f(a=1\n):", "def f(a=f''):", "class A(B, metaclass=C):", "class A(1):", "def f(a,):",
    ],
)  # fmt: skip
def test_any_other_head_is_for_libcst(text: str) -> None:
    assert heads._plain(text) is None


def test_plain_heads_of_a_library_are_read_as_libcst_reads_them() -> None:
    lines = Path(ast.__file__).read_text("utf-8").splitlines()
    texts = sorted({line.strip() for line in lines if heads._plain(line.strip())})

    assert len(texts) > 50
    assert read_heads(texts)[0] == heads._parse(texts)[0]


def test_parameters_of_every_kind_are_read() -> None:
    text = 'def f(a, /, b: int = 1, *c: str, d=", ", **e) -> list[int]:'

    found, problem = read_heads([text])

    signature = found[text].signature
    assert problem == ""
    assert signature is not None
    assert [(one.name, one.kind, one.annotation, one.default) for one in signature.parameters] == [
        ("a", "positional_only", None, None),
        ("b", "positional_or_keyword", "int", "1"),
        ("c", "var_positional", "str", None),
        ("d", "keyword_only", None, '", "'),
        ("e", "var_keyword", None, None),
    ]
    assert signature.returns == "list[int]"


def test_bases_and_type_parameters_of_a_class_are_read() -> None:
    text = "class A[T: int](B[T], metaclass=M):"

    found, _ = read_heads([text])

    assert found[text].bases == ("B[T]", "metaclass=M")
    assert found[text].signature is not None
    assert found[text].signature.type_parameters == "[T: int]"


def test_what_would_overflow_the_parser_is_never_handed_to_it() -> None:
    deep = "def f(a=" + "(" * 1500 + ")" * 1500 + "):"
    long = "def g(a=x" + ".b()" * 1500 + "):"

    assert "nested" in read_heads([deep])[1]
    assert "chain" in read_heads([long])[1]


def test_a_head_that_is_no_python_is_named() -> None:
    found, problem = read_heads(["def f(a:):"])

    assert found == {}
    assert "def f(a:):" in problem
