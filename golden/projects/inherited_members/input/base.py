class Root:
    def describe(self) -> str:
        """One line about the shape."""


class Shape(Root):
    name: str = "shape"

    def area(self) -> float:
        """In square metres."""
        raise NotImplementedError

    def scale(self, by: float) -> None: ...
