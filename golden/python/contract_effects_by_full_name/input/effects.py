"""What a program touches."""

import datetime as dt
import random
from os import environ
from pathlib import Path
from time import monotonic as clock, sleep
from urllib import request

from .quiet import print, uuid4


def open(path: str) -> str:
    """Open nothing."""
    return path


def files(folder: Path, name: str) -> None:
    folder.mkdir()
    (folder / name).unlink()
    Path(name).write_text("a")
    copy = Path(name)
    copy.touch()


def time(seconds: float) -> float:
    sleep(seconds)
    dt.datetime.now()
    return clock()


def world(random: random.Random) -> str:
    random.random()
    request.urlopen("https://example.org")
    return environ.get("HOME", "")


def nothing() -> None:
    print(open("a"), uuid4())
