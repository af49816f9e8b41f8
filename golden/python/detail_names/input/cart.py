"""A cart.

More about carts.
"""

from dataclasses import dataclass

MAX_LINES = 50


@dataclass
class Line:
    """One line of a cart.

    Attributes:
        sku: What is bought.
        count: How many; never zero.
    """

    sku: str
    count: int = 1

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("count")


def add(cart: list[Line], line: Line, *, merge: bool = True) -> int:
    """Add a line to a cart.

    Lines of the same sku are merged, and the first one keeps its place.

    Args:
        cart: Where the line goes; it is changed in place.
        line: What is added.
        merge: Whether equal skus become one line.

    Returns:
        The number of lines, merged ones counted once.

    Raises:
        OverflowError: If the cart has MAX_LINES lines.
        TypeError: If `cart` is a tuple.

    Example:
        >>> add([], Line("tea"))
        1
    """
    if len(cart) >= MAX_LINES:
        raise OverflowError(f"more than {MAX_LINES}")
    cart.append(line)
    return len(cart)
