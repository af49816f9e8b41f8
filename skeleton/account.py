"""Counts what a map shows of what was asked for, and what is left for another page."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

from skeleton.budget.changed import NO_SYMBOL, with_owners
from skeleton.model import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from skeleton.budget.changed import Key
    from skeleton.model import Change, Detail, Entry, InterfaceMap, Pick
    from skeleton.workplace import Workplace

_DETAILS = ("names", "signatures", "contract", "full")  # each says more
_ESTIMATE = 3.3  # characters a token, of code


class Account(Struct, frozen=True):
    """How much of what was asked for an answer shows."""

    total: int  # symbols that the question is about, and those that are gone since a revision
    left: int  # of them, those that are not shown
    left_tokens: int  # about what they cost
    shortened: int  # symbols that are shown in less detail than asked for
    broken: int  # files that were read, but not whole
    tree: str  # a hash of all that was read, and of what it was compared with


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
    keys: dict[Place, Key] = {}
    wanted = {(pick.path, pick.ordinal) for pick in picks}
    for path, ordinal in sorted(wanted if frame.changes else ()):
        if symbol := place.symbol(path, ordinal):
            keys.setdefault(Place(path, symbol.qualified_name), (path, ordinal))
    owned = with_owners(frame.changes, keys)
    wanted |= {key for key, _ in owned}
    left = wanted.difference(told, keys_of(answer))
    return Account(
        total=len(wanted),
        left=len(left),
        left_tokens=_cost(place, left, owned),
        shortened=_shortened(answer, detail),
        broken=len({one.path for one in frame.diagnostics if one.severity != "information"}),
        tree=_tree(place, frame.changes),
    )


def keys_of(answer: InterfaceMap) -> frozenset[Key]:
    """Return the symbols that a map shows for their own sake, and what else it says has changed."""
    shown = [
        (file.path, entry.symbol)
        for file in answer.files
        for entry in _entries(file.entries)
        if entry.reason != "holds_shown"
    ]
    keys = frozenset((path, symbol.ordinal) for path, symbol in shown)
    places = {Place(path, symbol.qualified_name): (path, 0) for path, symbol in shown}
    gone = {key for key, _ in with_owners(answer.changes, places) if key[1] == NO_SYMBOL}
    return keys | gone


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


def _cost(place: Workplace, keys: Collection[Key], changes: Iterable[tuple[Key, Change]]) -> int:
    size = 0
    for key, change in changes:
        if key in keys:
            size += len(change.id) + len(change.before) + len(change.after) + len(change.reason)
    for path, ordinal in keys:
        symbol = place.symbol(path, ordinal)
        if symbol is not None:
            prose = symbol.docstring.prose if symbol.docstring else ""
            size += len(symbol.head) + len(prose) + 8
    return round(size / _ESTIMATE)


def _tree(place: Workplace, changes: Iterable[Change]) -> str:
    modules = place.modules
    lines = [f"{path} {modules[path].content_hash}" for path in sorted(modules)]
    said = "\n".join((*lines, *map(repr, changes)))  # of a revision that may name another commit
    return hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:12]
