"""What a file looks like as valid source."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from skeleton.model import Clause, Detail
from skeleton.render.flooding import without_flood
from tests.maps import LANGUAGES, Writer, block, blocks, read, show, whole


def test_a_body_is_elided_on_the_line_of_its_head() -> None:
    assert block("def f(a: int) -> int:\n    return a\n") == "def f(a: int) -> int: ...\n"


def test_documentation_stands_for_the_body() -> None:
    sample = 'def f():\n    """Say.\n\n    More.\n    """\n    return 1\n'

    assert block(sample) == 'def f():\n    """Say.\n\n    More."""\n'


def test_documentation_is_verbatim_at_full_detail() -> None:
    sample = 'def f():\n    r"""\n      Say \\d.\n\n    """\n    return 1\n'

    assert block(sample, detail="full") == 'def f():\n    r"""\n      Say \\d.\n\n    """\n'


@pytest.mark.parametrize(
    "written",
    [
        '"""He said "no" """',
        "'It is \"so\"'",
        "'''Uses \"\"\" inside.'''",
        'r"""A \\d"""',
        '"""Ends in \\\\"""',
        '"One \\\n    line."',
        'u"""Unicode."""',
        '"a" "b"',
    ],
)
def test_documentation_of_any_quotes_stays_valid(written: str) -> None:
    assert "def f():" in block(f"def f():\n    {written}\n    return 1\n")


def test_one_line_classes_and_definitions_keep_their_shape() -> None:
    sample = "class A: x = 1; y = 2\nclass B: pass\ndef f(): return 1\n"

    assert block(sample) == ("class A:\n    x = 1\n    y = 2\nclass B: ...\ndef f(): ...\n")


def test_decorators_and_async_stand_as_written() -> None:
    head = "class A:\n    @property\n    @cache(\n        size=2)\n    async def f(self):"

    assert block(f"{head}\n        return 1\n") == f"{head} ...\n"


def test_text_inside_a_head_is_never_indented() -> None:
    sample = 'class A:\n    def f(self, a="""x\ny""", b=(\n  1)): return a\n'

    assert block(sample) == 'class A:\n    def f(self, a="""x\ny""", b=(\n  1)): ...\n'


def test_tabs_stay_tabs() -> None:
    sample = 'class A:\n\tx = 1\n\tdef f(self):\n\t\t"""Say.\n\n\t\tMore."""\n\t\treturn 1\n'

    assert block(sample) == ('class A:\n\tx = 1\n\tdef f(self):\n\t\t"""Say.\n\n\t\tMore."""\n')


def test_a_docstring_of_one_line_that_is_all_of_a_body_stands_behind_the_head() -> None:
    alone = 'def f(x):\n    """Say."""\n    return x\n'
    beside = 'class A:\n    """Hold."""\n    x = 1\n'
    long = f'def f(x):\n    """{"Say " * 40}."""\n'

    assert block(alone) == 'def f(x): """Say."""\n'
    assert block(beside) == beside
    assert block(long) == long


def test_every_branch_of_a_shown_definition_is_there() -> None:
    sample = (
        "import sys\nif sys.platform == 'a':\n    import os\nelif sys.platform == 'b':\n"
        "    def f(): return 1\nelse:\n    print()\n"
    )

    shown = block(sample)

    assert "elif sys.platform == 'b':\n    def f(): ...\n" in shown


def test_a_handler_is_shown_with_its_try() -> None:
    sample = "try:\n    from a import f\nexcept ImportError:  # old\n    def f(): return 1\n"

    assert block(sample, detail="full") == (
        "try:\n    from a import f\nexcept ImportError:\n    def f(): ...\n"
    )


def test_branches_inside_a_class_stay_inside() -> None:
    sample = (
        "class A:\n    if X:\n        def f(self): return 1\n    else:\n        g = 1\n    h = 2\n"
    )

    assert block(sample) == (
        "class A:\n    if X:\n        def f(self): ...\n    else:\n        g = 1\n    h = 2\n"
    )


def test_a_comment_behind_the_colon_stays_behind_the_elision() -> None:
    sample = "def f(a):  # type: (int) -> int\n    return a\n"

    assert block(sample) == "def f(a): ...  # type: (int) -> int\n"


def test_a_long_value_is_counted() -> None:
    rows = ", ".join(f"'{n:04d}'" for n in range(60))

    shown = block(f"TABLE: list[str] = [{rows}]\n")

    told = "60 entries, 480 characters: skeleton show sample.py::TABLE"
    assert shown == f"TABLE: list[str] = ...  # {told}\n"


def test_an_assignment_to_several_names_is_shown_once() -> None:
    assert block("LOW = HIGH = 0\n") == "LOW = HIGH = 0\n"


def test_attributes_are_shown_in_the_constructor() -> None:
    sample = "class A:\n    def __init__(self, x):\n        self.x: int = x\n        print(x)\n"

    assert block(sample) == ("class A:\n    def __init__(self, x):\n        self.x: int = x\n")


def test_clauses_are_comments_in_the_body() -> None:
    module = read('class A:\n    def f(self, v):\n        """Say."""\n        return v\n')
    owner = module.symbols[0]
    clause = Clause("raises", "raises E if v <\n   0", "agreed", "guard", 7, via="_check")
    method = replace(owner.members[0], contract=(clause, replace(clause, path="b.py", via="")))
    module = replace(module, symbols=(replace(owner, members=(method,)),))

    shown = Writer("markdown", languages=LANGUAGES).write(whole(module))

    assert blocks(shown)[0] == (
        'class A:\n    def f(self, v): """Say."""\n'
        "        # = raises E if v < 0 :7 _check\n"
        "        # = raises E if v < 0 b.py:7\n"
    )
    assert shown.startswith("= doc and code agree; :N line\n")


def test_clauses_past_a_dozen_are_counted() -> None:
    module = read("def f(v): return v\n")
    clauses = tuple(Clause("raises", f"raises E{n}", "enforced", "guard", n) for n in range(15))
    module = replace(module, symbols=(replace(module.symbols[0], contract=clauses),))

    shown = Writer("text", languages=LANGUAGES).write(whole(module))

    assert "  ! raises E11 :11\n  +3 clauses (3 raises): skeleton show sample.py::f\n" in shown


def test_names_are_comments_one_a_line_with_their_members() -> None:
    sample = "class A(B):\n    x = 1\n    async def f(self): return 1\nLIMIT = 3\n"

    assert block(sample, detail="names") == "# class A: x, f()\n# LIMIT\n"


def test_only_what_is_passed_on_is_shown_of_imports() -> None:
    sample = "import os\nfrom .a import b as b\n__all__ = ['b', 'late']\n"

    assert block(sample) == "from .a import b as b\n__all__ = ['b', 'late']\n"
    assert block(sample, detail="full").startswith("import os\n")


@pytest.mark.parametrize("detail", ["full", "contract", "signatures", "names"])
def test_the_block_of_a_block_is_the_same(detail: Detail) -> None:
    sample = (
        '"""Say."""\nfrom a import b as b\nLIMIT: int = 3  # of rows\n\n\nclass A(B, c=M):\n'
        '    """Hold."""\n\n    x: int = 1\n    """A row."""\n\n    @overload\n'
        "    def f(self, a: int) -> int: ...\n    def f(self, a): return a\n"
        "if X:\n    class C: pass\nelse:\n    C = None\n"
    )
    once = block(sample, detail=detail)

    if detail != "names":
        assert block(once, detail=detail) == once


def test_backticks_inside_do_not_end_the_block() -> None:
    sample = 'def f():\n    """Say.\n\n````\n## other.py\n```\n    """\n'

    shown = show(sample)

    assert "`````python\n" in shown
    assert "## other.py" in blocks(shown)[0]


