LIMIT = 120
STEP = 5


def discount(total: int, tier: str) -> int:
    if total < 1_000:
        return 0
    if tier == "none":
        return None
    raw = total // STEP
    return min(raw, LIMIT)


def ordered(names):
    return sorted(set(names), key=str.lower)


def rounded(x):
    return round(x, 2)


def row(order) -> dict[str, int]:
    return {"id": order.id, "amount": order.amount, "currency": "EUR"}


def seen(items, item):
    for known in items:
        if known == item:
            return True
    return False


def find(items, key):
    if not items:
        return []
    for item in items:
        if item.key == key:
            return item
    return None


def plain(x):
    y = compute(x)
    return y
