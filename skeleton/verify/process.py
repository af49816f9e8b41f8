"""Runs a command in its own process group until it ends, is stopped, or runs out of time.

Keeps what it printed and what came through the pipe of events; judges nothing. Never waits for a
background process that holds the pipes, and leaves none of the group behind. POSIX only.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

KEPT_BYTES = 8 * 2**20  # of the output: so many of its first, so many of its last bytes
GRACE_S = 2.0  # between the polite signal and the other one
POLL_S = 0.05
PIPE_READS = 32  # reads of 64 KiB: more than a pipe holds

# Of the process that calls; the tests are to see none of it.
_OWN_TRACES = (
    "PYTEST_CURRENT_TEST",
    "PYTEST_XDIST_WORKER",
    "PYTEST_XDIST_WORKER_COUNT",
    "PYTEST_VERSION",
)


class Output:
    """What a command printed: all of it, or its ends and the count of what lies between."""

    def __init__(self) -> None:
        self.size = 0
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0

    def add(self, data: bytes) -> None:
        """Take the next piece."""
        self.size += len(data)
        room = KEPT_BYTES - len(self._head)
        self._head += data[:room]
        if data[room:]:
            self._tail.append(data[room:])
            self._tail_size += len(data) - room
        while self._tail and self._tail_size - len(self._tail[0]) >= KEPT_BYTES:
            self._tail_size -= len(self._tail.popleft())

    def left_out(self) -> int:
        """Return how many bytes were not kept."""
        return self.size - len(self._head) - self._tail_size

    def text(self) -> str:
        """Return what was kept; bytes that are not UTF-8 are shown as escapes."""
        tail, gap = b"".join(self._tail), self.left_out()
        between = f"\n[… {gap} bytes not kept …]\n".encode() if gap else b""
        return (bytes(self._head) + between + tail).decode("utf-8", "backslashreplace")


@dataclass
class Ended:
    """How a command ended."""

    # negative: the signal that ended it; None: it was stopped, or never began
    exit: int | None = None
    timed_out: bool = False
    interrupted: bool = False  # from outside: Ctrl-C, a polite signal to us
    cannot_start: str = ""  # why there is no process
    output: Output = field(default_factory=Output)
    lines: bytes = b""  # what came through the pipe of events
    token: str = ""  # what each true line of it begins with


def watch(
    command: Sequence[str],
    folder: Path,
    *,
    timeout_s: float = 0,
    inject: Path | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Ended:
    """Run a command to its end.

    Args:
        command: The program and its arguments.
        folder: Its working directory.
        timeout_s: Seconds until it is stopped; 0 means no limit.
        inject: A folder to put on PYTHONPATH, whose code sends events through a pipe.
        stopped: Asked again and again whether to stop it.
    """
    if os.name != "posix":
        raise BadOption("verify", sys.platform, "runs on POSIX systems only")
    variables = {name: value for name, value in os.environ.items() if name not in _OWN_TRACES}
    ended = Ended()
    readable, writable = os.pipe()
    try:
        if inject is not None:
            ended.token = os.urandom(16).hex()
            _invite(variables, writable, ended.token, folder, inject)
        try:
            process = subprocess.Popen(
                list(command),
                cwd=folder,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(writable,) if inject is not None else (),
                start_new_session=True,
            )
        except OSError as error:
            ended.cannot_start = f"{command[0]}: {error.strerror or error}"
            return ended
        try:
            with _polite_signals():
                _follow(process, readable, ended, timeout_s, stopped)
        except BaseException:
            _kill_group(process)
            raise
    finally:
        os.close(readable)
        os.close(writable)
    return ended


def _invite(variables: dict[str, str], fd: int, token: str, folder: Path, inject: Path) -> None:
    """Tell the code that is injected where to send its events."""
    root = os.path.realpath(folder)
    before = variables.get("PYTHONPATH")
    address = {"fd": fd, "token": token, "judge": os.getpid(), "root": root, "pythonpath": before}
    variables["SKELETON_VERIFY"] = json.dumps(address)
    variables["SKELETON_VERIFY_ROOT"] = root
    variables["PYTHONPATH"] = os.pathsep.join([str(inject), before] if before else [str(inject)])


def _follow(
    process: subprocess.Popen[bytes],
    events: int,
    ended: Ended,
    timeout_s: float,
    stopped: Callable[[], bool],
) -> None:
    """Read both pipes until the process has ended; stop it when it must be stopped."""
    assert process.stdout is not None
    output = process.stdout.fileno()
    lines = bytearray()
    started = time.monotonic()
    kill_at = 0.0
    with selectors.DefaultSelector() as selector:
        for fd in (output, events):
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ)
        while True:
            try:
                pause = POLL_S if output in selector.get_map() else POLL_S / 5
                for key, _ in selector.select(pause):
                    if not _read(key.fd, ended.output.add if key.fd == output else lines.extend):
                        selector.unregister(key.fd)
                if process.poll() is not None:
                    break
                if stopped() and not ended.interrupted:
                    raise KeyboardInterrupt
                now = time.monotonic()
                if timeout_s and now - started >= timeout_s and not kill_at:
                    ended.timed_out, kill_at = True, now + GRACE_S
                    process.send_signal(signal.SIGINT)
                if kill_at and now >= kill_at:
                    _kill_group(process)
            except KeyboardInterrupt:
                kill_at = time.monotonic() + (0 if ended.interrupted else GRACE_S)
                ended.interrupted = True
                process.send_signal(signal.SIGINT)
    _kill_group(process)
    # What the process itself wrote is in the pipes by now; what others go on writing has no end.
    for fd, take in ((output, ended.output.add), (events, lines.extend)):
        for _ in range(PIPE_READS):
            if not _read(fd, take, whole=False):
                break
    process.stdout.close()
    ended.lines = bytes(lines)
    cut_short = ended.timed_out or ended.interrupted
    ended.exit = None if cut_short else process.returncode


def _read(fd: int, take: Callable[[bytes], object], *, whole: bool = True) -> bool:
    """Move what is there; return False at the end, or (unless `whole`) when nothing is there."""
    try:
        data = os.read(fd, 1 << 16)
    except BlockingIOError:
        return whole
    take(data)
    return bool(data)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """End whatever is left of the group; a daemon that made its own session is not in it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def _polite_signals() -> Iterator[None]:
    """Take a request to end (SIGTERM, SIGHUP) like Ctrl-C, so that no test outlives us."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = {one: signal.signal(one, stop) for one in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
