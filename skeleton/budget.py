"""Turns picks into the map that is shown, and spends a budget on them.

Without a limit every pick is shown at the detail asked for. With one, picks are shown in the order of their rank, first all
that the target uses with heads and clauses, then documentation, then the rest; what does not fit is counted and comes with the
command that shows it. Decides nothing about how a symbol looks: the size of a text is asked of a writer that is handed in.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from skeleton.errors import BadOption
from skeleton.model import (
    Detail,
    Entry,
    FileMap,
    Import,
    InterfaceMap,
    Module,
    Omission,
    Pick,
    Reason,
    Symbol,
    Usage,
)
from skeleton.tokens import of_length, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Key = tuple[str, int]  # path and ordinal of a symbol

GROUPS = ("target", "used", "rest", "further")  # in the order they are shown
LADDER: tuple[Detail, ...] = (
    "names",
    "signatures",
    "contract",
    "full",
)  # each says more than the one before
RECOVER = {  # the command or option that shows what is left out, and why it is
    "budget": ("a larger --budget, or skeleton map FILE", "over budget"),
    "scope": ("skeleton map FILE", "not needed"),
    "private": ("--visibility all", "not public"),
}
MOST_FILES = 3  # named in an omission
MISSES = 50  # picks in a row that do not fit before a step of the ladder is given up
_BUDGET = re.compile(r"(\d[\d_]*)([ck]?)", re.ASCII)
_UNITS = {"": ("tokens", 1), "c": ("characters", 1), "k": ("bytes", 1024)}


class Writer(Protocol):
    """What `fit` needs to know of a format."""

    def write(self, interface: InterfaceMap) -> str:
        """Return the whole map as text."""

    def write_file(self, file: FileMap) -> str:
        """Return one file's part of the map."""


def parse_budget(text: str) -> tuple[int, str]:
    """Return a limit and its unit: `2500` tokens, `9500c` characters, `32k` 1,024 bytes each.

    Raises:
        BadOption: The text is none of these, or zero.
    """
    found = _BUDGET.fullmatch(text.strip())
    if not found or not int(found[1]):
        raise BadOption("--budget", text, "2500 (tokens), 9500c (characters) or 32k (kilobytes)")
    unit, factor = _UNITS[found[2]]
    return int(found[1]) * factor, unit


def fit(
    frame: InterfaceMap,
    picks: Iterable[Pick],
    modules: Mapping[str, Module],
    *,
    writer: Writer,
    files: Iterable[str] = (),
    detail: Detail = "contract",
    target_detail: Detail = "names",
    limit: int = 0,
    unit: str = "tokens",
) -> InterfaceMap:
    """Return the map of the picked symbols.

    Args:
        frame: The map without its files: targets, tests, packages outside, diagnostics, files read.
        picks: What is wanted, and why; a symbol picked twice counts for its first pick.
        modules: Every file that the map speaks of, by path; their symbols are what is shown or left out.
        writer: Tells how long a text becomes.
        files: Paths of modules that are shown even if nothing in them is picked, with what they re-export.
        detail: The most that is shown of a symbol.
        target_detail: The most that is shown of a symbol of the target itself.
        limit: Of the whole text; 0 for none.
        unit: "tokens" (estimated), "characters" or "bytes" (exact).

    Returns:
        `frame` with files, omissions and usage. Shown and omitted symbols make up the total.

    Raises:
        BadOption: Not even the lines that account for a map without symbols stay within the limit.
    """
    plan = _Plan(frame, picks, modules, tuple(files), detail, target_detail)
    usage = Usage(0, of_length(sum(module.char_count for module in modules.values())))
    plan.frame = replace(frame, usage=replace(usage, limit=limit, unit=unit if limit else ""))
    if limit:
        _Purse(plan, writer, limit, unit).spend()
    else:
        plan.show_all()
    return plan.map()


