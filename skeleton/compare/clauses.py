"""Compares the contracts of two symbols clause by clause.

Says tightened or loosened only where the two conditions decide it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from skeleton.compare.signatures import Fact
from skeleton.compare.types import holds, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.model import Breaking, ChangeKind, Clause

# the condition is that of a refusal: it holds more, less is taken
_REFUSALS = frozenset({"raises"})
_DEMANDS = frozenset({"requires", "asserts", "bounds", "values", "keys"})
_PROMISES = frozenset({"ensures", "invariant", "returns"})
_UNREADABLE = re.compile(r"(?<!\.)\.\.(?!\.)")  # stands for a condition that is not shown
_SILENT = frozenset({"example", "conflict"})  # an example is documentation, a conflict a finding


def compare_clauses(before: Iterable[Clause], after: Iterable[Clause]) -> Iterator[Fact]:
    """Yield the differences between two contracts."""
    older, newer = _by_subject(before), _by_subject(after)
    for key in sorted({*older, *newer}):
        lost, found = _unmatched(older.get(key, []), newer.get(key, []))
        unread = any(
            _UNREADABLE.search(one.text) for one in (*older.get(key, []), *newer.get(key, []))
        )
        if unread and key in older and key in newer:
            continue  # whether it is still raised in the same cases cannot be told
        if len(lost) == len(found) == 1:
            yield _changed(lost[0], found[0])
            continue
        yield from (_removed(one) for one in lost)
        yield from (_added(one) for one in found)


def _by_subject(clauses: Iterable[Clause]) -> dict[tuple[str, str], list[Clause]]:
    found: dict[tuple[str, str], list[Clause]] = defaultdict(list)
    for clause in clauses:
        if clause.kind not in _SILENT:
            subject = clause.subject if clause.kind not in ("returns", "effects") else ""
            found[clause.kind, plain(subject)].append(clause)
    return found


def _unmatched(older: list[Clause], newer: list[Clause]) -> tuple[list[Clause], list[Clause]]:
    """Return what only one of two lists says, in its order."""
    said, says = {plain(one.text) for one in older}, {plain(one.text) for one in newer}
    lost = [one for one in older if plain(one.text) not in says]
    return lost, [one for one in newer if plain(one.text) not in said]


def _changed(one: Clause, other: Clause) -> Fact:
    how = holds(one.condition, other.condition) if one.condition or other.condition else "unknown"
    texts = one.kind, one.text, other.text
    kinds: dict[tuple[bool, str], tuple[ChangeKind, Breaking, str]] = {
        (True, "more"): ("clause_tightened", "yes", "more is refused than before"),
        (True, "less"): ("clause_loosened", "no", "less is refused than before"),
        (False, "more"): ("clause_loosened", "no", "less is asked for than before"),
        (False, "less"): ("clause_tightened", "yes", "more is asked for than before"),
    }
    decided = one.kind in _REFUSALS | _DEMANDS and (one.kind in _REFUSALS, how) in kinds
    if decided:
        kind, breaking, reason = kinds[one.kind in _REFUSALS, how]
        if "stated" in (one.status, other.status) and breaking == "yes":
            breaking, reason = "unknown", f"{reason}, by what the documentation says"
        return Fact(kind, breaking, reason, *texts)
    return Fact("clause_changed", "unknown", "whether it asks for more is not decided", *texts)


def _removed(one: Clause) -> Fact:
    verdict: tuple[Breaking, str] = ("unknown", "callers may rely on it")
    if one.kind in _DEMANDS:
        verdict = ("no", "less is asked for than before")
    elif one.kind == "raises":
        verdict = ("unknown", "callers may expect the error")
    elif one.kind in ("deprecated", "effects", "mutates", "warns", "nature"):
        verdict = ("no", "it does less than before")
    return Fact("clause_removed", *verdict, one.kind, one.text, "")


def _added(one: Clause) -> Fact:
    verdict: tuple[Breaking, str] = ("unknown", "what was done silently may be noticed")
    if one.kind in _PROMISES:
        verdict = ("no", "more is promised than before")
    elif one.status == "stated" and one.kind != "deprecated":
        verdict = ("no", "only the documentation says so")
    elif one.kind in _REFUSALS | _DEMANDS:
        verdict = ("unknown", "what was taken may be refused")
    elif one.kind == "deprecated" or "Deprecat" in one.subject:
        verdict = ("no", "it still works")
    return Fact("clause_added", *verdict, one.kind, "", one.text)
