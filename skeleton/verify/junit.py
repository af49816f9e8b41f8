"""Reads JUnit XML files: what most runners can write, and no proof of anything by itself.

A file that was there before the run is a leftover. A test case named after a file is that file, not
a test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from skeleton.errors import BadOption
from skeleton.model import Failure
from skeleton.verify.placing import line_of, places_in, relative_to
from skeleton.verify.results import Results, Trace
from skeleton.verify.steady import Steady, natural

if TYPE_CHECKING:
    from pathlib import Path

Stamp = tuple[int, int, int]


def find_reports(root: Path, pattern: str) -> dict[Path, Stamp]:
    """Return the report files that are there, each with what changes when it is written again.

    Raises:
        BadOption: The pattern is not a glob below `root`.
    """
    try:
        found = sorted(path for path in root.glob(pattern) if path.is_file())
    except (NotImplementedError, ValueError) as error:
        raise BadOption("--report", pattern, "must be a glob relative to the project") from error
    stats = {path: path.stat() for path in found}
    return {path: (stat.st_mtime_ns, stat.st_size, stat.st_ino) for path, stat in stats.items()}


def read_junit(
    root: Path, pattern: str, before: dict[Path, Stamp], steady: Steady, runner: str = "junit"
) -> Results:
    """Return what the report files of a run say; files that are as `before` are leftovers."""
    results = Results(runner, session=True, finished=True, collected=0)
    now = find_reports(root, pattern)
    fresh = [path for path, stamp in now.items() if before.get(path) != stamp]
    if not fresh:
        old = f"; {len(now)} older ones are leftovers" if now else ""
        results.missing_report = f"the run wrote no file that matches {pattern}{old}"
    for path in fresh:
        try:
            tree = ElementTree.parse(path).getroot()
        except (ElementTree.ParseError, OSError, ValueError) as error:
            name = path.relative_to(root).as_posix()
            results.session, results.malformed = False, f"{name}: {error}"
            continue
        suites = [one for one in tree.iter() if one.tag in ("testsuite", "testsuites")]
        for suite in suites:
            _read_suite(suite, root, results, steady)
    results.failures.sort(key=lambda one: natural(one.id))
    results.collection.sort(key=lambda one: natural(one.id))
    return results


def _read_suite(suite: ElementTree.Element, root: Path, results: Results, steady: Steady) -> None:
    """Take the test cases directly in a suite, and what it counts without showing a case."""
    cases = suite.findall("testcase")
    for case in cases:
        _read_case(case, root, results, steady)
    if suite.tag != "testsuite" or suite.find("testsuite") is not None:
        return
    shown = sum(len(_bad(case)) for case in cases)
    missing = _number(suite, "failures") + _number(suite, "errors") - shown
    if missing > 0:
        results.failed += missing
        name = steady.value(suite.get("name", ""))
        results.failures.append(Failure(id=name, msg=f"{missing} failures without a test case"))
    if not shown:  # with failures, runners count one test twice
        results.not_run += max(0, _number(suite, "tests") - len(cases))


def _read_case(case: ElementTree.Element, root: Path, results: Results, steady: Steady) -> None:
    """Take one test case."""
    name, owner = case.get("name", ""), case.get("classname", "")
    bad = _bad(case)
    if relative_to(root, name) is not None:
        if bad:
            results.collection.append(_failure(case, bad[0], steady.text(name), root, steady))
            results.traces.append(Trace(steady.text(name), "", _whole(case)))
        elif case.find("skipped") is None:
            results.running.append(steady.text(name))  # it ended before it told of any test
        return
    results.collected = (results.collected or 0) + 1
    identity = steady.text(f"{owner}::{name}" if owner and owner != name else name)
    if bad:
        results.failed += 1
        results.failures.append(_failure(case, bad[0], identity, root, steady))
        results.traces.append(Trace(identity, "", _whole(case)))
    elif case.find("skipped") is not None:
        results.skipped += 1
    else:
        results.passed += 1
        if case.find("flakyFailure") is not None or case.find("flakyError") is not None:
            results.flaky.append(identity)


def _bad(case: ElementTree.Element) -> list[ElementTree.Element]:
    return [one for one in case if one.tag in ("failure", "error")]


def _failure(
    case: ElementTree.Element, bad: ElementTree.Element, identity: str, root: Path, steady: Steady
) -> Failure:
    text = "".join(bad.itertext()).strip()
    said = (bad.get("message") or "").strip() or text.split("\n\tat ")[0].split("\n    at ")[0]
    path = relative_to(root, case.get("file", "")) if case.get("file") else None
    places = places_in(f"{said}\n{text}", root)
    own = [place for place in places if place[0] == path] or places[:1]
    if own:
        at, line = own[0]
    else:
        at, line = path or "", _number(case, "line")
    return Failure(
        id=identity,
        at=f"{at}:{line}" if at and line else at,
        src=line_of(root, at, line),
        exc=bad.get("type") or "",
        msg=steady.value(said),
    )


def _number(element: ElementTree.Element, name: str) -> int:
    value = element.get(name, "")
    return int(value) if value.isdecimal() else 0


def _whole(case: ElementTree.Element) -> str:
    parts = []
    for one in case:
        parts += [one.get("message") or "", "".join(one.itertext())]
    return "\n".join(part.strip("\n") for part in parts if part.strip())
