"""How much of what code enforces reaches a map: `python -m tests.benchmarks.contracts FOLDER...`.

Each folder is one unpacked package. Told: the share of plain guarded raises that are shown with
their guard, counted by `ast` without a line of the product; the share of documented exceptions that
are found enforced; the share of symbols with a conflict. `--draw clauses|conflicts` prints a sample
to be read by hand, drawn by a fixed seed, as lines of JSON; `--cost` what contracts add to the
processor time of a cold map that shows documentation as it is written. Exits 1 over a bar.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skeleton.contracts import Linker
from skeleton.model import walk
from skeleton.scope import everything
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.model import Clause, Module, Symbol

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ("**/tests/**", "**/test/**", "**/testing/**", "**/conftest.py", "**/test_*.py")
GUARDED, ENFORCED, CONFLICTS, ADDED = 0.95, 0.79, 0.05, 0.60
DRAWN = frozenset({"raises", "returns", "requires", "asserts", "warns", "mutates", "effects"})
WITHOUT = """
import sys
from msgspec.structs import replace
from skeleton import contracts, workplace
load = workplace.load_languages
workplace.load_languages = lambda extra=None: {
    name: replace(one, flow={}) for name, one in load(extra).items()
}
contracts.Linker.link = lambda self, symbol, module: replace(
    symbol, shown_doc=symbol.docstring.body if symbol.docstring else ""
)
"""
RUN = "from skeleton.cli import main; sys.exit(main(['map', '.']))"


class Guard(NamedTuple):
    """A plain `raise E` directly under an `if`, found by `ast`."""

    line: int
    exception: str
    test: str


class Package(NamedTuple):
    """The public symbols of one package, linked."""

    name: str
    root: Path
    modules: tuple[Module, ...]
    symbols: tuple[tuple[str, Symbol], ...]  # public ones, each with its path


def read_package(folder: Path) -> Package:
    place = Workplace(folder, ())
    found = place.find((".",), ("*.py",), TESTS)
    place.read_all(found.files)
    modules = [place.modules[file.path] for file in found.files]
    project = place.project((".",))
    picks = {(pick.path, pick.ordinal) for pick in everything(modules, project)}
    linker = Linker(project.find, languages=place.languages)
    symbols = tuple(
        (module.path, linker.link(symbol, module))
        for module in modules
        for symbol in walk(module.symbols)
        if (module.path, symbol.ordinal) in picks
    )
    return Package(_name(folder), place.root, tuple(modules), symbols)


def _name(folder: Path) -> str:
    """Return name and version, as the metadata beside the package say."""
    for metadata in sorted(folder.glob("*.dist-info/METADATA")):
        words = metadata.parent.name.removesuffix(".dist-info").split("-")
        return " ".join(words)
    return folder.name


# -- the counter: knows nothing of the product


def guards_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Guard]:
    """Yield the raises of a body that stand directly under an `if`, outside of `try`."""
    waiting: list[ast.stmt] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Try)):
            continue
        if isinstance(node, ast.If):
            for inner in node.body:
                if isinstance(inner, ast.Raise) and (name := _exception(inner)):
                    yield Guard(inner.lineno, name, ast.unparse(node.test))
        for field in ("body", "orelse", "cases"):
            for inner in getattr(node, field, []):
                waiting += inner.body if isinstance(inner, ast.match_case) else [inner]


def _exception(node: ast.Raise) -> str:
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    if isinstance(raised, (ast.Name, ast.Attribute)):
        name = ast.unparse(raised)
        last = name.rpartition(".")[2]
        return name if last[:1].isupper() and last != "NotImplementedError" else ""
    return ""


def _normal(text: str) -> str:
    """Return an expression as `ast` writes it."""
    try:
        return ast.unparse(ast.parse(text.strip(), mode="eval"))
    except (SyntaxError, ValueError, RecursionError):
        return " ".join(text.split())


def guarded(package: Package) -> tuple[int, int, list[str]]:
    """Count the guarded raises of public functions, and those shown with their guard."""
    shown: dict[tuple[str, int], list[Clause]] = {}
    for path, symbol in package.symbols:
        for clause in symbol.contract:
            if clause.kind == "raises" and not clause.path:
                shown.setdefault((path, clause.line), []).append(clause)
    lines = {
        (path, symbol.line)
        for path, symbol in package.symbols
        if symbol.body is not None and not {"overload", "abstract"} & set(symbol.nature)
    }
    total, kept, missed = 0, 0, []
    for module in package.modules:
        source = (package.root / module.path).read_text("utf-8", "replace")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        for node in ast.walk(tree):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            if (module.path, node.lineno) not in lines:
                continue
            for guard in guards_of(node):
                total += 1
                found = shown.get((module.path, guard.line), [])
                if any(_says(clause, guard) for clause in found):
                    kept += 1
                else:
                    missed.append(f"{module.path}:{guard.line} {guard.exception} if {guard.test}")
    return total, kept, missed


def _says(clause: Clause, guard: Guard) -> bool:
    """Whether a clause holds the test of a guard; that of a long path ends in it."""
    if clause.subject.rpartition(".")[2] != guard.exception.rpartition(".")[2]:
        return False
    condition = clause.condition.removeprefix(".. and ")
    said = "".join(_normal(condition).split())
    wanted = "".join(guard.test.split())
    plain = "".join(condition.split())
    return wanted in said or wanted.replace("'", '"') in plain.replace("'", '"')


# -- documentation


def documented(package: Package) -> tuple[int, int]:
    """Count documented exceptions, and those that the code was found to raise."""
    total = found = 0
    for _, symbol in package.symbols:
        entries = symbol.docstring.entries if symbol.docstring else ()
        pairs = {e.name for e in entries if e.section == "raises" and e.name}
        silent = {
            c.subject
            for c in symbol.contract
            if (c.kind == "raises" and c.status == "stated") or c.conflict == "exception"
        }
        total += len(pairs)
        found += len(pairs - silent)
    return total, found


def in_conflict(package: Package) -> int:
    return sum(any(c.kind == "conflict" for c in s.contract) for _, s in package.symbols)


# -- samples for readers


def drawn(packages: list[Package], what: str, seed: int, count: int) -> list[dict[str, object]]:
    """Draw clauses, the same for the same packages and seed."""
    pool = [
        {
            "package": package.name,
            "path": path,
            "symbol": symbol.qualified_name,
            "line": clause.line,
            "clause": clause.text,
            "via": clause.via,
            "where": clause.path,
        }
        for package in packages
        for path, symbol in package.symbols
        for clause in symbol.contract
        if (
            clause.kind == "conflict"
            if what == "conflicts"
            else clause.kind in DRAWN and clause.status != "stated"
        )
    ]
    pool.sort(key=lambda one: json.dumps(one, sort_keys=True))
    chosen = random.Random(seed).sample(pool, min(count, len(pool)))
    return sorted(chosen, key=lambda one: json.dumps(one, sort_keys=True))


# -- cost


def added(folder: Path, rounds: int) -> float:
    """Return what contracts add to the processor time of a cold map, as a share."""
    code = {"with": "import sys\n" + RUN, "without": WITHOUT + RUN}
    spent: dict[str, list[float]] = {"with": [], "without": []}
    for _ in range(rounds):
        for name, text in code.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-c", text],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT), "SKELETON_CACHE": "off"},
                stdout=subprocess.DEVNULL,
                check=True,
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent[name].append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(spent["with"]) / statistics.median(spent["without"]) - 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--draw", choices=("clauses", "conflicts"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--cost", type=int, metavar="ROUNDS", default=0)
    parser.add_argument("--missed", action="store_true", help="list the guards that are not shown")
    options = parser.parse_args()
    packages = [read_package(folder) for folder in options.folders]
    if options.draw:
        for one in drawn(packages, options.draw, options.seed, options.count):
            print(json.dumps(one, ensure_ascii=False))
        return 0
    sums = [0] * 6
    for package in packages:
        total, kept, missed = guarded(package)
        pairs, enforced = documented(package)
        figures = (total, kept, pairs, enforced, len(package.symbols), in_conflict(package))
        sums = [one + other for one, other in zip(sums, figures, strict=True)]
        print(f"{package.name:<22}", *_shares(figures), sep="  ")
        for line in missed if options.missed else ():
            print("   ", line)
    print(f"{'all':<22}", *_shares(tuple(sums)), sep="  ")
    over = (
        sums[1] < GUARDED * sums[0] or sums[3] < ENFORCED * sums[2] or sums[5] > CONFLICTS * sums[4]
    )
    if options.cost:
        for folder in options.folders:
            share = added(folder, options.cost)
            print(f"contracts add {share:.0%} to a cold map of {folder.name}")
            over = over or share > ADDED
    return 1 if over else 0


def _shares(figures: tuple[int, ...]) -> list[str]:
    total, kept, pairs, enforced, symbols, conflicts = figures
    return [
        f"guards {kept}/{total} {kept / max(total, 1):.1%}",
        f"documented {enforced}/{pairs} {enforced / max(pairs, 1):.1%}",
        f"conflicts {conflicts}/{symbols} {conflicts / max(symbols, 1):.2%}",
    ]


if __name__ == "__main__":
    sys.exit(main())
