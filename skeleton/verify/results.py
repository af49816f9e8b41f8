"""What a run did, whichever runner it was: counts, failures and traces that readers fill in.

The verdict is not in here: `judge` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skeleton.model import Failure


@dataclass
class Results:
    """What a reader of events or reports found. Nothing in it says that a run went well."""

    runner: str
    session: bool = False  # the runner began its work
    finished: bool = False  # the runner said that it came to its end
    session_exit: int = 0  # the exit code that the runner itself found right
    collected: int | None = None
    passed: int = 0
    failed: int = 0
    error: int = 0
    skipped: int = 0
    xfailed: int = 0
    xpassed: int = 0
    deselected: int = 0
    not_run: int = 0
    flaky: list[str] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    stopped: str = ""
    interrupted: str = ""  # the reason of a stop from within
    interrupted_in: str = ""  # the project's file that ran then
    internal: Failure | None = None  # the runner itself broke
    malformed: str = ""  # what is wrong with the stream or report
    missing_report: str = ""
    failures: list[Failure] = field(default_factory=list)  # in the order to be shown
    collection: list[Failure] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    printed: str | None = None  # for people, where the output itself is a stream for programs


@dataclass
class Trace:
    """Everything that is known about one failure, for a reader who asks for it."""

    id: str
    head: str  # what distinguishes it from others of the same id
    text: str
