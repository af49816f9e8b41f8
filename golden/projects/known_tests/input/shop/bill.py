from shop.money import cents, halves


def total(lines: list[int]) -> int:
    return cents(sum(lines))
