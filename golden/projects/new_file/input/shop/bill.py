from shop.money import cents


def total(lines: list[int]) -> int:
    return cents(sum(lines))
