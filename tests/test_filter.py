"""The filters of a map, each alone and with others, from the command line."""

from __future__ import annotations

import subprocess
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.running import entries, read_map, run

if TYPE_CHECKING:
    from pathlib import Path

RATES = '''"""Rates."""
from pay.money import cents

LIMIT = 3


def rate(value: int, /, *, tier: str = "std") -> int:
    """Return the rate.

    Raises:
        ValueError: If value is negative.
    """
    if value < 0:
        raise ValueError("negative")
    return cents(value)


class Table:
    """A table."""

    def find(self, key: str) -> int:
        if not key:
            raise KeyError(key)
        return 1

    def plain(self) -> None:
        pass
'''
MONEY = 'def cents(value: int) -> int:\n    """Cents."""\n    return value * 100\n'
TESTS = """from pay.rates import Table, rate


def test_rate() -> None:
    assert rate(1) == 100


class TestTable:
    def test_find(self) -> None:
        assert Table().find("a") == 1
"""
SCRIPT = "export function run(a: number): number { return a }\n"
FILTERS = {
    "--name": "rate",
    "--kind": "function",
    "--lang": "python",
    "--contract": "raises",
    "--tested-by": "tests/test_rates.py",
    "--changed-since": "HEAD",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in git whose working tree made a parameter required and removed a method."""
    return make_project(tmp_path)


def make_project(folder: Path) -> Path:
    (folder / "pay").mkdir()
    (folder / "tests").mkdir()
    (folder / "pay" / "__init__.py").write_text("")
    (folder / "pay" / "rates.py").write_text(RATES)
    (folder / "pay" / "money.py").write_text(MONEY)
    (folder / "tests" / "test_rates.py").write_text(TESTS)
    (folder / "run.ts").write_text(SCRIPT)
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "first")):
        subprocess.run([*git, *words], cwd=folder, check=True)
    changed = RATES.replace('tier: str = "std"', "tier: str").partition("    def plain")[0]
    (folder / "pay" / "rates.py").write_text(changed)
    return folder


def shown(project: Path, *words: str) -> set[str]:
    """The qualified names that match; owners that only hold one are not among them."""
    answer = read_map((".", *words), project)
    return {
        entry.symbol.qualified_name
        for file in answer.files
        for entry in entries(file)
        if entry.reason != "holds_shown"
    }


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("--name", "rate"), {"rate"}),
        (("--name", "Table"), {"Table", "Table.find"}),
        (("--name", "Table.f*"), {"Table.find"}),
        (("--name", "rate", "--name", "cents"), {"rate", "cents"}),
        (("--kind", "constant"), {"LIMIT"}),
        (("--lang", "typescript"), {"run"}),
        (("--contract", "raises:ValueError"), {"rate"}),
        (("--contract", "raises:builtins.KeyError"), {"Table.find"}),
        (("--contract", "raises"), {"rate", "Table.find"}),
        (("--contract", "none", "--kind", "function"), {"cents", "test_rate", "run"}),
        (("--tested-by", "tests/test_rates.py::test_rate"), {"rate"}),
        (("--tested-by", "tests/test_rates.py"), {"rate", "Table", "Table.find"}),
        (("--tested-by", "tests/test_rates.py::TestTable"), {"Table", "Table.find"}),
        (("--changed-since", "HEAD"), {"rate"}),
        (("--changed-since", "HEAD", "--kind", "class"), set()),
        (("--deps-of", "pay/rates.py", "--name", "cents"), {"cents"}),
        (("--used-by", "pay/money.py", "--kind", "function"), {"cents", "rate"}),
        (("--used-by", "pay/money.py::cents"), {"cents", "rate"}),
        (("--used-by", "pay/money.py::cents", "--depth", "2"), {"cents", "rate", "test_rate"}),
        (("--used-by", "pay/money.py::cents", "--depth", "2", "--name", "test_*"), {"test_rate"}),
    ],
)
def test_a_filter_keeps_what_matches(
    project: Path, words: tuple[str, ...], names: set[str]
) -> None:
    assert shown(project, *words) == names


def test_filters_join_by_and(project: Path) -> None:
    alone = {option: shown(project, option, word) for option, word in FILTERS.items()}

    for one, other in combinations(FILTERS, 2):
        both = shown(project, one, FILTERS[one], other, FILTERS[other])
        assert both == alone[one] & alone[other], (one, other)


def test_what_was_removed_is_told_with_its_old_signature(project: Path) -> None:
    answer = read_map((".", "--changed-since", "HEAD"), project)

    assert [(change.kind, change.id) for change in answer.changes] == [
        ("parameter_default", "pay/rates.py::rate"),
        ("removed", "pay/rates.py::Table.plain"),
    ]
    assert answer.changes[1].before == "def plain(self) -> None:"
    assert answer.since == "HEAD"


def test_a_removed_definition_matches_by_name_and_kind(project: Path) -> None:
    answer = read_map(
        (".", "--changed-since", "HEAD", "--name", "Table", "--kind", "method"), project
    )

    assert [change.id for change in answer.changes] == ["pay/rates.py::Table.plain"]


def test_a_contract_that_was_lost_is_found_since_a_revision(project: Path) -> None:
    path = project / "pay" / "rates.py"
    path.write_text(
        path.read_text().replace("        if not key:\n            raise KeyError(key)\n", "")
    )

    answer = read_map((".", "--changed-since", "HEAD", "--contract", "changed"), project)

    assert [(change.kind, change.id) for change in answer.changes] == [
        ("clause_removed", "pay/rates.py::Table.find")
    ]


def test_nothing_that_matches_is_an_answer(project: Path) -> None:
    printed = run(["map", ".", "--name", "nowhere"], project)

    assert printed.code == 0
    assert "- Asked for: name nowhere\n" in printed.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--kind", "functions"), "--kind functions: one of class, "),
        (("--lang", "cobol"), "--lang cobol: one of c, "),
        (("--contract", "nothing"), "--contract nothing: one of any, none, "),
        (("--contract", "changed"), "needs --changed-since"),
        (("--tested-by", "tests/none.py"), "no such test file"),
        (("--tested-by", "tests/test_rates.py::test_x"), "no such test in tests/test_rates.py"),
        (("--changed-since", "nowhere"), "nowhere: no such revision"),
        (("--used-by", "pay/money.py::cent"), "did you mean pay/money.py::cents?"),
    ],
)
def test_a_word_that_matches_nothing_anywhere_is_refused(
    project: Path, words: tuple[str, ...], said: str
) -> None:
    printed = run(["map", ".", *words], project)

    assert printed.code == 2
    assert said in printed.err


def test_text_says_what_changed_before_the_files(project: Path) -> None:
    printed = run(["map", ".", "--changed-since", "HEAD"], project)

    assert "## Changed since HEAD\n\n```\nbreaking: pay/rates.py::rate" in printed.out
    assert printed.out.index("## Changed since") < printed.out.index("## pay/rates.py")
