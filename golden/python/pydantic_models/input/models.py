from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator


class Card(BaseModel):
    """A payment card."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: str = Field(min_length=12, max_length=19, description="Digits only.")
    month: int = Field(ge=1, le=12)
    cents: Annotated[int, Field(gt=0)] = 1
    kind: Literal["debit", "credit"] = "debit"

    @field_validator("number")
    @classmethod
    def digits(cls, value: str) -> str:
        if not value.isdigit():
            raise ValueError("digits only")
        return value

    @model_validator(mode="after")
    def together(self) -> "Card":
        if self.kind == "debit" and self.cents > 50_000:
            raise ValueError("too much for a debit card")
        return self
