"""Finds the definition that an id names.

An id is `path::Qual.name`, a path, a dotted name of Python, or a name alone. For a name alone the
files are searched as bytes first: only those that hold it are read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skeleton.errors import AmbiguousName, UnknownName, UnknownPath
from skeleton.model import Import, Module, Place, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from skeleton.model import Symbol

MOST_NEAR = 5
MOST_CANDIDATES = 30
_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+\Z")
_PARAMETERS = re.compile(r"\[.*\]\Z", re.DOTALL)  # of a test: `test_zero[a-1]`


class Located(Protocol):
    """Where an import leads."""

    @property
    def path(self) -> str:
        """The file, empty where it is not in the project."""


class Names(Protocol):
    """What is asked of a resolver."""

    def places(self, path: str, dotted: str, inside: str = "") -> tuple[Place, ...]:
        """Return what a dotted name written in a file stands for."""

    def follow(self, place: Place) -> Place:
        """Return the definition behind an alias."""


class Finder(NamedTuple):
    """What a search works with."""

    files: Callable[[], Sequence[str]]  # every source file, listed when first asked for
    bytes_of: Callable[[str], bytes]
    read: Callable[[str], Module | None]
    exists: Callable[[str], bool]
    is_test: Callable[[str], bool]
    locate: Callable[[str, Import], Located]  # where Python would find a module
    names: Names

    def find(self, wanted: str) -> Place:
        """Return the place that an id means; a place without a name is a file or a folder.

        Raises:
            UnknownPath: There is no such file.
            UnknownName: There is nothing of this name.
            AmbiguousName: There are several.
        """
        path, mark, name = wanted.partition("::")
        if mark and self.exists(path):
            return self._in_file(wanted, path, _PARAMETERS.sub("", name).replace("::", "."))
        if not mark and self.exists(wanted):
            return Place(wanted)
        if "/" in path:
            raise UnknownPath(path, self._near_paths(path))
        name = wanted.replace("::", ".")
        if _DOTTED.match(name) and (found := self._imported(name)):
            return found
        return self._anywhere(wanted, name)

    def _ends_like_a_file(self, wanted: str) -> bool:
        _, dot, ending = wanted.rpartition(".")
        return bool(dot) and any(path.endswith(dot + ending) for path in self.files())

    def _near_paths(self, wanted: str) -> tuple[str, ...]:
        """Return files of the same name elsewhere, else those whose path looks like it."""
        name = wanted.rpartition("/")[2]
        same = [path for path in self.files() if path.endswith(f"/{name}")]
        return tuple((same or _close(wanted, self.files()))[:MOST_NEAR])

    def _in_file(self, wanted: str, path: str, name: str) -> Place:
        module = self.read(path)
        names = dict.fromkeys(one.qualified_name for one in walk(module.symbols if module else ()))
        if name in names:
            return Place(path, name)
        ending = [each for each in names if each.endswith(f".{name}")]
        if len(ending) == 1:
            return Place(path, ending[0])
        if ending:
            raise AmbiguousName(wanted, tuple(f"{path}::{each}" for each in ending))
        near = _close(name, names)
        raise UnknownName(wanted, tuple(f"{path}::{each}" for each in near))

    def _imported(self, name: str) -> Place | None:
        """Return what a dotted name means that begins with a module, as an import would say it."""
        parts = name.split(".")
        for count in range(len(parts), 0, -1):
            path = self.locate("", Import(module=".".join(parts[:count]))).path
            if not path or path.endswith("/"):
                continue
            if count == len(parts):
                return Place(path)
            found = [
                self.names.follow(place)
                for place in self.names.places(path, ".".join(parts[count:]))
                if place.path
            ]
            return found[0] if found else None
        return None

    def _anywhere(self, wanted: str, name: str) -> Place:
        found = self._definitions(name)
        if not found and self._ends_like_a_file(wanted):
            raise UnknownPath(wanted, self._near_paths(wanted))
        if not found:
            raise UnknownName(wanted, self._near(name))
        exact = {place: lines for place, lines in found.items() if place.name == name} or found
        own = {place: lines for place, lines in exact.items() if not self.is_test(place.path)}
        chosen = own or exact
        if len(chosen) == 1:
            return next(iter(chosen))
        said = [
            f"{place.path}::{place.name} :{', '.join(map(str, lines))}"
            for place, lines in chosen.items()
        ]
        raise AmbiguousName(wanted, tuple(said[:MOST_CANDIDATES]))

    def _definitions(self, name: str) -> dict[Place, list[int]]:
        """Return every definition that is called so, or that ends so, with its lines."""
        last = name.rpartition(".")[2]
        found: dict[Place, list[int]] = {}
        for path in self._holding({last.encode()}):
            for symbol in self._symbols(path):
                if symbol.qualified_name == name or symbol.qualified_name.endswith(f".{name}"):
                    place = Place(path, symbol.qualified_name)
                    found.setdefault(place, []).append(symbol.line)
        return found

    def _holding(self, names: set[bytes]) -> Iterator[str]:
        """Yield the files that hold one of some words."""
        for path in self.files():
            data = self.bytes_of(path)
            held = [name for name in names if name in data]
            whole = not all(_WORD.fullmatch(name) for name in held)
            if held and (whole or not set(held).isdisjoint(_WORD.findall(data))):
                yield path

    def _symbols(self, path: str) -> Iterator[Symbol]:
        module = self.read(path)
        yield from walk(module.symbols if module else ())

    def _near(self, name: str) -> tuple[str, ...]:
        """Return definitions whose names look like one that is not there."""
        last = name.rpartition(".")[2]
        words: set[bytes] = set()
        for path in self.files():
            words.update(_WORD.findall(self.bytes_of(path)))
        likely = {
            word.decode()
            for word in words
            if abs(len(word) - len(last)) <= 3 or last.lower().encode() in word.lower()
        }
        close = _close(last, likely, 2 * MOST_NEAR)
        found: dict[str, None] = {}
        for path in self._holding({word.encode() for word in close}) if close else ():
            for symbol in self._symbols(path):
                if symbol.name in close and not self.is_test(path):
                    found[f"{path}::{symbol.qualified_name}"] = None
        ranked = sorted(found, key=lambda one: (close.index(re.split(r"[.:]", one)[-1]), one))
        return tuple(ranked[:MOST_NEAR])


def _close(name: str, names: Iterable[str], count: int = MOST_NEAR) -> list[str]:
    """Return the names most like one, without regard to capitals."""
    from difflib import get_close_matches

    lower: dict[str, list[str]] = {}
    for each in sorted(names):
        lower.setdefault(each.lower(), []).append(each)
    last = name.lower()
    matches = get_close_matches(last, list(lower), count, 0.7)
    if len(last) > 3:
        matches += [each for each in lower if last in each and each not in matches]
    return [each for match in matches for each in lower[match]][:count]
