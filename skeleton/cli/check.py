"""`skeleton check`: reads its options, has documentation compared with code, prints conflicts."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skeleton.cli.output import OutputFile, write_whole
from skeleton.cli.stdin import Paths, Standard, StdinFilename


class Format(StrEnum):
    """How the answer is written."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


def check_command(
    paths: Paths = None,
    select: Annotated[
        str,
        typer.Option(
            metavar="KINDS", help="Only some kinds, with commas: exception, parameter, default."
        ),
    ] = "",
    stdin_filename: StdinFilename = "",
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written; github: annotations.")
    ] = Format.text,
    output: OutputFile = "",
) -> None:
    """Print where documentation and code contradict each other.

    A documented exception that is never raised, a documented parameter that the signature lacks, a
    documented default that differs. What is not documented is no conflict.

    skeleton check src/

    skeleton check --format sarif -o check.sarif

    A comment with a reason accepts one, on the line of either side or above:
    # skeleton: ignore[parameter] the wrapper adds it

    Exit code: 0; 1 for a conflict; 3 where nothing was compared.
    """
    from skeleton.pipeline import CheckOptions, check_contracts, check_exit_code, render_check

    stdin = Standard(paths or (), stdin_filename)
    options = CheckOptions(
        paths=stdin.spelled(paths),
        select=tuple(word.strip() for word in select.split(",") if word.strip()),
    )
    checked = check_contracts(Path.cwd(), options, place=stdin.place(options.paths))
    text = render_check(checked, format_.value)
    if output:
        write_whole(Path(output), text)
    else:
        sys.stdout.write(text)
    raise typer.Exit(check_exit_code(checked))
