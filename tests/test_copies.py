from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from skeleton import MapOptions, build_map, copies, mapping, pipeline, render_map
from skeleton.copies import in_shares

if TYPE_CHECKING:
    from pathlib import Path

forks = pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux alone")


def shares(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "processors", lambda: count)


def squares(number: int, count: int) -> bytes:
    return bytes(n * n for n in range(10)[number::count])


@pytest.mark.parametrize("count", [1, 3])
def test_shares_come_in_the_order_of_their_numbers(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares(count, monkeypatch)

    assert in_shares(squares, bytes, bytes) == [squares(n, count) for n in range(count)]


@forks
def test_the_share_of_a_copy_that_ends_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    shares(3, monkeypatch)
    here = os.getpid()

    def work(number: int, count: int) -> bytes:
        if number == 1 and os.getpid() != here:
            os._exit(1)
        return squares(number, count)

    assert in_shares(work, bytes, bytes) == [squares(n, 3) for n in range(3)]


@forks
def test_an_error_in_a_copy_is_met_here(monkeypatch: pytest.MonkeyPatch) -> None:
    shares(2, monkeypatch)

    def work(number: int, count: int) -> bytes:
        if number:
            raise ValueError(number)
        return b""

    with pytest.raises(ValueError, match="1"):
        in_shares(work, bytes, bytes)


@forks
@pytest.mark.parametrize("count", [1, 2, 5])
def test_contracts_are_the_same_for_any_number_of_processes(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abcdef":
        text = f"def {name}(x):\n    if not x:\n        raise ValueError\n    return _h(x)\n"
        helper = f"from p import {name}\ndef _h(x):\n    if x < 0:\n        raise KeyError(x)\n"
        (tmp_path / f"{name}.py").write_text(helper + text)
    options = MapOptions()
    alone = render_map(tmp_path, build_map(tmp_path, options), options)
    monkeypatch.setattr(mapping, "LINKED_TOGETHER", 0)
    shares(count, monkeypatch)

    assert alone.count("raises KeyError if x < 0") == 6
    assert render_map(tmp_path, build_map(tmp_path, options), options) == alone


@forks
def test_an_answer_rests_on_what_a_copy_read_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapping, "LINKED_TOGETHER", 0)
    monkeypatch.setenv("SKELETON_CACHE_DIR", str(tmp_path / "cache"))
    shares(2, monkeypatch)
    (tmp_path / "helper").mkdir()
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown/a.py").write_text("X = 1\n")
    (tmp_path / "shown/b.py").write_text("from helper.h import _h\ndef f(x):\n    return _h(x)\n")
    helper = tmp_path / "helper/h.py"

    def printed(error: str) -> str:
        helper.write_text(f"def _h(x):\n    if x < 0:\n        raise {error}\n")
        return pipeline.print_map(tmp_path, MapOptions(paths=("shown",))).text

    assert "raises KeyError if x < 0" in printed("KeyError")
    assert "raises ValueError if x < 0" in printed("ValueError")
