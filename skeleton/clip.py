"""Cuts lists and texts between their items, and says what was cut.

Knows nothing of what the items mean: the caller names them and gives the command that shows the
rest.
"""

from __future__ import annotations

from collections import Counter
from shlex import quote
from typing import TYPE_CHECKING, TypeVar

from skeleton.model import Omission

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skeleton.model import Symbol

T = TypeVar("T")


def keep_first(
    items: Sequence[T], count: int, what: str, *, where: str = "", recover: str = "", why: str = ""
) -> tuple[tuple[T, ...], Omission | None]:
    """Keep the first items of a list.

    Args:
        items: What there is.
        count: How many to keep at most.
        what: Names the items, in the plural.
        where: The file or symbol they belong to.
        recover: The command that shows all of them.
        why: The reason for the cut, when it is not plain.

    Returns:
        The kept items, and what was left out; `None` when nothing was.
    """
    kept = tuple(items[: max(count, 0)])
    if len(kept) == len(items):
        return kept, None
    return kept, Omission(what, len(kept), len(items), where, recover, why)


def keep_lines(
    text: str, limit: int, *, where: str = "", recover: str = "", why: str = ""
) -> tuple[str, Omission | None]:
    """Keep the first lines of a text that together stay within a number of characters.

    A line is kept whole or not at all, so a first line over the limit leaves an empty text.
    """
    if len(text) <= limit:
        return text, None
    lines = text.splitlines(keepends=True)
    size, count = 0, 0
    for line in lines:
        if size + len(line) > limit:
            break
        size, count = size + len(line), count + 1
    return text[:size], Omission("lines", count, len(lines), where, recover, why)


def one_line(text: str) -> str:
    """Return a text with every line break, and the blanks around it, made one blank."""
    if "\n" not in text:
        return text
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


def counted(words: Iterable[str]) -> str:
    """Return what was counted, the commonest first: `3 raises, 2 returns`."""
    counts = sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{count} {word}" for word, count in counts)


def more(omission: Omission) -> str:
    """Return an omission in the fewest words, for the place where the items are missing."""
    return "+" + amount(omission)


def amount(omission: Omission) -> str:
    """Return how many items are missing: `1,204 symbols`, `1 symbol`."""
    count = omission.total - omission.shown
    what = omission.what.removesuffix("s") if count == 1 else omission.what
    return f"{count:,} {what}"


def show_command(path: str, symbol: Symbol) -> str:
    """Return the command that shows a definition and nothing else, whatever else has its name."""
    return f"skeleton show {quote(f'{path}::{symbol.qualified_name}')}"


def sentence(omission: Omission) -> str:
    """Return an omission in words: `14 of 52 functions of a.py not shown: skeleton map a.py`."""
    words = f"{omission.total - omission.shown} of {omission.total} {omission.what}"
    if omission.where:
        words += f" of {omission.where}"
    words += " not shown"
    if omission.why:
        words += f" ({omission.why})"
    return f"{words}: {omission.recover}" if omission.recover else words
