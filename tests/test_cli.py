"""What every command has in common: help, errors, exit codes, completion."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import jsonschema
import pytest

from skeleton.cli import app
from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = [one.name for one in app.registered_commands]
ERROR = {
    "type": "object",
    "required": ["error"],
    "additionalProperties": False,
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}


def help_of(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    return run([*words, "--help"], ROOT).out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_examples_before_options_within_eighty_columns(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_of(monkeypatch, command)
    example = text.find(f"\n  skeleton {command}")

    assert 0 < example < text.index("\nOptions:")
    assert max(map(len, text.splitlines())) <= 80


def test_help_has_a_whole_sentence_for_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    text = help_of(monkeypatch)

    _, _, listed = text.partition("Commands:")
    assert len(listed.strip().splitlines()) == len(COMMANDS)
    assert "..." not in listed
    assert "\n  skeleton map src/ --deps-of" in text


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["map", "nowhere", "--format", "json"], "unknown_path"),
        (["map", "nowhere", "--format=json"], "unknown_path"),
        (["map", "nowhere", "--json"], "unknown_path"),
        (["map", "--json", "--no-such-option"], "usage"),
        (["map", "--json", "--budget", "much"], "bad_option"),
        (["config", "--json", "--show", "extra"], "usage"),
        (["map", "--json", "-o", "no/such/folder/out.json"], "io"),
    ],
)
def test_an_error_is_one_json_document_where_json_was_asked_for(
    words: list[str], code: str, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("A = 1\n")

    printed = run(words, tmp_path)

    said = json.loads(printed.out)
    jsonschema.validate(said, ERROR)
    assert (printed.code, printed.err, said["error"]["code"]) == (2, "", code)


def test_an_error_is_a_sentence_elsewhere(tmp_path: Path) -> None:
    printed = run(["map", "nowhere"], tmp_path)

    assert printed.out == ""
    assert printed.err == "skeleton: nowhere: no such file or folder\n"


def test_a_file_that_cannot_be_written_is_no_fault_of_ours(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n")

    printed = run(["map", "-o", "no/out.md"], tmp_path)

    assert printed.code == 2
    assert printed.err.startswith("skeleton: no/out.md")
    assert "Traceback" not in printed.err


def test_words_behind_dashes_ask_for_nothing(tmp_path: Path) -> None:
    printed = run(
        ["verify", "--format", "text", "--runner", "junit", "--", "x", "--json"], tmp_path
    )

    assert not printed.out.startswith('{\n "error"')


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_complete_commands(shell: str, tmp_path: Path) -> None:
    asked = {
        "bash": {"COMP_WORDS": "skeleton la", "COMP_CWORD": "1"},
        "zsh": {"_TYPER_COMPLETE_ARGS": "skeleton la"},
        "fish": {"_TYPER_COMPLETE_ARGS": "skeleton la", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    done = subprocess.run(
        [sys.executable, "-m", "skeleton"],
        cwd=tmp_path,
        env={
            **os.environ,
            **asked,
            "PYTHONPATH": str(ROOT),
            "_SKELETON_COMPLETE": f"complete_{shell}",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert "languages" in done.stdout
    assert "map" not in done.stdout


def test_stats_stand_on_standard_error_alone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n\n\ndef _b(): ...\n")
    plain = run(["map"], tmp_path)

    told = run(["map", "--stats"], tmp_path)

    assert told.out == plain.out
    counts, times = told.err.split("time", 1)
    assert counts.startswith("files    1 read, 1 shown\nsymbols  1 of 2 shown\ntokens   ~")
    assert re.findall(r"\d\.\d{3} s (.+)", times) == [
        "start",
        "read and pick",
        "contracts",
        "budget",
        "render",
    ]