class _Plan:
    """Which symbols are shown, and in which detail; makes the map of it."""

    def __init__(
        self,
        frame: InterfaceMap,
        picks: Iterable[Pick],
        modules: Mapping[str, Module],
        files: tuple[str, ...],
        detail: Detail,
        target_detail: Detail,
    ) -> None:
        self.frame, self.modules, self.files = frame, modules, files
        self.detail = detail
        self.most = {group: LADDER.index(detail) for group in GROUPS}
        self.most["target"] = min(LADDER.index(target_detail), LADDER.index(detail))
        self.picks: dict[Key, Pick] = {}
        for pick in sorted(picks, key=lambda pick: (pick.rank, pick.path, pick.ordinal)):
            self.picks.setdefault((pick.path, pick.ordinal), pick)
        self.sections: dict[tuple[str, str], dict[int, Pick]] = {}  # group and path, by rank
        for group in GROUPS:
            for pick in self.picks.values():
                if pick.group == group:
                    self.sections.setdefault((group, pick.path), {})[pick.ordinal] = pick
        held = {path for _, path in self.sections}
        for path in files:
            if path not in held:
                self.sections["rest", path] = {}
        self.shown: dict[Key, int] = {}  # places in LADDER
        self.fronts: set[str] = set()  # files whose own documentation and re-exports are shown
        self.tests = 0  # how many of the known tests are shown

    def show_all(self) -> None:
        """Show every pick in the most detail it may have."""
        self.shown = {key: self.most[pick.group] for key, pick in self.picks.items()}
        self.fronts = set(self.modules)
        self.tests = len(self.frame.tests)

    def map(self) -> InterfaceMap:
        """Return the map of what is shown so far."""
        files: list[FileMap] = []
        opened: set[str] = set()
        named: set[str] = set()
        for (group, path), picks in self.sections.items():
            shown = {
                ordinal: (pick, self.shown[path, ordinal])
                for ordinal, pick in picks.items()
                if (path, ordinal) in self.shown
            }
            front = path in self.fronts
            if not shown and not (front and not picks):
                continue
            module = self.modules[path]
            file = FileMap(
                path,
                module.language,
                group,
                _entries(module.symbols, shown),
                reason=next(iter(shown.values()))[0].reason if shown else self.reason,
                detail=self.detail,
                content_hash=module.content_hash,
                continued=path in opened,
                branches=module.branches,
            )
            if front and group != "target":
                file = self._with_front(file, module, opened, named)
            opened.add(path)
            files.append(file)
        return self._accounted(files)

    @property
    def reason(self) -> Reason:
        """Why a file without picks is there."""
        return "public" if self.frame.targets else "requested"

    def _with_front(
        self, file: FileMap, module: Module, opened: set[str], named: set[str]
    ) -> FileMap:
        """Add what belongs to the file as a whole: documentation to its first section, names to its interface."""
        if self.detail in ("names", "signatures"):
            return file
        doc = module.docstring
        if doc is not None and file.path not in opened:
            words = doc.body if self.detail == "full" else doc.prose
            file = replace(file, docstring=doc, shown_doc=words)
        if file.group != "used" and file.path not in named:
            named.add(file.path)
            whole = self.detail == "full"
            text = module.exports_text if whole or _says_more(module) else ""
            file = replace(file, imports=_statements(module, whole), exports_text=text)
        return file

    def _accounted(self, files: list[FileMap]) -> InterfaceMap:
        """Return the map with everything that it does not show counted."""
        seen: set[Key] = set()
        for file in files:
            seen.update((file.path, entry.symbol.ordinal) for entry in _walk_entries(file.entries))
        total = 0
        missing: dict[str, Counter[str]] = {
            "budget": Counter(),
            "scope": Counter(),
            "private": Counter(),
        }
        for path, module in self.modules.items():
            for symbol, public in _with_visibility(module.symbols):
                total += 1
                if (path, symbol.ordinal) not in seen:
                    picked = (path, symbol.ordinal) in self.picks
                    why = "budget" if picked else "scope" if public else "private"
                    missing[why][path] += 1
        omissions = [
            Omission(
                "symbols", len(seen), len(seen) + counts.total(), _where(counts), *RECOVER[why]
            )
            for why, counts in missing.items()
            if counts
        ]
        tests = self.frame.tests
        if self.tests < len(tests):
            omissions.append(
                Omission("known tests", self.tests, len(tests), "", *RECOVER["budget"])
            )
        return replace(
            self.frame,
            files=tuple(files),
            tests=tests[: self.tests],
            omissions=(*self.frame.omissions, *omissions),
            symbols_shown=len(seen),
            symbols_total=total,
        )


