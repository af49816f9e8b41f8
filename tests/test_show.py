"""`skeleton show`: ids in every spelling, and the parts of what they name."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path

RATES = '''"""Rates."""

LIMIT = 3


# Rounds half up.
# To cents.
@cache
def fee(amount: int, bps: int = 10) -> int:
    """Return the fee."""
    if amount < 0:
        raise ValueError(amount)
    return amount * bps


class Table:
    @property
    def rate(self) -> int:
        return self._rate

    @rate.setter
    def rate(self, value: int) -> None:
        self._rate = value

    def look_up(self, key: str) -> int:
        return fee(1)
'''
USES = """from shop.rates import Table, fee as charge


def total(rows):
    table = Table()
    return charge(table.look_up("a"))
"""
TESTS = """from shop.rates import fee


def test_fee_of_nothing():
    assert fee(0) == 0
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    files = {
        "shop/__init__.py": "from .rates import Table\n",
        "shop/rates.py": RATES,
        "shop/uses.py": USES,
        "shop/other.py": "def total(x): ...\n",
        "tests/test_rates.py": TESTS,
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def item(folder: Path, *arguments: str) -> dict[str, object]:
    printed = run(["show", *arguments, "--format", "json"], folder)
    assert printed.code == 0, printed.err
    (only,) = json.loads(printed.out)["items"]
    assert isinstance(only, dict)
    return only


@pytest.mark.parametrize(
    "wanted",
    [
        "shop/rates.py::Table.look_up",
        "shop/rates.py::look_up",
        "shop/rates.py::Table::look_up",
        "shop.rates.Table.look_up",
        "shop.Table.look_up",
        "Table.look_up",
        "look_up",
        "./shop/rates.py::Table.look_up",
    ],
)
def test_an_id_may_be_spelled_in_many_ways(shop: Path, wanted: str) -> None:
    assert item(shop, wanted)["id"] == "shop/rates.py::Table.look_up"


def test_a_body_is_a_slice_of_the_file_with_decorators_and_the_comment_above(shop: Path) -> None:
    (excerpt,) = item(shop, "fee")["excerpts"]  # type: ignore[misc]

    lines = RATES.splitlines()
    assert excerpt["start_line"] == 6
    assert excerpt["text"] == "\n".join(lines[5:13])
    assert excerpt["text"].startswith("# Rounds half up.")


def test_every_definition_of_a_name_is_shown(shop: Path) -> None:
    excerpts = item(shop, "Table.rate")["excerpts"]

    assert [(one["start_line"], one["end_line"]) for one in excerpts] == [(17, 19), (21, 23)]  # type: ignore[attr-defined]


def test_a_branch_says_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "import sys\nif sys.platform == 'win32':\n    def f(): ...\nelse:\n    def f(): ...\n"
    )

    excerpts = item(tmp_path, "f")["excerpts"]

    assert [one["inside"] for one in excerpts] == ["if sys.platform == 'win32':", "else:"]  # type: ignore[attr-defined]


def test_context_adds_lines_around(shop: Path) -> None:
    (excerpt,) = item(shop, "Table.look_up", "--context", "2")["excerpts"]  # type: ignore[misc]

    assert (excerpt["start_line"], excerpt["end_line"]) == (23, 26)


def test_text_has_line_numbers(shop: Path) -> None:
    out = run(["show", "LIMIT", "--format", "text"], shop).out

    assert out == "## shop/rates.py::LIMIT :3\n3  LIMIT = 3\n"


def test_several_ids_are_shown_in_their_order(shop: Path) -> None:
    out = run(["show", "LIMIT", "fee"], shop).out

    assert out.index("::LIMIT") < out.index("::fee")


def test_a_name_of_several_definitions_is_answered_with_all_of_them(shop: Path) -> None:
    printed = run(["show", "total"], shop)

    assert printed.code == 2
    assert printed.out == ""
    assert "shop/other.py::total :1" in printed.err
    assert "shop/uses.py::total :4" in printed.err


def test_what_can_be_shown_is_shown_beside_what_cannot(shop: Path) -> None:
    printed = run(["show", "fee", "nowhere_at_all"], shop)

    assert printed.code == 2
    assert "def fee" in printed.out
    assert "nowhere_at_all: no such definition" in printed.err


