"""The heart of the machine."""

LIMIT = 10


def push(item: int, *, front: bool = False) -> None:
    """Put an item on the stack.

    It is kept until somebody takes it. Items are never copied, never compared and never written to disk.

    Raises:
        OverflowError: If the stack is full.
    """
    if size() >= LIMIT:
        raise OverflowError("full")


def pop() -> int:
    """Take the last item off the stack.

    Raises:
        IndexError: If there is none.
    """
    if not size():
        raise IndexError("empty")
    return 0


def size() -> int:
    """Count the items."""
    return 0


def peek(depth: int = 0) -> int:
    """Look at an item without taking it; zero is the last one that was put on the stack."""
    return depth


def clear() -> None:
    """Forget everything, at once and without a question."""


def swap(a: int, b: int) -> None:
    """Exchange two items by their depth; both have to be there, or nothing is changed at all."""
