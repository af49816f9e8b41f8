"""Words of the resolver: where an import leads, and what a name stands for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from skeleton.model import Import


_WORD = re.compile(r"\w+")


class Located(NamedTuple):
    """Where an import leads."""

    # file; ends in a slash: a folder without a file of its own; empty: not in the project
    path: str = ""
    external: bool = False
    because: str = ""  # how it was found, or what was looked for


class Files:
    """Which files and folders are there, asked one by one and remembered; never a whole tree."""

    def __init__(
        self,
        exists: Callable[[str], bool],
        list_folder: Callable[[str], tuple[str, ...]] | None = None,
        read_text: Callable[[str], str] | None = None,
        list_files: Callable[[str], tuple[str, ...]] | None = None,
    ) -> None:
        self._exists = exists
        self._list_files = list_files or (lambda _: ())
        self._list = list_folder or (lambda _: ())
        self._read = read_text or (lambda _: "")
        self._seen: dict[str, bool] = {}
        self._folders: dict[str, tuple[str, ...]] = {}
        self._inside: dict[str, tuple[str, ...]] = {}
        self._words: dict[str, frozenset[str]] = {}

    def exists(self, path: str) -> bool:
        """Tell whether a file or a folder has this path, relative to the root."""
        if path not in self._seen:
            self._seen[path] = self._exists(path)
        return self._seen[path]

    def folders(self, path: str) -> tuple[str, ...]:
        """Return the names of the folders directly inside a folder, sorted, without hidden ones."""
        if path not in self._folders:
            names = (name for name in self._list(path) if not name.startswith("."))
            self._folders[path] = tuple(sorted(names))
        return self._folders[path]

    def files(self, path: str) -> tuple[str, ...]:
        """Return the names of the files directly inside a folder, sorted."""
        if path not in self._inside:
            self._inside[path] = tuple(sorted(self._list_files(path or ".")))
        return self._inside[path]

    def words(self, path: str) -> frozenset[str]:
        """Return the words of a file: what it does not hold it does not define."""
        if path not in self._words:
            self._words[path] = frozenset(_WORD.findall(self.text(path)))
        return self._words[path]

    def text(self, path: str) -> str:
        """Return the text of a configuration file, empty where there is none."""
        return self._read(path) if self.exists(path) else ""


class Style(Protocol):
    """How a language writes imports. One instance serves one project."""

    def locate(self, importer: str, written: Import) -> Located:
        """Return where the module of an import lies; the imported name is not looked at."""

    def submodule(self, path: str, name: str) -> str:
        """Return the module called `name` inside a package, empty where there is none."""

    def passes(self, name: str) -> bool:
        """Tell whether an import of everything passes a name on, where no list says so."""

    def package(self, module: str) -> str:
        """Return the name of the package that a module outside the project belongs to."""

    def local_name(self, written: Import) -> str:
        """Return the name that an import binds in its file."""

    def opens(self, name: str) -> bool:
        """Tell whether a name inside a namespace is also called without the namespace."""


class Folders:
    """A style in which files see one another, or a folder is imported; to be completed."""

    endings: tuple[str, ...] = ()  # of the files that make a package

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        self.files = files
        self._roots = roots

    def submodule(self, path: str, name: str) -> str:
        """Return nothing: what a package holds are definitions."""
        return ""

    def passes(self, name: str) -> bool:
        """Tell whether an import of everything passes a name on."""
        return True

    def opens(self, name: str) -> bool:
        """Tell whether a name inside a namespace is also called without the namespace."""
        return False

    def package(self, module: str) -> str:
        """Return the name of the package that a module outside the project belongs to."""
        return module

    def local_name(self, written: Import) -> str:
        """Return the name that an import binds in its file."""
        return written.alias or written.name or written.module

    def files_of(self, folder: str) -> tuple[str, ...]:
        """Return the files of a package that is a folder."""
        if not self.endings:
            return ()
        folder = folder.rstrip("/")
        names = self.files.files(folder)
        return tuple(join(folder, name) for name in names if name.endswith(self.endings))

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the files whose names a file sees without an import."""
        return ()

    def named_like(self, path: str, name: str) -> str:
        """Return the file that is found by the name of what it defines."""
        return ""


def plain(path: str) -> str:
    """Return a path with `.` and `..` worked out."""
    found: list[str] = []
    for part in path.split("/"):
        if part == "..":
            found = found[:-1]
        elif part not in ("", "."):
            found.append(part)
    return "/".join(found)


def join(folder: str, *parts: str) -> str:
    """Join parts of a path; the empty folder is the root."""
    return "/".join((folder, *parts) if folder else parts)


def parent(path: str) -> str:
    """Return the folder of a path, empty for the root."""
    return path.rstrip("/").rpartition("/")[0]


def ancestors(folder: str) -> tuple[str, ...]:
    """Return a folder and those around it, nearest first, the root last."""
    found = [folder]
    while folder:
        folder = parent(folder)
        found.append(folder)
    return tuple(found)
