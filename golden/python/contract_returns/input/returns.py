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


class Shelf:
    depth = 30

    def __init__(self, width):
        self.width = width
        self.books = []

    def is_full(self):
        return len(self.books) >= self.width and self.depth != 0

    def is_shallow(self):
        return self.depth == 30

    def is_empty(self):
        return len(self.books) == 0

    def put(self, count):
        taken = min(count, self.width - len(self.books))
        self.books += [None] * taken
        return taken

    def split(self, size):
        if size >= self.width:
            return [self]
        if not self.books:
            return list(self.books)
        return [Shelf(size), Shelf(self.width - size)]

    def squeezed(self, share):
        if share == 1:
            return Shelf(None)
        return Shelf(width=round(self.width * share))
