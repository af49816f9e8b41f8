"""The command line: one file a command; this one joins them and settles output and exit codes.

Exit codes: 0 done; 1 the answer is "no"; 2 usage, or a job that cannot be done; 3 no trustworthy answer.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from skeleton import __version__
from skeleton.cli.diff import diff_command
from skeleton.cli.map import map_command
from skeleton.cli.show import show_command
from skeleton.cli.verify import SplitAtDashes, verify_command
from skeleton.errors import SkeletonError

app = typer.Typer(
    name="skeleton",
    help="Interfaces and contracts of code that somebody else wrote, without its bodies.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("map")(map_command)
app.command("show")(show_command)
app.command("diff")(diff_command)
app.command("verify", cls=SplitAtDashes)(verify_command)


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Interfaces and contracts of code that somebody else wrote, without its bodies."""
    if version:
        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


def main(argv: list[str] | None = None) -> int:
    """Run a command line and return its exit code; text goes to standard output in UTF-8 with line feeds.

    Args:
        argv: The words after the program's name; those of the process if absent.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        app(args=argv, prog_name="skeleton")
        code = 0
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 1
    except SkeletonError as error:
        print(f"skeleton: {error}", file=sys.stderr)
        code = error.exit_code
    except BrokenPipeError:
        return _quietly()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _quietly()
    return code


def _quietly() -> int:
    """End without a word when the reader of the output has gone away."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
