"""Wraps what a command prints into the JSON that a hook of a harness is to print.

A hook must not stop the session that waits for it: whatever goes wrong, the answer is an empty
object and the exit code 0; the reason is told on standard error.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

OPTION = "--hook"
MOST = "9500c"  # harnesses take about 10,000 characters of a hook whole


def hook_of(words: list[str]) -> str:
    """Return for whom a map is to be wrapped; empty: for nobody.

    Args:
        words: The command line; it need not be one that can be used.
    """
    if words[:1] != ["map"]:
        return ""
    end = words.index("--") if "--" in words else len(words)
    for word, following in zip(words[:end], [*words[1:end], ""], strict=True):
        if word == OPTION:
            return following or "?"
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2] or "?"
    return ""


def answer_hook(hook: str, words: list[str], run: Callable[[list[str]], int]) -> int:
    """Run a command line and print its text as the document that a harness takes.

    Args:
        hook: `cursor`, `copilot`, `gemini`, or the name of the event: `SessionStart`.
        words: The command line.
        run: Runs it, prints, and returns its exit code.
    """
    if not any(word == "--budget" or word.startswith("--budget=") for word in words):
        words = [words[0], "--budget", MOST, *words[1:]]
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)
    try:
        with contextlib.redirect_stdout(printed):
            code = run(words)
        printed.seek(0)
        text = printed.read()
    except Exception:
        traceback.print_exc()
        code, text = 1, ""
    document = envelope(hook, text) if code == 0 and text.strip() else {}
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()
    return 0


def envelope(hook: str, text: str) -> dict[str, object]:
    """Return the document by which a harness is told of a text.

    The keys are those of the references of hooks: cursor.com/docs/hooks (`sessionStart`), GitHub's
    `hooks-reference` (`sessionStart`), `docs/hooks/reference.md` of google-gemini/gemini-cli, the
    hooks page of code.claude.com, and `session-start.command.output.schema.json` of openai/codex;
    the last three share one form.

    Args:
        hook: `cursor`, `copilot`, `gemini`, or the name of an event.
        text: What the session is to know.
    """
    if hook == "cursor":
        return {"additional_context": text}
    if hook == "copilot":
        return {"additionalContext": text}
    event = "SessionStart" if hook == "gemini" else hook
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
