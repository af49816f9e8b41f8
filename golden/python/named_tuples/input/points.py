from collections import namedtuple
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the plane."""

    x: int
    y: int = 0
    label: str = "origin"  # shown on the map

    def far(self) -> bool:
        return self.x > 100


Pair = namedtuple("Pair", ["left", "right"], defaults=(None,))
Triple = NamedTuple("Triple", [("a", int), ("b", str)])
