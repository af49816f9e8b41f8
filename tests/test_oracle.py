"""What is shown equals what `ast` finds, over the standard library and installed packages."""

from __future__ import annotations

import random
import shutil
import sysconfig
from pathlib import Path

import pytest

from tests import oracle
from tests.golden import GOLDEN, read_cases
from tests.running import blocks, read_map, run

STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))
PACKAGES = Path(sysconfig.get_path("purelib"))
INSTALLED = ("attr", "click", "jinja2", "libcst", "msgspec", "pathspec", "pluggy", "rich", "typer")
EVERYTHING = ("--visibility", "all", "--detail", "full", "--no-tests")
SAMPLE = 60
LARGEST_SAMPLED_BYTES = 120_000


def standard_library() -> list[Path]:
    """Its files, without tests, in an order that never changes."""
    return [
        path
        for path in sorted(STANDARD_LIBRARY.rglob("*.py"))
        if not {"site-packages", "test", "tests", "idle_test"} & set(path.parts)
    ]


def sampled(files: list[Path], size: int, seed: int = 2) -> list[Path]:
    small = [path for path in files if path.stat().st_size <= LARGEST_SAMPLED_BYTES]
    return sorted(random.Random(seed).sample(small, min(size, len(small))))


def copied(files: list[Path], base: Path, folder: Path) -> Path:
    for path in files:
        target = folder / path.relative_to(base)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return folder


def faults(folder: Path) -> list[str]:
    """Everything that the oracle has to say about a folder."""
    answer = read_map([".", *EVERYTHING], folder)
    files = {file.path: file for file in answer.files}
    broken = {one.path for one in answer.diagnostics if one.code == "syntax"}  # said to be cut
    wrong = []
    for path in sorted(folder.rglob("*.py*")):
        name = path.relative_to(folder).as_posix()
        if name.endswith(".pyc"):
            continue
        source, file = path.read_bytes(), files.get(name)
        wrong += oracle.differences(file, source) if file else []
        wrong += [] if name in broken else oracle.missing(file, name, source)
        wrong += oracle.missing_fields(file, name, source)
    printed = run(["map", ".", *EVERYTHING], folder)
    for block in blocks(printed.out):
        if block.language != "python":
            continue
        wrong += oracle.block_differences(
            block.path, block.text, (folder / block.path).read_bytes()
        )
    return wrong


def test_a_sample_of_the_standard_library_is_shown_as_it_is(tmp_path: Path) -> None:
    sample = sampled(standard_library(), SAMPLE)

    assert faults(copied(sample, STANDARD_LIBRARY, tmp_path)) == []


@pytest.mark.slow
def test_the_whole_standard_library_is_shown_as_it_is(tmp_path: Path) -> None:
    assert faults(copied(standard_library(), STANDARD_LIBRARY, tmp_path)) == []


@pytest.mark.slow
@pytest.mark.parametrize("package", INSTALLED)
def test_an_installed_package_is_shown_as_it_is(package: str, tmp_path: Path) -> None:
    files = sorted((PACKAGES / package).rglob("*.py"))
    if not files:
        pytest.skip(f"{package} is not installed")

    assert faults(copied(files, PACKAGES, tmp_path)) == []


@pytest.mark.parametrize(
    "case", [case for case in read_cases() if case.name.startswith("python/")], ids=str
)
def test_a_golden_input_is_shown_as_it_is(case: object, tmp_path: Path) -> None:
    folder = GOLDEN / str(case) / "input"
    shutil.copytree(folder, tmp_path / "input")

    assert faults(tmp_path / "input") == []
