import shop.money

TOTAL = shop.money.cents(3)
