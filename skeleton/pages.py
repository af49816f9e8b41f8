"""Gives a map in pages: what fits into an answer now, and a cursor for what does not.

A page is a map like any other, of the symbols that earlier pages did not show; nothing is kept
between pages but what saves work. A tree that changed between two pages is an error, never a mix.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skeleton.errors import BadOption, SkeletonError
from skeleton.memo import Printed, recall, remember
from skeleton.pipeline import Gathered, MapOptions, fit_map, gather
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from skeleton.memory import Memory
    from skeleton.model import Entry, InterfaceMap
    from skeleton.workplace import Progress

Key = tuple[str, int]  # path and ordinal of a symbol
CHARS_A_TOKEN = 4  # most characters that a token of a budget stands for: 2,500 are at most 10,000
ACCOUNT_CHARS = 600  # kept free for the lines before and after a map
_CURSOR = re.compile(r"c1:([1-9]\d{0,4}):([0-9a-f]{8}):([0-9a-f]{12})")
_DETAILS = ("names", "signatures", "contract", "full")  # each says more
_ESTIMATE = 3.3  # characters a token, of code


class StaleCursor(SkeletonError):
    """A cursor that does not fit the question, or a tree that has changed."""

    code = "stale_cursor"

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.problem}: start again, without a cursor"


class Page(Struct, frozen=True):
    """One page of a map, and what is behind it."""

    text: str
    broken: int  # files that were read, but not whole
    total: int  # symbols that the question is about
    known: int  # of them, those that the caller has already
    left: int  # symbols that no page has shown so far
    left_tokens: int  # about what they cost
    shortened: int  # symbols of this page that are shown in less detail than asked for
    number: int  # from 1
    cursor: str  # of the next page; empty: there is none

    def line(self) -> str:
        """Return how complete the answer is, in one line."""
        notes = f"; {self.known} known to you" if self.known else ""
        if self.shortened:
            notes += f"; {self.shortened} shortened: larger budget, or show(ids)"
        total = self.total - self.known
        if not self.left:
            pages = f" on {self.number} pages" if self.number > 1 else ""
            return f"[complete: {total} entries{pages}{notes}]"
        return (
            f"[left out: {self.left} of {total} entries, about {self.left_tokens:,} tokens{notes};"
            f" cursor={self.cursor}]"
        )


class Question(Struct, frozen=True):
    """All that decides what the pages of a map are, the tree apart."""

    options: MapOptions
    tokens: int
    cursor: str
    known: tuple[str, ...]


class Pages:
    """Makes pages; remembers what earlier ones have shown, so that they are not made again."""

    def __init__(self, memory: Memory, most: int = 64) -> None:
        self._told: dict[tuple[str, str, int], frozenset[Key]] = {}
        self._memory, self._most = memory, most

    def page(
        self,
        folder: Path,
        options: MapOptions,
        *,
        tokens: int,
        cursor: str = "",
        known: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Page:
        """Return one page of a map.

        Args:
            folder: Where relative paths count from.
            options: What is wanted; their budget is not used.
            tokens: Most that the page may cost; `CHARS_A_TOKEN` characters for each are the most
                as well.
            cursor: Of an earlier page of the same question.
            known: What is not to be repeated: `path`, `path::Name`, each with `@HASH` if it counts
                only as long as the content hash of the file begins so.
            progress: Told how many files are read.

        Raises:
            StaleCursor: The cursor is of another question, or the tree has changed since.
            BadOption: Not even one more symbol fits, or a value cannot be used.
            SkeletonError: As `build_map`.
        """
        asked = Question(options, tokens, cursor, tuple(known))
        if options.filter.changed_since:  # depends on more than the tree
            return self._make(folder, asked, progress)
        return self._memory.keep(
            "pages", repr(asked), lambda: self._recall(folder, asked, progress)
        )

    def _recall(self, folder: Path, asked: Question, progress: Progress | None) -> Page:
        """Return a page that another run has made of the same tree; else make it."""
        place = self._place(folder, asked.options)
        if printed := recall(place, asked):
            return msgspec.json.decode(printed.text, type=Page)
        page = self._make(folder, asked, progress, place)
        remember(place, asked, Printed(msgspec.json.encode(page).decode()))
        return page

    def _make(
        self,
        folder: Path,
        asked: Question,
        progress: Progress | None,
        place: Workplace | None = None,
    ) -> Page:
        options, tokens = asked.options, asked.tokens
        question = _digest(repr((options, tokens, asked.known)))[:8]
        number, tree = _parse(asked.cursor, question)
        place = place or self._place(folder, options)
        gathered = gather(folder, options, place=place, progress=progress)
        now = _tree(gathered)
        if tree and tree != now:
            raise StaleCursor("the tree has changed since the last page")
        had = _known(gathered, asked.known)
        told = self._earlier(gathered, options, tokens, had, (question, now, number))
        answer, text = _fit(gathered, options, tokens, told)
        fresh = frozenset(_keys(answer)) - told
        wanted = {(pick.path, pick.ordinal) for pick in gathered.picks}
        left = wanted - told - fresh
        if left and not fresh:
            raise BadOption(
                "budget", str(tokens), "too small for the next entry: ask for a larger one"
            )
        self._keep((question, now, number + 1), told | fresh)
        return Page(
            text,
            broken=len({one.path for one in gathered.frame.diagnostics if one.severity == "error"}),
            total=len(wanted),
            known=len(had & wanted),
            left=len(left),
            left_tokens=_cost(gathered, left),
            shortened=_shortened(answer, options),
            number=number,
            cursor=f"c1:{number + 1}:{question}:{now}" if left else "",
        )

    def _place(self, folder: Path, options: MapOptions) -> Workplace:
        named = options.paths + options.deps_of + options.used_by
        return Workplace(folder, named, self._memory)

    def _earlier(
        self,
        gathered: Gathered,
        options: MapOptions,
        tokens: int,
        had: frozenset[Key],
        at: tuple[str, str, int],
    ) -> frozenset[Key]:
        """Return what the caller has, and what the pages before one have shown."""
        question, tree, number = at
        told = had
        for page in range(1, number):
            kept = self._told.get((question, tree, page + 1))
            if kept is None:
                answer, _ = _fit(gathered, options, tokens, told)
                kept = told | frozenset(_keys(answer))
                self._keep((question, tree, page + 1), kept)
            told = kept
        return told

    def _keep(self, at: tuple[str, str, int], told: frozenset[Key]) -> None:
        self._told.pop(at, None)
        self._told[at] = told
        for oldest in list(self._told)[: -self._most]:
            del self._told[oldest]


def most_chars(tokens: int) -> int:
    """Return how long the text between the lines of account may be."""
    return max(tokens * CHARS_A_TOKEN - ACCOUNT_CHARS, tokens * (CHARS_A_TOKEN - 1))


def warm(folder: Path, memory: Memory) -> None:
    """Load the libraries that the first page of a tree needs."""
    from skeleton.render import Writer

    place = Workplace(folder, (), memory)
    Writer("markdown", languages=place.languages)
    seen: set[str] = set()
    for file in place.listed(()).files:
        if file.language not in seen:
            seen.add(file.language)
            place.uses(file.path)
            place.read(file.path)


def _parse(cursor: str, question: str) -> tuple[int, str]:
    """Return the number of a page and the tree it belongs to."""
    if not cursor:
        return 1, ""
    found = _CURSOR.fullmatch(cursor)
    if not found:
        raise StaleCursor(f"{cursor[:40]} is no cursor of an answer")
    if found[2] != question:
        raise StaleCursor("the cursor belongs to other arguments; repeat those of the first page")
    return int(found[1]), found[3]


def _fit(
    gathered: Gathered, options: MapOptions, tokens: int, told: frozenset[Key]
) -> tuple[InterfaceMap, str]:
    """Return a map and its text, within the tokens and the characters that they stand for."""
    from skeleton.render import render

    if told:
        bare = replace(
            gathered.frame,
            tests=(),
            external=(),
            unresolved=(),
            omissions=(),
            diagnostics=(),
            limits=(),
            changes=(),
        )
        gathered = gathered._replace(frame=bare, files=())
    most = most_chars(tokens)
    for budget in (str(tokens), f"{most}c"):
        try:
            answer = fit_map(gathered, replace(options, budget=budget), told=told)
        except BadOption as error:
            if error.option != "--budget":
                raise
            raise BadOption("budget", str(tokens), "too small: ask for a larger one") from error
        text = render(
            answer,
            options.format,
            languages=gathered.place.languages,
            messages=options.messages,
        )
        if len(text) <= most:
            break
    return answer, text


def _tree(gathered: Gathered) -> str:
    modules = gathered.place.modules
    return _digest("\n".join(f"{path} {modules[path].content_hash}" for path in sorted(modules)))[
        :12
    ]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _known(gathered: Gathered, known: Iterable[str]) -> frozenset[Key]:
    """Return the picked symbols that a caller says to have."""
    said = []
    for one in known:
        words, _, content = one.partition("@")
        path, _, name = words.partition("::")
        said.append((path, name, content))
    found = set()
    for pick in gathered.picks if said else ():
        module = gathered.modules[pick.path]
        symbol = gathered.place.symbol(pick.path, pick.ordinal)
        for path, name, content in said:
            if path == pick.path and module.content_hash.startswith(content):
                inside = symbol is not None and f"{symbol.qualified_name}.".startswith(f"{name}.")
                if not name or inside:
                    found.add((pick.path, pick.ordinal))
    return frozenset(found)


def _entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _entries(entry.members)


def _keys(answer: InterfaceMap) -> Iterator[Key]:
    for file in answer.files:
        for entry in _entries(file.entries):
            if entry.reason != "holds_shown":
                yield file.path, entry.symbol.ordinal


def _shortened(answer: InterfaceMap, options: MapOptions) -> int:
    """Count the symbols that are shown in less detail than was asked for."""
    rank = _DETAILS.index
    asked = rank(options.detail)
    return sum(
        rank(entry.detail) < asked
        for file in answer.files
        if file.group != "target"
        for entry in _entries(file.entries)
        if entry.reason != "holds_shown"
    )


def _cost(gathered: Gathered, keys: Iterable[Key]) -> int:
    """Return about how many tokens some symbols cost in full."""
    size = 0
    for path, ordinal in keys:
        symbol = gathered.place.symbol(path, ordinal)
        if symbol is not None:
            prose = symbol.docstring.prose if symbol.docstring else ""
            size += len(symbol.head) + len(prose) + 8
    return round(size / _ESTIMATE)
