from shop.money import cents

cents(1)
