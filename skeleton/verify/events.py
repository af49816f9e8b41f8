"""Reads the events that injected code sent while pytest or unittest ran.

Trusts nothing: every line must carry the token and the next number. What does not is said in
`Results.malformed`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from skeleton.model import Failure
from skeleton.verify.results import Results, Trace
from skeleton.verify.steady import SOURCE_LIMIT, Steady, natural

Event = dict[str, Any]
PHASES = ("setup", "call", "teardown")


def read_lines(lines: bytes, token: str) -> tuple[list[Event], str]:
    """Return the events of a stream, and what is wrong with it.

    A last line without its line feed is what a killed process leaves; it is not wrong, it is
    dropped.
    """
    whole, _, _ = lines.rpartition(b"\n")
    mark = f"{token} ".encode()
    found: list[Event] = []
    for line in whole.split(b"\n") if whole else ():
        if not line.startswith(mark):
            return found, "something else than the test run wrote into the stream of events"
        try:
            event = json.loads(line[len(mark) :])
        except ValueError:
            return found, "the stream of events is damaged"
        if event["n"] != len(found):
            return found, "events are missing from the stream"
        found.append(event)
    return found, ""


def steady_for(events: list[Event], root: str) -> Steady:
    """Return the replacements that fit the interpreter and plugins of this run."""
    prefixes = [
        str(one) for event in events if event["event"] == "begin" for one in event["prefixes"]
    ]
    workers = any(event.get("xdist") for event in events if event["event"] == "session")
    return Steady(root, prefixes=prefixes, workers=workers)


@dataclass
class _Test:
    """What was reported about one test id."""

    outcomes: list[tuple[str, str, bool]] = field(default_factory=list)  # when, outcome, xfail
    started: int = 0
    ended: int = 0
    reruns: int = 0
    parts_failed: bool = False

    def word(self) -> str:
        """Return under which word the test counts: the worst that happened to it; empty: none."""
        failed = {when for when, outcome, _ in self.outcomes if outcome == "failed"}
        if self.parts_failed or failed - {"setup", "teardown"}:
            return "failed"
        if failed:
            return "error"
        skipped = [xfail for _, outcome, xfail in self.outcomes if outcome == "skipped"]
        if skipped:
            return "xfailed" if any(skipped) else "skipped"
        if any(xfail for _, _, xfail in self.outcomes):
            return "xpassed"
        return "passed" if self.ended and self.calls() else ""

    def calls(self) -> int:
        """Return how often the test itself ran; more than once where ids are repeated."""
        return sum(when == "call" for when, _, _ in self.outcomes)


def read_events(
    events: list[Event], malformed: str, runner: str, root: str, steady: Steady
) -> Results:
    """Return what the events of one run say."""
    results = Results(runner, malformed=malformed)
    names = _Names(root)
    tests: dict[str, _Test] = {}
    reports: list[Event] = []
    found: dict[str, list[str]] = {}  # by worker
    each = False
    for event in events:
        kind = event["event"]
        if kind == "session":
            if results.session:
                results.malformed = results.malformed or "a second run sent its events"
            results.session, each = True, event["each"]
            names = _Names(root, event["rootdir"])
        elif kind == "collected":
            found[event["node"]] = event["ids"]
            taken = event["found"] - len(event["ids"])  # with or without the hook that says so
            results.deselected = max(results.deselected, taken)
        elif kind == "deselected":
            results.deselected += event["count"]
        elif kind == "start":
            tests.setdefault(event["id"], _Test()).started += 1
        elif kind == "report":
            _note(tests.setdefault(event["id"], _Test()), event)
            reports.append(event)
        elif kind == "finish":
            results.finished, results.session_exit = True, event["exit"]
            results.stopped = steady.value(event["stop"])
        elif kind == "interrupt":
            failure = _failure(event, names, steady)
            results.interrupted = ": ".join(part for part in (failure.exc, failure.msg) if part)
            results.interrupted_in = failure.at.rpartition(":")[0]
            for identity in _running(tests):
                trace = event.get("trace", "")
                results.traces.append(Trace(names(identity), "interrupted", trace))
        elif kind == "internal_error" and results.internal is None:
            results.internal = _failure(event, names, steady)
            results.traces.append(Trace("internal error", "", event.get("trace", "")))
    _count(results, tests, found, names, each=each)
    _read_collection(results, events, names, steady)
    _read_failures(results, reports, tests, names, steady)
    if results.collection and results.interrupted.startswith("Interrupted"):
        results.interrupted = ""  # pytest's own stop: "2 errors during collection"
    return results


class _Names:
    """Turns ids relative to pytest's root folder into ids relative to the project's folder."""

    def __init__(self, root: str, rootdir: str = "") -> None:
        self._root = os.path.realpath(root)
        self._rootdir = os.path.realpath(rootdir) if rootdir else self._root

    def __call__(self, identity: str) -> str:
        if self._rootdir == self._root or not identity:
            return identity
        path, mark, rest = identity.partition("::")
        path = os.path.relpath(os.path.join(self._rootdir, path), self._root)
        return path.replace(os.sep, "/") + mark + rest


def _note(test: _Test, event: Event) -> None:
    """Take a report into what is known of its test."""
    if event.get("sub"):
        test.parts_failed = test.parts_failed or event["outcome"] == "failed"
        return
    if event["outcome"] == "rerun":
        test.reruns += 1
        test.outcomes = []
        return
    test.outcomes.append((event["when"], _true_outcome(event), event.get("xfail", False)))
    # xdist reports a dead worker as "???"
    if event["when"] == "teardown" or event["when"] not in PHASES:
        test.ended += 1


def _true_outcome(event: Event) -> str:
    """Return the outcome, unless others made something milder of a phase that raised."""
    if event.get("raised_here") and not event.get("xfail") and event["outcome"] != "rerun":
        return "failed"
    return str(event["outcome"])


def _count(
    results: Results,
    tests: dict[str, _Test],
    found: dict[str, list[str]],
    names: _Names,
    *,
    each: bool,
) -> None:
    """Fill the counts: every test once, under the worst that happened to it."""
    lists = list(found.values())
    if lists:
        due: Counter[str] = Counter()
        for ids in lists:
            due = due + Counter(ids) if each else due | Counter(ids)
        results.collected = due.total()
        ended = {one: test.ended for one, test in tests.items() if test.word()}
        results.not_run = (due - Counter(ended)).total()
    words = Counter(test.word() for test in tests.values())
    results.failed, results.error = words["failed"], words["error"]
    results.skipped, results.xfailed = words["skipped"], words["xfailed"]
    results.xpassed = words["xpassed"]
    passed = {one: test for one, test in tests.items() if test.word() == "passed"}
    results.passed = sum(test.calls() for test in passed.values())
    results.flaky = sorted((names(one) for one in passed if tests[one].reruns), key=natural)
    results.running = sorted(map(names, _running(tests)), key=natural)


def _running(tests: dict[str, _Test]) -> list[str]:
    """Return the tests that began and did not end."""
    return [one for one, test in tests.items() if test.started > test.ended]


def _read_collection(results: Results, events: list[Event], names: _Names, steady: Steady) -> None:
    """Fill what could not be loaded; every worker of xdist says it again."""
    seen: set[str] = set()
    for event in events:
        if event["event"] not in ("collect_error", "collect_skip") or event["id"] in seen:
            continue
        seen.add(event["id"])
        if event["event"] == "collect_skip":
            results.skipped += 1
            continue
        failure = _failure(event, names, steady)
        results.collection.append(failure)
        results.traces.append(Trace(failure.id, "", _whole_trace(event)))
    results.collection.sort(key=lambda one: natural(one.id))


def _read_failures(
    results: Results, reports: list[Event], tests: dict[str, _Test], names: _Names, steady: Steady
) -> None:
    """Fill the failures, in the order of the files, lines and ids, and their traces."""
    failed = [event for event in reports if _true_outcome(event) == "failed"]
    failed.sort(key=lambda event: _place_of(event, steady))
    for event in failed:
        if (
            tests[event["id"]].parts_failed
            and not event.get("sub")
            and not event.get("raised_here")
        ):
            continue  # "contains 2 failed subtests": they are here themselves
        failure = _failure(event, names, steady)
        results.failures.append(failure)
        head = " ".join(part for part in (failure.sub, failure.when) if part)
        results.traces.append(Trace(failure.id, head, _whole_trace(event)))


def _place_of(event: Event, steady: Steady) -> tuple[object, ...]:
    path = event["id"].partition("::")[0]
    when = event["when"]
    phase = PHASES.index(when) if when in PHASES else 1
    return natural(path), event.get("line") or 0, natural(steady.text(event["id"])), phase


def _failure(event: Event, names: _Names, steady: Steady) -> Failure:
    """Return the record of a failure, steady and short."""
    left = right = None
    if "left" in event:
        left, right = steady.pair(event["left"], event["right"])
    expected, actual = event.get("expected"), event.get("actual")
    if expected is not None and actual is not None:
        expected, actual = steady.pair(expected, actual)
    when = event.get("when", "")
    rewritten = event["event"] == "report" and event["outcome"] != _true_outcome(event)
    exc = event.get("exc", "")
    identity = names(event.get("id", ""))
    # of the test: where no frame is the project's
    line = event.get("line") if when in PHASES else None
    placed = f"{identity.partition('::')[0]}:{line + 1}" if line is not None else ""
    return Failure(
        id=steady.text(identity),
        sub=steady.value(event.get("sub", "")),
        when=when if when in ("setup", "teardown") else "",
        at=steady.text(event.get("at", "") or placed),
        src=steady.value(event.get("src", ""), SOURCE_LIMIT),
        raised=steady.text(event.get("raised", "")),
        exc="" if exc == "AssertionError" else exc,
        left=left,
        op=event.get("op", ""),
        right=right,
        expected=expected,
        actual=actual,
        msg=steady.value(event.get("msg", "").strip()),
        note=f"reported as {event['outcome']} although it raised" if rewritten else "",
    )


def _whole_trace(event: Event) -> str:
    """Return the trace of a failure with what was captured and the innermost local variables."""
    parts = [event.get("trace", "") or event.get("msg", "")]
    parts += [f"--- {name} ---\n{text}" for name, text in event.get("sections", ())]
    if event.get("locals"):
        parts.append(f"--- local variables ---\n{event['locals']}")
    return "\n".join(part.rstrip("\n") for part in parts if part)
