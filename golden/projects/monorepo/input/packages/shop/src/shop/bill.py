from money import Amount
from money.rates import rate
from shop.lines import Line


def total(line: Line) -> Amount:
    return Amount(rate("EUR"))
