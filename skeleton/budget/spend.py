"""Spends a limit on a plan: what is nearest first, and clauses before prose.

Steps in their order: what was removed since a revision; what the target uses, or who uses it, with
heads, costly ones last, and clauses; the heads and clauses of all that its dependencies offer, if
they fit as a whole; then the words of what can be called, known tests, the words of types, what
files say of themselves, and the entries of single parameters. When they do not fit as a whole, the
words of what the target uses take a part of what is left, and the rest of the interface the other.
A map of requested files alone grows evenly instead: all names, then all heads, then documentation.
A symbol comes with what changed in it. Nothing is cut inside; a step that does not fit is passed
over for smaller ones behind it.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from skeleton.budget.changed import NO_SYMBOL
from skeleton.budget.plan import (
    CONTRACT,
    DETAILS,
    FULL,
    HEADS,
    NAMES,
    OWNERS,
    PROSE,
    SIGNATURES,
    SUMMARY,
)
from skeleton.errors import BadOption
from skeleton.model import Entry, FileMap, Omission
from skeleton.tokens import weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skeleton.budget.changed import Key
    from skeleton.budget.plan import Plan
    from skeleton.model import Change, InterfaceMap, Pick, Symbol, TestLink

ROUNDS = 3  # of spending what prices left over
COSTLY = 8  # the part of a limit, 1 / 8, that one head may take before the others are there
TESTS = 0.1  # of a limit may be spent on known tests before the rest of an interface is there
SHARE = 0.75  # of what is left is kept for the rest while words of what is used are shown
ONE_PIECE = 4000  # characters of a file that read better in one section than in two
MISSES = 50  # steps in a row that do not fit before others of their kind are given up


class Writer(Protocol):
    """What is asked of a format."""

    def write(self, interface: InterfaceMap) -> str:
        """Return the whole map as text."""

    def write_file(self, file: FileMap) -> str:
        """Return one file's part of a map."""

    def write_tests(self, tests: tuple[TestLink, ...]) -> str:
        """Return the known tests as they stand in a map."""

    def write_changes(self, changes: tuple[Change, ...]) -> str:
        """Return what changed as it stands in a map."""


