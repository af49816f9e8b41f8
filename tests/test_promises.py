"""Verbatim, parses, idempotent, deterministic, complete, total: over golden/ and real modules."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import jsonschema
import pytest

from tests import promises
from tests.golden import FORMATS, GOLDEN, Case, copy_input, read_cases
from tests.running import ROOT, blocks, read_map, run
from tests.test_oracle import STANDARD_LIBRARY, copied, sampled, standard_library

if TYPE_CHECKING:
    from pathlib import Path

CASES = read_cases()
MAPS = [case for case in CASES if case.exit == 0]
SAMPLE = 40
CHILD = "import sys; from skeleton.cli import main; sys.exit(main(sys.argv[1:]))"
ONE_PROCESSOR = f"import os; os.sched_setaffinity(0, {{0}})\n{CHILD}"


def plain(case: Case) -> list[str]:
    """The options of a case, without the command."""
    return list(case.run[1:])


def child(arguments: list[str], folder: Path, program: str = CHILD, **environment: str) -> bytes:
    """What a run in a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 3), done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample of the standard library of this interpreter; the same one each time."""
    sample = sampled(standard_library(), SAMPLE, seed=4)
    return copied(sample, STANDARD_LIBRARY, tmp_path_factory.mktemp("library"))


def source_of(path: Path) -> str:
    """A file as the reader decodes it, for files that say no encoding; others come out odd."""
    return path.read_bytes().decode("utf-8", "replace").replace("\f", "")


def verbatim_and_counted(arguments: list[str], folder: Path) -> list[str]:
    answer = read_map(arguments, folder)
    wrong = promises.miscounted(answer)
    for file in answer.files:
        source = source_of(folder / file.path)
        if "\ufffd" not in source:
            wrong += promises.not_verbatim(file, source)
    return wrong


def unparsed(arguments: list[str], folder: Path) -> list[str]:
    printed = run(["map", *arguments], folder)
    return [
        line
        for block in blocks(printed.out)
        if block.language == "python"
        for line in promises.not_parsed(block, (folder / block.path).read_bytes())
    ]


@pytest.mark.parametrize("case", MAPS, ids=str)
def test_every_text_of_a_case_is_a_slice_and_sums_add_up(case: Case, tmp_path: Path) -> None:
    assert verbatim_and_counted(plain(case), copy_input(case, tmp_path)) == []


@pytest.mark.parametrize("visibility", ["public", "all"])
def test_every_text_of_a_library_is_a_slice_and_sums_add_up(library: Path, visibility: str) -> None:
    assert verbatim_and_counted([".", "--visibility", visibility], library) == []


@pytest.mark.parametrize("case", MAPS, ids=str)
def test_every_block_of_a_case_parses_where_its_source_does(case: Case, tmp_path: Path) -> None:
    assert unparsed(plain(case), copy_input(case, tmp_path)) == []


@pytest.mark.parametrize("detail", ["full", "contract", "signatures"])
def test_every_block_of_a_library_parses_where_its_source_does(library: Path, detail: str) -> None:
    assert unparsed([".", "--detail", detail], library) == []


@pytest.mark.parametrize("detail", ["full", "contract"])
def test_a_map_of_a_map_shows_the_same(library: Path, detail: str, tmp_path: Path) -> None:
    arguments = [".", "--visibility", "all", "--no-tests", "--detail", detail]
    for block in blocks(run(["map", *arguments], library).out):
        target = tmp_path / block.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.text, "utf-8")

    first, second = read_map(arguments, library), read_map(arguments, tmp_path)

    assert promises.outline(second) == promises.outline(first)


@pytest.mark.parametrize("format", ["markdown", "text", "json", "xml"])
def test_the_seed_of_hashes_and_the_cache_change_no_byte(library: Path, format: str) -> None:
    arguments = ["map", ".", "--format", format]

    off = child(arguments, library, PYTHONHASHSEED="1", SKELETON_CACHE="off")
    cold = child(arguments, library, PYTHONHASHSEED="2", SKELETON_CACHE_DIR=f"{library}-cache")
    warm = child(arguments, library, PYTHONHASHSEED="3", SKELETON_CACHE_DIR=f"{library}-cache")

    shutil.rmtree(f"{library}-cache")
    assert off == cold == warm


@pytest.mark.parametrize("case", MAPS, ids=str)
def test_a_case_does_not_depend_on_where_it_lies(case: Case, tmp_path: Path) -> None:
    near, far = tmp_path / "near", tmp_path / "a" / "far away"

    first = run(case.run, copy_input(case, near)).out
    second = run(case.run, copy_input(case, far)).out

    assert first == second
    assert str(tmp_path) not in first


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors cannot be chosen")
def test_the_number_of_processes_changes_no_byte(tmp_path: Path) -> None:
    files = [path for path in standard_library() if path.parent.name in ("asyncio", "email", "lib")]
    for path in [*files, *sampled(standard_library(), 150, seed=5)]:
        copied([path], STANDARD_LIBRARY, tmp_path)

    one = child(["map", "."], tmp_path, ONE_PROCESSOR, SKELETON_CACHE="off")
    several = child(["map", "."], tmp_path, SKELETON_CACHE="off")

    assert one == several


def test_no_file_makes_a_run_fail(library: Path, tmp_path: Path) -> None:
    chance = random.Random(6)
    for path in sorted(library.rglob("*.py")):
        text = path.read_bytes()
        cut, start = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        (tmp_path / f"cut_{path.stem}.py").write_bytes(text[:cut])
        (tmp_path / f"hole_{path.stem}.py").write_bytes(text[:start] + text[start + 40 :])
        noise = bytes(chance.choice(b"()[]{}:'\"\\\n \t@#") for _ in range(6))
        (tmp_path / f"noise_{path.stem}.py").write_bytes(text[:start] + noise + text[start:])

    for format in ("markdown", "text", "json", "xml"):
        printed = run(["map", ".", "--visibility", "all", "--format", format], tmp_path)
        assert printed.code == 0, printed.err
    answer = read_map(["."], tmp_path)
    told = {file.path for file in answer.files} | {one.path for one in answer.diagnostics}
    assert {path.name for path in tmp_path.glob("*.py") if path.stat().st_size} - told == set()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_json_of_a_case_fits_its_schema(case: Case, tmp_path: Path) -> None:
    (shipped,) = (GOLDEN.parent / "skeleton").rglob("map.schema.json")
    schema = json.loads(shipped.read_text("utf-8"))
    printed = run([*case.run, "--format", "json"], copy_input(case, tmp_path))
    answer = json.loads(printed.out)
    if printed.code == 2:  # what cannot be done is an error of its own, no map
        assert answer.keys() == {"error"}
    else:
        jsonschema.validate(answer, schema)


@pytest.mark.parametrize("format", sorted(set(FORMATS.values())))
def test_output_ends_with_one_line_feed_and_no_line_ends_with_blanks(
    library: Path, format: str
) -> None:
    out = run(["map", ".", "--format", format], library).out

    assert out.endswith("\n")
    assert not out.endswith("\n\n")
