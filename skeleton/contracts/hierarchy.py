"""Says which exception is a kind of which, for classes of the project and for builtin ones.

An exception that cannot be found is taken as unknown: caught only by a handler that takes
everything, or by name.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from skeleton.contracts.names import split_list

if TYPE_CHECKING:
    from skeleton.contracts.places import Place, Project

MAX_BASES = 40
BUILTIN = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
ALIASES = {
    "EnvironmentError": "OSError",
    "IOError": "OSError",
    "socket.error": "OSError",
    "select.error": "OSError",
}
# Errors that come with other languages, where a file does not import one of that name; their bases.
FOREIGN: dict[str, tuple[str, ...]] = {
    "Error": (),
    "Throwable": (),
    "AggregateError": ("Error",),
    "EvalError": ("Error",),
    "RangeError": ("Error",),
    "URIError": ("Error",),
}
EVERYTHING = frozenset({"BaseException", "Exception", "any exception"})


def ancestors(project: Project, path: str, name: str) -> frozenset[str]:
    """Return what an exception is: keys of its class and of all its bases.

    Returns:
        `path::Name` for a class of the project, the bare name for a builtin or an unknown one.
    """
    key = (path, name)
    if key not in project.ancestors:
        project.ancestors[key] = frozenset(_ancestors(project, path, name))
    return project.ancestors[key]


def _ancestors(project: Project, path: str, name: str) -> set[str]:
    found: set[str] = set()
    waiting: list[tuple[str, str]] = [(path, name)]
    seen: set[tuple[str, str]] = set()
    while waiting and len(seen) < MAX_BASES:
        where, dotted = waiting.pop()
        if (where, dotted) in seen:
            continue
        seen.add((where, dotted))
        place = project.find(where, dotted)
        if place is not None and place.symbol.kind == "class":
            found.add(key_of(place))
            if any(is_foreign(project, place, base) for base in place.symbol.bases):
                found.add("BaseException")
            waiting += [(place.module.path, base) for base in place.symbol.bases if "=" not in base]
            continue
        if place is not None and place.symbol.value:
            waiting += [(place.module.path, part) for part in _listed(place.symbol.value)]
            continue
        bare = ALIASES.get(dotted, dotted)
        kind = BUILTIN.get(bare.removeprefix("builtins."))
        if kind is None:
            found |= {bare, bare.rpartition(".")[2], *FOREIGN.get(bare, ())}
        else:
            found.update(one.__name__ for one in kind.__mro__ if one is not object)
    return found


def is_foreign(project: Project, place: Place, name: str) -> bool:
    """Whether a name in the file of a place is that of an error of the language itself."""
    return name in FOREIGN and not project.is_of_file(place.module, name)


def key_of(place: Place) -> str:
    """Return the key of a class of the project."""
    return f"{place.module.path}::{place.symbol.qualified_name}"


def keys_of(
    project: Project, path: str, name: str, followed: frozenset[tuple[str, str]] = frozenset()
) -> frozenset[str]:
    """Return the keys of the classes that a name in a handler, or in documentation, stands for.

    Args:
        project: Where classes are found.
        path: The file in which the name is written.
        name: As written; a tuple of names stands for each of its own.
        followed: Files and names on the way here: a tuple may hold the name that it is given.
    """
    place = project.find(path, name) if (path, name) not in followed else None
    if place is not None and place.symbol.kind == "class":
        return frozenset({key_of(place)})
    if place is not None and place.symbol.value:
        return frozenset(
            key
            for part in _listed(place.symbol.value)
            for key in keys_of(project, place.module.path, part, followed | {(path, name)})
        )
    bare = ALIASES.get(name, name).removeprefix("builtins.")
    return frozenset({bare if bare in BUILTIN else bare.rpartition(".")[2]})


def is_caught(
    project: Project, thrown: tuple[str, str], handlers: tuple[str, ...], path: str
) -> bool:
    """Whether one of the handlers, written in file `path`, takes an exception.

    Args:
        project: Where classes are found.
        thrown: The file in which the exception is named, and its name there.
        handlers: The names that the handlers catch, as written.
        path: The file of the handlers.
    """
    if not handlers:
        return False
    kinds = ancestors(project, *thrown)
    for handler in handlers:
        keys = keys_of(project, path, handler)
        if keys & EVERYTHING and (
            keys & kinds or "BaseException" not in kinds or "BaseException" in keys
        ):
            return True
        if keys & kinds:
            return True
    return False


def _listed(value: str) -> list[str]:
    """Return the members of a tuple of exceptions, as written."""
    value = value.strip()
    if value.startswith("(") and value.endswith(")"):
        return split_list(value[1:-1])
    return [value] if value.replace(".", "").replace("_", "").isalnum() else []
