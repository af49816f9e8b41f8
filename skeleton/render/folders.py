"""Gathers the nodes of a graph that is too big to be drawn into folders.

Folders are opened, the largest first, as long as there are not too many; then the files beside the
outermost folders are told one by one, if there is room.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 60  # boxes of a drawing
MOST_FOLDERS = 40  # there are more lines between folders
_PART = re.compile(r".*?(?:/|::|\Z)", re.DOTALL)


class Group(NamedTuple):
    """Some nodes that are drawn as one."""

    name: str  # of a folder, a file, or the only node
    members: tuple[str, ...]

    @property
    def is_one(self) -> bool:
        """Whether it stands for one node alone."""
        return self.members == (self.name,)

    @property
    def is_beside(self) -> bool:
        """Whether it holds what lies beside the folders of a folder."""
        return not self.is_one and self.name.endswith("*")

    @property
    def depth(self) -> int:
        """How many folders it lies in."""
        return self.name.rstrip("/").count("/")

    @property
    def is_folder(self) -> bool:
        """Whether it holds all that is in a folder, or in a file."""
        return not self.is_one and not self.is_beside


def groups_of(nodes: Sequence[str]) -> tuple[Group, ...]:
    """Return nodes by themselves if they can be drawn so, else in groups; sorted by name."""
    if len(nodes) <= MOST:
        return tuple(Group(name, (name,)) for name in sorted(nodes))
    groups = _inside(Group("", tuple(sorted(nodes))))
    shut = list(groups)
    while shut:
        largest = max(shut, key=lambda one: (len(one.members), one.name))
        shut.remove(largest)
        inner = _inside(largest)
        holds_folders = any(one.is_folder for one in inner)
        if holds_folders and len(groups) - 1 + len(inner) <= MOST_FOLDERS:
            groups.remove(largest)
            groups += inner
            shut += inner
    outermost = min(one.depth for one in groups)
    for one in [one for one in groups if one.is_beside and one.depth == outermost]:
        if len(groups) - 1 + len(one.members) <= MOST:
            groups.remove(one)
            groups += (Group(name, (name,)) for name in one.members)
    return tuple(sorted(groups))


def _inside(group: Group) -> list[Group]:
    """Return the folders in a folder, and what lies beside them, as one group if it is several."""
    own = group.name
    if not group.is_folder:
        return [group]
    inner: dict[str, list[str]] = {}
    for name in group.members:
        inner.setdefault(own + _part(name, len(own)), []).append(name)
    if len(inner) == 1 and not (set(inner) & set(group.members)):
        (name,) = inner
        return _inside(Group(name, group.members))
    folders = [Group(name, tuple(held)) for name, held in inner.items() if len(held) > 1]
    alone = [name for held in inner.values() if len(held) == 1 for name in held]
    if folders and len(alone) > 1:
        return [*folders, Group(f"{own}*", tuple(alone))]
    return [*folders, *(Group(name, (name,)) for name in alone)]


def _part(name: str, start: int) -> str:
    """Return the next part of a name, with the mark that ends it."""
    found = _PART.match(name, start)
    return found.group() if found else ""
