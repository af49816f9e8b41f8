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


def _columns(rates: list[Rate]) -> list[int]:
    # TODO: the header is wider than any code since the currency column went
    widths = [4, 6]
    for rate in rates:
        widths[0] = max(widths[0], len(rate.code))
        widths[1] = max(widths[1], len(f"{rate.bps / 100:.2f}"))
    return widths


def print_rates(rates: list[Rate]) -> None:
    """Print a table of rates."""
    widths = _columns(rates)
    print("code".ljust(widths[0]), "rate".rjust(widths[1]))
    print("-" * widths[0], "-" * widths[1])
    for rate in sorted(rates, key=lambda one: (one.bps, one.code)):
        code = rate.code.ljust(widths[0])
        percent = f"{rate.bps / 100:.2f}".rjust(widths[1])
        print(code, percent)
    print()
    print(f"{len(rates)} rates; orders from {FREE_FROM_CENTS} cents on are free")
