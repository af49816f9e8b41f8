"""Gives a map in pages: what fits into an answer now, and a cursor for what does not.

A page is a map like any other, of the symbols that earlier pages did not show; nothing is kept
between pages but what saves work. A tree that changed between two pages is an error, never a mix.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from skeleton.account import Account, account_of, keys_of
from skeleton.errors import BadOption, SkeletonError
from skeleton.mapping import Gathered, MapOptions, gather, named_paths
from skeleton.pipeline import fit_map, print_map
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from skeleton.budget.changed import Key
    from skeleton.memory import Memory
    from skeleton.model import InterfaceMap
    from skeleton.workplace import Progress

CHARS_A_TOKEN = 4  # most characters that a token of a budget stands for: 2,500 are at most 10,000
ACCOUNT_CHARS = 600  # kept free for the lines before and after a map
_CURSOR = re.compile(r"c1:([1-9]\d{0,4}):([0-9a-f]{8}):([0-9a-f]{12})")


class StaleCursor(SkeletonError):
    """A cursor that does not fit the question, or a tree that has changed."""

    code = "stale_cursor"

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.problem}: start again, without a cursor"


class Page(NamedTuple):
    """One page of a map, and what is behind it."""

    text: str
    account: Account
    known: int = 0  # symbols that the caller had before
    number: int = 1
    question: str = ""  # a hash of what was asked

    @property
    def cursor(self) -> str:
        """What to ask the next page with; empty: there is none."""
        next_ = f"c1:{self.number + 1}:{self.question}:{self.account.tree}"
        return next_ if self.account.left else ""

    def line(self) -> str:
        """Return how complete the answer is, in one line."""
        notes = f"; {self.known} known to you" if self.known else ""
        shortened, left = self.account.shortened, self.account.left
        if shortened:
            notes += f"; {shortened} shortened: larger budget, or show(ids)"
        total = self.account.total - self.known
        if not left:
            pages = f" on {self.number} pages" if self.number > 1 else ""
            return f"[complete: {total} entries{pages}{notes}]"
        return (
            f"[left out: {left} of {total} entries, about {self.account.left_tokens:,}"
            f" tokens{notes}; cursor={self.cursor}]"
        )


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
        question = _digest(repr((options, tokens, tuple(known))))[:8]

        def make() -> Page:
            if cursor or known:
                return self._further(folder, options, tokens, cursor, known, question, progress)
            return self._first(folder, options, tokens, question, progress)

        if options.filter.changed_since:  # depends on more than the tree
            return make()
        return self._memory.keep("pages", (question, cursor), make)

    def _first(
        self,
        folder: Path,
        options: MapOptions,
        tokens: int,
        question: str,
        progress: Progress | None,
    ) -> Page:
        """Return the first page: what the command line prints."""
        for budget in _budgets(tokens):
            with _too_small(tokens):
                asked = replace(options, budget=budget)
                place = self._place(folder, options)
                printed = print_map(folder, asked, place=place, progress=progress)
            if len(printed.text) <= most_chars(tokens):
                break
        account = printed.account
        assert account is not None
        if account.left and account.left == account.total:
            raise _no_entry(tokens)
        return Page(printed.text, account, question=question)

    def _further(
        self,
        folder: Path,
        options: MapOptions,
        tokens: int,
        cursor: str,
        known: Sequence[str],
        question: str,
        progress: Progress | None,
    ) -> Page:
        """Return a page of what the caller has not seen."""
        number, tree = _parse(cursor, question)
        place = self._place(folder, options)
        gathered = gather(folder, options, place=place, progress=progress)
        had = _known(gathered, known)
        told = had
        for page in range(1, number + 1):
            kept = self._told.get((question, tree, page))
            if kept is not None and page < number:
                told = kept
                continue
            answer, text = _fit(gathered, options, tokens, told)
            account = account_of(
                place, gathered.frame, gathered.picks, answer, options.detail, told
            )
            if tree and tree != account.tree:
                raise StaleCursor("the tree has changed since the last page")
            fresh = keys_of(answer) - told
            if account.left and not fresh:
                raise _no_entry(tokens)
            told |= fresh
            self._keep((question, account.tree, page), told)
        wanted = {(pick.path, pick.ordinal) for pick in gathered.picks}
        return Page(text, account, len(had & wanted), number, question)

    def _place(self, folder: Path, options: MapOptions) -> Workplace:
        return Workplace(folder, named_paths(options), self._memory)

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
        )
        gathered = gathered._replace(frame=bare, files=())
    languages = gathered.place.languages
    for budget in _budgets(tokens):
        with _too_small(tokens):
            answer = fit_map(gathered, replace(options, budget=budget), told=told)
        text = render(answer, options.format, languages=languages, messages=options.messages)
        if len(text) <= most_chars(tokens):
            break
    return answer, text


def _budgets(tokens: int) -> tuple[str, str]:
    """Return the limits to try: tokens, and if that is too long, characters."""
    return str(tokens), f"{most_chars(tokens)}c"


@contextmanager
def _too_small(tokens: int) -> Iterator[None]:
    """Tell of a budget in the words of the caller."""
    try:
        yield
    except BadOption as error:
        if error.option != "--budget":
            raise
        raise BadOption("budget", str(tokens), "too small: ask for a larger one") from error


def _no_entry(tokens: int) -> BadOption:
    return BadOption("budget", str(tokens), "too small for the next entry: ask for a larger one")


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
