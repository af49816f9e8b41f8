"""`skeleton diff`: reads its options, has two interfaces compared, prints what differs."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skeleton.cli.map import Visibility
from skeleton.cli.output import OutputFile, write_whole
from skeleton.errors import BadOption

FAIL_ON = ("breaking", "removed", "contracts")


class Format(StrEnum):
    """How a comparison is written."""

    text = "text"
    markdown = "markdown"
    json = "json"
    github = "github"


def diff_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BASE] [HEAD] [PATH]...",
            help="Revisions, then files and folders; BASE..HEAD works too. Default: HEAD against"
            " the working tree. A path that is called like a revision: ./NAME.",
        ),
    ] = None,
    base: Annotated[str, typer.Option(metavar="REVISION", help="The older side.")] = "",
    head: Annotated[
        str,
        typer.Option(metavar="REVISION", help="The newer side.  [default: the working tree]"),
    ] = "",
    visibility: Annotated[
        Visibility | None,
        typer.Option(help="`all` compares private names and tests too.  [default: public]"),
    ] = None,
    docs: Annotated[bool, typer.Option("--docs", help="Tell of changed documentation.")] = False,
    fail_on: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="What makes the exit code 1, with commas: breaking, removed, contracts.",
        ),
    ] = "",
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written; github: annotations.")
    ] = Format.text,
    output: OutputFile = "",
) -> None:
    """Print what differs between two interfaces, and what it breaks.

    skeleton diff                         the last commit against the working tree

    skeleton diff main                    a branch against the working tree

    skeleton diff v1.2 v1.3 src/pay       two revisions, a part of them

    Nothing is checked out. Exit code: 0; 1 for a change that --fail-on names.
    """
    from skeleton.comparing import DiffOptions
    from skeleton.pipeline import compare_revisions, diff_exit_code, render_diff

    chosen = tuple(word.strip() for word in fail_on.split(",") if word.strip())
    for word in chosen:
        if word not in FAIL_ON:
            raise BadOption("--fail-on", word, f"some of {', '.join(FAIL_ON)}")
    options = DiffOptions(
        words=tuple(words or ()),
        base=base,
        head=head,
        visibility=visibility.value if visibility else "",
        documentation=docs,
    )
    diff = compare_revisions(Path.cwd(), options)
    text = render_diff(diff, format_.value)
    if output:
        write_whole(Path(output), text)
    else:
        sys.stdout.write(text)
    raise typer.Exit(diff_exit_code(diff, chosen))
