"""Amounts in cents."""

from __future__ import annotations

MAX_CENTS = 99_999_999


class AmountError(ValueError):
    """An amount outside the accepted range."""


def _check(value: int, name: str) -> None:
    # floats were accepted until the ledger moved
    if not isinstance(value, int):
        raise TypeError(f"{name} must be an int")


def _digits(text: str) -> str:
    # the old importer sent blanks, dots and a currency sign in any order
    kept = []
    for character in text:
        if character.isdigit() or character == "-":
            kept.append(character)
        elif character not in " .,€$£":
            raise AmountError(f"{character!r} in an amount")
    return "".join(kept)


def _pad(text: str, digits: int) -> str:
    sign = "-" if text.startswith("-") else ""
    return sign + text.lstrip("-").rjust(digits + 1, "0")


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


def read_cents(text: str, *, digits: int = 2) -> int:
    """Read an amount as people write it.

    Blanks, thousands separators and one currency sign are ignored.

    Args:
        text: The amount; a trailing minus is not understood.
        digits: Decimals of the currency, 0 for a currency without any.

    Raises:
        AmountError: There is no digit, or a character that no amount holds.
    """
    cleaned = _digits(text)
    if not cleaned.strip("-"):
        raise AmountError("no digits")
    # zero used to be refused here
    whole, _, fraction = text.replace(",", ".").rpartition(".")
    if not whole:
        return int(cleaned) * 10**digits
    missing = digits - sum(character.isdigit() for character in fraction)
    if missing < 0:
        raise AmountError("too many decimals")
    return int(cleaned) * 10**missing


def show_cents(cents: int, *, digits: int = 2, sign: str = "") -> str:
    """Write an amount with a point before the decimals; a minus sign stands before the currency sign."""
    text = _pad(str(cents), digits)
    if not digits:
        return text.replace("-", "-" + sign) if sign else text
    head, tail = text[:-digits], text[-digits:]
    minus = "-" if head.startswith("-") else ""
    return f"{minus}{sign}{head.lstrip('-')}.{tail}"
