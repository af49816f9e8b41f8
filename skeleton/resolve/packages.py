"""Import styles in which a folder of files is one package: Go, Java and its kin, C#, Swift.

Find folders by asking for paths. Read no build files beyond the names of modules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.resolve.places import Folders, Located, ancestors, join, parent, plain

if TYPE_CHECKING:
    from skeleton.model import Import
    from skeleton.resolve.places import Files

_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)
_REPLACE = re.compile(r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.\S*)", re.MULTILINE)
_USE = re.compile(r"^\s*(?:use\s+)?(\.[\w./-]*)\s*$", re.MULTILINE)
_PACKAGE = re.compile(r"^package\s+(?!object\b)([\w.`]+)", re.MULTILINE)
MOST_INNER = 12  # folders looked into for modules within a module
_LANGUAGES = ("java", "kotlin", "scala")
_STANDARD_SET = re.compile(r"((?:.*/)?src)/([^/]+)/(?:java|kotlin|scala)\Z")  # src/main/java
_FLAT_SET = re.compile(r"((?:.*/)?)(\w+(?:Main|Test))/src\Z")  # commonMain/src
_VERSION = re.compile(r"v\d+\Z")
_SOURCES = (
    "", "src/main/java", "src/main/kotlin", "src/main/scala", "src/commonMain/kotlin",
    "src/test/java", "src/test/kotlin", "src", "java", "app/src/main/java", "app/src/main/kotlin",
)  # fmt: skip


class Go(Folders):
    """Paths from `go.mod`, `go.work` and `replace`; all files of a folder are its package."""

    endings = (".go",)

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        super().__init__(files, roots)
        self._modules: dict[str, dict[str, str]] = {}

    def local_name(self, written: Import) -> str:
        """Return the name of a package: the last part of its path that is no version."""
        if written.alias:
            return "" if written.alias == "_" else written.alias
        parts = [part for part in written.module.split("/") if not _VERSION.match(part)]
        return re.sub(r"\.v\d+$|^go-|[.-]go$", "", parts[-1]) if parts else ""

    def passes(self, name: str) -> bool:
        """Tell whether a dot import passes a name on."""
        return name[:1].isupper()

    def package(self, module: str) -> str:
        """Return the module that a package outside the project most likely belongs to."""
        parts = module.split("/")
        return "/".join(parts[:3]) if "." in parts[0] else module

    def locate(self, importer: str, written: Import) -> Located:
        """Return the folder of a package."""
        module = written.module
        if module.startswith("."):
            return self._folder(join(parent(importer), module))
        known = self._known(parent(importer))
        for name in sorted(known, key=len, reverse=True):
            if module == name or module.startswith(name + "/"):
                return self._folder(join(known[name], module[len(name) :].strip("/")))
        for folder in ancestors(parent(importer)):
            if self.files.exists(join(folder, "vendor", module)):
                return self._folder(join(folder, "vendor", module))
        return Located(external=True, because="not in this project")

    def files_of(self, folder: str) -> tuple[str, ...]:
        """Return the files of a package, without its tests."""
        return tuple(path for path in super().files_of(folder) if not path.endswith("_test.go"))

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the other files of the package of a file."""
        return tuple(other for other in self.files_of(parent(path)) if other != path)

    def _folder(self, path: str) -> Located:
        folder = plain(path)
        return (
            Located(folder + "/")
            if self.files_of(folder)
            else Located(because=f"no Go files in {folder}")
        )

    def _known(self, folder: str) -> dict[str, str]:
        """Return the folders of the modules that a file of a folder can name."""
        if folder in self._modules:
            return self._modules[folder]
        found: dict[str, str] = {}
        for above in ancestors(folder):
            text = self.files.text(join(above, "go.mod"))
            if text and not found:
                found |= self._module(above, text)
                for name, target in _REPLACE.findall(text):
                    found[name] = plain(join(above, target))
            work = self.files.text(join(above, "go.work"))
            for used in _USE.findall(work):
                at = plain(join(above, used))
                found = self._module(at, self.files.text(join(at, "go.mod"))) | found
        self._modules[folder] = found
        return found

    def _module(self, folder: str, text: str) -> dict[str, str]:
        name = _MODULE.search(text)
        return {name[1]: folder} if name else {}


