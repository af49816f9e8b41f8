"""Does work in shares, in copies of this process: a copy knows all that this one has in memory.

For work on what was read, where handing it over would cost more than is saved. Copies are made only
where that is cheap and safe; the result is the same without them.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

MOST = 8
T = TypeVar("T")


def in_shares(
    work: Callable[[int, int], T], pack: Callable[[T], bytes], unpack: Callable[[bytes], T]
) -> list[T]:
    """Return the results of all shares of some work.

    Args:
        work: Does the share of a number, from 0, of so many; what it changes in a copy is lost, but
            for its result.
        pack: Makes bytes of a result, for the way from a copy to here.
        unpack: Takes them back.

    Returns:
        In the order of the numbers. The share of a copy that ends without a result is done here.
    """
    count = min(processors(), MOST) if can_copy() else 1
    copies = [_Copy(work, pack, number, count) for number in range(1, count)]
    try:
        results = [work(0, count)]
        for number, copy in enumerate(copies, 1):
            packed = copy.result()
            results.append(work(number, count) if packed is None else unpack(packed))
    finally:
        for copy in copies:
            copy.stop()
    return results


class _Copy:
    """A copy of this process that does one share."""

    def __init__(
        self,
        work: Callable[[int, int], T],
        pack: Callable[[T], bytes],
        number: int,
        count: int,
    ) -> None:
        from multiprocessing import get_context

        def answer(connection: Connection) -> None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # this process hears it, and stops copies
            with contextlib.suppress(Exception):  # this process meets it too
                connection.send_bytes(pack(work(number, count)))

        context = get_context("fork")
        self._connection, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=answer, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def result(self) -> bytes | None:
        """Wait for the result; `None` if the copy ended without one."""
        with contextlib.suppress(EOFError, OSError):
            return self._connection.recv_bytes()
        return None

    def stop(self) -> None:
        """End the copy, whatever it does."""
        self._connection.close()
        self._process.kill()
        self._process.join()


def can_copy() -> bool:
    """Whether a copy of this process is cheap, and safe: with threads it may wait for ever."""
    return sys.platform == "linux" and threading.active_count() == 1


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
