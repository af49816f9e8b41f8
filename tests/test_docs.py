"""What the documents say is true: options, commands, links, examples."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

README = ROOT / "README.md"
DOCUMENTS = (README, ROOT / "CHANGELOG.md", ROOT / ".github" / "CONTRIBUTING.md")
SESSION = re.compile(r"<!-- in: (\S+) -->\n+```console\n(.*?)```", re.DOTALL)
EXAMPLE = re.compile(r"\$ (skeleton .*)\n((?:(?!\$ ).*\n)*)")
OWN_PATH = re.compile(r"(?<![\w.])/(?:home|root|work|tmp|Users)/\S+")


def readme() -> str:
    return README.read_text("utf-8")


def options_of(*command: str) -> set[str]:
    printed = run([*command, "--help"], ROOT)
    return set(re.findall(r"(?<![\w-])--[a-z][\w-]*", printed.out)) - {
        "--help",
        "--install-completion",
        "--show-completion",
    }


def commands() -> list[str]:
    _, _, listed = run(["--help"], ROOT).out.partition("Commands:")
    return re.findall(r"^ +([a-z]+) ", listed, re.MULTILINE)


def test_the_readme_names_every_command() -> None:
    text = readme()

    assert [name for name in commands() if f"skeleton {name}" not in text] == []


def test_the_readme_names_every_option_of_map() -> None:
    text = readme()

    assert sorted(option for option in options_of("map") if option not in text) == []


def test_the_readme_names_no_option_that_does_not_exist() -> None:
    known = {option for name in commands() for option in options_of(name)} | options_of()
    named = set()
    for line in readme().splitlines():
        if "skeleton " in line and "pip" not in line:
            named |= set(re.findall(r"(?<![\w-])--[a-z][\w-]+", line))

    assert sorted(named - known - {"--help"}) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_into_the_repository_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text("utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documents_name_no_path_of_a_machine(document: Path) -> None:
    assert OWN_PATH.findall(document.read_text("utf-8")) == []


def test_examples_of_the_readme_print_what_it_shows(tmp_path: Path) -> None:
    """A `console` block under `<!-- in: FOLDER -->` is run in a copy of that folder."""
    examples = [
        (folder, command, shown)
        for folder, session in SESSION.findall(readme())
        for command, shown in EXAMPLE.findall(session)
        if shown.strip()
    ]
    assert examples, "the README shows no run with its output"
    for number, (folder, command, shown) in enumerate(examples):
        place = tmp_path / str(number)
        shutil.copytree(ROOT / folder, place)
        printed = run(shlex.split(command)[1:], place)
        assert printed.out.strip() == shown.strip(), command


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
