"""What the grammar of 2025 cannot read is read nevertheless."""

lazy from rates import rate
lazy import rates as later

*(FIRST), LAST = 1, 2
GREETING = t"Hello {'you'!r:>{10}}"

try:
    from fast import loads
except ImportError, ValueError, OSError:
    def loads(text: str, *, strict: bool = True) -> dict[str, object]:
        """Read slowly."""
        return hidden(t"{text}")


def page(body: Template = t"<b>{1 + 1}</b>", *, head=rt"\d") -> str:
    """One page."""
    try:
        return hidden(rate(body))
    except* KeyError, TypeError:
        return later.half(2)


class After[T = int]:
    def last(self, item: T) -> None: ...
