"""Accounts."""

import logging

_log = logging.getLogger(__name__)
_MAX_DEPTH = 8
_UNUSED = 3
_Amount = int | str


class _Base:
    """Shared by all accounts."""

    currency: str = "EUR"

    def close(self) -> None:
        """Close for good."""


class _Unrelated:
    def nothing(self): ...


class Account(_Base):
    def __init__(self, limit: _Amount) -> None:
        self.limit = limit
        self._hidden = 1

    def nest(self, depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise ValueError("too deep")

    def _audit(self): ...

    def __secret(self): ...

    def __len__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return True


def _helper(): ...


def debug_dump(): ...
