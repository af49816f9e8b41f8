"""Small samples of source made into maps, for the tests of what is shown."""

from __future__ import annotations

import ast
import re

from msgspec.structs import replace

from skeleton.budget import fit
from skeleton.contracts import read_docs
from skeleton.extract import read_module
from skeleton.languages import language_of, load_languages
from skeleton.model import (
    SCHEMA_VERSION,
    Detail,
    Docstring,
    InterfaceMap,
    Module,
    Pick,
    SourceText,
    Symbol,
    walk,
)
from skeleton.render import Writer

LANGUAGES = load_languages()
FRAME = InterfaceMap(SCHEMA_VERSION, ())


def read(text: str, path: str = "sample.py") -> Module:
    """Read a sample; all its prose counts as documentation to show."""
    language = language_of(path, LANGUAGES) or LANGUAGES["python"]
    module = read_module(SourceText(path, text.encode(), content_hash=""), language)
    module = read_docs(module, language)

    def worded(symbol: Symbol) -> Symbol:
        words = symbol.docstring.prose if symbol.docstring else ""
        return replace(symbol, shown_doc=words, members=tuple(map(worded, symbol.members)))

    return replace(module, symbols=tuple(map(worded, module.symbols)))


def picks(*modules: Module, reason: str = "requested", group: str = "rest") -> tuple[Pick, ...]:
    """Pick every symbol, in the order of files and symbols."""
    found: list[Pick] = []
    for module in modules:
        found += [
            Pick(module.path, symbol.ordinal, reason, len(found) + n, group)  # type: ignore[arg-type]
            for n, symbol in enumerate(walk(module.symbols))
        ]
    return tuple(found)


def whole(*modules: Module, detail: Detail = "contract") -> InterfaceMap:
    """Return the map of everything in some modules."""
    return fit(
        FRAME,
        picks(*modules),
        {module.path: module for module in modules},
        files=[module.path for module in modules],
        writer=Writer("text", languages=LANGUAGES),
        detail=detail,
    )


def show(text: str, format: str = "markdown", *, detail: Detail = "contract") -> str:
    """Return the map of a sample as text."""
    return Writer(format, languages=LANGUAGES).write(whole(read(text), detail=detail))


def block(text: str, *, detail: Detail = "contract") -> str:
    """Return the fenced block of a sample's map; it is valid Python."""
    inside = blocks(show(text, detail=detail))[0]
    ast.parse(inside)
    return inside


def blocks(markdown: str) -> list[str]:
    """Return what stands between the fences of a Markdown text."""
    found: list[str] = []
    fence = ""
    lines: list[str] = []
    for line in markdown.split("\n"):
        opening = re.fullmatch(r"(`{3,})\w*", line)
        if fence and line == fence:
            found.append("\n".join([*lines, ""]))
            fence = ""
        elif fence:
            lines.append(line)
        elif opening:
            fence, lines = opening[1], []
    assert not fence, "a fence is left open"
    return found


def documented(words: str, text: str) -> Docstring:
    """Return a docstring whose words are given apart from how they are written."""
    symbol = read(f"def f():\n    {text}\n").symbols[0]
    assert symbol.docstring is not None
    return replace(symbol.docstring, body=words)
