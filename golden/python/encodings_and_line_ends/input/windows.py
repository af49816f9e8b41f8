"""Written on Windows.

Two lines.
"""


def second(
    a: int,
    b: int = 2,
) -> int:
    """Adds.

    Twice.
    """
    return a + b
