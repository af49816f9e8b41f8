"""What is published: the wheel runs elsewhere without development packages, the sdist is whole."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    check_run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return folder


def check_run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tracked(folder: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_package_and_the_grammars_only(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert names == tracked("skeleton") | {f"skeleton/{name}" for name in tracked("grammars")}


def test_the_wheel_says_its_licence_and_that_it_is_typed(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name.partition(".dist-info/")[2] for name in zipfile.ZipFile(wheel).namelist()}

    assert {"METADATA", "licenses/LICENSE", "entry_points.txt"} <= names
    assert "skeleton/py.typed" in zipfile.ZipFile(wheel).namelist()


def test_the_sdist_holds_sources_tests_and_golden_cases(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}

    wanted = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"}
    for folder in ("skeleton", "grammars", "tests", "golden"):
        wanted |= tracked(folder)
    assert wanted - names == set()


def test_the_installed_command_maps_a_project_elsewhere(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    environment = tmp_path / "venv"
    venv.create(environment, with_pip=True)
    binaries = environment / ("Scripts" if sys.platform == "win32" else "bin")
    check_run(str(binaries / "python"), "-m", "pip", "install", "--quiet", str(wheel))
    project = tmp_path / "project"
    project.mkdir()
    (project / "money.py").write_text('def cents(value: int, /) -> int:\n    """Whole cents."""\n')

    for command in (["skeleton"], ["skeleton-map"], ["python", "-m", "skeleton"]):
        arguments = [str(binaries / command[0]), *command[1:], "map", "."]
        assert "def cents(value: int, /) -> int" in check_run(*arguments, cwd=project)
