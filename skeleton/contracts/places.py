"""Looks names up for one run, and remembers the answers: symbols, members, bases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts.dialects import Dialect, dialect_of
from skeleton.model import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from skeleton.contracts.thrown import Thrown
    from skeleton.model import Language, Module, Symbol

    Find = Callable[[str, str], "tuple[Module, Symbol] | None"]

MAX_CLASSES = 30
CLASSES = frozenset({"class", "struct", "interface"})
DOTTED = re.compile(r"[A-Za-z_][\w.]*\Z")
OPTIONAL = re.compile(r"(?:typing\.|t\.)?Optional\[(.+)\]\Z")
INSTANCE = re.compile(r"([A-Za-z_][\w.]*)\((.*)\)\Z", re.DOTALL)


class Place(NamedTuple):
    """A definition and the file it stands in."""

    module: Module
    symbol: Symbol


class Project:
    """Answers by name, kept for a run; `find` is asked once for each name of a file."""

    def __init__(self, find: Find, languages: Mapping[str, Language] | None = None) -> None:
        self._find, self._languages = find, languages or {}
        self._dialects: dict[str, Dialect] = {}
        self._found: dict[tuple[str, str], Place | None] = {}
        self._indexes: dict[str, dict[str, list[Symbol]]] = {}
        self._imported: dict[str, frozenset[str]] = {}
        self._members: dict[tuple[str, str, str, bool], Place | None] = {}
        self._properties: dict[str, dict[str, list[Symbol]]] = {}
        self.ancestors: dict[tuple[str, str], frozenset[str]] = {}
        self.thrown: dict[tuple[str, str, int, int], list[Thrown]] = {}
        self.raising: dict[str, Module] = {}  # the files of what was found to be raised

    def dialect(self, module: Module) -> Dialect:
        """Return what the language of a file says of its contracts."""
        name = module.language
        if name not in self._dialects:
            language = self._languages.get(name)
            self._dialects[name] = dialect_of(language) if language else Dialect()
        return self._dialects[name]

    def find(self, path: str, dotted: str) -> Place | None:
        """Return what a dotted name written in a file stands for."""
        key = (path, dotted)
        if key not in self._found:
            found = self._find(path, dotted)
            self._found[key] = Place(*found) if found is not None else None
        return self._found[key]

    def named(self, module: Module, qualified_name: str) -> list[Symbol]:
        """Return every definition of a name in a file, in source order."""
        index = self._indexes.get(module.path)
        if index is None:
            index = {}
            for symbol in walk(module.symbols):
                index.setdefault(symbol.qualified_name, []).append(symbol)
            self._indexes[module.path] = index
        return index.get(qualified_name, [])

    def is_of_file(self, module: Module, name: str) -> bool:
        """Whether a file defines or imports a name."""
        if module.path not in self._imported:
            self._imported[module.path] = frozenset(
                i.alias or i.name or i.module.partition(".")[0] for i in module.imports
            )
        return name in self._imported[module.path] or bool(self.named(module, name))

    def is_named_in(self, path: str, name: str) -> bool:
        """Whether a file in which something is raised defines or imports a name."""
        module = self.raising.get(path)
        return module is not None and self.is_of_file(module, name)

    def is_known(self, place: Place, name: str) -> bool:
        """Whether a name in a body means something outside it: of its file, or a bare member."""
        if self.is_of_file(place.module, name):
            return True
        if name.isupper() and self.is_of_file(place.module, "*"):
            return True  # a constant of something that is included whole
        return self.is_bare(place, name)

    def is_bare(self, place: Place, name: str) -> bool:
        """Whether a name in a body is a member of what is around, where none needs a receiver."""
        if "bare_members" not in place.symbol.operations:
            return False
        return any(self._has_bare(owner, name) for owner in self.owners(place))

    def _has_bare(self, owner: Place, name: str) -> bool:
        """Whether a class has a member of a name, or takes it where it is made: a record."""
        signature = owner.symbol.signature
        taken = signature.parameters if signature is not None else ()
        return any(one.name == name for one in taken) or self.member(owner, name) is not None

    def properties(self, module: Module, name: str) -> list[Symbol]:
        """Return the properties of any class of a file that have a name."""
        if module.path not in self._properties:
            known: dict[str, list[Symbol]] = {}
            for symbol in walk(module.symbols):
                if symbol.kind == "property":
                    known.setdefault(symbol.name, []).append(symbol)
            self._properties[module.path] = known
        return self._properties[module.path].get(name, [])

    def implementation(self, module: Module, qualified_name: str) -> Symbol | None:
        """Return the definition that runs: the last one that is no overload."""
        found = self.named(module, qualified_name)
        running = [s for s in found if "overload" not in s.nature]
        known = running or found
        return known[-1] if known else None

    def owner(self, place: Place) -> Place | None:
        """Return the class that a member belongs to."""
        name = place.symbol.qualified_name.rpartition(".")[0]
        symbol = self.implementation(place.module, name) if name else None
        return Place(place.module, symbol) if symbol is not None else None

    def owners(self, place: Place) -> Iterator[Place]:
        """Yield the class that a member belongs to, and those around it, the nearest first."""
        owner = self.owner(place)
        while owner is not None:
            yield owner
            owner = self.owner(owner)

    def classes(self, owner: Place) -> Iterator[Place]:
        """Yield a class and its bases, the nearest first, as far as they are found."""
        waiting: list[Place] = [owner]
        seen: set[tuple[str, str]] = set()
        while waiting and len(seen) < MAX_CLASSES:
            place = waiting.pop(0)
            key = (place.module.path, place.symbol.qualified_name)
            if key in seen:
                continue
            seen.add(key)
            yield place
            bases = [
                self.find(place.module.path, b.partition("[")[0])
                for b in place.symbol.bases
                if "=" not in b
            ]
            waiting += [base for base in bases if base is not None and base.symbol.kind == "class"]

    def member(self, owner: Place, name: str, *, above: bool = False) -> Place | None:
        """Return the member that a class or a base has under a name; `above` asks only bases."""
        key = (owner.module.path, owner.symbol.qualified_name, name, above)
        if key not in self._members:
            self._members[key] = self._member(owner, name, above)
        return self._members[key]

    def _member(self, owner: Place, name: str, above: bool) -> Place | None:
        for place in self.classes(owner):
            if above and place.symbol is owner.symbol:
                continue
            found = self.implementation(place.module, f"{place.symbol.qualified_name}.{name}")
            if found is not None:
                return Place(place.module, found)
        return None

    def class_named(self, path: str, annotation: str) -> Place | None:
        """Return the one class that an annotation written in a file names, `None` aside."""
        text = annotation.strip("\"' ")
        optional = OPTIONAL.match(text)
        parts = [part.strip() for part in (optional.group(1) if optional else text).split("|")]
        named = [part for part in parts if part not in ("", "None")]
        if len(named) != 1 or not DOTTED.match(named[0]):
            return None
        found = self.find(path, named[0])
        return found if found is not None and found.symbol.kind in CLASSES else None

    def attribute_class(self, owner: Place, name: str) -> Place | None:
        """Return the class of an attribute: by its annotation, or by that of what it holds."""
        for place in self.classes(owner):
            path = place.module.path
            for member in self.named(place.module, f"{place.symbol.qualified_name}.{name}"):
                if member.kind not in ("field", "variable", "constant", "property"):
                    return None
                said = member.annotation or (member.signature.returns if member.signature else "")
                if said:
                    return self.class_named(path, said)
                made = self.implementation(place.module, f"{place.symbol.qualified_name}.__init__")
                for parameter in made.signature.parameters if made and made.signature else ():
                    if parameter.name == member.value:
                        return self.class_named(path, parameter.annotation or "")
        return None

    def setter(self, owner: Place, name: str) -> Place | None:
        """Return what runs when an attribute is set: a setter of a property, or of a descriptor."""
        for place in self.classes(owner):
            for member in self.named(place.module, f"{place.symbol.qualified_name}.{name}"):
                if any(one.strip("@ ") == f"{name}.setter" for one in member.decorators):
                    return Place(place.module, member)
                made = self._instance(place, member)
                if made is not None:
                    return self.member(made[0], "__set__")
        return None

    def descriptor(self, owner: Place, name: str) -> tuple[Place, str] | None:
        """Return the class of what a class attribute holds, and what that class is called with."""
        for place in self.classes(owner):
            for member in self.named(place.module, f"{place.symbol.qualified_name}.{name}"):
                made = self._instance(place, member)
                if made is not None:
                    return made
        return None

    def _instance(self, place: Place, member: Symbol) -> tuple[Place, str] | None:
        """Return class and arguments of a class attribute that holds an instance."""
        made = INSTANCE.match(member.value or "") if member.kind != "property" else None
        if made is None or "instance" in member.nature:
            return None
        kind = self.class_named(place.module.path, made.group(1))
        return (kind, made.group(2)) if kind is not None else None

    def bases_known(self, owner: Place) -> bool:
        """Whether every base of a class, up to `object`, was found."""
        for place in self.classes(owner):
            for base in place.symbol.bases:
                if "=" in base or base.partition("[")[0] in (
                    "object",
                    "Generic",
                    "Protocol",
                    "typing.Generic",
                ):
                    continue
                if self.find(place.module.path, base.partition("[")[0]) is None:
                    return False
        return True


def same_module_find(*modules: Module) -> Find:
    """Return a `find` that knows only names of the file they are written in."""
    project = Project(lambda path, dotted: None)
    known = {module.path: module for module in modules}

    def find(path: str, dotted: str) -> tuple[Module, Symbol] | None:
        module = known.get(path)
        symbol = project.implementation(module, dotted) if module is not None else None
        return (module, symbol) if module is not None and symbol is not None else None

    return find
