"""Loans of a library."""

import functools

MOST = 5


class Closed(RuntimeError):
    """The desk is closed."""


class Unknown(LookupError):
    """Nobody knows it."""


def while_open(method):
    """Refuse a closed desk."""

    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        if self.closed:
            raise Closed(method.__name__)
        return method(self, *args, **kwargs)

    return wrapper


def at_most(limit, *, least=1):
    """Limit the first argument."""

    def decorate(function):
        def wrapper(number, *args):
            if not least <= number <= limit:
                raise ValueError(number)
            return function(number, *args)

        return wrapper

    return decorate


def translated(kind):
    """Turn a KeyError into another exception."""

    def decorate(function):
        def wrapper(*args):
            try:
                return function(*args)
            except KeyError as error:
                raise kind(str(error)) from error

        return wrapper

    return decorate


class counted:
    """Count calls, so many at most."""

    def __init__(self, calls):
        if calls < 1:
            raise ValueError("calls")
        self.calls = calls

    def __call__(self, function):
        def wrapper(*args):
            if len(args) > self.calls:
                raise OverflowError
            return function(*args)

        return wrapper


class Desk:
    """Lends books."""

    closed = False

    @while_open
    def lend(self, title: str) -> str:
        """Lend a book.

        Raises:
            Closed: If the desk is closed.
            ValueError: If the title is empty.
        """
        if not title:
            raise ValueError("no title")
        return title


@at_most(MOST)
def reserve(count: int, name: str) -> str:
    """Reserve some books under a name."""
    return name * count


@translated(Unknown)
def find(table: dict, key: str) -> str:
    """Find a book."""
    if key not in table:
        raise KeyError(key)
    if not table[key]:
        raise ValueError(key)
    return table[key]


@counted(3)
def stamp(*pages: int) -> None:
    """Stamp pages."""


def positive(*names):
    """Keyword arguments that must be above zero."""

    def decorate(function):
        if not callable(function):
            raise TypeError(function)

        def wrapper(*args, **kwargs):
            for name in names:
                if kwargs.get(name, 1) <= 0:
                    raise ValueError(name)
            return function(*args, **kwargs)

        return wrapper

    return decorate


def within(low, high):
    """Bounds of what is given back."""

    def decorate(function):
        def wrapper(*args, **kwargs):
            result = function(*args, **kwargs)
            if not low <= result <= high:
                raise ArithmeticError(result)
            return result

        return wrapper

    return decorate


@positive("days", "count")
@within(0, MOST)
def lend(title, *, days, count=1) -> int:
    """Lend for some days."""
    return days * count
