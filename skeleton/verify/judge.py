"""Decides what a run has shown. The only place that says "passed".

Works on what the readers found and how the process ended; the default is not success.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from skeleton.model import (
    VERIFY_SCHEMA_VERSION,
    AffectedDigest,
    ContractDigest,
    Failure,
    InterfaceDigest,
    RunDigest,
    RunLog,
    RunStatus,
)
from skeleton.verify.writing import write_json

if TYPE_CHECKING:
    from skeleton.verify.process import Ended
    from skeleton.verify.results import Results
    from skeleton.verify.steady import Steady

SHOWN_FAILURES = 20
DIGEST_CHARS = 10_000  # what every caller known takes whole; more on request
SHOWN_IDS = 10
TAIL_LINES = 6
SHOW_FAILURE = "skeleton verify --show ID"
SHOW_OUTPUT = "skeleton verify --show output"


def judge_run(
    results: Results, ended: Ended, steady: Steady, *, max_failures: int = 0
) -> RunDigest:
    """Return the verdict with what a reader needs to act on it.

    Args:
        results: What the reader of events or reports found.
        ended: How the process ended.
        steady: The replacements that the reader made.
        max_failures: How many failures are shown; 0: up to 20, as far as they fit `DIGEST_CHARS`.
    """
    status, why = _status(results, ended)
    grouped = _grouped(results.failures)
    no_verdict = status not in ("passed", "failed")
    collection = list(results.collection)
    told = results.failures or collection or results.internal
    printed = ended.output.text() if results.printed is None else results.printed
    if results.internal is not None:
        why = why or "the runner broke"
        collection.append(results.internal)
    digest = RunDigest(
        schema=VERIFY_SCHEMA_VERSION,
        status=status,
        run="",
        runner=results.runner,
        exit=ended.exit,
        collected=results.collected,
        passed=results.passed,
        failed=results.failed,
        error=results.error,
        skipped=results.skipped,
        xfailed=results.xfailed,
        xpassed=results.xpassed,
        flaky=len(results.flaky),
        flaky_ids=tuple(steady.text(one) for one in results.flaky[:SHOWN_IDS]),
        deselected=results.deselected,
        not_run=results.not_run,
        why=steady.value(why),
        running=tuple(steady.text(one) for one in results.running[:SHOWN_IDS]),
        stopped=results.stopped,
        tail=steady.lines(printed, TAIL_LINES) if no_verdict else (),
        log=None if status == "passed" else RunLog(show=SHOW_FAILURE if told else SHOW_OUTPUT),
    )
    digest = msgspec.structs.replace(digest, normalized=tuple(sorted(steady.applied)))
    return named(_with_failures(digest, collection, grouped, max_failures))


def _with_failures(
    digest: RunDigest, collection: list[Failure], failures: list[Failure], limit: int
) -> RunDigest:
    """Return the digest with as many failures as may be shown, and the count of the others."""
    shown = limit or SHOWN_FAILURES
    while True:
        rest = failures[shown:] + collection[shown:]
        digest = msgspec.structs.replace(
            digest,
            collection=tuple(collection[:shown]),
            failures=tuple(failures[:shown]),
            failures_omitted=sum(1 + one.same for one in rest),
        )
        if limit or shown == 1 or len(write_json(digest)) <= DIGEST_CHARS:
            return digest
        shown -= 1


def none_affected(runner: str, affected: AffectedDigest) -> RunDigest:
    """Return the digest of a run that had nothing to do: no test was run, so none passed."""
    reached = (
        "no known test reaches what changed since" if affected.changed else "nothing changed since"
    )
    return RunDigest(
        schema=VERIFY_SCHEMA_VERSION,
        status="none_affected",
        run="",
        runner=runner,
        exit=None,
        collected=0,
        passed=0,
        failed=0,
        why=f"{reached} {affected.base}",
    )


def with_checks(
    digest: RunDigest,
    interface: InterfaceDigest | None = None,
    contracts: ContractDigest | None = None,
    affected: AffectedDigest | None = None,
) -> RunDigest:
    """Return the digest with what comparisons of interfaces, contracts and files found."""
    return named(
        msgspec.structs.replace(digest, interface=interface, contracts=contracts, affected=affected)
    )


def named(digest: RunDigest) -> RunDigest:
    """Return the digest with the name that its content gives it: equal runs have equal names."""
    content = msgspec.json.encode(msgspec.structs.replace(digest, run=""))
    return msgspec.structs.replace(digest, run=f"v-{hashlib.sha256(content).hexdigest()[:8]}")


def exit_code(digest: RunDigest, fail_on: tuple[str, ...] = ("tests",)) -> int:
    """Return 0 for success, 1 for a failure or a chosen finding, 3 for a run without a verdict."""
    if digest.status == "failed":
        return 1
    if digest.status != "passed":
        return 3
    interface, contracts = digest.interface, digest.contracts
    breaking = interface is not None and any(one.breaking for one in interface.changed)
    found = {
        "removed": interface is not None and bool(interface.removed),
        "breaking": breaking or (interface is not None and bool(interface.removed)),
        "contracts": contracts is not None and bool(contracts.broken),
    }
    return 1 if any(found.get(word, False) for word in fail_on) else 0


def _status(results: Results, ended: Ended) -> tuple[RunStatus, str]:
    """Return the status, and for one that is no verdict the reason."""
    cut_short = _cut_short(results, ended)
    if cut_short is not None:
        return cut_short
    if results.failed or results.error or results.failures:
        return "failed", ""
    if results.collection:
        return "collection_error", "a file could not be loaded" + _unrun(results)
    if results.passed == 0:
        return "no_tests", "no test passed and none failed" + _unrun(results)
    if ended.exit != 0 or results.session_exit != 0:
        code = ended.exit if ended.exit != 0 else results.session_exit
        return "runner_error", f"no test failed, but the runner ended with {code}"
    if results.not_run or results.running or results.collected is None:
        return "incomplete", "not every test that was found was reported" + _unrun(results)
    return "passed", ""


def _cut_short(results: Results, ended: Ended) -> tuple[RunStatus, str] | None:
    """Return the status of a run that did not come to its own end; None when it did."""
    if ended.cannot_start:
        return "not_started", ended.cannot_start
    if ended.timed_out:
        idle = results.finished and not results.running and not results.interrupted
        why = "every test had ended, the process had not" if idle else "the limit of --timeout"
        return "timeout", why + _meanwhile(results)
    if ended.interrupted or results.interrupted:
        return "interrupted", (results.interrupted or "stopped from outside") + _meanwhile(results)
    if results.missing_report:
        return "no_report", results.missing_report
    if results.malformed:
        return ("incomplete" if results.session else "bad_report"), results.malformed
    if results.internal is not None:
        return "internal_error", ""
    how = _how(ended.exit)
    if not results.session:
        return ("crashed" if (ended.exit or 0) < 0 else "not_started"), f"no test began: {how}"
    if not results.finished:
        return "crashed", f"the run did not come to its end: {how}"
    if results.session_exit == 4 and not results.collected:
        return "not_started", "the runner refused its arguments"
    return None


def _meanwhile(results: Results) -> str:
    """Return which file was run when a stop came between tests."""
    return (
        f", in {results.interrupted_in}" if results.interrupted_in and not results.running else ""
    )


def _how(code: int | None) -> str:
    """Return how a process ended, in words."""
    if code is None:
        return "it was stopped"
    return f"signal {-code}" if code < 0 else f"exit {code}"


def _unrun(results: Results) -> str:
    return f"; {results.not_run} tests were not run" if results.not_run else ""


def _grouped(failures: list[Failure]) -> list[Failure]:
    """Return the failures with those told once that differ in nothing but the test."""
    groups: dict[Failure, list[Failure]] = {}
    for one in failures:
        key = msgspec.structs.replace(one, id="", sub="")
        placed = one.at or one.raised
        groups.setdefault(key if placed else one, []).append(one)
    return [
        msgspec.structs.replace(
            group[0],
            same=len(group) - 1,
            same_ids=tuple(one.id for one in group[1 : SHOWN_IDS + 1]),
        )
        for group in groups.values()
    ]
