"""What a project says about itself, and what is refused."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import jsonschema
import pytest

from skeleton.config import Config, DocumentEntry, VerifyEntry, read_config, schema
from skeleton.errors import BadConfig
from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

EVERY_KEY = """
roots = ["src"]
include = ["*.py"]
exclude = ["gen/"]
languages = ["python", "go"]
visibility = "all"
budget = 2500
grammars = "languages"
docs = [{ out = "a.md", paths = ["src/pay"], detail = "signatures" }, { inject = "README.md" }]
verify = { runner = "junit", command = ["gradle", "test"], report = "*.xml", timeout = 60 }
"""


def config_of(folder: Path, text: str) -> Config:
    (folder / "skeleton.toml").write_text(text)
    return read_config(folder)


def problem(folder: Path, text: str) -> str:
    with pytest.raises(BadConfig) as refused:
        config_of(folder, text)
    return str(refused.value)


def test_every_key_is_read(tmp_path: Path) -> None:
    config = config_of(tmp_path, EVERY_KEY)

    assert config == Config(
        roots=("src",),
        include=("*.py",),
        exclude=("gen/",),
        languages=("python", "go"),
        visibility="all",
        budget="2500",
        grammars="languages",
        docs=(
            DocumentEntry(out="a.md", paths=("src/pay",), detail="signatures"),
            DocumentEntry(inject="README.md"),
        ),
        verify=VerifyEntry("junit", ("gradle", "test"), "*.xml", "", 60),
    )


def test_pyproject_speaks_where_there_is_no_file_of_our_own(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.skeleton]\nroots = ["lib"]\n')
    assert read_config(tmp_path).roots == ("lib",)

    assert config_of(tmp_path, 'roots = ["src"]\n').roots == ("src",)


@pytest.mark.parametrize("text", ["", "[tool.other]\nx = 1\n", "tool = 3\n", "not toml"])
def test_a_pyproject_that_says_nothing_is_no_configuration(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)

    assert read_config(tmp_path) == Config()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exlude = []\n", "unknown key exlude; did you mean exclude?"),
        ("zzz = 1\n", "unknown key zzz; known are roots, include,"),
        ('docs = [{ ot = "x" }]\n', "unknown key ot in docs; did you mean out?"),
        ("verify = { timeouts = 3 }\n", "unknown key timeouts in verify; did you mean timeout?"),
        ('visibility = "some"\n', "Invalid enum value 'some' - at `visibility`"),
        ("roots = 3\n", "Expected `array`, got `int` - at `roots`"),
        ("docs = [{}]\n", "either out"),
        ('docs = [{ out = "a", inject = "b" }]\n', "either out"),
        ('docs = [{ inject = "a", paths = ["b"] }]\n', "leave out paths"),
        ("verify = { timeout = -1 }\n", "`float` >= 0"),
        ("roots = [", "skeleton.toml: "),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert said in problem(tmp_path, text)


def test_a_table_of_pyproject_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\nskeleton = 3\n")

    with pytest.raises(BadConfig, match="not a table"):
        read_config(tmp_path)


def test_a_bad_configuration_ends_a_run_with_two(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text("exlude = []\n")

    printed = run(["map", "."], tmp_path)

    assert (printed.code, printed.out) == (2, "")
    assert printed.err == "skeleton: skeleton.toml: unknown key exlude; did you mean exclude?\n"


def test_the_schema_that_is_shipped_is_the_one_that_is_made() -> None:
    assert (ROOT / "skeleton" / "config.schema.json").read_text("utf-8") == schema()


def test_the_schema_accepts_what_is_read_and_refuses_what_is_not(tmp_path: Path) -> None:
    check = jsonschema.Draft202012Validator(json.loads(schema()))

    assert list(check.iter_errors(tomllib.loads(EVERY_KEY))) == []
    for text in ("exlude = []", 'visibility = "some"', "roots = 3", "verify = { timeouts = 3 }"):
        assert list(check.iter_errors(tomllib.loads(text))) != []


def test_show_prints_every_value_and_its_origin(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text('roots = ["src"]\nverify = { timeout = 60 }\n')

    lines = run(["config", "--show"], tmp_path).out.splitlines()

    assert lines[0] == 'roots = ["src"]  # skeleton.toml'
    assert 'visibility = "public"  # default' in lines
    assert "verify.timeout = 60.0  # skeleton.toml" in lines
    assert 'verify.runner = "auto"  # default' in lines


def test_what_show_prints_is_a_configuration(tmp_path: Path) -> None:
    said = config_of(tmp_path, EVERY_KEY)
    (tmp_path / "languages").mkdir()
    printed = run(["config", "--show"], tmp_path).out

    assert config_of(tmp_path, printed) == said


def test_a_schema_can_be_printed(tmp_path: Path) -> None:
    assert run(["config", "--schema"], tmp_path).out == schema()


def test_an_option_wins_over_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text('visibility = "all"\n')
    (tmp_path / "a.py").write_text("def _hidden(): ...\n")

    assert "_hidden" in run(["map"], tmp_path).out
    assert "_hidden" not in run(["map", "--visibility", "public"], tmp_path).out


def test_only_the_languages_that_are_named_are_read(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text('languages = ["go"]\n')
    (tmp_path / "a.py").write_text("A = 1\n")
    (tmp_path / "a.go").write_text("package a\n\nconst B = 1\n")

    printed = run(["map"], tmp_path)

    assert "a.go" in printed.out
    assert "a.py" not in printed.out


def test_a_language_that_is_not_known_is_refused(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text('languages = ["pyton"]\n')

    assert "unknown language pyton; did you mean python?" in run(["map"], tmp_path).err


def test_verify_runs_the_tests_as_configured(tmp_path: Path) -> None:
    (tmp_path / "skeleton.toml").write_text('verify = { runner = "unittest" }\n')
    (tmp_path / "test_a.py").write_text(
        "import unittest\n\nclass A(unittest.TestCase):\n    def test_b(self):\n        pass\n"
    )

    said = json.loads(run(["verify"], tmp_path).out)

    assert (said["runner"].split()[0], said["status"]) == ("unittest", "passed")
