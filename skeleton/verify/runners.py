"""Chooses the runner of a project's tests, and makes its command line.

Looks at names of files and at a few lines of configuration; runs nothing but a question to a Python
interpreter.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from skeleton.errors import BadOption, SkeletonError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RUNNERS = ("auto", "pytest", "unittest", "junit", "jest", "vitest", "go", "cargo")
INJECT = Path(__file__).parent / "inject"

LOOKED_AT = 5_000  # directory entries, in search of a test file

_SKIPPED = {
    "node_modules",
    "target",
    "vendor",
    "build",
    "dist",
    "venv",
    "site-packages",
    "__pycache__",
}
_SPECIAL = re.compile(r"[*?\[\](){}!+@|]")  # in the patterns of files that vitest takes
_TEST_FILE = re.compile(r"test_.*\.py|.*_test\.py")
_UNITTEST_FILE = re.compile(r"test.*\.py")
_PYTEST_FILES = ("conftest.py", "pytest.ini", ".pytest.ini", "pytest.toml")
_PYTEST_SECTIONS = {
    "pyproject.toml": re.compile(r"^\s*\[tool\.pytest\b", re.MULTILINE),
    "setup.cfg": re.compile(r"^\[tool:pytest\]", re.MULTILINE),
    "tox.ini": re.compile(r"^\[(?:tool:)?pytest\]", re.MULTILINE),
}


class NoRunner(SkeletonError):
    """No runner can be chosen, or the chosen one is not installed."""

    code = "no_runner"

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem, remedy)
        self.problem, self.remedy = problem, remedy

    def __str__(self) -> str:
        return f"{self.problem}; {self.remedy}"


def choose_runner(root: Path, paths: Sequence[str], python: Sequence[str]) -> str:
    """Return the runner that fits a project.

    Args:
        root: The project's folder.
        paths: What is to be run: its endings count before the project's files.
        python: The command of the project's interpreter.

    Raises:
        NoRunner: Nothing tells which one.
    """
    endings = {Path(path.partition("::")[0]).suffix for path in paths}
    if ".py" not in endings:
        if endings & {".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}:
            return _of_package(root) or "jest"
        if ".go" in endings:
            return "go"
    if _has_python_tests(root):
        if _can_import(python, "pytest"):
            return "pytest"
        if not _needs_pytest(root):
            return "unittest"
        raise NoRunner(
            "the tests need pytest, and the interpreter found has none",
            "name the project's own one: --python EXE",
        )
    if _has_unittest_files(root):
        return "unittest"
    of_package = _of_package(root)
    if of_package:
        return of_package
    if (root / "go.mod").is_file():
        return "go"
    if (root / "Cargo.toml").is_file():
        return "cargo"
    raise NoRunner(
        "no tests of a known runner here",
        f"name one: --runner {'|'.join(RUNNERS[1:])}, with junit also --report GLOB and -- COMMAND",
    )


def find_python(root: Path, named: str = "") -> list[str]:
    """Return the command of the project's own interpreter.

    In this order: the one that is named, the active environment, `.venv` or `venv` of the project,
    `uv run` where the project has a uv.lock, our own when pytest stands beside us, the first
    `python3` of the path.

    Raises:
        BadOption: There is no such interpreter.
    """
    if named:
        found = shutil.which(named) or shutil.which(str(root / named))
        if found is None:
            raise BadOption("--python", named, "no such program")
        return [os.path.abspath(found)]
    active = os.environ.get("VIRTUAL_ENV") or os.environ.get("CONDA_PREFIX")
    folders = [Path(active)] if active else []
    for folder in [*folders, root / ".venv", root / "venv"]:
        program = folder / "bin" / "python"
        if program.is_file():
            return [os.path.abspath(program)]
    uv = shutil.which("uv")
    if uv and (root / "uv.lock").is_file():
        return [uv, "run", "python"]
    if _stands_beside_us("pytest"):
        return [sys.executable]
    return [shutil.which("python3") or shutil.which("python") or sys.executable]


def command_for(
    runner: str,
    root: Path,
    paths: Sequence[str],
    arguments: Sequence[str],
    *,
    python: Sequence[str],
    report: Path,
    leave_out: Sequence[str] = (),
) -> list[str]:
    """Return the command line that runs the tests.

    Args:
        runner: One of `RUNNERS`, not `auto`.
        root: The project's folder.
        paths: Files, folders and ids, as the runner takes them.
        arguments: What goes to the runner as it is; with `junit`, the whole command.
        python: The command of the project's interpreter.
        report: Where jest and vitest are to write what they found.
        leave_out: Test files that are not run; not for go, cargo and junit.

    Raises:
        BadOption: `junit` without a command.
        NoRunner: The runner is not installed.
    """
    if runner == "pytest":
        without = [f"--ignore={path}" for path in leave_out]
        plugin = ["-p", "skeleton_verify_pytest"]
        return [*python, "-m", "pytest", *plugin, *without, *paths, *arguments]
    if runner == "unittest":
        without = [f"--leave-out={path}" for path in leave_out]
        module = ["-m", "skeleton_verify_unittest"]
        return [*python, *module, *without, *_for_unittest(paths), *arguments]
    if runner == "junit":
        if not arguments:
            raise BadOption("--runner", "junit", "needs the command that runs the tests, after --")
        return [*arguments, *(path for path in paths if path != ".")]
    files, names = _split([path for path in paths if path != "."])
    if runner == "go":
        chosen = ["-run", _go_pattern(names)] if names else []
        return [_program("go", root), "test", "-json", *chosen, *arguments, *(files or ["./..."])]
    if runner == "cargo":
        cargo = [_program("cargo", root), "test", "--no-fail-fast", *arguments]
        return [*cargo, *(path for path in paths if path != ".")]
    chosen = ["-t", f"^({'|'.join(map(re.escape, names))})$"] if names else []
    if runner == "jest":
        output = ["--json", f"--outputFile={report}", "--testLocationInResults"]
        without = _jest_patterns(root, leave_out)
        return [_program("jest", root), *without, *output, *files, *chosen, *arguments]
    output = ["--reporter=json", f"--outputFile={report}"]
    without = ["--exclude=" + _SPECIAL.sub(r"\\\g<0>", path) for path in leave_out]
    return [_program("vitest", root), "run", *without, *output, *files, *chosen, *arguments]


def _jest_patterns(root: Path, leave_out: Sequence[str]) -> list[str]:
    """Return the options that leave out files, with what jest leaves out by itself."""
    if not leave_out:
        return []
    whole = (os.path.join(os.path.realpath(root), path) for path in leave_out)
    patterns = ["/node_modules/", *(f"^{re.escape(path)}$" for path in whole)]
    return [f"--testPathIgnorePatterns={pattern}" for pattern in patterns]


def _split(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Divide ids as the digest prints them, `file::name`, into files and names."""
    parts = [path.partition("::") for path in paths]
    return list(dict.fromkeys(one[0] for one in parts)), [one[2] for one in parts if one[2]]


