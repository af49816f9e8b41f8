class Engine:
    """A machine."""

    def start(self) -> None: ...


def build(power: int) -> Engine:
    return Engine()


def never_exported() -> None: ...
