def pay(amount: int, kind: str, *, limit: int | None = None) -> int:
    if not isinstance(amount, int):
        raise TypeError("amount")
    if amount < 0:
        raise ValueError(f"negative: {amount}")
    elif amount == 0 and kind != "free":
        raise ValueError("zero")
    if limit is not None:
        if amount > limit:
            raise OverflowError(
                "too much",
            )
    if kind == "free":
        return 0
    else:
        if amount > 9_000:
            raise LookupError
    return amount


def either(flag):
    if flag:
        return 1
    raise RuntimeError("never without flag")


def chain(kind):
    if kind == "a":
        return 1
    elif kind == "b":
        return 2
    else:
        raise KeyError(kind)


def unless(value):
    if not value < 3 or value == 7:
        raise ValueError


def always():
    raise NotImplementedError("later")
