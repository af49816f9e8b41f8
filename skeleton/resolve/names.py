"""Says what the names of a file stand for: imports, re-exports, aliases, members, bases.

Reads modules on demand through the functions it is given and asks for paths one by one; never
lists a project, never runs analysed code. Every answer is remembered: one `Names` serves one run.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from skeleton.model import Dependency, Import, Language, Module, Place, Symbol, Uses, walk
from skeleton.resolve.dotted import Dotted
from skeleton.resolve.ecmascript import Ecmascript
from skeleton.resolve.expressions import dotted_head
from skeleton.resolve.packages import CSharp, Go, Java, Swift
from skeleton.resolve.paths import ByPath, Include, Php, Ruby
from skeleton.resolve.places import Files, Folders, Located, Style, ancestors, join, parent
from skeleton.resolve.rust import Rust

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

_WORD = re.compile(r"\w+")
_SEPARATOR = re.compile(r"\.|::|\\")
_ALIAS_KINDS = frozenset({"constant", "variable", "type_alias", "field"})


class _Table:
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


class Names:
    """The modules of a project, read when they are needed, and the names in them."""

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
        self._tables: dict[str, _Table | None] = {}
        self._styles: dict[str, Style] = {}
        self._uses: dict[str, Uses] = {}
        self._looked: dict[tuple[str, str, str], tuple[Place, ...]] = {}
        self._lines: dict[Place, tuple[Place, ...]] = {}

    # Modules

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

    def table(self, path: str) -> _Table | None:
        """Return the names of a module, `None` where there is no module."""
        if path not in self._tables:
            module = self.module(path)
            self._tables[path] = _Table(module, self.style(path)) if module else None
        return self._tables[path]

    # Imports

    def dependencies(self, path: str) -> tuple[Dependency, ...]:
        """Return the imports of a file in source order, each with where it leads.

        What leads nowhere says what was looked for.
        """
        names = self.table(path)
        return (*self._dependencies(path, names), *self._beside(path)) if names else ()

    def _dependencies(self, path: str, names: _Table) -> Iterator[Dependency]:
        for written in names.module.imports:
            located = self.locate(path, written)
            submodule = self._submodule_of(located, written)
            if path in (submodule, located.path) and not (submodule and submodule != path):
                continue
            if submodule:
                yield Dependency(path, submodule, written, because=located.because)
            elif located.path.endswith("/") and (
                held := self._files_meant(path, located.path, written)
            ):
                for file in held:
                    yield Dependency(path, file, written, because=located.because)
            elif located.path and not located.path.endswith("/"):
                known = written.name in ("", "*") or bool(self._inner(located.path, written))
                if not known and not self._may_hold(located.path, written.name):
                    yield Dependency(
                        path, None, written, because=f"no {written.name} in {located.path}"
                    )
                yield Dependency(path, located.path, written, because=located.because)
            elif located.path and written.level:
                wanted = f"{located.path}{written.name}.py".lstrip("/")
                yield Dependency(path, None, written, because=f"no {wanted}")
            elif located.path:
                yield self._outside(path, written, "not in this project")
            elif located.external:
                yield self._outside(path, written, located.because)
            else:
                yield Dependency(path, None, written, because=located.because)

    def _files_meant(self, path: str, folder: str, written: Import) -> tuple[str, ...]:
        """Return the files of a package that an import means: those that define a name of it."""
        style = self.style(path)
        if not isinstance(style, Folders):
            return ()
        files = tuple(file for file in style.files_of(folder) if file != path)
        if written.name == "*":
            return self._defining(files, self._used_words(path))
        return self._defining(files, {written.name}) if written.name else files

    def _used_words(self, path: str) -> frozenset[str]:
        """Return the names that a file uses, whatever they stand for."""
        scopes = self.uses(path).scopes
        texts = [chain for scope in scopes for chain in scope.chains]
        texts += [binding.type for scope in scopes for binding in scope.bindings]
        return frozenset(word for text in texts for word in _WORD.findall(text))

    def _defining(self, files: Iterable[str], names: Collection[str]) -> tuple[str, ...]:
        """Return the files that define one of some names at their top."""
        found = []
        for file in files:
            if self.files.words(file).isdisjoint(names):
                continue
            table = self.table(file)
            if table and any(name in table.definitions or name in table.opened for name in names):
                found.append(file)
        return tuple(found)

    def _defined(self, files: Iterable[str], name: str) -> Iterator[Place]:
        """Yield the definitions of a name at the top of some files, or in a namespace of theirs."""
        for file in self._defining(files, {name}):
            table = self.table(file)
            if table is not None:
                known = name in table.definitions
                yield Place(file, name if known else table.opened[name])

    def _beside(self, path: str) -> Iterator[Dependency]:
        """Yield the files that a file sees without an import, where it uses a name of theirs."""
        style = self.style(path)
        table = self.table(path)
        if not isinstance(style, Folders) or table is None:
            return
        own = frozenset(table.definitions) | frozenset(table.imports) | frozenset(table.opened)
        used = self._used_words(path) - own
        for file in self._defining(style.beside(path), used):
            yield Dependency(path, file, Import(module=""), because="the same package")
        for name in sorted(used):
            file = style.named_like(path, name)
            if file:
                yield Dependency(path, file, Import(module=name), because="found by its name")

    def _outside(self, path: str, written: Import, because: str) -> Dependency:
        style = self.style(path)
        package = style.package(written.module) if style else written.module
        return Dependency(path, None, written, external=True, because=because, package=package)

    def locate(self, path: str, written: Import) -> Located:
        """Return where the module of an import of a file lies."""
        style = self.style(path)
        return style.locate(path, written) if style else Located(because="imports are not followed")

    def _submodule_of(self, located: Located, written: Import) -> str:
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

    def _may_hold(self, path: str, name: str) -> bool:
        """Tell whether a module has a name, or may have it for all that can be read."""
        names = self.table(path)
        if names is None or names.module.diagnostics or "__getattr__" in names.definitions:
            return True
        if names.stars and any(not self.locate(path, star).path for star in names.stars):
            return True
        if (
            name in names.imports
            or name == "default"
            or (names.module.exports and name in names.module.exports)
        ):
            return True
        return bool(self.look_up(path, name)) or (name.startswith("__") and name.endswith("__"))

    # Names

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
            submodule = self._any_submodule(path, name)
            if submodule:
                yield Place(submodule)
            for style in self._styles.values():
                if isinstance(style, Folders):
                    files = style.files_of(path)
                    yield from self._defined(files, name)
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
        if defined and not names.defines(name) and (submodule := self._any_submodule(path, name)):
            yield Place(submodule)
            return
        if defined:
            placeholder = imported and all(symbol.kind in _ALIAS_KINDS for symbol in defined)
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
            beside = list(self._defined(own.beside(path), name))
            if beside:
                yield from beside
                return
        for star in names.stars:
            yield from self._through_star(path, star, name)
        if isinstance(own, Folders) and (file := own.named_like(path, name)):
            yield Place(file, name)
        if name in names.lazy:
            yield from self._lazy(path, name, names.lazy[name])
        submodule = self._any_submodule(path, name)
        if submodule:
            yield Place(submodule)
        elif path.endswith(".pyi") and self.files.exists(path.removesuffix("i")):
            yield from self.look_up(path.removesuffix("i"), name, inside)

    def _any_submodule(self, path: str, name: str) -> str:
        for style in self._styles.values():
            found = style.submodule(path, name)
            if found:
                return found
        return ""

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
        submodule = self._submodule_of(located, written)
        if submodule:
            yield Place(submodule)
        elif located.path != path or written.name != (written.alias or written.name):
            found = self.look_up(located.path, written.name) or self._inner(located.path, written)
            yield from found
            if not found and written.name == "default":
                yield Place(located.path)  # a module of the older kind is its own default

    def _inner(self, path: str, written: Import, name: str = "") -> tuple[Place, ...]:
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
        elif (
            whole.path
        ):  # the top folder lies elsewhere than its part: a package spread over folders
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
            yield from self.look_up(located.path, name) or self._inner(located.path, star, name)

    def _lazy(self, path: str, name: str, module: str) -> Iterator[Place]:
        dotted = module.lstrip(".")
        level = len(module) - len(dotted)
        located = self.locate(path, Import(module=dotted, name=name, level=level))
        if located.path:
            found = self.look_up(located.path, name)
            yield from found or (Place(located.path),)

    def fixture(self, path: str, name: str) -> Place | None:
        """Return the fixture that a parameter of a test means: of its file, of `conftest.py`."""
        above = (join(folder, "conftest.py") for folder in ancestors(parent(path)))
        for holder in (path, *above):
            if not self.files.exists(holder):
                continue
            for place in self.look_up(holder, name):
                symbols = self.symbols(place)
                if symbols and any("fixture" in decorator for decorator in symbols[-1].decorators):
                    return place
        return None

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

    def follow(self, place: Place) -> Place:
        """Return the definition behind an alias such as `X = Y`; the place itself otherwise."""
        for _ in range(8):
            symbols = self.symbols(place)
            if not symbols or symbols[0].kind not in _ALIAS_KINDS or not symbols[0].value:
                return place
            target = dotted_head(symbols[0].value)
            if target is None:
                return place
            found = [
                other for other in self.places(place.path, target) if other.path and other != place
            ]
            if not found or place.name.rpartition(".")[0]:
                return place
            place = found[0]
        return place

    def symbols(self, place: Place) -> tuple[Symbol, ...]:
        """Return the definitions at a place: every overload, branch, setter, in source order."""
        names = self.table(place.path) if place.path and place.name else None
        return tuple(names.definitions.get(place.name, ())) if names else ()

    def places(self, path: str, dotted: str, inside: str = "") -> tuple[Place, ...]:
        """Return what a dotted name written in a file stands for, members included."""
        first, *rest = dotted.split(".")
        found = self.look_up(path, first, inside)
        for name in rest:
            found = tuple(
                dict.fromkeys(
                    member for place in found for member in self.members_called(place, name)
                )
            )
        return found

    def members_called(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what `place.name` stands for: a name of a module, a member along the bases."""
        if not place.path:
            return (Place("", f"{place.name}.{name}"),)
        if not place.name:
            return self.look_up(place.path, name)
        for owner in self.line_of(self.follow(place)):
            names = self.table(owner.path)
            if names and f"{owner.name}.{name}" in names.definitions:
                return (Place(owner.path, f"{owner.name}.{name}"),)
            if names is None:
                continue
            for companion in names.companions.get(owner.name, ()):
                if f"{companion}.{name}" in names.definitions:
                    return (Place(owner.path, f"{companion}.{name}"),)
        if any(symbol.kind == "namespace" for symbol in self.symbols(place)):
            return self._elsewhere(place, name)
        return ()

    def _elsewhere(self, place: Place, name: str) -> tuple[Place, ...]:
        """Return what a namespace holds in other files: `Rack::Mime`, written in `module Rack`."""
        style = self.style(place.path)
        if style is None or not style.opens(name):
            return ()
        wanted = f"{place.name}.{name}"
        return tuple(found for found in self.look_up(place.path, name) if found.name == wanted)

    def line_of(self, place: Place) -> tuple[Place, ...]:
        """Return a class and its bases inside the project, in the order members are looked for."""
        if place not in self._lines:
            self._lines[place] = (place,)  # a cycle of bases ends here
            above: list[Place] = []
            for base in self.bases_of(place):
                above = [other for other in above if other not in self.line_of(base)]
                above.extend(self.line_of(base))
            self._lines[place] = (place, *dict.fromkeys(other for other in above if other != place))
        return self._lines[place]

    def bases_of(self, place: Place) -> tuple[Place, ...]:
        """Return the direct bases of a class that lie inside the project."""
        found: dict[Place, None] = {}
        for symbol in self.symbols(place):
            for base in symbol.bases:
                head = dotted_head(base)
                outer = place.name.rpartition(".")[0]
                if head is None:
                    continue
                for other in self.places(place.path, head) or self.places(
                    place.path, f"{outer}.{head}" if outer else head
                ):
                    real = self.follow(other)
                    if real.path and real.name and real != place:
                        found[real] = None
        return tuple(found)

    def has_outside_base(self, place: Place) -> bool:
        """Tell whether a class has a base that is not of this project, other than `object`."""
        for symbol in self.symbols(place):
            for base in symbol.bases:
                head = dotted_head(base)
                if head and not any(other.path for other in self.places(place.path, head)):
                    return True
        return False

    def find_all(self, path: str, dotted: str) -> tuple[tuple[Module, Symbol], ...]:
        """Return every definition that a dotted name stands for, behind re-exports and aliases.

        All overloads, branches and setters of the likeliest place; empty where the name is unknown,
        a module, or not of this project.
        """
        for place in self.places(path, dotted):
            real = self.follow(place)
            module = self.module(real.path)
            symbols = self.symbols(real)
            if module and symbols:
                return tuple((module, symbol) for symbol in symbols)
        return ()

    def find(self, path: str, dotted: str) -> tuple[Module, Symbol] | None:
        """Return the definition that a dotted name written in a file stands for, else `None`."""
        found = self.find_all(path, dotted)
        return found[-1] if found else None

    def member_names(self, place: Place) -> tuple[str, ...]:
        """Return the names of the direct members of a class, or of the definitions of a module."""
        names = self.table(place.path)
        return names.members.get(place.name, ()) if names else ()


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
