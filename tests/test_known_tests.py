"""Tables of arguments in known tests are folded into one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.running import read_map

if TYPE_CHECKING:
    from pathlib import Path

FEES = "def fee(cents, rate):\n    return cents * rate // 100\n"
BILL = "from fees import fee\ndef bill(x): return fee(x, 2)\n"
TEST = """\
import pytest
from fees import fee

@pytest.mark.parametrize({table})
def test_fee(cents, expected):
    assert fee(cents, 1) == expected
"""


def shows(folder: Path, table: str) -> tuple[str, ...]:
    (folder / "pyproject.toml").touch()
    (folder / "fees.py").write_text(FEES)
    (folder / "bill.py").write_text(BILL)
    (folder / "test_fees.py").write_text(TEST.format(table=table))
    found = read_map([".", "--deps-of", "bill.py"], folder).tests
    return tuple(text for one in found for text in one.shows)


@pytest.mark.parametrize("names", ['"cents, expected"', '("cents", "expected")'])
def test_a_table_of_arguments_stands_on_one_line(tmp_path: Path, names: str) -> None:
    assert shows(tmp_path, f"{names}, [\n    (100, 1),\n    (99, 0),\n]") == (
        "assert fee(cents, 1) == expected for cents, expected in [(100, 1), (99, 0)]",
    )


def test_of_a_long_table_the_first_rows_are_shown_and_the_rest_is_counted(tmp_path: Path) -> None:
    rows = ", ".join(f"({number}00, {number})" for number in range(10, 40))
    (found,) = shows(tmp_path, f'"cents, expected", [{rows}]')

    assert found.endswith("(1700, 17), .. 22 more]")


def test_a_table_that_is_made_elsewhere_is_not_shown(tmp_path: Path) -> None:
    assert shows(tmp_path, '"cents, expected", ROWS') == ()
