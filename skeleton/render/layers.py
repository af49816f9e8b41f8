"""Lays a graph out in layers: whoever needs something stands to the left of it.

After Sugiyama, Tagawa and Toda: turn what closes a cycle, layer by the longest way, order each
layer by its neighbours, move all as near to them as the order allows. Lines that lead to one node
share a track. The same graph has the same layout on every machine; what it looks like is not known
here. Made for some sixty nodes.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, insort
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Edge = tuple[str, str]

HEIGHT = 24  # of a node
GAP = 12  # between two nodes of a layer
TRACK = 7  # between a track and what is beside it
MARGIN = 10
ALLEY = 48  # between two layers, at least
SWEEPS = 24


class Box(NamedTuple):
    """Where a node stands."""

    x: int
    y: int  # of its top
    width: int

    @property
    def middle(self) -> int:
        """The height at which lines meet it."""
        return self.y + HEIGHT // 2


class Hop(NamedTuple):
    """A part of a line, from left to right: level through a layer, then on to the next."""

    x: int  # where it leaves the layer
    y: int
    next_x: int
    next_y: int


class Layout(NamedTuple):
    """Where everything is, in pixels."""

    width: int
    height: int
    boxes: dict[str, Box]
    lines: dict[Edge, tuple[Hop, ...]]
    turned: frozenset[Edge]  # whose line runs from right to left


class _Point(NamedTuple):
    """A node, or the place where a track passes a layer."""

    name: str  # the node, or the one that the track leads to
    layer: int
    track: str = ""  # "": a node; else whether lines are "along" or "turned"


def lay_out(widths: Mapping[str, int], edges: Iterable[tuple[str, str, int]]) -> Layout:
    """Return where nodes and lines go.

    Args:
        widths: Of every node, by its name; the order decides where nothing else does.
        edges: From, to, and how much it matters that it points to the right. No loops.
    """
    weights = {(source, target): weight for source, target, weight in edges}
    joined = {name for edge in weights for name in edge}
    order = _without_cycles([name for name in widths if name in joined], weights)
    turned = frozenset(one for one in weights if order[one[0]] > order[one[1]])
    right = {edge: edge[::-1] if edge in turned else edge for edge in weights}
    layer = _layers(order, set(right.values()))
    ways = {
        edge: _way(_Point(*_at(first, layer)), _Point(*_at(last, layer)), edge in turned)
        for edge, (first, last) in right.items()
    }
    columns = _ordered(ways.values(), [_Point(*_at(name, layer)) for name in order])
    heights = _heights(columns, ways.values())
    boxes, hops, width = _drawn(columns, heights, ways, widths)
    bottom = max((box.y + HEIGHT for box in boxes.values()), default=0)
    bottom = max([bottom, *(hop.y for line in hops.values() for hop in line)])
    alone = [name for name in widths if name not in joined]
    below, width, height = _in_rows(alone, widths, bottom, width)
    return Layout(width + MARGIN, height + MARGIN, {**boxes, **below}, hops, turned)


def _at(name: str, layer: Mapping[str, int]) -> tuple[str, int]:
    return name, layer[name]


def _without_cycles(names: list[str], weights: Mapping[Edge, int]) -> dict[str, int]:
    """Return an order in which few edges lead back; after Eades, Lin and Smyth."""
    place = {name: number for number, name in enumerate(names)}
    leaving: dict[str, dict[str, int]] = {name: {} for name in names}
    coming: dict[str, dict[str, int]] = {name: {} for name in names}
    for (source, target), weight in weights.items():
        leaving[source][target] = coming[target][source] = weight
    first: list[str] = []
    last: list[str] = []

    def take(name: str, end: list[str]) -> None:
        end.append(name)
        for other in leaving.pop(name):
            coming[other].pop(name, None)
        for other in coming.pop(name):
            leaving[other].pop(name, None)

    while leaving:
        if ends := [name for name in leaving if not leaving[name]]:
            take(max(ends, key=place.__getitem__), last)
        elif starts := [name for name in coming if not coming[name]]:
            take(min(starts, key=place.__getitem__), first)
        else:
            surplus = {
                name: sum(leaving[name].values()) - sum(coming[name].values()) for name in leaving
            }
            take(min(surplus, key=lambda name: (-surplus[name], place[name])), first)
    return {name: number for number, name in enumerate([*first, *reversed(last)])}


def _layers(order: Mapping[str, int], edges: Iterable[Edge]) -> dict[str, int]:
    """Return the layer of each node: behind all that need it, and no further left than it must."""
    after: dict[str, list[str]] = {name: [] for name in order}
    before: dict[str, int] = dict.fromkeys(order, 0)
    for source, target in edges:
        after[source].append(target)
        before[target] += 1
    layer = dict.fromkeys(order, 0)
    for name in sorted(order, key=order.__getitem__):
        for other in after[name]:
            layer[other] = max(layer[other], layer[name] + 1)
    for name in sorted(order, key=order.__getitem__, reverse=True):
        if len(after[name]) > before[name]:  # shorter lines if it stands near what it needs
            layer[name] = min(layer[other] for other in after[name]) - 1
    return layer


def _way(first: _Point, last: _Point, turned: bool) -> tuple[_Point, ...]:
    """Return the points that a line passes; lines to one node come together on their way."""
    track = "turned" if turned else "along"
    between = (_Point(last.name, one, track) for one in range(first.layer + 1, last.layer))
    return (first, *between, last)


def _ordered(ways: Iterable[tuple[_Point, ...]], nodes: list[_Point]) -> list[list[_Point]]:
    """Return the points of each layer in the order, of those tried, with the fewest crossings."""
    steps = sorted({pair for way in ways for pair in itertools.pairwise(way)})
    points = dict.fromkeys([*nodes, *(point for pair in steps for point in pair)])
    columns: list[list[_Point]] = [
        [] for _ in range(1 + max((p.layer for p in points), default=-1))
    ]
    for point in points:
        columns[point.layer].append(point)
    left: dict[_Point, list[_Point]] = {point: [] for point in points}
    right: dict[_Point, list[_Point]] = {point: [] for point in points}
    for first, second in steps:
        right[first].append(second)
        left[second].append(first)
    best, fewest = [list(column) for column in columns], _crossings(columns, right)
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        near = left if forward else right
        for column in columns if forward else reversed(columns):
            _sort_by_neighbours(column, near, columns)
        crossings = _crossings(columns, right)
        if crossings < fewest:
            best, fewest = [list(column) for column in columns], crossings
    return best


def _sort_by_neighbours(
    column: list[_Point], near: Mapping[_Point, list[_Point]], columns: list[list[_Point]]
) -> None:
    """Sort a layer by the mean place of neighbours; who has none stays where it is."""
    beside = {point.layer for one in column for point in near[one]}
    place = {point: number for layer in beside for number, point in enumerate(columns[layer])}
    mean = {
        point: sum(place[one] for one in near[point]) / len(near[point])
        for point in column
        if near[point]
    }
    free = iter(sorted(mean, key=mean.__getitem__))
    column[:] = [next(free) if point in mean else point for point in column]


def _crossings(columns: list[list[_Point]], right: Mapping[_Point, list[_Point]]) -> int:
    """Count the pairs of lines that cross between neighbouring layers."""
    count = 0
    for column, following in itertools.pairwise(columns):
        place = {point: number for number, point in enumerate(following)}
        passed: list[int] = []
        for point in column:
            ends = sorted(place[one] for one in right[point])
            count += sum(len(passed) - bisect_left(passed, end + 1) for end in ends)
            for end in ends:
                insort(passed, end)
    return count


def _heights(
    columns: list[list[_Point]], ways: Iterable[tuple[_Point, ...]]
) -> dict[_Point, float]:
    """Return the height of the middle of each point, near its neighbours'."""
    steps = sorted({pair for way in ways for pair in itertools.pairwise(way)})
    near: dict[_Point, list[tuple[_Point, int]]] = {p: [] for column in columns for p in column}
    for first, second in steps:
        pull = 1 + 3 * bool(first.track) + 3 * bool(second.track)  # a track is to be straight
        near[first].append((second, pull))
        near[second].append((first, pull))
    heights: dict[_Point, float] = {}
    for column in columns:
        heights |= zip(column, _spread([0.0] * len(column), column), strict=True)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 else reversed(columns):
            wanted = [_pulled(near[point], heights, heights[point]) for point in column]
            heights |= zip(column, _spread(wanted, column), strict=True)
    top = min(heights.values(), default=0.0) - HEIGHT / 2 - MARGIN
    return {point: height - top for point, height in heights.items()}


