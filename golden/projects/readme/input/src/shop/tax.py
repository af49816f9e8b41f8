"""Tax of an order."""

from __future__ import annotations

from dataclasses import dataclass

from shop.money import price

FREE_FROM_CENTS = 15_000


@dataclass(frozen=True)
class Rate:
    """A tax rate in basis points."""

    code: str
    bps: int = 1_900

    def __post_init__(self) -> None:
        if not 0 <= self.bps <= 10_000:
            raise ValueError("bps")


def tax(cents: int, rate: Rate, *, exempt: bool = False) -> int:
    """Return the tax of a price, the fraction of a cent dropped.

    Orders from FREE_FROM_CENTS on, the threshold included, are free of tax.
    """
    price(cents)
    if exempt or cents >= FREE_FROM_CENTS:
        return 0
    return cents * rate.bps // 10_000


def print_rates(rates: list[Rate]) -> None:
    """Print a table of rates."""
    for rate in rates:
        print(rate.code, rate.bps)
