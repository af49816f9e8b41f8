import pytest

from shop.money import AmountError, split
from shop.tax import Rate, tax


def test_the_threshold_is_free():
    assert tax(15_000, Rate("DE")) == 0
    assert tax(14_999, Rate("DE")) == 2849


def test_no_parts():
    with pytest.raises(AmountError):
        split(100, 0)


def test_first_shares_are_larger():
    assert split(100, 3) == [34, 33, 33]
