"""Picks what a reader of some targets needs from the files around them, nearest first.

Order: what the targets mention, and what shown heads and rules name; likely meanings of names that inference could not
tell; the rest of the public interface of direct dependencies; further files. Works on the answers of a resolver that is
handed in; opens no file and spends no budget.
"""

from __future__ import annotations

import re
from collections import Counter
from math import log2
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skeleton.model import (
    SHOWN,
    Dependency,
    Mention,
    Mentions,
    Module,
    Pick,
    Place,
    Reason,
    Selection,
    Symbol,
    Uses,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_CLASS_KINDS = frozenset({"class", "enum", "interface", "struct"})
_VALUE_KINDS = frozenset({"constant", "variable", "type_alias", "enum_member"})
_NAMED_KINDS = _CLASS_KINDS | _VALUE_KINDS  # what heads and rules name
_PART_KINDS = frozenset({"field", "enum_member"})  # a target that mentions one tells most about it
_SMALL_CHARS = (
    700  # heads of the public members of a class that is shown whole once it is mentioned
)
_MEDIUM_CHARS = 2500  # of a class that is mentioned while none of its members is: all may be wanted
_LIKELY_DOUBT = 24  # owners of a name, times their distance
_GUESSED_DOUBT = 80
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_COMMON = frozenset(  # methods of built-in types: an unknown owner is most likely one of those
    [
        "add",
        "append",
        "clear",
        "close",
        "copy",
        "count",
        "decode",
        "encode",
        "endswith",
        "extend",
        "find",
        "format",
        "get",
        "index",
        "insert",
        "items",
        "join",
        "keys",
        "lower",
        "pop",
        "read",
        "remove",
        "replace",
        "reverse",
        "setdefault",
        "sort",
        "split",
        "startswith",
        "strip",
        "update",
        "upper",
        "values",
        "write",
    ]
)

# The steps of the order, as the first part of a rank.
(
    _TARGET,
    _MENTIONED,
    _IMPLIED,
    _LIKELY,
    _NAMED,
    _WHOLE,
    _GUESSED,
    _WANTED,
    _REST,
    _FURTHER,
) = range(10)


class Names(Protocol):
    """What is asked of a resolver."""

    def module(self, path: str) -> Module | None: ...

    def uses(self, path: str) -> Uses: ...

    def mentions(self, path: str) -> Mentions: ...

    def reached(self, path: str, scope: str, chains: Sequence[str]) -> Mentions: ...

    def dependencies(self, path: str) -> tuple[Dependency, ...]: ...

    def symbols(self, place: Place) -> tuple[Symbol, ...]: ...

    def places(self, path: str, dotted: str, inside: str = "") -> tuple[Place, ...]: ...

    def look_up(self, path: str, name: str, inside: str = "") -> tuple[Place, ...]: ...

    def members_called(self, place: Place, name: str) -> tuple[Place, ...]: ...

    def member_names(self, place: Place) -> tuple[str, ...]: ...

    def line_of(self, place: Place) -> tuple[Place, ...]: ...

    def bases_of(self, place: Place) -> tuple[Place, ...]: ...

    def follow(self, place: Place) -> Place: ...


class _Why(NamedTuple):
    """Why a place is picked; the smallest wins."""

    step: int
    weight: float  # smaller is nearer, within the step
    reason: Reason
    group: str
    because: str


def select(
    project: Names,
    targets: tuple[str, ...],
    *,
    depth: int = 1,
    scope: str = "public",
    visibility: str = "public",
    used_by: tuple[str, ...] = (),
    importers: Sequence[str] = (),
    new: bool = False,
    siblings: Sequence[str] = (),
) -> Selection:
    """Pick what somebody needs who writes the targets.

    Args:
        project: The resolver.
        targets: Paths of the files whose needs are looked for.
        depth: 1: files that the targets import; each step more: files that those import.
        scope: "used" stops after what the targets mention, "public" adds the rest of the public interface.
        visibility: "public", or "all" for private names of dependencies as well.
        used_by: Files whose importers were asked for; they are targets of the map too.
        importers: The files that import those: what in them uses the targets is picked.
        new: The targets may be missing; then `siblings` stand for what they will import.
        siblings: Files beside a missing target: the front of its package first.

    Returns:
        Picks by rank: each symbol once, owners not later than their members.
    """
    choice = _Choice(project, visibility)
    dependencies: dict[Dependency, None] = {}
    for target in targets:
        choice.add_target(target)
        dependencies |= dict.fromkeys(_direct(project, target))
    direct = _paths(dependencies, targets)
    if new:
        direct = tuple(dict.fromkeys((*direct, *siblings)))
    for target in targets:
        choice.add_mentions(target, direct)
    further = _beyond(project, direct, targets, max(depth - 1, 0))
    choice.add_likely(direct, _beyond(project, direct, targets, 1))
    choice.add_named()
    choice.add_whole()
    if scope != "used":
        choice.add_public(direct, _REST, "rest", "public")
        for step, paths in enumerate(further):
            choice.add_public(paths, _FURTHER + step, "further", "next_hop")
    for path in used_by:
        choice.add_requested(path)
    for path in importers:
        choice.add_users(path, used_by)
    choice.add_hidden()
    groups = ("target", "used", "rest", "further")[
        : 2 if scope == "used" else 3 if depth < 2 else 4
    ]
    return Selection(
        targets=targets + used_by,
        picks=tuple(pick for pick in choice.picks() if pick.group in groups),
        dependencies=tuple(dependencies),
        external=_external(dependencies),
        unresolved=_unresolved(dependencies),
    )


def everything(
    modules: Iterable[Module], project: Names, *, visibility: str = "public"
) -> tuple[Pick, ...]:
    """Pick every symbol of some files: the public ones, and the private ones that those name.

    Returns:
        Picks in the order of files and symbols; outer definitions have a smaller rank than their members.
    """
    modules = tuple(modules)
    hidden = _hidden(modules) if visibility != "all" else frozenset()
    picks: dict[tuple[str, int], Pick] = {}
    fresh: list[Place] = []

    def pick(path: str, symbols: tuple[Symbol, ...], depth: int) -> None:
        for symbol in symbols:
            if visibility == "all" or symbol.visibility in SHOWN:
                picks[path, symbol.ordinal] = Pick(path, symbol.ordinal, "requested", depth, "rest")
                if hidden and _names_one(symbol, hidden):
                    fresh.append(Place(path, symbol.qualified_name))
                pick(path, symbol.members, depth + 1)

    for module in modules:
        pick(module.path, module.symbols, 0)
    choice = _Choice(project, visibility)
    while fresh:
        place = fresh.pop()
        for named in choice.named_by(place, hidden):
            for symbol in project.symbols(named):
                key = (named.path, symbol.ordinal)
                if key not in picks and not choice.is_public(named):
                    depth = named.name.count(".")
                    picks[key] = Pick(*key, "named_by_shown", depth, "rest", place.name)
                    fresh.append(named)
    return tuple(picks.values())


class _Choice:
    """The places picked so far, each with its best reason."""

    def __init__(self, project: Names, visibility: str) -> None:
        self._project = project
        self._all = visibility == "all"
        self._why: dict[Place, _Why] = {}
        self._targets: set[str] = set()
        self._missed: Counter[str] = Counter()
        self._words: set[str] = set()
        self._idle: list[str] = []  # modules that a target imports and never uses by name

    def _add(
        self, place: Place, step: int, weight: float, reason: Reason, group: str, because: str = ""
    ) -> None:
        why = _Why(step, weight, reason, group, because)
        if place not in self._why or why[:2] < self._why[place][:2]:
            self._why[place] = why

    # The steps

    def add_target(self, target: str) -> None:
        """Pick the target's own definitions."""
        self._targets.add(target)
        module = self._project.module(target)
        for symbol in walk(module.symbols) if module else ():
            self._add(Place(target, symbol.qualified_name), _TARGET, 0, "target", "target")

    def add_mentions(self, target: str, direct: tuple[str, ...]) -> None:
        """Pick what a target mentions in code, annotations, documentation."""
        mentions = self._project.mentions(target)
        for mention in mentions.found:
            self._add_mention(target, mention, direct)
        self._missed.update(dict(mentions.missed))
        used = {mention.place.path for mention in mentions.found} | set(mentions.modules)
        for word in self._project.uses(target).words:
            self._add_word(target, word, direct)
        for dependency in self._project.dependencies(target):
            path = dependency.imported
            if (
                path in mentions.modules
                and not any(mention.place.path == path for mention in mentions.found)
                or path
                and path not in used
                and not dependency.written.name
            ):
                self._idle.append(path)
        self._add_overridable(target)

    def _add_mention(self, target: str, mention: Mention, direct: tuple[str, ...]) -> None:
        place = mention.place
        if place.path in self._targets:
            return
        step = _IMPLIED if mention.implied else _MENTIONED
        reason: Reason = "mentioned"
        if place in self._project.places(target, _NAME.findall(mention.chain)[0]):
            reason = "imported" if place.path in direct else "reexported"
        if place.path.rpartition("/")[2] == "conftest.py":
            reason = "fixture"
        weight = self._cost(place) / (1 + log2(mention.count) / 4)
        if any(symbol.kind in _PART_KINDS for symbol in self._project.symbols(place)):
            weight *= 3
        self._add(place, step, weight, reason, "used", mention.chain)
        if mention.called:
            self._add_constructor(place, mention.chain)

    def _add_constructor(self, place: Place, chain: str) -> None:
        """Pick what builds an instance: the constructor, along the bases, else the fields that make one."""
        for name in ("__init__", "__new__", "constructor"):
            found = self._project.members_called(place, name)
            for constructor in found:
                if constructor.path and constructor.path not in self._targets:
                    cost = self._cost(constructor)
                    self._add(constructor, _MENTIONED, cost, "mentioned", "used", chain)
            if found:
                return
        fields = [
            Place(owner.path, f"{owner.name}.{name}")
            for owner in self._project.line_of(place)
            for name in self._project.member_names(owner)
        ]
        fields = [
            field
            for field in fields
            if any(symbol.kind == "field" for symbol in self._project.symbols(field))
        ]
        small = sum(self._cost(field) for field in fields) <= _SMALL_CHARS
        for field in fields:
            self._add(
                field, _IMPLIED if small else _WHOLE, self._cost(field), "mentioned", "used", chain
            )

    def _add_word(self, target: str, word: str, direct: tuple[str, ...]) -> None:
        """Pick what a name in a documentation text means: in the target's names, else in direct dependencies."""
        found = self._project.places(target, word)
        if not found and "." not in word:
            found = tuple(
                place
                for path in direct
                if not word.startswith("_") and self._project.symbols(place := Place(path, word))
            )
        last = word.rpartition(".")[2]
        if not found and ("_" in last or not last.islower()):
            self._words.add(last)
        for place in found:
            if place.path and place.name and place.path not in self._targets:
                self._add(place, _MENTIONED, self._cost(place), "mentioned", "used", word)
                if self._is_class(place):
                    self._add_constructor(place, word)

    def _add_overridable(self, target: str) -> None:
        """Pick what a class of the target may or must override: abstract members first."""
        module = self._project.module(target)
        for symbol in walk(module.symbols) if module else ():
            if symbol.kind not in _CLASS_KINDS:
                continue
            for base in self._project.line_of(Place(target, symbol.qualified_name))[1:]:
                if base.path in self._targets:
                    continue
                self._add(base, _IMPLIED, self._cost(base), "base_class", "used", symbol.name)
                for name in self._project.member_names(base):
                    member = Place(base.path, f"{base.name}.{name}")
                    symbols = self._project.symbols(member)
                    abstract = any("abstract" in one.nature for one in symbols)
                    if abstract or (symbols and symbols[0].visibility in SHOWN):
                        step = _IMPLIED if abstract else _WHOLE
                        self._add(
                            member, step, self._cost(member), "base_class", "used", symbol.name
                        )

    def add_likely(self, direct: tuple[str, ...], beyond: tuple[tuple[str, ...], ...]) -> None:
        """Pick members whose name a target uses on an owner that could not be told."""
        wanted = self._missed + Counter(self._words)
        if not wanted:
            return
        shown = {place for place in self._why if self._is_class(place)}
        lines = {base for place in shown for base in self._project.line_of(place)}
        holders: dict[str, list[tuple[int, Place]]] = {}
        for far, paths in enumerate((direct, *beyond)):
            for path in paths:
                for member in self._members(path):
                    name = member.name.rpartition(".")[2]
                    if name in wanted and not (name.startswith("__") and name.endswith("__")):
                        owner = Place(path, member.name.rpartition(".")[0])
                        near = 0 if owner in shown else 1 if owner in lines else 2 + far
                        holders.setdefault(name, []).append((near, member))
        for name, found in holders.items():
            nearest = min(near for near, _ in found)
            for near, member in found:
                if member.path in self._targets:
                    continue
                doubt = len(found) * (1 + near) * (6 if name in _COMMON else 1)
                weight = doubt * 100 + self._cost(member)
                if near == nearest and doubt <= _LIKELY_DOUBT:
                    self._add(member, _LIKELY, weight, "mentioned", "used", name)
                else:
                    group = "rest" if doubt <= _GUESSED_DOUBT else "further"
                    self._add(member, _GUESSED, weight, "mentioned", group, name)

    def add_named(self) -> None:
        """Pick the types, bases and constants that heads and rules of picked symbols name."""
        fresh = list(self._why)
        for turn in range(2):
            found: dict[Place, None] = {}
            for place in fresh:
                why = self._why[place]
                if why.step in (_TARGET, _GUESSED):
                    continue
                for named in self.named_by(place):
                    if named.path in self._targets:
                        continue
                    if named not in self._why:
                        found[named] = None
                    weight = turn * 1000 + self._cost(named)
                    self._add(named, _NAMED, weight, "named_by_shown", why.group, place.name)
            fresh = list(found)

    def add_hidden(self) -> None:
        """Pick the private definitions that something picked names: a base, a type, a constant."""
        modules = (
            self._project.module(path) for path in dict.fromkeys(place.path for place in self._why)
        )
        hidden = _hidden(module for module in modules if module)
        fresh = [] if self._all else list(self._why)
        while fresh:
            found: dict[Place, None] = {}
            for place in fresh:
                why = self._why[place]
                if why.step in (_TARGET, _GUESSED) or not any(
                    _names_one(symbol, hidden) for symbol in self._project.symbols(place)
                ):
                    continue
                for named in self.named_by(place, hidden):
                    if named.path in self._targets or named in self._why or self.is_public(named):
                        continue
                    found[named] = None
                    self._add(named, why.step, why.weight, "named_by_shown", why.group, place.name)
            fresh = list(found)

    def add_whole(self) -> None:
        """Pick the other public members of small classes that are shown; the interface of modules only imported."""
        for place, why in list(self._why.items()):
            if why.step in (_TARGET, _GUESSED) or not self._is_class(place):
                continue
            members = [
                member
                for name in self._project.member_names(place)
                if self.is_public(member := Place(place.path, f"{place.name}.{name}"))
            ]
            size = sum(self._cost(member) for member in members)
            if size <= _SMALL_CHARS:
                for member in members:
                    self._add(member, _WHOLE, why.weight, why.reason, "used", why.because)
            elif size <= _MEDIUM_CHARS and why.step == _MENTIONED and not self._has_part(place):
                for member in members:
                    self._add(member, _WANTED, why.weight, why.reason, "used", why.because)
        for path in dict.fromkeys(self._idle):
            self.add_public((path,), _WANTED, "used", "imported")

    def add_public(self, paths: Iterable[str], step: int, group: str, reason: Reason) -> None:
        """Pick the public interface of files."""
        for place_in_order, path in enumerate(paths):
            if path in self._targets:
                continue
            for member in self._members(path):
                if self.is_public(member):
                    weight = 1000 * member.name.count(".") + place_in_order
                    self._add(member, step, weight, reason, group)

    def add_requested(self, path: str) -> None:
        """Pick the interface of a file that was asked for itself."""
        for member in self._members(path):
            if self.is_public(member):
                self._add(member, _MENTIONED, member.name.count("."), "requested", "rest")

    def add_users(self, path: str, used: tuple[str, ...]) -> None:
        """Pick the definitions of a file that mention something of other files."""
        for scope in self._project.uses(path).scopes:
            reached = self._project.reached(path, scope.name, scope.chains)
            names = [one.place.name for one in reached.found if one.place.path in used]
            if names and scope.name and self._project.symbols(Place(path, scope.name)):
                place = Place(path, scope.name)
                self._add(place, _MENTIONED, self._cost(place), "used_by", "used", names[0])

    # The answer

    def picks(self) -> tuple[Pick, ...]:
        """Return the picks by rank."""
        self._add_holders()
        order = sorted(self._why, key=self._order)
        ranks = {place: rank for rank, place in enumerate(order)}
        found: dict[tuple[str, int], Pick] = {}
        for place in order:
            why = self._why[place]
            for symbol in self._project.symbols(place):
                key = (place.path, symbol.ordinal)
                found.setdefault(
                    key,
                    Pick(
                        place.path, symbol.ordinal, why.reason, ranks[place], why.group, why.because
                    ),
                )
        return tuple(found.values())

    def _order(self, place: Place) -> tuple[int, float, str, int]:
        why = self._why[place]
        symbols = self._project.symbols(place)
        return (why.step, why.weight, place.path, symbols[0].ordinal if symbols else -1)

    def _add_holders(self) -> None:
        """Let the owner of every picked member be picked with its first member."""
        for place, why in list(self._why.items()):
            owner = place.name.rpartition(".")[0]
            while owner:
                self._add(
                    Place(place.path, owner),
                    why.step,
                    why.weight,
                    why.reason,
                    why.group,
                    why.because,
                )
                owner = owner.rpartition(".")[0]

    # Questions

    def _has_part(self, place: Place) -> bool:
        """Tell whether a target mentions a member of a class."""
        return any(
            why.step <= _IMPLIED
            and part.path == place.path
            and part.name.startswith(place.name + ".")
            for part, why in self._why.items()
        )

    def _members(self, path: str) -> Iterator[Place]:
        module = self._project.module(path)
        seen: set[str] = set()
        for symbol in walk(module.symbols) if module else ():
            if symbol.qualified_name not in seen:
                seen.add(symbol.qualified_name)
                yield Place(path, symbol.qualified_name)

    def _is_class(self, place: Place) -> bool:
        return any(symbol.kind in _CLASS_KINDS for symbol in self._project.symbols(place))

    def is_public(self, place: Place) -> bool:
        """Tell whether a place and all its owners are public."""
        if self._all:
            return True
        name = place.name
        while name:
            symbols = self._project.symbols(Place(place.path, name))
            if symbols and all(symbol.visibility not in SHOWN for symbol in symbols):
                return False
            name = name.rpartition(".")[0]
        return True

    def _cost(self, place: Place) -> float:
        """Return about how many characters a place takes when it is shown."""
        return sum(_cost(symbol) for symbol in self._project.symbols(place))

    def named_by(self, place: Place, among: frozenset[str] | None = None) -> Iterator[Place]:
        """Yield the definitions inside the project that a head, a base or a rule names.

        With `among`, only what is called by one of those names.
        """
        owner = place.name.rpartition(".")[0]
        for symbol in self._project.symbols(place):
            for name in _only(_names_of(symbol), among):
                for found in self._named(place.path, owner, name):
                    yield found
                    real = self._project.follow(found)
                    if real != found and real.path and real.name:
                        yield real
            for name in _only(_constants_of(symbol), among):
                for found in self._named(place.path, owner, name):
                    if any(one.kind in _VALUE_KINDS for one in self._project.symbols(found)):
                        yield found

    def _named(self, path: str, owner: str, name: str) -> Iterator[Place]:
        if name.partition(".")[0] in ("self", "cls") and owner:
            name = f"{owner}.{name.partition('.')[2]}"
        found = self._project.places(path, name)
        if not found and "." in name:
            found = self._project.places(path, name.rpartition(".")[0])
        for place in found:
            if place.path and place.name:
                yield place


def _hidden(modules: Iterable[Module]) -> frozenset[str]:
    """Return the names of the private definitions that a head or a rule may name."""
    return frozenset(
        symbol.name
        for module in modules
        for symbol in walk(module.symbols)
        if symbol.visibility not in SHOWN and symbol.kind in _NAMED_KINDS
    )


def _only(names: Iterator[str], among: frozenset[str] | None) -> Iterator[str]:
    return (name for name in names if among is None or not among.isdisjoint(name.split(".")))


def _names_one(symbol: Symbol, names: frozenset[str]) -> bool:
    """Tell whether one of some names may be named by a symbol: quick, and never wrong with no."""
    return any(not names.isdisjoint(_WORD.findall(text)) for text in _texts_of(symbol))


def _texts_of(symbol: Symbol) -> Iterator[str]:
    """Yield the texts in which a symbol names others: its head, and what its rules say."""
    yield symbol.head
    for evidence in symbol.evidence:
        if evidence.kind in ("raises", "returns", "asserts"):
            yield evidence.subject
            yield from evidence.conditions


def _cost(symbol: Symbol) -> int:
    rules = sum(evidence.kind in ("raises", "returns") for evidence in symbol.evidence)
    prose = len(symbol.docstring.text) if symbol.docstring else 0
    return len(symbol.head) + min(len(symbol.value or ""), 200) + min(prose, 300) + 40 * rules + 8


def _names_of(symbol: Symbol) -> Iterator[str]:
    """Yield the dotted names of types and defaults in the head of a symbol, and the errors it raises."""
    texts: list[str | None] = [symbol.annotation, *symbol.bases]
    if symbol.signature:
        texts.append(symbol.signature.returns)
        for parameter in symbol.signature.parameters:
            texts += (parameter.annotation, _without_strings(parameter.default or ""))
    if symbol.kind in ("type_alias", "constant", "variable"):
        texts.append(symbol.value if len(symbol.value or "") <= 400 else None)
    for text in texts:
        yield from _NAME.findall(text or "")
    for evidence in symbol.evidence:
        if evidence.kind == "raises":
            yield evidence.subject.partition("(")[0]


def _constants_of(symbol: Symbol) -> Iterator[str]:
    """Yield the dotted names in the rules of a symbol: those of constants matter."""
    for evidence in symbol.evidence:
        if evidence.kind in ("raises", "returns", "asserts"):
            texts = (*evidence.conditions, evidence.subject if evidence.kind != "raises" else "")
            for text in texts:
                yield from _NAME.findall(_without_strings(text))


def _without_strings(text: str) -> str:
    return _STRING.sub("", text)


def _direct(project: Names, target: str) -> Iterator[Dependency]:
    """Yield the imports of a file, and the `conftest.py` files that give a test its fixtures."""
    yield from project.dependencies(target)


def _paths(dependencies: Iterable[Dependency], targets: tuple[str, ...]) -> tuple[str, ...]:
    found = dict.fromkeys(one.imported for one in dependencies if one.imported)
    return tuple(path for path in found if path and path not in targets)


def _beyond(
    project: Names, direct: tuple[str, ...], targets: tuple[str, ...], steps: int
) -> tuple[tuple[str, ...], ...]:
    """Return the files that the direct dependencies import, and so on, each file at its nearest."""
    seen = {*direct, *targets}
    rings: list[tuple[str, ...]] = []
    ring = direct
    for _ in range(steps):
        found = dict.fromkeys(
            dependency.imported
            for path in ring
            for dependency in project.dependencies(path)
            if dependency.imported and dependency.imported not in seen
        )
        ring = tuple(path for path in found if path)
        seen.update(ring)
        rings.append(ring)
    return tuple(rings)


def _external(dependencies: Iterable[Dependency]) -> tuple[str, ...]:
    """Return the packages outside the project, sorted; the language's own library is not a package."""
    return tuple(
        sorted(
            {
                dependency.package
                for dependency in dependencies
                if dependency.external and dependency.because != "standard library"
            }
        )
    )


def _unresolved(dependencies: Iterable[Dependency]) -> tuple[str, ...]:
    found = {
        f"{'.' * one.written.level}{one.written.module}"
        + (f" {one.written.name}" if one.written.name else "")
        + f" ({one.because})"
        for one in dependencies
        if not one.imported and not one.external
    }
    return tuple(sorted(found))
