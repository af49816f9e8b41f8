type Pair[T] = tuple[T, T]
type Tree = dict[str, "Tree"] | int


def first[T: (int, str), *Ts, **P](items: list[T]) -> T:
    return items[0]


class Box[T: Hashable = int](Base[T]):
    def get[D = None](self, default: D) -> T | D:
        return default


class Plain[T]: ...
