"""The use cases, each a straight line of steps. The only file that knows their order.

Reads the files of the working tree; prints nothing and writes nothing but the cache.
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

from skeleton.account import account_of
from skeleton.checking import CheckOptions, check_contracts
from skeleton.comparing import DiffOptions, compare_sides
from skeleton.config import Setting, read_settings, schema
from skeleton.contracts import Linker, ShownByTests
from skeleton.copies import in_shares
from skeleton.discover.root import find_root
from skeleton.errors import BadOption, SkeletonError, UnknownName, UnknownTarget
from skeleton.filter import Filter
from skeleton.graphs import graph_among
from skeleton.memo import Printed, recall, remember
from skeleton.model import (
    SCHEMA_VERSION,
    SHOW_SCHEMA_VERSION,
    Checked,
    Detail,
    Diagnostic,
    InterfaceDiff,
    InterfaceMap,
    Missing,
    Module,
    Omission,
    Pick,
    Place,
    Selection,
    Shown,
    ShownItem,
    Symbol,
    TestLink,
    limits_of,
    walk,
)
from skeleton.showing import Showing, ShowOptions
from skeleton.workplace import Progress, Workplace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from skeleton.filtering import Filtering
    from skeleton.resolve import Project


LINKED_TOGETHER = 4_000  # symbols; copies of this process cost more than they save with fewer

# What one process links: symbols by path, and what it asked the file system on the way.
_Share = tuple[dict[str, tuple[Symbol, ...]], list[tuple[str, str, str]]]
Stage = Callable[[str], None]  # told the name of the stage that begins


def _unobserved(name: str) -> None:
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


def build_map(
    folder: Path, options: MapOptions, *, progress: Progress | None = None
) -> InterfaceMap:
    """Read what is asked for and return the map.

    Args:
        folder: Where relative paths count from.
        options: What is wanted.
        progress: Told how many files are read.

    Raises:
        UnknownTarget: A target does not exist.
        UnknownPath: A path does not exist.
        UnknownName: A target has no definition of the name that is asked for.
        BadOption: A value cannot be used, or a budget holds not even the account of the map.
        BadConfig: The configuration cannot be used.
        GrammarError: A language cannot be read.
    """
    return fit_map(gather(folder, options, progress=progress), options)


def print_map(
    folder: Path,
    options: MapOptions,
    *,
    strict: bool = False,
    place: Workplace | None = None,
    progress: Progress | None = None,
    stage: Stage | None = None,
) -> Printed:
    """Return what `skeleton map` prints; an earlier answer where nothing it rests on has changed.

    Args:
        folder: Where relative paths count from.
        options: What is wanted.
        strict: Whether a file that was not read whole spoils the answer.
        place: Where to read, if that is known.
        progress: Told how many files are read.
        stage: Told which stage begins; then the answer is made anew.

    Raises:
        SkeletonError: As `build_map`.
    """
    place = place or Workplace(folder, named_paths(options))
    settled = not options.filter.changed_since  # else git was asked too
    if settled and stage is None and (known := recall(place, options)):
        return known
    begin = stage or _unobserved
    gathered = gather(folder, options, place=place, progress=progress, stage=begin)
    begin("budget")
    answer = fit_map(gathered, options)
    begin("render")
    said = [one for one in answer.diagnostics if one.severity != "information"]
    text = render_map(folder, answer, options, place=place)
    printed = Printed(
        text=text,
        warnings=tuple(f"{one.path}: {one.message}" for one in said),
        exit_code=exit_code(answer, strict=strict),
        account=account_of(place, gathered.frame, gathered.picks, answer, options.detail),
        stats=map_stats(answer, text),
    )
    if settled and not strict:
        remember(place, options, printed)
    return printed


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
    stage: Stage = _unobserved,
) -> Gathered:
    """Read what is asked for and pick what is shown of it; as `build_map` does."""
    targets = options.deps_of + options.used_by
    place = place or Workplace(folder, named_paths(options))
    count = len(options.paths)
    paths = place.paths[:count] or place.config.roots or (".",)
    filtering = _filtering(place, paths[:count], options)
    stage("read and pick")
    linker = Linker(place.project(()).find, place.is_test, place.behind)
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


def fit_map(
    gathered: Gathered, options: MapOptions, *, told: Collection[tuple[str, int]] = ()
) -> InterfaceMap:
    """Spend the budget on what was gathered.

    Args:
        gathered: By the same options.
        options: What is wanted.
        told: Symbols by path and ordinal that the reader has already.

    Raises:
        BadOption: A value cannot be used, or a budget holds not even the account of the map.
    """
    from skeleton.budget import fit, parse_budget
    from skeleton.render import Writer

    place, frame, picks, modules, files = gathered
    budget = options.budget or place.config.budget
    limit, unit = parse_budget(budget) if budget else (0, "tokens")
    budgeted = "markdown" if options.format == "html" else options.format  # no marks are paid for
    return fit(
        frame,
        picks,
        modules,
        writer=Writer(budgeted, languages=place.languages, messages=options.messages),
        files=files,
        detail=options.detail,
        target_detail="full" if options.target_as == "full" else "names",
        limit=limit,
        unit=unit,
        told=told,
    )


def render_map(
    folder: Path, answer: InterfaceMap, options: MapOptions, *, place: Workplace | None = None
) -> str:
    """Return a map as text in the format asked for."""
    from skeleton.render import SOURCE_URL, render
    from skeleton.render.words import shows_anything

    place = place or Workplace(folder, named_paths(options))
    graph = None
    if options.format == "html":
        files = dict.fromkeys(file.path for file in answer.files if shows_anything(file))
        graph = graph_among(place.project(place.paths[: len(options.paths)]), files)
    return render(
        answer,
        options.format,
        languages=place.languages,
        messages=options.messages,
        graph=graph,
        source_url=options.source_url or SOURCE_URL,
    )


def source_links(folder: Path, paths: tuple[str, ...], wanted: str, output: str) -> str:
    """Return where a page leads to, with `{path}` and `{line}`.

    Args:
        folder: Where relative paths count from.
        paths: That are read.
        wanted: As asked for; empty: the files themselves.
        output: Where the page will be; empty: nowhere.

    Raises:
        BadOption: What is asked for names no path.
    """
    from skeleton.render import SOURCE_URL

    if wanted:
        if "{path}" not in wanted:
            raise BadOption("--source-url", wanted, "has {path} in it, and may have {line}")
        return wanted
    root, _ = find_root(folder, paths)
    page = (folder / output).resolve().parent if output else root
    if not page.is_relative_to(root):
        return SOURCE_URL
    return "../" * len(page.relative_to(root).parts) + SOURCE_URL


def map_stats(answer: InterfaceMap, text: str) -> tuple[str, ...]:
    """Return what a map shows, and what its text costs against the whole files, in lines."""
    from skeleton.tokens import PROFILE, estimate

    shown = sum(bool(file.entries) for file in answer.files)
    tokens = estimate(text)
    lines = [
        f"files    {answer.files_read:,} read, {shown:,} shown",
        f"symbols  {answer.symbols_shown:,} of {answer.symbols_total:,} shown",
    ]
    whole = answer.usage.source_tokens if answer.usage else 0
    share = f", {100 * tokens / whole:.1f} % of ~{whole:,} in whole files" if whole else ""
    return (*lines, f"tokens   ~{tokens:,}{share} ({PROFILE} estimate)")


def exit_code(answer: InterfaceMap, *, strict: bool = False) -> int:
    """Return 3 where a map cannot be trusted, else 0.

    That is: nothing is shown of sources that are there, or, if strict, a file was not read whole.
    """
    found = answer.symbols_shown or answer.filter  # nothing matches: an answer too
    empty = not found and (answer.symbols_total or answer.files_read)
    broken = strict and any(one.severity != "information" for one in answer.diagnostics)
    return 3 if empty or broken else 0


def show_symbols(folder: Path, options: ShowOptions) -> Shown:
    """Return what some ids name: source, interface, callers, tests, or the trace of a failure.

    What cannot be found is among the answer, with the reason and what it may have meant.

    Raises:
        BadOption: A value cannot be used.
        BadConfig: The configuration cannot be used.
    """
    place, ids = _spelled(folder, options.ids)
    showing = Showing(place, options)
    items: list[ShownItem] = []
    missing: list[Missing] = []
    interfaces: list[Place] = []
    for wanted in ids:
        try:
            if trace := _trace(place.root, wanted, options.part):
                items.append(trace)
                continue
            found = showing.find(wanted)
            listed = options.part in ("callers", "tests")
            if options.part == "interface" or not (found.name or listed):
                interfaces.append(found)
            else:
                items.append(showing.item(found))
        except SkeletonError as error:
            candidates = getattr(error, "candidates", getattr(error, "near", ()))
            missing.append(Missing(wanted, error.code, str(error), candidates))
    if interfaces:
        items.append(showing.interface(interfaces))
    return Shown(SHOW_SCHEMA_VERSION, showing.within_budget(items), tuple(missing))


def render_shown(folder: Path, shown: Shown, options: ShowOptions) -> str:
    """Return what was found as text in the format asked for, with no hidden character in it."""
    from skeleton.render import render
    from skeleton.render.records import shown_records
    from skeleton.render.visible import visible, visible_json
    from skeleton.show.writing import write

    languages = Workplace(folder, ()).languages
    shown = shown_records(shown) if options.format == "json" else shown
    text = write(
        shown,
        options.format,
        languages,
        lambda interface: render(interface, options.format, languages=languages),
    )
    return (visible_json if options.format == "json" else visible)(text)


def compare_revisions(folder: Path, options: DiffOptions) -> InterfaceDiff:
    """Return what differs between the interfaces of a revision and of another, or the working tree.

    Raises:
        UnknownRevision: A revision cannot be read, or a word is neither one nor a path.
        BadConfig: The configuration cannot be used.
    """
    return compare_sides(folder, options).diff()


def render_diff(diff: InterfaceDiff, format: str = "text") -> str:
    """Return a comparison as text, markdown, JSON or annotations, no hidden character in it."""
    from skeleton.compare.writing import write
    from skeleton.render.visible import visible, visible_json

    return (visible_json if format == "json" else visible)(write(diff, format))


def diff_exit_code(diff: InterfaceDiff, fail_on: tuple[str, ...] = ()) -> int:
    """Return 1 for a change of a kind that `fail_on` names: "breaking", "removed", "contracts"."""
    found = {
        "breaking": any(one.breaking == "yes" for one in diff.changes),
        "removed": any(one.kind in ("removed", "overload_removed") for one in diff.changes),
        "contracts": any(
            one.kind == "clause_removed" or one.breaking != "no"
            for one in diff.changes
            if one.kind.startswith("clause_")
        ),
    }
    return 1 if any(found[word] for word in fail_on) else 0


def render_check(checked: Checked, format: str = "text") -> str:
    """Return what a check found as text, JSON, SARIF or annotations, no hidden character in it."""
    from skeleton import __version__
    from skeleton.check import write
    from skeleton.render.visible import visible, visible_json

    is_text = format in ("text", "github")
    return (visible if is_text else visible_json)(write(checked, format, __version__))


def check_exit_code(checked: Checked) -> int:
    """Return 1 for a conflict, 3 where no file was read."""
    if checked.findings:
        return 1
    return 0 if checked.files else 3


def settings(folder: Path) -> tuple[Setting, ...]:
    """Return every key of the configuration with its value and its origin.

    Raises:
        BadConfig: The configuration cannot be used.
    """
    return read_settings(find_root(folder, ())[0])


def config_schema() -> str:
    """Return the JSON Schema of the configuration."""
    return schema()


def _spelled(folder: Path, ids: tuple[str, ...]) -> tuple[Workplace, tuple[str, ...]]:
    """Return where to look, and the ids with their paths as they count from there."""
    parts = [one.partition("::") for one in ids]
    paths = [path if path and (folder / path).exists() else "" for path, _, _ in parts]
    place = Workplace(folder, tuple(path for path in paths if path))
    known = iter(place.paths)
    spelled = [
        next(known) + mark + name if path else one
        for one, path, (_, mark, name) in zip(ids, paths, parts, strict=True)
    ]
    return place, tuple(spelled)


def _trace(root: Path, wanted: str, part: str) -> ShownItem | None:
    """Return what the last run of the tests kept about a failure; `None` if it is not one."""
    from skeleton.verify import failure_text
    from skeleton.verify.store import NoRun

    if part not in ("", "trace") or (not part and "::" not in wanted):
        return None
    try:
        return ShownItem(wanted, "trace", trace=failure_text(root, wanted))
    except NoRun:
        if part:
            raise
        return None


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
    return _frame(place, found.diagnostics), picks, tuple(module.path for module in modules)


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
        visibility = options.visibility or place.config.visibility or "public"
        within = DiffOptions(words=paths, base=wanted.changed_since, visibility=visibility)
        diff = compare_revisions(place.root, within)
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
    from skeleton.known_tests import known_tests

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
    found = known_tests(
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


__all__ = [
    "CheckOptions",
    "Filter",
    "MapOptions",
    "ShowOptions",
    "build_map",
    "check_contracts",
    "exit_code",
    "render_map",
]
