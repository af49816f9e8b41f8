"""Questions of somebody who works on a project, answered in at most three flat calls.

Each file of `transcripts/` holds a question, the project of `golden/` it is asked about, an edit
since the last commit, and the calls with their answers. `--update-golden` writes the answers anew.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.running import ROOT
from tests.serving import ask, call

if TYPE_CHECKING:
    from pathlib import Path

    from mcp import Client

TRANSCRIPTS = sorted((ROOT / "tests" / "transcripts").glob("*.json"))


def project_of(transcript: dict[str, Any], folder: Path) -> Path:
    """A copy of the project in git, with the edit of the transcript in its working tree."""
    root = folder / "project"
    shutil.copytree(ROOT / "golden" / transcript["project"], root)
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "first"), ("tag", "v1")):
        subprocess.run([*git, *words], cwd=root, check=True)
    for path, old, new in transcript["edit"]:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new))
    return root


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda one: one.stem)
def test_a_question_is_answered_in_three_calls(
    file: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    transcript = json.loads(file.read_text("utf-8"))
    answers: list[str] = []

    async def questions(client: Client) -> None:
        for one in transcript["calls"]:
            answer = await call(client, one["tool"], **one["arguments"])
            answers.append(re.sub(r"(?<=\[project @ )[0-9a-f]{7}", "COMMIT", answer))

    ask(project_of(transcript, tmp_path), questions)

    if request.config.getoption("--update-golden"):
        for one, answer in zip(transcript["calls"], answers, strict=True):
            one["answer"] = answer.split("\n")
        said = json.dumps(transcript, indent=1, ensure_ascii=False) + "\n"
        if said != file.read_text("utf-8"):
            file.write_text(said, "utf-8")
            pytest.fail(f"{file.name} was rewritten")
    assert len(answers) <= 3
    assert sum(map(len, answers)) <= 10_000
    assert answers == ["\n".join(one["answer"]) for one in transcript["calls"]]
    told = "\n".join(answers)
    assert [fact for fact in transcript["facts"] if fact not in told] == []
