"""Finds which symbol of one side is which of the other, and compares the pairs.

By name first; then, among what is left, by body or signature (renamed), by what the old name still
leads to, and by name in another file (moved). Only what is unique is matched.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from skeleton.compare.renaming import renamed
from skeleton.compare.sides import Found, Side, is_public_file
from skeleton.compare.signatures import Fact
from skeleton.compare.symbols import base_name, compare_symbols, pair_up
from skeleton.model import SHOWN, Change, Module, Place, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skeleton.model import Language

MOST_NAMED = 5  # members in one reason
_ABSTRACT_OWNERS = frozenset({"interface"})


class Comparison:
    """The changes found so far, and the symbols that have no match yet."""

    def __init__(
        self,
        before: Side,
        after: Side,
        languages: Mapping[str, Language],
        private: bool,
        documentation: bool,
    ) -> None:
        self.before, self.after, self.languages = before, after, languages
        self.private, self.documentation = private, documentation
        self.changes: list[Change] = []
        self._lost: list[Found] = []
        self._new: list[Found] = []
        self._compared: set[tuple[str, str]] = set()

    def run(self) -> None:
        """Compare every file of both sides, then what has no match in its file."""
        for path in sorted({*self.before.modules, *self.after.modules}):
            older, newer = self.before.modules.get(path), self.after.modules.get(path)
            self._level(
                self._of(path, older.symbols if older else (), True, self.before),
                self._of(path, newer.symbols if newer else (), True, self.after),
            )
            if older and newer:
                self._passed_on(older, newer)
        self._moved_files()
        for lost in self._lost:
            self._settle(lost)
        for new in self._new:
            self._add(new)

    def _of(
        self, path: str, symbols: Iterable[Symbol], owner_open: bool, side: Side
    ) -> dict[str, Found]:
        """Group definitions by their name, in source order."""
        groups: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in symbols:
            groups[symbol.name].append(symbol)
        found = {}
        for name, group in groups.items():
            top = "." not in group[0].qualified_name
            place = Place(path, group[0].qualified_name)
            is_open = owner_open and (not top or is_public_file(path) or place in side.published)
            is_open = is_open and not _is_for_running(group, side.modules[path])
            found[name] = Found(path, tuple(group), is_open)
        return found

    def _level(self, older: dict[str, Found], newer: dict[str, Found]) -> None:
        """Compare the definitions of one file, or the members of one owner."""
        for name, one in older.items():
            if name in newer:
                self._pair(one, newer[name])
        lost = [one for name, one in older.items() if name not in newer]
        new = [one for name, one in newer.items() if name not in older]
        for one, other, how in renamed(lost, new, self.before, self.after):
            lost.remove(one)
            new.remove(other)
            if self._is_told(one, other):
                self._say(one, other, Fact("renamed", "yes", f"the old name is gone; {how}"))
            self._pair(one, other)
        self._lost += lost
        self._new += new

    def _pair(self, one: Found, other: Found) -> None:
        """Compare two groups of definitions that are the same thing, and their members."""
        if (one.id, other.id) in self._compared or not self._is_told(one, other):
            return
        self._compared.add((one.id, other.id))
        if one.public and not other.public:
            self._say(one, other, Fact("visibility", "yes", "it is not public any more"))
        elif other.public and not one.public:
            self._say(one, other, Fact("visibility", "no", "it is public now"))
        if not self.private and not (one.public and other.public):
            return
        if one.symbols == other.symbols:  # most are, down to their members and their lines
            return
        language = self.languages[self.after.modules[other.path].language]
        docs = self.documentation
        for fact, symbol in compare_symbols(one.symbols, other.symbols, language, docs):
            if fact.kind == "base_removed":
                fact = self._without_base(one, other, fact)
            self._say(one, other, fact, symbol)
        for older, newer in pair_up(one.symbols, other.symbols):
            if older.members or newer.members:
                self._level(
                    self._of(one.path, older.members, one.public, self.before),
                    self._of(other.path, newer.members, other.public, self.after),
                )

    def _without_base(self, one: Found, other: Found, fact: Fact) -> Fact:
        """Say of a base that is gone what its class does not inherit any more."""
        names = self._inherited(one.path, base_name(fact.part))
        if names is None:
            return fact
        class_name = other.place.name
        lost = [
            name
            for name in sorted(names)
            if not self.after.places(other.path, f"{class_name}.{name}")
        ]
        if lost:
            return fact._replace(reason=f"it does not inherit {', '.join(lost[:MOST_NAMED])} now")
        if fact.part.rpartition(".")[2].startswith("_"):
            return fact._replace(breaking="no", reason="what it inherited is still there")
        return fact._replace(breaking="unknown", reason="it is not one any more")

    def _inherited(self, path: str, base: str, steps: int = 5) -> set[str] | None:
        """Return the public names that a base gives on the older side; `None`: not known."""
        found = [place for place in self.before.places(path, base) if place.path and place.name]
        symbols = self.before.symbols(found[0]) if found else ()
        if not symbols or not steps:
            return None
        names = {
            member.name
            for symbol in symbols
            for member in symbol.members
            if member.visibility in SHOWN and not member.name.startswith("__")
        }
        for above in (each for symbol in symbols for each in symbol.bases):
            names |= self._inherited(found[0].path, base_name(above), steps - 1) or set()
        return names

    # What has no match by name

    def _moved_files(self) -> None:
        """Match files all of whose definitions stand in one other file."""
        gone = set(self.before.modules) - set(self.after.modules)
        tops: dict[str, list[Found]] = defaultdict(list)
        for one in self._lost:
            if not one.owner and one.path in gone:
                tops[one.path].append(one)
        fresh: dict[str, dict[str, Found]] = defaultdict(dict)
        for one in self._new:
            if not one.owner and one.path not in self.before.modules:
                fresh[one.path][one.symbols[0].name] = one
        for path, lost in sorted(tops.items()):
            names = {one.symbols[0].name for one in lost}
            target = [other for other, found in fresh.items() if names <= set(found)]
            if len(target) != 1 or not any(one.public for one in lost):
                continue
            self._move_file(path, target[0], lost, fresh.pop(target[0]))

    def _move_file(
        self, path: str, target: str, lost: list[Found], found: dict[str, Found]
    ) -> None:
        reason = "what imports it by its old path fails"
        self.changes.append(
            Change("moved", target, "yes", reason, symbol="file", line=1, was_id=path)
        )
        for one in lost:
            other = found[one.symbols[0].name]
            self._lost.remove(one)
            self._new.remove(other)
            self._pair(one, other)

    def _settle(self, lost: Found) -> None:
        """Say what became of a definition whose name is gone from its file."""
        reached = [
            place
            for place in self.after.places(lost.path, lost.place.name)
            if place != lost.place and place.name
        ]
        if reached and lost.path in self.after.modules:
            self._still_reached(lost, reached[0])
            return
        moved = self._elsewhere(lost)
        if moved is not None:
            self._new.remove(moved)
            if self._is_told(lost, moved):
                self._say(lost, moved, Fact("moved", "yes", "the old path does not lead to it"))
            self._pair(lost, moved)
        elif self._is_told(lost, lost):
            self._remove(lost)

    def _still_reached(self, lost: Found, place: Place) -> None:
        """Handle a name that an import, or a base class, now provides."""
        symbols = self.after.symbols(place) if place.path else ()
        if not symbols:
            outside = f"the name now stands for {place.name}, outside the project"
            if self._is_told(lost, lost):
                self._say(lost, lost, Fact("moved", "unknown", outside, after=place.name))
            return
        where = Found(place.path, symbols, True)
        self._new = [one for one in self._new if one.place != place]
        if place.path not in self.after.modules or not self._is_told(lost, where):
            return
        self._say(lost, where, Fact("moved", "no", "the old name still leads to it"))
        self._pair(lost, where)

    def _elsewhere(self, lost: Found) -> Found | None:
        """Return the only new definition of the same name and kind in another file."""
        first = lost.symbols[0]
        found = [
            new
            for new in self._new
            if new.path != lost.path
            and new.symbols[0].qualified_name == first.qualified_name
            and new.symbols[0].kind == first.kind
        ]
        same = [
            one
            for one in self._lost
            if one.symbols[0].qualified_name == first.qualified_name and one.path != lost.path
        ]
        return found[0] if len(found) == 1 and not same and not lost.owner else None

    def _remove(self, lost: Found) -> None:
        first = lost.symbols[0]
        reason = "the name is gone"
        if first.kind == "field" and "instance" in first.nature:
            reason = "the attribute is not set any more"
        head = plain_head(lost.symbols[-1])
        fact = Fact("removed", "yes", reason, before=head)
        if doubt := _doubt(self.after.modules.get(lost.path)):
            fact = fact._replace(breaking="unknown", reason=doubt)
        self._say(lost, lost, fact, older=True)

    def _add(self, new: Found) -> None:
        """Tell of a new definition; of its members only where it is itself not new."""
        if not self._is_told(new, new):
            return
        symbol = new.symbols[-1]
        fact = Fact("added", "no", "nothing uses it yet", after=plain_head(symbol))
        if symbol.kind == "constructor":
            fact = fact._replace(breaking="unknown", reason="it may ask for other arguments")
        owner = self._owner(new)
        bodiless = symbol.kind in ("method", "property") and symbol.body is None
        if owner and ((owner.kind in _ABSTRACT_OWNERS and bodiless) or "abstract" in symbol.nature):
            fact = fact._replace(breaking="yes", reason="whoever implements the type lacks it")
        self._say(new, new, fact)

    def _owner(self, found: Found) -> Symbol | None:
        if not found.owner:
            return None
        return next(iter(self.after.symbols(Place(found.path, found.owner))), None)

    # Names that a file passes on

    def _passed_on(self, older: Module, newer: Module) -> None:
        """Compare the names that a public file exports without defining them."""
        if not is_public_file(newer.path) and not self.private:
            return
        was, now = _exported(older), _exported(newer)
        defined = {symbol.name for symbol in newer.symbols}
        for name in sorted(was.keys() - now.keys() - defined - set(newer.exports or ())):
            if not self.after.places(newer.path, name):
                doubt = _doubt(newer)
                fact = Fact("removed", "unknown" if doubt else "yes", doubt or "the name is gone")
                self._export(older, name, was[name], fact)
        once = {symbol.name for symbol in older.symbols}
        for name in sorted(now.keys() - was.keys() - once):
            if not self.before.places(older.path, name):
                self._export(newer, name, now[name], Fact("added", "no", "nothing uses it yet"))

    def _export(self, module: Module, name: str, line: int, fact: Fact) -> None:
        self.changes.append(
            Change(
                fact.kind, f"{module.path}::{name}", fact.breaking, fact.reason, "re-export", line
            )
        )

    # Telling

    def _is_told(self, one: Found, other: Found) -> bool:
        return self.private or one.public or other.public

    def _say(
        self,
        one: Found,
        other: Found,
        fact: Fact,
        symbol: Symbol | None = None,
        *,
        older: bool = False,
    ) -> None:
        about = symbol or (one if older else other).symbols[-1]
        breaking, reason = fact.breaking, fact.reason
        if breaking != "no" and not one.public:
            breaking, reason = "no", "it was not public"
        self.changes.append(
            Change(
                fact.kind,
                other.id,
                breaking,
                reason,
                symbol=about.kind,
                line=about.line,
                part=fact.part,
                before=fact.before,
                after=fact.after,
                was_id="" if one.id == other.id else one.id,
            )
        )


def plain_head(symbol: Symbol) -> str:
    """Return the head of a symbol on one line."""
    return " ".join(symbol.head.split())


def _is_for_running(symbols: Iterable[Symbol], module: Module) -> bool:
    """Tell whether definitions exist only where their file is run, not imported."""
    branches = [module.branches[one.branch].text for one in symbols if one.branch >= 0]
    return bool(branches) and all("__name__" in text for text in branches)


def _doubt(module: Module | None) -> str:
    """Return why a name that is not seen in a file may be there all the same."""
    if module and any(note.severity != "information" for note in module.diagnostics):
        return "its file could not be read whole"
    if module and any(symbol.name == "__getattr__" for symbol in module.symbols):
        return "the file's __getattr__ may provide it"
    return ""


def _exported(module: Module) -> dict[str, int]:
    """Return the names that a file exports from others, each with its line."""
    found: dict[str, int] = {}
    for written in module.imports:
        name = written.alias or written.name or written.module
        if written.exported and name != "*" and not written.inside:
            found.setdefault(name, written.line)
    for name, _ in module.lazy_exports:
        found.setdefault(name, 1)
    return found
