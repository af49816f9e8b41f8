from typing import Final

MAX_CENTS: Final = 99_999_999
RATE: Final[float] = 2.5e-3  # a quarter percent
#: Days after which nothing can be returned.
RETURN_DAYS: int = 30
NAMES = ("basic", 'plus', "pro")
FEES = {
    "basic": 290,  # basis points
    "plus": 240,
}
TIMEOUT = 60 * 60 * 24
PATTERN = __import__("re").compile(r"^[A-Z]{3}$")
EMPTY = {}
later: int
A = B = 0
LEFT, RIGHT = "l", "r"
counter = 0
counter += 1
_private = 5
del counter
