import pytest

from shop.money import AmountError, cents, halves


def test_negative_amounts_are_refused():
    with pytest.raises(AmountError):
        cents(-1)


def test_zero_is_free():
    assert cents(0) == 0


def test_halves_sum_up():
    left, right = halves(5)
    assert (left, right) == (2, 3)
