"""Says shortly what a comparison found: the `interface` and `contracts` of a verified run.

A rule is called broken only where the two sides show it; what only documentation says is counted
as unverifiable, never as kept.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from skeleton.clip import one_line
from skeleton.compare.writing import what
from skeleton.model import (
    BrokenContract,
    ContractDigest,
    InterfaceChange,
    InterfaceDigest,
    Module,
    Place,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from skeleton.compare.sides import Side
    from skeleton.model import Change, Clause, Symbol

SHOWN_CHANGES = 20
SHOWN_CHARS = 200  # of one signature or value
DECLARED = frozenset({"assert", "decorator", "annotation", "field"})
_CONSTANTS = frozenset({"constant", "variable", "field", "enum_member"})
_NUMBER_OR_TEXT = re.compile(r"-?\d[\d_.]*|[\"'][^\"'\n]{2,60}[\"']")


def interface_digest(
    changes: Iterable[Change], before: Side, after: Side, base: str
) -> InterfaceDigest:
    """Return what changed for callers, symbol by symbol, what breaks them first."""
    changes = tuple(changes)
    removed = [one.id for one in changes if one.kind == "removed" and not one.part]
    told = [one for one in changes if one.kind != "added" and (one.kind != "removed" or one.part)]
    found = [
        _changed(id_, list(group), before, after)
        for id_, group in groupby(told, key=lambda one: one.id)
    ]
    found.sort(key=lambda one: (not one.breaking, one.id))
    return InterfaceDigest(
        base,
        tuple(found[:SHOWN_CHANGES]),
        sum(one.kind == "added" for one in changes),
        tuple(removed),
        len(found[SHOWN_CHANGES:]),
    )


def contract_digest(
    changes: Iterable[Change], before: Side, after: Side, tests: Callable[[bytes], Iterable[Quote]]
) -> ContractDigest:
    """Return the rules of the newer side that its code does not keep any more.

    Args:
        changes: What differs.
        before: The older side.
        after: The newer side.
        tests: Returns the lines of tests that hold a word, each with its place.
    """
    checked = unverifiable = 0
    broken: list[BrokenContract] = []
    for path, module in sorted(after.modules.items()):
        for symbol in walk(module.symbols):
            older = _same(before, path, symbol)
            if older is not None:
                broken += _broken(path, older, symbol)
            checked += sum(one.status in ("agreed", "enforced") for one in symbol.contract)
            unverifiable += sum(one.status == "stated" for one in symbol.contract)
    for change in changes:
        if change.kind == "value" and change.symbol in _CONSTANTS:
            broken += _quoted(change, after, tests)
    unique = {(one.id, one.contract, one.source): one for one in broken}
    return ContractDigest(checked + len(unique), tuple(unique.values()), unverifiable)


Quote = tuple[str, str]  # `path:line`, and the line


def _changed(id_: str, group: list[Change], before: Side, after: Side) -> InterfaceChange:
    breaking = tuple(f"{what(one)}: {one.reason}" for one in group if one.breaking == "yes")
    was_id = next((one.was_id for one in group if one.was_id), id_)
    was, now = _shape(before, was_id), _shape(after, id_)
    if was == now:  # what changed is not in the signature
        was, now = (one_line(text)[:SHOWN_CHARS] for text in (group[0].before, group[0].after))
    return InterfaceChange(id_, was, now, breaking)


def _shape(side: Side, id_: str) -> str:
    """Return how a definition is called, or what it is worth, on one line."""
    path, _, name = id_.partition("::")
    symbols = side.symbols(Place(path, name))
    if not symbols:
        return ""
    symbol = symbols[-1]
    text = one_line(symbol.value or symbol.head)
    if symbol.signature is not None and "(" in symbol.head:
        head = one_line(symbol.head)
        text = re.sub(r"\(\s+", "(", head[head.find("(", head.find(symbol.name)) :].rstrip(":{ "))
    return (
        text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…[+{len(text) - SHOWN_CHARS}]"
    )


def _same(side: Side, path: str, symbol: Symbol) -> Symbol | None:
    """Return the definition that another side has at the same place."""
    found = side.symbols(Place(path, symbol.qualified_name))
    module = side.modules.get(path)
    linked = [
        one
        for one in (walk(module.symbols) if module else ())
        if one.qualified_name == symbol.qualified_name and "overload" not in one.nature
    ]
    return linked[-1] if linked and found else None


def _broken(path: str, older: Symbol, newer: Symbol) -> Iterator[BrokenContract]:
    id_ = f"{path}::{newer.qualified_name}"
    before, now = _by_subject(older), _by_subject(newer)
    for key, clause in before.items():
        kept = now.get(key)
        kind, subject = key
        if kind == "raises" and clause.status in ("agreed", "enforced"):
            stated = kept is not None and kept.status == "stated"
            entry = _documented(newer, "raises", subject)
            if entry and (stated or ("conflict", subject) in now or kept is None):
                yield BrokenContract(id_, f"raises {subject}", f"doc:L{entry}", "no raise left")
        elif kept is None and clause.origin in DECLARED and kind not in ("returns", "deprecated"):
            source = f"{clause.origin}:L{clause.line}"
            yield BrokenContract(id_, clause.text, source, "the condition is not declared any more")
    had, has = _parameters(older), _parameters(newer)
    if not any(name.startswith("*") for name in has):
        for name in sorted(had - has):
            if line := _documented(newer, "parameters", name):
                yield BrokenContract(
                    id_, f"parameter {name}", f"doc:L{line}", "there is no such parameter"
                )


def _by_subject(symbol: Symbol) -> dict[tuple[str, str], Clause]:
    """Return the clauses of a symbol; of those on one subject, the one that code shows."""
    found: dict[tuple[str, str], Clause] = {}
    for clause in symbol.contract:
        key = (clause.kind, clause.subject or clause.text)
        if key not in found or found[key].status == "stated":
            found[key] = clause
    return found


def _documented(symbol: Symbol, section: str, name: str) -> int:
    """Return the line where the documentation speaks of a parameter or an exception; 0: nowhere."""
    entries = symbol.docstring.entries if symbol.docstring else ()
    last = name.rpartition(".")[2]
    return next(
        (
            entry.line
            for entry in entries
            if entry.section == section and entry.name.rpartition(".")[2] == last
        ),
        0,
    )


def _parameters(symbol: Symbol) -> set[str]:
    parameters = symbol.signature.parameters if symbol.signature else ()
    marks = {"var_positional": "*", "var_keyword": "**"}
    return {marks.get(one.kind, "") + one.name for one in parameters}


def _quoted(
    change: Change, after: Side, tests: Callable[[bytes], Iterable[Quote]]
) -> Iterator[BrokenContract]:
    """Yield the documents and tests that still quote the older value of a constant."""
    was, now = change.before.strip(), change.after.strip()
    if not _NUMBER_OR_TEXT.fullmatch(was) or len(was) < 2:
        return
    name = change.id.partition("::")[2].rpartition(".")[2]
    lines = [*_doc_lines(after.modules.values()), *tests(name.encode())]
    for place, line in lines:
        if (
            _holds(line, name)
            and _holds(line, was.strip("\"'"))
            and not _holds(line, now.strip("\"'"))
        ):
            yield BrokenContract(change.id, f"{name} is {was}", place, f"it is {now} now")


def _doc_lines(modules: Iterable[Module]) -> Iterator[Quote]:
    for module in modules:
        docs = [module.docstring, *(symbol.docstring for symbol in walk(module.symbols))]
        for doc in docs:
            for number, line in enumerate(doc.body.split("\n") if doc else ()):
                yield f"{module.path}:{(doc.line if doc else 0) + number}", line


def _holds(line: str, word: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(word)}(?![\w]|\.\d)", line) is not None
