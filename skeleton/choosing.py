"""Chooses which tests a change may concern: all but those that imports show not to reach it.

Joins git's account of what changed, the resolver and the known tests for `pipeline`. Where imports
do not tell, the answer is every test, with the reason.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from skeleton.discover.changes import changed_files
from skeleton.discover.listing import path_filter
from skeleton.importers import reach
from skeleton.known_tests import count_tests
from skeleton.languages import language_of
from skeleton.loading import Loading, Tree
from skeleton.model import AffectedDigest
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from skeleton.discover.changes import Changes
    from skeleton.resolve import Project

_SCRIPTS = ("javascript", "typescript", "tsx")
_LANGUAGES = {
    "pytest": ("python",),
    "unittest": ("python",),
    "jest": _SCRIPTS,
    "vitest": _SCRIPTS,
    "go": ("go",),
}
_MORE_TESTS = {"unittest": ("test*.py",), "jest": ("__tests__/",), "vitest": ("__tests__/",)}
_SETTINGS = frozenset({"conftest.py", "setup.py", "sitecustomize.py", "usercustomize.py"})
_USED = frozenset({"__mocks__", "testdata"})  # folders of files that are used without an import
_OF_PYTEST = ("pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", ".pytest.ini", "tox.ini")
_OF_SCRIPTS = tuple(
    f"{name}.config.{end}"
    for name in ("jest", "vitest", "vite")
    for end in ("js", "ts", "mjs", "cjs", "mts", "cts", "json")
)
_OWN_RULE = re.compile(
    r"python_files|--doctest|doctest_|testMatch|testRegex|\binclude(?:Source)?\b"
)
_TOO_MUCH = {  # settings by which a file reaches every test, or that an option would not reach
    "pytest": re.compile(
        r"pytest11|addopts\s*=(?:(?!\n[\w-]+\s*=|\n\[\w).)*?(?<![\w-])-p[\"',\s]*(?!no:)\w",
        re.DOTALL,
    ),
    "jest": re.compile(r"testPathIgnorePatterns|\bprojects\b|\bpreset\b"),
    "vitest": re.compile(r"\bprojects\b|\bworkspace\b"),
}
_STRING = re.compile(r"[\"'](?:<rootDir>/|\./)?([\w@./-]+)[\"']")
_NEEDS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


class Choice(NamedTuple):
    """What is to be run."""

    digest: AffectedDigest
    paths: tuple[str, ...]  # for the runner
    leave_out: tuple[str, ...] = ()  # test files


class _CannotTell(Exception):
    """Why every test must be run."""


def choose_tests(folder: Path, base: str, runner: str, paths: Sequence[str]) -> Choice:
    """Choose the tests that reach what is not as a revision has it.

    Args:
        folder: Where the tests run.
        base: The revision.
        runner: What runs them; never `auto`.
        paths: Files, folders and ids to choose from; none: all tests.

    Raises:
        UnknownRevision: The base cannot be read.
        BadConfig: The configuration cannot be used.
    """
    changes = changed_files(folder, base)
    digest = AffectedDigest(base=base, changed=len(changes.here) + len(changes.gone), files=0)
    if not digest.changed:
        return Choice(digest, tuple(paths))
    try:
        return _chosen(folder, changes, runner, tuple(paths), digest)
    except _CannotTell as reason:
        return Choice(replace(digest, files=None, all=str(reason)), tuple(paths))


def _chosen(
    folder: Path, changes: Changes, runner: str, paths: tuple[str, ...], digest: AffectedDigest
) -> Choice:
    if runner not in _LANGUAGES:
        raise _CannotTell(f"{runner} cannot be told which test files to run")
    files = [path.partition("::")[0] for path in paths if path != "."]
    if files and (runner == "go" or not all((folder / path).exists() for path in files)):
        raise _CannotTell("what is named to be run is not all files and folders")
    place = Workplace(folder, tuple(files))
    kinds = _LANGUAGES[runner]
    if not set(kinds) <= place.languages.keys():
        raise _CannotTell(f"{kinds[0]} is not among the languages of the configuration")
    said = _settings(place, runner)
    _check(changes, place, runner, said)
    listed = place.find(()).files
    place.read_all(tuple(file for file in listed if file.language in kinds))
    patterns = tuple(one for kind in kinds for one in place.languages[kind].tests)
    is_test = path_filter((*patterns, *_MORE_TESTS.get(runner, ())), ())
    below = {file.path for file in place.find(place.paths).files}
    tests = [
        file.path
        for file in listed
        if file.language in kinds and file.path in below and is_test(file.path)
    ]
    if runner == "go":
        tests = [path for path in tests if _is_of_go(place, path)]
    project = place.project(place.config.roots)
    loading = _loading(place, project, runner, changes, said, [file.path for file in listed])
    found = reach(
        project,
        tests,
        frozenset(changes.here),
        changes.gone,
        around=loading.around,
        unsure=loading.unsure,
        counts=lambda path: not place.is_test(path),
    )
    for path in (*changes.here, *changes.gone):
        if place.is_test(path) and not is_test(path) and path not in found.files:
            raise _CannotTell(f"{path} changed, which a test may use without an import")
    chosen = [path for path in tests if path in found.reaching or path in found.unsure]
    if not chosen and _OWN_RULE.search(said):
        raise _CannotTell(
            "no known test reaches what changed, and the project has its own rule for"
            " what a test is"
        )
    left_out = tuple(path for path in tests if path not in chosen)
    digest = replace(
        digest,
        files=len(chosen),
        unsure=len(found.unsure.intersection(tests)),
        left_out_files=len(left_out),
        left_out=sum(count_tests(project, path) for path in left_out),
    )
    if runner == "go":
        folders = dict.fromkeys(f"./{posixpath.dirname(path)}" for path in chosen)
        return Choice(digest, tuple(folders))
    kept = [path for path in paths if posixpath.normpath(path.partition("::")[0]) not in left_out]
    return Choice(digest, tuple(kept), left_out)


def _check(changes: Changes, place: Workplace, runner: str, said: str) -> None:
    """Raise where a change, or the settings, may concern every test.

    Raises:
        _CannotTell: With the reason.
    """
    pattern = _TOO_MUCH.get(runner)
    if pattern and (hit := pattern.search(said)):
        word = hit[0].split()[-1].strip("\"'")
        raise _CannotTell(f"the settings of {runner} say {word}")
    if runner == "pytest" and any((one / "conftest.py").exists() for one in place.root.parents):
        raise _CannotTell("a conftest.py outside of the folder of this run may load anything")
    for path in (*changes.here, *changes.gone):
        parts = path.split("/")
        language = language_of(path, place.languages)
        if parts[0] == "..":
            raise _CannotTell(f"{path} changed, outside of the folder of this run")
        if language is None or language.name not in _LANGUAGES[runner]:
            raise _CannotTell(f"{path} changed, and imports do not tell who uses it")
        if parts[-1] in _SETTINGS or ".config." in parts[-1] or _USED.intersection(parts):
            raise _CannotTell(f"{path} changed, which may concern every test")


def _settings(place: Workplace, runner: str) -> str:
    """Return the texts of the files in which a runner finds its settings."""
    if runner == "pytest":
        return "\n".join(map(place.text, _OF_PYTEST))
    if runner in ("jest", "vitest"):
        own = json.dumps(_package(place, "").get("jest", {}))
        return "\n".join((own, *map(place.text, _OF_SCRIPTS)))
    return ""


def _loading(
    place: Workplace,
    project: Project,
    runner: str,
    changes: Changes,
    said: str,
    listed: Sequence[str],
) -> Loading:
    """Return what tells of loading besides imports."""
    tree = Tree(place.exists, place.files, place.bytes_of, place.is_test, place.languages)
    always = tuple(_named_files(place, said)) if runner in ("jest", "vitest") else ()
    own = {
        posixpath.basename(posixpath.dirname(one)) for one in listed if one.endswith("/__init__.py")
    }
    own |= {posixpath.basename(one)[:-3] for one in listed if one.endswith(".py")}

    @cache
    def declared(folder: str) -> frozenset[str]:
        """Return what the `package.json` of a folder and of those around it name."""
        found = {key for kind in _NEEDS for key in _table(_package(place, folder).get(kind))}
        above = declared(posixpath.dirname(folder)) if folder else frozenset()
        return above | found

    return Loading(
        project,
        tree,
        changed=changes.here,
        always=dict.fromkeys(_SCRIPTS, always),
        declared=declared,
        own=own,
        loaders=place.config.verify.loaders,
    )


def _named_files(place: Workplace, said: str) -> Iterator[str]:
    """Yield the source files that settings name: what runs before every test."""
    for name in dict.fromkeys(_STRING.findall(said)):
        for end in ("", ".js", ".ts", ".mjs", ".cjs", ".mts", ".tsx"):
            path = posixpath.normpath(name + end)
            if language_of(path, place.languages) and place.exists(path):
                yield path


def _package(place: Workplace, folder: str) -> dict[str, Any]:
    try:
        return _table(json.loads(place.text(posixpath.join(folder, "package.json")) or "{}"))
    except ValueError:
        return {}


def _table(said: object) -> dict[str, Any]:
    return said if isinstance(said, dict) else {}


def _is_of_go(place: Workplace, path: str) -> bool:
    """Tell whether `./...` means a file: no other module, no folder that go passes over."""
    folder = posixpath.dirname(path)
    parts = folder.split("/") if folder else []
    if any(part.startswith((".", "_")) or part in ("testdata", "vendor") for part in parts):
        return False
    inner = ("/".join(parts[: count + 1]) for count in range(len(parts)))
    return not any(place.exists(f"{one}/go.mod") for one in inner)
