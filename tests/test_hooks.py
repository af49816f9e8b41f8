"""What a hook of a harness is given: one JSON document, whatever happens."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "rates.py").write_text('def rate(value: int) -> int:\n    """A rate: ½."""\n')
    return tmp_path


def told(project: Path, *words: str) -> tuple[Any, str]:
    """The document that a hook prints, and what it says on standard error."""
    printed = run(["map", *words], project)
    assert printed.code == 0
    assert printed.out.count("\n") == 1
    return json.loads(printed.out), printed.err


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "SubagentStart"])
def test_an_event_is_answered_with_its_name_and_the_map(project: Path, event: str) -> None:
    document, _ = told(project, "--hook", event)
    plain = run(["map", "--budget", "9500c"], project).out

    assert document == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": plain}}


def test_gemini_is_answered_as_at_the_start_of_a_session(project: Path) -> None:
    document, _ = told(project, "--hook=gemini")

    assert document["hookSpecificOutput"]["hookEventName"] == "SessionStart"


def test_cursor_is_answered_under_its_own_key(project: Path) -> None:
    document, _ = told(project, "--hook", "cursor")

    assert list(document) == ["additional_context"]
    assert "def rate(value: int) -> int" in document["additional_context"]


def test_copilot_is_answered_under_its_own_key(project: Path) -> None:
    document, _ = told(project, "--hook", "copilot")

    assert list(document) == ["additionalContext"]
    assert "def rate(value: int) -> int" in document["additionalContext"]


def test_other_options_count(project: Path) -> None:
    document, _ = told(project, "--hook", "cursor", "--detail", "names", "--format", "text")

    assert "A rate" not in document["additional_context"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nowhere.py",), "nowhere.py: no such file or folder"),
        (("--depth", "many"), "--depth"),
        (("--no-such-option",), "no-such-option"),
        (("--deps-of", "nowhere.py"), "nowhere.py: no such source file"),
        (("--budget", "1"), "too small"),
        (("--format", "json", "--budget", "x"), ""),
    ],
)
def test_what_fails_is_an_empty_object_and_a_reason(
    project: Path, words: tuple[str, ...], reason: str
) -> None:
    document, said = told(project, "--hook", "SessionStart", *words)

    assert document == {}
    assert reason in said


def test_a_hook_without_a_name_is_no_failure(project: Path) -> None:
    assert told(project, "--hook")[0] == {}


def test_a_project_without_sources_is_an_empty_object(tmp_path: Path) -> None:
    assert told(tmp_path, "--hook", "SessionStart")[0] == {}


def test_a_hook_stays_below_what_harnesses_take_whole(project: Path) -> None:
    many = "".join(f"def rate_{n}(value: int) -> int: ...\n\n\n" for n in range(2000))
    (project / "many.py").write_text(many)

    document, _ = told(project, "--hook", "SessionStart")

    assert 5_000 < len(document["hookSpecificOutput"]["additionalContext"]) <= 9_500
