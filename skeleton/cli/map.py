"""`skeleton map`: reads its options, calls the pipeline, prints the map."""

from __future__ import annotations

import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skeleton.cli.help import with_slashes
from skeleton.cli.output import OutputFile, write_whole
from skeleton.cli.stdin import Paths, Standard, StdinFilename
from skeleton.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterator


class Scope(StrEnum):
    """How far a map of a target goes."""

    public = "public"
    used = "used"


class Visibility(StrEnum):
    """Which names are shown."""

    public = "public"
    all = "all"


class Detail(StrEnum):
    """How much is shown of a symbol."""

    full = "full"
    contract = "contract"
    signatures = "signatures"
    names = "names"


class TargetAs(StrEnum):
    """How much is shown of the target itself."""

    full = "full"
    names = "names"
    none = "none"


class Format(StrEnum):
    """How an answer is written."""

    markdown = "markdown"
    text = "text"
    json = "json"
    xml = "xml"


class MapFormat(StrEnum):
    """How a map is written; `html` is a page for people."""

    markdown = "markdown"
    text = "text"
    json = "json"
    xml = "xml"
    html = "html"


SourceUrl = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="Where a page leads to, with {path} and {line}.  [default: the files themselves]",
    ),
]


def map_command(
    paths: Paths = None,
    deps_of: Annotated[
        list[str] | None,
        typer.Option("--deps-of", metavar="FILE", help="Show what somebody who writes FILE needs."),
    ] = None,
    used_by: Annotated[
        list[str] | None,
        typer.Option(
            "--used-by", metavar="FILE[::NAME]", help="Show who uses FILE, or a definition of it."
        ),
    ] = None,
    depth: Annotated[
        int, typer.Option(min=1, max=9, help="Hops of imports, or of users of users.")
    ] = 1,
    scope: Annotated[
        Scope, typer.Option(help="`used`: only what FILE mentions, and its tests.")
    ] = Scope.public,
    new: Annotated[
        bool, typer.Option("--new", help="Accept a FILE that is still to be written.")
    ] = False,
    visibility: Annotated[
        Visibility | None, typer.Option(help="`all` shows private names too.  [default: public]")
    ] = None,
    detail: Annotated[Detail, typer.Option(help="How much of each symbol.")] = Detail.contract,
    budget: Annotated[
        str,
        typer.Option(
            metavar="N|Nc|Nk", help="Most tokens (2500), characters (9500c) or kilobytes (32k)."
        ),
    ] = "",
    tests: Annotated[bool, typer.Option("--tests/--no-tests", help="Show the known tests.")] = True,
    messages: Annotated[
        bool, typer.Option("--messages", help="Show the text that an exception carries.")
    ] = False,
    target_as: Annotated[TargetAs, typer.Option(help="How much of FILE itself.")] = TargetAs.names,
    include: Annotated[
        list[str] | None, typer.Option(metavar="GLOB", help="Only files that match.")
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option(metavar="GLOB", help="No files that match.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Only what is called so, with or without its owner."),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="Only classes, functions, methods, constants, ..."),
    ] = None,
    lang: Annotated[
        list[str] | None, typer.Option(metavar="LANGUAGE", help="Only of a language.")
    ] = None,
    contract: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WORD",
            help="Only with a contract: any, none, raises, raises:NAME, deprecated, requires,"
            " boundary, changed, ...",
        ),
    ] = None,
    tested_by: Annotated[
        list[str] | None,
        typer.Option(metavar="TEST", help="Only what a test reaches: PATH or PATH::TEST."),
    ] = None,
    changed_since: Annotated[
        str,
        typer.Option(
            metavar="REVISION",
            help="Only what changed since, and what was removed; internal files and tests with"
            " --visibility all.",
        ),
    ] = "",
    format_: Annotated[
        MapFormat, typer.Option("--format", help="How the map is written; html: for people.")
    ] = MapFormat.markdown,
    stdin_filename: StdinFilename = "",
    source_url: SourceUrl = "",
    output: OutputFile = "",
    hook: Annotated[
        str,
        typer.Option(
            metavar="EVENT|cursor|gemini|copilot",
            help="Print the JSON that a hook of a harness is to print; never fails.",
        ),
    ] = "",
    stats: Annotated[
        bool, typer.Option("--stats", help="Print counts and times on standard error.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 when a file could not be read whole.")
    ] = False,
) -> None:
    """Print interfaces and contracts.

    skeleton map src/                             what the project offers

    skeleton map src/ --deps-of src/pay/rates.py  what its author needs to know

    skeleton map src/ --budget 2500               the most useful part of it

    skeleton map - --stdin-filename src/pay.py    a file as an editor has it
    """
    from skeleton.mapping import named_paths
    from skeleton.pipeline import Filter, MapOptions, print_map, source_links

    stdin = Standard([*(paths or ()), *(deps_of or ())], stdin_filename, lang or ())
    named = (*stdin.spelled(paths), *stdin.spelled(deps_of), *(used_by or ()))
    is_page = format_ == MapFormat.html
    options = MapOptions(
        paths=stdin.spelled(paths),
        deps_of=stdin.spelled(deps_of),
        used_by=tuple(used_by or ()),
        depth=depth,
        scope=scope.value,
        new=new,
        visibility=visibility.value if visibility else "",
        detail=detail.value,
        budget=budget,
        tests=tests,
        messages=messages,
        target_as=target_as.value,
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        filter=Filter(
            names=tuple(name or ()),
            kinds=tuple(kind or ()),
            languages=tuple(lang or ()),
            contracts=tuple(contract or ()),
            tested_by=tuple(map(with_slashes, tested_by or ())),
            changed_since=changed_since,
        ),
        format=format_.value,
        source_url=source_links(Path.cwd(), named, source_url, output) if is_page else "",
    )
    progress = _progress if sys.stderr.isatty() else None
    clock = _Clock() if stats else None
    if stdin.is_asked and changed_since:
        raise BadOption("--changed-since", changed_since, "compares what is saved, not -")
    place = stdin.place(named_paths(options))
    printed = print_map(
        Path.cwd(), options, strict=strict, place=place, progress=progress, stage=clock
    )
    if hook and not (printed.account and printed.account.total):
        raise typer.Exit(3)
    if output:
        write_whole(Path(output), printed.text)
    else:
        sys.stdout.write(printed.text)
    for warning in printed.warnings:
        print(warning, file=sys.stderr)
    if clock is not None:
        for line in (*printed.stats, *clock.lines()):
            print(line, file=sys.stderr)
    raise typer.Exit(printed.exit_code)


class _Clock:
    """Measures stages, each from its beginning to that of the next."""

    def __init__(self) -> None:
        self._stages = [("start", time.perf_counter())]

    def __call__(self, stage: str) -> None:
        """Begin a stage."""
        self._stages.append((stage, time.perf_counter()))

    def lines(self) -> Iterator[str]:
        """Yield the seconds that each stage took; the last one ends now."""
        ends = [start for _, start in self._stages[1:]] + [time.perf_counter()]
        for (stage, start), end in zip(self._stages, ends, strict=True):
            yield f"time     {end - start:.3f} s {stage}"


def _progress(done: int, total: int) -> None:
    """Tell a person how far the reading is; nothing is left on the screen at the end."""
    end = "" if done < total else "\r\x1b[K"
    print(f"\rreading {done} of {total} files{end}", end="", file=sys.stderr, flush=True)
