"""`skeleton show`: reads its options, has ids looked up, prints what they name."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skeleton.cli.help import with_slashes
from skeleton.cli.map import Format


class Part(StrEnum):
    """What is shown of an id."""

    body = "body"
    interface = "interface"
    callers = "callers"
    tests = "tests"
    trace = "trace"


def show_command(
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="ID...",
            help="PATH::NAME, a dotted name, a name, a path, or the id of a failed test.",
        ),
    ],
    part: Annotated[
        Part | None,
        typer.Option(
            help="Default: the body; of a path the interface, of a failed test the trace."
        ),
    ] = None,
    context: Annotated[int, typer.Option(metavar="N", min=0, help="Lines around a body.")] = 0,
    budget: Annotated[
        str,
        typer.Option(
            metavar="N|Nc|Nk", help="Most tokens (2500), characters (9500c) or kilobytes."
        ),
    ] = "",
    since: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HASH",
            help="Content hash of a file in a map, or its beginning: say if the file changed.",
        ),
    ] = None,
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written.")
    ] = Format.markdown,
) -> None:
    """Print definitions as they stand in their files.

    skeleton show billing/rates.py::Table.rate   one definition

    skeleton show rate --part callers            who uses it

    skeleton show billing.rates.Table            by its name in Python
    """
    from skeleton.pipeline import render_shown, show_symbols
    from skeleton.showing import ShowOptions

    options = ShowOptions(
        ids=tuple(map(with_slashes, ids)),
        part=part.value if part else "",
        context=context,
        budget=budget,
        format=format_.value,
        since=tuple(since or ()),
    )
    folder = Path.cwd()
    shown = show_symbols(folder, options)
    if shown.items or options.format == "json":
        sys.stdout.write(render_shown(folder, shown, options))
    for one in shown.missing:
        print(f"skeleton: {one.message}", file=sys.stderr)
    raise typer.Exit(2 if shown.missing else 0)
