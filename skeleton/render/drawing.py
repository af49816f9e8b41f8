"""Prepares the drawing of a graph for a page: boxes, lines, and the same told in words.

What is drawn together is for `folders`, where things go for `layers`, what they look like for the
templates.
"""

from __future__ import annotations

import posixpath
import unicodedata
from typing import TYPE_CHECKING

from msgspec import Struct

from skeleton.clip import one_line
from skeleton.render.folders import MOST, Group, groups_of
from skeleton.render.layers import HEIGHT, Box, Hop, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from skeleton.model import Graph, Need

CELL = 7.25  # pixels that a letter of 12 pixels has in a font of one width
PADDING = 8
LONGEST = 34  # letters of a label


class Node(Struct, frozen=True):
    """A box, and who is joined to it."""

    name: str
    label: str
    link: str
    x: int
    y: int
    width: int
    height: int = HEIGHT
    in_cycle: bool = False
    is_group: bool = False
    needs: tuple[str, ...] = ()  # names of other nodes
    needed_by: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The node in words, for who cannot see where it stands."""
        cycle = ", in a cycle" if self.in_cycle else ""
        return f"{self.name}: needs {len(self.needs)}, needed by {len(self.needed_by)}{cycle}"


class Line(Struct, frozen=True):
    """A line from who needs to what is needed."""

    source: int  # the place of the node
    target: int
    path: str
    tip: str
    told: str
    strength: int = 1  # pixels
    in_cycle: bool = False
    type_only: bool = False


class Drawing(Struct, frozen=True):
    """All that is drawn and told of a graph."""

    width: int
    height: int
    nodes: tuple[Node, ...]
    lines: tuple[Line, ...]
    cycles: tuple[tuple[str, ...], ...]
    summary: str


def draw(graph: Graph, link: Callable[[str], str]) -> Drawing:
    """Return the drawing of a graph.

    Args:
        graph: What needs what.
        link: Returns where a node leads; of a group it is asked for the first.
    """
    groups = groups_of(graph.nodes)
    home = {name: group.name for group in groups for name in group.members}
    joined = _joined(graph.needs, home)
    start = _common(graph.nodes)
    labels = {group.name: _label(group, start) for group in groups}
    widths = {name: round(_cells(label) * CELL) + 2 * PADDING for name, label in labels.items()}
    layout = lay_out(widths, (_edge(pair, held) for pair, held in joined.items()))
    place = {group.name: number for number, group in enumerate(groups)}
    in_cycle = {home[name] for cycle in graph.cycles for name in cycle}
    lines = tuple(
        _line(pair, held, place, layout.boxes, layout.lines[pair], turned=pair in layout.turned)
        for pair, held in sorted(joined.items(), key=lambda one: (_cycles(one[1]), one[0]))
    )
    nodes = tuple(
        Node(
            name=one_line(group.name),
            label=labels[group.name],
            link=link(group.members[0]),
            x=layout.boxes[group.name].x,
            y=layout.boxes[group.name].y,
            width=layout.boxes[group.name].width,
            in_cycle=group.name in in_cycle,
            is_group=not group.is_one,
            needs=tuple(target for source, target in joined if source == group.name),
            needed_by=tuple(source for source, target in joined if target == group.name),
        )
        for group in groups
    )
    return Drawing(layout.width, layout.height, nodes, lines, graph.cycles, _summary(graph, groups))


def _joined(needs: Iterable[Need], home: dict[str, str]) -> dict[tuple[str, str], list[Need]]:
    """Return what nodes or groups need of each other, sorted; a group's own needs are not drawn."""
    joined: dict[tuple[str, str], list[Need]] = {}
    for one in needs:
        pair = (home[one.source], home[one.target])
        if pair[0] != pair[1]:
            joined.setdefault(pair, []).append(one)
    return dict(sorted(joined.items()))


def _edge(pair: tuple[str, str], needs: Sequence[Need]) -> tuple[str, str, int]:
    """Return an edge; what is needed for types alone may rather point to the left."""
    return (*pair, sum(1 if one.type_only else 4 for one in needs))


def _cycles(needs: Iterable[Need]) -> bool:
    return any(one.in_cycle for one in needs)


def _line(
    pair: tuple[str, str],
    needs: Sequence[Need],
    place: dict[str, int],
    boxes: dict[str, Box],
    hops: Sequence[Hop],
    *,
    turned: bool,
) -> Line:
    left, right = (boxes[name] for name in (reversed(pair) if turned else pair))
    start, end = left.x + left.width, right.x
    tip = f"M{start} {left.middle}l7-4v8z" if turned else f"M{end} {right.middle}l-7-4v8z"
    count = len(needs)
    return Line(
        place[pair[0]],
        place[pair[1]],
        _path(start, left.middle, hops),
        tip,
        f"{pair[0]} needs {pair[1]}" + (f" ({count} times)" if count > 1 else ""),
        strength=1 + (count > 3) + (count > 15),
        in_cycle=_cycles(needs),
        type_only=all(one.type_only for one in needs),
    )


def _path(x: int, y: int, hops: Sequence[Hop]) -> str:
    """Return a line that leaves and meets every layer level."""
    parts = [f"M{x} {y}"]
    for hop in hops:
        middle = (hop.x + hop.next_x) // 2
        parts.append(f"H{hop.x}C{middle} {hop.y} {middle} {hop.next_y} {hop.next_x} {hop.next_y}")
    return "".join(parts)


def _common(names: Sequence[str]) -> str:
    """Return the folder that all names lie in, with its slash."""
    folders = {posixpath.dirname(name.partition("::")[0]) for name in names}
    common = posixpath.commonpath(folders) if folders else ""
    return f"{common}/" if common and common != "/" else ""


def _label(group: Group, start: str) -> str:
    """Return a name for a box: without the common folder, the beginning cut where it is long."""
    name = one_line(group.name.removeprefix(start).removesuffix("::")) or group.name
    if len(name) > LONGEST:
        name = "…" + name[len(name) + 1 - LONGEST :]
    return name if group.is_one else f"{name} ({len(group.members)})"


def _cells(text: str) -> int:
    """Return how many letters wide a text is."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "FW") for letter in text)


def _summary(graph: Graph, groups: Sequence[Group]) -> str:
    """Return in words what is drawn, and what is not."""
    count = len(graph.nodes)
    what, whole = "files", "folders"
    if any("::" in name for name in graph.nodes):
        what, whole = "definitions", "files"
    words = f"{count:,} {what}, {len(graph.needs):,} needs"
    if graph.cycles:
        words += f", {len(graph.cycles):,} cycle{'' if len(graph.cycles) == 1 else 's'}"
    if len(groups) < count:
        words += f"; more than {MOST}, so they are drawn by {whole}, {len(groups)} boxes"
    return words
