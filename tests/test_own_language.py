"""A language of a user's own: the page of the README, tried as it is written, and its mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

import pytest

from skeleton.contracts.doc_marks import LINE_MARKS
from skeleton.extract.comments import DOC_MARKS
from skeleton.extract.visibility import VISIBILITY
from skeleton.extract.vocabulary import KINDS, SETTINGS, VOCABULARY
from skeleton.model import DocStyle, ImportStyle, Language, VisibilityRule
from skeleton.resolve import STYLES
from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

PAGE = re.search(
    r"^### A language of your own$.*?(?=^## [A-Z])",
    (ROOT / "README.md").read_text("utf-8"),
    re.DOTALL | re.MULTILINE,
)
FILE = re.compile(
    r"<!-- file: (?P<path>\S+) -->\n+```\w+\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
RUN = re.compile(
    r"^````console\n\$ skeleton (?P<run>[^\n]*)\n(?P<shown>.*?)^````$", re.DOTALL | re.M
)

ORDER = """\
local money = require("shop.money")
local tax = require("shop.tax")
local json = require("cjson")

local Order = { lines = {} }

function Order:add(label, cents)
  self.lines[#self.lines + 1] = { label, money.price(cents), tax.of(cents) }
end

return Order
"""
TAX = """\
local function of(cents) return cents end
local function unused(cents) return cents end
return { of = of }
"""


def page() -> str:
    assert PAGE is not None
    return PAGE[0]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project that holds the files of the page, and the configuration that it names."""
    pytest.importorskip("tree_sitter_lua", reason="the extra `dev` is not installed")
    for found in FILE.finditer(page()):
        place = tmp_path / found["path"]
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(found["text"], "utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.skeleton]\ngrammars = "languages"\n')
    return tmp_path


def change(project: Path, name: str, old: str, new: str) -> None:
    place = project / "languages" / "lua" / name
    text = place.read_text("utf-8")
    assert old in text
    place.write_text(text.replace(old, new), "utf-8")


def test_the_page_shows_what_its_files_give(project: Path) -> None:
    example = RUN.search(page())
    assert example is not None

    assert run(example["run"].split(), project).out == example["shown"]


def test_the_language_of_the_page_passes_the_check(project: Path) -> None:
    printed = run(["languages", "--check"], project)

    assert (printed.code, printed.err) == (0, "")
    assert "lua: .lua\n  parser: tree-sitter-lua " in printed.out


def test_imports_of_a_language_of_ones_own_lead_to_what_they_mean(project: Path) -> None:
    (project / "src" / "shop" / "order.lua").write_text(ORDER)
    (project / "src" / "shop" / "tax").mkdir()
    (project / "src" / "shop" / "tax" / "init.lua").write_text(TAX)

    printed = run(["map", "--deps-of", "src/shop/order.lua", "--scope", "used"], project).out

    assert "## src/shop/money.lua (used)" in printed
    assert "function M.price(value) end" in printed
    assert "## src/shop/tax/init.lua (used)" in printed
    assert "local function of(cents) end" in printed
    assert "unused" not in printed
    assert "- Packages outside the project: cjson\n" in printed


def test_rules_are_found_through_a_call_into_another_file(project: Path) -> None:
    (project / "src" / "shop" / "order.lua").write_text(ORDER)

    printed = run(["map", "src/shop/order.lua"], project).out
    callers = run(["show", "M.price", "--part", "callers"], project).out

    assert "raises error if cents < 0 or cents > M.MAX src/shop/money.lua:17 price" in printed
    assert "src/shop/order.lua:8 Order.add: " in callers


def test_a_local_function_is_public_only_where_the_file_returns_it(project: Path) -> None:
    (project / "src" / "shop" / "tax.lua").write_text(TAX)

    printed = run(["map", "src/shop/tax.lua"], project).out

    assert "local function of(cents) end" in printed
    assert "unused" not in printed


def test_a_function_inside_a_table_keeps_its_end_and_no_body(project: Path) -> None:
    text = "return { run = function(job)\n  secret()\nend, other = 1 }\n"
    (project / "src" / "shop" / "job.lua").write_text("M = " + text.removeprefix("return "))

    printed = run(["map", "src/shop/job.lua"], project).out

    assert "M = { run = function(job) end, other = 1 }" in printed


def test_a_long_text_in_square_brackets_is_not_taken_for_a_list(project: Path) -> None:
    text = "local M = {}\nM.help = [[\n" + "a line of help\n" * 40 + "]]\nreturn M\n"
    (project / "src" / "shop" / "help.lua").write_text(text)

    printed = run(["map", "src/shop/help.lua"], project).out

    assert "\nM.help  -- " in printed


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("language.toml", '"if_statement"', '"if_statment"', "unknown node type if_statment"),
        ("language.toml", "identifier = [", "identifer = [", "unknown node type identifer"),
        ("language.toml", "elif =", "elsif =", "[flow]: unknown key elsif; known: "),
        ("language.toml", '= "export"', '= "exports"', "visibility = 'exports'; known: "),
        ("language.toml", '= "files"', '= "file"', "imports = 'file'; known: "),
        ("language.toml", '= "comment"', '= "luadoc"', "doc_style = 'luadoc'; known: "),
        ("language.toml", "comment = ", "coment = ", "unknown field `coment`"),
        ("language.toml", "tree-sitter-lua:", "", "wanted: distribution:module:function"),
        ("language.toml", "return a end", "return", "mend `sample` in language.toml"),
        ("interface.scm", "@parameters", "@params", "unknown capture params; known: "),
        ("interface.scm", "n.class", "n.table", "unknown capture definition.table; known: "),
        ("interface.scm", "#set! exported", "#set! export", "unknown setting export; known: "),
        ("interface.scm", "(if_statement", "(if_statment", "Invalid node type"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_is_known(
    project: Path, name: str, old: str, new: str, said: str
) -> None:
    change(project, name, old, new)

    printed = run(["languages", "--check"], project)

    assert printed.code != 0
    assert "lua: " in printed.err
    assert said in printed.err


def test_a_folder_without_patterns_is_told(project: Path) -> None:
    (project / "languages" / "lua" / "interface.scm").unlink()

    printed = run(["map", "src"], project)

    assert printed.code == 2
    assert "grammar lua: no interface.scm beside its language.toml" in printed.err


def test_a_folder_without_languages_is_told(tmp_path: Path) -> None:
    (tmp_path / "languages" / "lua").mkdir(parents=True)
    (tmp_path / "skeleton.toml").write_text('grammars = "languages"\n')

    printed = run(["map", "."], tmp_path)

    assert printed.code == 2
    assert "grammar languages: no folder in it has a language.toml" in printed.err


def test_the_page_names_only_captures_settings_and_keys_that_are_read() -> None:
    captures = {*re.findall(r"`@([a-z_.]+)`", page())} - {"definition.", "param"}
    settings = set(re.findall(r"#set! (\w+)", page()))
    first, _, _ = page().partition("<!-- file: languages/lua/interface.scm -->")
    keys = {
        key
        for row in re.findall(r"^\| (`[^|]*) \|", first, re.MULTILINE)
        for key in re.findall(r"`\[?(\w+)", row)
    }

    assert {word for word in captures if not word.startswith("_")} <= VOCABULARY
    assert settings <= SETTINGS
    assert keys <= {*Language.__struct_fields__}


def test_the_page_names_every_kind_of_definition() -> None:
    row = next(line for line in page().splitlines() if line.startswith("| `@definition.KIND`"))

    assert {*re.findall(r"`(\w+)`", row)} == KINDS


def test_words_that_a_language_chooses_from_are_those_that_have_a_rule() -> None:
    assert {*get_args(DocStyle)} == {"none", *DOC_MARKS}
    assert {*LINE_MARKS} <= {*get_args(DocStyle)}
    assert {*get_args(VisibilityRule)} == {*VISIBILITY}
    assert {*get_args(ImportStyle)} == {*STYLES}
