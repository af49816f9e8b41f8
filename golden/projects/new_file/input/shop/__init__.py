from shop.money import cents as cents

VERSION = "1"
