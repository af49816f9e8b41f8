"""Kits written from the references of languages: what chapters let one say is kept, no body is.

`golden/<language>/reference_kit/kit.toml` has a row a construct: its chapter, and the pattern that
the map must show. Words with "hidden" in them stand in bodies only. The rows were written from the
reference, not from the query of the language, and are not to be fitted to it.
"""

from __future__ import annotations

import re
import tomllib

import pytest

from skeleton.extract.parsers import parser_for
from skeleton.languages import load_languages
from tests.golden import GOLDEN, read_case
from tests.running import blocks, run

LANGUAGES = load_languages()
KITS = sorted(path.parent.name for path in GOLDEN.glob("*/reference_kit"))
LEAST, SHARE = 40, 0.95


def sources(name: str) -> dict[str, str]:
    """Every file of a kit by its path."""
    folder = GOLDEN / name / "reference_kit/input"
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def printed(name: str) -> str:
    case = read_case(GOLDEN / name / "reference_kit")
    return run(case.run, case.folder).out


def lost(name: str, text: str) -> tuple[int, list[str]]:
    """Return how many constructs a kit has, and those whose pattern a text does not show."""
    rows = tomllib.loads((GOLDEN / name / "reference_kit/kit.toml").read_text("utf-8"))
    return len(rows), [row for row, pattern in rows.items() if not re.search(pattern, text)]


@pytest.mark.parametrize("name", KITS)
def test_what_the_reference_of_a_language_lets_one_say_is_kept(name: str) -> None:
    count, missing = lost(name, printed(name))

    assert count >= LEAST
    assert len(missing) <= (1 - SHARE) * count, missing


@pytest.mark.parametrize("name", KITS)
def test_a_kit_asks_only_for_what_its_sources_say(name: str) -> None:
    assert lost(name, "\n".join(sources(name).values()))[1] == []


@pytest.mark.parametrize("name", KITS)
def test_nothing_of_a_body_is_shown_of_a_reference_kit(name: str) -> None:
    hidden = set(re.findall(r"\w*[hH]idden\w*|\w*HIDDEN\w*", "".join(sources(name).values())))

    assert len(hidden) >= 5
    assert hidden & set(re.findall(r"\w+", printed(name))) == set()


@pytest.mark.parametrize("name", KITS)
def test_what_is_shown_of_a_reference_kit_parses_as_its_source_does(name: str) -> None:
    for block in blocks(printed(name)):
        source = sources(name)[block.path.removeprefix("input/")]
        parser = parser_for(LANGUAGES[name])
        broken = parser.parse(source.encode()).root_node.has_error

        assert parser.parse(block.text.encode()).root_node.has_error <= broken
