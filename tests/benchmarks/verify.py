"""What `skeleton verify` adds to a run of pytest: `python -m tests.benchmarks.verify [ROUNDS]`.

The suite of 80 tests is run by pytest alone and by `skeleton verify`, in turns, so that a busy
machine slows both. Told: medians of wall clock and of processor time, and the median of what one
adds to the other in a round. Exits 1 over the bar, which is meant in seconds of processor time:
both run one after the other, and on a machine with nothing else to do they are the same.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.verifying import SUITE, write

ROOT = Path(__file__).resolve().parent.parent.parent
BAR_S = 0.2


class Cost(NamedTuple):
    """What one run took."""

    wall_s: float
    processor_s: float


def cost_of(*words: str, folder: Path) -> Cost:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(folder / ".pyc"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: compiled once
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - start, used)


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as place:
        folder = write(Path(place), SUITE)
        plain: list[Cost] = []
        verified: list[Cost] = []
        for number in range(rounds + 1):  # the first round compiles
            pair = (
                cost_of("pytest", "-q", folder=folder),
                cost_of("skeleton", "verify", "--runner", "pytest", folder=folder),
            )
            if number:
                plain.append(pair[0])
                verified.append(pair[1])
    for name, costs in (("pytest", plain), ("verify", verified)):
        wall, used = (statistics.median(column) for column in zip(*costs, strict=True))
        print(f"{name}: {wall:.3f} s by wall clock, {used:.3f} s of processor time")
    added = [
        Cost(both[1].wall_s - both[0].wall_s, both[1].processor_s - both[0].processor_s)
        for both in zip(plain, verified, strict=True)
    ]
    wall, used = (statistics.median(column) for column in zip(*added, strict=True))
    print(f"added: {wall:.3f} s by wall clock, {used:.3f} s of processor time (bar {BAR_S})")
    return 1 if used > BAR_S else 0


if __name__ == "__main__":
    raise SystemExit(main())
