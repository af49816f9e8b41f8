"""`skeleton docs`: has interface documents made, writes those that changed, says which."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skeleton.annotation import write_annotation
from skeleton.cli.map import Detail
from skeleton.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.documents import Document, Documents

SCHEMA = "skeleton.docs/1"


class Format(StrEnum):
    """How the answer is written."""

    text = "text"
    json = "json"
    github = "github"


def docs_command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]...", help="Files and folders, for -o and --split."),
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Write one document; -: print it.")
    ] = "",
    split: Annotated[
        str, typer.Option(metavar="DIR", help="Write one document for each source file.")
    ] = "",
    inject: Annotated[
        str, typer.Option(metavar="FILE", help="Fill the marked regions of a file.")
    ] = "",
    detail: Annotated[
        Detail | None,
        typer.Option(help="How much of each symbol.  [default: as configured, else contract]"),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 when a file is stale.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; print what would change.")
    ] = False,
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written; github: annotations.")
    ] = Format.text,
    keep_going: Annotated[
        bool,
        typer.Option(
            "--keep-going", help="Write although a source could not be read; say so there."
        ),
    ] = False,
    git_index: Annotated[
        bool | None,
        typer.Option(
            "--git-index/--no-git-index",
            help="Read what is staged instead of the working tree.  [default: in a hook]",
        ),
    ] = None,
) -> None:
    """Keep interface documents true: write those that changed.

    skeleton docs                         all that is configured

    skeleton docs --check                 are they true? nothing is written

    skeleton docs --check --format github the same, annotated in GitHub Actions

    skeleton docs -o docs/pay.md src/pay  one document

    skeleton docs --inject README.md      the marked regions of a file

    A region starts with <!-- skeleton:begin src/pay --> and ends with <!-- skeleton:end -->.

    Exit code: 0 nothing to do; 1 written, or stale; 2 usage or configuration; 3 a source could not
    be parsed and nothing was written.
    """
    from skeleton.documents import DocsOptions, make_documents

    if output == "-" and format_ != Format.text:
        raise BadOption("--format", format_.value, "-o - prints the document itself")
    in_hook = os.environ.get("PRE_COMMIT") == "1"
    options = DocsOptions(
        paths=tuple(paths or ()),
        out=output,
        split=split,
        inject=inject,
        detail=detail.value if detail else None,
        git_index=in_hook if git_index is None else git_index,
    )
    answer = make_documents(Path.cwd(), options)
    stops = bool(answer.problems) and not keep_going
    stale = [one for one in answer.documents if one.is_stale]
    if output == "-" and not stops:
        sys.stdout.write("".join((one.after or b"").decode() for one in stale))
        for problem in answer.problems:
            print(f"skeleton: {problem}", file=sys.stderr)
        return
    writes = not (check or diff or stops)
    for one in stale if writes else ():
        _write(one)
    if format_ == Format.json:
        sys.stdout.write(_json(answer, written=writes))
    elif format_ == Format.github:
        sys.stdout.writelines(f"{line}\n" for line in _annotations(answer, stops=stops))
    else:
        if diff and not stops:
            sys.stdout.writelines(line for one in stale for line in _difference(one))
        for line in _told(answer, written=writes, stops=stops):
            print(f"skeleton: {line}", file=sys.stderr)
    raise typer.Exit(3 if stops else 1 if stale else 0)


def _told(answer: Documents, *, written: bool, stops: bool) -> Iterator[str]:
    """Yield what was done, or is to be done."""
    yield from answer.problems
    if stops:
        yield "nothing written; --keep-going writes the rest"
        return
    for one in answer.documents:
        if one.is_stale and written:
            yield f"{one.name} {'written' if one.after is not None else 'removed'}"
        elif one.is_stale:
            yield f"{one.name} is {one.state}: {one.repair}"
    for one in answer.documents:
        if not one.staged:
            yield f"{one.name} is not staged: git add {one.name}"


def _json(answer: Documents, *, written: bool) -> str:
    """Return the answer for programs; `state` is what was found, before anything was written."""
    documents = [
        {
            "path": one.name,
            "state": one.state,
            "written": written and one.is_stale,
            "staged": one.staged,
            "repair": one.repair,
        }
        for one in answer.documents
    ]
    said = {"schema_version": SCHEMA, "documents": documents, "problems": answer.problems}
    return json.dumps(said, indent=1) + "\n"


def _annotations(answer: Documents, *, stops: bool) -> Iterator[str]:
    """Yield what GitHub Actions shows beside the documents."""
    for problem in answer.problems:
        yield write_annotation("error", problem)
    for one in () if stops else answer.documents:
        if one.is_stale:
            said = f"{one.name} is {one.state}: {one.repair}"
            title = "interface document is not true"
            yield write_annotation("error", said, path=one.name, line=one.first_line, title=title)


def _difference(one: Document) -> list[str]:
    sides = ((side or b"").decode("utf-8", "replace") for side in (one.before, one.after))
    before, after = (side.splitlines(keepends=True) for side in sides)
    names = (
        "/dev/null" if one.before is None else f"a/{one.name}",
        "/dev/null" if one.after is None else f"b/{one.name}",
    )
    return [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(before, after, *names)
    ]


def _write(one: Document) -> None:
    """Write a file whole or not at all, behind a link where it is one, with the mode it had."""
    path = Path(os.path.realpath(one.path))
    if one.after is None:
        one.path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(one.after)
        if path.exists():
            shutil.copymode(path, beside)
        else:
            os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
