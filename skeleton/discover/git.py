"""Asks git, in a way that a hostile repository cannot use.

Nothing that the configuration of a repository names is run, and nothing is fetched. What an answer
means is for whoever asked.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

GIT_TIMEOUT_S = 8  # git waits for ever on a pipe named `.gitignore`

_OPTIONS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_SETTINGS = {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"}


class Answer(NamedTuple):
    """What git said."""

    code: int
    out: bytes
    said: bytes  # on standard error


def ask_git(
    folder: Path, *words: str, given: bytes = b"", timeout_s: float = 0, index_file: str = ""
) -> Answer | None:
    """Return what git answers in a folder, `None` when there is no git or it does not end.

    Args:
        folder: Where git is run.
        words: The command and its arguments.
        given: What it reads on its standard input.
        timeout_s: Seconds after which it is stopped; 0 means `GIT_TIMEOUT_S`.
        index_file: The index to use instead of that of the repository; absolute.
    """
    import shutil
    import subprocess

    program = shutil.which("git")
    if program is None or not os.path.isabs(program):  # one found in the folder itself
        return None
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _SETTINGS
    }
    environment |= {
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    if index_file:
        environment["GIT_INDEX_FILE"] = index_file
    try:
        answer = subprocess.run(
            [program, *_OPTIONS, *words],
            cwd=folder,
            env=environment,
            input=given,
            capture_output=True,
            timeout=timeout_s or GIT_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Answer(answer.returncode, answer.stdout, answer.stderr)
