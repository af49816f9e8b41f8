"""`skeleton config`: prints what is configured, and where that is said."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from skeleton.cli.languages import Format, write_json


def config_command(
    show: Annotated[
        bool,
        typer.Option("--show", help="Print every key, its value and its origin (the default)."),
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the keys instead.")
    ] = False,
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written.")
    ] = Format.text,
) -> None:
    """Print the configuration: every key, and who says so.

    skeleton config --show

    Keys stand in [tool.skeleton] of pyproject.toml, or in skeleton.toml, which wins.
    An option of the command line wins over both.
    """
    from skeleton.pipeline import config_schema, settings

    if schema:
        sys.stdout.write(config_schema())
        return
    told = settings(Path.cwd())
    if format_ is Format.json:
        write_json([one._asdict() for one in told])
        return
    for one in told:
        print(f"{one.key} = {one.value}  # {one.origin or 'default'}")
