"""Reads the modules of a project when they are needed, and says where their imports lie.

Reads through the functions it is given and asks for paths one by one; never lists a project. What a
name stands for is for `lookup` to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.model import Import, Language, Module, Place, Uses
from skeleton.resolve.dotted import Dotted
from skeleton.resolve.ecmascript import Ecmascript
from skeleton.resolve.packages import CSharp, Go, Java, Swift
from skeleton.resolve.paths import ByPath, Include, Php, Ruby
from skeleton.resolve.places import Files, Located, Style
from skeleton.resolve.rust import Rust
from skeleton.resolve.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

STYLES: Mapping[str, Callable[[Files, tuple[str, ...]], Style]] = {
    "dotted": Dotted,
    "files": ByPath,
    "ecmascript": Ecmascript,
    "go": Go,
    "rust": Rust,
    "java": Java,
    "csharp": CSharp,
    "swift": Swift,
    "include": Include,
    "php": Php,
    "ruby": Ruby,
}


class Modules:
    """The modules of a project, each with its table of names; every one is read once."""

    def __init__(
        self,
        exists: Callable[[str], bool],
        read: Callable[[str], Module | None],
        languages: Mapping[str, Language],
        *,
        read_uses: Callable[[str], Uses] | None = None,
        list_folder: Callable[[str], tuple[str, ...]] | None = None,
        list_files: Callable[[str], tuple[str, ...]] | None = None,
        read_text: Callable[[str], str] | None = None,
        roots: tuple[str, ...] = (),
    ) -> None:
        """Prepare a project; nothing is read yet.

        Args:
            exists: Tells whether a file or a folder is there, by its path from the root; "." is the
                root.
            read: Reads a module; `None` where the file is not a source file or cannot be read.
            languages: By name: their `imports` chooses the style.
            read_uses: Reads what a file uses; asked for targets and tests alone.
            list_folder: Names of the folders directly inside a folder.
            list_files: Names of the source files directly inside a folder.
            read_text: Text of a configuration file.
            roots: Folders to look in for modules, before the usual ones.
        """
        self.files = Files(exists, list_folder, read_text, list_files)
        self._read = read
        self._read_uses = read_uses
        self._languages = languages
        self._roots = roots
        self._modules: dict[str, Module | None] = {}
        self._tables: dict[str, Table | None] = {}
        self._styles: dict[str, Style] = {}
        self._uses: dict[str, Uses] = {}

    def module(self, path: str) -> Module | None:
        """Return the module of a file, `None` where there is none to read."""
        if path not in self._modules:
            self._modules[path] = self._read(path) if path and not path.endswith("/") else None
        return self._modules[path]

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""
        if path not in self._uses:
            module = self.module(path)
            known = module.uses if module else Uses()
            self._uses[path] = (
                known if known.scopes or not self._read_uses else self._read_uses(path)
            )
        return self._uses[path]

    def uses_known(self, path: str) -> bool:
        """Tell whether the names that a file uses were read already."""
        module = self._modules.get(path)
        return path in self._uses or bool(module and module.uses.scopes)

    def style(self, path: str) -> Style | None:
        """Return the import style of a file's language, `None` where it has none yet."""
        module = self.module(path)
        language = self._languages.get(module.language) if module else None
        if language is None or language.imports not in STYLES:
            return None
        if language.imports not in self._styles:
            self._styles[language.imports] = STYLES[language.imports](self.files, self._roots)
        return self._styles[language.imports]

    def table(self, path: str) -> Table | None:
        """Return the names of a module, `None` where there is no module."""
        if path not in self._tables:
            module = self.module(path)
            self._tables[path] = Table(module, self.style(path)) if module else None
        return self._tables[path]

    def locate(self, path: str, written: Import) -> Located:
        """Return where the module of an import of a file lies."""
        style = self.style(path)
        return style.locate(path, written) if style else Located(because="imports are not followed")

    def submodule_of(self, located: Located, written: Import) -> str:
        """Return the submodule that `from package import name` means, empty for other names."""
        if not located.path or written.name in ("", "*"):
            return ""
        names = self.table(located.path)
        if names and (names.defines(written.name) or written.name in names.lazy):
            return ""
        if names and any(
            self._binds_another(located.path, other)
            for other in names.imports.get(written.name, ())
        ):
            return ""
        return self._submodule(located.path, written.name)

    def _binds_another(self, path: str, written: Import) -> bool:
        """Tell whether an import in a package binds something else than its own submodule."""
        own = written.level == 1 and not written.module
        if isinstance(self.style(path), Dotted):
            own = own or self.locate(path, written).path == path
        return bool(written.name) and not (own and not written.alias)

    def _submodule(self, path: str, name: str) -> str:
        for style in self._styles.values():
            found = style.submodule(path, name)
            if found and not found.endswith("/"):
                return found
        return ""

    def any_submodule(self, path: str, name: str) -> str:
        """Return the path of a submodule, a folder included; empty where there is none."""
        for style in self._styles.values():
            found = style.submodule(path, name)
            if found:
                return found
        return ""

    def imported_names(self, path: str) -> tuple[str, ...]:
        """Return the names that a file imports one by one, in source order."""
        table = self.table(path)
        if table is None:
            return ()
        return tuple(
            name
            for name, imports in table.imports.items()
            if any(written.name for written in imports)
        )

    def defining(self, files: Iterable[str], names: Collection[str]) -> tuple[str, ...]:
        """Return the files that define one of some names at their top."""
        found = []
        for file in files:
            if self.files.words(file).isdisjoint(names):
                continue
            table = self.table(file)
            if table and any(name in table.definitions or name in table.opened for name in names):
                found.append(file)
        return tuple(found)

    def defined(self, files: Iterable[str], name: str) -> Iterator[Place]:
        """Yield the definitions of a name at the top of some files, or in a namespace of theirs."""
        for file in self.defining(files, {name}):
            table = self.table(file)
            if table is not None:
                known = name in table.definitions
                yield Place(file, name if known else table.opened[name])
