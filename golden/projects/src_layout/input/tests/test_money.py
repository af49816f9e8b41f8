from shop.money import cents


def test_cents_are_kept():
    assert cents(3) == 3
