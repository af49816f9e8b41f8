"""How commands are written and read: help with examples as they stand, words behind `--`."""

from __future__ import annotations

import inspect
from typing import Any

from typer.core import TyperCommand, TyperGroup

AFTER_DASHES = "skeleton.after_dashes"


class Described(TyperCommand):
    """A command whose help keeps the lines of its examples; typer would fill them like prose."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the docstring of the command."""
        write_text(self.help or "", formatter)


class SplitAtDashes(Described):
    """A command that keeps what stands after `--` apart: it belongs to the runner."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what stands before `--`."""
        at = args.index("--") if "--" in args else len(args)
        ctx.meta[AFTER_DASHES] = args[at + 1 :]
        return super().parse_args(ctx, args[:at])


class DescribedGroup(TyperGroup):
    """The same for the command that holds the others."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the docstring of the group."""
        write_text(self.help or "", formatter)


def write_text(text: str, formatter: Any) -> None:
    """Write a docstring; paragraphs that start with `skeleton` are examples."""
    was_example = False
    for part in inspect.cleandoc(text).split("\n\n"):
        is_example = part.startswith("skeleton ")
        if not (is_example and was_example):
            formatter.write_paragraph()
        with formatter.indentation():
            if is_example:
                indent = " " * formatter.current_indent
                formatter.write("".join(f"{indent}{line}\n" for line in part.split("\n")))
            else:
                formatter.write_text(part)
        was_example = is_example


def with_slashes(word: str) -> str:
    """Return a path, or the id of something in a file, as it is written everywhere: with `/`."""
    path, mark, name = word.partition("::")
    return path.replace("\\", "/") + mark + name
