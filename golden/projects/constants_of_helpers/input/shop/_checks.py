"""Checks that every file shares."""

LONGEST_NAME = 40
SHORTEST_NAME = 2
UNUSED = 9


def check_name(name: str) -> str:
    if len(name) > LONGEST_NAME:
        raise ValueError("too long")
    return name
