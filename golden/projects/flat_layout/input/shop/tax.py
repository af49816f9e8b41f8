"""Taxes; nobody that bill.py imports needs them."""


def vat(amount: int) -> int: ...
