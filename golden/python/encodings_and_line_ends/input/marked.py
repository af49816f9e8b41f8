"""Begins with a byte order mark."""


def first(a: str = "é") -> str:
    return a
