"""Finds the files behind Python's dotted module names, by asking for paths.

Does not read `sys.path`, installed packages or `.pth` files: what is not below the root is
outside the project.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from skeleton.resolve.places import Files, Located, ancestors, join, parent

if TYPE_CHECKING:
    from skeleton.model import Import

_STUB = ".pyi"
_PACKAGE = ("__init__.pyi", "__init__.py")
_LAYOUTS = ("src", "lib", "python")  # folders that often hold the packages of a project
_GATHERED = ("packages", "libs", "projects", "components", "apps")  # folders that hold projects


class Dotted:
    """The import style of Python."""

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        self._files = files
        self._roots = roots
        self._found: dict[tuple[str, str, int], Located] = {}

    def local_name(self, written: Import) -> str:
        """Return the name that an import binds: `import a.b` binds `a`."""
        if written.alias:
            return written.alias
        return written.name or written.module.partition(".")[0]

    def opens(self, name: str) -> bool:
        """Tell whether a name inside a namespace is also called without the namespace."""
        return False

    def package(self, module: str) -> str:
        """Return the top package of a module."""
        return module.partition(".")[0]

    def passes(self, name: str) -> bool:
        """Tell whether `from module import *` passes a name on, where there is no `__all__`."""
        return not name.startswith("_")

    def locate(self, importer: str, written: Import) -> Located:
        """Return the file of a module, its stub where there is one."""
        key = (parent(importer), written.module, written.level)
        if key not in self._found:
            self._found[key] = (
                self._relative(importer, written.module, written.level)
                if written.level
                else self._absolute(importer, written.module)
            )
        return self._found[key]

    def submodule(self, path: str, name: str) -> str:
        """Return the module called `name` inside a package, empty where there is none."""
        folder = self._folder_of(path)
        return self._module(folder, name) if folder is not None else ""

    def top_folder(self, path: str) -> str:
        """Return the folder above the top package of a file: what Python would search first."""
        return self._above(parent(path))

    def _above(self, folder: str) -> str:
        """Return the nearest folder that is not a package: a root may name the package itself."""
        while folder and self._is_package(folder):
            folder = parent(folder)
        return folder

    def _relative(self, importer: str, module: str, level: int) -> Located:
        folder = parent(importer)
        for _ in range(level - 1):
            if not folder:
                return Located(because=f"{level} dots lead out of the project")
            folder = parent(folder)
        parts = module.split(".") if module else []
        found = self._walk(folder, parts) if parts else self._package(folder)
        if found:
            return Located(found, because=self._how(found))
        return Located(because=f"no {join(folder, *parts)}.py")

    def _absolute(self, importer: str, module: str) -> Located:
        parts = module.split(".")
        search = self._search(importer, parts[0])
        claimed = ""
        for root in search:
            found = self._walk(root, parts)
            if found and not found.endswith("/"):
                return Located(found, because=self._how(found))
            top = self._module(root, parts[0])
            if top and not top.endswith("/"):
                if found and not claimed:
                    return Located(found, because="a folder without __init__.py")
                claimed = claimed or top
                if self._folder_of(top) is not None:
                    break  # a package that is really here hides every other of its name
        is_module = claimed and self._folder_of(claimed) is None  # nothing is below it
        shared = is_module and any(self._module(root, parts[0]).endswith("/") for root in search)
        if claimed and not shared:
            return Located(because=f"no {module} below {parent(claimed) or claimed}")
        if parts[0] in sys.stdlib_module_names:
            return Located(external=True, because="standard library")
        walked = (self._walk(root, parts) for root in search)
        folder = next((found for found in walked if found.endswith("/")), "")
        if folder:
            return Located(folder, because="a folder without __init__.py")
        return Located(external=True, because="not in this project")

    def _search(self, importer: str, top: str) -> tuple[str, ...]:
        """Return the folders to look in, nearest first."""
        first = self.top_folder(importer)
        asked = (first, *(self._above(root) for root in self._roots))
        if top in sys.stdlib_module_names:
            return tuple(dict.fromkeys(asked))
        found = list(asked)
        around = ancestors(first)
        for folder in around:
            found.append(folder)
            found.extend(join(folder, layout) for layout in _LAYOUTS)
        for folder in around:
            for gathered in ("", *_GATHERED):
                beside = join(folder, gathered) if gathered else folder
                found.extend((join(beside, top, "src"), join(beside, top)))
        for folder in around:
            for beside in (folder, *(join(folder, gathered) for gathered in _GATHERED)):
                if beside != folder and not self._files.exists(beside):
                    continue
                for name in self._files.folders(beside):
                    found.extend((join(beside, name, "src"), join(beside, name)))
        return tuple(
            folder
            for folder in dict.fromkeys(found)
            if folder in asked
            or (self._files.exists(folder or ".") and not self._is_package(folder))
        )

    def _walk(self, folder: str, parts: list[str]) -> str:
        """Return the file, or the folder with a slash, that dotted parts lead to from a folder."""
        for part in parts[:-1]:
            inside = join(folder, part)
            if not self._files.exists(inside):
                stubs = join(folder, part + "-stubs")
                if not self._files.exists(stubs):
                    return ""
                inside = stubs
            folder = inside
        return self._module(folder, parts[-1])

    def _module(self, folder: str, name: str) -> str:
        if not name.isidentifier():
            return ""
        inside = join(folder, name)
        found = self._package(inside)
        if found and not found.endswith("/"):
            return found
        for ending in (_STUB, ".py"):
            if self._files.exists(inside + ending):
                return inside + ending
        return found

    def _package(self, folder: str) -> str:
        for name in _PACKAGE:
            if self._files.exists(join(folder, name)):
                return join(folder, name)
        return folder + "/" if self._files.exists(folder or ".") else ""

    def _is_package(self, folder: str) -> bool:
        return any(self._files.exists(join(folder, name)) for name in _PACKAGE)

    def _folder_of(self, path: str) -> str | None:
        if path.endswith("/"):
            return path[:-1]
        folder, _, name = path.rpartition("/")
        return folder if name in _PACKAGE else None

    def _how(self, found: str) -> str:
        if not found.endswith(_STUB):
            return ""
        source = found.removesuffix("i")
        return f"stub of {source}" if self._files.exists(source) else "stub without source"
