"""Uses things."""

from base import first


def own(a: int) -> int:
    """An own function."""
    return first(a)


class Own:
    def method(self): ...
