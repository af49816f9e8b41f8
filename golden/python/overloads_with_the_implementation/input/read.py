from typing import Literal, overload


@overload
def load(path: str, *, binary: Literal[False] = ...) -> str: ...
@overload
def load(path: str, *, binary: Literal[True]) -> bytes: ...
def load(path, *, binary=False):
    """Read a whole file.

    Raises:
        ValueError: If the path is empty.
    """
    if not path:
        raise ValueError("empty")
    return path


class Store:
    @overload
    def get(self, key: int) -> int: ...

    @overload
    def get(self, key: str) -> str: ...

    def get(self, key):
        return key