class _Purse:
    """Spends a limit: takes steps up the ladder, and takes the last ones back when the text is too long."""

    def __init__(self, plan: _Plan, writer: Writer, limit: int, unit: str) -> None:
        self.plan, self.writer, self.limit, self.unit = plan, writer, limit, unit
        self.taken: list[tuple[Callable[[], None], float]] = []  # how to undo a step, and its price
        self.owners: dict[str, dict[int, tuple[Symbol, ...]]] = {}
        self.printed: set[tuple[str, str, int]] = (
            set()
        )  # group, path, ordinal; -1: the section itself
        self.left = limit - self._size(writer.write(plan.map()))
        if self.left < 0:
            raise BadOption("--budget", str(limit), f"too small: nothing fits into {limit} {unit}")

    def spend(self) -> None:
        """Take the steps that fit, in the order of what they are worth."""
        requested = [key for key, pick in self.plan.picks.items() if pick.reason == "requested"]
        if requested:
            depths = {key: len(self._owners(key)) for key in requested}
            for level in range(LADDER.index(self.plan.detail) + 1):
                self._climb(sorted(requested, key=depths.__getitem__), level)
        for group in ("used", "target", "rest", "further"):
            keys = [
                key
                for key, pick in self.plan.picks.items()
                if pick.group == group and pick.reason != "requested"
            ]
            self._climb(keys, LADDER.index("signatures"))
            self._climb([key for key in keys if key not in self.plan.shown], LADDER.index("names"))
            self._climb(keys, LADDER.index("contract"))
            if group == "used":
                self._show_tests()
            self._open_fronts(group)
        self._climb(list(self.plan.picks), LADDER.index("full"))
        self._settle()

    def _climb(self, keys: Sequence[Key], level: int) -> None:
        """Show symbols in more detail, those that fit."""
        misses = 0
        for key in keys:
            before = self.plan.shown.get(key, -1)
            aim = min(level, self.plan.most[self.plan.picks[key].group])
            if before >= aim:
                continue
            price = self._price(key, before, aim)
            if price > self.left:
                misses += 1
                if misses == MISSES:
                    return
                continue
            misses = 0
            self.left -= price
            self.plan.shown[key] = aim
            self.taken.append((partial(_restore, self.plan.shown, key, before), price))
            pick = self.plan.picks[key]
            self.printed |= {
                (pick.group, pick.path, ordinal)
                for ordinal in (-1, key[1], *(owner.ordinal for owner in self._owners(key)))
            }

    def _price(self, key: Key, before: int, aim: int) -> float:
        """Return what the text grows by when a symbol is shown, alone in its section, in another detail."""
        pick = self.plan.picks[key]
        owners = self._owners(key)[::-1]
        module = self.plan.modules[pick.path]
        symbol = self._symbols(pick.path)[key[1]][-1]

        def section(level: int, held: Sequence[Symbol]) -> float:
            entries: tuple[Entry, ...] = ()
            if level >= 0:
                bare = replace(symbol, members=())
                entries = (Entry(bare, pick.reason, LADDER[level]),)
            for owner in held:
                bare = replace(owner, members=())
                entries = (Entry(bare, "holds_shown", "signatures", members=entries),)
            file = FileMap(
                pick.path, module.language, pick.group, entries, branches=module.branches
            )
            return self._size(self.writer.write_file(file))

        if before >= 0:
            return section(aim, owners) - section(before, owners)
        place = (pick.group, pick.path)
        if (*place, -1) not in self.printed:
            return section(aim, owners)
        printed = [owner for owner in owners if (*place, owner.ordinal) in self.printed]
        return section(aim, owners) - section(-1, printed)

    def _owners(self, key: Key) -> tuple[Symbol, ...]:
        return self._symbols(key[0])[key[1]][:-1]

    def _symbols(self, path: str) -> dict[int, tuple[Symbol, ...]]:
        """Return every symbol of a file behind its owners, by ordinal."""
        if path not in self.owners:
            self.owners[path] = dict(_with_owners(self.plan.modules[path].symbols, ()))
        return self.owners[path]

    def _show_tests(self) -> None:
        tests = self.plan.frame.tests
        for count in range(1, len(tests) + 1):
            shown = replace(self.plan.frame, tests=tests[:count])
            before = replace(self.plan.frame, tests=tests[: count - 1])
            price = self._size(self.writer.write(shown)) - self._size(self.writer.write(before))
            if price > self.left:
                return
            self.left -= price
            self.plan.tests = count
            self.taken.append((partial(setattr, self.plan, "tests", count - 1), price))

    def _open_fronts(self, group: str) -> None:
        """Show what belongs to files as a whole, for the sections of a group that are there."""
        for (other, path), picks in self.plan.sections.items():
            shown = any((path, ordinal) in self.plan.shown for ordinal in picks)
            if other != group or path in self.plan.fronts or not (shown or not picks):
                continue
            before = self._size(self.writer.write(self.plan.map()))
            self.plan.fronts.add(path)
            price = self._size(self.writer.write(self.plan.map())) - before
            if price > self.left:
                self.plan.fronts.discard(path)
                continue
            self.left -= price
            self.taken.append((partial(self.plan.fronts.discard, path), price))

    def _settle(self) -> None:
        """Take steps back until the text as it will be written stays within the limit."""
        while self.taken:
            excess = self._size(self.writer.write(self.plan.map())) - self.limit
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


