class AmountError(ValueError):
    """An amount that is not allowed."""


def cents(value: int) -> int:
    """Check an amount."""
    if value < 0:
        raise AmountError(value)
    return value


def halves(value: int) -> tuple[int, int]:
    return value // 2, value - value // 2
