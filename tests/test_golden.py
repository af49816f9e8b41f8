"""Each case of golden/ prints what its expected files hold; `--update-golden` writes them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.golden import GOLDEN, STANDARD, Case, copy_input, produce, read_cases
from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CASES = read_cases()


def case_parameters() -> list[object]:
    marks = {
        case.name: [pytest.mark.xfail(reason=case.known_bug, strict=True)] if case.known_bug else []
        for case in CASES
    }
    return [
        pytest.param(case, format, id=f"{case.name}.{format}", marks=marks[case.name])
        for case in CASES
        for format in case.formats
    ]


@pytest.mark.parametrize(("case", "format"), case_parameters())
def test_a_case_prints_what_is_expected(
    case: Case, format: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    code, printed = produce(case, format, copy_input(case, tmp_path))
    path = case.expected(format)
    expected = path.read_bytes().decode() if path.exists() else None

    assert code == case.exit
    if request.config.getoption("--update-golden") and not case.known_bug and printed != expected:
        path.write_bytes(printed.encode())
        pytest.fail(
            f"written anew, now read it: {path.relative_to(ROOT).as_posix()}", pytrace=False
        )
    assert expected is not None, f"{path.name} is missing: run pytest --update-golden"
    assert printed == expected


def test_every_expected_file_is_produced_by_its_case() -> None:
    produced = {case.expected(format) for case in CASES for format in case.formats}

    assert sorted(set(GOLDEN.glob("*/*/expected.*")) - produced) == []


def test_every_folder_of_golden_is_a_case() -> None:
    named = {case.folder for case in CASES}

    assert sorted(path for path in GOLDEN.glob("*/*") if path not in named) == []


@pytest.mark.parametrize("language", sorted(path.name for path in (ROOT / "grammars").glob("*")))
def test_a_grammar_has_the_standard_cases(language: str) -> None:
    covered = {
        word for case in CASES for word in case.covers if case.name.startswith(f"{language}/")
    }

    assert set(STANDARD) - covered == set()
