"""Compares two sides of a project symbol by symbol, in one vocabulary for all languages.

Pure: modules in, changes out. Decides what differs and whether that breaks whoever uses the older
side; reads no file and knows no revision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.compare.matching import Comparison
from skeleton.compare.sides import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skeleton.model import Change, Language

__all__ = ["Side", "compare"]


def compare(
    before: Side,
    after: Side,
    languages: Mapping[str, Language],
    *,
    visibility: str = "public",
    documentation: bool = False,
) -> tuple[Change, ...]:
    """Return what differs between the interfaces of two sides.

    Args:
        before: The older side.
        after: The newer side.
        languages: By name; those of the modules must be among them.
        visibility: "public": what others may use; "all": private names as well.
        documentation: Tell of changed documentation too.

    Returns:
        Changes by path and line. A change that holds for a whole class, or a whole file, is told
        once, not for each member.
    """
    comparison = Comparison(before, after, languages, visibility == "all", documentation)
    comparison.run()
    return tuple(sorted(comparison.changes, key=_order))


def _order(change: Change) -> tuple[str, int, str, bool, str]:
    path = change.id.partition("::")[0]
    return path, change.line, change.id, change.breaking == "no", change.kind
