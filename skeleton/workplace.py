"""Where a run reads: the working tree, or the files of a revision, with the modules read so far.

Joins finding, reading and resolving for `pipeline`; decides nothing about what is shown.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from skeleton.config import Config, chosen, read_config
from skeleton.discover import Found, find_files, hash_bytes, hash_file, read_text
from skeleton.discover.listing import path_filter
from skeleton.discover.reading import (
    NotSource,
    decode_text,
    forget_links,
    is_there,
    on_disk,
    read_bytes,
)
from skeleton.discover.revisions import object_name
from skeleton.discover.root import find_project, find_root
from skeleton.languages import language_of, load_languages
from skeleton.model import Language, Module, SourceFile, SourceText, Symbol, Uses, walk

if TYPE_CHECKING:
    from pathlib import Path

    from skeleton.cache import Cache
    from skeleton.discover.revisions import Revision
    from skeleton.memory import Memory
    from skeleton.resolve import Project

T = TypeVar("T")
Progress = Callable[[int, int], None]
TEST_PLACES = frozenset({"conftest.py", "test/", "tests/"})


class Workplace:
    """Where a run reads: root, configuration, languages, cache, and the modules read so far.

    `asked` holds what the run asked the file system, and the replies: see `memo`.
    """

    def __init__(self, folder: Path, paths: tuple[str, ...], memory: Memory | None = None) -> None:
        """Find the root, and read what it says about itself.

        Args:
            folder: Where relative paths count from.
            paths: As written.
            memory: What is known about the root from earlier runs of the process.
        """
        from skeleton.cache import open_cache

        forget_links()
        self.root, self.paths = find_root(folder, paths)
        self._memory = memory if memory is not None and memory.root == self.root else None
        self.config: Config = read_config(self.root)
        extra = self.root / self.config.grammars if self.config.grammars else None
        known = self._keep("languages", extra, lambda: load_languages(extra))
        self.languages: dict[str, Language] = chosen(
            known, self.config.languages, "languages of the configuration"
        )
        self.cache: Cache | None = open_cache()
        self.modules: dict[str, Module] = {}
        self.asked: dict[tuple[str, str], str] = {}
        self._symbols: dict[str, dict[int, Symbol]] = {}
        self._tests: Callable[[str], bool] | None = None

    def read(self, path: str) -> Module | None:
        """Return the module of one file, `None` where there is no source file to read."""
        if path not in self.modules:
            language = language_of(path, self.languages)
            whole = self.root / on_disk(self.root, path)
            if language is None or not self.exists(path) or whole.is_dir():
                return None
            self.read_all((SourceFile(path, language.name, whole.stat().st_size),))
        return self.modules[path]

    def read_all(self, files: tuple[SourceFile, ...], progress: Progress | None = None) -> None:
        """Read files that were found; from the cache where their content is known."""
        from skeleton.batch import read_modules

        read = read_modules(self.root, files, self.languages, cache=self.cache, progress=progress)
        self.modules |= {module.path: module for module in read}
        self.asked |= {("content", module.path): module.content_hash for module in read}

    def ask(self, question: str, subject: str) -> str:
        """Ask the file system as the run did that `asked` comes from."""
        match question:
            case "content":
                return hash_file(self.root, subject)
            case "exists":
                return str(self._exists(subject))
            case "files":
                return "\0".join(self.files(subject))
            case "folders":
                return "\0".join(self.folders(subject))
            case "text":
                return self.text(subject)
            case "project":
                return find_project(self.root, subject)
            case "siblings":
                self.siblings((subject,))
                return self.asked["siblings", subject]
            case "listing":
                return self._digest(self._find(*json.loads(subject)))
        return ""

    def find(
        self,
        paths: tuple[str, ...],
        include: tuple[str, ...] = (),
        exclude: tuple[str, ...] = (),
    ) -> Found:
        """List the source files below some paths."""
        found = self._find(paths, include, exclude)
        subject = json.dumps((paths, include, exclude))  # a name may be no Unicode
        self.asked["listing", subject] = self._digest(found)
        return found

    def _find(self, paths: Sequence[str], include: Sequence[str], exclude: Sequence[str]) -> Found:
        asked = tuple(paths), tuple(include), tuple(exclude)

        def find() -> Found:
            return find_files(
                self.root, asked[0], self.languages, include=asked[1], exclude=asked[2]
            )

        return self._keep("files", asked, find)

    def _keep(self, kind: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is remembered of the tree, where there is a memory; else make it."""
        return self._memory.keep(kind, key, make) if self._memory else make()

    @staticmethod
    def _digest(found: Found) -> str:
        """Return a hash of a listing; sizes do not count, as contents are asked for."""
        files = "\0".join(file.path for file in found.files)
        said = msgspec.json.encode(found.diagnostics)
        return hashlib.sha256(files.encode() + said + str(found.filtered).encode()).hexdigest()

    def read_paths(self, paths: tuple[str, ...]) -> None:
        """Read files by their paths; what is no source file is passed over."""
        missing = tuple(path for path in paths if path not in self.modules and self.exists(path))
        if missing:
            self.read_all(self.find(missing).files)

    def listed(self, paths: tuple[str, ...]) -> Found:
        """List the source files below those of some paths that are there, as configured."""
        here = tuple(path for path in paths if self.exists(path))
        if paths and not here:
            return Found(())
        return self.find(here, self.config.include, self.config.exclude)

    def is_test(self, path: str) -> bool:
        """Tell whether a file belongs to tests, by its name or its folder."""
        if self._tests is None:
            named = {one for each in self.languages.values() for one in each.tests}
            self._tests = cache(path_filter(tuple(sorted(named | TEST_PLACES)), ()))
        return self._tests(path)

    def behind(self, path: str) -> Module | None:
        """Return the module that a stub stands for, if it lies beside the stub."""
        return self.project(()).module(path[:-1]) if path.endswith(".pyi") else None

    def object_of(self, path: str) -> str:
        """Return the name that git has, or would have, for the content of a file."""
        return object_name(self.bytes_of(path))

    def bytes_of(self, path: str) -> bytes:
        """Return the content of a file, empty where it cannot be read."""
        try:
            content = read_bytes(self.root, path)
        except (OSError, NotSource):
            content = b""
        self.asked["content", path] = hash_bytes(content) if content else hash_file(self.root, path)
        return content

    def source(self, path: str) -> SourceText:
        """Return the text of a file, as its spans count."""
        return read_text(self.root, path)

    def linked(self, paths: tuple[str, ...]) -> dict[str, Module]:
        """Return those of some files that are there, with the contracts of all their symbols."""
        from skeleton.contracts import Linker

        linker = Linker(self.project(()).find, self.is_test, self.behind, self.languages)

        def link(symbols: tuple[Symbol, ...], module: Module) -> tuple[Symbol, ...]:
            return tuple(
                replace(linker.link(symbol, module), members=link(symbol.members, module))
                for symbol in symbols
            )

        self.read_paths(paths)
        here = [self.modules[path] for path in paths if path in self.modules]
        return {one.path: replace(one, symbols=link(one.symbols, one)) for one in here}

    def leave_parent(self) -> None:
        """Open a cache for a copy of a process: it must not use, nor close, that of its parent."""
        from skeleton.cache import open_cache

        self._inherited, self.cache = self.cache, open_cache()

    def symbol(self, path: str, ordinal: int) -> Symbol | None:
        """Return one symbol of a file that was read."""
        if path not in self._symbols:
            module = self.modules.get(path)
            symbols = walk(module.symbols if module else ())
            self._symbols[path] = {one.ordinal: one for one in symbols}
        return self._symbols[path].get(ordinal)

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""
        from skeleton.batch import read_uses

        language = language_of(path, self.languages)
        if language is None or not self.exists(path):
            return Uses()
        self.asked["content", path] = hash_file(self.root, path)
        return read_uses(self.root, path, language, self.cache)

    def exists(self, path: str) -> bool:
        """Tell whether a path below the root is there; links that lead out of the root are not."""
        found = self._exists(path)
        self.asked["exists", path] = str(found)
        return found

    def _exists(self, path: str) -> bool:
        return is_there(self.root, path)

    def project_of(self, path: str) -> str:
        """Return the folder of the project that a file belongs to."""
        found = self.asked["project", path] = find_project(self.root, path)
        return found

    def siblings(self, targets: tuple[str, ...]) -> tuple[str, ...]:
        """Return the source files beside some targets, the front of their package first."""
        found: set[str] = set()
        for target in targets:
            folder = (self.root / target).parent
            paths = (path.relative_to(self.root).as_posix() for path in folder.glob("*.*"))
            beside = sorted(one for one in paths if language_of(one, self.languages))
            self.asked["siblings", target] = "\0".join(beside)
            found |= set(beside) - set(targets)
        return tuple(sorted(found, key=lambda one: ("__init__" not in one, one)))

    def files(self, path: str) -> tuple[str, ...]:
        """Return the source files directly inside a folder."""
        try:
            names = [one.name for one in os.scandir(self.root / path) if one.is_file()]
        except OSError:
            names = []
        found = tuple(sorted(name for name in names if language_of(name, self.languages)))
        self.asked["files", path] = "\0".join(found)
        return found

    def folders(self, path: str) -> tuple[str, ...]:
        """Return the folders directly inside a folder."""
        try:
            found = sorted(one.name for one in os.scandir(self.root / path) if one.is_dir())
        except OSError:
            found = []
        self.asked["folders", path] = "\0".join(found)
        return tuple(found)

    def text(self, path: str) -> str:
        """Return the text of a configuration file."""
        try:
            text = (self.root / path).read_text("utf-8", "replace")
        except OSError:
            text = ""
        self.asked["text", path] = text
        return text

    def project(self, roots: tuple[str, ...]) -> Project:
        """Return the resolver of names over this workplace."""
        from skeleton.resolve import Project

        return Project(
            self.exists,
            self.read,
            self.languages,
            read_uses=self.uses,
            list_folder=self.folders,
            list_files=self.files,
            read_text=self.text,
            roots=roots,
        )


