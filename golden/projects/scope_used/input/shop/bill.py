from shop.money import cents


def total(lines):
    return cents(sum(lines))
