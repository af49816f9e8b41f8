"""Reads the JSON report of jest, and vitest's of the same shape.

A run whose process was ended from within writes no report, with exit code 0: then there is nothing
to read, and no success.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from skeleton.model import Failure
from skeleton.verify.placing import line_of, places_in, relative_to
from skeleton.verify.results import Results, Trace
from skeleton.verify.steady import Steady, natural, plain

if TYPE_CHECKING:
    from pathlib import Path

_STACK = re.compile(r"\n\s+at ")
_ERROR = re.compile(r"^(\w*(?:Error|Exception)): ")


def read_jest(runner: str, report: Path, root: Path, steady: Steady) -> Results:
    """Return what the report says; the file is new by construction."""
    results = Results(runner)
    try:
        said = json.loads(report.read_bytes())
    except FileNotFoundError:
        results.missing_report = f"{runner} ended without its report"
        return results
    except (OSError, ValueError) as error:
        results.malformed = f"the report of {runner} cannot be read: {error}"
        return results
    if not isinstance(said, dict) or not isinstance(said.get("testResults"), list):
        results.malformed = f"the report of {runner} has no results"
        return results
    results.session = results.finished = True
    results.collected = 0
    if said.get("wasInterrupted"):
        results.interrupted = f"{runner} says so"
    for file in said["testResults"]:
        _read_file(file, root, results, steady)
    promised = said.get("numTotalTests")
    if isinstance(promised, int):
        results.not_run = max(0, promised - results.collected)
    results.failures.sort(key=lambda one: natural(one.id.partition("::")[0]))
    results.collection.sort(key=lambda one: natural(one.id))
    return results


def _read_file(file: dict[str, Any], root: Path, results: Results, steady: Steady) -> None:
    """Take the tests of one file, and a failure of the file itself."""
    path = relative_to(root, file.get("name", "")) or steady.text(file.get("name", ""))
    failed = False
    for test in file.get("assertionResults", ()):
        results.collected = (results.collected or 0) + 1
        status = test.get("status")
        if status == "passed":
            results.passed += 1
        elif status == "failed":
            failed = True
            results.failed += 1
            identity = f"{path}::{steady.text(test.get('fullName', ''))}"
            messages = [plain(one) for one in test.get("failureMessages", ())]
            results.failures.append(_failure(identity, path, test, messages, root, steady))
            results.traces.append(Trace(identity, "", "\n\n".join(messages)))
        else:  # pending, skipped, todo, disabled
            results.skipped += 1
    if file.get("status") == "failed" and not failed:
        message = plain(file.get("message", "")).strip()
        results.collection.append(_failure(path, path, {}, [message], root, steady))
        results.traces.append(Trace(path, "", message))


def _failure(
    identity: str, path: str, test: dict[str, Any], messages: list[str], root: Path, steady: Steady
) -> Failure:
    whole = messages[0] if messages else ""
    said = _STACK.split(whole)[0].strip()
    error = _ERROR.match(said)
    said = said[error.end() :] if error else said
    places = places_in(whole, root)
    location = test.get("location") or {}
    own = [place for place in places if place[0] == path]
    at = own[0] if own else (path, location.get("line", 0))
    raised = places[0] if places and places[0][0] != path else None
    matcher = _matcher(test)
    expected = actual = None
    if "expected" in matcher and "actual" in matcher:
        expected, actual = steady.pair(_shown(matcher["expected"]), _shown(matcher["actual"]))
    exc = error.group(1) if error else ""
    return Failure(
        id=identity,
        at=f"{at[0]}:{at[1]}" if at[1] else "",
        src=line_of(root, at[0], at[1]),
        raised=f"{raised[0]}:{raised[1]}" if raised else "",
        exc="" if exc in ("Error", "AssertionError", "JestAssertionError") else exc,
        op=str(matcher.get("name", "")) if expected is not None else "",
        expected=expected,
        actual=actual,
        msg=steady.value(said) if expected is None else "",
    )


def _matcher(test: dict[str, Any]) -> dict[str, Any]:
    """Return the comparison that jest states as values, empty when it states none."""
    details = test.get("failureDetails") or [{}]
    found = details[0].get("matcherResult") if isinstance(details[0], dict) else None
    return found if isinstance(found, dict) else {}


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
