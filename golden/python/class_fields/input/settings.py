class Settings:
    """Settings of the service."""

    host: str = "localhost"
    port: int = 8080  # above 1024
    #: Seconds before a request is given up.
    #: Zero waits for ever.
    timeout: float = 2.5
    retries = 3
    """How often a request is repeated."""
    name: str
    # a note for people who maintain this: not about a field

    a = b = 0
    x, y = 1, 2
    _secret = "hidden"

    def connect(self) -> None:
        # a comment inside a body
        return None
