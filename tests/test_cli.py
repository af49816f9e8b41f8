"""What every command has in common: help, errors, exit codes, completion."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from skeleton.cli import COMMANDS
from tests.running import ROOT, Printed, run

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


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A small project."""
    for folder in ("shop", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "shop" / "money.py").write_text("def price(value: int) -> int: return value\n")
    (tmp_path / "shop" / "bill.py").write_text(
        "from shop.money import price\n\n\ndef bill(): return price(1)\n"
    )
    (tmp_path / "tests" / "test_money.py").write_text(
        "from shop.money import price\n\n\ndef test_price(): assert price(3) == 3\n"
    )
    return tmp_path


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
        (["skill", "--json"], "usage"),
        (["--json"], "usage"),
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

    assert printed == (2, "", "skeleton: no/out.md: No such file or directory\n")


def test_a_file_elsewhere_is_named_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n")
    out = tmp_path.parent / "nowhere" / "out.md"

    assert run(["map", "-o", str(out)], tmp_path).err.startswith(f"skeleton: {out}: No such")


def test_an_option_that_a_command_lacks_is_named_as_it_was(tmp_path: Path) -> None:
    assert "No such option: --json" in run(["skill", "--json"], tmp_path).out


def test_words_behind_dashes_ask_for_nothing(tmp_path: Path) -> None:
    printed = run(
        ["verify", "--format", "text", "--runner", "junit", "--", "x", "--json"], tmp_path
    )

    assert not printed.out.startswith('{\n "error"')


@pytest.mark.parametrize(
    "words",
    [
        ["map", "shop\\money.py"],
        ["map", "--deps-of", "shop\\bill.py"],
        ["map", "--used-by", "shop\\money.py"],
        ["map", "--used-by", "shop\\money.py::price"],
        ["map", "--tested-by", "tests\\test_money.py"],
        ["map", "-", "--stdin-filename", "shop\\money.py"],
        ["show", "shop\\money.py"],
        ["show", "shop\\money.py::price"],
        ["show", "shop\\money.py::price", "--part", "callers"],
        ["check", "shop\\money.py"],
        ["graph", "shop\\bill.py"],
        ["graph", "--deps-of", "shop\\bill.py"],
        ["docs", "-o", "-", "shop\\money.py"],
        ["docs", "-o", "-", "shop\\money.py::price"],
    ],
    ids=" ".join,
)
def test_paths_may_be_written_as_on_windows(
    words: list[str], shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(words: list[str]) -> Printed:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"A = 1\n")))
        return run(words, shop)

    plain = asked([word.replace("\\", "/") for word in words])

    assert plain.code == 0
    assert asked(words) == plain
    assert "\\" not in plain.out


def started(folder: Path, *words: str, **more: Any) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    command = [sys.executable, "-m", "skeleton", *words]
    return subprocess.Popen(command, cwd=folder, env=environment, **more)


def test_a_reader_that_goes_away_is_no_failure(shop: Path) -> None:
    (shop / "long.py").write_text("".join(f"NAME_{one} = {one}\n" for one in range(20_000)))
    with started(shop, "map", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()

    assert (process.returncode, said) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_told_in_a_sentence(shop: Path) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        started(shop, "map", stdout=full, stderr=subprocess.PIPE) as process,
    ):
        assert process.stderr is not None
        said = process.stderr.read()

    assert process.returncode == 2
    assert said == b"skeleton: standard output: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX closes a stream")
def test_a_closed_output_is_no_failure(shop: Path) -> None:
    command = f'"{sys.executable}" -m skeleton map >&-'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", command], cwd=shop, env=environment, capture_output=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent otherwise")
def test_an_interrupt_ends_a_run_without_a_word(tmp_path: Path) -> None:
    for number in range(400):
        function = "".join(f"def f{one}(a: int) -> int:\n    return a\n\n" for one in range(200))
        (tmp_path / f"m{number}.py").write_text(function)
    with started(
        tmp_path,
        "map",
        env={"SKELETON_CACHE": "off"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's `&` ignores it
    ) as process:
        time.sleep(1.5)  # processes that read are at work
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read()

    assert (process.returncode, said) == (130, b"")


@pytest.mark.parametrize(
    "place",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"},
        {"NO_COLOR": "1"},
    ],
    ids=lambda place: " ".join(place),
)
def test_text_is_the_same_bytes_wherever_it_is_printed(place: dict[str, str], shop: Path) -> None:
    (shop / "\u00fc\u4e2d.py").write_text("NAME = '\u00e4\u4e2d'\n", "utf-8")
    plain = run(["map"], shop).out
    assert "\u00e4\u4e2d" in plain

    with started(shop, "map", env=place, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read().decode("utf-8") == plain


@pytest.mark.parametrize(
    "words",
    [["map"], ["show"], ["map", "--deps-of"], ["check"], ["graph"], ["docs", "-o", "-"]],
    ids=" ".join,
)
def test_a_file_whose_name_is_no_text_can_be_named(words: list[str], tmp_path: Path) -> None:
    name = os.fsdecode(b"odd\xff.py")
    try:
        (tmp_path / name).write_text("A = 1\n")
    except OSError:
        pytest.skip("names of files are text here")

    first, second = (run([*words, name], tmp_path) for _ in range(2))

    assert first.code == 0, first.err
    assert words == ["check"] or "odd\\xff.py" in first.out
    assert first == second


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


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_completion_of_bash_works_in_bash(tmp_path: Path) -> None:
    program = tmp_path / "skeleton"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m skeleton "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(_SKELETON_COMPLETE=source_bash skeleton)"\n'
        "COMP_WORDS=(skeleton map --stri); COMP_CWORD=2\n"
        '_skeleton_completion skeleton; echo "${COMPREPLY[@]}"\n'
    )
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "--strict\n"


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
