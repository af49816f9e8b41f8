from shop.far import away


def rate(currency: str) -> int:
    return away()


def of_the_second_hop() -> None: ...
