"""The cases under golden/: what each says about itself, and what a run of it must print."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from skeleton.health import STANDARD
from tests.running import ROOT, run

GOLDEN = ROOT / "golden"
FORMATS = {"md": "markdown", "txt": "text", "json": "json", "xml": "xml", "err": "markdown"}


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A folder of golden/: `case.toml`, `input/`, and one `expected.FORMAT` for each format."""

    why: str  # the fact that the case shows, as a sentence
    run: tuple[str, ...]  # arguments of `skeleton`
    formats: tuple[str, ...] = ("md",)  # "err" is what goes to standard error
    covers: tuple[str, ...] = ()  # words of `STANDARD` that the case stands for
    where: str = ""  # the folder of the case in which it runs
    exit: int = 0
    known_bug: str = ""  # why it may fail; a case that passes all the same must lose the mark
    folder: Path = GOLDEN

    @property
    def name(self) -> str:
        return self.folder.relative_to(GOLDEN).as_posix()

    def __str__(self) -> str:
        return self.name

    def expected(self, format: str) -> Path:
        return self.folder / f"expected.{format}"


def read_case(folder: Path) -> Case:
    said: dict[str, Any] = tomllib.loads((folder / "case.toml").read_text("utf-8"))
    case = msgspec.convert(said | {"folder": folder}, Case)
    assert set(case.formats) <= set(FORMATS), f"{case.name}: unknown format among {case.formats}"
    assert set(case.covers) <= set(STANDARD), f"{case.name}: unknown word among {case.covers}"
    return case


def read_cases() -> list[Case]:
    """Every case, sorted by name."""
    return [read_case(path.parent) for path in sorted(GOLDEN.glob("*/*/case.toml"))]


def copy_input(case: Case, folder: Path) -> Path:
    """Copy what a case reads to a place with no repository around it; return where it runs."""
    shutil.copytree(case.folder / "input", folder / "input", symlinks=True)
    return folder / case.where


def produce(case: Case, format: str, folder: Path) -> tuple[int, str]:
    """Run a case in a folder that `copy_input` made; return the exit code and what it printed."""
    printed = run([*case.run, "--format", FORMATS[format]], folder)
    text = printed.err if format == "err" else printed.out
    return printed.code, text
