"""Runs the command line in this process, and reads what it printed."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from skeleton.cli import main
from skeleton.model import Entry, FileMap, InterfaceMap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent


class Printed(NamedTuple):
    """What one run left behind."""

    code: int
    out: str
    err: str


class Block(NamedTuple):
    """A fenced block of a Markdown map and the heading it stands under."""

    path: str
    language: str
    text: str


def run(arguments: Sequence[str], folder: Path) -> Printed:
    """Run `skeleton ARGUMENTS` as if it were called in `folder`; never raises for an exit code."""
    out, err = _stream(), _stream()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = main(list(arguments))
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return Printed(code, _text(out), _text(err))


def read_map(arguments: Sequence[str], folder: Path) -> InterfaceMap:
    """Run `skeleton map ARGUMENTS --format json` and decode what it printed."""
    printed = run(["map", *arguments, "--format", "json"], folder)
    assert printed.code in (0, 3), printed.err
    return msgspec.json.decode(printed.out, type=InterfaceMap)


def entries(file: FileMap) -> Iterator[Entry]:
    """Yield every entry of a file of the map, owners before members."""
    waiting = list(reversed(file.entries))
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting.extend(reversed(entry.members))


def blocks(markdown: str) -> Iterator[Block]:
    """Yield the fenced blocks of a Markdown map in order."""
    path, fence, language, lines = "", "", "", list[str]()
    for line in markdown.split("\n"):
        if fence:
            if line.strip() == fence:
                yield Block(path, language, "\n".join(lines) + "\n")
                fence = ""
            else:
                lines.append(line)
        elif opening := re.fullmatch(r"(`{3,}|~{3,})([\w+#.-]*)", line):
            fence, language, lines = opening[1], opening[2], []
        elif heading := re.match(r"#+ `?([^`\s]+)", line):
            path = heading[1]


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")
