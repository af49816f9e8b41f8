"""The estimate of tokens."""

from __future__ import annotations

import pytest

from skeleton.tokens import SAMPLED_FROM, estimate, of_length, weigh

CODE = (
    'def unit_cents(value: int, *, field: str = "unit") -> Cents: ...\n    # ! raises E if x < 0\n'
)


def test_a_token_of_code_is_three_to_four_characters() -> None:
    assert 3 < len(CODE) / estimate(CODE) < 4.5


def test_parts_that_start_at_a_line_break_add_up() -> None:
    first, second = "a = 1", "\n    b = other_name(2)"

    assert weigh(first) + weigh(second) == pytest.approx(weigh(first + second))


def test_other_scripts_cost_more_than_letters() -> None:
    assert estimate("日本語の説明") > estimate("explain")


def test_nothing_costs_nothing() -> None:
    assert estimate("") == of_length(0) == 0


def test_a_long_text_is_counted_in_parts() -> None:
    text = CODE * (SAMPLED_FROM // len(CODE) + 2)

    assert abs(estimate(text) / weigh(text) - 1) < 0.02