def _pulled(
    near: list[tuple[_Point, int]], heights: Mapping[_Point, float], otherwise: float
) -> float:
    """Return where a point would like to be."""
    if not near:
        return otherwise
    return sum(heights[one] * pull for one, pull in near) / sum(pull for _, pull in near)


def _spread(wanted: Sequence[float], column: Sequence[_Point]) -> list[float]:
    """Return the heights nearest to those wanted that keep order and distances.

    The least squares; by pooling neighbours that are in each other's way.
    """
    offsets = [0.0]
    for above, below in itertools.pairwise(column):
        halves = sum(TRACK / 2 if one.track else (HEIGHT + GAP) / 2 for one in (above, below))
        offsets.append(offsets[-1] + halves)
    pools: list[tuple[float, int]] = []  # mean, and how many
    for height, offset in zip(wanted, offsets, strict=False):
        mean, count = height - offset, 1
        while pools and pools[-1][0] > mean:
            other, others = pools.pop()
            mean, count = (mean * count + other * others) / (count + others), count + others
        pools.append((mean, count))
    level = [mean for mean, count in pools for _ in range(count)]
    return [mean + offset for mean, offset in zip(level, offsets, strict=False)]


def _drawn(
    columns: list[list[_Point]],
    heights: Mapping[_Point, float],
    ways: Mapping[Edge, tuple[_Point, ...]],
    widths: Mapping[str, int],
) -> tuple[dict[str, Box], dict[Edge, tuple[Hop, ...]], int]:
    """Return boxes and lines in whole pixels, and how wide they are together."""
    lefts: list[int] = []
    rights: list[int] = []
    x = MARGIN
    for column in columns:
        lefts.append(x)
        x += max((widths[point.name] for point in column if not point.track), default=0)
        rights.append(x)
        x += ALLEY + min(len(column), 24) * 2
    boxes = {
        point.name: Box(lefts[point.layer], round(heights[point]) - HEIGHT // 2, widths[point.name])
        for column in columns
        for point in column
        if not point.track
    }
    lines = {
        edge: tuple(
            Hop(rights[here.layer], round(heights[here]), lefts[then.layer], round(heights[then]))
            for here, then in itertools.pairwise(way)
        )
        for edge, way in ways.items()
    }
    return boxes, lines, rights[-1] if rights else 0


def _in_rows(
    names: list[str], widths: Mapping[str, int], top: int, width: int
) -> tuple[dict[str, Box], int, int]:
    """Return places below the layers for nodes that nothing is joined to."""
    boxes: dict[str, Box] = {}
    limit = max(width, 900)
    x, y = MARGIN, top + (2 * GAP if top else MARGIN)
    for name in names:
        if x > MARGIN and x + widths[name] > limit:
            x, y = MARGIN, y + HEIGHT + GAP
        boxes[name] = Box(x, y, widths[name])
        x += widths[name] + GAP
        width = max(width, x - GAP)
    return boxes, width, y + HEIGHT if names else top
