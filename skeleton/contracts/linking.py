"""Puts the contract of a symbol together: body, helpers, decorators and documentation.

Works on what was read of the files; asks for other symbols through `find`. Pure: the same symbols
give the same contract.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.contracts import agreement, construction, shown
from skeleton.contracts.agreement import SENTENCE
from skeleton.contracts.bodies import body_clauses, is_for_callers, is_of_file, raised_clause
from skeleton.contracts.decorators import library_clauses
from skeleton.contracts.following import MAX_DEPTH, all_thrown
from skeleton.contracts.hierarchy import ancestors
from skeleton.contracts.places import Place, Project
from skeleton.contracts.thrown import UNREADABLE, Thrown
from skeleton.contracts.wrappers import decorator_thrown, let_through
from skeleton.model import Clause

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skeleton.contracts.places import Find
    from skeleton.model import DocEntry, Language, Module, Symbol

CALLABLE = frozenset({"function", "method", "constructor", "property", "operator"})
CLASSES = frozenset({"class", "struct", "enum", "interface"})
MOST_OF_PUBLIC = 4  # clauses that come through public functions the documentation does not speak of
MOST_EXAMPLES = 3
MAX_EXAMPLE = 100
DEFAULT = re.compile(r"\W*\bdefaults?\b.*", re.IGNORECASE | re.DOTALL)
WRAPS = "error wraps"  # Go: `fmt.Errorf("..%w", err)`; its subject is the call that made `err`
CALLED = re.compile(r"(?:\w+\.)*(\w+)\(")
FORM = re.compile(r"@\s*[\w.]+\.register\b")
TRACEBACK = "Traceback (most recent call last):"
NO_CONTRACT = frozenset({"NotImplementedError", "NotImplemented"})
UNWRITTEN = Clause("nature", "left to subclasses", "enforced", "guard", subject="abstract")
ORDER = {
    kind: place
    for place, kind in enumerate(
        ("deprecated", "raises", "requires", "ensures", "invariant", "asserts", "returns", "warns",
         "mutates", "effects", "nature", "example", "conflict")
    )
}  # fmt: skip


class Linker:
    """Makes contracts for one run; remembers what it looked up and what functions raise."""

    def __init__(
        self,
        find: Find,
        is_test: Callable[[str], bool] = lambda path: False,
        behind: Callable[[str], Module | None] = lambda path: None,
        languages: Mapping[str, Language] | None = None,
    ) -> None:
        """Make a linker.

        Args:
            find: Returns what a dotted name written in a file stands for.
            is_test: Whether a file holds tests.
            behind: Returns the module that a stub stands for.
            languages: What the languages of the files say of their contracts.
        """
        self._project = Project(find, languages)
        self._is_test = is_test
        self._behind = behind

    def link(self, symbol: Symbol, module: Module) -> Symbol:
        """Return a symbol with its `contract` and `shown_doc`; its members stay as they are.

        One of a stub has the contract of what it stands for, and its documentation if it has none.
        """
        source = self._behind(module.path)
        if source is not None and symbol.body is not None:
            return self._of_stub(symbol, module, source)
        place = Place(module, symbol)
        if symbol.kind in CALLABLE:
            clauses, folded = self._callable(place)
        elif symbol.kind in CLASSES:
            clauses, folded = self._class(place)
        else:
            clauses, folded = [], []
        text = ""
        if symbol.docstring is not None:
            clauses += self._examples(place)
            hidden = symbol.name.startswith("_") and _is_form(symbol)
            text = "" if hidden else shown.shown_text(symbol.docstring, folded)
        ordered = sorted(clauses, key=lambda c: (ORDER.get(c.kind, 99), c.status == "stated"))
        return replace(symbol, contract=tuple(_folded(ordered)), shown_doc=text)

    def _of_stub(self, symbol: Symbol, module: Module, source: Module) -> Symbol:
        name = symbol.qualified_name
        real = self._project.implementation(source, name)
        if real is None or symbol.ordinal != self._project.named(module, name)[-1].ordinal:
            return symbol  # one line stands for all overloads
        linked = self.link(real, source)
        contract = tuple(replace(one, path=one.path or source.path) for one in linked.contract)
        if symbol.docstring is not None:
            return replace(symbol, contract=contract, shown_doc=symbol.docstring.body)
        return replace(
            symbol, contract=contract, docstring=linked.docstring, shown_doc=linked.shown_doc
        )

    def _callable(self, place: Place) -> tuple[list[Clause], list[DocEntry]]:
        symbol, project = place.symbol, self._project
        if "overload" in symbol.nature:
            return [], _silent(symbol)
        if construction.is_hook(symbol):
            return [], _silent(symbol)
        thrown = self._thrown(place)
        clauses, folded = self._with_documentation(place, thrown)
        clauses += library_clauses(place)
        clauses += agreement.agreed(body_clauses(project, place), _entries(symbol))
        note = _first_step(symbol, clauses)
        clauses += [note] if note else []
        clauses += [UNWRITTEN] if _is_unwritten(symbol) else []
        callables = [
            s for s in project.named(place.module, symbol.qualified_name) if s.kind == symbol.kind
        ]
        clauses += agreement.parameter_conflicts(project, place, callables)
        clauses += agreement.default_conflicts(project, place, callables)
        folded += _contradicted(symbol, clauses)
        return clauses, folded + _silent(symbol)

    def _thrown(self, place: Place) -> list[Thrown]:
        project = self._project
        around = decorator_thrown(project, place)
        depth = 0 if self._is_test(place.module.path) else MAX_DEPTH  # nobody calls a test
        own = sorted(all_thrown(project, place, depth), key=lambda one: one.at)
        inside = let_through(project, place, own)
        return [
            one
            for one in (*around, *_without_implied(_without_echo(inside)))
            if ((one.conditions or one.otherwise) and not one.via)
            or NO_CONTRACT.isdisjoint(ancestors(project, one.named_in, one.exception))
        ]

    def _with_documentation(
        self, place: Place, thrown: list[Thrown]
    ) -> tuple[list[Clause], list[DocEntry]]:
        """Choose what is raised and worth a line, and compare it with what is documented."""
        project, symbol = self._project, place.symbol
        documented = agreement.documented_raises(symbol)
        by_entry = {id(entry): self._spoken(place, entry, thrown) for entry in documented}
        named = {
            id(one)
            for entry in documented
            for one in by_entry[id(entry)]
            if agreement.names_the_same(project, place, entry, one)
        }
        clauses: list[Clause] = []
        said: dict[int, Clause] = {}
        for one in self._worth_a_line(place, thrown, by_entry):
            clause = raised_clause(project, one, place, origin="helper" if one.via else "guard")
            if id(one) in named:
                clause = replace(clause, status="agreed")
            said[id(one)] = clause
            clauses.append(clause)
        clauses = _without_vague(clauses)
        folded: list[DocEntry] = []
        for entry in documented:
            found = [said[id(one)] for one in by_entry[id(entry)] if id(one) in said]
            if found:
                readable = [
                    clause
                    for clause in found
                    if clause.status == "agreed" and not clause.condition.startswith(UNREADABLE)
                ]
                if readable and shown.is_folded(entry, readable):
                    folded.append(entry)
                continue
            if entry.type != SENTENCE:
                clauses.append(agreement.stated_raises(project, place, entry, thrown))
                folded.append(entry)
        return clauses, folded

    def _worth_a_line(
        self, place: Place, thrown: list[Thrown], by_entry: dict[int, list[Thrown]]
    ) -> list[Thrown]:
        """Leave out what public functions raise through this one, unless a caller can tell when.

        Nor is it said where this one says itself that it passes on the error of that function.
        One that cannot be told stays if it is all that is found of a documented exception.
        """
        certain = {id(one) for one in thrown if not one.reach}
        public = [
            id(one)
            for one in thrown
            if id(one) not in certain and is_for_callers(self._project, place, one)
        ]
        chosen = certain | set(public[:MOST_OF_PUBLIC])
        for found in by_entry.values():
            if found and not any(id(one) in chosen for one in found):
                chosen.add(id(found[0]))
        return [one for one in thrown if id(one) in chosen]

    def _spoken(self, place: Place, entry: DocEntry, thrown: list[Thrown]) -> list[Thrown]:
        """Return the raises that a documented exception speaks of: its class, else kinds of it."""
        found = [one for one in thrown if agreement.matches(self._project, place, entry, one)]
        name = entry.name.rpartition(".")[2]
        exact = [one for one in found if one.exception.rpartition(".")[2] == name]
        private = [one for one in found if not one.reach]
        return exact or private or found

    def _class(self, place: Place) -> tuple[list[Clause], list[DocEntry]]:
        project, symbol = self._project, place.symbol
        thrown = construction.construction_thrown(project, place)
        clauses, folded = self._with_documentation(place, thrown) if thrown else ([], [])
        clauses += construction.construction_asserts(project, place)
        clauses += library_clauses(place)
        clauses += agreement.agreed(body_clauses(project, place), _entries(symbol))
        made = project.named(place.module, f"{symbol.qualified_name}.__init__")
        if symbol.signature is not None and symbol.signature.parameters:
            made = [symbol]  # a record, or a class that is made by its head
        if made:
            clauses += agreement.parameter_conflicts(project, place, made)
            clauses += agreement.default_conflicts(project, place, made)
        return clauses, folded + _contradicted(symbol, clauses) + _silent(symbol)

    def _examples(self, place: Place) -> list[Clause]:
        """Return short doctests that stand by themselves, as `>>> f(0)  '-0.00'`."""
        symbol = place.symbol
        found: list[Clause] = []
        telling = 0  # those with a result
        for example in symbol.docstring.examples if symbol.docstring else ():
            lines = example.split("\n")
            asked = next((at for at, line in enumerate(lines) if at and line[:3] != "..."), None)
            prompt, expected = lines[0], "\n".join(lines[asked:]) if asked else ""
            telling += bool(expected)
            if expected.lstrip().startswith(TRACEBACK):
                expected = expected.rstrip().rpartition("\n")[2]
            text = f"{prompt}  {expected.strip()}"
            if "\n" in expected or not expected or asked != 1 or len(text) > MAX_EXAMPLE:
                continue
            if f"{symbol.name}(" in prompt and is_of_file(self._project, place, prompt):
                found.append(Clause("example", text, "stated", "docstring", subject=symbol.name))
        told = found[:MOST_EXAMPLES]
        code = shown.long_code(symbol.docstring.body) if symbol.docstring else 0
        left = telling - len(told) + code
        more = Clause("example", f"+{left} example{'s' * (left > 1)}", "stated", "docstring")
        return [*told, more] if left else told


def _entries(symbol: Symbol) -> list[DocEntry]:
    return list(symbol.docstring.entries) if symbol.docstring else []


def _is_form(symbol: Symbol) -> bool:
    """Whether a function is shown for what it is a form of: `@area.register`."""
    return any(FORM.match(one) for one in symbol.decorators)


def _silent(symbol: Symbol) -> list[DocEntry]:
    return [entry for entry in _entries(symbol) if shown.says_nothing(entry, symbol)]


def _contradicted(symbol: Symbol, clauses: list[Clause]) -> list[DocEntry]:
    """Return the entries of parameters of which all that they say is wrong."""
    wrong = {clause.subject: clause.conflict for clause in clauses if clause.conflict}
    return [
        entry
        for entry in _entries(symbol)
        if entry.section == "parameters"
        and (kind := wrong.get(entry.name))
        and (kind == "parameter" or shown.says_nothing(_without_default(entry), symbol))
    ]


def _without_default(entry: DocEntry) -> DocEntry:
    return replace(entry, text=DEFAULT.sub("", entry.text), type="")


def _without_vague(clauses: list[Clause]) -> list[Clause]:
    """Drop repeats of a clause whose condition cannot be read."""
    seen: set[tuple[str, str]] = set()
    kept: list[Clause] = []
    for clause in clauses:
        if clause.condition == UNREADABLE:
            key = (clause.subject, clause.via)
            if key in seen:
                continue
            seen.add(key)
        kept.append(clause)
    return kept


def _without_implied(thrown: list[Thrown]) -> list[Thrown]:
    """Leave out what one helper raises on a path if it raises the same with less asked."""
    asked: dict[tuple[object, ...], list[frozenset[str]]] = {}
    for one in thrown:
        if UNREADABLE not in one.conditions and not one.otherwise:
            key = (one.exception, one.path, one.line, one.via, one.handler)
            asked.setdefault(key, []).append(frozenset(one.conditions))
    return [
        one
        for one in thrown
        if not one.via
        or not any(
            less < frozenset(one.conditions)
            for less in asked.get((one.exception, one.path, one.line, one.via, one.handler), ())
        )
    ]


def _without_echo(thrown: list[Thrown]) -> list[Thrown]:
    """Tell an error that is passed on once: by what a private helper says of it, else by the call.

    `error wraps CALL` says as much as the clauses of a function that can be looked up. A private
    helper that says only some of it has both.
    """
    gone: set[int] = set()
    for one in thrown:
        called = CALLED.match(one.exception) if one.word == WRAPS else None
        if called is None or one.via:
            continue
        lifted = [other for other in thrown if other.via[:1] == called.groups()]
        vague = [other for other in lifted if other.reach or UNREADABLE in other.conditions]
        echo = vague or ([one] if lifted else [])
        gone.update(map(id, echo))
    return [one for one in thrown if id(one) not in gone]


def _folded(clauses: list[Clause]) -> list[Clause]:
    """Drop repeats, and fold clauses that differ in one name only: `, same for bps`."""
    kept: dict[str, Clause] = {}
    groups: dict[tuple[str, int, str, str], str] = {}
    for clause in clauses:
        if clause.text in kept:
            if kept[clause.text].via and not clause.via:
                kept[clause.text] = clause
            continue
        key = (clause.kind, clause.line, clause.via, clause.subject)
        first = groups.get(key)
        if first is not None and clause.via and clause.kind == "raises":
            other = _difference(first, clause.text)
            if other:
                kept[first] = replace(kept[first], text=f"{kept[first].text}, same for {other}")
                continue
        groups.setdefault(key, clause.text)
        kept[clause.text] = clause
    return list(kept.values())


def _difference(left: str, right: str) -> str:
    """Return the name that stands in `right` for another in `left`; empty if more differs."""
    one, other = re.split(r"(\W+)", left), re.split(r"(\W+)", right)
    if len(one) != len(other):
        return ""
    pairs = {(a, b) for a, b in zip(one, other, strict=True) if a != b}
    if len(pairs) != 1:
        return ""
    was, now = next(iter(pairs))
    return now if re.match(r"[A-Za-z_]\w*\Z", now) and was not in other else ""


def _is_unwritten(symbol: Symbol) -> bool:
    """Whether a method of which nothing else says so does nothing but refuse to be called."""
    if symbol.kind not in ("method", "property") or "abstract" in symbol.nature:
        return False
    raised = [(one.kind, one.subject, one.conditions) for one in symbol.evidence]
    return any(raised == [("raises", name, ())] for name in NO_CONTRACT)


def _first_step(symbol: Symbol, clauses: list[Clause]) -> Clause | None:
    """Say that the guards of a generator wait for the first step."""
    if "generator" not in symbol.nature or not any(c.kind == "raises" and c.line for c in clauses):
        return None
    if "context_manager" in symbol.nature:
        text = "guards fire on entering the with block"
    else:
        text = f"guards fire at the first {'anext' if 'async' in symbol.nature else 'next'}()"
    return Clause("nature", text, "enforced", "guard", subject="generator")
