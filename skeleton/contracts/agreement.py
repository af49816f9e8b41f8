"""Compares documentation with code: what both say, what only one says, certain contradictions.

Names are compared, never prose. `contracts.md` section 5 lists the conflicts that may be claimed;
all else is silence.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.contracts.closed import is_closed, may_be_silent
from skeleton.contracts.decorators import is_plain
from skeleton.contracts.hierarchy import ancestors, keys_of
from skeleton.contracts.names import names_in_pattern, parts_of_pattern
from skeleton.model import Clause

if TYPE_CHECKING:
    from skeleton.contracts.places import Place, Project
    from skeleton.contracts.thrown import Thrown
    from skeleton.model import DocEntry, Symbol

IDENTIFIER = re.compile(r"[A-Za-z_]\w*\Z")
DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")
WORDS = re.compile(r"[A-Za-z_]\w*")
SENTINELS = frozenset({"deprecated", "warn"})  # texts that stand for "not given"
HEADINGS = frozenset({"panics", "Err", "error"})  # what a section speaks of that names no class
SENTENCE = "sentence"  # an entry that is prose: it is told as it stands unless the code says it too
# Words that look like a parameter at the start of a line of prose.
NO_PARAMETERS = frozenset(
    [
        "self", "cls", "args", "kwargs", "example", "examples", "default", "defaults", "note",
        "notes", "warning", "returns", "return", "raises", "raise", "yields", "type", "types",
        "see", "usage", "todo", "optional", "required", "deprecated", "if", "when", "where", "the",
        "this",
    ]
)  # fmt: skip


def documented_raises(symbol: Symbol) -> list[DocEntry]:
    """Return the entries that name an exception."""
    entries = symbol.docstring.entries if symbol.docstring else ()
    return [e for e in entries if e.section == "raises" and e.name]


def matches(project: Project, place: Place, entry: DocEntry, thrown: Thrown) -> bool:
    """Whether a documented exception is the raised one, or a base of it."""
    if entry.name in HEADINGS:
        named = entry.name == "panics" or last_name(thrown.exception) in WORDS.findall(entry.text)
        return named and thrown.word.startswith(entry.name)
    documented = keys_of(project, place.module.path, entry.name)
    kinds = ancestors(project, thrown.named_in, thrown.exception)
    if documented & kinds:
        return not documented <= {"Exception", "BaseException"} or entry.name == thrown.exception
    return entry.name.rpartition(".")[2] == last_name(thrown.exception)


def last_name(exception: str) -> str:
    """Return what an exception is called, without what leads to it: `*pkg.Fault`, `E::Big(3)`."""
    named = WORDS.findall(re.split(r"[({]", exception, maxsplit=1)[0])
    return named[-1] if named else ""


def names_the_same(project: Project, place: Place, entry: DocEntry, thrown: Thrown) -> bool:
    """Whether a documented exception is the raised one itself, not a base of it."""
    if (
        entry.name in HEADINGS
        or entry.name.rpartition(".")[2] == thrown.exception.rpartition(".")[2]
    ):
        return True
    documented = keys_of(project, place.module.path, entry.name)
    return documented == keys_of(project, thrown.named_in, thrown.exception)


def stated_raises(project: Project, place: Place, entry: DocEntry, thrown: list[Thrown]) -> Clause:
    """Return the clause of a documented exception that no reading found: stated, or in conflict."""
    text = _as_written(entry)
    if is_closed(project, place, entry.name):
        text = f"conflict: doc {text.rstrip('.')}, never raised"
        return _conflict("exception", text, entry, place.symbol.line)
    found = entry.name in HEADINGS and any(one.word.startswith(entry.name) for one in thrown)
    silent = found or may_be_silent(project, place, entry.name)
    if not silent and is_closed(project, place, ""):
        text = f"{text.rstrip('.')}, no raise found"
    said = " ".join(entry.text.split())
    return Clause(
        "raises", text, "stated", "docstring", line=entry.line, subject=entry.name, condition=said
    )


def _as_written(entry: DocEntry) -> str:
    """Return an entry on one line: as written if it names itself, else behind the word for it."""
    source, said = " ".join(entry.source.split()), " ".join(entry.text.split())
    if source[:1] in ":@\\":
        return source
    head = entry.name if entry.name in HEADINGS else f"raises {entry.name}"
    return f"{head}: {said}" if said else head


def parameter_conflicts(project: Project, place: Place, callables: list[Symbol]) -> list[Clause]:
    """Return documented parameters that no signature has.

    Args:
        project: Where names are looked up.
        place: The symbol whose documentation speaks; that of a class may speak of its members too.
        callables: Every signature that it may speak of: overloads, the constructor of a class.
    """
    symbol = place.symbol
    entries = [
        e
        for e in (symbol.docstring.entries if symbol.docstring else ())
        if e.section == "parameters" and e.name
    ]
    parameters = [p for one in callables if one.signature for p in one.signature.parameters]
    if not entries or not callables or any(one.signature is None for one in callables):
        return []
    if any(p.kind in ("var_positional", "var_keyword") for p in parameters):
        return []
    dialect = project.dialect(place.module)
    if {"property", "abstract"} & set(symbol.nature) or not all(
        is_plain(one.decorators, dialect) for one in (symbol, *callables)
    ):
        return []
    names = {p.name for p in parameters}
    patterns = [name for name in names if name[:1] in ("{", "[")]
    names.update(*map(names_in_pattern, patterns))
    if not any(e.name in names for e in entries):
        return []
    named = names | _names_of_members(symbol) | _names_of_types(callables)
    known = {name.rstrip("_") for name in named}
    missing = {
        e.name: e
        for place_of, e in enumerate(entries)
        if not any(before.text.rstrip().endswith(":") for before in entries[:place_of])
        and e.name.rstrip("_") not in known
        and IDENTIFIER.match(e.name)
        and e.name.lower() not in NO_PARAMETERS
    }
    for name in list(missing)[: len(patterns)]:
        del missing[name]  # documentation gives a name to what a pattern takes apart
    return [
        _conflict(
            "parameter",
            f"conflict: doc parameter {name} is not in the signature",
            entry,
            callables[-1].line,
        )
        for name, entry in missing.items()
    ]


def _names_of_types(callables: list[Symbol]) -> set[str]:
    """Return the type parameters: KDoc and TSDoc may describe them as parameters."""
    signatures = (one.signature for one in callables)
    texts = (one.type_parameters or "" for one in signatures if one is not None)
    return {name for text in texts for name in re.findall(r"\w+", text)}


def _conflict(about: str, text: str, entry: DocEntry, against: int) -> Clause:
    """Return the clause of a contradiction between an entry and a line of the code."""
    return Clause(
        "conflict",
        text,
        "conflict",
        "docstring",
        line=entry.line,
        subject=entry.name,
        conflict=about,
        against=against,
    )


def _names_of_members(owner: Symbol) -> set[str]:
    """Return the names of members, and of the parameters of methods."""
    names = {member.name for member in owner.members}
    for member in owner.members:
        names |= {p.name for p in member.signature.parameters} if member.signature else set()
    return names


def default_conflicts(project: Project, place: Place, callables: list[Symbol]) -> list[Clause]:
    """Return documented defaults that differ from the signature's."""
    symbol = place.symbol
    entries = [
        e
        for e in (symbol.docstring.entries if symbol.docstring else ())
        if e.section == "parameters" and e.default
    ]
    running = [one for one in callables if "overload" not in one.nature]
    if len(running) != 1 or running[0].signature is None or not entries:
        return []
    parameters = running[0].signature.parameters
    defaults = {p.name: p.default for p in parameters if p.default}
    parts = [parts_of_pattern(p.name) for p in parameters]
    found: list[Clause] = []
    for entry in entries:
        holder, _, name = entry.name.partition(".")
        taken = [part[name] for part in parts if part.get(name)] if holder not in defaults else []
        written = taken[0] if len(taken) == 1 else defaults.get(entry.name)
        if written is None or written.strip("\"'") in SENTINELS:
            continue
        if not (
            _differ(entry.default, _resolved(project, place, written))
            or _are_other_members(project, place, entry.default, written)
        ):
            continue
        text = (
            f"conflict: doc default of {entry.name} is {entry.default}, the signature has {written}"
        )
        found.append(_conflict("default", text, entry, _line_of(running[0], entry.name)))
    return found


