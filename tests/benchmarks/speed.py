"""What a map costs, as ratios within one run: `python -m tests.benchmarks.speed django-5/django`.

The floor is reading every Python file and parsing it once with tree-sitter, nothing else. Every
other figure is a whole process, start-up included, of modules that are compiled, as installing
does. Rounds are interleaved, so that a busy machine slows all of them alike; medians are printed,
wall clock and processor time. Exits 1 over a bar.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
MAIN = "import sys; from skeleton.cli import main; sys.exit(main(sys.argv[1:]))"
FLOOR = """
import sys, time
from pathlib import Path
import tree_sitter, tree_sitter_python
parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
names = sys.stdin.read().split("\\n")
start, spent = time.perf_counter(), time.process_time()
for name in names:
    parser.parse(Path(name).read_bytes())
print(time.perf_counter() - start, time.process_time() - spent)
"""


class Cost(NamedTuple):
    wall: float
    processor: float


class Bar(NamedTuple):
    name: str
    wall: float
    processor: float
    limit: float | None = None  # of the wall clock: several processes may share the work

    @property
    def kept(self) -> bool:
        return self.limit is None or self.wall <= self.limit


def process(arguments: list[str], folder: Path, **environment: str) -> Cost:
    """The cost of one process and of those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, spent)


def floor(files: list[Path]) -> Cost:
    names = "\n".join(map(str, files))
    done = subprocess.run(
        [sys.executable, "-c", FLOOR], input=names, capture_output=True, text=True, check=True
    )
    wall, processor = map(float, done.stdout.split())
    return Cost(wall, processor)


def measure(package: Path, target: Path, rounds: int) -> dict[str, Cost]:
    """Medians of each kind of run."""
    files = sorted(path for path in package.rglob("*.py") if path.is_file())
    source = package.parent
    costs: dict[str, list[Cost]] = {}
    with tempfile.TemporaryDirectory() as caches:
        os.environ["PYTHONPYCACHEPREFIX"] = f"{caches}/compiled"
        warm_cache = f"{caches}/warm"
        whole = [MAIN, "map", package.name, "--include", "*.py"]  # the files of the floor
        one = [MAIN, "map", package.name, "--deps-of", target.relative_to(source).as_posix()]
        process(whole, source, SKELETON_CACHE_DIR=warm_cache)
        process(one, source, SKELETON_CACHE_DIR=warm_cache)
        for number in range(rounds):
            for name, cost in (
                ("python", process(["pass"], source)),
                ("start-up", process([MAIN, "--version"], source)),
                ("floor", floor(files)),
                ("cold map", process(whole, source, SKELETON_CACHE_DIR=f"{caches}/{number}")),
                ("warm map", process(whole, source, SKELETON_CACHE_DIR=warm_cache)),
                ("cold target", process(one, source, SKELETON_CACHE_DIR=f"{caches}/t{number}")),
                ("warm target", process(one, source, SKELETON_CACHE_DIR=warm_cache)),
            ):
                costs.setdefault(name, []).append(cost)
    return {
        name: Cost(*(statistics.median(values) for values in zip(*rows, strict=True)))
        for name, rows in costs.items()
    }


def bars(costs: dict[str, Cost]) -> list[Bar]:
    def ratio(name: str, of: str, limit: float | None = None, less: str = "") -> Bar:
        top, base, off = costs[name], costs[of], costs.get(less, Cost(0, 0))
        shown = f"({name} - {less}) / {of}" if less else f"{name} / {of}"
        wall = (top.wall - off.wall) / base.wall
        return Bar(shown, wall, (top.processor - off.processor) / base.processor, limit)

    return [
        ratio("cold map", "floor", 8),
        ratio("warm map", "floor", 0.5, less="start-up"),
        ratio("cold target", "python"),
        ratio("warm target", "python"),
        ratio("warm target", "start-up"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path, help="the folder of a Python package, as django's")
    parser.add_argument("--target", default="db/models/query.py", help="a file of it")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    package = options.package.resolve()
    target = package / options.target
    if not target.is_file():
        parser.error(f"no {options.target} in {package.name}")
    costs = measure(package, target, options.rounds)
    print(f"{'seconds':<30}{'wall':>8}{'cpu':>9}")
    for name, cost in costs.items():
        print(f"{name:<30}{cost.wall:>8.3f}{cost.processor:>9.3f}")
    print()
    for bar in bars(costs):
        wanted = "" if bar.limit is None else f"  bar {bar.limit}: {'ok' if bar.kept else 'MISSED'}"
        print(f"{bar.name:<30}{bar.wall:>8.2f}{bar.processor:>9.2f}{wanted}")
    return 0 if all(bar.kept for bar in bars(costs)) else 1


if __name__ == "__main__":
    sys.exit(main())
