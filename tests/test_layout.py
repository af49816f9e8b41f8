"""Lines left of their block, and what else a grammar refuses of valid Python, are read whole."""

from __future__ import annotations

import ast

import pytest

from skeleton.extract import read_module
from skeleton.extract.layout import joined_lines
from skeleton.extract.parsers import parse, parser_for
from skeleton.languages import load_languages
from skeleton.model import SourceText, walk

PYTHON = load_languages()["python"]
LEFT_OF_THEIR_BLOCK = [
    "class A:\n    @d\n# a\n    def f(self): ...\n",
    "class A:\n    @d\n  # a\n\n# b\n    @e(1)\n # c\n    class B: ...\n",
    "class A:\n    @d(\n# a\n    )\n# b\n    async def f(self): ...\n",
    "class A:\n    def f(self):\n        x = (a.\n    b)\n        return x\n    def g(self): ...\n",
    "class A:\n    def f(self):\n        x = [a for a in\nb if  # why\n c]\n    def g(self): ...\n",
    "class A:\n\tdef f(self):\n\t\tx = (a and\n        b)\n\tdef g(self): ...\n",
]
DEFAULTS_OF_TYPES = [
    "class A[T = int]: ...\n",
    "class A:\n    def f[T: (int, str) = int, *U = *tuple[int, ...], **P = [int]](self): ...\n",
    "type A[T: list[int] = list[int]] = list[T]\n",
]


@pytest.mark.parametrize("text", LEFT_OF_THEIR_BLOCK + DEFAULTS_OF_TYPES)
def test_valid_python_has_no_error_although_the_grammar_refuses_it(text: str) -> None:
    refused = parser_for(PYTHON).parse(text.encode()).root_node

    assert refused.has_error
    assert not parse(text.encode(), PYTHON).has_error


@pytest.mark.parametrize("text", LEFT_OF_THEIR_BLOCK)
def test_places_are_those_of_the_file(text: str) -> None:
    module = read_module(SourceText("a.py", text.encode(), "hash"), PYTHON)

    found = {(one.name, one.line) for one in walk(module.symbols)}
    assert found == {
        (node.name, node.lineno)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    assert module.diagnostics == ()


@pytest.mark.parametrize("text", LEFT_OF_THEIR_BLOCK)
def test_laying_lines_out_keeps_every_place(text: str) -> None:
    joined = joined_lines(text.encode())

    assert len(joined) == len(text)
    assert all(new in (old, ord(" ")) for old, new in zip(text.encode(), joined, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    '''\n# a\n    '''\n    x = 1\n",
        'def f():\n    return """(\na"""\n',
        "if a:\n    b = '#'\n# c\nelse:\n    d = (1,\n         2)\n",
        "x = f'{a}' # (\ny = 1\n",
    ],
)
def test_texts_and_lines_in_their_place_stay_as_they_are(text: str) -> None:
    assert joined_lines(text.encode()) == text.encode()


def test_a_guard_keeps_its_line_and_stands_on_one() -> None:
    text = "class A:\n    def f(self, a):\n        if not (\n    a):\n            raise E\n"

    symbol = read_module(SourceText("a.py", text.encode(), "hash"), PYTHON).symbols[0].members[0]

    assert [(e.line, e.conditions) for e in symbol.evidence] == [(5, ("not (a)",))]


def test_a_target_in_parentheses_has_its_annotation() -> None:
    module = read_module(SourceText("a.py", b"(x): int = 1\n", "hash"), PYTHON)

    assert [(one.name, one.annotation, one.value) for one in module.symbols] == [("x", "int", "1")]


def test_a_text_whose_letters_are_items_is_read() -> None:
    module = read_module(SourceText("a.py", b'x = 1, *"ab"\n', "hash"), PYTHON)

    assert [(one.name, one.value) for one in module.symbols] == [("x", '1, *"ab"')]
    assert module.diagnostics == ()