def _line_of(symbol: Symbol, parameter: str) -> int:
    """Return the line on which the head of a function names a parameter."""
    before = re.split(rf"[(,*\s]{re.escape(parameter)}\s*[:=]", symbol.head, maxsplit=1)
    lines = before[0].count("\n") if len(before) > 1 else 0
    opening = symbol.head[len(before[0]) : len(before[0]) + 1] if len(before) > 1 else ""
    return symbol.line + lines + (opening == "\n")


def _resolved(project: Project, place: Place, written: str) -> str:
    """Return the literal that a constant stands for; the text itself if it is no constant."""
    if not DOTTED.match(written) or written in ("None", "True", "False"):
        return written
    found = project.find(place.module.path, written)
    if found is not None and found.symbol.kind in ("constant", "variable") and found.symbol.value:
        return found.symbol.value
    return written


def _differ(documented: str, actual: str) -> bool:
    """Whether two defaults are both literal, of one kind, and not equal."""
    left, right = _literal(documented), _literal(actual)
    if right is _UNKNOWN or left is None or right is None:
        return False
    if left is _UNKNOWN:
        # a text is often documented without its quotes; another name proves nothing
        return False
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left != right
    if type(left) is not type(right):
        return False
    if isinstance(left, str) and isinstance(right, str):
        return "\\" not in documented + actual and not _are_alike(left, right)
    return left != right


