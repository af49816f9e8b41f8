"""`skeleton docs`: what is written, when, and that nothing else is touched."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from skeleton.config import read_config
from skeleton.render.document import MADE
from tests.running import ROOT, Printed, run

if TYPE_CHECKING:
    from pathlib import Path

RATES = '''"""Rates of a shop."""

from shop.money import check

__all__ = ["rate", "Table"]
STEPS = {"a": 1}


def rate(cents: int, *, steps: int = 3) -> int:
    """Return the rate.

    Raises:
        ValueError: cents is negative.
    """
    if cents < 0:
        raise ValueError(cents)
    return check(cents) * steps


class Table:
    def __init__(self, *rows: int, **more: int) -> None: ...


def _hidden() -> None: ...
'''
MONEY = (
    "def check(value: int) -> int:\n    if not value:\n        raise KeyError\n    return value\n"
)
CONFIG = """
docs = [
    { out = "docs/api.md", paths = ["shop"] },
    { inject = "README.md" },
    { out = "docs/parts/", paths = ["shop"], detail = "signatures" },
]
"""
README = (
    "# Shop\r\n\r\nWords.  \r\n"
    "<!-- skeleton:begin shop/money.py -->\r\n<!-- skeleton:end -->\r\nEnd"
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A project with three documents configured, none of them written yet."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "rates.py").write_text(RATES)
    (tmp_path / "shop" / "money.py").write_text(MONEY)
    (tmp_path / "skeleton.toml").write_text(CONFIG)
    (tmp_path / "README.md").write_bytes(README.encode())
    return tmp_path


def git(folder: Path, *words: str) -> None:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


def docs(folder: Path, *words: str) -> Printed:
    return run(["docs", *words], folder)


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git/" not in path.as_posix()
    }


def test_documents_of_this_repository_are_true() -> None:
    if not read_config(ROOT).docs:
        pytest.skip("none is configured")

    assert docs(ROOT, "--check", "--no-git-index") == Printed(0, "", "")


def test_documents_are_written_once_and_then_left_alone(shop: Path) -> None:
    first = docs(shop)
    assert first.code == 1
    assert first.err.splitlines() == [
        "skeleton: docs/api.md written",
        "skeleton: README.md written",
        "skeleton: docs/parts/index.md written",
        "skeleton: docs/parts/shop/__init__.py.md written",
        "skeleton: docs/parts/shop/money.py.md written",
        "skeleton: docs/parts/shop/rates.py.md written",
    ]
    before = state(shop)

    second = docs(shop)

    assert second == Printed(0, "", "")
    assert state(shop) == before


def test_what_is_stale_is_annotated_where_it_first_differs(shop: Path) -> None:
    docs(shop)
    text = (shop / "docs" / "api.md").read_text()
    (shop / "docs" / "api.md").write_text(text.replace("def rate(", "def other("))
    line = text[: text.index("def rate(")].count("\n") + 1
    before = state(shop)

    printed = docs(shop, "--check", "--format", "github")

    assert printed == Printed(
        1,
        f"::error file=docs/api.md,line={line},title=interface document is not true::"
        "docs/api.md is stale: skeleton docs\n",
        "",
    )
    assert state(shop) == before


def test_programs_are_told_the_state_of_every_document(shop: Path) -> None:
    (shop / "shop" / "extra.py").write_text("A = 1\n")
    docs(shop)
    (shop / "docs" / "api.md").unlink()
    (shop / "shop" / "extra.py").unlink()

    printed = docs(shop, "--check", "--json")

    said = json.loads(printed.out)
    assert (printed.code, printed.err, said["schema_version"]) == (1, "", "skeleton.docs/1")
    states = {one["path"]: one["state"] for one in said["documents"]}
    assert states["docs/api.md"] == "missing"
    assert states["docs/parts/shop/money.py.md"] == "true"
    assert states["docs/parts/shop/extra.py.md"] == "not wanted any more"
    assert not any(one["written"] for one in said["documents"])


def test_a_source_that_cannot_be_parsed_is_told_in_every_format(shop: Path) -> None:
    (shop / "shop" / "broken.py").write_text("def (:\n")

    github, told = docs(shop, "--format", "github"), docs(shop, "--json")

    assert (github.code, told.code) == (3, 3)
    assert github.out.startswith("::error::shop/broken.py: ")
    assert json.loads(told.out)["problems"][0].startswith("shop/broken.py: ")


def test_a_printed_document_has_no_other_format(shop: Path) -> None:
    assert docs(shop, "-o", "-", "shop", "--json").code == 2


def test_a_document_holds_what_can_be_called_and_no_body(shop: Path) -> None:
    docs(shop)
    text = (shop / "docs" / "api.md").read_text()

    assert text.startswith(MADE)
    assert "# Interfaces of `shop`\n" in text
    assert "## `shop/rates.py`\n\n```python\n" in text
    assert "def rate(cents: int, *, steps: int = 3) -> int:" in text
    assert "# = raises ValueError if cents < 0\n" in text
    assert "# ! raises KeyError if not cents shop/money.py check" in text
    assert "_hidden" not in text
    assert "return check" not in text


def test_a_document_of_definitions_holds_these_alone(shop: Path) -> None:
    (shop / "shop" / "rates.py").write_text(
        RATES + "    class Row:\n        def cells(self): ...\n        def _inner(self): ...\n"
    )
    text = docs(shop, "-o", "-", "shop/rates.py::Table", "shop/rates.py::_hidden").out

    assert "# Interfaces of `shop/rates.py::Table`, `shop/rates.py::_hidden`\n" in text
    assert "class Table:\n" in text
    assert "def __init__(self, *rows: int, **more: int) -> None: ..." in text
    assert "def _hidden() -> None: ..." in text
    assert "def rate(" not in text
    assert "STEPS" not in text
    assert "Rates of a shop" not in text


def test_a_member_is_shown_inside_its_owner(shop: Path) -> None:
    (shop / "shop" / "owner.py").write_text(
        "class A:\n    def one(self): ...\n    def two(self): ...\n"
    )
    text = docs(shop, "-o", "-", "shop/owner.py::A.one").out

    assert "class A:" in text
    assert "def one(self)" in text
    assert "def two(self)" not in text


def test_a_whole_file_is_not_less_for_a_definition_in_it(shop: Path) -> None:
    assert "def rate(" in docs(shop, "-o", "-", "shop", "shop/rates.py::Table").out


@pytest.mark.parametrize("path", ["shop/rates.py::Nothing", "shop/none.py::Table"])
def test_a_definition_that_is_not_there_is_refused(path: str, shop: Path) -> None:
    printed = docs(shop, "-o", "-", path)

    assert (printed.code, printed.out) == (2, "")
    assert path.partition("::")[0] in printed.err


def test_a_document_does_not_change_with_bodies_or_places(shop: Path) -> None:
    docs(shop)
    path = shop / "shop" / "rates.py"
    moved = RATES.replace("STEPS =", "\n\n# moved\nSTEPS =").replace(
        "check(cents) *", "check(cents) +"
    )
    path.write_text(moved + "\n\ndef _another() -> None: ...\n")

    assert docs(shop, "--check") == Printed(0, "", "")


def test_a_document_holds_nothing_of_time_or_place(shop: Path) -> None:
    docs(shop)
    text = (shop / "docs" / "api.md").read_text()

    assert str(shop) not in text
    assert re.findall(r"20\d\d|\d+\.\d+|\d+ (?:files|symbols|tokens)", text) == []


def test_outside_a_region_a_file_stays_byte_for_byte(shop: Path) -> None:
    docs(shop)
    before, after = README.encode().split(b"<!-- skeleton:end -->")
    text = (shop / "README.md").read_bytes()

    assert text.startswith(before)
    assert text.endswith(b"<!-- skeleton:end -->" + after)
    assert b"## `shop/money.py`\r\n" in text
    assert b"\n" not in text.replace(b"\r\n", b"")


def test_a_region_says_its_detail(shop: Path) -> None:
    (shop / "README.md").write_bytes(README.replace(".py", ".py detail=names").encode())

    docs(shop)

    text = (shop / "README.md").read_text()
    assert "# def check" in text
    assert "raises" not in text


def test_a_deleted_source_takes_its_document_along(shop: Path) -> None:
    docs(shop)
    (shop / "docs" / "parts" / "own.md").write_text("# Written by a person\n")
    (shop / "shop" / "rates.py").unlink()

    printed = docs(shop)

    assert printed.code == 1
    assert "skeleton: docs/parts/shop/rates.py.md removed" in printed.err.splitlines()
    assert "rates" not in (shop / "docs" / "api.md").read_text()
    assert (shop / "docs" / "parts" / "own.md").exists()


def test_check_writes_nothing_and_names_the_command_that_repairs(shop: Path) -> None:
    before = state(shop)

    printed = docs(shop, "--check")

    assert printed.code == 1
    assert "skeleton: docs/api.md is missing: skeleton docs\n" in printed.err
    assert "skeleton: README.md is stale: skeleton docs\n" in printed.err
    assert state(shop) == before


def test_diff_prints_what_would_change_and_writes_nothing(shop: Path) -> None:
    docs(shop)
    (shop / "shop" / "money.py").write_text(MONEY.replace("value: int", "value: float"))
    before = state(shop)

    printed = docs(shop, "--diff")

    assert printed.code == 1
    assert "--- a/docs/api.md\n+++ b/docs/api.md\n" in printed.out
    assert (
        "-def check(value: int) -> int: ...\n+def check(value: float) -> int: ...\n" in printed.out
    )
    assert state(shop) == before


def test_an_outcome_is_the_same_with_and_without_a_cache(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs(shop)
    monkeypatch.setenv("SKELETON_CACHE", "off")

    assert docs(shop, "--check").code == 0


def test_one_document_can_be_asked_for(shop: Path) -> None:
    printed = docs(shop, "-o", "a b.md", "shop/money.py", "--check")

    assert printed.err == "skeleton: a b.md is missing: skeleton docs -o 'a b.md' shop/money.py\n"
    assert docs(shop, "-o", "a b.md", "shop/money.py").code == 1
    assert docs(shop, "-o", "a b.md", "shop/money.py").code == 0
    assert not (shop / "docs").exists()


def test_a_document_can_be_printed(shop: Path) -> None:
    printed = docs(shop, "-o", "-", "shop/money.py")

    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith(MADE)


def test_a_file_that_a_person_wrote_is_not_overwritten(shop: Path) -> None:
    printed = docs(shop, "-o", "README.md", "shop")

    assert printed.code == 2
    assert "README.md: exists and was not made here" in printed.err
    assert (shop / "README.md").read_bytes() == README.encode()


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("", "[tool.skeleton] of pyproject.toml, or skeleton.toml: say what to write"),
        ('docs = [{ out = "../a.md" }]', "../a.md leads out of the project"),
        ('docs = [{ out = "a.md", paths = ["shp"] }]', "shp: no such file or folder"),
        ('docs = [{ inject = "none.md" }]', "none.md: no such file"),
        ('docs = [{ inject = "skeleton.toml" }]', "skeleton.toml:1: no region"),
        ("docs = 3", "Expected `array`"),
    ],
)
def test_a_configuration_that_cannot_be_used_ends_with_two(
    shop: Path, config: str, said: str
) -> None:
    (shop / "skeleton.toml").write_text(config)
    before = state(shop)

    printed = docs(shop)

    assert (printed.code, printed.out) == (2, "")
    assert said in printed.err
    assert state(shop) == before


@pytest.mark.parametrize("words", [("shop",), ("--inject", "README.md", "shop")])
def test_paths_without_a_place_to_write_to_are_refused(shop: Path, words: tuple[str, ...]) -> None:
    assert docs(shop, *words).code == 2


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("shop detail=some", "README.md:4: detail=some: "),
        ("shop deep=1", "README.md:4: unknown word deep=; known is detail="),
        ("nowhere", "nowhere: no such file"),
    ],
)
def test_a_mark_that_is_not_understood_ends_with_two(shop: Path, mark: str, said: str) -> None:
    (shop / "README.md").write_bytes(README.replace("shop/money.py", mark).encode())

    printed = docs(shop, "--inject", "README.md")

    assert printed.code == 2
    assert said in printed.err


def test_a_source_that_cannot_be_parsed_ends_with_three_and_nothing_is_written(shop: Path) -> None:
    (shop / "shop" / "broken.py").write_bytes(b"\xff\xfedef f(): ...")
    before = state(shop)

    printed = docs(shop)

    assert printed.code == 3
    assert "shop/broken.py: is UTF-16" in printed.err
    assert state(shop) == before
    assert docs(shop).code == 3


def test_keep_going_writes_and_says_so_in_the_document(shop: Path) -> None:
    (shop / "shop" / "broken.py").write_text("def (:\n")

    assert docs(shop).code == 3
    assert docs(shop, "--keep-going").code == 1
    assert "- `shop/broken.py` syntax error near line 1" in (shop / "docs" / "api.md").read_text()
    assert docs(shop, "--keep-going", "--check").code == 0


def test_a_written_file_keeps_its_mode_and_a_link_stays_one(shop: Path) -> None:
    real = shop / "real.md"
    (shop / "README.md").rename(real)
    real.chmod(0o640)
    (shop / "README.md").symlink_to("real.md")

    docs(shop)

    assert (shop / "README.md").is_symlink()
    assert b"def check" in real.read_bytes()
    assert real.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in shop.iterdir() if path.name.startswith(".real")] == []


def test_a_configured_document_does_not_follow_a_link_out_of_the_project(shop: Path) -> None:
    outside = shop.parent / "outside.md"
    (shop / "docs").mkdir()
    (shop / "docs" / "api.md").symlink_to(outside)

    printed = docs(shop)

    assert (printed.code, printed.err) == (
        2,
        "skeleton: docs: docs/api.md leads out of the project\n",
    )
    assert not outside.exists()


def test_a_hook_reads_what_is_staged_and_nothing_else(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    (shop / "shop" / "untracked.py").write_text("def untracked(): ...\n")
    (shop / "shop" / "money.py").write_text(MONEY + "\n\ndef unstaged(): ...\n")
    monkeypatch.setenv("PRE_COMMIT", "1")

    assert docs(shop).code == 1

    text = (shop / "docs" / "api.md").read_text()
    assert "def check" in text
    assert "unstaged" not in text
    assert "untracked" not in text
    assert docs(shop, "--check").code == 0
    assert docs(shop, "--check", "--no-git-index").code == 1


def test_a_hook_says_what_is_not_staged(shop: Path) -> None:
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    docs(shop, "--git-index")

    told = docs(shop, "--git-index")
    assert told.code == 0
    assert "skeleton: docs/api.md is not staged: git add docs/api.md\n" in told.err

    git(shop, "add", "-A")
    assert docs(shop, "--git-index") == Printed(0, "", "")


def test_a_hook_follows_a_commit_that_only_deletes(shop: Path) -> None:
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    docs(shop, "--git-index")
    git(shop, "rm", "-q", "--cached", "shop/rates.py")

    assert docs(shop, "--git-index").code == 1
    assert "rates" not in (shop / "docs" / "api.md").read_text()


def test_a_hook_uses_the_index_that_it_was_started_with(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    monkeypatch.setenv("GIT_INDEX_FILE", os.path.join(".git", "other"))
    git(shop, "add", "shop/money.py")

    docs(shop, "--git-index", "-o", "a.md", "shop")

    assert "shop/rates.py" not in (shop / "a.md").read_text()


def test_an_index_outside_a_repository_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n")

    printed = docs(tmp_path, "--git-index", "-o", "a.md")

    assert printed.code == 2
    assert "not in a git repository" in printed.err


def test_names_and_words_that_markdown_could_misread_are_code(tmp_path: Path) -> None:
    (tmp_path / "a_*_`b`.py").write_text('"""Ticks: ```` here."""\nA = 1\n')

    text = docs(tmp_path, "-o", "-").out

    assert "## ``a_*_`b`.py``\n\n`````python\n" in text


def test_a_document_has_no_trailing_blanks_and_one_line_feed_at_its_end(shop: Path) -> None:
    (shop / "shop" / "money.py").write_text('def a():\n    """One.  \n\n    Two. \t\n    """\n')

    docs(shop)

    text = (shop / "docs" / "api.md").read_bytes()
    assert re.search(rb"[ \t\r]\n", text) is None
    assert text.endswith(b"-->\n")
    assert not text.endswith(b"\n\n")
