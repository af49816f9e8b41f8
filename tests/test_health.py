"""What `skeleton languages` and `skeleton doctor` say of an installation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from skeleton.health import STANDARD, examine, report_languages
from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LANGUAGE = """
extensions = [".toy"]
grammar = "{grammar}"
sample = "x = 1\\n"
limits = [{{ says = "toys only" }}]
"""


def own_language(folder: Path, grammar: str) -> None:
    place = folder / "languages" / "toy"
    place.mkdir(parents=True)
    (place / "language.toml").write_text(LANGUAGE.format(grammar=grammar))
    (place / "interface.scm").write_text("")
    (folder / "skeleton.toml").write_text('grammars = "languages"\n')


def test_every_built_in_language_passes_the_check(tmp_path: Path) -> None:
    printed = run(["languages", "--check"], tmp_path)

    assert (printed.code, printed.err) == (0, "")
    assert "python: .py .pyi .pyw\n  parser: tree-sitter-python " in printed.out


def test_lines_stay_within_eighty_columns(tmp_path: Path) -> None:
    assert max(map(len, run(["languages"], tmp_path).out.splitlines())) <= 80


def test_languages_as_json_name_extensions_limits_and_cases(tmp_path: Path) -> None:
    said = {one["name"]: one for one in json.loads(run(["languages", "--json"], tmp_path).out)}

    assert said["go"]["extensions"] == [".go"]
    assert said["go"]["parser"].startswith("tree-sitter-go ")
    assert said["go"]["limits"]
    assert said["go"]["cases"] == len(list((ROOT / "golden" / "go").glob("*/case.toml")))


def test_a_parser_that_is_missing_fails_the_check_and_says_what_to_install(tmp_path: Path) -> None:
    own_language(tmp_path, "tree-sitter-toy:tree_sitter_toy:language")

    printed = run(["languages", "--check"], tmp_path)

    assert printed.code == 1
    assert "toy: no grammar installed; pip install tree-sitter-toy" in printed.err


def test_a_sample_that_cannot_be_read_fails_the_check(tmp_path: Path) -> None:
    own_language(tmp_path, "tree-sitter-java:tree_sitter_java:language")

    assert "cannot read its sample" in run(["languages", "--check"], tmp_path).err


def test_a_language_without_golden_cases_lacks_all_standard_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grammars").symlink_to(ROOT / "grammars")
    (tmp_path / "golden").mkdir()
    monkeypatch.setattr("skeleton.health.grammar_folder", lambda: tmp_path / "grammars")

    assert {one.missing for one in report_languages(tmp_path)} == {STANDARD}


def test_the_users_own_language_needs_no_golden_cases(tmp_path: Path) -> None:
    own_language(tmp_path, "tree-sitter-python:tree_sitter_python:language")

    printed = run(["languages", "--check"], tmp_path)

    assert (printed.code, printed.err) == (0, "")
    assert "toy: .toy" in printed.out


def test_a_doctor_names_a_broken_configuration_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text("budgets = 3\n")

    printed = run(["doctor"], tmp_path)

    assert printed.code == 1
    assert "problem  configuration: skeleton.toml: unknown key budgets" in printed.out
    assert "-> skeleton config --show" in printed.out


def test_a_doctor_says_that_the_cache_is_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKELETON_CACHE", "off")

    assert [one.verdict for one in examine(tmp_path) if one.about == "cache"] == ["warning"]
    assert run(["doctor"], tmp_path).code == 0


def test_a_doctor_names_a_missing_parser(tmp_path: Path) -> None:
    own_language(tmp_path, "tree-sitter-toy:tree_sitter_toy:language")

    printed = run(["doctor"], tmp_path)

    assert printed.code == 1
    assert "-> pip install tree-sitter-toy" in printed.out
