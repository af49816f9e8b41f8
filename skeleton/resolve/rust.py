"""The import style of Rust: the tree of `mod`, `crate`, `self`, `super`, crates beside.

Follows `#[path]`; does not follow modules that a macro declares.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from skeleton.resolve.places import Folders, Located, ancestors, join, parent, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.model import Import
    from skeleton.resolve.places import Files

_FRONTS = ("lib.rs", "main.rs", "mod.rs")
_OUTSIDE = frozenset({"std", "core", "alloc", "proc_macro", "test"})


class Rust(Folders):
    """Modules by file, as `mod` finds them."""

    endings = ()

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        super().__init__(files, roots)
        self._manifests: dict[str, dict[str, Any]] = {}
        self._crates: dict[str, dict[str, str]] = {}

    def local_name(self, written: Import) -> str:
        """Return the name that `use` binds."""
        return "" if written.alias == "_" else written.alias or written.name or written.module

    def package(self, module: str) -> str:
        """Return the crate of a path."""
        return module.split("::")[0]

    def locate(self, importer: str, written: Import) -> Located:
        """Return the file of the deepest module on a path; types on it belong to that file."""
        parts = written.module.split("::")
        first = parts[0]
        if first == "crate":
            at = self._front(importer)
        elif first == "self":
            at = importer
        elif first == "super":
            at = importer
            while parts[:1] == ["super"]:
                at, parts = self._above(at), parts[1:]
            parts = ["super", *parts]
        elif (inner := self.submodule(importer, first)) != "":
            at = inner
        elif first in _OUTSIDE:
            return Located(external=True, because="standard library")
        else:
            at = self._crates_around(importer).get(first, "")
            if not at:
                return Located(external=True, because="not in this project")
        if not at:
            return Located(because=f"no file for {first}")
        for part in parts[1:]:
            inner = self.submodule(at, part)
            if not inner:
                break
            at = inner
        return Located(at)

    def submodule(self, path: str, name: str) -> str:
        """Return the file of `mod name;` in a file."""
        if not path.endswith(".rs") or not name.isidentifier():
            return ""
        folder = self._inside(path)
        for place in (join(folder, name + ".rs"), join(folder, name, "mod.rs")):
            if self.files.exists(place):
                return place
        text = self.files.text(path)
        said = re.search(
            r'#\[path\s*=\s*"([^"]+)"\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+' + name + r"\b", text
        )
        if said and self.files.exists(join(parent(path), said[1])):
            return join(parent(path), said[1])
        return ""

    def _inside(self, path: str) -> str:
        """Return the folder in which the modules of a file lie."""
        folder, _, name = path.rpartition("/")
        if name in _FRONTS or parent(path).rpartition("/")[2] in (
            "tests",
            "bin",
            "examples",
            "benches",
        ):
            return folder
        return path.removesuffix(".rs")

    def _above(self, path: str) -> str:
        """Return the file of the module around a file."""
        folder, _, name = path.rpartition("/")
        if name == "mod.rs":
            folder = parent(folder)
            beside = join(folder, "mod.rs")
        else:
            beside = join(folder, "mod.rs")
        for place in (beside, join(folder, "lib.rs"), join(folder, "main.rs"), folder + ".rs"):
            if place != path and self.files.exists(place):
                return place
        return ""

    def _front(self, importer: str) -> str:
        """Return the root file of the crate of a file."""
        folder = self._crate_folder(importer)
        name = importer.removeprefix(folder).strip("/")
        if name.startswith(("tests/", "examples/", "benches/", "src/bin/")):
            return importer
        library = self._manifest(folder).get("lib", {}).get("path", "src/lib.rs")
        for place in (library, "src/main.rs", "lib.rs", "main.rs"):
            if self.files.exists(join(folder, place) if folder else place):
                return join(folder, place) if folder else place
        return ""

    def _crate_folder(self, importer: str) -> str:
        for folder in ancestors(parent(importer)):
            if self.files.exists(join(folder, "Cargo.toml")):
                return folder
        for folder in ancestors(parent(importer)):
            if any(self.files.exists(join(folder, name)) for name in ("lib.rs", "main.rs")):
                return folder
        return parent(importer)

    def _manifest(self, folder: str) -> dict[str, Any]:
        if folder not in self._manifests:
            try:
                self._manifests[folder] = tomllib.loads(self.files.text(join(folder, "Cargo.toml")))
            except tomllib.TOMLDecodeError:
                self._manifests[folder] = {}
        return self._manifests[folder]

    def _crates_around(self, importer: str) -> dict[str, str]:
        """Return the root files of the crates that a file can name, by name."""
        own = self._crate_folder(importer)
        if own not in self._crates:
            found: dict[str, str] = {}
            for place in (one for folder in ancestors(own) for one in self._named_by(folder)):
                inner = self._manifest(place)
                name = str(
                    inner.get("lib", {}).get("name") or inner.get("package", {}).get("name", "")
                )
                library = str(inner.get("lib", {}).get("path", "src/lib.rs"))
                if name and self.files.exists(join(place, library)):
                    found.setdefault(name.replace("-", "_"), join(place, library))
            self._crates[own] = found
        return self._crates[own]

    def _named_by(self, folder: str) -> Iterator[str]:
        """Yield the folders of the crates that a manifest names, its own first."""
        manifest = self._manifest(folder)
        workspace = manifest.get("workspace", {})
        if manifest.get("package"):
            yield folder
        for member in workspace.get("members", []):
            yield from self._matching(folder, str(member))
        tables = manifest.get("dependencies", {}), workspace.get("dependencies", {})
        for said in (said for table in tables for said in table.values()):
            if isinstance(said, dict) and "path" in said:
                yield plain(join(folder, str(said["path"])))

    def _matching(self, folder: str, pattern: str) -> list[str]:
        """Return the folders that a member of a workspace means."""
        if not pattern.endswith("*"):
            return [plain(join(folder, pattern))]
        base = plain(join(folder, pattern.rstrip("*")))
        return [join(base, name) for name in self.files.folders(base or ".")]