def test_conditions_of_one_exception_stand_on_one_line() -> None:
    module = read("def f(v):\n    return v\n")
    clauses = tuple(
        Clause("raises", text, "enforced", "guard", line)
        for line, text in enumerate(("raises E if v < 0", "raises E if v > 9", "raises F"), 3)
    )
    module = replace(module, symbols=(replace(module.symbols[0], contract=clauses),))

    shown = Writer("markdown", languages=LANGUAGES).write(whole(module))

    assert "    # ! raises E if v < 0 :3; if v > 9 :4\n    # ! raises F :5\n" in shown


def test_lines_of_a_starred_comment_begin_with_a_star() -> None:
    sample = "/**\n * Sums.\n *\n * The second part.\n */\nexport function f() {}\n"

    shown = Writer("markdown", languages=LANGUAGES).write(whole(read(sample, "sample.ts")))

    assert "/** Sums.\n *\n * The second part. */\nexport function f" in shown


def test_a_long_head_of_short_parts_stays_as_written() -> None:
    parameters = ", ".join(f'a{n}: Annotated[int, Doc("{"x" * 300}")] = {n}' for n in range(20))

    assert without_flood(f"def f({parameters})", "...") == (f"def f({parameters})", 0)


@pytest.mark.parametrize("half", ["isn't so", "a (way", "it's a } mark"])
def test_a_remark_with_half_a_pair_hides_nothing_that_stands_behind_it(half: str) -> None:
    entries = ", ".join(f'"key{n}": [1, 2]' for n in range(400))
    text = f"@data({{\n    # {half}\n    {entries},\n    # it's the end\n}})"

    shown, _ = without_flood(text, "...")

    assert shown in (text, "@data({...})")
