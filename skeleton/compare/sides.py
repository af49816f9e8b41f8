"""Holds the two states that are compared, and the definitions found in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skeleton.model import SHOWN, Place, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skeleton.model import Module


class Side(NamedTuple):
    """One state of a project, as far as it is compared."""

    modules: Mapping[str, Module]  # by path, contracts linked
    text: Callable[[str], bytes]  # of a file, as its spans count
    places: Callable[[str, str], tuple[Place, ...]]  # what a dotted name of a file stands for
    symbols: Callable[[Place], tuple[Symbol, ...]]
    published: frozenset[Place] = frozenset()  # what public files pass on from private ones


class Found(NamedTuple):
    """Definitions of one name in one file, with the definitions that hold them."""

    path: str
    symbols: tuple[Symbol, ...]
    open: bool  # every owner, and the file, is public

    @property
    def id(self) -> str:
        """How others speak of it: `path::Qual.name`."""
        return f"{self.path}::{self.symbols[0].qualified_name}"

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.path, self.symbols[0].qualified_name)

    @property
    def owner(self) -> str:
        """Qualified name of what holds it; empty: the file."""
        return self.symbols[0].qualified_name.rpartition(".")[0]

    @property
    def public(self) -> bool:
        """Whether others may use it."""
        return self.open and any(one.visibility in SHOWN for one in self.symbols)


def is_public_file(path: str) -> bool:
    """Tell whether others may import a file: no part of its path begins with an underscore."""
    parts = path.split("/")
    names = [*parts[:-1], parts[-1].partition(".")[0]]
    return not any(
        name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
        for name in names
    ) and not {"internal"} & set(parts[:-1])
