"""Holds the names of one module: definitions by qualified name, imports by the name they bind."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from skeleton.model import Import, Module, Symbol, walk

if TYPE_CHECKING:
    from skeleton.resolve.places import Style


class Table:
    """The names of one module: definitions by qualified name, imports by the name they bind."""

    def __init__(self, module: Module, style: Style | None) -> None:
        self.module, self._style = module, style
        self.definitions: dict[str, list[Symbol]] = {}
        for symbol in walk(module.symbols):
            self.definitions.setdefault(symbol.qualified_name, []).append(symbol)
        for holder in module.symbols:  # Scala: what a package object holds belongs to the package
            for symbol in holder.members if "package" in holder.nature else ():
                self.definitions.setdefault(symbol.name, []).append(symbol)
        self.imports: dict[str, list[Import]] = {}
        self.stars: list[Import] = []
        for written in module.imports:
            if written.name == "*":
                self.stars.append(written)
            elif style is not None and (name := style.local_name(written)):
                self.imports.setdefault(name, []).append(written)
        self.lazy = dict(module.lazy_exports)

    def defines(self, name: str) -> bool:
        """Tell whether a name is defined here, not in a file of its own (`mod name;`)."""
        found = self.definitions.get(name, ())
        return any(one.kind != "namespace" or one.close for one in found)

    @cached_property
    def companions(self) -> dict[str, tuple[str, ...]]:
        """Qualified names of the objects whose members are called on each owner, as in Kotlin."""
        found: dict[str, tuple[str, ...]] = {}
        for name, symbols in self.definitions.items():
            if any("companion" in symbol.nature for symbol in symbols):
                owner = name.rpartition(".")[0]
                found[owner] = (*found.get(owner, ()), name)
        return found

    @cached_property
    def opened(self) -> dict[str, str]:
        """What stands inside namespaces, by the name it has without them, the outermost first."""
        found: dict[str, str] = {}
        waiting = list(self.module.symbols) if self._style is not None else []
        for symbol in waiting:
            if symbol.kind == "namespace":
                waiting += symbol.members
            elif "." not in symbol.qualified_name:
                continue
            if "." in symbol.qualified_name and self._style and self._style.opens(symbol.name):
                found.setdefault(symbol.name, symbol.qualified_name)
        return found

    @cached_property
    def members(self) -> dict[str, tuple[str, ...]]:
        """Names of the members of each owner, in source order."""
        found: dict[str, dict[str, None]] = {}
        for qualified_name in self.definitions:
            owner, _, name = qualified_name.rpartition(".")
            found.setdefault(owner, {})[name] = None
        return {owner: tuple(names) for owner, names in found.items()}
