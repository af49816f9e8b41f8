"""Invoices: the module to write."""

from __future__ import annotations

from shop import money
from shop.tax import Rate, tax


def total(cents: list[int], rate: Rate) -> int:
    """Return the sum of the prices with their tax."""
    return sum(money.price(one) + tax(one, rate) for one in cents)
