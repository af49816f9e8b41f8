"""Keeps the picks that match: by name, kind, language, contract, tests, changes.

Works on picks and on the symbols behind them; what a test reaches and what changed are handed in
as places. Filters join by "and", the words of one filter by "or".
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, get_args

from msgspec import Struct

from skeleton.errors import BadOption
from skeleton.model import ClauseKind, Place, SymbolKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from skeleton.model import Change, Clause, Pick, Symbol

KINDS: tuple[str, ...] = get_args(SymbolKind)
CLAUSES: tuple[str, ...] = get_args(ClauseKind)
BOUNDARY = frozenset({"requires", "bounds", "values", "keys"})  # what may be passed in
CONTRACTS = ("any", "none", "boundary", "changed", "raises:NAME", *CLAUSES)
_BOUND = frozenset(  # what may have a contract, and therefore may lack one
    {"class", "constructor", "function", "macro", "method", "operator", "property"}
)
_NO_RULES = frozenset({"nature", "example"})
_WHOLE = frozenset({"added", "moved", "renamed"})  # a change of an owner that its members share


class Filter(Struct, frozen=True, kw_only=True):
    """What is wanted; empty words want everything."""

    names: tuple[str, ...] = ()  # of a symbol or an owner of it; globs, qualified or not
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()  # words of `CONTRACTS`
    tested_by: tuple[str, ...] = ()  # as asked for; what they reach is handed in
    changed_since: str = ""

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return self != Filter()

    def check(self, languages: Collection[str]) -> None:
        """Refuse words that match nothing anywhere.

        Raises:
            BadOption: With the words that are known.
        """
        _check("--kind", self.kinds, KINDS)
        _check("--lang", self.languages, sorted(languages))
        for word in self.contracts:
            if not re.fullmatch(r"raises:.+", word):
                _check("--contract", (word,), CONTRACTS)
        if "changed" in self.contracts and not self.changed_since:
            raise BadOption("--contract", "changed", "needs --changed-since REVISION")

    def __str__(self) -> str:
        """Say what is asked for: `name Rates*, contract raises:ValueError`."""
        words = (
            ("name", self.names),
            ("kind", self.kinds),
            ("language", self.languages),
            ("contract", self.contracts),
            ("tested by", self.tested_by),
            ("changed since", (self.changed_since,) if self.changed_since else ()),
        )
        return ", ".join(f"{what} {' or '.join(said)}" for what, said in words if said)


def keep(
    picks: Iterable[Pick],
    wanted: Filter,
    symbol_of: Callable[[Pick], Symbol | None],
    language_of: Callable[[str], str],
    *,
    reached: Collection[Place] = (),
    changed: Collection[Place] = (),
) -> tuple[Pick, ...]:
    """Keep the picks that match all but the contract, which `has_contract` decides.

    Args:
        picks: What there is.
        wanted: What is asked for.
        symbol_of: Returns the symbol of a pick.
        language_of: Returns the language of a path.
        reached: Definitions that the tests asked for reach.
        changed: Definitions that changed; a place without a name is a whole file.
    """
    kept = []
    for pick in picks:
        symbol = symbol_of(pick)
        if (
            symbol is not None
            and (not wanted.kinds or symbol.kind in wanted.kinds)
            and (not wanted.languages or language_of(pick.path) in wanted.languages)
            and (not wanted.names or is_called(symbol.qualified_name, wanted.names))
            and (not wanted.tested_by or Place(pick.path, symbol.qualified_name) in reached)
            and (not wanted.changed_since or _in(pick.path, symbol.qualified_name, changed))
        ):
            kept.append(pick)
    return tuple(kept)


def has_contract(symbol: Symbol, words: Collection[str]) -> bool:
    """Tell whether the contract of a linked symbol is one that is asked for; `changed` apart."""
    return any(_fits(symbol, word) for word in words)


def is_called(qualified_name: str, globs: Iterable[str]) -> bool:
    """Tell whether a definition, or one that holds it, is called so."""
    parts = qualified_name.split(".")
    names = {".".join(parts[start:end]) for end in range(1, len(parts) + 1) for start in range(end)}
    return any(fnmatchcase(name, glob) for glob in globs for name in names)


def places_of(changes: Iterable[Change]) -> frozenset[Place]:
    """Return the definitions that changed; of what is new as a whole, everything inside it too."""
    found = set()
    for change in changes:
        path, _, name = change.id.partition("::")
        found.add(Place(path, name))
        if change.kind in _WHOLE:
            found.add(Place(path, f"{name}.*" if name else ""))
    return frozenset(found)


def _check(option: str, words: Iterable[str], known: Iterable[str]) -> None:
    for word in words:
        if word not in known:
            raise BadOption(option, word, f"one of {', '.join(known)}")


def _in(path: str, name: str, places: Collection[Place]) -> bool:
    parts = name.split(".")
    owners = [".".join(parts[:end]) for end in range(1, len(parts))]
    return (
        Place(path, name) in places
        or Place(path) in places
        or any(Place(path, f"{owner}.*") in places for owner in owners)
    )


def _fits(symbol: Symbol, word: str) -> bool:
    clauses = [clause for clause in symbol.contract if clause.kind not in _NO_RULES]
    match word.partition(":"):
        case ("any", _, _):
            return bool(clauses)
        case ("none", _, _):
            return not clauses and symbol.kind in _BOUND
        case ("boundary", _, _):
            return any(clause.kind in BOUNDARY for clause in clauses)
        case ("raises", ":", name):
            return any(_raises(clause, name) for clause in clauses)
        case _:
            return any(clause.kind == word for clause in symbol.contract)


def _raises(clause: Clause, name: str) -> bool:
    """Tell whether a clause speaks of an exception, by its own name or its dotted one."""
    if clause.kind != "raises":
        return False
    subject = clause.subject.partition("(")[0]
    return subject == name or subject.rpartition(".")[2] == name.rpartition(".")[2]
