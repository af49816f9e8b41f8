from __future__ import annotations

import argparse
import ast
import re
import typing
from pathlib import Path

import pytest

from skeleton.extract.heads import _parse, read_heads
from skeleton.extract.plain_heads import read_plain

PLAIN = [
    "def f():",
    "async def g(self):",
    "def h(a, b=1, *c, d: int, e: str = '', **k):",
    "def k(a, /, b: 'x, y)' = (1, -2.5), *, c=[], d={}, e=f(1)(2).g[0]):",
    "def m(\n    a=1,  # one, (two\n    *, b: dict[str, int | None] = None,\n) -> list['A']:",
    "def n(key=lambda x, y: x and not y, tell=f(lambda: 1), n=2 ** 8, m=0o777):",
    "def o(a='é', b=b'x', c=\"it's\" 'one', d=(e := g())) -> t.Callable[..., None]:",
    "class A:",
    "class A():",
    "class B(x.C[int, 'D'], make(1, k=2), metaclass = M, option='(',):",
    "class B(  # of all\n    A,\n):",
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_head_is_read_as_libcst_reads_it(text: str) -> None:
    assert {text: read_plain(text)} == _parse([text])[0]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a=1, b):",
        "def f(*, **k):",
        "def f(*):",
        "def f(*a, *b):",
        "def f(*, a, /):",
        "def f(**k, a):",
        "def f(*a=1):",
        "def f(a, (b, c)):",
        "def f(None):",
        "def f(a=007):",
        "def f(a=x y):",
        "def f(a=yield):",
        "def f(a=1, /, b):",
        "def f(,):",
        "class A(b=c, D):",
    ],
)
def test_what_is_no_python_is_not_plain(text: str) -> None:
    assert read_plain(text) is None


def test_plain_heads_of_the_standard_library_are_read_as_libcst_reads_them() -> None:
    texts: list[str] = []
    for module in (argparse, ast, typing):
        assert module.__file__
        text = Path(module.__file__).read_text("utf-8")
        found = re.findall(r"(?:async def|def|class) \w+(?:\([^#()]*\))?(?: -> \w+)?:\n", text)
        texts += sorted({one.strip() for one in found})
    plain = {text: read_plain(text) for text in texts}

    assert len(texts) > 300
    assert plain == _parse(list(plain))[0]


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
