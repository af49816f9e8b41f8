"""Which results of a function are rules, and which are its body: one rule for all languages."""

from __future__ import annotations

import pytest

from skeleton.contracts.results import is_bound, is_plain, is_telling


@pytest.mark.parametrize(
    "expression",
    [
        "min(raw, LIMIT)",
        "Cents(max(fee, MIN_FEE))",
        "Math.min(limit, asked)",
        "new Money(Math.max(0L, cents))",
        "cmp::min(a, b)",
        "Ok(left.min(CAP))",
        "sorted(rows, key=lambda row: row.id)",
        "[...names].sort()",
        "Decimal(x).quantize(CENT, rounding=ROUND_HALF_UP)",
        "amount.setScale(2, RoundingMode.HALF_EVEN)",
        "cents * rate.bps // 10_000",
        "-(-total // size)",
        "(total // size)",
        "value // 2, value - value // 2",
        "$this->clamp($x, 0, 9)",
        "gross if kind is Kind.SALE else -gross",
        "round(x)",
        "Climate(zone, temperature=round(aim, 1), ppm=max(a, b))",
        "ceil(pages / 2) if duplex else pages",
    ],
)
def test_caps_orders_roundings_and_choices_are_rules(expression: str) -> None:
    assert is_telling(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "a == b",
        "age <= LIMIT and not closed",
        "ready ? start() : wait()",
        "min(a, b) + 1",
        "Math.round(x * 100) / 100",
        "1 + total // size",
        "load(sorted(names), True)",
        "wrap(again(max(a, b)))",
        "compute(x)",
        "f'{min(a, b)}'",
        '"a // b"',
        "<<<'SQL' SELECT 1 FROM t WHERE a < b; } SQL",
        "sorted(x for x in xs if x)",
        "[min(x, 1) for x in xs]",
        "a - min(b, c)",
        "compute(a) if b else compute(c)",
        "lambda x: min(x, 1)",
        "x",
        "",
    ],
)
def test_everything_else_that_is_calculated_is_the_body(expression: str) -> None:
    assert not is_telling(expression)


@pytest.mark.parametrize(
    "result",
    ["age > late", "age <= LIMIT and not closed", 'self.state == "ready"', "code in _ISLANDS"],
)
def test_a_comparison_by_size_or_with_something_fixed_draws_a_bound(result: str) -> None:
    assert is_bound(result)


@pytest.mark.parametrize(
    "result",
    [
        "a == b",
        "a is None",
        "len(rows) > 0",
        "new Map<string, number>(rows)",
        "any(row.left > late for row in rows)",
        "<<<'SQL' SELECT 1 FROM t WHERE a < b; } SQL",
        "compute(x)",
    ],
)
def test_any_other_result_draws_no_bound(result: str) -> None:
    assert not is_bound(result)


def test_a_rounding_that_the_documentation_speaks_of_is_not_repeated() -> None:
    assert not is_telling("Math.round(amount * 1)", "Rounds half up.")
    assert is_telling("round(amount, 2)", "Rounds half up.")
    assert is_telling("Math.round(amount * 1)", "Gives the amount.")


@pytest.mark.parametrize(
    "value",
    [
        "0",
        "-1",
        "'a'",
        "None",
        "limit",
        "-gross",
        "Kind.SALE",
        "Cents(0)",
        "set()",
        "[]",
        "list(rows)",
        "[row]",
        "Reading(None, now)",
    ],
)
def test_plain_values_are_said_in_one_word(value: str) -> None:
    assert is_plain(value)


@pytest.mark.parametrize("value", ["a + b", "make(x)", "f'{x}'", "rows[0]", "make(made(0))"])
def test_calculated_values_are_not_plain(value: str) -> None:
    assert not is_plain(value)
