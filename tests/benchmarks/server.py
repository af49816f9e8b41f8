"""What an answer of the server costs against a command: `python -m tests.benchmarks.server django`.

Each round starts a server over standard input and output, asks twice what somebody who writes
FILE needs, and runs the same command in a process of its own; both begin with the same cache:
none, what was read of each file, or whole answers too. Medians of interleaved rounds are printed.
Exits 1 over a bar: the first answer may take as long as the command, the second a third of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from mcp import Client, StdioServerParameters

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent.parent
CACHES = ("no cache", "files known", "answer known")
BARS = {"first": 1.0, "second": 1 / 3}


def environment(cache: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "SKELETON_CACHE_DIR": str(cache)}


def command(root: Path, target: str, cache: Path) -> float:
    """The seconds of the command line, from the start of its process."""
    words = [sys.executable, "-m", "skeleton", "map", "--deps-of", target, "--budget", "2500"]
    start = time.perf_counter()
    subprocess.run(
        words, cwd=root, env=environment(cache), stdout=subprocess.DEVNULL, check=True, timeout=600
    )
    return time.perf_counter() - start


def server(root: Path, target: str, cache: Path, wait: float) -> tuple[float, float]:
    """The seconds of the first and of the second answer of a server that has been started."""
    words = ["-m", "skeleton", "mcp", str(root)]
    started = StdioServerParameters(command=sys.executable, args=words, env=environment(cache))
    spent: list[float] = []

    async def session() -> None:
        async with Client(started) as client:
            await client.list_tools()
            await anyio.sleep(wait)
            for _ in range(2):
                start = time.perf_counter()
                result = await client.call_tool("map", {"deps_of": target})
                spent.append(time.perf_counter() - start)
                assert not result.is_error, result

    anyio.run(session)
    return spent[0], spent[1]


def prepared(kind: str, folder: Path, run: Callable[[Path], float]) -> Path:
    """A cache of a kind, to be copied for each run."""
    cache = folder / kind
    cache.mkdir()
    if kind != CACHES[0]:
        run(cache)
    if kind == CACHES[1]:
        with sqlite3.connect(cache / "modules.sqlite3") as entries:
            entries.execute("DELETE FROM entries WHERE key LIKE 'answer:%'")
    return cache


def measure(
    root: Path, target: str, rounds: int, wait: float
) -> dict[str, tuple[float, float, float]]:
    """Medians by kind of cache: command, first answer, second answer."""
    medians: dict[str, tuple[float, float, float]] = {}
    for kind in CACHES:
        rows: list[tuple[float, float, float]] = []
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            ready = prepared(kind, folder, lambda cache: command(root, target, cache))
            for number in range(rounds):
                caches = [
                    shutil.copytree(ready, folder / f"{number}-{side}") for side in ("c", "s")
                ]
                alone = command(root, target, Path(caches[0]))
                rows.append((alone, *server(root, target, Path(caches[1]), wait)))
        alone, first, second = (statistics.median(column) for column in zip(*rows, strict=True))
        medians[kind] = alone, first, second
    return medians


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="a folder of sources, as django's")
    parser.add_argument("--target", default="django/db/models/query.py", help="a file of it")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--wait", type=float, default=2.0, help="seconds before the first question")
    options = parser.parse_args()
    medians = measure(options.root.resolve(), options.target, options.rounds, options.wait)
    missed = 0
    for kind, (alone, *answers) in medians.items():
        print(f"{kind:<14} command {alone:.3f} s")
        for (name, bar), spent in zip(BARS.items(), answers, strict=True):
            ratio = spent / alone
            missed += ratio > bar
            said = "ok" if ratio <= bar else "MISSED"
            print(f"  {name:<12} {spent:>7.3f} s  {ratio:.2f} of it  bar {bar:.2f}: {said}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