def _go_pattern(names: Sequence[str]) -> str:
    """Return what `go test -run` takes: a subtest whole, of several tests the outermost names."""
    if len(names) == 1:
        return "/".join(f"^{re.escape(part)}$" for part in names[0].split("/"))
    return f"^({'|'.join(re.escape(name.split('/')[0]) for name in names)})$"


def _for_unittest(paths: Sequence[str]) -> list[str]:
    """Return what `python -m unittest` takes: a folder is discovered, all else is loaded."""
    if list(paths) in ([], ["."]):
        return ["discover"]
    if len(paths) == 1 and "." not in paths[0].strip("./"):
        return ["discover", "-s", paths[0]]
    return list(paths)


def _program(name: str, root: Path) -> str:
    """Return the program of the project, else that of the path."""
    own = root / "node_modules" / ".bin" / name
    found = str(own) if own.exists() else shutil.which(name)
    if found is None:
        raise NoRunner(f"{name} is not installed", "install the project's development dependencies")
    return found


def _stands_beside_us(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def _can_import(python: Sequence[str], module: str) -> bool:
    if list(python) == [sys.executable]:
        return _stands_beside_us(module)
    question = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
    try:
        return (
            subprocess.run([*python, "-c", question], capture_output=True, check=False).returncode
            == 0
        )
    except OSError:
        return False


def _of_package(root: Path) -> str:
    """Return the runner that package.json names, empty when it names none that is known."""
    try:
        said = json.loads((root / "package.json").read_bytes())
    except (OSError, ValueError):
        return ""
    if not isinstance(said, dict):
        return ""
    text = json.dumps(
        [said.get(key) for key in ("scripts", "devDependencies", "dependencies", "jest")]
    )
    return next((name for name in ("vitest", "jest") if name in text), "")


def _has_python_tests(root: Path) -> bool:
    return _is_set_up_for_pytest(root) or any(True for _ in _files(root, _TEST_FILE))


def _is_set_up_for_pytest(root: Path) -> bool:
    if any((root / name).is_file() for name in _PYTEST_FILES):
        return True
    return any(said.search(_text(root / name)) for name, said in _PYTEST_SECTIONS.items())


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""


def _needs_pytest(root: Path) -> bool:
    """Return whether unittest would miss tests: a test file or a setting is made for pytest."""
    if _is_set_up_for_pytest(root):
        return True
    for path in _files(root, _TEST_FILE):
        text = _text(path)
        if "pytest" in text or "unittest" not in text:
            return True
    return False


def _has_unittest_files(root: Path) -> bool:
    """Return whether unittest takes files by a name that pytest does not take."""
    return any("unittest" in _text(path) for path in _files(root, _UNITTEST_FILE))


def _files(root: Path, named: re.Pattern[str]) -> Iterator[Path]:
    """Yield test files of Python, the nearest folders first; gives up after `LOOKED_AT` entries.

    Args:
        root: The project's folder.
        named: How their names look; a `conftest.py` counts too.
    """
    folders, seen = [root], 0
    while folders:
        folder = folders.pop(0)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            seen += 1
            if seen > LOOKED_AT:
                return
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if not name.startswith(".") and name not in _SKIPPED:
                    folders.append(Path(entry.path))
            elif name == "conftest.py" or named.fullmatch(name):
                yield Path(entry.path)
