def cents(value: int) -> int:
    return value


def parse(text: str) -> int:
    return cents(int(text))
