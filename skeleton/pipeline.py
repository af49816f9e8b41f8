"""The use cases, each a straight line of steps. The only file that knows their order.

Reads the files of the working tree; prints nothing and writes nothing but the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.account import account_of
from skeleton.checking import CheckOptions, check_contracts
from skeleton.comparing import DiffOptions, compare_sides
from skeleton.config import Setting, read_settings, schema
from skeleton.discover.root import find_root
from skeleton.errors import BadOption, SkeletonError
from skeleton.filter import Filter
from skeleton.graphs import graph_among
from skeleton.mapping import Gathered, MapOptions, Stage, gather, named_paths, unobserved
from skeleton.memo import Printed, recall, remember
from skeleton.model import (
    SHOW_SCHEMA_VERSION,
    Checked,
    InterfaceDiff,
    InterfaceMap,
    Missing,
    Place,
    Shown,
    ShownItem,
)
from skeleton.showing import Showing, ShowOptions
from skeleton.workplace import Progress, Workplace

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


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
    begin = stage or unobserved
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
    from skeleton.render.visible import make_visible, visible_json
    from skeleton.show.writing import write

    languages = Workplace(folder, ()).languages
    shown = shown_records(shown) if options.format == "json" else shown
    text = write(
        shown,
        options.format,
        languages,
        lambda interface: render(interface, options.format, languages=languages),
    )
    return (visible_json if options.format == "json" else make_visible)(text)


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
    from skeleton.render.visible import make_visible, visible_json

    return (visible_json if format == "json" else make_visible)(write(diff, format))


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
    from skeleton.render.visible import make_visible, visible_json

    is_text = format in ("text", "github")
    return (make_visible if is_text else visible_json)(write(checked, format, __version__))


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
