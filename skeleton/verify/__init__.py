"""Runs a project's own tests in its own environment, and says shortly what that showed.

Nothing here reads a terminal to find a success, and nothing is a success that was not seen to be
one.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from skeleton.errors import BadOption
from skeleton.model import RunDigest, RunLog
from skeleton.verify.events import read_events, read_lines, steady_for
from skeleton.verify.judge import judge_run, none_affected, with_checks
from skeleton.verify.process import Ended, watch
from skeleton.verify.results import Results
from skeleton.verify.runners import INJECT, RUNNERS, choose_runner, command_for, find_python
from skeleton.verify.steady import Steady
from skeleton.verify.store import find_traces, keep, load_last

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skeleton.model import AffectedDigest, ContractDigest, InterfaceDigest
    from skeleton.verify.events import Event

TIMEOUT_S = 600.0


def run(
    root: Path,
    paths: Sequence[str] = (),
    *,
    runner: str = "auto",
    python: str = "",
    report: str = "",
    timeout_s: float = TIMEOUT_S,
    max_failures: int = 0,
    arguments: Sequence[str] = (),
    interface: InterfaceDigest | None = None,
    contracts: ContractDigest | None = None,
    affected: AffectedDigest | None = None,
    leave_out: Sequence[str] = (),
    stopped: Callable[[], bool] = lambda: False,
) -> RunDigest:
    """Run tests and return what they showed; the whole output is kept for `failure_text`.

    Args:
        root: The project's folder: the tests run in it, ids and places are relative to it.
        paths: Files, folders and test ids as the runner takes them; none means all.
        runner: One of `RUNNERS`.
        python: The interpreter of the project; found when empty.
        report: For `junit`: a glob below `root` for the files that the command writes.
        timeout_s: Seconds after which the run is stopped; 0 means no limit.
        max_failures: How many failures are shown; 0: up to 20, in at most 10,000 characters.
        arguments: For the runner, as they are; for `junit`, the command.
        interface: What a comparison with a base revision found; kept with the run.
        contracts: What a check of the contracts found; kept with the run.
        affected: Which tests a change concerns; kept with the run. Where it concerns none, none
            is run.
        leave_out: Test files that are not to be run.
        stopped: Asked again and again whether to stop the run.

    Raises:
        BadOption: An option cannot be used.
        NoRunner: No runner can be chosen, or it is not installed.
    """
    runner, program = settle_runner(root, paths, runner, python=python, report=report)
    if affected is not None and affected.files == 0:
        digest = with_checks(none_affected(runner, affected), interface, contracts, affected)
        return _kept(root, digest, Results(runner), "", [])
    with tempfile.TemporaryDirectory(prefix="skeleton-verify-") as folder:
        written = Path(folder) / "report.json"
        command = command_for(
            runner, root, paths, arguments, python=program, report=written, leave_out=leave_out
        )
        if runner in ("pytest", "unittest"):
            ended = watch(command, root, timeout_s=timeout_s, inject=INJECT, stopped=stopped)
            events, malformed = read_lines(ended.lines, ended.token)
            steady = steady_for(events, str(root))
            results = read_events(events, malformed, runner, str(root), steady)
        else:
            events = []
            ended, results, steady = _reported(
                command, root, runner, report, written, timeout_s, stopped
            )
    digest = judge_run(results, ended, steady, max_failures=max_failures)
    if interface is not None or contracts is not None or affected is not None:
        digest = with_checks(digest, interface, contracts, affected)
    return _kept(root, digest, results, ended.output.text(), events)


def settle_runner(
    root: Path, paths: Sequence[str], runner: str, *, python: str = "", report: str = ""
) -> tuple[str, list[str]]:
    """Return the runner, never `auto`, and the command of the project's interpreter if it has one.

    Raises:
        BadOption: An option cannot be used.
        NoRunner: No runner can be chosen.
    """
    if runner not in RUNNERS:
        raise BadOption("--runner", runner, f"one of {', '.join(RUNNERS)}")
    if runner == "junit" and not report:
        raise BadOption(
            "--runner", "junit", "needs --report GLOB: the files that the command writes"
        )
    program = find_python(root, python) if runner in ("auto", "pytest", "unittest") else []
    if runner == "auto":
        runner = "junit" if report else choose_runner(root, paths, program)
    return runner, program


def last_digest(root: Path) -> RunDigest:
    """Return the digest of the last run that was kept.

    Raises:
        NoRun: There is none.
    """
    return load_last(root).digest


def failure_text(root: Path, wanted: str) -> str:
    """Return all that the last run kept of one failure: trace, captured output, local variables.

    Args:
        root: The project's folder.
        wanted: The failure's id, or an ending of it that fits no other.

    Raises:
        NoRun: No run is kept, or it has no such failure.
    """
    traces = find_traces(load_last(root), wanted)
    return "\n".join(
        f"=== {' '.join(filter(None, (one.id, one.head)))} ===\n{one.text}\n" for one in traces
    )


def _kept(
    root: Path, digest: RunDigest, results: Results, output: str, events: list[Event]
) -> RunDigest:
    """Keep a run, and return its digest with where that is, if it is not in the project."""
    lines = [json.dumps(event) for event in events]
    where = keep(root, digest, results.traces, output, lines)
    if where and digest.log is not None:
        digest = msgspec.structs.replace(digest, log=RunLog(show=digest.log.show, kept=where))
    return digest


def _reported(
    command: list[str],
    root: Path,
    runner: str,
    report: str,
    written: Path,
    timeout_s: float,
    stopped: Callable[[], bool],
) -> tuple[Ended, Results, Steady]:
    """Run a command that writes its own report or stream, and read that."""
    from skeleton.verify.cargo import read_cargo
    from skeleton.verify.golang import read_go
    from skeleton.verify.jest import read_jest
    from skeleton.verify.junit import find_reports, read_junit

    steady = Steady(str(root))
    before = find_reports(root, report) if report else {}
    ended = watch(command, root, timeout_s=timeout_s, stopped=stopped)
    output = ended.output.text()
    if runner == "junit":
        results = read_junit(root, report, before, steady)
    elif runner == "go":
        results = read_go(output, root, steady)
    elif runner == "cargo":
        results = read_cargo(output, root, steady)
    else:
        results = read_jest(runner, written, root, steady)
    if runner in ("go", "cargo") and ended.output.left_out():
        results.malformed = "more output than is kept: a part of the stream is missing"
    return ended, results, steady


__all__ = ["RUNNERS", "TIMEOUT_S", "failure_text", "last_digest", "run", "settle_runner"]
