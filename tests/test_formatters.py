"""Formatters of Markdown leave documents as they are: else they and the hook undo each other."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

LANGUAGES = sorted(path.parent.name for path in (ROOT / "golden").glob("*/constructs"))
REGION = "# Title\n\nText.\n\n<!-- skeleton:begin . -->\n\n<!-- skeleton:end -->\n\nMore.\n"


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a document and a region for the constructs of every language."""
    folder = tmp_path_factory.mktemp("documents")
    for name in LANGUAGES:
        source = folder / "sources" / name
        shutil.copytree(ROOT / "golden" / name / "constructs" / "input", source)
        (source / "region.md").write_text(REGION)
        run(["docs", "-o", "whole.md"], source)
        run(["docs", "--inject", "region.md"], source)
        for form in ("whole", "region"):
            shutil.move(source / f"{form}.md", folder / f"{name}_{form}.md")
    shutil.rmtree(folder / "sources")
    return folder


def texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.md"))}


def unchanged(documents: Path, folder: Path, *command: str) -> bool:
    """Run a formatter over copies of the documents and compare."""
    place = folder / "copies"
    shutil.copytree(documents, place)
    names = sorted(path.name for path in place.glob("*.md"))
    subprocess.run([*command, *names], cwd=place, capture_output=True, check=False)
    return texts(place) == texts(documents)


def test_there_are_documents(documents: Path) -> None:
    assert len(texts(documents)) == 2 * len(LANGUAGES) > 20


def test_ruff_changes_nothing(documents: Path, tmp_path: Path) -> None:
    assert unchanged(documents, tmp_path, sys.executable, "-m", "ruff", "format", "--isolated")


@pytest.mark.parametrize(("package", "words"), [("mdformat", ()), ("blacken-docs", ("black",))])
def test_formatters_of_python_change_nothing(
    documents: Path, tmp_path: Path, package: str, words: tuple[str, ...]
) -> None:
    place = tmp_path / "venv"
    venv.create(place, with_pip=True)
    binaries = place / ("Scripts" if sys.platform == "win32" else "bin")
    install = [str(binaries / "python"), "-m", "pip", "install", "-qq", package, *words]
    if subprocess.run(install, capture_output=True, check=False).returncode:
        pytest.skip(f"{package} cannot be installed: no package index can be reached")

    assert unchanged(documents, tmp_path, str(binaries / package))


@pytest.mark.parametrize(
    ("package", "words"),
    [("prettier", ("prettier", "--write")), ("markdownlint-cli", ("markdownlint", "--fix"))],
)
def test_formatters_of_node_change_nothing(
    documents: Path, tmp_path: Path, package: str, words: tuple[str, ...]
) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm")
    (tmp_path / "package.json").write_text("{}")
    install = [npm, "install", "--silent", "--no-fund", "--no-audit", package]
    if subprocess.run(install, cwd=tmp_path, capture_output=True, check=False).returncode:
        pytest.skip(f"{package} cannot be installed: no registry can be reached")

    name, *options = words
    command = tmp_path / "node_modules" / ".bin" / name
    assert unchanged(documents, tmp_path, str(command), *options)
