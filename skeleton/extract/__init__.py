"""Reads one file: text and language in, a `Module` out. Opens nothing, knows no other file."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING

from skeleton.model import Module

if TYPE_CHECKING:
    from skeleton.model import Language, SourceText, Uses


def read_module(source: SourceText, language: Language) -> Module:
    """Read a file.

    Args:
        source: The decoded text; an empty one with an error gives a module that carries the error.
        language: How to read it.

    Returns:
        Everything found, and diagnostics for what could not be read; syntax errors are among them.

    Raises:
        GrammarError: The parser of the language is not installed, or its query is wrong.
    """
    from msgspec.structs import replace

    from skeleton.extract import python
    from skeleton.extract.parsers import parse
    from skeleton.extract.queries import read_outline
    from skeleton.extract.recovery import read_past_errors
    from skeleton.extract.symbols import make_symbols

    if _is_test(source.path, language.tests):
        language = replace(language, flow={})  # nobody calls a test: its bodies bind nobody
    base = Module(
        path=source.path,
        language=language.name,
        content_hash=source.content_hash,
        diagnostics=source.diagnostics,
    )
    if any(one.severity == "error" for one in source.diagnostics):
        return base
    if (other := _other(source, language)) is not None:
        return read_module(source, other)
    root = parse(source.data, language)
    outline = read_outline(root, source.data, language)
    broken = read_past_errors(outline, root, source.path) if root.has_error else []
    if language.extractor == "libcst":
        refused = python.refine(outline, root, source.path)
        broken = broken or refused  # heads that are fine do not make up for a broken tree
    return replace(
        base,
        line_count=source.data.count(b"\n")
        + (not source.data.endswith(b"\n") and bool(source.data)),
        char_count=len(source.data.decode("utf-8", "replace")),
        docstring=outline.module_doc,
        package=outline.package,
        exports=outline.exports,
        exports_text=outline.exports_text,
        imports=tuple(outline.imports),
        symbols=make_symbols(outline),
        branches=tuple(outline.branches),
        lazy_exports=outline.lazy_exports,
        diagnostics=(*source.diagnostics, *broken),
        limits=tuple(
            limit.says
            for limit in language.limits
            if not limit.where or any(word.encode() in source.data for word in limit.where)
        ),
    )


def read_uses(source: SourceText, language: Language) -> Uses:
    """Read the names that a file uses: for targets and tests, as it costs more than all else."""
    from skeleton.extract.parsers import parse
    from skeleton.extract.uses import read_uses as read

    if (other := _other(source, language)) is not None:
        return read_uses(source, other)
    return read(parse(source.data, language), language)


@lru_cache(maxsize=1_000)
def _is_test(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a file is called like one of tests."""
    name = path.rpartition("/")[2]
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _other(source: SourceText, language: Language) -> Language | None:
    """Return the language that a file turns out to be of: C++ in a header called as one of C."""
    if language.other is None or language.becomes is None:
        return None
    found = re.search(language.becomes[1].encode(), source.data, re.MULTILINE)
    return language.other if found else None
