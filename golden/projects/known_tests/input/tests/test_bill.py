import pytest

from shop import bill


def test_total_of_nothing():
    assert bill.total([]) == 0


@pytest.mark.parametrize(("lines", "expected"), [([1], 1), ([1, 2], 3)])
def test_total_adds(lines, expected):
    assert bill.total(lines) == expected


class TestFixture:
    def test_three(self, three_lines):
        assert bill.total(three_lines) == 6
