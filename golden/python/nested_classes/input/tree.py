class Outer:
    """Outside."""

    class Inner:
        """Inside."""

        depth: int = 1

        class Deepest(Exception):
            code = 3

        def method(self) -> "Outer.Inner": ...

    class Meta:
        ordering = ["name"]

    class _Private:
        x = 1

    inner: Inner


def factory():
    def local(): ...

    class Local:
        def hidden(self): ...

    return Local