@pytest.mark.parametrize("wanted", ["feee", "shop/rates.py::fees", "Fee", "lok_up"])
def test_a_near_miss_suggests_what_was_meant(shop: Path, wanted: str) -> None:
    printed = run(["show", wanted], shop)

    assert printed.code == 2
    meant = "look_up" if "up" in wanted else "fee"
    assert f"did you mean shop/rates.py::{'Table.' if 'up' in wanted else ''}{meant}" in printed.err


@pytest.mark.parametrize("wanted", ["rates.py", "src/rates.py::fee", "shop/rate.py"])
def test_a_path_that_is_not_there_suggests_one_that_is(shop: Path, wanted: str) -> None:
    printed = run(["show", wanted], shop)

    assert printed.code == 2
    assert "no such file or folder; did you mean shop/rates.py" in printed.err


def test_a_definition_outside_tests_wins_over_one_inside(shop: Path) -> None:
    (shop / "tests/helper.py").write_text("def fee(): ...\n")

    assert item(shop, "fee")["id"] == "shop/rates.py::fee"


def test_a_path_is_its_whole_interface(shop: Path) -> None:
    out = run(["show", "shop/rates.py"], shop).out

    assert "class Table" in out
    assert "return amount" not in out


def test_the_interface_of_a_name_has_its_contract_and_nothing_else(shop: Path) -> None:
    out = run(["show", "fee", "--part", "interface"], shop).out

    assert "raises ValueError if amount < 0" in out
    assert "Table" not in out.partition("left out")[0].replace("symbols", "")


def test_callers_are_told_apart_from_tests(shop: Path) -> None:
    callers = item(shop, "fee", "--part", "callers")["callers"]

    assert [
        (one["path"], one["line"], one.get("inside"), one.get("test", False)) for one in callers
    ] == [  # type: ignore[attr-defined]
        ("shop/rates.py", 26, "Table.look_up", False),
        ("shop/uses.py", 6, "total", False),
        ("tests/test_rates.py", 5, "test_fee_of_nothing", True),
    ]


def test_callers_of_a_method_are_found_through_what_holds_it(shop: Path) -> None:
    callers = item(shop, "Table.look_up", "--part", "callers")["callers"]

    assert [(one["path"], one["line"]) for one in callers] == [("shop/uses.py", 6)]  # type: ignore[attr-defined]


def test_a_line_whose_owner_cannot_be_told_is_not_left_out(shop: Path) -> None:
    (shop / "shop/more.py").write_text("def f(x):\n    return x.look_up('b')\n")

    callers = item(shop, "Table.look_up", "--part", "callers")["callers"]

    assert [(one["path"], one.get("certain", True)) for one in callers] == [  # type: ignore[attr-defined]
        ("shop/uses.py", True),
        ("shop/more.py", False),
    ]


PROSE = '''from shop.rates import (
    fee,
    # fee: of a parcel
)
from unittest.mock import patch

def free(parcel: "dict[str, fee]") -> int:
    """What has no fee."""
    # a fee would be
    print("no fee here")
    x = 1  # fee
    with patch("shop.rates.fee"):
        return f"a {fee(0)} b"
'''


def test_lines_that_only_speak_of_a_definition_are_no_callers(shop: Path) -> None:
    (shop / "shop/free.py").write_text(PROSE)
    (shop / "shop/free.ts").write_text(
        'import { rate } from "./rate"\n/** The rate. */\nexport function f(): string {\n'
        '  // the rate\n  const a = "the rate"\n  return `${rate(1)} is the rate`\n}\n'
    )
    (shop / "shop/rate.ts").write_text("export function rate(a: number): number { return a }\n")

    callers = item(shop, "shop/rates.py::fee", "--part", "callers")["callers"]
    other = item(shop, "shop/rate.ts::rate", "--part", "callers")["callers"]

    here = [one["line"] for one in callers if one["path"] == "shop/free.py"]  # type: ignore[attr-defined]
    assert here == [7, 12, 13]
    assert [one["line"] for one in other] == [6]  # type: ignore[attr-defined]


def test_json_of_a_body_has_what_a_map_says_of_it_too(shop: Path) -> None:
    path = "shop/rates.py"
    printed = run(["map", path, "--detail", "full", "--format", "json"], shop)
    (file,) = json.loads(printed.out)["files"]
    listed = {one["symbol"]["name"]: one for one in file["entries"]}

    (entry,) = item(shop, f"{path}::fee", "--budget", "1c")["entries"]  # type: ignore[attr-defined]

    assert entry["symbol"] == listed["fee"]["symbol"]
    assert entry["detail"] == "full"


