def cents(value: int) -> int:
    return value


def unused_here(value: int) -> int: ...
