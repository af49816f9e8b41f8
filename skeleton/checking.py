"""Reads what is to be checked, and compares documentation with code, symbol by symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from skeleton.model import CHECK_SCHEMA_VERSION, Checked, Symbol
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from pathlib import Path

    from skeleton.model import Module


class CheckOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton check` is asked for; the command line's words, see its help."""

    paths: tuple[str, ...] = ()
    select: tuple[str, ...] = ()  # kinds of conflicts; none: all


def check_contracts(
    folder: Path, options: CheckOptions, *, place: Workplace | None = None
) -> Checked:
    """Return where documentation and code of public symbols contradict each other for certain.

    Args:
        folder: Where relative paths count from.
        options: What is wanted.
        place: Where to read, if that is known.

    Raises:
        UnknownPath: A path does not exist.
        BadOption: A kind is not known.
        BadConfig: The configuration cannot be used.
        GrammarError: A language cannot be read.
    """
    from skeleton.check import KINDS, find_conflicts
    from skeleton.contracts import Linker
    from skeleton.errors import BadOption
    from skeleton.scope import everything

    for kind in options.select:
        if kind not in KINDS:
            raise BadOption("--select", kind, f"some of {', '.join(KINDS)}")
    place = place or Workplace(folder, options.paths)
    paths = place.paths or place.config.roots or (".",)
    found = place.find(paths, place.config.include, place.config.exclude)
    place.read_all(found.files)
    modules = [place.modules[file.path] for file in found.files]
    project = place.project(paths)
    visibility = place.config.visibility or "public"
    wanted: dict[str, set[int]] = {module.path: set() for module in modules}
    for pick in everything(modules, project, visibility=visibility):
        wanted.setdefault(pick.path, set()).add(pick.ordinal)
    linker = Linker(project.find, place.is_test, place.behind, place.languages)

    def linked(symbols: tuple[Symbol, ...], module: Module) -> tuple[Symbol, ...]:
        ordinals = wanted[module.path]
        return tuple(
            replace(
                linker.link(symbol, module) if symbol.ordinal in ordinals else symbol,
                members=linked(symbol.members, module),
            )
            for symbol in symbols
        )

    compared = [replace(one, symbols=linked(one.symbols, one)) for one in modules]
    conflicts = find_conflicts(
        compared,
        lambda path: place.source(path).data.decode("utf-8", "replace").split("\n"),
        frozenset(options.select or KINDS),
    )
    said = [*found.diagnostics, *(one for module in modules for one in module.diagnostics)]
    return Checked(
        CHECK_SCHEMA_VERSION,
        conflicts.findings,
        conflicts.suppressed,
        files=len(modules),
        symbols=sum(len(wanted[module.path]) for module in modules),
        diagnostics=tuple(
            sorted(
                (one for one in said if one.severity != "information"),
                key=lambda one: (one.path, one.line, one.code),
            )
        ),
    )
