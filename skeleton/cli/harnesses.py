"""Works out what a harness's files look like once they know of this tool.

Texts and places come from `texts/`; what else a file holds is kept. Writes nothing.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from skeleton.errors import SkeletonError

if TYPE_CHECKING:
    from pathlib import Path

_TEXTS = files("skeleton.cli") / "texts"
_BEGIN, _END = "<!-- skeleton-setup:begin -->", "<!-- skeleton-setup:end -->"


class CannotMerge(SkeletonError):
    """A file of a harness that cannot be changed without losing something."""

    code = "cannot_merge"

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path, self.problem = path, problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}; add what `skeleton setup` prints by hand"


class Snippet(Struct, frozen=True):
    """One text for a harness."""

    text: str  # a file of `texts/`
    to: str  # where it goes, relative to the project
    how: Literal["json", "toml", "block", "file", "shell"]

    @property
    def content(self) -> str:
        """The text itself."""
        return read_text(self.text)


class Planned(Struct, frozen=True):
    """A file as it is and as it is to be."""

    path: str
    before: str
    after: str


def read_text(name: str) -> str:
    """Return a text of the folder."""
    return (_TEXTS / name).read_text("utf-8")


def snippets_by_harness() -> dict[str, tuple[Snippet, ...]]:
    """Return the snippets of every harness."""
    table = tomllib.loads(read_text("harnesses.toml"))
    return {name: msgspec.convert(rows, tuple[Snippet, ...]) for name, rows in table.items()}


def plan(folder: Path, snippets: tuple[Snippet, ...]) -> tuple[Planned, ...]:
    """Return the files that would change in a project.

    Raises:
        CannotMerge: One is not what its name says, or lies outside of the project.
    """
    planned = []
    for snippet in snippets:
        if snippet.how == "shell":
            continue
        whole = os.path.realpath(folder / snippet.to)
        if not whole.startswith(os.path.realpath(folder) + os.sep):
            raise CannotMerge(snippet.to, "leads out of the project")
        try:
            before = (folder / snippet.to).read_text("utf-8")
        except FileNotFoundError:
            before = ""
        except (OSError, ValueError) as error:
            raise CannotMerge(snippet.to, str(error)) from error
        after = _merged(snippet, before)
        if after != before:
            planned.append(Planned(snippet.to, before, after))
    return tuple(planned)


def _merged(snippet: Snippet, before: str) -> str:
    match snippet.how:
        case "json":
            return _with_json(snippet, before)
        case "toml":
            return _with_toml(snippet, before)
        case "block":
            return _with_block(snippet.content, before)
        case _ if before and before != snippet.content:
            raise CannotMerge(snippet.to, "is there and says something else")
        case _:
            return snippet.content


def _with_json(snippet: Snippet, before: str) -> str:
    try:
        held = json.loads(before) if before.strip() else {}
    except ValueError as error:
        raise CannotMerge(snippet.to, f"is no plain JSON ({error})") from error
    if not isinstance(held, dict):
        raise CannotMerge(snippet.to, "is no JSON object")
    merged = _joined(held, json.loads(snippet.content))
    if merged == held and before.strip():
        return before
    return json.dumps(merged, indent=2, ensure_ascii=False) + "\n"


def _joined(held: Any, new: Any) -> Any:
    """Return a value with all of another in it: keys and items are added, what differs is new."""
    if isinstance(held, dict) and isinstance(new, dict):
        added = {
            key: _joined(held[key], value) if key in held else value for key, value in new.items()
        }
        return {**held, **added}
    if (
        isinstance(held, list)
        and isinstance(new, list)
        and all(isinstance(one, dict) for one in new)
    ):
        return held + [one for one in new if one not in held]
    return new


def _with_toml(snippet: Snippet, before: str) -> str:
    try:
        held = tomllib.loads(before)
    except ValueError as error:
        raise CannotMerge(snippet.to, f"is no TOML ({error})") from error
    if _holds(held, tomllib.loads(snippet.content)):
        return before
    after = f"{before.rstrip()}\n\n{snippet.content}" if before.strip() else snippet.content
    try:
        tomllib.loads(after)
    except ValueError as error:
        raise CannotMerge(snippet.to, "has another entry of this name") from error
    return after


def _holds(held: Any, wanted: Any) -> bool:
    if isinstance(held, dict) and isinstance(wanted, dict):
        return all(key in held and _holds(held[key], value) for key, value in wanted.items())
    if isinstance(held, list) and isinstance(wanted, list):
        return all(one in held for one in wanted)
    return bool(held == wanted)


def _with_block(content: str, before: str) -> str:
    block = f"{_BEGIN}\n{content}{_END}\n"
    pattern = re.compile(rf"{re.escape(_BEGIN)}\n.*?{re.escape(_END)}\n?", re.DOTALL)
    if pattern.search(before):
        return pattern.sub(lambda _: block, before, count=1)
    return f"{before.rstrip()}\n\n{block}" if before.strip() else block
