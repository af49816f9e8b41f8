"""Import styles that name files: `#include`, `require`, paths, classes by `composer.json`.

Ask for paths beside the importer and in usual folders above it; know no search path.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from skeleton.resolve.places import Folders, Located, ancestors, join, parent, plain

if TYPE_CHECKING:
    from skeleton.model import Import
    from skeleton.resolve.places import Files

_INCLUDES = ("", "include", "src", "inc", "lib", "source")
_GIVEN = re.compile(r"-(?:I|isystem|iquote)\s*([^\s\"',]+)")
_PARTS = re.compile(r"[./]+")
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Include(Folders):
    """Headers, beside the file and in folders of headers; sources are never looked for."""

    endings = ()

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        super().__init__(files, roots)
        self._given: dict[str, tuple[str, ...]] = {}

    def local_name(self, written: Import) -> str:
        """Return nothing: all names of a header are seen."""
        return ""

    def opens(self, name: str) -> bool:
        """Tell whether a name is called without its namespace: inside it, or by `using`."""
        return True

    def locate(self, importer: str, written: Import) -> Located:
        """Return where the header of an `#include` lies."""
        angled = "<" in written.text and '"' not in written.text
        here = [] if angled else [parent(importer)]
        around = ancestors(parent(importer))
        found = [*here, *self._roots]
        for folder in around:
            found += self._compiled(folder)
        for folder in around:
            found += [join(folder, name) if name else folder for name in _INCLUDES]
        for folder in dict.fromkeys(found):
            place = plain(join(folder, written.module))
            if self.files.exists(place):
                return Located(place)
        if angled:
            return Located(external=True, because="not in this project")
        return Located(because=f"no {written.module}")

    def _compiled(self, folder: str) -> tuple[str, ...]:
        """Return the folders that `compile_commands.json` names."""
        if folder not in self._given:
            text = self.files.text(join(folder, "compile_commands.json"))
            said = dict.fromkeys(_GIVEN.findall(text))
            self._given[folder] = tuple(
                plain(join(folder, one)) for one in said if not one.startswith("/")
            )
        return self._given[folder]


class ByPath(Folders):
    """Files by their path, written with slashes or dots: what a language of one's own begins with.

    A module has the ending of the file that imports it, unless it is written with one.
    """

    _LAYOUTS = ("", "src", "lib")
    _FRONTS = ("init", "index", "main")  # the file that speaks for its folder

    def local_name(self, written: Import) -> str:
        """Return the name that an import binds: without one, the last part of the path."""
        return written.alias or written.name or _PARTS.split(written.module)[-1]

    def package(self, module: str) -> str:
        """Return the first part of the path."""
        return _PARTS.split(module)[0]

    def locate(self, importer: str, written: Import) -> Located:
        """Return a file: beside the importer, else from a folder above it or a usual one there."""
        if not written.module:  # what the file itself gives away
            return Located(importer)
        ending = "." + importer.rpartition(".")[2]
        name = written.module
        if "/" not in name and not name.endswith(ending):
            name = "/".join(name.split("."))
        base = name.removesuffix(ending)
        tried = [name, base + ending, *(f"{base}/{front}{ending}" for front in self._FRONTS)]
        here = parent(importer)
        bound = bool(written.level) or name.startswith(".")
        folders = [here, *self._roots]
        folders += [
            join(folder, inner) if inner else folder
            for folder in ancestors(here)
            for inner in self._LAYOUTS
        ]
        for folder in [here] if bound else dict.fromkeys(folders):
            for one in tried:
                place = plain(join(folder, one))
                if place.endswith(ending) and place != importer and self.files.exists(place):
                    return Located(place)
        if bound:
            return Located(because=f"no {plain(join(here, base + ending))}")
        return Located(external=True, because="not in this project")


class Php(Folders):
    """Classes by the prefixes of `composer.json` (PSR-4), files by `require`."""

    endings = (".php",)

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        super().__init__(files, roots)
        self._prefixes: dict[str, dict[str, list[str]]] = {}

    def opens(self, name: str) -> bool:
        """Tell whether a name is called without its namespace: inside it, or by `use`."""
        return True

    def package(self, module: str) -> str:
        """Return the vendor of a class."""
        return module.lstrip("\\").split("\\")[0]

    def locate(self, importer: str, written: Import) -> Located:
        """Return the file of a class, the folder of a namespace, or a required file."""
        if written.name == "*" and "\\" not in written.module:
            place = plain(join(parent(importer), written.module.lstrip("/")))
            return Located(place) if self.files.exists(place) else Located(because=f"no {place}")
        whole = f"{written.module}\\{written.name}".strip("\\")
        for folder in ancestors(parent(importer)):
            known = self._known(folder)
            for prefix in sorted(known, key=len, reverse=True):
                if not (whole + "\\").startswith(prefix):
                    continue
                for base in known[prefix]:
                    place = plain(join(folder, base, *whole[len(prefix) :].split("\\")))
                    if self.files.exists(place + ".php"):
                        return Located(place + ".php")
                    if self.files_of(parent(place)):
                        return Located(parent(place) + "/")
        place = join(parent(importer), written.name + ".php")
        if written.name and self.files.exists(place):
            return Located(place)
        return Located(external=True, because="not in this project")

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the other files of the folder: they are of the same namespace."""
        return tuple(other for other in self.files_of(parent(path)) if other != path)

    def _known(self, folder: str) -> dict[str, list[str]]:
        if folder not in self._prefixes:
            found: dict[str, list[str]] = {}
            try:
                said = json.loads(self.files.text(join(folder, "composer.json")) or "{}")
            except ValueError:
                said = {}
            for part in ("autoload", "autoload-dev"):
                table = said.get(part, {}).get("psr-4", {}) if isinstance(said, dict) else {}
                for prefix, bases in table.items():
                    found[prefix] = [
                        str(one) for one in (bases if isinstance(bases, list) else [bases])
                    ]
            self._prefixes[folder] = found
        return self._prefixes[folder]


class Ruby(Folders):
    """Files by `require` and `require_relative`; constants by the names of files, as loaders do."""

    endings = (".rb",)

    def local_name(self, written: Import) -> str:
        """Return the constant that `autoload` binds."""
        return written.name

    def opens(self, name: str) -> bool:
        """Tell whether a name is called without its module: constants are, from inside it."""
        return name[:1].isupper()

    def locate(self, importer: str, written: Import) -> Located:
        """Return where the file of a `require` lies, with or without its ending."""
        name = written.module if written.module.endswith(".rb") else written.module + ".rb"
        if written.level:
            place = plain(join(parent(importer), name))
            return Located(place) if self.files.exists(place) else Located(because=f"no {place}")
        for folder in ancestors(parent(importer)):
            for gathered in ("lib", ""):
                place = join(folder, gathered, name) if gathered else join(folder, name)
                if self.files.exists(place) and place != importer:
                    return Located(place)
        return Located(external=True, because="not in this project")

    def named_like(self, path: str, name: str) -> str:
        """Return the file that a loader takes for a constant: `OrderLine` is in `order_line.rb`."""
        if not name[:1].isupper():
            return ""
        file = _WORDS.sub("_", name).lower() + ".rb"
        for folder in ancestors(parent(path)):
            places = [join(folder, file), join(folder, "lib", file)]
            places += [
                join(folder, "app", inner, file)
                for inner in self.files.folders(join(folder, "app"))
            ]
            for place in places:
                if place != path and self.files.exists(place):
                    return place
        return ""
