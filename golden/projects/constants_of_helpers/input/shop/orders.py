"""Orders."""

from dataclasses import dataclass

from shop._checks import check_name

__all__ = ["Order", "place"]

_MOST = 100
_UNUSED = 3


def _check_count(count: int) -> None:
    if not 1 <= count <= _MOST:
        raise ValueError("count")


@dataclass
class Order:
    """Some pieces of one thing."""

    name: str
    count: int = 1

    def __post_init__(self) -> None:
        check_name(self.name)
        _check_count(self.count)


def place(name: str, count: int) -> Order:
    """Place an order."""
    _check_count(count)
    return Order(name, count)
