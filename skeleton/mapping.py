"""Gathers what a map is made of: files read, symbols picked, tests known, contracts linked.

Knows the order of these steps; what is shown of it, and how, is for `pipeline`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skeleton.contracts import Linker, ShownByTests
from skeleton.copies import in_shares
from skeleton.errors import UnknownName, UnknownTarget
from skeleton.filter import Filter
from skeleton.model import (
    SCHEMA_VERSION,
    Detail,
    Diagnostic,
    InterfaceMap,
    Module,
    Omission,
    Pick,
    Place,
    Selection,
    Symbol,
    TestLink,
    limits_of,
    walk,
)
from skeleton.workplace import Progress, Workplace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from skeleton.filtering import Filtering
    from skeleton.resolve import Project

LINKED_TOGETHER = 4_000  # symbols; copies of this process cost more than they save with fewer

# What one process links: symbols by path, and what it asked the file system on the way.
_Share = tuple[dict[str, tuple[Symbol, ...]], list[tuple[str, str, str]]]
Stage = Callable[[str], None]  # told the name of the stage that begins


def unobserved(name: str) -> None:
    """Take no notice of a stage."""


class MapOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton map` is asked for; the command line's words, see its help."""

    paths: tuple[str, ...] = ()
    deps_of: tuple[str, ...] = ()
    used_by: tuple[str, ...] = ()
    depth: int = 1
    scope: str = "public"
    new: bool = False
    visibility: str = ""
    detail: Detail = "contract"
    budget: str = ""
    tests: bool = True
    messages: bool = False
    target_as: str = "names"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    filter: Filter = Filter()
    format: str = "markdown"
    source_url: str = ""  # where a page leads to, as `source_links` returns it


class Gathered(NamedTuple):
    """All that a map is made of, before a budget is spent on it."""

    place: Workplace
    frame: InterfaceMap  # without its files
    picks: tuple[Pick, ...]
    modules: Mapping[str, Module]  # contracts linked
    files: tuple[str, ...]  # that are told even if nothing in them is picked


def named_paths(options: MapOptions) -> tuple[str, ...]:
    """Return the paths that options name: targets last."""
    used_by = tuple(one.partition("::")[0] for one in options.used_by)
    return options.paths + options.deps_of + used_by


def gather(
    folder: Path,
    options: MapOptions,
    *,
    place: Workplace | None = None,
    progress: Progress | None = None,
    stage: Stage = unobserved,
) -> Gathered:
    """Read what is asked for and pick what is shown of it; as `build_map` does."""
    targets = options.deps_of + options.used_by
    place = place or Workplace(folder, named_paths(options))
    count = len(options.paths)
    paths = place.paths[:count] or place.config.roots or (".",)
    filtering = _filtering(place, paths[:count], options)
    stage("read and pick")
    linker = Linker(place.project(()).find, place.is_test, place.behind, place.languages)
    tested = ShownByTests(lambda one: _linked(place, linker, one))
    if targets:
        frame, picks = _scoped(place, paths, place.paths[count:], options, tested)
        files: tuple[str, ...] = ()
    elif filtering and options.filter.changed_since:
        frame, picks, files = _frame(place, ()), (), ()
        if changed := filtering.changed_files():
            frame, picks, files = _whole(place, changed, options, progress)
    else:
        frame, picks, files = _whole(place, paths, options, progress)
    stage("contracts")
    searched = files or tuple({pick.path for pick in picks})
    if targets and count:
        frame, picks = _below(paths, frame, picks)
    if filtering is None:
        modules = _with_contracts(place, picks, searched if frame.filter else files, linker, tested)
        return Gathered(place, frame, picks, modules, files)
    picks = filtering.keep(picks)
    modules = _with_contracts(place, picks, searched, linker, tested)
    picks = filtering.keep_linked(picks, modules)
    return Gathered(place, filtering.tell(frame, picks, searched), picks, modules, ())


def _below(
    paths: tuple[str, ...], frame: InterfaceMap, picks: tuple[Pick, ...]
) -> tuple[InterfaceMap, tuple[Pick, ...]]:
    """Keep what lies below some paths, and the targets; the map says so where that leaves out."""
    kept = tuple(
        pick
        for pick in picks
        if pick.path in frame.targets
        or any(path in (".", pick.path) or pick.path.startswith(f"{path}/") for path in paths)
    )
    if len(kept) < len(picks):
        frame = replace(frame, filter=f"below {' or '.join(paths)}")
    return frame, kept