def _are_alike(left: str, right: str) -> bool:
    """Whether two texts may mean the same: `low` and `lowpass`, `no_data` and `no data`."""
    if left.strip() == right.strip():
        return True
    one, other = (re.sub(r"[\W_]", "", text).lower() for text in (left, right))
    return bool(one and other) and (one.startswith(other) or other.startswith(one))


def _are_other_members(project: Project, place: Place, documented: str, actual: str) -> bool:
    """Whether two names are members of one enumeration that do not have the same value."""
    owners = {name.rpartition(".")[0] for name in (documented, actual)}
    if len(owners) != 1 or "" in owners or documented == actual:
        return False
    members = [project.find(place.module.path, name) for name in (documented, actual)]
    values = [one.symbol.value for one in members if one and one.symbol.kind == "enum_member"]
    return len(values) == 2 and (values[0] is None or values[0] != values[1])


_UNKNOWN = object()


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return _UNKNOWN


def agreed(clauses: list[Clause], entries: list[DocEntry]) -> list[Clause]:
    """Mark returns and warnings that the documentation names too."""
    returns = " ".join(e.text for e in entries if e.section == "returns")
    warned = {e.name.rpartition(".")[2] for e in entries if e.section == "warns"}
    deprecated = any(e.section == "deprecated" for e in entries)
    marked: list[Clause] = []
    for clause in clauses:
        agrees = False
        if clause.kind == "returns":
            agrees = bool(clause.subject) and _quotes(returns, clause.subject)
        elif clause.kind == "warns":
            agrees = clause.subject in warned or (deprecated and "Deprecat" in clause.subject)
        marked.append(replace(clause, status="agreed") if agrees else clause)
    return marked


def _quotes(text: str, value: str) -> bool:
    """Whether a documentation text names a returned value, or a constant in it."""
    constants = re.findall(r"\b[A-Z][A-Z0-9_]{2,}\b", value)
    wanted = constants or [value]
    return bool(text) and any(
        re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) is not None for one in wanted
    )
