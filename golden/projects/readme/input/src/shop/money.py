"""Amounts in cents."""

from __future__ import annotations

MAX_CENTS = 99_999_999


class AmountError(ValueError):
    """An amount outside the accepted range."""


def _check(value: int, name: str) -> None:
    # floats were accepted until the ledger moved
    if not isinstance(value, int):
        raise TypeError(f"{name} must be an int")


def price(value: int) -> int:
    """Check a price and return it unchanged. Zero is a legal price: samples are free.

    Raises:
        AmountError: The price is negative or over MAX_CENTS.
    """
    _check(value, "price")
    if value < 0:
        raise AmountError("negative")
    if value > MAX_CENTS:
        raise AmountError("too large")
    return value


def split(total: int, parts: int) -> list[int]:
    """Split a total into shares that differ by one cent at most; the first shares are the larger.

    Args:
        total: What to split.
        parts: How many shares, at least one.
    """
    if parts < 1:
        raise AmountError("no parts")
    share, rest = divmod(total, parts)
    return [share + 1] * rest + [share] * (parts - rest)
