"""The fast measures beside the project: construct kit, payments, field cases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

KIT_OPTIONS = ["--visibility", "all", "--detail", "full", "--messages"]


def score(script: Path, *arguments: str, text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        input=text,
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("format", ["markdown", "text"])
def test_the_constructs_of_the_python_kit_survive(shared: Path, format: str) -> None:
    printed = run(["map", "python", *KIT_OPTIONS, "--format", format], shared / "kits")

    done = score(shared / "kits/score.py", "python", "--min", "64", text=printed.out)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("format", "cut"), [("markdown", "92"), ("text", "92"), ("xml", "91"), ("json", "0")]
)
def test_the_rules_of_the_payments_package_reach_its_caller(
    shared: Path, format: str, cut: str
) -> None:
    asked = ["python/paylib", "--deps-of", "python/paylib/settlement.py", "--format", format]
    bars = ["--min-recall", "0.97", "--min-cut", cut, "--min-flags", "3"]
    folder = shared / "payments"
    printed = run(["map", *asked], folder)

    done = score(folder / "score.py", "python/contracts.json", *bars, text=printed.out)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_of_the_payments_package_outlive_its_prose(shared: Path) -> None:
    asked = ["python/paylib", "--deps-of", "python/paylib/settlement.py", "--format", "text"]
    bars = ["--min-recall", "0.97", "--min-cut", "94", "--min-flags", "3"]
    folder = shared / "payments"
    printed = run(["map", *asked, "--budget", "10960c"], folder)  # 6 % of the source

    done = score(folder / "score.py", "python/contracts.json", *bars, text=printed.out)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", ["typescript", "go"])
@pytest.mark.parametrize(("format", "cut"), [("markdown", "82"), ("text", "82"), ("json", "-40")])
def test_the_rules_of_a_payments_module_reach_its_caller(
    shared: Path, language: str, format: str, cut: str
) -> None:
    folder = shared / "payments"
    bars = ["--min-recall", "0.97", "--min-cut", cut]
    printed = run(["map", language, "--format", format], folder)

    done = score(folder / "score.py", f"{language}/contracts.json", *bars, text=printed.out)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def command(tmp_path: Path) -> dict[str, str]:
    """An environment in which `skeleton` is this checkout."""
    program = tmp_path / "bin" / "skeleton"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m skeleton "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


@pytest.mark.slow
def test_every_field_case_passes(shared: Path, command: dict[str, str], tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    subprocess.run(
        [
            *(sys.executable, str(shared / "cases/run.py"), str(shared / "cases")),
            *("--json", str(results)),
            *("--map-json", "skeleton map {root} --format json"),
            *("--map-xml", "skeleton map {root} --format xml"),
        ],
        env=command,
        capture_output=True,
        check=False,
    )

    cases = json.loads(results.read_text("utf-8"))["cases"]
    skipped = {case["id"] for case in cases if case["verdict"] == "SKIP"}

    assert [case["id"] for case in cases if case["verdict"] == "FAIL"] == []
    assert all("xdist" in name for name in skipped)  # a plugin that is not installed
    assert len(cases) > 90
