"""Keeps the best reason for every place that is picked, step by step, nearest first.

Works on the answers of a resolver that is handed in; opens no file and spends no budget.
"""

from __future__ import annotations

from collections import Counter
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from skeleton.model import SHOWN, Mention, Pick, Place, Reason, Symbol, walk
from skeleton.scope.symbols import (
    CLASS_KINDS,
    HELPER_DEPTH,
    NAME,
    VALUE_KINDS,
    callees_of,
    constants_of,
    constants_of_rules,
    cost_of,
    hidden_names,
    is_bare_variable,
    names_of,
    names_one,
    only,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from skeleton.scope.names import Names

_CONSTRUCTORS = ("__init__", "__new__", "constructor")
_PART_KINDS = frozenset({"field", "enum_member"})  # a target that mentions one tells most about it
_SMALL_CHARS = 700  # a class that is mentioned is picked whole up to this size
_MEDIUM_CHARS = 2500  # the same where no member of it is mentioned: all may be wanted
_FILE_CHARS = 4000  # a file up to this size is shown in one piece
_LIKELY_DOUBT = 24  # owners of a name, times their distance
_GUESSED_DOUBT = 80
_COMMON = frozenset(  # methods of built-in types: an unknown owner is most likely one of those
    {"add", "append", "clear", "close", "copy", "count", "decode", "encode", "endswith"}
    | {"extend", "find", "format", "get", "index", "insert", "items", "join", "keys"}
    | {"lower", "pop", "read", "remove", "replace", "reverse", "setdefault", "sort"}
    | {"split", "startswith", "strip", "update", "upper", "values", "write"}
)

# The steps of the order, as the first part of a rank.
TARGET, MENTIONED, IMPLIED, LIKELY, NAMED, WHOLE, GUESSED, WANTED, REST, FURTHER = range(10)


class _Why(NamedTuple):
    """Why a place is picked; the smallest wins."""

    step: int
    weight: float  # smaller is nearer, within the step
    reason: Reason
    group: str
    because: str


class Choice:
    """The places picked so far, each with its best reason."""

    def __init__(self, project: Names, visibility: str) -> None:
        self._project = project
        self._all = visibility == "all"
        self._why: dict[Place, _Why] = {}
        self._named_here: dict[
            Place, tuple[Reason, str]
        ] = {}  # by a target's import: its name there
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
            self._add(Place(target, symbol.qualified_name), TARGET, 0, "target", "target")

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
            self._named_here[place] = (reason, because)
        if place.path.rpartition("/")[2] == "conftest.py":
            reason = "fixture"
        weight = self._cost(place) / (1 + log2(mention.count) / 4)
        if any(symbol.kind in _PART_KINDS for symbol in self._project.symbols(place)):
            weight *= 3
        self._add(place, step, weight, reason, "used", because)
        if mention.called:
            self._add_constructor(place, mention.chain)

    def _add_constructor(self, place: Place, chain: str) -> None:
        """Pick what builds an instance: the constructor, along the bases, else the fields."""
        for name in _CONSTRUCTORS:
            found = self._project.members_called(place, name)
            for constructor in found:
                if constructor.path and constructor.path not in self._targets:
                    cost = self._cost(constructor)
                    self._add(constructor, MENTIONED, cost, "mentioned", "used", chain)
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
            if small:
                self._add(field, IMPLIED, self._cost(field), "mentioned", "used", chain)
            else:
                self._add(field, WHOLE, self._cost(field), "mentioned", "rest", chain)

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
                self._add(place, MENTIONED, self._cost(place), "mentioned", "used", word)
                if self._is_class(place):
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
                    self._add(base, IMPLIED, self._cost(base), "base_class", "used", symbol.name)
                    self._add_base_members(base, own, symbol.name)

    def _add_base_members(self, base: Place, own: set[str], because: str) -> None:
        """Pick the members of a base: those overridden or abstract, then what may be overridden."""
        open_: list[Place] = []
        for name in self._project.member_names(base):
            member = Place(base.path, f"{base.name}.{name}")
            symbols = self._project.symbols(member)
            if name in own or any("abstract" in one.nature for one in symbols):
                self._add(member, IMPLIED, self._cost(member), "base_class", "used", because)
            elif symbols and symbols[0].visibility in SHOWN:
                open_.append(member)
        small = sum(self._cost(member) for member in open_) <= _MEDIUM_CHARS
        for member in open_:
            group = "used" if small else "rest"
            self._add(member, WHOLE, self._cost(member), "base_class", group, because)

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
                    self._add(member, LIKELY, weight, "mentioned", "used", name)
                else:
                    group = "rest" if doubt <= _GUESSED_DOUBT else "further"
                    self._add(member, GUESSED, weight, "mentioned", group, name)

    def add_named(self) -> None:
        """Pick the types, bases and constants that heads and rules of picked symbols name."""
        fresh = list(self._why)
        for turn in range(2):
            found: dict[Place, None] = {}
            for place in fresh:
                why = self._why[place]
                if why.step in (TARGET, GUESSED):
                    continue
                for named in self.named_by(place):
                    if named.path in self._targets:
                        continue
                    if named not in self._why:
                        found[named] = None
                    weight = turn * 1000 + self._cost(named)
                    self._add(named, NAMED, weight, "named_by_shown", why.group, place.name)
            fresh = [place for place in found if not self._is_class(place)]  # aliases, constants

    def add_hidden(self) -> None:
        """Pick the private definitions that something picked names: a base, a type, a constant."""
        modules = (
            self._project.module(path) for path in dict.fromkeys(place.path for place in self._why)
        )
        hidden = hidden_names(module for module in modules if module)
        fresh = [] if self._all else list(self._why)
        while fresh:
            found: dict[Place, None] = {}
            for place in fresh:
                why = self._why[place]
                if why.step in (TARGET, GUESSED) or not any(
                    names_one(symbol, hidden) for symbol in self._project.symbols(place)
                ):
                    continue
                for named in self.named_by(place, hidden.names):
                    if named.path in self._targets or named in self._why or self.is_public(named):
                        continue
                    found[named] = None
                    self._add(named, why.step, why.weight, "named_by_shown", why.group, place.name)
                    for member in self.inherited(place, named):
                        found[member] = None
                        self._add(member, why.step, why.weight, "base_class", why.group, place.name)
            fresh = list(found)

    def inherited(self, place: Place, base: Place) -> Iterator[Place]:
        """Yield what a class has from a private base: members of the base that are public."""
        last = base.name.rpartition(".")[2]
        classes = self._project.symbols(place)
        if any(last in NAME.findall(text) for one in classes for text in one.bases):
            for name in self._project.member_names(base):
                member = Place(base.path, f"{base.name}.{name}")
                symbols = self._project.symbols(member)
                if symbols and symbols[0].visibility in SHOWN:
                    yield member

    def add_whole(self) -> None:
        """Pick small classes whole, and all of a module that is imported and not used yet."""
        for place, why in list(self._why.items()):
            if why.step in (TARGET, GUESSED) or not self._has_members(place):
                continue
            members = [
                member
                for name in self._project.member_names(place)
                if self._is_open(member := Place(place.path, f"{place.name}.{name}"))
            ]
            size = sum(self._cost(member) for member in members)
            if size <= _SMALL_CHARS:
                for member in members:
                    self._add(member, WHOLE, why.weight, why.reason, "used", why.because)
            elif size <= _MEDIUM_CHARS and why.step == MENTIONED and not self._has_part(place):
                for member in members:
                    self._add(member, WANTED, why.weight, why.reason, "used", why.because)
        for path in dict.fromkeys(self._idle):
            self.add_public((path,), WANTED, "used", "imported")

    def add_public(self, paths: Iterable[str], step: int, group: str, reason: Reason) -> None:
        """Pick the public interface of files."""
        for place_in_order, path in enumerate(paths):
            if path in self._targets:
                continue
            for member in self._members(path):
                if self.is_public(member):
                    weight = 1000 * member.name.count(".") + place_in_order
                    self._add(member, step, weight, reason, group)

    def join_parts(self, paths: Iterable[str]) -> None:
        """Show small files of which something is used in one piece: apart they read worse."""
        for path in paths:
            members = [member for member in self._members(path) if self.is_public(member)]
            size = sum(self._cost(member) for member in members)
            used = sum(
                self._cost(member)
                for member in members
                if member in self._why and self._why[member].group == "used"
            )
            if used and size <= _FILE_CHARS:
                for member in members:
                    why = self._why.get(member)
                    if why and why.group == "rest":
                        self._why[member] = why._replace(group="used")

    def join_attributes(self) -> None:
        """Show attributes with their constructor: apart, its head would be told again for one line.

        One that is only guessed is no reason to show the constructor of a class.
        """
        attributes = {
            place: Place(place.path, place.name.rpartition(".")[0])
            for place in self._why
            if any("instance" in symbol.nature for symbol in self._project.symbols(place))
        }
        made = {
            owner: [self._why[one].group for one in makers if one in self._why]
            for owner in set(attributes.values())
            if (makers := [Place(owner.path, f"{owner.name}.{name}") for name in _CONSTRUCTORS])
        }
        for place, owner in attributes.items():
            if self._why[place].group == "used":
                made[owner].append("used")
        for place, owner in attributes.items():
            if "used" in made[owner]:
                self._why[place] = self._why[place]._replace(group="used")
            elif not made[owner]:
                del self._why[place]

    def add_requested(self, wanted: Place) -> None:
        """Pick a definition that was asked for itself, or the interface of a file."""
        for member in self._members(wanted.path):
            inside = f"{member.name}.".startswith(f"{wanted.name}.")
            if inside if wanted.name else self.is_public(member):
                self._add(member, MENTIONED, member.name.count("."), "requested", "rest")

    def add_users(self, users: Mapping[Place, str], ring: int) -> None:
        """Pick what uses others, behind the name that it uses; the first ring uses them itself."""
        for place, name in users.items():
            if ring == 0:
                self._add(place, MENTIONED, self._cost(place), "used_by", "used", name)
            else:
                self._add(place, FURTHER + ring, self._cost(place), "used_by_user", "further", name)

    # The answer

    def picks(self) -> tuple[Pick, ...]:
        """Return the picks by rank."""
        self._add_shares()
        self._add_holders()
        self._drop_empty_parts()
        order = sorted(self._why, key=self._order)
        ranks = {place: rank for rank, place in enumerate(order)}
        found: dict[tuple[str, int], Pick] = {}
        for place in order:
            why = self._why[place]
            reason, because = self._named_here.get(place, (why.reason, why.because))
            for symbol in self._project.symbols(place):
                key = (place.path, symbol.ordinal)
                found.setdefault(key, Pick(*key, reason, ranks[place], why.group, because))
        return tuple(found.values())

    def _order(self, place: Place) -> tuple[int, float, str, int]:
        why = self._why[place]
        symbols = self._project.symbols(place)
        return (why.step, why.weight, place.path, symbols[0].ordinal if symbols else -1)

    def _add_shares(self) -> None:
        """Let mentioned members bear what is shown for them: their owner, their constructor."""
        members = [
            place for place, why in self._why.items() if why.step == MENTIONED and "." in place.name
        ]
        for place in members:
            owner = Place(place.path, place.name.rpartition(".")[0])
            shown = [owner]
            if any("instance" in symbol.nature for symbol in self._project.symbols(place)):
                shown += [Place(place.path, f"{owner.name}.{name}") for name in _CONSTRUCTORS]
            share = sum(
                self._cost(one)
                for one in shown
                if one not in self._why or self._why[one].step > MENTIONED
            )
            why = self._why[place]
            self._why[place] = why._replace(weight=why.weight + share / 2)

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
                )
                owner = owner.rpartition(".")[0]

    def _drop_empty_parts(self) -> None:
        """Show a namespace, an extension, one more part of a type only with members of it."""
        members: dict[Place, list[Place]] = {}
        for place in self._why:
            owner = Place(place.path, place.name.rpartition(".")[0])
            members.setdefault(owner, []).append(place)
        shown: set[str] = set()
        for place in sorted(self._why, key=lambda one: (-one.name.count("."), self._order(one))):
            parts = self._project.symbols(place)
            inside = [self._why[one] for one in members.get(place, ()) if one in self._why]
            filled = any(why.group == self._why[place].group for why in inside)
            alone = not parts or any(one.bases or not _is_part(one) for one in parts)
            first = place.name not in shown and all("partial" in one.nature for one in parts)
            if filled or alone or first:
                shown.add(place.name)
            elif inside:
                self._why[place] = min(inside)
            else:
                del self._why[place]

    # Questions

    def _has_part(self, place: Place) -> bool:
        """Tell whether a target mentions a member of a class."""
        return any(
            why.step <= IMPLIED
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
        return any(symbol.kind in CLASS_KINDS for symbol in self._project.symbols(place))

    def _has_members(self, place: Place) -> bool:
        """Tell whether a place is a class, or an alias of a type that is written out: `{a: A}`."""
        symbols = self._project.symbols(place)
        return any(
            one.kind in CLASS_KINDS or (one.kind == "type_alias" and one.members) for one in symbols
        )

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

    def _is_open(self, member: Place) -> bool:
        """Tell whether who is given its owner, public or not, may use a member."""
        symbols = self._project.symbols(member)
        return self._all or any(symbol.visibility in SHOWN for symbol in symbols)

    def _cost(self, place: Place) -> float:
        """Return about how many characters a place takes when it is shown."""
        return sum(cost_of(symbol) for symbol in self._project.symbols(place))

    def named_by(self, place: Place, among: frozenset[str] | None = None) -> Iterator[Place]:
        """Yield the definitions inside the project that a head, a base or a rule names.

        With `among`, only what is called by one of those names.
        """
        owner = place.name.rpartition(".")[0]
        for symbol in self._project.symbols(place):
            for name in only(names_of(symbol), among):
                for found in self._named(place.path, owner, name):
                    yield found
                    real = self._project.follow(found)
                    if real != found and real.path and real.name:
                        yield real
            for name in only(constants_of(symbol), among):
                for found in self._named(place.path, owner, name):
                    if any(one.kind in VALUE_KINDS for one in self._project.symbols(found)):
                        yield found
            yield from self._constants_of_helpers(place, symbol, among, HELPER_DEPTH)

    def _constants_of_helpers(
        self, place: Place, symbol: Symbol, among: frozenset[str] | None, depth: int
    ) -> Iterator[Place]:
        """Yield the constants in the rules of what a body calls and nobody else is meant to."""
        owner = place.name if symbol.kind in CLASS_KINDS else place.name.rpartition(".")[0]
        for callee in callees_of(symbol) if depth else ():
            for helper in self._named(place.path, owner, callee):
                if not self._is_helper(place, helper):
                    continue
                for one in self._project.symbols(helper):
                    own = helper.name.rpartition(".")[0]
                    for name in only(constants_of_rules(one), among):
                        for found in self._named(helper.path, own, name):
                            kinds = {each.kind for each in self._project.symbols(found)}
                            if not kinds.isdisjoint(VALUE_KINDS):
                                yield found
                    yield from self._constants_of_helpers(helper, one, among, depth - 1)

    def _is_helper(self, place: Place, called: Place) -> bool:
        """Whether what is called is a private function, or one of another, private file."""
        file = called.path.rpartition("/")[2]
        private = called.path != place.path and file.startswith("_") and not file.startswith("__")
        return private or not self.is_public(called)

    def _named(self, path: str, owner: str, name: str) -> Iterator[Place]:
        if name.partition(".")[0] in ("self", "cls") and owner:
            name = f"{owner}.{name.partition('.')[2]}"
        found = self._project.places(path, name)
        if not found and "." in name:
            found = self._project.places(path, name.rpartition(".")[0])
        for place in found:
            bare = any(is_bare_variable(one) for one in self._project.symbols(place))
            if place.path and place.name and not bare:
                yield place


def _is_part(symbol: Symbol) -> bool:
    """Tell whether a symbol says nothing without its members, or what another one says too."""
    if symbol.kind == "namespace":
        return bool(symbol.members)
    return not {"extension", "partial"}.isdisjoint(symbol.nature)
