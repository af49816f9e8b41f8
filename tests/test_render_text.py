"""What a file looks like in the densest form."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from skeleton.model import Clause
from skeleton.model import TestLink as Link
from skeleton.render.words import test_lines as lines_of_tests
from tests.maps import LANGUAGES, Writer, read, show, whole


def lines(text: str) -> list[str]:
    """Return the lines of a sample's map between its heading and the account."""
    shown = show(text, "text")
    return shown.split("\n\n")[0].split("\n")[1:]


def test_a_head_stands_alone_and_decorators_stand_before_it() -> None:
    assert lines("@final\ndef f(a: int) -> int:\n    return a\n") == ["@final def f(a: int) -> int"]


def test_fields_stand_behind_their_class() -> None:
    sample = 'class A(B):\n    """Hold."""\n    x: int = 1\n    y: str\n    def f(self): return 1\n'

    assert lines(sample) == [
        "class A(B): x: int = 1; y: str",
        "  Hold.",
        "  def f(self)",
    ]


def test_fields_between_methods_keep_their_lines() -> None:
    sample = "class A:\n    x = 1\n    def f(self): return 1\n    y = 2\n"

    assert lines(sample) == ["class A", "  x = 1", "  def f(self)", "  y = 2"]


def test_running_text_is_one_line() -> None:
    sample = 'def f():\n    """Say it\n    once.\n\n    And\n    again.\n    """\n'

    assert lines(sample) == ["def f()", "  Say it once. And again."]


def test_lists_and_examples_keep_their_lines() -> None:
    words = "Say:\n\n    - one\n    - two\n\n    Like so::\n\n        code\n          more"
    sample = f'def f():\n    """{words}\n    """\n'

    assert lines(sample) == [
        "def f()",
        "  Say:",
        "  - one",
        "  - two",
        "  Like so::",
        "      code",
        "        more",
    ]


def test_a_section_is_one_line() -> None:
    module = read('def f(a, b):\n    """Say."""\n')
    words = "Say.\n\nArgs:\n    a: First,\n        at least one\n    b: Second.\n\nThat is all."
    module = replace(module, symbols=(replace(module.symbols[0], shown_doc=words),))

    shown = Writer("text", languages=LANGUAGES).write(whole(module))

    assert "  Say.\n  Args: a: First, at least one; b: Second.\n  That is all.\n" in shown


def test_clauses_follow_the_text() -> None:
    module = read('def f(a):\n    """Say."""\n')
    clause = Clause("raises", "raises E if a", "conflict", "guard", 3)
    module = replace(module, symbols=(replace(module.symbols[0], contract=(clause,)),))

    shown = Writer("text", languages=LANGUAGES).write(whole(module))

    assert "def f(a)\n  Say.\n  ~ raises E if a :3\n" in shown


def test_a_branch_is_announced_by_its_own_line() -> None:
    sample = "if X:\n    def f(): return 1\n    def g(): return 1\nelse:\n    f = 1\nh = 2\n"

    assert lines(sample) == ["if X:", "  def f()", "  def g()", "else:", "  f = 1", "h = 2"]


@pytest.mark.parametrize("mark", ["## other.py", "# other.py"])
def test_no_line_of_a_value_passes_for_a_heading(mark: str) -> None:
    sample = f'NOTE = """a\n{mark}\n"""\n'

    assert not any(line.startswith("#") for line in lines(sample))


def test_tests_that_have_titles_stand_on_lines_of_their_own() -> None:
    links = [
        Link("a.test.ts > fees > are never negative", "a.test.ts", 3),
        Link("a.test.ts > fees > grow", "a.test.ts", 9),
        Link("a.test.ts > zero", "a.test.ts", 12, shows=("expect(fee(0)).toBe(0)",)),
        Link("test_a.py::test_one", "test_a.py", 1),
        Link("test_a.py::test_two", "test_a.py", 4),
    ]

    assert lines_of_tests(links) == [
        "a.test.ts > zero expect(fee(0)).toBe(0)",
        "  > fees > are never negative",
        "  > fees > grow",
        "test_a.py::test_one ::test_two",
    ]
