"""`skeleton verify`: reads its options, has the project's tests run, prints what they showed."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skeleton.cli.help import AFTER_DASHES, with_slashes
from skeleton.errors import BadOption

FAIL_ON = ("tests", "removed", "breaking", "contracts")
SHOWN_CHARS = 30_000  # what a caller takes of one answer without losing some


class Runner(StrEnum):
    """What runs the tests."""

    auto = "auto"
    pytest = "pytest"
    unittest = "unittest"
    junit = "junit"
    jest = "jest"
    vitest = "vitest"
    go = "go"
    cargo = "cargo"


class Format(StrEnum):
    """How the answer is written."""

    json = "json"
    text = "text"


def verify_command(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH|ID]...", help="Files, folders and test ids; default: all tests."
        ),
    ] = None,
    runner: Annotated[
        Runner | None,
        typer.Option(help="What runs the tests.  [default: as configured, else auto]"),
    ] = None,
    python: Annotated[
        str,
        typer.Option(metavar="EXE", help="The project's interpreter; default: its environment."),
    ] = "",
    report: Annotated[
        str, typer.Option(metavar="GLOB", help="The JUnit files that the command writes.")
    ] = "",
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0,
            help="Seconds until the run is stopped; 0: never.  [default: as configured, else 600]",
        ),
    ] = None,
    max_failures: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Failures to show; default: 20 in 10,000 characters."
        ),
    ] = None,
    show: Annotated[
        str,
        typer.Option(metavar="ID", help="Print all that was kept of one failure, or the output."),
    ] = "",
    budget: Annotated[
        int,
        typer.Option(metavar="CHARS", min=0, help="Most characters that --show prints; 0: all."),
    ] = SHOWN_CHARS,
    last: Annotated[
        bool, typer.Option("--last", help="Print the answer of the last run again.")
    ] = False,
    fail_on: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="What makes the exit code 1, with commas: tests, removed, breaking, contracts.",
        ),
    ] = "tests",
    base: Annotated[
        str,
        typer.Option(
            metavar="REVISION", help="Compare interfaces and contracts with it; default: none."
        ),
    ] = "",
    affected: Annotated[
        str,
        typer.Option(
            metavar="REVISION",
            help="Run only the tests that reach what changed since; default: all tests.",
        ),
    ] = "",
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written.")
    ] = Format.json,
) -> None:
    """Run the project's tests and print what they showed.

    What stands after -- goes to the runner.

    skeleton verify                          all tests

    skeleton verify tests/test_rates.py -- -x

    skeleton verify --affected main          tests that reach what changed

    skeleton verify --runner junit --report 'build/**/*.xml' -- gradle test

    Exit code: 0 passed, 1 failures, 2 usage, 3 no verdict.
    """
    from skeleton.verifying import (
        VerifyOptions,
        last_run,
        render_run,
        show_failure,
        verify_exit_code,
        verify_run,
    )

    words = tuple(word for word in fail_on.split(",") if word)
    for word in words:
        if word not in FAIL_ON:
            raise BadOption("--fail-on", word, f"some of {', '.join(FAIL_ON)}")
    folder = Path.cwd()
    if show:
        print(show_failure(folder, show, limit=budget), end="")
        return
    if last:
        digest = last_run(folder)
    else:
        options = VerifyOptions(
            paths=tuple(map(with_slashes, paths or ())),
            runner=runner.value if runner else "",
            python=python,
            report=report,
            timeout_s=timeout,
            max_failures=max_failures or 0,
            arguments=tuple(context.meta[AFTER_DASHES]),
            affected=affected,
            base=base or ("HEAD" if set(words) - {"tests"} else ""),
        )
        digest = verify_run(folder, options)
    sys.stdout.write(render_run(digest, format_.value))
    raise typer.Exit(verify_exit_code(digest, words))
