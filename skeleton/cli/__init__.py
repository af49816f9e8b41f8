"""The command line: one file a command; this one joins them and settles output and exit codes.

Exit codes: 0 done; 1 the answer is "no"; 2 usage, or a job that cannot be done; 3 no trustworthy
answer.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import sys
from importlib import import_module
from typing import Annotated

import typer

from skeleton import __version__
from skeleton.cli.help import Described, DescribedGroup, SplitAtDashes
from skeleton.cli.hook import answer_hook, hook_of
from skeleton.errors import SkeletonError

# Objects until cycles are looked for: records have none, and a run keeps nearly all it makes.
RARELY = 2_000_000
INTERRUPTED = 130  # by the user; as shells tell it

# Each command and the file that holds it, in the order of the help.
COMMANDS = {
    "map": "map",
    "show": "show",
    "diff": "diff",
    "check": "check",
    "verify": "verify",
    "docs": "docs",
    "graph": "graph",
    "languages": "languages",
    "doctor": "languages",
    "mcp": "mcp",
    "setup": "setup",
    "skill": "setup",
    "config": "config",
}


def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Interfaces and contracts of code that somebody else wrote, without its bodies.

    skeleton map src/                          the public interface of a project

    skeleton map src/ --deps-of src/pay.py     what the author of a file needs

    skeleton show Table.rate                   one body

    skeleton verify                            the tests, and a short answer
    """
    if version:
        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


def main(argv: list[str] | None = None) -> int:
    """Run a command line and return its exit code.

    Text goes to standard output in UTF-8 with line feeds.

    Args:
        argv: The words after the program's name; those of the process if absent.
    """
    _open_streams()
    gc.set_threshold(RARELY, 50, 100)
    atexit.register(gc.freeze)  # what is left needs no look when the process ends
    words = _spelled_out(sys.argv[1:] if argv is None else argv)
    hook = hook_of(words)
    return answer_hook(hook, words, _run) if hook else _run(words)


def _open_streams() -> None:
    """Settle how text is written; a stream that the caller has closed swallows it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w")))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _run(words: list[str]) -> int:
    try:
        code = _answer(words)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has gone away
        _give_up_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _give_up_output()
        return _refused("io", f"standard output: {error.strerror}", as_json=False)
    return code


def _answer(words: list[str]) -> int:
    as_json = _wants_json(words)
    try:
        return _commands(words)(args=words, prog_name="skeleton", standalone_mode=False) or 0
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 1
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except SkeletonError as error:
        return _refused(error.code, str(error), as_json, error.exit_code)
    except OSError as error:
        if error.filename is None:
            raise
        name = os.fsdecode(error.filename)
        near = os.path.relpath(name)
        shown = name if near.startswith("..") else near
        return _refused("io", f"{shown}: {error.strerror}", as_json)
    except Exception as error:  # of usage: typer does not export its class
        if not hasattr(error, "format_message"):
            raise
        if not as_json:
            error.show()  # type: ignore[attr-defined]  # it has what format_message tells of
            return 2
        told = error.format_message()
        if told.startswith("No such option: --format"):
            told = "No such option: --json"
        return _refused("usage", told, as_json)


def _commands(words: list[str]) -> typer.Typer:
    """Return the command that is called, or all of them: to load and describe all takes a while."""
    app = typer.Typer(
        name="skeleton",
        cls=DescribedGroup,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(invoke_without_command=True)(options)
    called = words[0] if words else ""
    for name in [called] if called in COMMANDS else COMMANDS:
        command = getattr(import_module(f"skeleton.cli.{COMMANDS[name]}"), f"{name}_command")
        app.command(name, cls=SplitAtDashes if name == "verify" else Described)(command)
    return app


def _spelled_out(words: list[str]) -> list[str]:
    """Return a command line with `--json` as what it stands for; `--` ends the options."""
    end = words.index("--") if "--" in words else len(words)
    short = {"--json": "--format=json"}
    return [short.get(word, word) for word in words[:end]] + words[end:]


def _wants_json(words: list[str]) -> bool:
    end = words.index("--") if "--" in words else len(words)
    asked = " ".join(words[:end]).replace("--format ", "--format=")
    return "--format=json" in asked.split()


def _refused(code: str, said: str, as_json: bool, exit_code: int = 2) -> int:
    """Say why there is no answer: on standard error, or as the one document of a program."""
    if as_json:
        print(json.dumps({"error": {"code": code, "message": said}}, indent=1))
    else:
        print(f"skeleton: {said}", file=sys.stderr)
    return exit_code


def _give_up_output() -> None:
    """Let what is still to be written go nowhere, so that nothing complains at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
