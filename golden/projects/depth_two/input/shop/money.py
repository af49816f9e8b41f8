from shop.rates import rate


def cents(value: int) -> int:
    return value * rate("EUR")


def of_the_first_hop() -> None: ...
