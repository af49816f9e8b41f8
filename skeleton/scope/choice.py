"""Picks what a reader of the targets needs, step by step, nearest first.

Each step gives places a reason; the best one counts. Works on the answers of a resolver that is
handed in; opens no file and spends no budget.
"""

from __future__ import annotations

from collections import Counter
from math import log2
from typing import TYPE_CHECKING

from skeleton.model import SHOWN, Mention, Place, Reason, walk
from skeleton.scope.reasons import (
    FURTHER,
    GUESSED,
    IMPLIED,
    LIKELY,
    MENTIONED,
    NAMED,
    TARGET,
    WANTED,
    WHOLE,
)
from skeleton.scope.symbols import CLASS_KINDS, CONSTRUCTORS, NAME, hidden_names, names_one

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skeleton.scope.definitions import Definitions
    from skeleton.scope.names import Names
    from skeleton.scope.reasons import Reasons

_PART_KINDS = frozenset({"field", "enum_member"})  # a target that mentions one tells most about it
_SMALL_CHARS = 700  # a class that is mentioned is picked whole up to this size
_MEDIUM_CHARS = 2500  # the same where no member of it is mentioned: all may be wanted
_LIKELY_DOUBT = 24  # owners of a name, times their distance
_GUESSED_DOUBT = 80
_COMMON = frozenset(  # methods of built-in types: an unknown owner is most likely one of those
    {"add", "append", "clear", "close", "copy", "count", "decode", "encode", "endswith"}
    | {"extend", "find", "format", "get", "index", "insert", "items", "join", "keys"}
    | {"lower", "pop", "read", "remove", "replace", "reverse", "setdefault", "sort"}
    | {"split", "startswith", "strip", "update", "upper", "values", "write"}
)


