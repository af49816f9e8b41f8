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
EXAMPLE = re.compile(  # one run and what it prints; the fence is longer than any inside
    r"<!-- in: (?P<folder>\S+) -->\n+(?P<fence>`{3,})console\n\$ (?P<run>skeleton [^\n]*)\n"
    r"(?P<shown>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
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

    of_typer = {"--help", "--install-completion", "--show-completion"}
    assert sorted(named - known - of_typer) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_into_the_repository_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text("utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documents_name_no_path_of_a_machine(document: Path) -> None:
    assert OWN_PATH.findall(document.read_text("utf-8")) == []


def written(example: re.Match[str], place: Path) -> str:
    """An example anew, with what its run prints in a copy of its folder."""
    shutil.copytree(ROOT / example["folder"], place)
    printed = run(shlex.split(example["run"])[1:], place).out.strip()
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in re.findall(r"`{3,}", printed))])
    return (
        f"<!-- in: {example['folder']} -->\n{fence}console\n$ {example['run']}\n{printed}\n{fence}"
    )


def test_examples_of_the_readme_print_what_it_shows(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """`--update-golden` writes them anew."""
    text = readme()
    places = (tmp_path / str(number) for number in range(99))
    anew = EXAMPLE.sub(lambda example: written(example, next(places)), text)

    assert EXAMPLE.search(text), "the README shows no run with its output"
    if request.config.getoption("--update-golden") and anew != text:
        README.write_text(anew, "utf-8")
        pytest.fail("written anew, now read it: README.md", pytrace=False)
    assert anew == text


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