@pytest.mark.parametrize("part", ["body", "interface"])
def test_json_holds_no_raw_findings(shop: Path, part: str) -> None:
    printed = run(["show", "fee", "--part", part, "--format", "json"], shop)

    assert "contract" in printed.out
    for raw in ("evidence", "bindings", "operations"):
        assert f'"{raw}"' not in printed.out


def test_callers_of_a_file_are_its_importers(shop: Path) -> None:
    callers = item(shop, "shop/rates.py", "--part", "callers")["callers"]

    assert [(one["path"], one["line"]) for one in callers] == [  # type: ignore[attr-defined]
        ("shop/__init__.py", 1),
        ("shop/uses.py", 1),
        ("tests/test_rates.py", 1),
    ]


def test_known_tests_of_a_name_are_listed(shop: Path) -> None:
    tests = item(shop, "fee", "--part", "tests")["tests"]

    assert [one["id"] for one in tests] == ["tests/test_rates.py::test_fee_of_nothing"]  # type: ignore[attr-defined]


def test_a_file_that_changed_since_a_map_is_told(shop: Path) -> None:
    known = str(item(shop, "fee")["content_hash"])

    assert "note" not in item(shop, "fee", "--since", known[:8])

    (shop / "shop/rates.py").write_text(RATES + "\n")

    assert "has changed since" in str(item(shop, "fee", "--since", known[:8])["note"])


def test_a_budget_cuts_between_lines_and_says_so(shop: Path) -> None:
    printed = run(["show", "Table", "--budget", "100c"], shop)

    assert len(printed.out) < 400
    assert "lines of shop/rates.py::Table not shown" in printed.out
    assert "skeleton show 'shop/rates.py::Table'" in printed.out


@pytest.mark.parametrize("format_", ["markdown", "text", "json", "xml"])
@pytest.mark.parametrize("part", ["body", "interface", "callers", "tests"])
def test_every_part_has_every_format(shop: Path, part: str, format_: str) -> None:
    printed = run(["show", "fee", "--part", part, "--format", format_], shop)

    assert printed.code == 0, printed.err
    assert printed.out.endswith("\n")
    assert "fee" in printed.out
    assert printed.out == run(["show", "fee", "--part", part, "--format", format_], shop).out


def test_commands_that_a_map_prints_can_be_run(tmp_path: Path) -> None:
    rows = "".join(f"    'key_{number}': {number},\n" for number in range(40))
    for name in ("m.py", "other one.py"):  # a name alone would mean two definitions
        (tmp_path / name).write_text(f"CODES = {{\n{rows}}}\n")

    printed = run(["map"], tmp_path)

    commands = [line.partition("skeleton ")[2] for line in printed.out.splitlines()]
    shown = [run(shlex.split(command), tmp_path) for command in commands if command]
    assert [one.code for one in shown] == [0, 0]
    assert all("'key_39'" in one.out for one in shown)


def test_the_command_behind_what_is_left_out_shows_it(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from b import used\n\nused()\n")
    (tmp_path / "b.py").write_text("def used(): ...\n\n\ndef spare(): ...\n")

    printed = run(["map", "--deps-of", "a.py", "--scope", "used"], tmp_path)

    (command,) = (one for one in printed.out.splitlines() if "skeleton map" in one)
    assert command.endswith("skeleton map b.py")
    assert "spare" in run(shlex.split(command.partition("skeleton ")[2]), tmp_path).out


def test_the_id_of_a_failed_test_is_its_trace(shop: Path) -> None:
    (shop / "tests/test_rates.py").write_text("def test_wrong():\n    assert 1 == 2\n")
    wanted = "tests/test_rates.py::test_wrong"
    chosen = ["--runner", "pytest", "--python", sys.executable]
    verified = run(["verify", *chosen, "tests"], shop)
    assert verified.code == 1, verified.out

    trace = run(["show", wanted], shop)
    body = run(["show", wanted, "--part", "body"], shop)

    assert trace.out.startswith(f"## {wanted} trace")
    assert "assert 1 == 2" in trace.out
    assert body.out.startswith(f"## {wanted} :1-2")


def test_a_repository_hides_what_git_ignores(shop: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=shop, check=True)
    (shop / ".gitignore").write_text("other.py\n")

    assert item(shop, "total")["id"] == "shop/uses.py::total"
