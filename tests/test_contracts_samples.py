"""Clauses and conflicts of real packages that were read by hand keep to the bars."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

READ = Path(__file__).parent / "data" / "contracts"


def sample(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (READ / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("name", "count"),
    [("clauses.jsonl", 100), ("clauses_unseen.jsonl", 60), ("clauses_languages.jsonl", 40)],
)
def test_at_most_one_clause_of_a_sample_is_wrong(name: str, count: int) -> None:
    read = sample(name)

    assert len(read) == count
    assert sum(one["verdict"] != "right" for one in read) <= 1


@pytest.mark.parametrize("name", ["conflicts.jsonl", "conflicts_unseen.jsonl"])
def test_no_conflict_is_false(name: str) -> None:
    read = sample(name)

    assert [one for one in read if one["verdict"] != "right"] == []
    assert all(one["remark"] for one in read)
