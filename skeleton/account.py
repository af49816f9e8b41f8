"""Counts what a map shows of what was asked for, and what is left for another page."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from skeleton.model import Detail, Entry, InterfaceMap, Pick
    from skeleton.workplace import Workplace

Key = tuple[str, int]  # path and ordinal of a symbol

_DETAILS = ("names", "signatures", "contract", "full")  # each says more
_ESTIMATE = 3.3  # characters a token, of code


class Account(Struct, frozen=True):
    """How much of what was asked for an answer shows."""

    total: int  # symbols that the question is about
    left: int  # of them, those that are not shown
    left_tokens: int  # about what they cost
    shortened: int  # symbols that are shown in less detail than asked for
    broken: int  # files that were read, but not whole
    tree: str  # a hash of all that was read


def account_of(
    place: Workplace,
    frame: InterfaceMap,
    picks: Iterable[Pick],
    answer: InterfaceMap,
    detail: Detail,
    told: Collection[Key] = (),
) -> Account:
    """Return the account of an answer.

    Args:
        place: Where it was read.
        frame: The map without its files, with every diagnostic.
        picks: What was wanted.
        answer: The map.
        detail: The detail that was asked for.
        told: Symbols that the reader has already: they are not left.
    """
    wanted = {(pick.path, pick.ordinal) for pick in picks}
    left = wanted.difference(told, keys_of(answer))
    return Account(
        total=len(wanted),
        left=len(left),
        left_tokens=_cost(place, left),
        shortened=_shortened(answer, detail),
        broken=len({one.path for one in frame.diagnostics if one.severity == "error"}),
        tree=_tree(place),
    )


def keys_of(answer: InterfaceMap) -> Iterator[Key]:
    """Yield the symbols that a map shows for their own sake."""
    for file in answer.files:
        for entry in _entries(file.entries):
            if entry.reason != "holds_shown":
                yield file.path, entry.symbol.ordinal


def _entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _entries(entry.members)


def _shortened(answer: InterfaceMap, detail: Detail) -> int:
    asked = _DETAILS.index(detail)
    return sum(
        _DETAILS.index(entry.detail) < asked
        for file in answer.files
        if file.group != "target"
        for entry in _entries(file.entries)
        if entry.reason != "holds_shown"
    )


def _cost(place: Workplace, keys: Iterable[Key]) -> int:
    size = 0
    for path, ordinal in keys:
        symbol = place.symbol(path, ordinal)
        if symbol is not None:
            prose = symbol.docstring.prose if symbol.docstring else ""
            size += len(symbol.head) + len(prose) + 8
    return round(size / _ESTIMATE)


def _tree(place: Workplace) -> str:
    modules = place.modules
    said = "\n".join(f"{path} {modules[path].content_hash}" for path in sorted(modules))
    return hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:12]
