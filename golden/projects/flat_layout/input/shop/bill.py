"""Bills."""

from shop.money import Cents, cents


def total(lines: list[int]) -> Cents:
    return cents(sum(lines))
