"""Says what a change since a revision belongs to: a symbol, with which it is shown and counted.

What was removed, and what is said of a whole file, has no symbol: it is counted by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.model import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skeleton.model import Change

Key = tuple[str, int]  # path and ordinal of a symbol
NO_SYMBOL = -1  # the ordinal of what has none; beside it stands the id of the change, not a path


def with_owners(
    changes: Iterable[Change], symbols: Mapping[Place, Key]
) -> tuple[tuple[Key, Change], ...]:
    """Return each change behind the key of what it belongs to.

    Args:
        changes: What changed.
        symbols: The keys of the symbols that a map is about.
    """
    owned = []
    for change in changes:
        path, _, name = change.id.partition("::")
        owned.append((symbols.get(Place(path, name), (change.id, NO_SYMBOL)), change))
    return tuple(owned)
