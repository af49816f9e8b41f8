from functools import singledispatch, singledispatchmethod

__all__ = ["area", "Scale", "Shape"]


@singledispatch
def area(shape):
    """Area of a shape.

    Raises:
        TypeError: for anything else.
    """
    raise TypeError(shape)


@area.register(int)
def _(shape: int) -> int:
    if shape < 0:
        raise ValueError(shape)
    return shape


@area.register
def _square(shape: str) -> int:
    """HIDDEN: a note for maintainers."""
    if not shape.isdigit():
        raise LookupError(shape)
    return int(shape)


def _helper(shape):
    return shape


class Scale:
    @singledispatchmethod
    def weigh(self, thing):
        raise TypeError(thing)

    @weigh.register
    def _(self, thing: int):
        if thing > 9:
            raise OverflowError(thing)
        return thing


class Shape:
    def draw(self):
        """Draw it."""
        raise NotImplementedError

    @property
    def corners(self):
        raise NotImplementedError("corners")

    def move(self, by):
        if by:
            raise NotImplementedError
