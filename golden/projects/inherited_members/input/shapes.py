from base import Shape
from mixins import Movable


class Square(Shape, Movable):
    """Four equal sides."""

    def __init__(self, side: float) -> None:
        self.side = side

    def area(self) -> float: ...

    def own_but_unused(self): ...
