class Base:
    closed: bool = False

    def close(self) -> None: ...
