from abc import ABC, abstractmethod

CACHE: dict[str, int] = {}
total = 0


def add(rows: list, row: dict, seen: set) -> None:
    rows.append(row)
    row["done"] = True
    seen |= {1}
    rows = []
    rows.append(1)


def remember(key: str) -> None:
    global total
    total += 1
    CACHE[key] = total


def lazily(n: int):
    if n < 0:
        raise ValueError("raised by the first next(), not by the call")
    yield n


class Port(ABC):
    @abstractmethod
    def send(self) -> None:
        raise NotImplementedError

    def rename(self, other: "Port") -> None:
        other.name = "x"
        self.name = "y"
