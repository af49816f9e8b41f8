"""Clauses and conflicts of real packages that were read by hand keep to the bars."""

from __future__ import annotations

import json
from pathlib import Path

READ = Path(__file__).parent / "data" / "contracts"


def sample(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (READ / name).read_text("utf-8").splitlines()]


def test_at_most_one_clause_of_a_hundred_is_wrong() -> None:
    read = sample("clauses.jsonl")

    assert len(read) == 100
    assert sum(one["verdict"] != "right" for one in read) <= 1


def test_no_conflict_is_false() -> None:
    read = sample("conflicts.jsonl")

    assert [one for one in read if one["verdict"] != "right"] == []
    assert all(one["remark"] for one in read)
