from base import Base
from errors import Broken
from rows import Row
from rows import Unneeded


class Service(Base):
    """A service."""

    option: "Option"

    @classmethod
    def connect(cls, where: str) -> "Service": ...

    def rows(self) -> list[Row]:
        if self.closed:
            raise Broken(self)
        return []

    def not_called(self, x: Unneeded) -> None: ...


class Option:
    name: str = ""


class Stranger: ...
