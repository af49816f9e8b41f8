def pay(amount):
    if amount < 0:
        raise ValueError("amount must not be negative")
    if amount > 10:
        raise OverflowError(f"{amount} is more than {10}", amount)
    assert amount != 5, "five is taken"
