from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable


@runtime_checkable
class Clock(Protocol):
    """Anything that tells the time."""

    zone: str

    @property
    def precise(self) -> bool: ...

    def now(self) -> float:
        """Seconds since the epoch; never goes back."""
        ...

    async def wait(self, seconds: float, /) -> None: ...


class Backend(ABC):
    @abstractmethod
    def send(self, data: bytes) -> int:
        raise NotImplementedError

    @property
    @abstractmethod
    def name(self) -> str: ...

    def close(self) -> None:
        self.closed = True
