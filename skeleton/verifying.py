"""Has a project's tests run, all or those that a change may concern, and says what they showed.

Joins configuration, choice, comparison and the run; each is loaded only where it is asked for, as
whoever runs tests waits for all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from skeleton.clip import keep_lines, sentence
from skeleton.config import read_config
from skeleton.verify import failure_text, last_digest, run, settle_runner
from skeleton.verify.judge import exit_code
from skeleton.verify.writing import write_json, write_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from skeleton.model import RunDigest


class VerifyOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton verify` is asked for; the command line's words, see its help."""

    paths: tuple[str, ...] = ()
    runner: str = ""  # empty, like all below: as configured
    python: str = ""
    report: str = ""
    timeout_s: float | None = None
    max_failures: int = 0  # 0: up to 20, as far as they fit a short answer
    base: str = ""  # the revision that interfaces and contracts are compared with; empty: none
    affected: str = ""  # the revision since which what changed chooses the tests; empty: all tests
    arguments: tuple[str, ...] = ()


def verify_run(
    folder: Path, options: VerifyOptions, *, stopped: Callable[[], bool] = lambda: False
) -> RunDigest:
    """Run the project's tests in its own environment, and return what they showed.

    Args:
        folder: The project.
        options: What is wanted.
        stopped: Asked again and again whether to stop the run.

    Raises:
        BadOption: An option cannot be used.
        NoRunner: No runner can be chosen, or it is not installed.
        UnknownRevision: The base cannot be read.
    """
    compared = None
    if options.base:
        from skeleton.comparing import DiffOptions, compare_sides

        compared = compare_sides(folder, DiffOptions(base=options.base))
    said = read_config(folder).verify
    runner, python = options.runner or said.runner, options.python or said.python
    report = options.report or said.report
    choice = None
    if options.affected:
        from skeleton.choosing import choose_tests

        runner, _ = settle_runner(folder, options.paths, runner, python=python, report=report)
        choice = choose_tests(folder, options.affected, runner, options.paths)
    return run(
        folder,
        choice.paths if choice else options.paths,
        runner=runner,
        python=python,
        report=report,
        timeout_s=said.timeout if options.timeout_s is None else options.timeout_s,
        max_failures=options.max_failures,
        arguments=options.arguments or said.command,
        interface=compared.interface_digest() if compared else None,
        contracts=compared.contract_digest() if compared else None,
        affected=choice.digest if choice else None,
        leave_out=choice.leave_out if choice else (),
        stopped=stopped,
    )


def last_run(folder: Path) -> RunDigest:
    """Return what the last run of the tests showed.

    Raises:
        NoRun: None is kept.
    """
    return last_digest(folder)


def show_failure(folder: Path, wanted: str, *, limit: int = 0) -> str:
    """Return all that the last run kept of one failure, cut between lines.

    Args:
        folder: The project.
        wanted: The id of the failure; `output` means everything that was printed.
        limit: Most characters; 0: not cut.

    Raises:
        NoRun: None is kept, or it has no such failure.
    """
    text = failure_text(folder, wanted)
    recover = f"skeleton verify --show '{wanted}' --budget 0"
    kept, omission = keep_lines(text, limit or len(text), recover=recover)
    return f"{kept}… {sentence(omission)}\n" if omission else kept


def render_run(digest: RunDigest, format: str = "json") -> str:
    """Return the answer of a run of tests as JSON or as text."""
    return write_json(digest) if format == "json" else write_text(digest)


def verify_exit_code(digest: RunDigest, fail_on: tuple[str, ...] = ("tests",)) -> int:
    """Return 0 for passed, 1 for failed or what `fail_on` names, 3 for no verdict."""
    return exit_code(digest, fail_on)
