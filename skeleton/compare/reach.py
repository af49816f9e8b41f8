"""Finds the files that a change may reach, and what public files pass on from private ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from skeleton.compare.sides import is_public_file
from skeleton.model import SHOWN, Import, Module, Place, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_FRONTS = frozenset({"__init__", "index", "mod", "lib"})  # called by the name of their folder
_CLASSES = frozenset({"class", "struct", "interface", "enum"})


class Located(Protocol):
    """Where an import leads."""

    @property
    def path(self) -> str:
        """The file, empty where it is not in the project."""


class Names(Protocol):
    """What is asked of a resolver."""

    def look_up(self, path: str, name: str, inside: str = "") -> tuple[Place, ...]:
        """Return what a name stands for in a file."""

    def symbols(self, place: Place) -> tuple[Symbol, ...]:
        """Return the definitions at a place."""

    def line_of(self, place: Place) -> tuple[Place, ...]:
        """Return a class and its bases."""

    def locate(self, path: str, written: Import) -> Located:
        """Return where an import leads."""

    def module(self, path: str) -> Module | None:
        """Return the module of a file."""


def files_that_mention(
    changed: Iterable[str], files: Sequence[str], bytes_of: Callable[[str], bytes]
) -> tuple[str, ...]:
    """Return the files that name a changed file, and those that name what passes it on.

    Args:
        changed: Paths of the files that differ.
        files: Where to look.
        bytes_of: Returns the content of a file.
    """
    seen = set(changed)
    fresh = [path for path in seen if path.count(".")]
    words_of: dict[str, frozenset[bytes]] = {}
    while fresh:
        names = {_called(path).encode() for path in fresh}
        found = []
        for path in files:
            if path in seen:
                continue
            if path not in words_of:
                words_of[path] = frozenset(_WORD.findall(bytes_of(path)))
            if not names.isdisjoint(words_of[path]):
                found.append(path)
        seen.update(found)
        fresh = [path for path in found if _stem(path) in _FRONTS or not is_public_file(path)]
    return tuple(sorted(seen - set(changed)))


def published(project: Names, modules: Mapping[str, Module]) -> frozenset[Place]:
    """Return the definitions of private files that public ones pass on or build classes on."""
    found: set[Place] = set()
    for path, module in modules.items():
        if is_public_file(path):
            for place in _passed_on(project, module):
                found.update(project.line_of(place) if _is_class(project, place) else (place,))
    return frozenset(place for place in found if place.name and not is_public_file(place.path))


def _passed_on(project: Names, module: Module) -> Iterator[Place]:
    for written in module.imports:
        if not written.exported or written.inside:
            continue
        if written.name == "*":
            other = project.module(project.locate(module.path, written).path)
            names = other.exports if other and other.exports is not None else None
            names = names if names is not None else _public_names(other)
        else:
            names = (written.alias or written.name,)
        for name in names:
            yield from project.look_up(module.path, name)
    for name, _ in module.lazy_exports:
        yield from project.look_up(module.path, name)
    for symbol in module.symbols:
        if symbol.kind in _CLASSES and symbol.visibility in SHOWN:
            yield Place(module.path, symbol.qualified_name)


def _public_names(module: Module | None) -> tuple[str, ...]:
    if module is None:
        return ()
    return tuple(one.name for one in module.symbols if one.visibility in SHOWN)


def _is_class(project: Names, place: Place) -> bool:
    return any(symbol.kind in _CLASSES for symbol in project.symbols(place))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _called(path: str) -> str:
    """Return the name by which imports call a file."""
    folder = path.rpartition("/")[0]
    stem = _stem(path)
    return folder.rpartition("/")[2] if stem in _FRONTS and folder else stem
