"""`-` as a path: the file is what comes in by standard input, named by an option."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skeleton.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skeleton.unsaved import UnsavedPlace

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH]...",
        help="Files and folders, - for standard input; default: the configured roots, else `.`",
    ),
]
StdinFilename = Annotated[
    str,
    typer.Option(metavar="NAME", help="The file that - stands for; it need not be there."),
]


class Standard:
    """Standard input as a file of the project, if some words of a command line ask for it."""

    def __init__(self, words: Sequence[str], name: str, languages: Sequence[str] = ()) -> None:
        """Read standard input where one of the words is `-`.

        Args:
            words: All that name files.
            name: Of the file, as given.
            languages: As given; one of them is enough without a name.

        Raises:
            BadOption: There is no telling what it is, or nothing asks for it.
        """
        from skeleton.unsaved import STDIN, stdin_name

        self.is_asked = STDIN in words
        if name and not self.is_asked:
            raise BadOption("--stdin-filename", name, "is the name of -, which is no PATH here")
        self.name = ""
        if self.is_asked:
            self.name = name or stdin_name(Path.cwd(), tuple(languages))
            self.content = sys.stdin.buffer.read()

    def spelled(self, words: Sequence[str] | None) -> tuple[str, ...]:
        """Return words with the name of the file for `-`."""
        from skeleton.unsaved import STDIN

        return tuple(self.name if word == STDIN else word for word in words or ())

    def place(self, paths: tuple[str, ...]) -> UnsavedPlace | None:
        """Return where to read, `None` where standard input does not matter."""
        from skeleton.unsaved import UnsavedPlace

        return UnsavedPlace(Path.cwd(), paths, self.name, self.content) if self.is_asked else None
