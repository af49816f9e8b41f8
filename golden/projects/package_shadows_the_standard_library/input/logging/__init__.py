def getLogger(name: str) -> "OwnLogger":
    """The project's own logger."""


class OwnLogger: ...
