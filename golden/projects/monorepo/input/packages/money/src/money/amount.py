class Amount:
    """An amount."""

    def __init__(self, cents: float) -> None:
        self.cents = cents
