"""Writes an answer into a file: the option that asks for it, and the writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pathlib import Path

OutputFile = Annotated[
    str, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE instead.")
]


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(text.encode("utf-8", "backslashreplace"))
        beside.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