class PastPlace(Workplace):
    """The same place as a revision has it."""

    def __init__(self, present: Workplace, revision: Revision) -> None:
        self.root, self.paths, self.config = present.root, present.paths, present.config
        self.languages, self.cache = present.languages, present.cache
        self.modules = {}
        self.asked = {}
        self._symbols = {}
        self._tests = None
        self._memory = None
        self._revision = revision

    def read(self, path: str) -> Module | None:
        """Return the module of one file, `None` where there is no source file to read."""
        if path not in self.modules:
            if path not in self._revision.blobs or not language_of(path, self.languages):
                return None
            self.read_paths((path,))
        return self.modules.get(path)

    def read_all(self, files: tuple[SourceFile, ...], progress: Progress | None = None) -> None:
        """Read files that were found; from the cache where their content is known."""
        self.read_paths(tuple(file.path for file in files))

    def read_paths(self, paths: tuple[str, ...]) -> None:
        """Read files that were found; from the cache where their content is known."""
        from skeleton.batch import read_texts

        blobs = self._revision.blobs
        missing = [path for path in paths if path in blobs and path not in self.modules]
        sources = (decode_text(*one) for one in self._revision.read(missing))
        read = read_texts(sources, self._language, self.cache)
        self.modules |= {module.path: module for module in read}

    def listed(self, paths: tuple[str, ...]) -> Found:
        """List the source files below those of some paths that are there, as configured."""
        here = tuple(path for path in paths if self.exists(path))
        if paths and not here:
            return Found(())
        found = self._revision.find(
            here,
            lambda path: language_of(path, self.languages) is not None,
            include=self.config.include,
            exclude=self.config.exclude,
        )
        return Found(
            tuple(
                SourceFile(path, self._language(path).name, self._revision.blobs[path].size)
                for path in found
            )
        )

    def object_of(self, path: str) -> str:
        """Return the name that git has for the content of a file."""
        return self._revision.blobs[path].object

    def bytes_of(self, path: str) -> bytes:
        """Return the content of a file, empty where it cannot be read."""
        known = (path,) if path in self._revision.blobs else ()
        return dict(self._revision.read(known)).get(path, b"")

    def source(self, path: str) -> SourceText:
        """Return the text of a file, as its spans count."""
        return decode_text(path, self.bytes_of(path))

    def exists(self, path: str) -> bool:
        """Tell whether a path below the root is there."""
        return self._revision.exists(path)

    def files(self, path: str) -> tuple[str, ...]:
        """Return the source files directly inside a folder."""
        start = "" if path in ("", ".") else path + "/"
        names = (blob[len(start) :] for blob in self._revision.blobs if blob.startswith(start))
        return tuple(
            sorted(name for name in names if "/" not in name and language_of(name, self.languages))
        )

    def folders(self, path: str) -> tuple[str, ...]:
        """Return the folders directly inside a folder."""
        return tuple(sorted(self._revision.folders.get("" if path == "." else path, ())))

    def text(self, path: str) -> str:
        """Return the text of a configuration file."""
        return self.bytes_of(path).decode("utf-8", "replace")

    def _language(self, path: str) -> Language:
        language = language_of(path, self.languages)
        assert language is not None  # only source files are read
        return language
