class Account:
    def __init__(self, owner: str, limit: int = 100) -> None:
        """Open an account.

        Args:
            owner: Who may pay from it.
            limit: Most cents of one payment.
        """
        self.owner = owner
        self.limit: int = limit
        self.entries: list[tuple[str, int]] = []
        self._lock = None
        self.a = self.b = 0
        self.first, self.second = owner.split()
        if limit > 10:
            self.large = True
        else:
            self.large = False
        with open(owner) as self.handle:
            self.inner.attribute = 1
        self.owner = owner.strip()
        self.rate: float = 0.1
        """Interest of a year."""
        self.low, (self.high, *self.rest) = 1, (2, 3)

    def reset(self) -> None:
        self.resets: int = 0
        self.owner = ""
