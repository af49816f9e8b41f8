import math
from math import copysign

LIMIT = 12


class Empty(ValueError):
    pass


def sphinx(percent=LIMIT, days=3, weight=4):
    """Say defaults behind the value, and with the type.

    :param percent: percent of the price, 15 by default
    :param days: how long
    :type days: int, default 5
    :param weight: grams, by default 6
    """


def agreed(percent=LIMIT, days=3):
    """Say them, and be right; or say under what they hold.

    :param percent: percent of the price, 12 by default
    :param days: how long, for parcels, 5 by default
    """


def heaviest(parcels):
    """Key functions that only read raise nothing.

    Raises:
        Empty: never.
    """
    return max(parcels, key=lambda one: one.weight)


def keyed(parcels):
    """One that calls may.

    Raises:
        Empty: by the parcel.
    """
    return max(parcels, key=lambda one: one.weigh())


def towards(current: float, wanted: float) -> float:
    """The library of the language divides nothing by zero.

    Raises:
        ZeroDivisionError: never.
    """
    return current + math.copysign(1.0, wanted - current) + copysign(wanted, current)


def root(number):
    """But other errors are its own.

    Raises:
        ValueError: by the library.
    """
    return math.sqrt(number)
