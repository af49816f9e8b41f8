"""Says what is loaded besides what imports name, and where that cannot be told.

Fronts of packages, `conftest.py`, files of one package, files that tests name in strings; and the
marks of loading by name at run time, which are the languages' own (`dynamic`). Follows nothing.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from skeleton.model import Dependency, Import, Language, Module, Place

_TOKEN = re.compile(rb"[\w.$-]+")
_LAST = re.compile(rb"/([\w.$-]+)[\"'`]")
_DATA = (".json", ".css", ".scss", ".sass", ".less", ".svg", ".png", ".html", ".txt", ".md")
_FRONT = "__init__.py"


class Located(Protocol):
    """Where an import leads."""

    @property
    def path(self) -> str:
        """The file, empty where it is not in the project."""


class Names(Protocol):
    """What is asked of a resolver."""

    def module(self, path: str) -> Module | None:
        """Return the module of a file."""

    def locate(self, path: str, written: Import) -> Located:
        """Return where an import leads."""

    def look_up(self, path: str, name: str) -> tuple[Place, ...]:
        """Return what a name stands for in a file."""


class Tree(NamedTuple):
    """The files of a project, as far as loading asks for them."""

    exists: Callable[[str], bool]
    files: Callable[[str], tuple[str, ...]]  # names of the source files of a folder
    bytes_of: Callable[[str], bytes]
    is_test: Callable[[str], bool]
    languages: Mapping[str, Language]


class Loading:
    """What the files of one project load besides their imports."""

    def __init__(
        self,
        project: Names,
        tree: Tree,
        *,
        changed: Iterable[str],
        always: Mapping[str, Collection[str]],
        declared: Callable[[str], Collection[str]],
        own: Collection[str],
        loaders: Collection[str],
    ) -> None:
        """Prepare for questions.

        Args:
            project: The resolver.
            tree: The files.
            changed: Those that may be named in a string.
            always: By language, what every test of it loads, and names of files that a folder
                gives to the tests in it and below.
            declared: Returns the packages outside that a folder says it needs; none: it says
                nothing.
            own: Names by which the project's own files might be imported from anywhere.
            loaders: Packages outside that load files of a project by name.
        """
        self._project, self._tree = project, tree
        self._always, self._declared, self._own = always, declared, own
        self._named: dict[bytes, list[str]] = {}
        for path in changed:
            for name in _names_in_strings(path):
                self._named.setdefault(name, []).append(path)
        self._dynamic = cache(_compiled)
        names = "|".join(map(re.escape, loaders))
        self._loader = rf"\b(?:{names})(?![^\W_])" if names else ""  # `django_db` names django

    def around(self, path: str) -> Iterator[str]:
        """Yield what is loaded with a file, though it does not import it."""
        tree, module = self._tree, self._project.module(path)
        if module is None:
            return
        if tree.is_test(path):
            yield from self._always.get(module.language, ())
            words = _mentioned(tree.bytes_of(path))
            for name in words & self._named.keys():
                yield from self._named[name]
        folder = posixpath.dirname(path)
        if module.language == "go":
            beside = (posixpath.join(folder, name) for name in tree.files(folder or "."))
            ends = (".go",) if path.endswith("_test.go") else (".go", "_test.go")
            yield from (one for one in beside if one.endswith(".go") and not one.endswith(ends[1:]))
        if module.language == "python":
            yield from self._of_python(path, folder, module)

    def _of_python(self, path: str, folder: str, module: Module) -> Iterator[str]:
        if path.endswith(".pyi"):
            yield from filter(self._tree.exists, (path[:-1],))
        names = (_FRONT, "conftest.py") if self._tree.is_test(path) else (_FRONT,)
        above = [folder]
        while above[-1]:
            above.append(posixpath.dirname(above[-1]))
        places = (posixpath.join(one, name) for one in above for name in names)
        yield from (one for one in places if one != path and self._tree.exists(one))
        for written in module.imports:  # of everything: the modules that `__all__` names too
            package = self._project.locate(path, written).path if written.name == "*" else ""
            front = self._project.module(package) if package else None
            for name in front.exports or () if front else ():
                found = self._project.look_up(package, name)
                yield from (one.path for one in found if one.path and not one.name)

    def unsure(self, path: str, imports: Sequence[Dependency]) -> bool:
        """Tell whether a file may load more than its imports and `around` say."""
        module = self._project.module(path)
        if module is None:
            return not path.endswith((*_DATA, "/"))
        if module.lazy_exports or any(one.severity != "information" for one in module.diagnostics):
            return True
        language = self._tree.languages[module.language]
        data = self._tree.bytes_of(path)
        texts = [language.dynamic]
        if self._tree.is_test(path):
            texts += [language.dynamic_tests, self._loader]
        if any(text and self._dynamic(text).search(data) for text in texts):
            return True
        return any(self._may_be_ours(path, module, one) for one in imports if not one.imported)

    def _may_be_ours(self, path: str, module: Module, one: Dependency) -> bool:
        """Tell whether what leads out of the project, or nowhere, may lead into it all the same."""
        if one.because == "standard library" or one.written.type_only:
            return False
        if module.language == "python":
            return one.external and one.package in self._own
        if module.language == "go":
            return False
        folder = posixpath.dirname(path)
        if one.external:
            return one.package not in self._declared(folder)
        place = posixpath.normpath(posixpath.join(folder, one.written.module))
        return self._tree.exists(place) and not place.endswith(_DATA)


def _compiled(text: str) -> re.Pattern[bytes]:
    return re.compile(text.encode())


def _names_in_strings(path: str) -> Iterator[bytes]:
    """Yield what a string may call a file: `rates.py`, `shop.rates`, `/rates`."""
    folder, name = posixpath.split(path)
    stem = name.partition(".")[0]
    if name != _FRONT:
        yield name.encode()
        yield f"/{stem}".encode()
    dotted = [*folder.split("/"), stem] if name != _FRONT else folder.split("/")
    if len(dotted) > 1 and dotted[-2]:
        yield ".".join(dotted[-2:]).encode()


def _mentioned(data: bytes) -> set[bytes]:
    """Return what strings of a file may call other files, in the same words."""
    tokens = set(_TOKEN.findall(data))
    parts = [token.split(b".") for token in tokens if b"." in token]
    pairs = {b".".join(pair) for one in parts for pair in pairwise(one)}
    lasts = {b"/" + one.partition(b".")[0] for one in _LAST.findall(data)}
    return tokens | pairs | lasts
