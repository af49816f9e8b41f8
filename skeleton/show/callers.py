"""Finds the lines that use a definition.

A byte search for its name comes first, then what the names of a file stand for. A line is certain
where that could be told; where it could not, it is returned as such, never left out. Lines that
only speak of it, in comments and documentation, use nothing.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

from skeleton.model import Caller, Mentions, Module, Place, Uses, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from skeleton.model import Scope, Symbol

_NAME = re.compile(r"[A-Za-z_$][\w$]*")


class Names(Protocol):
    """What is asked of a resolver."""

    def module(self, path: str) -> Module | None:
        """Return the module of a file."""

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""

    def reached(self, path: str, scope: str, chains: Sequence[str]) -> Mentions:
        """Return what some chains of one scope mention."""

    def follow(self, place: Place) -> Place:
        """Return the definition behind an alias."""

    def symbols(self, place: Place) -> tuple[Symbol, ...]:
        """Return the definitions at a place."""


def callers_of(
    names: Names,
    wanted: Place,
    files: Iterable[str],
    text_of: Callable[[str], bytes],
    prose_in: Callable[[str], Callable[[int], bool]],
    is_test: Callable[[str], bool],
) -> tuple[Caller, ...]:
    """Return the lines that use a definition, in order of path and line, tests last.

    Args:
        names: The resolver.
        wanted: The definition.
        files: Where to look.
        text_of: Returns the text of a file, as its spans count.
        prose_in: Returns what tells of a file whether the byte at an offset belongs to prose.
        is_test: Tells whether a file belongs to tests.
    """
    leaf = wanted.name.rpartition(".")[2]
    leaf = wanted.name.split(".")[-2] if leaf == "__init__" and "." in wanted.name else leaf
    found: list[Caller] = []
    for path in files:
        data = text_of(path)
        if leaf.encode() in data:
            prose = cache(partial(prose_in, path))
            found += _in_file(names, wanted, leaf, path, data, prose)
    told = [
        Caller(one.path, one.line, one.inside, one.text, is_test(one.path), one.certain)
        for one in found
    ]
    return tuple(sorted(told, key=lambda one: (one.test, not one.certain, one.path, one.line)))


def _in_file(
    names: Names,
    wanted: Place,
    leaf: str,
    path: str,
    data: bytes,
    prose: Callable[[], Callable[[int], bool]],
) -> Iterator[Caller]:
    module = names.module(path)
    if module is None:
        return
    words = {leaf, *(one.alias for one in module.imports if one.name == leaf and one.alias)}
    scopes = names.uses(path).scopes
    sure, unsure = _hits(names, wanted, path, scopes, words, module)
    own = _own_lines(names, wanted) if path == wanted.path else frozenset()
    imported = {
        line
        for one in module.imports
        for line in range(one.line, one.line + one.text.count("\n") + 1)
    }
    holders = _holders(module)
    pattern = _pattern(words, member="." in wanted.name and leaf == _leaf(wanted))
    end = -1
    for number, line in enumerate(data.split(b"\n"), 1):
        start, end = end + 1, end + 1 + len(line)
        if number in own or number in imported or not pattern.search(line):
            continue
        inside = _inside(holders, number)
        certain = inside in sure
        if not (certain or inside in unsure or not scopes):
            continue
        if all(prose()(start + found.end() - 1) for found in pattern.finditer(line)):
            continue
        yield Caller(path, number, inside, line.decode("utf-8", "replace").strip(), certain=certain)


def _hits(
    names: Names,
    wanted: Place,
    path: str,
    scopes: Iterable[Scope],
    words: set[str],
    module: Module,
) -> tuple[set[str], set[str]]:
    """Return the definitions of a file that use what is wanted, and those that may."""
    known = {symbol.qualified_name for symbol in walk(module.symbols)}
    meant = _meant(names, wanted)
    leaf = wanted.name.rpartition(".")[2]
    sure: set[str] = set()
    unsure: set[str] = set()
    for scope in scopes:
        chains = [chain for chain in scope.chains if not words.isdisjoint(_NAME.findall(chain))]
        if not chains:
            continue
        holder = scope.name
        while holder and holder not in known:
            holder = holder.rpartition(".")[0]
        reached = names.reached(path, scope.name, chains)
        places = [one.place for one in reached.found]
        if any(place in meant or names.follow(place) in meant for place in places):
            sure.add(holder)
        if leaf in dict(reached.missed):
            unsure.add(holder)
    return sure, unsure - sure


def _pattern(words: set[str], *, member: bool) -> re.Pattern[bytes]:
    """Return what finds one of some words; that of a member stands behind its owner."""
    letter = r"[\w$\x80-\xff]"
    before = r"(?:\.|->|::)\s*" if member else f"(?<!{letter})"
    either = "|".join(f"{before}{re.escape(word)}(?!{letter})" for word in sorted(words))
    return re.compile(either.encode())


def _meant(names: Names, wanted: Place) -> set[Place]:
    """Return a definition, and for a constructor its class: it is the class that callers write."""
    owner, _, name = wanted.name.rpartition(".")
    return {wanted, Place(wanted.path, owner)} if name == "__init__" and owner else {wanted}


def _leaf(place: Place) -> str:
    return place.name.rpartition(".")[2]


def _own_lines(names: Names, wanted: Place) -> frozenset[int]:
    """Return the lines of the heads of a definition: they name it, but do not use it."""
    return frozenset(
        number
        for symbol in names.symbols(wanted)
        for number in range(symbol.span.start_line, symbol.line + symbol.head.count("\n") + 1)
    )


def _holders(module: Module) -> list[tuple[int, int, str]]:
    """Return the definitions that may hold others' uses, outer ones first."""
    return [
        (symbol.span.start_line, symbol.span.end_line, symbol.qualified_name)
        for symbol in walk(module.symbols)
        if symbol.body is not None or symbol.members
    ]


def _inside(holders: Iterable[tuple[int, int, str]], line: int) -> str:
    found = ""
    for first, last, name in holders:
        if first <= line <= last:
            found = name
    return found
