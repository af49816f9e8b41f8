from enum import Enum, Flag, IntEnum, StrEnum, auto


class Status(Enum):
    """Where an order is."""

    NEW = "new"  # not yet paid
    PAID = "paid"
    SETTLED = PAID
    UNKNOWN = auto()

    @classmethod
    def _missing_(cls, value):
        return cls.UNKNOWN

    @property
    def final(self) -> bool:
        return self is Status.PAID


class Rights(Flag):
    READ = 1
    WRITE = 1 << 1
    ALL = READ | WRITE


class Level(IntEnum):
    LOW, HIGH = 1, 2


class Word(StrEnum): YES = "yes"; NO = "no"


Colour = Enum("Colour", "RED GREEN")
