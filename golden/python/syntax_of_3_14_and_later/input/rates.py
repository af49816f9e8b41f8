def rate(value: object) -> float:
    return hidden


def half(n: int, /) -> float:
    """Half of it."""
    return hidden


def unused() -> None: ...
