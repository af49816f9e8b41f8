"""Cards of a library."""

from typing import Annotated

from attrs import define, field, validators
from attrs.converters import optional, pipe
from pydantic import AfterValidator, BaseModel, WrapValidator, field_validator, validator

LONGEST = 40


def not_blank(instance, attribute, value):
    if not value.strip():
        raise ValueError(attribute.name)


def most(limit, *, least=0):
    def check(instance, attribute, value):
        if value > limit or value < least:
            raise OverflowError(value)

    return check


def whole(value):
    if value != int(value):
        raise TypeError("no whole number")
    return int(value)


def even(value: int) -> int:
    if value % 2:
        raise ValueError("odd")
    return value


def known(value, handler):
    if value == "?":
        raise ValueError("unknown")
    return handler(value)


Even = Annotated[int, AfterValidator(even)]


@define(kw_only=True)
class Card:
    """A card."""

    holder: str = field(validator=[not_blank, validators.max_len(LONGEST)])
    note: str | None = field(default=None, validator=validators.optional(not_blank))
    names: list[str] = field(validator=validators.deep_iterable(member_validator=not_blank))
    level: int = field(validator=validators.and_(validators.ge(1), most(3)))
    days: int = field(converter=pipe(whole, abs))
    fines: int | None = field(converter=optional(whole))
    kind: str = field(validator=validators.or_(not_blank, validators.in_(["", " "])))


class Member(BaseModel):
    """A member."""

    age: Even
    branch: Annotated[str, WrapValidator(known)]
    years: list[int]

    @field_validator("branch", mode="before")
    @classmethod
    def _branch(cls, value):
        assert isinstance(value, str), "a text"
        return value

    @validator("years", each_item=True)
    def _years(cls, v):
        assert v > 1900
        return v


class Between:
    """A number within two bounds, both included."""

    def __init__(self, low: int, high: int = LONGEST) -> None:
        if low > high:
            raise ValueError("no range")
        self.low, self.high = low, high

    def __set_name__(self, owner: type, name: str) -> None:
        if name.startswith("_"):
            raise TypeError("private names have no bounds")
        self.slot = f"_{name}"

    def __set__(self, instance, value: int) -> None:
        if not self.low <= value <= self.high:
            raise ValueError(value)
        setattr(instance, self.slot, value)


class Account:
    """What a member owes."""

    limit = Between(0)
    rate = Between(low=1, high=9)

    def __init__(self, limit: int = 10) -> None:
        self.limit = limit

    def raise_rate(self, by: int) -> None:
        """Raise the rate."""
        self.rate = by
