"""`skeleton setup` and `skeleton skill`: print, or write, what a harness must know of this tool."""

from __future__ import annotations

import difflib
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Harness(StrEnum):
    """A program that works with code and takes context."""

    claude_code = "claude-code"
    codex = "codex"
    cursor = "cursor"
    gemini = "gemini"
    copilot = "copilot"
    aider = "aider"
    openhands = "openhands"


def setup_command(
    harness: Annotated[Harness, typer.Argument(help="For which program.")],
    write: Annotated[
        bool, typer.Option("--write", help="Write the files of this project; the diff comes first.")
    ] = False,
) -> None:
    """Print what a harness needs to use this tool, file by file.

    skeleton setup claude-code

    skeleton setup cursor --write   merged into what is there
    """
    from skeleton.cli.harnesses import plan, snippets_by_harness
    from skeleton.cli.output import write_whole

    snippets = snippets_by_harness()[harness.value]
    if not write:
        for snippet in snippets:
            print(f"# {snippet.to}\n\n{snippet.content}")
        return
    folder = Path.cwd()
    planned = plan(folder, snippets)
    for one in planned:
        sys.stdout.writelines(
            difflib.unified_diff(
                one.before.splitlines(keepends=True),
                one.after.splitlines(keepends=True),
                f"a/{one.path}" if one.before else "/dev/null",
                f"b/{one.path}",
            )
        )
    for one in planned:
        path = folder / one.path
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, one.after)
        print(f"written: {one.path}", file=sys.stderr)
    if not planned:
        print("nothing to change", file=sys.stderr)


def skill_command() -> None:
    """Print a SKILL.md that teaches an agent to use this tool.

    skeleton skill > .claude/skills/skeleton/SKILL.md
    """
    from skeleton.cli.harnesses import read_text

    sys.stdout.write(read_text("SKILL.md"))
