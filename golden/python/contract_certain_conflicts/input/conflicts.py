class PostError(Exception):
    """Posting failed."""


class PostClosed(PostError):
    """The book is closed."""


def never_raised(value: int) -> int:
    """Double a value.

    Raises:
        PostError: If the value is odd.
    """
    return value * 2


def raised_by_a_subclass(closed: bool) -> None:
    """Post.

    Raises:
        PostError: If it cannot be posted.
    """
    if closed:
        raise PostClosed


def raised_elsewhere(call) -> None:
    """Call.

    Raises:
        PostError: If the call fails.
    """
    call()


def no_such_parameter(amount: int) -> int:
    """Return the amount.

    Args:
        amount: Minor units.
        tier_name: Name of the tier.
    """
    return amount


def keyword_arguments(**options) -> None:
    """Take options.

    Args:
        colour: One of them.
    """


def other_default(size: int = 10, mode: str = "r", limit: int | None = None) -> int:
    """Read.

    Args:
        size (int): How much. Defaults to 20.
        mode: How; default "r".
        limit: Most lines. Defaults to 5.
    """
    return size


def bounds(items: list, index: int):
    """Take an item.

    Raises:
        IndexError: If there is no such item.
    """
    return items[index]