class Choice:
    """The steps of picking."""

    def __init__(self, project: Names, definitions: Definitions, reasons: Reasons) -> None:
        self._project, self._definitions, self._reasons = project, definitions, reasons
        self._targets: set[str] = set()
        self._missed: Counter[str] = Counter()
        self._words: set[str] = set()
        self._idle: list[str] = []  # modules that a target imports and never uses by name

    def add_target(self, target: str) -> None:
        """Pick the target's own definitions."""
        self._targets.add(target)
        module = self._project.module(target)
        for symbol in walk(module.symbols) if module else ():
            self._reasons.add(Place(target, symbol.qualified_name), TARGET, 0, "target", "target")

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
            ) or (path and path not in used and not dependency.written.name):
                self._idle.append(path)
        self._idle += [  # a whole file that another one passes on: `export * as shapes`
            path
            for path in mentions.modules
            if not any(mention.place.path == path for mention in mentions.found)
        ]
        self._add_overridable(target)

    def _add_mention(self, target: str, mention: Mention, direct: tuple[str, ...]) -> None:
        place = mention.place
        if place.path in self._targets:
            return
        step = IMPLIED if mention.implied else MENTIONED
        reason: Reason = "mentioned"
        because = mention.chain
        if place in self._project.places(target, NAME.findall(mention.chain)[0]):
            because = NAME.findall(mention.chain)[0]
            reason = "imported" if place.path in direct else "reexported"
            self._reasons.named_here[place] = (reason, because)
        if place.path.rpartition("/")[2] == "conftest.py":
            reason = "fixture"
        weight = self._definitions.cost(place) / (1 + log2(mention.count) / 4)
        if any(symbol.kind in _PART_KINDS for symbol in self._project.symbols(place)):
            weight *= 3
        self._reasons.add(place, step, weight, reason, "used", because)
        if mention.called:
            self._add_constructor(place, mention.chain)

    def _add_constructor(self, place: Place, chain: str) -> None:
        """Pick what builds an instance: the constructor, along the bases, else the fields."""
        for name in CONSTRUCTORS:
            found = self._project.members_called(place, name)
            for constructor in found:
                if constructor.path and constructor.path not in self._targets:
                    cost = self._definitions.cost(constructor)
                    self._reasons.add(constructor, MENTIONED, cost, "mentioned", "used", chain)
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
        small = sum(self._definitions.cost(field) for field in fields) <= _SMALL_CHARS
        for field in fields:
            if small:
                self._reasons.add(
                    field, IMPLIED, self._definitions.cost(field), "mentioned", "used", chain
                )
            else:
                self._reasons.add(
                    field, WHOLE, self._definitions.cost(field), "mentioned", "rest", chain
                )

    def _add_word(self, target: str, word: str, direct: tuple[str, ...]) -> None:
        """Pick what a name in a documentation text means, in the target or what it imports."""
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
                self._reasons.add(
                    place, MENTIONED, self._definitions.cost(place), "mentioned", "used", word
                )
                if self._definitions.is_class(place):
                    self._add_constructor(place, word)

    def _add_overridable(self, target: str) -> None:
        """Pick what a class of the target may or must override: abstract members first."""
        module = self._project.module(target)
        for symbol in walk(module.symbols) if module else ():
            if symbol.kind not in CLASS_KINDS:
                continue
            place = Place(target, symbol.qualified_name)
            own = set(self._project.member_names(place))
            for base in self._project.line_of(place)[1:]:
                if base.path not in self._targets:
                    self._reasons.add(
                        base,
                        IMPLIED,
                        self._definitions.cost(base),
                        "base_class",
                        "used",
                        symbol.name,
                    )
                    self._add_base_members(base, own, symbol.name)

    def _add_base_members(self, base: Place, own: set[str], because: str) -> None:
        """Pick the members of a base: those overridden or abstract, then what may be overridden."""
        open_: list[Place] = []
        for name in self._project.member_names(base):
            member = Place(base.path, f"{base.name}.{name}")
            symbols = self._project.symbols(member)
            if name in own or any("abstract" in one.nature for one in symbols):
                self._reasons.add(
                    member, IMPLIED, self._definitions.cost(member), "base_class", "used", because
                )
            elif symbols and symbols[0].visibility in SHOWN:
                open_.append(member)
        small = sum(self._definitions.cost(member) for member in open_) <= _MEDIUM_CHARS
        for member in open_:
            group = "used" if small else "rest"
            self._reasons.add(
                member, WHOLE, self._definitions.cost(member), "base_class", group, because
            )

    def add_likely(self, direct: tuple[str, ...], beyond: tuple[tuple[str, ...], ...]) -> None:
        """Pick members whose name a target uses on an owner that could not be told."""
        wanted = self._missed + Counter(self._words)
        if not wanted:
            return
        shown = {place for place in self._reasons if self._definitions.is_class(place)}
        lines = {base for place in shown for base in self._project.line_of(place)}
        holders: dict[str, list[tuple[int, Place]]] = {}
        for far, paths in enumerate((direct, *beyond)):
            for path in paths:
                for member in self._definitions.members(path):
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
                weight = doubt * 100 + self._definitions.cost(member)
                if near == nearest and doubt <= _LIKELY_DOUBT:
                    self._reasons.add(member, LIKELY, weight, "mentioned", "used", name)
                else:
                    group = "rest" if doubt <= _GUESSED_DOUBT else "further"
                    self._reasons.add(member, GUESSED, weight, "mentioned", group, name)

    def add_named(self) -> None:
        """Pick the types, bases and constants that heads and rules of picked symbols name."""
        self._add_named_by(list(self._reasons))

    def _add_named_by(self, fresh: list[Place]) -> None:
        for turn in range(2):
            found: dict[Place, None] = {}
            for place in fresh:
                why = self._reasons[place]
                if why.step in (TARGET, GUESSED):
                    continue
                for named in self._definitions.named_by(place):
                    if named.path in self._targets:
                        continue
                    if named not in self._reasons:
                        found[named] = None
                    step = max(NAMED, why.step)
                    weight = turn * 1000 + self._definitions.cost(named)
                    self._reasons.add(named, step, weight, "named_by_shown", why.group, place.name)
            # aliases, constants
            fresh = [place for place in found if not self._definitions.is_class(place)]

    def add_told(self) -> None:
        """Pick the constants and errors that the rules of the rest name: a line each."""
        for place, why in list(self._reasons.items()):
            if why.step in (TARGET, GUESSED) or why.step >= FURTHER:
                continue
            for named in self._definitions.told_by(place):
                if named.path not in self._targets and named not in self._reasons:
                    self._reasons.add(
                        named, why.step, why.weight, "named_by_shown", why.group, place.name
                    )

    def add_hidden(self) -> None:
        """Pick the private definitions that something picked names: a base, a type, a constant."""
        modules = (
            self._project.module(path)
            for path in dict.fromkeys(place.path for place in self._reasons)
        )
        hidden = hidden_names(module for module in modules if module)
        fresh = [] if self._definitions.all else list(self._reasons)
        while fresh:
            found: dict[Place, None] = {}
            for place in fresh:
                why = self._reasons[place]
                if why.step in (TARGET, GUESSED) or not any(
                    names_one(symbol, hidden) for symbol in self._project.symbols(place)
                ):
                    continue
                for named in self._definitions.named_by(place, hidden.names):
                    if (
                        named.path in self._targets
                        or named in self._reasons
                        or self._definitions.is_public(named)
                    ):
                        continue
                    found[named] = None
                    self._reasons.add(
                        named, why.step, why.weight, "named_by_shown", why.group, place.name
                    )
                    for member in self._definitions.inherited(place, named):
                        found[member] = None
                        self._reasons.add(
                            member, why.step, why.weight, "base_class", why.group, place.name
                        )
            fresh = list(found)

    def add_whole(self) -> None:
        """Pick small classes whole, and all of a module that is imported and not used yet.

        Where no member of a class is mentioned any may be wanted, so what they name is picked too.
        """
        wanted: list[Place] = []
        for place, why in list(self._reasons.items()):
            if why.step in (TARGET, GUESSED) or not self._definitions.has_members(place):
                continue
            members = [
                member
                for name in self._project.member_names(place)
                if self._definitions.is_open(member := Place(place.path, f"{place.name}.{name}"))
            ]
            size = sum(self._definitions.cost(member) for member in members)
            if size <= _SMALL_CHARS:
                for member in members:
                    self._reasons.add(member, WHOLE, why.weight, why.reason, "used", why.because)
                wanted += members if not self._reasons.has_part(place) else []
            elif (
                size <= _MEDIUM_CHARS
                and why.step == MENTIONED
                and not self._reasons.has_part(place)
            ):
                for member in members:
                    self._reasons.add(member, WANTED, why.weight, why.reason, "used", why.because)
                wanted += members
        for path in dict.fromkeys(self._idle):
            self.add_public((path,), WANTED, "used", "imported")
        self._add_named_by(wanted)

    def add_public(self, paths: Iterable[str], step: int, group: str, reason: Reason) -> None:
        """Pick the public interface of files; members of what is used stand before others."""
        at_hand = {
            (place.path, place.name.partition(".")[0])
            for place, why in self._reasons.items()
            if why.group == "used" and why.step <= LIKELY
        }
        for place_in_order, path in enumerate(paths):
            if path in self._targets:
                continue
            for member in self._definitions.members(path):
                if self._definitions.is_public(member):
                    owner, *inside = member.name.split(".")
                    weight = 1000 * len(inside) + place_in_order
                    if inside and (path, owner) in at_hand:
                        weight -= 500
                    self._reasons.add(member, step, weight, reason, group)

    def add_requested(self, wanted: Place) -> None:
        """Pick a definition that was asked for itself, or the interface of a file."""
        for member in self._definitions.members(wanted.path):
            inside = f"{member.name}.".startswith(f"{wanted.name}.")
            if inside if wanted.name else self._definitions.is_public(member):
                self._reasons.add(member, MENTIONED, member.name.count("."), "requested", "rest")

    def add_users(self, users: Mapping[Place, str], ring: int) -> None:
        """Pick what uses others, behind the name that it uses; the first ring uses them itself."""
        for place, name in users.items():
            if ring == 0:
                self._reasons.add(
                    place, MENTIONED, self._definitions.cost(place), "used_by", "used", name
                )
            else:
                self._reasons.add(
                    place,
                    FURTHER + ring,
                    self._definitions.cost(place),
                    "used_by_user",
                    "further",
                    name,
                )