class Purse:
    """What is left of a limit, and the steps it was spent on."""

    def __init__(self, plan: Plan, writer: Writer, limit: int, unit: str) -> None:
        """Pay for the lines that every map has.

        Raises:
            BadOption: They are over the limit.
        """
        self.plan, self.writer, self.limit, self.unit = plan, writer, limit, unit
        self.taken: list[tuple[Callable[[], None], float]] = []  # how to undo a step, and its price
        self.heads: set[tuple[str, str, int]] = set()  # group, path, ordinal of printed owners
        self.sections: set[tuple[str, str]] = set()  # group and path of what has a heading
        self.kept = 0.0  # for what comes later
        for notes in (plan.notes, 20, 5, 1, 0):
            plan.notes = notes
            self.left = limit - self._size(writer.write(plan.map()))
            if self.left >= limit * 3 / 4:
                break
        if self.left < 0:
            raise BadOption("--budget", str(limit), f"too small: nothing fits into {limit} {unit}")

    def spend(self) -> None:
        """Take the steps that fit, in the order of what they are worth.

        Steps are priced one by one, which is a little more than they cost together: what is over
        is spent again.
        """
        for _ in range(ROUNDS):
            before = len(self.taken)
            self._take_steps()
            self._settle()
            if len(self.taken) <= before:
                return

    def _take_steps(self) -> None:
        self._tell_removals()
        self._show_requested()
        self._show_used()
        for group in ("target", "rest", "further"):
            self._show_interface(self._keys(group))
            self._open_fronts(group)
        self._show_tests()
        self._climb(list(self.plan.picks), FULL)

    def _show_requested(self) -> None:
        """Let a map of requested files alone grow evenly."""
        picks = self.plan.picks
        owners_first = sorted(picks, key=lambda key: len(self._owners(key)))
        requested = [key for key in owners_first if picks[key].reason == "requested"]
        if requested and not self.plan.frame.targets:
            self._climb(owners_first, NAMES)
            for level in (HEADS, SIGNATURES, SUMMARY, PROSE, CONTRACT):
                self._climb(requested, level)

    def _show_used(self) -> None:
        """Show what a target uses, and the interface around it as far as it fits as a whole."""
        near = self._keys("used")
        others = [*self._keys("target"), *self._keys("rest")]
        self._climb(near, HEADS, most=self.limit / COSTLY)
        self._climb(near, HEADS)
        self._climb([key for key in near if key not in self.plan.shown], NAMES)
        self._climb(near, SIGNATURES)
        if self._take_all(others, SIGNATURES):
            near += others
            self.plan.join(self._small_files())
            self.heads |= {("used", path, ordinal) for _, path, ordinal in self.heads}
        else:
            self.kept = self.left * SHARE
        called = [key for key in near if self._is_called(key)]
        for level in (SUMMARY, PROSE):
            self._climb(called, level)
        self._show_tests(most=self.limit * TESTS)
        self._climb(near, PROSE)
        self._open_fronts("used")
        self._climb(near, CONTRACT)
        self.kept = 0.0

    def _show_interface(self, keys: Sequence[Key]) -> None:
        self._climb(keys, HEADS)
        self._climb([key for key in keys if key not in self.plan.shown], NAMES)
        for level in (SIGNATURES, SUMMARY, PROSE, CONTRACT):
            self._climb(keys, level)

    def _climb(self, keys: Sequence[Key], level: int, most: float = inf) -> None:
        """Show symbols in more detail, those that fit and cost no more than `most`."""
        misses = 0
        for key in keys:
            pick = self.plan.picks[key]
            before = self.plan.shown.get(key, -1)
            aim = min(level, self._most(key))
            if before >= aim:
                continue
            price = self._price(key, before, aim)
            if price > most:
                continue
            if self._take(price, partial(self._lower, key, before)):
                misses = 0
                self.plan.shown[key] = aim
                self.sections.add((pick.group, pick.path))
                for owner in self._owners(key):
                    self.heads.add((pick.group, pick.path, owner.ordinal))
                if aim > NAMES:
                    self.heads.add((pick.group, *key))
                continue
            misses += 1
            if misses == MISSES:
                return

    def _take_all(self, keys: Sequence[Key], level: int) -> bool:
        """Show symbols in more detail if all of them fit."""
        left, taken = self.left, len(self.taken)
        heads, sections = set(self.heads), set(self.sections)
        for key in keys:
            self._climb([key], level)
            if self.plan.shown.get(key, -1) < min(level, self._most(key)):
                for undo, _ in reversed(self.taken[taken:]):
                    undo()
                del self.taken[taken:]
                self.left, self.heads, self.sections = left, heads, sections
                return False
        return True

    def _take(self, price: float, undo: Callable[[], None]) -> bool:
        """Pay for a step if enough is left."""
        if price > self.left - self.kept:
            return False
        self.left -= price
        self.taken.append((undo, price))
        return True

    def _lower(self, key: Key, before: int) -> None:
        if before < 0:
            del self.plan.shown[key]
        else:
            self.plan.shown[key] = before

    def _price(self, key: Key, before: int, aim: int) -> float:
        """Return what the text grows by when a symbol is shown in another detail."""
        size = self._size_at(key, aim)
        if before >= 0:
            return size - self._size_at(key, before)
        return size + self._price_of_changes(key)

    def _size_at(self, key: Key, level: int) -> float:
        """Return the size of a symbol, with what its file and owners lack to hold it."""
        pick = self.plan.picks[key]
        *owners, symbol = self.plan.line(key)
        size = self._size_of(pick, owners, symbol, level)
        if (pick.group, pick.path) not in self.sections:
            return size
        printed = [owner for owner in owners if self._is_printed(pick, owner, level)]
        return size - self._size_of(pick, printed, None, level)

    def _is_printed(self, pick: Pick, owner: Symbol, aim: int) -> bool:
        """Return whether an owner is there in a form that a member of a detail can use."""
        key = (pick.path, owner.ordinal)
        if (pick.group, *key) in self.heads:
            return True
        return aim == NAMES and key in self.plan.shown and self.plan.picks[key].group == pick.group

    def _size_of(
        self, pick: Pick, owners: Sequence[Symbol], symbol: Symbol | None, level: int
    ) -> float:
        """Return the size of a section of the heads of some owners, and a symbol inside them."""
        entries: tuple[Entry, ...] = ()
        if symbol is not None:
            entries = (_told(self.plan.entry(symbol, pick, level, ()), symbol),)
        for owner in reversed(owners):
            bare = replace(owner, members=())
            held = Entry(bare, "holds_shown", DETAILS[min(level, HEADS)], members=entries)
            entries = (_told(held, owner),)
        module = self.plan.modules[pick.path]
        file = FileMap(
            pick.path, module.language, pick.group, entries, pick.reason, branches=module.branches
        )
        return self._size(self.writer.write_file(file))

    def _tell_removals(self) -> None:
        """Show what became of that which is no symbol any more."""
        for key in dict.fromkeys(key for key, _ in self.plan.changes if key[1] == NO_SYMBOL):
            if key in self.plan.gone:
                continue
            if self._take(self._price_of_changes(key), partial(self.plan.gone.discard, key)):
                self.plan.gone.add(key)

    def _price_of_changes(self, key: Key) -> float:
        """Return what the changes of a symbol, or of what is none, cost."""
        changes = self.plan.changes_of({key})
        if not changes:
            return 0
        nothing = self._size(self.writer.write_changes(()))
        return self._size(self.writer.write_changes(changes)) - nothing

    def _most(self, key: Key) -> int:
        return self.plan.most[self.plan.picks[key].group]

    def _small_files(self) -> list[str]:
        sizes: Counter[str] = Counter()
        for file in self.plan.map().files:
            sizes[file.path] += len(self.writer.write_file(file))
        return [path for path, size in sizes.items() if size <= ONE_PIECE]

    def _keys(self, group: str) -> list[Key]:
        return [key for key, pick in self.plan.picks.items() if pick.group == group]

    def _is_called(self, key: Key) -> bool:
        symbol = self.plan.symbol(key)
        return symbol.signature is not None and symbol.kind not in OWNERS

    def _owners(self, key: Key) -> tuple[Symbol, ...]:
        return self.plan.line(key)[:-1]

    def _show_tests(self, most: float = inf) -> None:
        """Show known tests, those that fit and cost no more than `most` together."""
        tests, there = self.plan.frame.tests, self.plan.tests
        before = self._size(self.writer.write_tests(tests[:there])) if there else 0
        for count in range(there + 1, len(tests) + 1):
            size = self._size(self.writer.write_tests(tests[:count]))
            undo = partial(setattr, self.plan, "tests", count - 1)
            if size > most or not self._take(size - before, undo):
                return
            before = size
            self.plan.tests = count

    def _open_fronts(self, group: str) -> None:
        """Show what files say of themselves, for the sections of a group that are there."""
        for section, picks in self.plan.sections.items():
            there = section in self.sections
            if section[0] != group or section in self.plan.fronts or (picks and not there):
                continue
            front = self.plan.front(*section)
            bare = replace(front, docstring=None, shown_doc="", imports=(), exports_text="")
            price = self._size(self.writer.write_file(front))
            price -= self._size(self.writer.write_file(bare)) if there else 0
            if self._take(price, partial(self.plan.fronts.discard, section)):
                self.plan.fronts.add(section)
                self.sections.add(section)

    def _settle(self) -> None:
        """Take steps back until the text as it will be written stays within the limit."""
        while self.taken:
            self.left = self.limit - self._size(self.writer.write(self.plan.map()))
            excess = -self.left
            if excess <= 0:
                return
            while self.taken and excess > 0:
                undo, price = self.taken.pop()
                undo()
                excess -= price

    def _size(self, text: str) -> float:
        if self.unit == "tokens":
            return weigh(text)
        return len(text) if self.unit == "characters" else len(text.encode("utf-8", "replace"))


def _told(entry: Entry, symbol: Symbol) -> Entry:
    """Return an entry with room for the remark that members are missing."""
    if not symbol.members or symbol.kind not in OWNERS:
        return entry
    count = len(symbol.members)
    return replace(entry, omission=Omission("members", 0, count, "", ""))
