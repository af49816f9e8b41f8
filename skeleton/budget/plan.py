"""Says which symbols are shown in which detail, and makes the map of it.

Counts everything that a map does not show; knows nothing of limits and lengths.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.model import (
    SHOWN,
    Detail,
    Entry,
    FileMap,
    Import,
    InterfaceMap,
    Module,
    Omission,
    Pick,
    Symbol,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from skeleton.model import Detail, Import, InterfaceMap, Module, Pick, Reason, Symbol

Key = tuple[str, int]  # path and ordinal of a symbol

GROUPS = ("target", "used", "rest", "further")  # in the order they are shown
LADDER: tuple[Detail, ...] = ("names", "signatures", "contract", "full")  # each says more
RECOVER = {  # the command or option that shows what is left out, and why it is
    "budget": ("a larger --budget, or skeleton map FILE", "over budget"),
    "scope": ("skeleton map FILE", "not needed"),
    "private": ("--visibility all", "not public"),
}
MOST_FILES = 3  # named in an omission


class Plan:
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
        self.most["target"] = LADDER.index(target_detail)
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
        self.fronts: set[tuple[str, str]] = (
            set()
        )  # group and path of files that speak of themselves
        self.tests = 0  # how many of the known tests are shown

    def show_all(self) -> None:
        """Show every pick in the most detail it may have."""
        self.shown = {key: self.most[pick.group] for key, pick in self.picks.items()}
        self.fronts = set(self.sections)
        self.tests = len(self.frame.tests)

    def map(self) -> InterfaceMap:
        """Return the map of what is shown so far."""
        files: list[FileMap] = []
        opened: set[str] = set()
        for (group, path), picks in self.sections.items():
            shown = {
                ordinal: (pick, self.shown[path, ordinal])
                for ordinal, pick in picks.items()
                if (path, ordinal) in self.shown
            }
            spoken = (group, path) in self.fronts
            if not shown and (picks or not spoken):
                continue
            module = self.modules[path]
            file = self.front(group, path) if spoken else FileMap(path, module.language, group)
            nearest = next(iter(shown.values()))[0].reason if shown else self.reason
            files.append(
                replace(
                    file,
                    entries=_entries(module.symbols, shown),
                    reason=nearest,
                    detail=self.detail,
                    branches=module.branches,
                    content_hash=module.content_hash,
                    continued=path in opened,
                )
            )
            opened.add(path)
        return self._accounted(files)

    def front(self, group: str, path: str) -> FileMap:
        """Return what a file says of itself in one of its sections.

        Documentation stands in the first; the names that it passes on are no need of a target, so
        they stand with the rest of its interface, except that `full` shows them in any case.
        """
        module = self.modules[path]
        file = FileMap(path, module.language, group, detail=self.detail, branches=module.branches)
        if group == "target" or self.detail in ("names", "signatures"):
            return file
        groups = [one for one, other in self.sections if other == path and one != "target"]
        whole = self.detail == "full"
        doc = module.docstring
        if doc is not None and group == groups[0]:
            file = replace(file, docstring=doc, shown_doc=doc.body if whole else doc.prose)
        passing_on = [one for one in groups if one != "used"] or (groups if whole else [])
        if passing_on[:1] == [group]:
            text = module.exports_text if whole or _says_more(module) else ""
            file = replace(file, imports=_statements(module, whole), exports_text=text)
        return file

    @property
    def reason(self) -> Reason:
        """Why a file without picks is there."""
        return "public" if self.frame.targets else "requested"

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
        omissions = []
        for why, counts in missing.items():
            if counts:
                where = "" if why == "private" else _where(counts)
                both = len(seen) + counts.total()
                omissions.append(Omission("symbols", len(seen), both, where, *RECOVER[why]))
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


def _entries(symbols: Iterable[Symbol], shown: Mapping[int, tuple[Pick, int]]) -> tuple[Entry, ...]:
    """Return the shown symbols as a tree in source order.

    An owner that is not shown itself lends its head.
    """
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
        open_here = public and symbol.visibility in SHOWN
        yield symbol, open_here
        yield from _with_visibility(symbol.members, open_here)


def _statements(module: Module, whole: bool) -> tuple[Import, ...]:
    """Return the import statements of a file: all of them, or those that re-export a name."""
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
    """Return whether a list of exports names what its file neither defines nor imports by name."""
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
