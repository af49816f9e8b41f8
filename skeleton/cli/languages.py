"""`skeleton languages` and `skeleton doctor`: print what can be read, and what is in the way."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.health import LanguageReport

WIDTH = 80


class Format(StrEnum):
    """How an answer is written."""

    text = "text"
    json = "json"


def languages_command(
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Exit with 1 when a parser is missing or fails its sample, or, in a checkout,"
            " when a language lacks standard golden cases.",
        ),
    ] = False,
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written.")
    ] = Format.text,
) -> None:
    """Print the languages that can be read, with parsers and limits.

    skeleton languages            all of them, those of the project included

    skeleton languages --check    are they complete?
    """
    from skeleton.health import STANDARD, report_languages

    reports = report_languages(Path.cwd())
    if format_ is Format.json:
        write_json(reports)
    else:
        sys.stdout.write("\n".join("\n".join(_lines(one)) for one in reports))
        print()
    if not check:
        return
    faulty = [one for one in reports if one.problem or one.missing]
    for one in faulty:
        why = one.problem or f"no golden case covers: {', '.join(one.missing)}"
        print(f"skeleton: {one.name}: {why}", file=sys.stderr)
    if any(one.missing for one in faulty):
        print(f"skeleton: a finished language covers: {', '.join(STANDARD)}", file=sys.stderr)
    raise typer.Exit(1 if faulty else 0)


def doctor_command(
    format_: Annotated[
        Format, typer.Option("--format", help="How the answer is written.")
    ] = Format.text,
) -> None:
    """Look at configuration, parsers, git and cache; say what to do.

    skeleton doctor               exit code 1 when something cannot work
    """
    from skeleton.health import examine

    findings = examine(Path.cwd())
    if format_ is Format.json:
        write_json(findings)
    else:
        for one in findings:
            print(f"{one.verdict:<8} {one.about}: {one.said}")
            if one.remedy:
                print(f"{'':<8} -> {one.remedy}")
    raise typer.Exit(1 if any(one.verdict == "problem" for one in findings) else 0)


def write_json(answer: Any) -> None:
    """Print an answer as one JSON document."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(answer), indent=1).decode()
    sys.stdout.write(text + "\n")


def _lines(one: LanguageReport) -> Iterator[str]:
    yield f"{one.name}: {' '.join(one.extensions)}"
    yield f"  parser: {one.problem or one.parser}"
    for limit in one.limits:
        yield from _wrapped(f"  limit: {limit}")
    if one.cases:
        lacking = f", none covers: {', '.join(one.missing)}" if one.missing else ""
        yield from _wrapped(f"  golden cases: {one.cases}{lacking}")


def _wrapped(line: str) -> list[str]:
    import textwrap

    return textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False)
