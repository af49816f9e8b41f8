"""Says what a single name stands for in a file: its definitions, imports, re-exports.

The names after a dot, and the bases of a class, are for `names` to follow.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from skeleton.model import Import, Place
from skeleton.resolve.modules import Modules
from skeleton.resolve.places import Folders, parent

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEPARATOR = re.compile(r"\.|::|\\")
ALIAS_KINDS = frozenset({"constant", "variable", "type_alias", "field"})  # of what may be an alias


class LookUp(Modules):
    """Looks single names up; every answer is remembered."""

    @cached_property
    def _looked(self) -> dict[tuple[str, str, str], tuple[Place, ...]]:
        """The answers given so far."""
        return {}

    def look_up(self, path: str, name: str, inside: str = "") -> tuple[Place, ...]:
        """Return what a single name stands for in a file.

        Args:
            path: The file.
            name: A name without dots.
            inside: Qualified name of the function that uses it: its own imports come first.

        Returns:
            Places, the likeliest first: several where branches differ; the definition at the end of
            every re-export. Empty where the name is unknown.
        """
        key = (path, name, inside)
        if key not in self._looked:
            self._looked[key] = ()  # a cycle of imports ends here
            self._looked[key] = tuple(dict.fromkeys(self._candidates(path, name, inside)))
        return self._looked[key]

    def _candidates(self, path: str, name: str, inside: str) -> Iterator[Place]:
        if path.endswith("/"):
            submodule = self.any_submodule(path, name)
            if submodule:
                yield Place(submodule)
            for style in self._styles.values():
                if isinstance(style, Folders):
                    files = style.files_of(path)
                    yield from self.defined(files, name)
            return
        names = self.table(path)
        if names is None:
            return
        imported = [
            place
            for written in _nearest(names.imports.get(name, []), inside)
            for place in self._imported(path, written)
        ]
        defined = names.definitions.get(name, ())
        if defined and not names.defines(name) and (submodule := self.any_submodule(path, name)):
            yield Place(submodule)
            return
        if defined:
            placeholder = imported and all(symbol.kind in ALIAS_KINDS for symbol in defined)
            if placeholder:
                yield from (place for place in imported if place.path)
            yield Place(path, name)
            if not placeholder:
                yield from imported
            return
        if name in names.opened:
            yield Place(path, names.opened[name])
        if imported:
            yield from imported
        if imported or name in names.opened:
            return
        own = self.style(path)
        if isinstance(own, Folders):
            beside = list(self.defined(own.beside(path), name))
            if beside:
                yield from beside
                return
        for star in names.stars:
            yield from self._through_star(path, star, name)
        if isinstance(own, Folders) and (file := own.named_like(path, name)):
            yield Place(file, name)
        if name in names.lazy:
            yield from self._lazy(path, name, names.lazy[name])
        submodule = self.any_submodule(path, name)
        if submodule:
            yield Place(submodule)
        elif path.endswith(".pyi") and self.files.exists(path.removesuffix("i")):
            yield from self.look_up(path.removesuffix("i"), name, inside)

    def _imported(self, path: str, written: Import) -> Iterator[Place]:
        """Yield what an import binds."""
        if not written.name:
            yield from self._imported_module(path, written)
            return
        located = self.locate(path, written)
        if not located.path:
            dotted = f"{written.module}.{written.name}".strip(".")
            if located.external:
                yield Place("", dotted)
            return
        submodule = self.submodule_of(located, written)
        if submodule:
            yield Place(submodule)
        elif located.path != path or written.name != (written.alias or written.name):
            found = self.look_up(located.path, written.name) or self.inner(located.path, written)
            yield from found
            if not found and written.name == "default":
                yield Place(located.path)  # a module of the older kind is its own default

    def inner(self, path: str, written: Import, name: str = "") -> tuple[Place, ...]:
        """Return a member imported by the names of its types: `import static a.Outer.Inner.X`."""
        table = self.table(path)
        inner = name or written.name
        for holder in reversed(_SEPARATOR.split(written.module)):
            inner = f"{holder}.{inner}"
            if table and inner in table.definitions:
                return (Place(path, inner),)
        return ()

    def _imported_module(self, path: str, written: Import) -> Iterator[Place]:
        whole = self.locate(path, written)
        style = self.style(path)
        top = written.module.partition(".")[0]
        if (
            written.alias
            or "." not in written.module
            or (style and style.local_name(written) != top)
        ):
            if whole.path:
                yield Place(whole.path)
            elif whole.external:
                yield Place("", written.module)
            return
        first = self.locate(path, Import(module=top, level=written.level))
        if first.path:
            yield Place(first.path)
        elif whole.path:
            # the top folder lies elsewhere than its part: a package spread over folders
            folder = whole.path
            depth = written.module.count(".") + folder.rpartition("/")[2].startswith("__init__.")
            for _ in range(depth):
                folder = parent(folder)
            yield Place(folder + "/")
        else:
            yield Place("", top)

    def _through_star(self, path: str, star: Import, name: str) -> Iterator[Place]:
        located = self.locate(path, star)
        if not located.path or located.path == path:
            return
        names = self.table(located.path)
        exports = names.module.exports if names else None
        style = self.style(path)
        visible = name in exports if exports is not None else style and style.passes(name)
        if visible:
            yield from self.look_up(located.path, name) or self.inner(located.path, star, name)

    def _lazy(self, path: str, name: str, module: str) -> Iterator[Place]:
        dotted = module.lstrip(".")
        level = len(module) - len(dotted)
        located = self.locate(path, Import(module=dotted, name=name, level=level))
        if located.path:
            found = self.look_up(located.path, name)
            yield from found or (Place(located.path),)


def _nearest(imports: list[Import], inside: str) -> list[Import]:
    """Return the nearest imports of one name: of the function that uses it, else of the module."""
    if len(imports) < 2:
        return imports

    def distance(written: Import) -> int:
        if not written.inside:
            return 1
        own = inside == written.inside or inside.startswith(written.inside + ".")
        return 0 if own else 2

    nearest = min(distance(written) for written in imports)
    return [written for written in imports if distance(written) == nearest]
