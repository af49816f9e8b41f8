"""Finds what an id names, and cuts it out of its file.

Ids are the words of a caller; answers are places, whole lines of files, and lines that use a
definition. What is read comes through functions that are handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.model import Excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skeleton.model import Module, Symbol

__all__ = ["cut"]


def cut(
    module: Module, symbols: Iterable[Symbol], data: bytes, context: int = 0
) -> tuple[Excerpt, ...]:
    """Return definitions as they stand in their file, whole lines, in its order.

    Args:
        module: Their file.
        symbols: All definitions of one name: overloads, branches, setters.
        data: The text of the file, as its spans count.
        context: Lines to add before and after.

    Returns:
        Decorators, the comment or documentation above and the body included. What touches or
        overlaps is one piece.
    """
    lines = data.decode("utf-8", "replace").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    pieces: list[tuple[int, int, str]] = []
    for symbol in sorted(symbols, key=lambda one: one.span.start_byte):
        first = max(_first_line(symbol, lines) - context, 1)
        last = min(symbol.span.end_line + context, len(lines))
        branch = module.branches[symbol.branch].text if symbol.branch >= 0 else ""
        if pieces and first <= pieces[-1][1] + 1 and branch == pieces[-1][2]:
            pieces[-1] = (pieces[-1][0], max(last, pieces[-1][1]), branch)
        else:
            pieces.append((first, last, branch))
    return tuple(
        Excerpt(module.path, first, last, "\n".join(lines[first - 1 : last]), inside=branch)
        for first, last, branch in pieces
    )


def _first_line(symbol: Symbol, lines: list[str]) -> int:
    """Return the line where a definition begins, with the comments that belong to it."""
    first = symbol.span.start_line
    if symbol.docstring is not None:
        first = min(first, symbol.docstring.span.start_line)
    comment = [line.strip() for line in symbol.comment.split("\n")] if symbol.comment else []
    start = first - 1 - len(comment)
    above = [line.strip() for line in lines[max(start, 0) : first - 1]]
    return start + 1 if comment and above == comment else first
