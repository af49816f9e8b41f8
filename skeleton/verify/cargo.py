"""Reads what `cargo test` prints: the stable toolchain writes no report.

Each test program says how many tests it runs, each test, and a result; whatever of these is missing
is no success.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.model import Failure
from skeleton.verify.placing import line_of, relative_to
from skeleton.verify.results import Results, Trace
from skeleton.verify.steady import Steady, natural, plain

if TYPE_CHECKING:
    from pathlib import Path

_RUNNING = re.compile(r"^running (\d+) tests?$")
_TEST = re.compile(r"^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b")
_RESULT = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;")
_DETAIL = re.compile(r"^---- (.+) stdout ----$")
_PANIC = re.compile(r"panicked at ([^\s:]+):(\d+):\d+:$")
_ARROW = re.compile(r"^\s*--> ([^\s:]+):(\d+):\d+")
_COMPARED = re.compile(r"^assertion `left (\S+) right` failed(?:: (.*))?$")
_COMPILER = re.compile(
    r"^error(?:\[E\d+\])?: (?!test failed|doctest failed|\d+ targets? failed)(.*)$"
)


@dataclass
class _Program:
    """What one test program printed."""

    due: int
    ends: list[tuple[str, str]] = field(default_factory=list)  # test, outcome
    result: tuple[int, ...] | None = None  # passed, failed, ignored
    details: dict[str, list[str]] = field(default_factory=dict)


def read_cargo(text: str, root: Path, steady: Steady) -> Results:
    """Return what the compiler and the test programs said."""
    text = plain(text)
    results = Results("cargo", collected=0)
    programs = _programs(text.splitlines())
    for program in programs:
        _count(program, results)
        for name, outcome in program.ends:
            if outcome == "FAILED":
                lines = program.details.get(name, [])
                results.failures.append(_failure(name, lines, root, steady))
                results.traces.append(Trace(name, "", "\n".join(lines).strip("\n")))
    if not programs:
        _read_compiler(text, results, root, steady)
    results.session = bool(programs or results.collection)
    results.finished = all(program.result is not None for program in programs)
    results.failures.sort(key=lambda one: natural(one.id))
    return results


def _programs(lines: list[str]) -> list[_Program]:
    """Divide the output by the lines with which each test program begins."""
    programs: list[_Program] = []
    detail = ""
    for line in lines:
        running = _RUNNING.match(line)
        if running:
            programs.append(_Program(int(running.group(1))))
            detail = ""
        if running or not programs:
            continue
        program = programs[-1]
        test, result, named = _TEST.match(line), _RESULT.match(line), _DETAIL.match(line)
        if named:
            detail = named.group(1)
            program.details[detail] = []
        elif result:
            program.result, detail = tuple(map(int, result.groups())), ""
        elif line == "failures:":
            detail = ""
        elif detail:
            program.details[detail].append(line)
        elif test and program.result is None:
            program.ends.append((test.group(1), test.group(2)))
    return programs


def _count(program: _Program, results: Results) -> None:
    """Count what a program said of its tests; its own result must say the same."""
    counts = Counter(outcome for _, outcome in program.ends)
    found = counts["ok"], counts["FAILED"], counts["ignored"]
    results.collected = (results.collected or 0) + program.due
    results.passed += found[0]
    results.failed += found[1]
    results.skipped += found[2]
    results.not_run += max(0, program.due - sum(found))
    if program.result is not None and program.result != found:
        results.session = True
        results.malformed = "the result of a test program differs from the tests it named"


def _read_compiler(text: str, results: Results, root: Path, steady: Steady) -> None:
    """Tell the first error of the compiler."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        error = _COMPILER.match(line)
        if error is None:
            continue
        arrow = next((found for found in map(_ARROW.match, lines[at : at + 4]) if found), None)
        if arrow is None or relative_to(root, arrow.group(1)) is None:
            continue
        path, number = arrow.group(1), int(arrow.group(2))
        results.collection.append(
            Failure(
                id=path,
                at=f"{path}:{number}",
                src=line_of(root, path, number),
                msg=steady.value(error.group(1)),
            )
        )
        results.traces.append(Trace(path, "", "\n".join(lines[at:])))
        return


def _failure(name: str, lines: list[str], root: Path, steady: Steady) -> Failure:
    """Return where a test panicked and what it said; both sides of a comparison as it did."""
    panic = next((at for at, line in enumerate(lines) if _PANIC.search(line)), None)
    said = [line for line in lines if line.strip()] if panic is None else lines[panic + 1 :]
    end = next(
        (at for at, line in enumerate(said) if line.startswith(("stack backtrace:", "note: "))),
        None,
    )
    if end:
        said = said[:end]
    place = _PANIC.search(lines[panic]) if panic is not None else None
    path, number = (place.group(1), int(place.group(2))) if place else ("", 0)
    compared = _COMPARED.match(said[0]) if said else None
    left = next((line[7:] for line in said if line.startswith("  left: ")), None)
    right = next((line[8:] for line in said if line.startswith(" right: ")), None)
    message = "\n".join(said).strip()
    if compared and left is not None and right is not None:
        left, right = steady.pair(left.strip(), right.strip())
        message = compared.group(2) or ""
    else:
        left = right = None
    return Failure(
        id=name,
        at=f"{path}:{number}" if path else "",
        src=line_of(root, path, number) if path else "",
        left=left,
        op=compared.group(1) if compared and left is not None else "",
        right=right,
        msg=steady.value(message),
    )
