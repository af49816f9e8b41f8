"""Every promise over real projects: `python -m tests.benchmarks.real FOLDER...`.

Each folder is an unpacked source distribution, or any other tree of Python sources. Checked: no
crash; every file in the map or in the diagnostics; every block parses where its source does; a
second run prints the same bytes; texts are slices; sums add up; and parameters, annotations,
defaults, decorators, bases and values equal those that `ast` finds. Exits 1 on any fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests import oracle, promises
from tests.running import blocks, read_map, run

EVERYTHING = ["--visibility", "all", "--detail", "full"]


def faults_of(folder: Path) -> dict[str, list[str]]:
    """Faults by the promise that they break."""
    found: dict[str, list[str]] = {}
    options = [".", *EVERYTHING]
    answer = read_map(options, folder)
    files = {file.path: file for file in answer.files}
    told = files.keys() | {one.path for one in answer.diagnostics}
    broken = {one.path for one in answer.diagnostics if one.code == "syntax"}  # said to be cut
    sources = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".pyi") and path.is_file()
    }
    found["not told"] = [
        name for name, path in sources.items() if name not in told and path.stat().st_size
    ]
    for name, path in sources.items():
        source, file = path.read_bytes(), files.get(name)
        text = source.decode("utf-8", "replace").replace("\f", "")
        if file is not None:
            found.setdefault("differs", []).extend(oracle.differences(file, source))
            beside = path.with_suffix(".py")  # a stub shows the documentation of its source
            if path.suffix == ".pyi" and beside.is_file():
                text += beside.read_text("utf-8", "replace")
            if "\ufffd" not in text:
                found.setdefault("no slice", []).extend(promises.not_verbatim(file, text))
        lost = [] if name in broken else oracle.missing(file, name, source)
        found.setdefault("missing", []).extend(lost)
        found.setdefault("missing field", []).extend(oracle.missing_fields(file, name, source))
    for detail in (EVERYTHING, []):
        printed = run(["map", ".", *detail], folder)
        for block in blocks(printed.out):
            if block.path not in sources:
                continue
            source = sources[block.path].read_bytes()
            found.setdefault("printed", []).extend(
                oracle.block_differences(block.path, block.text, source)
            )
        again = run(["map", ".", *detail], folder)
        found.setdefault("unstable", []).extend(
            [] if again == printed else ["a second run differs"]
        )
    found["sums"] = promises.miscounted(answer) + promises.miscounted(read_map(["."], folder))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=5, help="faults of one kind that are printed")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    for folder in options.folders:
        start = time.monotonic()
        faults = faults_of(folder.resolve())
        counts = {kind: len(rows) for kind, rows in faults.items()}
        total.update(counts)
        said = ", ".join(f"{kind} {count}" for kind, count in counts.items())
        print(f"{folder.name}: {said}  ({time.monotonic() - start:.0f} s)")
        for kind, rows in faults.items():
            for row in rows[: options.most]:
                print(f"  {kind}: {row}")
    print(f"faults: {sum(total.values())}")
    return 1 if sum(total.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
