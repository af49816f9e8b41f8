from dataclasses import dataclass

from attrs import define, field, validators
from pydantic import BaseModel, Field, field_validator

MAX_DAYS = 180


@dataclass(frozen=True)
class Window:
    days: int = 90
    grace: int = 0

    def __post_init__(self):
        if not 1 <= self.days <= MAX_DAYS:
            raise ValueError("days")
        if self.grace >= self.days:
            raise ValueError("grace")


class Ledger:
    def __init__(self, limit: int) -> None:
        if limit < 1:
            raise ValueError("limit")
        self.limit = limit


@define
class Line:
    count: int = field(validator=validators.ge(1))
    sku: str = field()

    @sku.validator
    def _check(self, attribute, value):
        if not value.islower():
            raise ValueError(attribute.name)


class Card(BaseModel):
    month: int = Field(ge=1, le=12)
    number: str

    @field_validator("number")
    @classmethod
    def _digits(cls, v):
        if not v.isdigit():
            raise ValueError("digits")
        return v
