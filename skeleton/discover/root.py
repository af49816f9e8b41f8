"""Finds the folder that the paths of a map count from."""

from __future__ import annotations

import os
from pathlib import Path

from skeleton.discover.reading import shown

MARKERS = (
    ".git",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "package.json",
    "go.mod",
    "Cargo.toml",
    "composer.json",
    "pom.xml",
    "build.gradle",
    "skeleton.toml",
)
MOST_STEPS = 6  # folders to climb in search of a marker


def find_root(folder: Path, paths: tuple[str, ...]) -> tuple[Path, tuple[str, ...]]:
    """Find the root of a run.

    Args:
        folder: Where the command was called; relative paths count from it.
        paths: As written, files or folders, existing or not.

    Returns:
        The root, and the paths relative to it, `/` between parts, "." for the root itself. The
        root is `folder` as long as all paths lie in it; else the nearest folder above them that
        looks like a project.
    """
    base = Path(os.path.realpath(folder))
    whole = [_normal(base, path) for path in paths]
    if all(path.is_relative_to(base) for path in whole):
        root = base
    else:
        root = _project_above(Path(os.path.commonpath(whole)))
    return root, tuple(shown(path.relative_to(root).as_posix()) for path in whole)


def find_project(root: Path, path: str) -> str:
    """Return the folder of the project that a file belongs to, from the root; "." for the root."""
    folder = Path(path).parent
    while folder != Path("."):
        if any((root / folder / marker).exists() for marker in MARKERS):
            return folder.as_posix()
        folder = folder.parent
    return "."


def _normal(base: Path, path: str) -> Path:
    """Resolve `..` and links of the folders; the name itself stays, a link may be meant as such."""
    written = base / path.replace("\\", "/") if os.sep == "/" else base / path
    if written.name in ("", ".", ".."):
        return Path(os.path.realpath(written))
    return Path(os.path.realpath(written.parent)) / written.name


def _project_above(path: Path) -> Path:
    folder = path if path.is_dir() else path.parent
    climbed = folder
    for _ in range(MOST_STEPS):
        if any((climbed / marker).exists() for marker in MARKERS):
            return climbed
        climbed = climbed.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return folder
