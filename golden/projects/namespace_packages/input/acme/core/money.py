def cents(value: int) -> int:
    return value
