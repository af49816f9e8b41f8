"""Amounts in minor units."""

from typing import NewType

Cents = NewType("Cents", int)
MAX_CENTS = 99_999


def cents(value: int, *, field: str = "cents") -> Cents:
    """Check an amount."""
    if value > MAX_CENTS:
        raise ValueError(field)
    return Cents(value)


def parse(text: str) -> Cents:
    """Read an amount such as "1.50"."""
    return cents(int(float(text) * 100))


def _private(): ...
