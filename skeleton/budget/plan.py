"""Says which symbols are shown in which detail, and makes the map of it.

Counts everything that a map does not show; knows nothing of limits and lengths.
"""

from __future__ import annotations

import sys
from collections import Counter
from shlex import quote
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.budget.changed import NO_SYMBOL, with_owners
from skeleton.clip import keep_first, show_command
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
    Place,
    Symbol,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from skeleton.budget.changed import Key
    from skeleton.model import (
        Change,
        Detail,
        Import,
        InterfaceMap,
        Module,
        Pick,
        Reason,
        Symbol,
    )

GROUPS = ("target", "used", "rest", "further")  # in the order they are shown
# Each rung of the ladder says more: heads have no clauses, a summary is the first paragraph, prose
# is without the sections for parameters, results and the like
RUNGS = ("names", "heads", "signatures", "summary", "prose", "contract", "full")
NAMES, HEADS, SIGNATURES, SUMMARY, PROSE, CONTRACT, FULL = range(len(RUNGS))
DETAILS: tuple[Detail, ...] = (
    "names",
    "signatures",
    "signatures",
    "contract",
    "contract",
    "contract",
    "full",
)
RECOVER = {  # what shows the symbols that are left out, before their files; and why they are
    "budget": ("a larger --budget, or skeleton map", "over budget"),
    "told": ("", "told before"),
    "filter": ("", "not asked for"),
    "scope": ("skeleton map", "not needed"),
    "private": ("--visibility all", "not public"),
}
OVER_BUDGET = ("a larger --budget", "over budget")
MOST_FILES = 3  # named in an omission
OWNERS = frozenset({"class", "enum", "interface", "struct", "namespace", "module"})
VALUES = frozenset({"constant", "field", "type_alias", "variable"})  # with members in braces


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
        told: Collection[Key] = (),
    ) -> None:
        self.frame, self.modules, self.files = frame, modules, files
        self.detail, self.told = detail, frozenset(told)
        self.most = {group: RUNGS.index(detail) for group in GROUPS}
        self.most["target"] = RUNGS.index(target_detail)
        self.picks: dict[Key, Pick] = {}
        self._lines: dict[str, dict[int, tuple[Symbol, ...]]] = {}
        ranked = sorted(picks, key=lambda pick: (pick.rank, pick.path, pick.ordinal))
        for pick in ranked:
            if (pick.path, pick.ordinal) not in self.told:
                self.picks.setdefault((pick.path, pick.ordinal), pick)
        self.changes = self._changes(ranked)
        self.sections: dict[tuple[str, str], dict[int, Pick]] = {}  # group and path, by rank
        for group in GROUPS:
            for pick in self.picks.values():
                if pick.group == group:
                    self.sections.setdefault((group, pick.path), {})[pick.ordinal] = pick
        held = {path for _, path in self.sections}
        for path in files:
            if path not in held:
                self.sections["rest", path] = {}
        self.shown: dict[Key, int] = {}  # places in RUNGS
        self.fronts: set[tuple[str, str]] = (
            set()
        )  # group and path of files that speak of themselves
        self.gone: set[Key] = set()  # owners of changes that are no symbols, those that are shown
        self.tests = 0  # how many of the known tests are shown
        self.notes = sys.maxsize  # how many diagnostics, packages, ... are told, of each kind

    def show_all(self) -> None:
        """Show every pick in the most detail it may have."""
        self.shown = {key: self.most[pick.group] for key, pick in self.picks.items()}
        self.fronts = set(self.sections)
        self.gone = {key for key, _ in self.changes if key[1] == NO_SYMBOL}
        self.tests = len(self.frame.tests)

    def join(self, paths: Iterable[str]) -> None:
        """Show files in one section, of which the target uses something."""
        for path in paths:
            if ("used", path) not in self.sections:
                continue
            rest = self.sections.pop(("rest", path), {})
            for ordinal, pick in rest.items():
                self.picks[path, ordinal] = replace(pick, group="used")
                self.sections["used", path][ordinal] = self.picks[path, ordinal]
            if ("rest", path) in self.fronts:
                self.fronts.remove(("rest", path))
                self.fronts.add(("used", path))

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
            reasons = [pick.reason for pick, _ in shown.values()] or [self.reason]
            nearest = self.reason if group == "rest" and self.reason in reasons else reasons[0]
            files.append(
                replace(
                    file,
                    entries=self._entries(module.symbols, shown),
                    reason=nearest,
                    detail=self.detail,
                    branches=module.branches,
                    content_hash=module.content_hash,
                    continued=path in opened,
                )
            )
            opened.add(path)
        return self._accounted(files)

    def entry(self, symbol: Symbol, pick: Pick, level: int, members: tuple[Entry, ...]) -> Entry:
        """Return a symbol as it is shown on a rung, its own members apart."""
        bare = replace(symbol, members=()) if symbol.members else symbol
        if level <= HEADS:
            bare = replace(bare, contract=())
        elif level in (SUMMARY, PROSE):
            bare = replace(bare, shown_doc=_words(bare, level))
        if _is_only_named(symbol, pick):
            bare = replace(bare, shown_doc="", comment="", trailing_comment="")
        return Entry(bare, pick.reason, DETAILS[level], pick.because, members)

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
        if group == groups[0]:
            file = replace(file, package=module.package)
        if passing_on[:1] == [group]:
            text = module.exports_text if whole or _says_more(module) else ""
            file = replace(file, imports=_statements(module, whole), exports_text=text)
        return file

    @property
    def reason(self) -> Reason:
        """Why a file without picks is there."""
        return "public" if self.frame.targets else "requested"

    def _entries(
        self, symbols: Iterable[Symbol], shown: Mapping[int, tuple[Pick, int]]
    ) -> tuple[Entry, ...]:
        """Return the shown symbols as a tree in source order.

        An owner that is not shown itself lends its head.
        """
        if not shown:
            return ()
        entries: list[Entry] = []
        for symbol in symbols:
            members = self._entries(symbol.members, shown) if symbol.members else ()
            found = shown.get(symbol.ordinal)
            if found is None and members:
                bare = replace(symbol, members=())
                entries.append(Entry(bare, "holds_shown", "signatures", members=members))
            elif found is not None:
                pick, level = found
                if any(member.detail != "names" for member in members):
                    level = max(level, HEADS)  # members need the head of their owner
                entries.append(self.entry(symbol, pick, level, members))
        return tuple(entries)

    def _accounted(self, files: list[FileMap]) -> InterfaceMap:
        """Return the map with everything that it does not show counted."""
        seen: set[Key] = set()
        for file in files:
            seen.update((file.path, entry.symbol.ordinal) for entry in _walk_entries(file.entries))
        total = 0
        missing: dict[str, Counter[str]] = {why: Counter() for why in RECOVER}
        cut: dict[Key, int] = {}  # owners, and how many members they lack that others may use
        lacking: dict[str, Omission] = {}  # symbols by file
        for path, module in self.modules.items():
            before, lost = total, 0
            for symbol, owner, public in _with_owner(module.symbols):
                total += 1
                if (path, symbol.ordinal) in seen:
                    continue
                lost += 1
                picked = (path, symbol.ordinal) in self.picks
                missing[self._why((path, symbol.ordinal), public)][path] += 1
                if owner is None:
                    continue
                usable = (path, owner.ordinal) in seen and symbol.visibility in SHOWN
                if picked or public or usable:
                    cut[path, owner.ordinal] = cut.get((path, owner.ordinal), 0) + 1
            if lost:
                count, command = total - before, f"skeleton map {path} --visibility all"
                lacking[path] = Omission("symbols", count - lost, count, path, command)
        omissions = []
        for why, counts in missing.items():
            if counts:
                where, (recover, reason) = "", RECOVER[why]
                if why in ("budget", "scope"):
                    where = _where(counts)
                    recover = " ".join((recover, *map(quote, _lacking_most(counts))))
                both = len(seen) + counts.total()
                omissions.append(Omission("symbols", len(seen), both, where, recover, reason))
        for what, shown, whole in self._cuts_inside():
            if shown < whole:
                omissions.append(Omission(what, shown, whole, "", *OVER_BUDGET))
        frame, fewer = self._frame()
        return replace(
            frame,
            files=tuple(_with_cuts(file, cut, lacking) for file in files),
            tests=frame.tests[: self.tests],
            omissions=(*frame.omissions, *omissions, *fewer),
            symbols_shown=len(seen),
            symbols_total=total,
        )

    def _why(self, key: Key, public: bool) -> str:
        """Return the reason why a symbol is not shown, a word of `RECOVER`."""
        if key in self.picks:
            return "budget"
        if key in self.told:
            return "told"
        if not public:
            return "private"
        return "filter" if self.frame.filter else "scope"

    def _frame(self) -> tuple[InterfaceMap, list[Omission]]:
        """Return the frame with no more than `notes` of each kind, and what that left out."""
        frame, why = self.frame, dict(zip(("recover", "why"), OVER_BUDGET, strict=True))
        said, fewer_said = keep_first(frame.diagnostics, self.notes, "diagnostics", **why)
        external, fewer_external = keep_first(frame.external, self.notes, "packages", **why)
        lost, fewer_lost = keep_first(frame.unresolved, self.notes, "imports not found", **why)
        limits, fewer_limits = keep_first(frame.limits, self.notes, "limits", **why)
        kept = replace(
            frame,
            diagnostics=said,
            external=external,
            unresolved=lost,
            limits=limits,
            changes=self.changes_of(self.shown.keys() | self.gone),
        )
        fewer = (fewer_said, fewer_external, fewer_lost, fewer_limits)
        return kept, [omission for omission in fewer if omission is not None]

    def _cuts_inside(self) -> Iterator[tuple[str, int, int]]:
        """Yield what the budget left out of shown symbols, how many are whole, of how many."""
        documented = described = without_words = without_clauses = 0
        for key, level in self.shown.items():
            most = self.most[self.picks[key].group]
            if level >= min(most, CONTRACT):
                continue
            symbol = self.symbol(key)
            if symbol.contract and most >= SIGNATURES:
                described += 1
                without_clauses += level < SIGNATURES
            if symbol.shown_doc and most >= CONTRACT:
                documented += 1
                cut = level < SUMMARY or _words(symbol, level) != symbol.shown_doc
                without_words += cut
        yield "contracts", described - without_clauses, described
        yield "documentation texts", documented - without_words, documented
        yield "known tests", self.tests, len(self.frame.tests)
        told = self.changes_of(self.shown.keys() | self.gone)
        yield "changes", len(told), len(self.changes)

    def changes_of(self, keys: Collection[Key]) -> tuple[Change, ...]:
        """Return the changes of some symbols, and of what is none, in their order."""
        return tuple(change for key, change in self.changes if key in keys)

    def _changes(self, picks: Iterable[Pick]) -> tuple[tuple[Key, Change], ...]:
        """Return the changes that are not told yet, each behind the key of what it belongs to."""
        if not self.frame.changes:
            return ()
        keys: dict[Place, Key] = {}
        for pick in picks:
            key = pick.path, pick.ordinal
            keys.setdefault(Place(pick.path, self.symbol(key).qualified_name), key)
        owned = with_owners(self.frame.changes, keys)
        return tuple((key, change) for key, change in owned if key not in self.told)

    def symbol(self, key: Key) -> Symbol:
        """Return a symbol by its file and place."""
        return self.line(key)[-1]

    def line(self, key: Key) -> tuple[Symbol, ...]:
        """Return a symbol behind its owners, outermost first."""
        path, ordinal = key
        if path not in self._lines:
            self._lines[path] = dict(_with_line(self.modules[path].symbols, ()))
        return self._lines[path][ordinal]


