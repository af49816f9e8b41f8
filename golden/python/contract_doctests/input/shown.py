def cents(text: str) -> int:
    """Read an amount.

    >>> cents("1.50")
    150
    >>> cents("1")
    100
    >>> cents("x")
    Traceback (most recent call last):
        ...
    ValueError: x

    Blanks are ignored.
    """
    return int(float(text) * 100)
