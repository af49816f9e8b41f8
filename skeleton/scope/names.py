"""What picking asks of a resolver of names; `resolve.Project` is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skeleton.model import Dependency, Mentions, Module, Place, Symbol, Uses


class Names(Protocol):
    """Says what names stand for."""

    def module(self, path: str) -> Module | None:
        """Return the module of a file."""

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""

    def mentions(self, path: str) -> Mentions:
        """Return the definitions that a file mentions."""

    def reached(self, path: str, scope: str, chains: Sequence[str]) -> Mentions:
        """Return what some chains of one scope mention."""

    def dependencies(self, path: str) -> tuple[Dependency, ...]:
        """Return the imports of a file, resolved."""

    def symbols(self, place: Place) -> tuple[Symbol, ...]:
        """Return the definitions at a place."""

    def places(self, path: str, dotted: str) -> tuple[Place, ...]:
        """Return what a dotted name written in a file stands for."""

    def members_called(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what a member of a class or a module stands for."""

    def member_names(self, place: Place) -> tuple[str, ...]:
        """Return the names of the direct members of a class."""

    def line_of(self, place: Place) -> tuple[Place, ...]:
        """Return a class and its bases, in the order members are looked for."""

    def follow(self, place: Place) -> Place:
        """Return the definition behind an alias."""