def _walk_entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _walk_entries(entry.members)


def _with_owner(
    symbols: Iterable[Symbol], owner: Symbol | None = None, public: bool = True
) -> Iterator[tuple[Symbol, Symbol | None, bool]]:
    """Yield every symbol, its owner, and whether others may use it and all its owners."""
    for symbol in symbols:
        open_here = public and symbol.visibility in SHOWN
        yield symbol, owner, open_here
        if symbol.members:
            yield from _with_owner(symbol.members, symbol, open_here)


def _with_line(
    symbols: Iterable[Symbol], owners: tuple[Symbol, ...]
) -> Iterator[tuple[int, tuple[Symbol, ...]]]:
    for symbol in symbols:
        yield symbol.ordinal, (*owners, symbol)
        yield from _with_line(symbol.members, (*owners, symbol))


def _with_cuts(file: FileMap, cut: Mapping[Key, int], lacking: Mapping[str, Omission]) -> FileMap:
    """Return a file that tells what no section of the map shows of it, and so do its classes."""

    def told(entry: Entry) -> Entry:
        symbol, members = entry.symbol, tuple(told(member) for member in entry.members)
        count = cut.get((file.path, symbol.ordinal), 0)
        holds = symbol.kind in OWNERS or (symbol.close and symbol.kind in VALUES)
        if not count or entry.detail == "names" or not holds:
            return replace(entry, members=members) if members else entry
        where = symbol.qualified_name
        command = show_command(file.path, symbol)
        omission = Omission("members", len(members), len(members) + count, where, command)
        return replace(entry, members=members, omission=omission)

    entries = tuple(told(entry) for entry in file.entries) if cut else file.entries
    return replace(file, entries=entries, omission=lacking.get(file.path))


