MAX_CENTS = 99_999


def _require_int(value, name):
    """HIDDEN: never shown."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be int")


def _require_range(value, low, high=MAX_CENTS):
    _require_int(value, "value")
    if not low <= value <= high:
        raise ValueError(value)


def price(amount, count=1):
    _require_range(amount, 0)
    _require_range(count, 1, 99)
    return amount * count


def guarded(amount):
    if amount is not None:
        _require_int(amount, "amount")


class Till:
    def __init__(self, limit):
        self._limit = limit
        self._closed = False

    def _check_open(self):
        if self._closed:
            raise RuntimeError("closed")

    def put(self, amount):
        self._check_open()
        if amount > self._limit:
            raise OverflowError(amount)


def _first(n):
    return _second(n)


def _second(n):
    if n < 0:
        raise ValueError(n)
    return _first(n - 1)


def cyclic(n):
    return _first(n)
