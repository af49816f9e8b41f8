"""The answer of `skeleton verify`. The order of the fields is the order of the keys in the JSON."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from skeleton.model.record import Record

VERIFY_SCHEMA_VERSION = "skeleton.verify/1"

RunStatus = Literal[
    "passed",
    "failed",
    "no_tests",
    "none_affected",
    "collection_error",
    "not_started",
    "crashed",
    "timeout",
    "interrupted",
    "internal_error",
    "incomplete",
    "runner_error",
    "no_report",
    "bad_report",
]


class Failure(Record, frozen=True):
    """Why a test failed, or a file could not be loaded."""

    id: str  # as the runner takes it
    sub: str = ""  # which part of the test: parameters of a subtest
    when: str = ""  # "setup", "teardown"; empty: the test itself
    at: str = ""  # `path:line` in the test, relative to the project
    src: str = ""  # the statement there, on one line
    raised: str = ""  # `path:line` where it was raised, when that is elsewhere in the project
    exc: str = ""  # class of the exception; empty: an assertion
    left: str | None = None  # of a comparison; the runner does not know which side was expected
    op: str = ""
    right: str | None = None
    expected: str | None = None  # only where the runner says so
    actual: str | None = None
    msg: str = ""
    note: str = ""  # what is odd about this failure
    same: int = 0  # other tests that failed in the same way at the same place
    same_ids: tuple[str, ...] = ()  # the first of them


class InterfaceChange(Record, frozen=True):
    """A symbol whose interface differs from the base."""

    id: str
    was: str = ""
    now: str = ""
    breaking: tuple[str, ...] = ()  # why it breaks callers


class InterfaceDigest(Record, frozen=True, omit_defaults=False):
    """The interface of the working tree against a base revision."""

    base: str
    changed: tuple[InterfaceChange, ...] = ()
    added: int = 0
    removed: tuple[str, ...] = ()
    not_shown: int = 0  # changed symbols beyond those listed; none of them breaks callers first


class BrokenContract(Record, frozen=True):
    """A rule that the code no longer keeps."""

    id: str
    contract: str
    source: str = field(name="from", default="")  # where the rule is stated
    why: str = ""


class ContractDigest(Record, frozen=True, omit_defaults=False):
    """What a check of the contracts found."""

    checked: int
    broken: tuple[BrokenContract, ...] = ()
    unverifiable: int = 0


class AffectedDigest(Record, frozen=True):
    """Which tests a change may concern: the others were left out."""

    base: str
    changed: int  # files that are not as the base has them
    files: int | None = None  # of tests that reach one of them; None: all were run
    unsure: int = 0  # of these: what they load cannot be told, they were run for that
    left_out_files: int = 0
    left_out: int = 0  # tests in those, as they are written: one with parameters counts once
    all: str = ""  # why every test was run: it could not be told which ones a change concerns


class RunLog(Record, frozen=True):
    """Where the whole output of a run is."""

    show: str = ""  # the command that prints one failure whole
    kept: str = ""  # said when it is not in the project's own `.skeleton/verify`


class RunDigest(Record, frozen=True):
    """The answer of `skeleton verify`. Every status but "passed" means: not shown to pass."""

    schema: str
    status: RunStatus
    run: str  # hash of the content
    runner: str
    exit: int | None  # of the runner; negative: the signal that ended it; None: none of its own
    collected: int | None
    passed: int
    failed: int
    error: int = 0  # tests with a failed fixture
    skipped: int = 0
    xfailed: int = 0
    xpassed: int = 0
    flaky: int = 0  # passed only after a rerun
    flaky_ids: tuple[str, ...] = ()
    deselected: int = 0
    not_run: int = 0
    why: str = ""  # of a status that is no verdict
    running: tuple[str, ...] = ()  # tests that had begun when the run ended
    stopped: str = ""  # the runner's reason not to run the rest
    collection: tuple[Failure, ...] = ()  # files that could not be loaded
    failures: tuple[Failure, ...] = ()
    failures_omitted: int = 0
    tail: tuple[str, ...] = ()  # last lines of the output, when there is no verdict
    normalized: tuple[str, ...] = ()  # what was replaced so that two runs read the same
    affected: AffectedDigest | None = None
    interface: InterfaceDigest | None = None
    contracts: ContractDigest | None = None
    log: RunLog | None = None
