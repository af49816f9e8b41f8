"""What a start of the command loads: heavy libraries only where they are needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = ("libcst", "jinja2", "tree_sitter", "pathspec", "mcp", "rich")
PROBE = """
import json, sys
from skeleton.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
sys.stderr.write("\\n" + json.dumps(sorted(sys.modules)))
"""


def modules_of(*arguments: str, folder: Path, cache: Path) -> set[str]:
    """The modules that a run of `skeleton ARGUMENTS` in a process of its own has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        cwd=folder,
        env={**os.environ, "SKELETON_CACHE_DIR": str(cache)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout
    return set(json.loads(done.stderr.rpartition("\n")[2]))


def loaded_by(*arguments: str, folder: Path, cache: Path) -> set[str]:
    """The heavy libraries among them."""
    return modules_of(*arguments, folder=folder, cache=cache) & set(HEAVY)


def small_project(folder: Path) -> Path:
    package = folder / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "money.py").write_text("def cents(value: int) -> int:\n    return value\n")
    (package / "bill.py").write_text("from shop.money import cents\n\nTOTAL = cents(3)\n")
    return folder


def test_help_loads_neither_parsers_nor_templates(tmp_path: Path) -> None:
    loaded = loaded_by("--help", folder=tmp_path, cache=tmp_path)

    assert loaded.isdisjoint({"libcst", "jinja2", "tree_sitter", "pathspec"})


def test_version_loads_neither_parsers_nor_templates(tmp_path: Path) -> None:
    loaded = loaded_by("--version", folder=tmp_path, cache=tmp_path)

    assert loaded.isdisjoint({"libcst", "jinja2", "tree_sitter", "pathspec"})


def test_a_warm_map_of_a_target_loads_no_parser(tmp_path: Path) -> None:
    project, cache = small_project(tmp_path / "project"), tmp_path / "cache"
    arguments = ("map", "shop", "--deps-of", "shop/bill.py")
    loaded_by(*arguments, folder=project, cache=cache)

    warm = loaded_by(*arguments, folder=project, cache=cache)

    assert warm.isdisjoint({"libcst", "tree_sitter"})


def test_a_map_as_json_loads_no_templates(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project")

    loaded = loaded_by("map", "shop", "--format", "json", folder=project, cache=tmp_path / "cache")

    assert "jinja2" not in loaded


def test_a_command_loads_no_other_command(tmp_path: Path) -> None:
    loaded = modules_of("verify", "--help", folder=tmp_path, cache=tmp_path)

    files = {path.stem for path in (ROOT / "skeleton/cli").glob("*.py")} - {"__init__"}
    assert {name for name in files if f"skeleton.cli.{name}" in loaded} == {
        "help",
        "hook",
        "verify",
    }


def test_a_run_of_tests_loads_nothing_that_reads_sources(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_a():\n    assert True\n")
    arguments = ("verify", "--runner", "pytest", "--python", sys.executable)

    loaded = modules_of(*arguments, folder=tmp_path, cache=tmp_path)

    parts = {name.split(".")[1] for name in loaded if name.startswith("skeleton.")}
    assert parts == {"cli", "clip", "config", "errors", "model", "verify", "verifying"}
