from collections.abc import Callable, Mapping
from typing import Annotated, NewType, TypeAlias, TypeVar, Union

UserId = NewType("UserId", int)
Json: TypeAlias = "Union[dict[str, Json], list[Json], str, int, None]"
Handler = Callable[[str, int], None]
Row = Mapping[str, "int | None"]
Percent = Annotated[int, "0 to 100"]
T = TypeVar("T", bound="Comparable")
StrOrInt = str | int
Alias = Handler
_Private = dict[str, int]


def parse(rows: _Private, handler: Handler) -> Json:
    return None