def _whole(
    place: Workplace, paths: tuple[str, ...], options: MapOptions, progress: Progress | None
) -> tuple[InterfaceMap, tuple[Pick, ...], tuple[str, ...]]:
    """Pick every symbol below some paths; the files are told too, as some define nothing."""
    from skeleton.scope import everything

    found = place.find(
        paths,
        options.include or place.config.include,
        options.exclude or place.config.exclude,
    )
    place.read_all(found.files, progress)
    modules = tuple(place.modules[file.path] for file in found.files)
    visibility = options.visibility or place.config.visibility or "public"
    picks = everything(modules, place.project(paths), visibility=visibility)
    frame = _frame(place, found.diagnostics)
    if found.filtered:
        known = len(modules) + found.filtered
        frame = replace(
            frame, omissions=(Omission("files", len(modules), known, why="by include or exclude"),)
        )
    return frame, picks, tuple(module.path for module in modules)


def _scoped(
    place: Workplace,
    paths: tuple[str, ...],
    targets: tuple[str, ...],
    options: MapOptions,
    tested: ShownByTests,
) -> tuple[InterfaceMap, tuple[Pick, ...]]:
    """Pick what the targets need."""
    from skeleton.scope import select

    for target, written in zip(targets, options.deps_of + options.used_by, strict=True):
        if not options.new and not (place.exists(target) and place.read(target)):
            raise UnknownTarget(written, _near(place.root, target))
    project = place.project(tuple(path for path in paths if path != "."))
    used_by = tuple(
        Place(path, written.partition("::")[2])
        for path, written in zip(targets[len(options.deps_of) :], options.used_by, strict=True)
    )
    for wanted, written in zip(used_by, options.used_by, strict=True):
        if wanted.name and not project.symbols(wanted):
            raise UnknownName(written, _near_names(place, wanted))
    budget = options.budget or place.config.budget
    selection: Selection = select(
        project,
        targets[: len(options.deps_of)],
        used_by=used_by,
        importers=_importers(place, project, paths),
        rings=options.depth if used_by else 0,
        depth=max(options.depth, 2) if budget else options.depth,
        scope=options.scope,
        visibility=options.visibility or place.config.visibility or "public",
        new=options.new,
        in_one_piece=not (options.budget or place.config.budget),
        siblings=place.siblings(targets) if options.new else (),
    )
    tests, omitted = _tests(place, project, selection, tested) if options.tests else ((), ())
    frame = replace(
        _frame(place, _stubs(selection)),
        targets=selection.targets,
        tests=tests,
        omissions=omitted,
        external=selection.external,
        unresolved=selection.unresolved,
    )
    picks = selection.picks
    if options.target_as == "none":
        picks = tuple(pick for pick in picks if pick.group != "target")
    return frame, picks


def _filtering(place: Workplace, paths: tuple[str, ...], options: MapOptions) -> Filtering | None:
    """Return what applies the filters that are asked for, `None` where none is."""
    from skeleton.filtering import Filtering

    wanted = options.filter
    if not wanted:
        return None
    diff = None
    if wanted.changed_since:
        from skeleton.comparing import DiffOptions, compare_sides

        visibility = options.visibility or place.config.visibility or "public"
        within = DiffOptions(words=paths, base=wanted.changed_since, visibility=visibility)
        diff = compare_sides(place.root, within).diff()
    return Filtering(place, wanted, diff)


def _importers(
    place: Workplace, project: Project, paths: tuple[str, ...]
) -> Callable[[Collection[Place]], Iterable[str]]:
    """Return what finds the files below some paths that import a definition, or hold one."""
    from skeleton.importers import importers_of, words_in

    words_of = cache(lambda path: words_in(place.bytes_of(path)))

    def importers(wanted: Collection[Place]) -> Iterator[str]:
        files = [file.path for file in place.find(paths).files]
        for path in sorted({one.path for one in wanted}):
            names = {one.name.partition(".")[0] for one in wanted if one.path == path}
            if "" in names:
                module = project.module(path)
                names = {symbol.name for symbol in module.symbols} if module else set()
            else:
                yield path
            yield from importers_of(project, path, sorted(names), files, words_of)

    return importers


