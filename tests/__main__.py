"""The one development command: `python -m tests` checks format, lint and types, tests, builds.

One line a step with its verdict, after what a failed step printed. `--quick` leaves out slow tests
and the wheel. Exits 1 when a step fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Step(NamedTuple):
    name: str
    command: tuple[str, ...]  # arguments of this interpreter
    slow: bool = False


def steps(wheels: str, *, quick: bool) -> list[Step]:
    chosen = ("-m", "not slow") if quick else ()
    every = [
        Step("format", ("-m", "ruff", "format", "--check", ".")),
        Step("lint", ("-m", "ruff", "check", ".")),
        Step("types", ("-m", "mypy")),
        Step("tests", ("-m", "pytest", "-q", "--color=no", "--durations=10", *chosen)),
        Step("wheel", ("-m", "build", "--no-isolation", "--wheel", "--outdir", wheels), slow=True),
    ]
    return [step for step in every if not (quick and step.slow)]


def run(step: Step) -> bool:
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, *step.command],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    passed = done.returncode == 0
    output = done.stdout.strip()
    if not passed:
        print(output)
    elif step.name == "tests":  # the closing line as pytest wrote it: how many passed, were skipped
        print(output.rpartition("\n")[2])
    verdict = "ok" if passed else f"FAILED ({done.returncode})"
    print(f"{step.name:<8}{verdict}  {time.monotonic() - start:.1f} s", flush=True)
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out slow tests and the wheel")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as wheels:
        verdicts = [run(step) for step in steps(wheels, quick=quick)]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
