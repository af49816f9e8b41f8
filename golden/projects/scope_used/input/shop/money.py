"""Amounts."""

from shop.errors import AmountError


class Cents(int):
    """An amount in minor units."""

    def halves(self) -> tuple["Cents", "Cents"]: ...


def cents(value: int) -> Cents:
    """Check an amount."""
    if value < 0:
        raise AmountError(value)
    return Cents(value)


def not_used() -> None: ...
