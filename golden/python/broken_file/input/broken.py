"""Reads orders."""

LIMIT = 3


def before(a: int) -> int:
    """Comes before the fault."""
    return a


def broken(a, b:
    return a +


class After:
    """Comes after the fault."""

    def method(self, x: int = 1) -> str:
        return str(x)


def after(c: str) -> None: ...
