"""Writes what is said about a line of a file as GitHub Actions reads it from a log.

A workflow command is one line: what a source holds cannot end it, or begin another.
"""

from __future__ import annotations

from typing import Literal

Level = Literal["error", "warning", "notice"]

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def write_annotation(
    level: Level, message: str, *, path: str = "", line: int = 0, title: str = ""
) -> str:
    """Return a workflow command, without a line feed.

    Args:
        level: How grave it is.
        message: Of any characters.
        path: Of the file, from the root of the repository; empty: of none.
        line: From 1; 0: the file as a whole.
        title: In few words.
    """
    said = {"file": path, "line": str(line) if line else "", "title": title}
    properties = ",".join(
        f"{key}={value.translate(_PROPERTY)}" for key, value in said.items() if value
    )
    return f"::{level}{' ' if properties else ''}{properties}::{message.translate(_DATA)}"


def level_of(severity: str) -> Level:
    """Return the level of a diagnostic."""
    return "error" if severity == "error" else "warning" if severity == "warning" else "notice"
