def every(a, b=1, /, c=2, *rest: int, d, e: str = "e", **more: object) -> None:
    """Take one of each kind."""


def bare(a, /, *, b):
    return b


def only_keywords(*, key=None): ...


def default_before_slash(a=1, /): ...
