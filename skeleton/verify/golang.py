"""Reads the stream of `go test -json`.

A parent fails with its subtest: only the innermost count. A package that ended while one of its
tests had not is a crash, even when it "passed".
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.model import Failure
from skeleton.verify.placing import line_of, places_in
from skeleton.verify.results import Results, Trace
from skeleton.verify.steady import Steady, natural

if TYPE_CHECKING:
    from pathlib import Path

_MARK = re.compile(r"^\s*(=== |--- (FAIL|PASS|SKIP))")
_SAID = re.compile(r"^\s*([\w.-]+\.go):(\d+): ?(.*)$")
_BUILD = re.compile(r"^# (\S+)")
_SAID_PASS = re.compile(r"^\s*--- PASS: ").match
_ENDS = {"pass": "passed", "fail": "failed", "skip": "skipped"}


@dataclass
class _One:
    """A test, or a package (whose name is empty)."""

    end: str = ""
    output: list[str] = field(default_factory=list)


def read_go(text: str, root: Path, steady: Steady) -> Results:
    """Return what the stream says; lines that are no events are what the compiler printed."""
    results = Results("go")
    printed: list[str] = []
    found: dict[tuple[str, str], _One] = {}
    built: dict[str, list[str]] = {}
    building = ""
    for line in text.split("\n"):  # JSON may hold what else `splitlines` takes for an end
        try:
            event = json.loads(line) if line.startswith("{") else None
        except ValueError:
            results.malformed = "the stream of go is damaged"
            continue
        if not isinstance(event, dict) or "Action" not in event:
            heading = _BUILD.match(line)
            building = heading.group(1) if heading else building
            built.setdefault(building, []).append(line)
            printed.append(f"{line}\n")
            continue
        results.session = True
        printed.append(event.get("Output", ""))
        if event["Action"].startswith("build-"):
            name = event.get("ImportPath", "").split(" ")[0]
            built.setdefault(name, []).append(event.get("Output", "").rstrip("\n"))
            continue
        one = found.setdefault((event.get("Package", ""), event.get("Test", "")), _One())
        one.end = _ENDS.get(event["Action"], one.end)
        if one.end == "passed" and event.get("Test") and not any(map(_SAID_PASS, one.output)):
            one.end = ""  # the process ended with 0 inside this test, and go took that for a pass
        if event["Action"] == "output":
            one.output.append(event.get("Output", ""))
    results.printed = "".join(printed)
    _read_tests(results, found, root, steady)
    _read_packages(results, found, built, root, steady)
    results.session = results.session or bool(results.collection)
    results.finished = results.session and not results.running
    return results


def _read_tests(
    results: Results, found: dict[tuple[str, str], _One], root: Path, steady: Steady
) -> None:
    """Count the innermost tests, and tell those that failed."""
    results.collected = 0
    parents = {(package, name.rpartition("/")[0]) for package, name in found if "/" in name}
    failed_below = {
        (package, name[:at])
        for (package, name), one in found.items()
        for at in range(len(name))
        if name[at] == "/" and one.end == "failed"
    }
    for (package, name), one in sorted(found.items(), key=lambda pair: natural("::".join(pair[0]))):
        if not name:
            continue
        identity = f"{package}::{name}"
        if not one.end:
            results.running.append(identity)
        if (package, name) in parents and (one.end != "failed" or (package, name) in failed_below):
            continue
        results.collected += 1
        if one.end == "failed":
            results.failed += 1
            results.failures.append(_failure(identity, package, one, root, steady))
            results.traces.append(Trace(identity, "", "".join(one.output)))
        elif one.end == "skipped":
            results.skipped += 1
        elif one.end == "passed":
            results.passed += 1


def _read_packages(
    results: Results,
    found: dict[tuple[str, str], _One],
    built: dict[str, list[str]],
    root: Path,
    steady: Steady,
) -> None:
    """Tell packages that could not be built, that failed outside their tests, or did not end."""
    names = {package for package, name in found if not name} | {package for package, _ in found}
    for package in sorted(names, key=natural):
        one = found.get((package, ""), _One())
        if not one.end:
            results.running.append(package)
        tests = [test for (owner, name), test in found.items() if owner == package and name]
        if one.end == "failed" and not any(test.end in ("failed", "") for test in tests):
            built.setdefault(package, []).extend("".join(one.output).splitlines())
    for package, lines in sorted(built.items()):
        said = [line for line in lines if line.strip() and not _noise(line)]
        if not package or not said:
            continue
        text = "\n".join(said)
        at = _first(places_in(text, root))
        failure = Failure(
            id=package,
            at=f"{at[0]}:{at[1]}" if at else "",
            src=line_of(root, *at) if at else "",
            msg=steady.value(text),
        )
        results.collection.append(failure)
        results.traces.append(Trace(package, "", "\n".join(lines)))


def _noise(line: str) -> bool:
    return line.startswith(("# ", "FAIL", "ok  \t", "?   \t", "exit status", "go: downloading"))


def _failure(identity: str, package: str, one: _One, root: Path, steady: Steady) -> Failure:
    """Return the last place that the test printed, or the project's first one below a panic."""
    lines = [line.rstrip("\n") for line in one.output if not _MARK.match(line)]
    text = "\n".join(lines)
    panic = next((line.strip() for line in lines if line.lstrip().startswith("panic: ")), "")
    if panic:
        at = _first(places_in(text, root))
        return Failure(
            id=identity,
            at=f"{at[0]}:{at[1]}" if at else "",
            src=line_of(root, *at) if at else "",
            exc="panic",
            msg=steady.value(panic.removeprefix("panic: ").removesuffix(" [recovered]")),
        )
    at, said = None, []
    for line in lines:
        match = _SAID.match(line)
        if match:
            at = (_folder(package, root) + match.group(1), int(match.group(2)))
        said.append(match.group(3) if match else line.strip())
    return Failure(
        id=identity,
        at=f"{at[0]}:{at[1]}" if at else "",
        src=line_of(root, *at) if at else "",
        msg=steady.value("\n".join(line for line in said if line)),
    )


def _folder(package: str, root: Path) -> str:
    """Return the folder of a package, as far as go.mod tells it."""
    try:
        text = (root / "go.mod").read_text("utf-8")
    except OSError:
        return ""
    match = re.search(r"^module\s+(\S+)", text, re.MULTILINE)
    if match is None or not package.startswith(match.group(1)):
        return ""
    inside = package[len(match.group(1)) :].strip("/")
    return f"{inside}/" if inside else ""


def _first(places: list[tuple[str, int]]) -> tuple[str, int] | None:
    return places[0] if places else None
