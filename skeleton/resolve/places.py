"""Words of the resolver: where an import leads, and what a name stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from skeleton.model import Import


class Located(NamedTuple):
    """Where an import leads."""

    path: str = (
        ""  # file; ends in a slash: a folder without a file of its own; empty: not in the project
    )
    external: bool = False
    because: str = ""  # how it was found, or what was looked for


class Files:
    """Which files and folders are there, asked one by one and remembered; never a whole tree."""

    def __init__(
        self,
        exists: Callable[[str], bool],
        list_folder: Callable[[str], tuple[str, ...]] | None = None,
        read_text: Callable[[str], str] | None = None,
    ) -> None:
        self._exists = exists
        self._list = list_folder or (lambda _: ())
        self._read = read_text or (lambda _: "")
        self._seen: dict[str, bool] = {}
        self._folders: dict[str, tuple[str, ...]] = {}

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
