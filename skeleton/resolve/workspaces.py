"""Finds the packages of a workspace: of npm, yarn, pnpm, lerna."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from skeleton.resolve.places import ancestors, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.resolve.places import Files

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA = re.compile(r",(\s*[}\]])")


class Workspaces:
    """The packages around folders; what was found for a folder is remembered."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._packages: dict[str, dict[str, str]] = {}

    def packages(self, folder: str) -> dict[str, str]:
        """Return the packages of the workspaces around a folder, by name: their folders."""
        if folder not in self._packages:
            found: dict[str, str] = {}
            for around in ancestors(folder):
                for inside in (around, *self._members(around)):
                    name = read_json(self._files, join(inside, "package.json")).get("name")
                    if isinstance(name, str):
                        found.setdefault(name, inside)
            self._packages[folder] = found
        return self._packages[folder]

    def _members(self, folder: str) -> Iterator[str]:
        said = read_json(self._files, join(folder, "package.json")).get("workspaces")
        patterns = said.get("packages") if isinstance(said, dict) else said
        patterns = list(patterns) if isinstance(patterns, list) else []
        patterns += _yaml_list(self._files.text(join(folder, "pnpm-workspace.yaml")), "packages")
        lerna = read_json(self._files, join(folder, "lerna.json")).get("packages")
        patterns += lerna if isinstance(lerna, list) else []
        for pattern in patterns:
            if isinstance(pattern, str) and not pattern.startswith("!"):
                yield from self._expand(folder, pattern.strip("./").split("/"))

    def _expand(self, folder: str, parts: list[str], depth: int = 0) -> Iterator[str]:
        if not parts or parts == [""]:
            yield folder
        elif "*" not in parts[0]:
            yield from self._expand(join(folder, parts[0]), parts[1:], depth)
        elif depth < 4:
            shape = re.compile(re.escape(parts[0]).replace(r"\*", ".*") + r"\Z")
            for name in self._files.folders(folder or "."):
                if name == "node_modules" or not shape.match(name):
                    continue
                inside = join(folder, name)
                yield from self._expand(inside, parts[1:], depth + 1)
                if parts[0] == "**":
                    yield from self._expand(inside, parts, depth + 1)


def read_json(files: Files, path: str) -> dict[str, Any]:
    """Read a JSON file that may hold comments; empty where it cannot be read."""
    text = _COMMENT.sub(lambda match: match[1] or "", files.text(path))
    try:
        said = json.loads(_COMMA.sub(r"\1", text))
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _yaml_list(text: str, key: str) -> list[str]:
    """Read a list of plain or quoted strings under a key at the top of a YAML file."""
    match = re.search(rf"^{key}:[ \t]*\n((?:[ \t]*(?:-.*|#.*)?\n?)+)", text, re.MULTILINE)
    return (
        re.findall(
            r"^[ \t]*-[ \t]*['\"]?([^'\"#\n]+?)['\"]?[ \t]*(?:#.*)?$", match[1], re.MULTILINE
        )
        if match
        else []
    )
