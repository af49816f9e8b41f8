"""The action for GitHub, and the workflow of the README that uses it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PLACE = ROOT / ".github" / "actions" / "skeleton" / "action.yml"
ACTION: dict[str, Any] = yaml.safe_load(PLACE.read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
INPUT = re.compile(r"\$\{\{\s*inputs\.([\w-]+)\s*\}\}")
STALE = '''\
def fee(cents: int, rate: int = 2) -> int:
    """Take a fee.

    Args:
        rate: Its share. Defaults to 3.
    """
    return cents
'''


def workflow() -> dict[str, Any]:
    """The workflow that the README shows."""
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    (found,) = [block for block in blocks if "actions/skeleton@" in block]
    return yaml.safe_load(found)


def run_action(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the last step in a folder as a runner would, with this checkout as what is installed."""
    said = {name: str(one["default"]) for name, one in ACTION["inputs"].items()} | inputs
    place = folder.parent / "runner" / "skeleton" / "bin"
    place.mkdir(parents=True, exist_ok=True)
    script = place / "skeleton"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m skeleton "$@"\n')
    script.chmod(0o755)
    given = {
        name: INPUT.sub(lambda found: said[found[1]], value)
        for name, value in STEPS[-1]["env"].items()
    }
    runner = {"PYTHONPATH": str(ROOT), "RUNNER_TEMP": str(folder.parent / "runner")}
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", STEPS[-1]["run"]],
        cwd=folder,
        env={**os.environ, **runner, **given},
        capture_output=True,
        text=True,
        check=False,
    )


def git(folder: Path, *words: str) -> None:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository of two commits, the second of which breaks callers."""
    folder = tmp_path / "shop"
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "-q")
    for text in ("def f(a): ...\n", "def f(a, b): ...\n"):
        (folder / "src" / "a.py").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", "one")
    return folder


def test_every_input_is_described_and_used_and_none_is_unknown() -> None:
    used = INPUT.findall(PLACE.read_text("utf-8"))

    assert sorted(used) == sorted(ACTION["inputs"])
    assert all(one["description"] and "default" in one for one in ACTION["inputs"].values())


def test_no_input_becomes_part_of_a_script() -> None:
    assert [step["name"] for step in STEPS if "${{" in step["run"]] == []


def test_every_step_names_its_shell() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert {step["shell"] for step in STEPS} == {"bash"}


def test_what_is_installed_is_the_revision_of_the_action() -> None:
    assert "$GITHUB_ACTION_PATH/../../.." in STEPS[0]["run"]
    assert (PLACE.parent / ".." / ".." / ".." / "pyproject.toml").exists()


def test_the_workflow_of_the_readme_gives_inputs_that_exist() -> None:
    steps = workflow()["jobs"]["skeleton"]["steps"]
    (ours,) = [step for step in steps if "skeleton@" in step["uses"]]

    assert set(ours["with"]) <= set(ACTION["inputs"])
    assert set(ours["with"]["run"].split()) <= {"check", "docs", "diff"}
    assert ours["uses"].partition("/skeleton/")[2].partition("@")[0] == ".github/actions/skeleton"


def test_a_step_passes_where_nothing_is_wrong(shop: Path) -> None:
    done = run_action(shop)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("0 conflicts;")


def test_all_that_is_asked_for_runs_although_the_first_fails(shop: Path) -> None:
    (shop / "src" / "b.py").write_text(STALE)

    done = run_action(shop, run="check diff", paths="src")

    assert done.returncode == 1
    assert "::error file=src/b.py,line=5" in done.stdout
    assert "::error file=src/a.py,line=1,title=breaking::" in done.stdout


def test_paths_keep_to_what_they_name(shop: Path) -> None:
    (shop / "src" / "b.py").write_text(STALE)

    assert run_action(shop, paths="src/a.py").returncode == 0


@pytest.mark.parametrize("word", ["$(touch owned)", "`touch owned`", "; touch owned", "--help"])
def test_inputs_are_words_and_no_code(word: str, shop: Path) -> None:
    for name in ("run", "paths", "base", "fail-on"):
        run_action(shop, **{"run": "check diff", name: word})

    assert not (shop / "owned").exists()


def test_documents_are_checked(shop: Path) -> None:
    (shop / "skeleton.toml").write_text('docs = [{ out = "api.md", paths = ["src"] }]\n')

    done = run_action(shop, run="docs")

    assert done.returncode == 1
    assert "::error file=api.md,title=" in done.stdout
    assert not (shop / "api.md").exists()


@pytest.mark.slow
def test_the_first_step_installs_what_the_second_runs(shop: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "action"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".git", "golden", "tests"))
    place = checkout / PLACE.parent.relative_to(ROOT)
    given = {"PYTHON": sys.executable, "RUNNER_TEMP": str(tmp_path / "temp")}
    subprocess.run(
        ["bash", "-e", "-c", STEPS[0]["run"]],
        cwd=shop,
        env={**os.environ, **given, "GITHUB_ACTION_PATH": str(place)},
        check=True,
    )

    installed = tmp_path / "temp" / "skeleton" / "bin" / "skeleton"
    said = subprocess.run([installed, "--version"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\d+\.\d+\.\d+", said.stdout.strip())
