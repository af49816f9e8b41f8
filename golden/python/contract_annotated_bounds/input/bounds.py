from enum import Enum
from typing import Annotated, Final, Literal

from annotated_types import Ge, Le, MinLen

Percent = Annotated[int, Ge(0), Le(100)]
Side: Final = "buy"


def scale(value: Percent, by: Annotated[float, Ge(0.5)] = 1.0) -> float:
    return value * by


def trade(side: Literal["buy", "sell"], names: Annotated[list[str], MinLen(1)]) -> None: ...
