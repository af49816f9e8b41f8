def half(n: int) -> int:
    assert n >= 0, "negative"
    assert n % 2 == 0
    if n > 10:
        assert isinstance(n, int), f"odd thing {n}"
    result = n // 2
    assert result * 2 == n  # about the result
    return result
