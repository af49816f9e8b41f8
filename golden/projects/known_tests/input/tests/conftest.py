import pytest

from shop.bill import total


@pytest.fixture
def three_lines() -> list[int]:
    """Lines that sum to six."""
    return [1, 2, 3]