class Java(Folders):
    """Packages by folder below a source root; the classes of a package see one another.

    A file says itself where its root lies, by its package and its folder; Kotlin and Scala may
    leave out the parts of a package that all files share.
    """

    endings = (".java", ".kt", ".scala")

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        super().__init__(files, roots)
        self._owns: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._sources: dict[str, list[str]] = {}

    def locate(self, importer: str, written: Import) -> Located:
        """Return the file of a class, or the folder of its package: of the longest path found."""
        parts = written.module.split(".")
        named = [*parts, written.name] if written.name not in ("", "*") else parts
        own, shared = self._own(importer)
        paths = [(root, named) for root in self._roots_of(importer)]
        if shared and tuple(named[: len(shared)]) == shared:
            rest = named[len(shared) :]
            paths = [(root, rest) for root in (own, *self._beside_root(own))] + paths
        paths = [
            (root, path)
            for root, path in paths
            if not path or self.files.exists(join(root, path[0]))
        ]
        for left in range(len(named)):
            for root, path in paths:
                if len(path) <= left:
                    continue
                place = join(root, *path[: len(path) - left])
                for ending in self.endings:
                    if self.files.exists(place + ending):
                        return Located(place + ending)
                if self.files_of(place):
                    return Located(place + "/")
        return Located(external=True, because="not in this project")

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the other files of the package, in the source sets that a file sees."""
        folder, (root, _) = parent(path), self._own(path)
        inner = folder.removeprefix(root).strip("/")
        seen = [other for other in self._beside_root(root) if _sees(root, other)]
        folders = [folder, *(join(other, inner) if inner else other for other in seen)]
        return tuple(other for at in folders for other in self.files_of(at) if other != path)

    def package(self, module: str) -> str:
        """Return the first two parts of a package outside the project."""
        return ".".join(module.split(".")[:2])

    def _own(self, path: str) -> tuple[str, tuple[str, ...]]:
        """Return the source root of a file, and the parts of its package that have no folder."""
        folder = parent(path)
        if folder not in self._owns:
            said = _PACKAGE.findall(self.files.text(path))
            package = [part.strip("`") for one in said for part in one.split(".")]
            folders = folder.split("/")
            common = 0
            while (
                common < min(len(package), len(folders))
                and package[-1 - common] == folders[-1 - common]
            ):
                common += 1
            root = "/".join(folders[: len(folders) - common])
            self._owns[folder] = root, tuple(package[: len(package) - common])
        return self._owns[folder]

    def _beside_root(self, root: str) -> list[str]:
        """Return the roots of the other source sets and languages of a module."""
        found: list[str] = []
        standard, flat = _STANDARD_SET.match(root), _FLAT_SET.match(root)
        if standard:
            sets = self.files.folders(standard[1])
            found = [join(standard[1], name, kind) for name in sets for kind in _LANGUAGES]
        elif flat:
            above = flat[1].rstrip("/")
            found = [join(above, name, "src") for name in self.files.folders(above or ".")]
        return [other for other in found if other != root and self.files.exists(other)]

    def _roots_of(self, importer: str) -> list[str]:
        """Return the source roots that a file may import from, the nearest first."""
        home = parent(importer)
        if home not in self._sources:
            around = ancestors(home)
            own, shared = self._own(importer)
            found = [] if shared else [own, *self._beside_root(own)]
            found += [folder for folder in around if folder not in ("",)]
            for folder in around:
                found += [join(folder, source) if source else folder for source in _SOURCES]
                for module in self._modules_in(folder):
                    found += [join(module, source) for source in _SOURCES[1:] if source]
            found = [root for root in dict.fromkeys(found) if self.files.exists(root or ".")]
            self._sources[home] = found
        return self._sources[home]

    def _modules_in(self, folder: str) -> list[str]:
        """Return folders that may be modules; one without sources gathers some: `core/shared`."""
        found: list[str] = []
        for name in self.files.folders(folder or "."):
            module = join(folder, name)
            found.append(module)
            if not self.files.exists(join(module, "src")):
                found += [join(module, inner) for inner in self.files.folders(module)[:MOST_INNER]]
        return found


def _sees(root: str, other: str) -> bool:
    """Whether files of a source set see those of another: tests see what they test."""
    own, its = _set_of(root), _set_of(other)
    if own == its or its in ("main", "commonMain"):
        return True
    return own.lower().endswith("test") and its in ("commonTest", own[: -len("test")] + "Main")


def _set_of(root: str) -> str:
    found = _STANDARD_SET.match(root) or _FLAT_SET.match(root)
    return found[2] if found else ""


class CSharp(Folders):
    """Namespaces by folder: a project may be a folder whose name has dots."""

    endings = (".cs",)

    def opens(self, name: str) -> bool:
        """Tell whether a name is called without its namespace: inside it, or by `using`."""
        return True

    def locate(self, importer: str, written: Import) -> Located:
        """Return the folder that is called like the last parts of a namespace."""
        parts = written.module.split(".")
        named = [
            (".".join(parts[start:stop]), *parts[stop:])
            for start in range(len(parts))
            for stop in range(len(parts), start, -1)
        ]
        for folder in ancestors(parent(importer)):
            for base in (folder, join(folder, "src")):
                for names in named:
                    place = join(base, *names)
                    if self.files_of(place):
                        return Located(place + "/")
        return Located(external=True, because="not in this project")

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the other files of the folder and of two above it: namespaces see outer ones."""
        folders = ancestors(parent(path))[:3]
        return tuple(other for at in folders for other in self.files_of(at) if other != path)

    def package(self, module: str) -> str:
        """Return the first part of a namespace outside the project."""
        return module.split(".")[0]


class Swift(Folders):
    """A target is a folder below `Sources`, its files see one another."""

    endings = (".swift",)

    def locate(self, importer: str, written: Import) -> Located:
        """Return the folder of a target."""
        name = written.module.split(".")[0]
        for folder in ancestors(parent(importer)):
            for gathered in ("Sources", "Source", ""):
                place = join(folder, gathered, name) if gathered else join(folder, name)
                if self.files_of(place):
                    return Located(place + "/")
        return Located(external=True, because="not in this project")

    def files_of(self, folder: str) -> tuple[str, ...]:
        """Return the files of a folder and of the folders in it."""
        found = list(super().files_of(folder))
        waiting = [join(folder, name) for name in self.files.folders(folder or ".")]
        while waiting and len(found) < 2000:
            inner = waiting.pop(0)
            found += super().files_of(inner)
            waiting += [join(inner, name) for name in self.files.folders(inner)]
        return tuple(found)

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the other files of the target."""
        parts = path.split("/")
        for gathered in ("Sources", "Source", "Tests"):
            if gathered in parts[:-2]:
                top = "/".join(parts[: parts.index(gathered) + 2])
                return tuple(other for other in self.files_of(top) if other != path)
        return tuple(other for other in super().files_of(parent(path)) if other != path)
