from abc import ABCMeta, abstractmethod
from collections.abc import Mapping


class Meta(ABCMeta):
    def __call__(cls, *args, **kwargs):
        return super().__call__(*args, **kwargs)


class Record(
    Mapping[str, int],  # read only
    metaclass=Meta,
    frozen=True,
):
    """A row that cannot change."""

    __slots__ = ("_row", "name")
    __match_args__ = ("name",)

    def __init_subclass__(cls, *, frozen: bool = False) -> None:
        cls.frozen = frozen

    def __init__(self, row: dict[str, int], name: str = "") -> None:
        self._row = row
        self.name = name

    def __getitem__(self, key: str) -> int:
        return self._row[key]

    def __iter__(self):
        return iter(self._row)

    def __len__(self) -> int:
        return len(self._row)

    def __repr__(self) -> str:
        return f"Record({self._row})"

    @abstractmethod
    def total(self) -> int:
        """Sum of all values."""
        raise NotImplementedError


class Dynamic(namedtuple("Dynamic", "a b"), *MIXINS, **OPTIONS): pass


class Empty: ...
