"""Finds in messages and stack traces of any language where in the project a failure stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.verify.steady import SOURCE_LIMIT, cut

if TYPE_CHECKING:
    from pathlib import Path

_PLACE = re.compile(r"(?:file://)?((?:[A-Za-z]:)?[\w./@+~-]*[\w@+~-]\.\w+):(\d+)")
_FOREIGN = {"node_modules", "site-packages", ".venv", "venv", "vendor", ".cargo"}


def places_in(text: str, root: Path) -> list[tuple[str, int]]:
    """Return the `path:line` of a text that are files of the project, in their order."""
    found = []
    for match in _PLACE.finditer(text):
        path = relative_to(root, match.group(1))
        if path is not None:
            found.append((path, int(match.group(2))))
    return found


def relative_to(root: Path, name: str) -> str | None:
    """Return a file's path in the project with `/`; None when it is not the project's own."""
    try:
        path = (root / name).resolve()
        relative = path.relative_to(root.resolve())
        if not path.is_file() or _FOREIGN.intersection(relative.parts):
            return None
    except (OSError, ValueError):
        return None
    return relative.as_posix()


def line_of(root: Path, path: str, line: int) -> str:
    """Return a source line without its indentation, empty when it cannot be read."""
    try:
        lines = (root / path).read_text("utf-8", errors="replace").split("\n")
    except OSError:
        return ""
    return cut(lines[line - 1].strip(), SOURCE_LIMIT) if 0 < line <= len(lines) else ""
