"""Times `skeleton docs --check` on 1,000 files of which none changed.

Against three starts of `skeleton --help` and one `git ls-files -s`, medians of five in one run.
Exits 1 when it takes longer.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = 1_000
RUNS = 5
SOURCE = '''"""Part {number} of a generated project."""

from __future__ import annotations

from project.part_{before} import check_{before}

LIMIT_{number} = {number}


def check_{number}(value: int) -> int:
    """Return the value, at most `LIMIT_{number}`."""
    if value < 0:
        raise ValueError(value)
    return min(value, LIMIT_{number})


class Part{number}:
    """A part."""

    def total(self, values: list[int]) -> int:
        """Return the sum of the values."""
        return sum(check_{before}(value) for value in values)
'''


def generate(folder: Path) -> None:
    """Make a repository of modules in which each imports its neighbour, all of it staged."""
    package = folder / "project"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    for number in range(FILES):
        text = SOURCE.format(number=number, before=(number or FILES) - 1)
        (package / f"part_{number}.py").write_text(text)
    (folder / "skeleton.toml").write_text(
        'docs = [{ out = "docs/interfaces.md", paths = ["project"] }]\n'
    )
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "-A"], cwd=folder, check=True)


def timed(command: list[str], folder: Path, environment: dict[str, str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    spent = time.perf_counter() - start
    assert done.returncode == 0, done.stderr.decode()
    return spent


def main() -> int:
    skeleton = [sys.executable, "-m", "skeleton"]
    commands = {
        "skeleton --help": [*skeleton, "--help"],
        "git ls-files -s": ["git", "ls-files", "-s"],
        "docs --check": [*skeleton, "docs", "--check", "--no-git-index"],
        "docs --check --git-index": [*skeleton, "docs", "--check", "--git-index"],
    }
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "repository")
        generate(folder)
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SKELETON_CACHE_DIR": str(Path(place, "cache")),
        }
        start = time.perf_counter()
        subprocess.run([*skeleton, "docs"], cwd=folder, env=environment, check=False)
        print(f"{'docs, first time':<26}{time.perf_counter() - start:8.3f} s")
        subprocess.run(["git", "add", "-A"], cwd=folder, check=True)
        subprocess.run([*skeleton, "docs", "--git-index"], cwd=folder, env=environment, check=False)
        spent: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                spent[name].append(timed(command, folder, environment))
    medians = {name: statistics.median(times) for name, times in spent.items()}
    for name, median in medians.items():
        print(f"{name:<26}{median:8.3f} s")
    bar = 3 * medians["skeleton --help"] + medians["git ls-files -s"]
    slowest = max(medians["docs --check"], medians["docs --check --git-index"])
    print(f"{'bar':<26}{bar:8.3f} s  {'kept' if slowest <= bar else 'missed'}")
    return int(slowest > bar)


if __name__ == "__main__":
    sys.exit(main())
