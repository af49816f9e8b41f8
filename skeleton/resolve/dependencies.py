"""Says what a file depends on: where each import leads, and what it sees without one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.model import Dependency, Import
from skeleton.resolve.places import Folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.resolve.lookup import LookUp
    from skeleton.resolve.table import Table

_WORD = re.compile(r"\w+")


def dependencies_of(names: LookUp, path: str) -> tuple[Dependency, ...]:
    """Return the imports of a file in source order, each with where it leads.

    What leads nowhere says what was looked for.
    """
    table = names.table(path)
    return (*_imports(names, path, table), *_beside(names, path)) if table else ()


def _imports(names: LookUp, path: str, table: Table) -> Iterator[Dependency]:
    """Yield where each import leads, the parts of a package that it means one by one."""
    for written in table.module.imports:
        located = names.locate(path, written)
        submodule = names.submodule_of(located, written)
        if path in (submodule, located.path) and not (submodule and submodule != path):
            continue
        if submodule:
            yield Dependency(path, submodule, written, because=located.because)
        elif located.path.endswith("/") and (
            held := _files_meant(names, path, located.path, written)
        ):
            for file in held:
                yield Dependency(path, file, written, because=located.because)
        elif located.path and not located.path.endswith("/"):
            known = written.name in ("", "*") or bool(names.inner(located.path, written))
            if not known and not _may_hold(names, located.path, written.name):
                yield Dependency(
                    path, None, written, because=f"no {written.name} in {located.path}"
                )
            yield Dependency(path, located.path, written, because=located.because)
        elif located.path and written.level:
            wanted = f"{located.path}{written.name}.py".lstrip("/")
            yield Dependency(path, None, written, because=f"no {wanted}")
        elif located.path:
            yield _outside(names, path, written, "not in this project")
        elif located.external:
            yield _outside(names, path, written, located.because)
        else:
            yield Dependency(path, None, written, because=located.because)


def _files_meant(names: LookUp, path: str, folder: str, written: Import) -> tuple[str, ...]:
    """Return the files of a package that an import means: those that define a name of it."""
    style = names.style(path)
    if not isinstance(style, Folders):
        return ()
    files = tuple(file for file in style.files_of(folder) if file != path)
    if written.name == "*":
        return names.defining(files, _used_words(names, path))
    return names.defining(files, {written.name}) if written.name else files


def _beside(names: LookUp, path: str) -> Iterator[Dependency]:
    """Yield the files that a file sees without an import, where it uses a name of theirs."""
    style = names.style(path)
    table = names.table(path)
    if not isinstance(style, Folders) or table is None:
        return
    own = frozenset(table.definitions) | frozenset(table.imports) | frozenset(table.opened)
    used = _used_words(names, path) - own
    for file in names.defining(style.beside(path), used):
        yield Dependency(path, file, Import(module=""), because="the same package")
    for name in sorted(used):
        file = style.named_like(path, name)
        if file:
            yield Dependency(path, file, Import(module=name), because="found by its name")


def _used_words(names: LookUp, path: str) -> frozenset[str]:
    """Return the names that a file uses, whatever they stand for."""
    scopes = names.uses(path).scopes
    texts = [chain for scope in scopes for chain in scope.chains]
    texts += [binding.type for scope in scopes for binding in scope.bindings]
    return frozenset(word for text in texts for word in _WORD.findall(text))


def _outside(names: LookUp, path: str, written: Import, because: str) -> Dependency:
    style = names.style(path)
    package = style.package(written.module) if style else written.module
    return Dependency(path, None, written, external=True, because=because, package=package)


def _may_hold(names: LookUp, path: str, name: str) -> bool:
    """Tell whether a module has a name, or may have it for all that can be read."""
    table = names.table(path)
    if table is None or table.module.diagnostics or "__getattr__" in table.definitions:
        return True
    if table.stars and any(not names.locate(path, star).path for star in table.stars):
        return True
    if (
        name in table.imports
        or name == "default"
        or (table.module.exports and name in table.module.exports)
    ):
        return True
    return bool(names.look_up(path, name)) or (name.startswith("__") and name.endswith("__"))