def _entries(symbols: Iterable[Symbol], shown: Mapping[int, tuple[Pick, int]]) -> tuple[Entry, ...]:
    """Return the shown symbols as a tree in source order; an owner that is not shown itself lends its head."""
    if not shown:
        return ()
    entries: list[Entry] = []
    for symbol in symbols:
        members = _entries(symbol.members, shown) if symbol.members else ()
        found = shown.get(symbol.ordinal)
        if found is None and not members:
            continue
        bare = replace(symbol, members=()) if symbol.members else symbol
        if found is None:
            entries.append(Entry(bare, "holds_shown", "signatures", members=members))
            continue
        pick, level = found
        if level == 0 and any(member.detail != "names" for member in members):
            level = 1  # the head of a shown member's owner is needed as it is
        entries.append(Entry(bare, pick.reason, LADDER[level], pick.because, members))
    return tuple(entries)


def _walk_entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _walk_entries(entry.members)


def _with_visibility(
    symbols: Iterable[Symbol], public: bool = True
) -> Iterator[tuple[Symbol, bool]]:
    """Yield every symbol, and whether it and all its owners are public."""
    for symbol in symbols:
        open_here = public and symbol.visibility == "public"
        yield symbol, open_here
        yield from _with_visibility(symbol.members, open_here)


def _with_owners(
    symbols: Iterable[Symbol], owners: tuple[Symbol, ...]
) -> Iterator[tuple[int, tuple[Symbol, ...]]]:
    for symbol in symbols:
        yield symbol.ordinal, (*owners, symbol)
        yield from _with_owners(symbol.members, (*owners, symbol))


def _statements(module: Module, whole: bool) -> tuple[Import, ...]:
    """Return the import statements of a file, all of them or those that re-export a name, once each."""
    statements: list[Import] = []
    exported = False
    for item in module.imports:
        if item.inside:
            continue
        if item.text:
            statements.append(item)
            exported = False
        if not statements:
            continue
        if item.exported and not exported:
            exported = True
            statements[-1] = replace(statements[-1], exported=True)
    return tuple(item for item in statements if whole or item.exported)


def _says_more(module: Module) -> bool:
    """Return whether a list of exports names what is neither defined nor imported by name in its file."""
    if module.exports is None:
        return False
    known = {symbol.name for symbol in module.symbols}
    known |= {item.alias or item.name or item.module for item in module.imports}
    return not known.issuperset(module.exports)


def _where(counts: Counter[str]) -> str:
    """Return the files that lack most: `fees.py 12, money.py 3 and 4 more files`."""
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    words = ", ".join(f"{path} {count}" for path, count in ranked[:MOST_FILES])
    more = len(ranked) - MOST_FILES
    return f"{words} and {more} more files" if more > 0 else words


def _restore(shown: dict[Key, int], key: Key, before: int) -> None:
    if before < 0:
        del shown[key]
    else:
        shown[key] = before
