"""What changed between two releases of an npm package, by TypeScript and by `skeleton diff`.

`python -m tests.benchmarks.releases TYPESCRIPT PACKAGE@BEFORE..AFTER...`, TYPESCRIPT the folder of
the compiler's package. Both releases are fetched by `npm pack` and compared as two commits; the
compiler tells every export and member whose declarations differ. Told for each pair: how many, how
many of them `skeleton diff` reports, and those that it does not; nothing here judges them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

WHOLE = ("added", "removed", "renamed", "moved")
EXPORTS = Path(__file__).with_name("exports.cjs")


class Difference(NamedTuple):
    """One export, or a member of one, that the compiler sees another declaration of."""

    kind: str  # "added", "removed", "changed"
    name: str
    before: str
    after: str
    files: frozenset[str]  # of the declarations, in both releases
    own: frozenset[str]  # the names that they have there


def run(*words: str | Path, folder: Path) -> str:
    return subprocess.run(
        [str(word) for word in words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def unpack(package: str, version: str, folder: Path) -> None:
    """Put the files of a release into a folder, and nothing else but `.git`."""
    for path in folder.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    with tempfile.TemporaryDirectory() as place:
        run("npm", "pack", "--silent", f"{package}@{version}", folder=Path(place))
        (archive,) = Path(place).glob("*.tgz")
        with tarfile.open(archive) as packed:
            packed.extractall(place, filter="data")
        (inside,) = (path for path in Path(place).iterdir() if path.is_dir())
        shutil.copytree(inside, folder, dirs_exist_ok=True)


def entry_of(folder: Path) -> str:
    """Return the file that the types of a package begin with."""
    said = json.loads((folder / "package.json").read_text())
    found = said.get("types") or said.get("typings")
    for told in said.get("typesVersions", {}).values():
        found = next(iter(told.get("*", ["*"]))).replace("*", found or "index.d.ts")
    found = found if found and (folder / found).is_file() else ""
    exports: Any = said.get("exports", {})
    exports = exports.get(".", exports) if isinstance(exports, dict) else {}
    while not found and isinstance(exports, dict) and exports:
        found = exports.get("types")
        exports = exports.get("import") or exports.get("require") or exports.get("default")
    return str(found)


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[Difference]:
    found = []
    for name in sorted({*before, *after}):
        was, now = before.get(name, {}), after.get(name, {})
        owner = name.rpartition(".")[0]
        if was.get("text") == now.get("text") or (owner and (owner in before) != (owner in after)):
            continue  # what comes or goes with its owner is told there
        kind = "added" if not was else "removed" if not now else "changed"
        files = frozenset(was.get("files", []) + now.get("files", []))
        own = frozenset(one["own"] for one in (was, now) if one)
        found.append(Difference(kind, name, was.get("text", ""), now.get("text", ""), files, own))
    return found


def is_told(one: Difference, changes: list[dict[str, Any]]) -> bool:
    """Whether a change speaks of the same declaration, or of what holds it having come or gone."""
    for change in changes:
        for spelled in (change["id"], change.get("was_id", "")):
            path, _, told = spelled.rpartition("::")
            if change.get("symbol") == "re-export" and told == one.name:
                return True
            if path not in one.files:
                continue
            for own in one.own:
                if told == own or (told and own.startswith(f"{told}.") and change["kind"] in WHOLE):
                    return True
                if one.after.startswith("type ") and told.startswith(f"{own}."):
                    return True  # the compiler's text holds the members of a literal type
    return False


def compare(typescript: Path, package: str, before: str, after: str) -> tuple[int, int, int]:
    """Print what is not told of one pair of releases."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        run("git", "init", "-q", folder=folder)
        seen = []
        for version in (before, after):
            unpack(package, version, folder)
            found = run("node", EXPORTS, typescript, entry_of(folder), folder=folder)
            seen.append(json.loads(found))
            run("git", "add", "-A", "-f", folder=folder)
            who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
            run("git", *who, "commit", "-q", "-m", version, folder=folder)
        command = ["diff", "HEAD~1", "HEAD", "--format", "json"]
        printed = run(sys.executable, "-m", "skeleton", *command, folder=folder)
    changes = json.loads(printed).get("changes", [])
    wanted = differences(*seen)
    lost = [one for one in wanted if not is_told(one, changes)]
    print(
        f"{package} {before}..{after}: {len(seen[0])} names, {len(wanted)} differ,"
        f" {len(wanted) - len(lost)} told; {len(changes)} changes in all"
    )
    for one in lost:
        print(f"  {one.kind} {one.name}\n    - {one.before[:300]}\n    + {one.after[:300]}")
    return len(seen[0]), len(wanted), len(lost)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("typescript", type=Path)
    parser.add_argument("pairs", nargs="+", metavar="PACKAGE@BEFORE..AFTER")
    options = parser.parse_args()
    lost = 0
    for pair in options.pairs:
        package, _, versions = pair.rpartition("@")
        before, _, after = versions.partition("..")
        lost += compare(options.typescript.resolve(), package, before, after)[2]
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
