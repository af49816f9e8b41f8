"""The public door."""

from . import errors as errors
from ._impl import Engine as Engine, start
from ._impl import stop as halt
from os.path import join as join

__all__ = ["Engine", "start", "halt"]
