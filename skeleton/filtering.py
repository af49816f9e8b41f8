"""Applies the filters of a map to what was picked: reads tests and compares revisions for that.

Joins picks, known tests and a comparison for `pipeline`; how symbols match is known to `filter`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.errors import BadOption
from skeleton.filter import Filter, has_contract, is_called, keep, places_of
from skeleton.model import Change, InterfaceMap, Pick, Place, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skeleton.model import InterfaceDiff, Module, Symbol
    from skeleton.workplace import Workplace

_RULES = ("clause_added", "clause_removed", "clause_changed", "clause_tightened", "clause_loosened")


class Filtering:
    """One run of filters: what is wanted, and what that needs from elsewhere."""

    def __init__(self, place: Workplace, wanted: Filter, diff: InterfaceDiff | None) -> None:
        """Check the words, and read the tests that are named.

        Args:
            place: Where symbols are read.
            wanted: What is asked for.
            diff: What changed since the revision that is asked for, if one is.

        Raises:
            BadOption: A word is unknown, or there is no such test.
        """
        wanted.check(place.languages)
        self.place, self.wanted = place, wanted
        changes = diff.changes if diff else ()
        if "changed" in wanted.contracts:
            changes = tuple(change for change in changes if change.kind in _RULES)
        self.changes: tuple[Change, ...] = changes
        self._changed = places_of(changes)

    def changed_files(self) -> tuple[str, ...]:
        """Return the files in which something changed, those that are still there."""
        paths = {change.id.partition("::")[0] for change in self.changes}
        return tuple(sorted(path for path in paths if self.place.exists(path)))

    def keep(self, picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
        """Keep what matches all but the contract: that is linked only for what is left."""
        return keep(
            picks,
            self.wanted,
            self._symbol,
            lambda path: self.place.modules[path].language,
            reached=self._reached(picks) if self.wanted.tested_by else (),
            changed=self._changed,
        )

    def keep_linked(
        self, picks: tuple[Pick, ...], modules: Mapping[str, Module]
    ) -> tuple[Pick, ...]:
        """Keep what has a contract that is asked for."""
        words = [word for word in self.wanted.contracts if word != "changed"]
        if not words:
            return picks
        linked: dict[tuple[str, int], Symbol] = {
            (path, symbol.ordinal): symbol
            for path, module in modules.items()
            for symbol in walk(module.symbols)
        }
        return tuple(pick for pick in picks if has_contract(linked[pick.path, pick.ordinal], words))

    def tell(
        self, frame: InterfaceMap, picks: Iterable[Pick], searched: Iterable[str]
    ) -> InterfaceMap:
        """Return a map that says what was asked for, and what changed in it.

        Args:
            frame: The map.
            picks: What is left of the picks.
            searched: The files in which symbols were looked for.
        """
        kept = {
            Place(pick.path, symbol.qualified_name)
            for pick in picks
            if (symbol := self._symbol(pick)) is not None
        }
        paths = {*searched, *(place.path for place in kept)}
        told = tuple(change for change in self.changes if self._tells(change, kept, paths))
        asked = ", ".join(filter(None, (frame.filter, str(self.wanted))))
        return replace(frame, filter=asked, since=self.wanted.changed_since, changes=told)

    def _tells(self, change: Change, kept: set[Place], paths: set[str]) -> bool:
        path, _, name = change.id.partition("::")
        if Place(path, name) in kept:
            return True
        if change.kind != "removed":
            return not name and any(place.path == path for place in kept)
        wanted = self.wanted
        here = path in paths or not (self.place.root / path).exists()
        plain = not wanted.tested_by and not [w for w in wanted.contracts if w != "changed"]
        return (
            here
            and plain
            and (not wanted.kinds or change.symbol in wanted.kinds)
            and (not wanted.names or is_called(name, wanted.names))
        )

    def _symbol(self, pick: Pick) -> Symbol | None:
        return self.place.symbol(pick.path, pick.ordinal)

    def _reached(self, picks: tuple[Pick, ...]) -> frozenset[Place]:
        """Return which of the picked definitions the tests asked for reach.

        Raises:
            BadOption: There is no such test.
        """
        from skeleton.known_tests import reached_by

        project = self.place.project(self.place.config.roots)
        wanted = {
            Place(pick.path, symbol.qualified_name): number
            for number, pick in enumerate(picks)
            if (symbol := self._symbol(pick)) is not None
        }
        found: set[Place] = set()
        for asked in self.wanted.tested_by:
            path, _, name = asked.partition("::")
            if not self.place.exists(path):
                raise BadOption("--tested-by", asked, "no such test file; PATH or PATH::TEST")
            reached = reached_by(project, path, name, wanted)
            if reached is None:
                raise BadOption("--tested-by", asked, f"no such test in {path}")
            found |= reached
        return frozenset(found)
