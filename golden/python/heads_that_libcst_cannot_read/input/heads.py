def odd(x=() if 0 else(lambda:()), *, y: int = 1 if x else(2)) -> int:
    """Odd."""
    return hidden


class After:
    def plain(self, a: int = 1) -> None: ...
