from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import ClassVar


@dataclass(frozen=True, order=True, slots=True)
class Window:
    """A span of days."""

    LIMIT: ClassVar[int] = 180
    days: int = 90
    grace: int = field(default=0, compare=False)
    tags: list[str] = field(
        default_factory=list,  # never shared
        repr=False,
    )
    _: KW_ONLY
    seed: InitVar[int | None] = None

    def __post_init__(self, seed: int | None) -> None:
        if not 1 <= self.days <= self.LIMIT:
            raise ValueError(f"days: {self.days}")
        if self.grace >= self.days:
            raise ValueError("grace")