def _tests(
    place: Workplace, project: Project, selection: Selection, tested: ShownByTests
) -> tuple[tuple[TestLink, ...], tuple[Omission, ...]]:
    """Find the known tests of the targets and of what they name, in the projects they belong to."""
    from skeleton.known_tests import find_tests

    patterns = tuple(sorted({one for each in place.languages.values() for one in each.tests}))
    folders = tuple(sorted({place.project_of(target) for target in selection.targets}))
    files = place.find(folders, patterns).files
    wanted = [
        Place(pick.path, symbol.qualified_name)
        for pick in selection.picks
        if (
            pick.reason in ("target", "requested")
            or (pick.because and pick.reason in ("imported", "mentioned"))
        )
        and (symbol := place.symbol(pick.path, pick.ordinal))
    ]
    found = find_tests(
        project,
        wanted,
        selection.targets,
        [file.path for file in files],
        place.bytes_of,
        tested.says,
    )
    shown = len(found.links)
    if shown == found.total:
        return found.links, ()
    recover = "skeleton show NAME --part tests"
    return found.links, (Omission("known tests", shown, found.total, recover=recover),)


def _stubs(selection: Selection) -> tuple[Diagnostic, ...]:
    """Say which files are read instead of others."""
    found = {
        one.imported: one.because for one in selection.dependencies if "stub of " in one.because
    }
    return tuple(
        Diagnostic(path, "information", "stub", f"is read as the {because}")
        for path, because in sorted(found.items())
        if path
    )


def _frame(place: Workplace, diagnostics: tuple[Diagnostic, ...]) -> InterfaceMap:
    """Return the map without its files."""
    read = [place.modules[path] for path in sorted(place.modules)]
    said = [*diagnostics, *(one for module in read for one in module.diagnostics)]
    return InterfaceMap(
        schema_version=SCHEMA_VERSION,
        files=(),
        diagnostics=tuple(sorted(said, key=lambda one: (one.path, one.line, one.code))),
        limits=limits_of(read),
        files_read=len(read),
    )


def _linked(place: Workplace, linker: Linker, wanted: Place) -> Symbol | None:
    """Return a definition with its contract; of several of one name the last."""
    module = place.modules.get(wanted.path)
    symbols = walk(module.symbols) if module else ()
    named = [one for one in symbols if one.qualified_name == wanted.name]
    return linker.link(named[-1], module) if module and named else None


def _with_contracts(
    place: Workplace,
    picks: tuple[Pick, ...],
    files: tuple[str, ...],
    linker: Linker,
    tested: ShownByTests,
) -> Mapping[str, Module]:
    """Link the contracts of the symbols that may be shown."""
    wanted: dict[str, set[int]] = {path: set() for path in files}
    for pick in picks:
        wanted.setdefault(pick.path, set()).add(pick.ordinal)

    def linked(
        symbols: tuple[Symbol, ...], module: Module, ordinals: set[int]
    ) -> tuple[Symbol, ...]:
        return tuple(
            replace(
                tested.marked(module.path, linker.link(symbol, module))
                if symbol.ordinal in ordinals
                else symbol,
                members=linked(symbol.members, module, ordinals),
            )
            for symbol in symbols
        )

    def share(number: int, count: int) -> _Share:
        if number:
            place.leave_parent()
        found = {
            path: linked(place.modules[path].symbols, place.modules[path], wanted[path])
            for path in paths[number::count]
        }
        return found, [(*asked, reply) for asked, reply in place.asked.items()]

    paths = sorted(wanted.keys() & place.modules.keys())
    if sum(map(len, wanted.values())) < LINKED_TOGETHER:
        symbols = share(0, 1)[0]
    else:
        symbols = {}
        shares = in_shares(share, msgspec.msgpack.encode, msgspec.msgpack.Decoder(_Share).decode)
        for found, asked in shares:
            symbols |= found
            place.asked |= {(question, subject): reply for question, subject, reply in asked}
    return {path: replace(place.modules[path], symbols=symbols[path]) for path in paths}


def _near_names(place: Workplace, wanted: Place) -> tuple[str, ...]:
    """Return names of a file that look like one that it lacks."""
    module = place.read(wanted.path)
    names = [symbol.qualified_name for symbol in walk(module.symbols if module else ())]
    near = difflib.get_close_matches(wanted.name, names, 3, 0.5)
    return tuple(f"{wanted.path}::{name}" for name in near)


def _near(root: Path, target: str) -> tuple[str, ...]:
    """Return paths that look like one that is not there."""
    parent = (root / target).parent
    while not parent.is_dir() and parent != root:
        parent = parent.parent
    names = sorted(path.relative_to(root).as_posix() for path in parent.glob("*") if path.is_file())
    close = difflib.get_close_matches(target, names, 3, 0.5)
    if not close:
        name = Path(target).name
        found = sorted(path.relative_to(root).as_posix() for path in root.glob(f"*/**/{name}"))
        close = found[:3]
    return tuple(close)
