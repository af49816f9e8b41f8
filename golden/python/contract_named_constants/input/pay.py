from limits import _WINDOW_DAYS

_STEP: int = 50
_NEVER_NAMED = 7


def check(days: int, amount: int) -> None:
    """Check a payment."""
    rate = amount // _STEP
    if days > _WINDOW_DAYS:
        raise ValueError("days")
    if rate > 3:
        raise OverflowError("rate")
