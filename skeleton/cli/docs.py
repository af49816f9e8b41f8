"""`skeleton docs`: has interface documents made, writes those that changed, says which."""

from __future__ import annotations

import difflib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skeleton.cli.map import Detail  # noqa: TC001 (typer reads it)

if TYPE_CHECKING:
    from skeleton.documents import Document


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

    skeleton docs -o docs/pay.md src/pay  one document

    skeleton docs --inject README.md      the marked regions of a file

    A region starts with <!-- skeleton:begin src/pay --> and ends with <!-- skeleton:end -->.

    Exit code: 0 nothing to do; 1 written, or stale; 2 usage or configuration; 3 a source could not
    be parsed and nothing was written.
    """
    from skeleton.documents import DocsOptions, make_documents

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
    for problem in answer.problems:
        print(f"skeleton: {problem}", file=sys.stderr)
    if answer.problems and not keep_going:
        print("skeleton: nothing written; --keep-going writes the rest", file=sys.stderr)
        raise typer.Exit(3)
    stale = [one for one in answer.documents if one.is_stale]
    for one in stale:
        if one.name == "-":
            sys.stdout.write((one.after or b"").decode())
            return
        if diff:
            sys.stdout.writelines(_difference(one))
        if not (check or diff):
            _write(one)
        print(f"skeleton: {_told(one, written=not (check or diff))}", file=sys.stderr)
    for one in answer.documents:
        if not one.staged:
            print(f"skeleton: {one.name} is not staged: git add {one.name}", file=sys.stderr)
    raise typer.Exit(1 if stale else 0)


def _told(one: Document, *, written: bool) -> str:
    if written:
        return f"{one.name} {'written' if one.after is not None else 'removed'}"
    state = (
        "missing" if one.before is None else "not wanted any more" if one.after is None else "stale"
    )
    return f"{one.name} is {state}: {one.repair}"


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