def _is_only_named(symbol: Symbol, pick: Pick) -> bool:
    """Whether a private value is shown because a rule names it: remarks on it are for nobody."""
    private = symbol.visibility not in SHOWN
    return private and symbol.kind in ("constant", "variable") and pick.reason == "named_by_shown"


def _words(symbol: Symbol, level: int) -> str:
    """Return what a summary or the prose alone keeps of a documentation text."""
    first, *others = symbol.shown_doc.split("\n\n")
    prose = symbol.docstring.prose if symbol.docstring else ""
    kept = [one for one in others if one in prose] if level == PROSE else []
    return "\n\n".join([first, *kept])


def _statements(module: Module, whole: bool) -> tuple[Import, ...]:
    """Return the import statements of a file: all of them, or those that re-export a name.

    A statement that is a definition as well, as `pub mod fares;` of Rust, is shown as that.
    """
    defined = {(symbol.line, symbol.head) for symbol in module.symbols}
    statements: list[Import] = []
    exported = False
    for item in module.imports:
        if item.inside or not (item.text or item.module or item.level):
            continue
        if item.text:
            statements.append(item)
            exported = False
        if not statements:
            continue
        if item.exported and not exported:
            exported = True
            statements[-1] = replace(statements[-1], exported=True)
    return tuple(
        item
        for item in statements
        if (whole or item.exported) and (item.line, item.text) not in defined
    )


def _says_more(module: Module) -> bool:
    """Return whether a list of exports names what its file neither defines nor imports by name."""
    if module.exports is None:
        return False
    known = {symbol.name for symbol in module.symbols}
    known |= {item.alias or item.name or item.module for item in module.imports}
    return not known.issuperset(module.exports)


def _lacking_most(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda path: (-counts[path], path))[:MOST_FILES]


def _where(counts: Counter[str]) -> str:
    """Return the files that lack most: `fees.py 12, money.py 3 and 4 more files`."""
    words = ", ".join(f"{path} {counts[path]}" for path in _lacking_most(counts))
    more = len(counts) - MOST_FILES
    return f"{words} and {more} more files" if more > 0 else words
