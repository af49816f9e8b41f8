from typing import NotRequired, Required, TypedDict


class Row(TypedDict, total=False):
    id: Required[str]
    amount: int  # minor units
    note: NotRequired[str | None]


class WideRow(Row):
    """A row with its origin."""

    origin: str


Options = TypedDict("Options", {"in": str, "out-file": str}, total=True)
