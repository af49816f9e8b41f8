"""Finds the cycles of a graph of dependencies, and writes it for people and programs.

Nodes are names; what they stand for, and why one needs another, is for whoever made the graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from skeleton.model import GRAPH_SCHEMA_VERSION, Graph, Need

if TYPE_CHECKING:
    from collections.abc import Iterable

# What would end a label, or be taken for an entity or a tag, in Mermaid
_MERMAID = str.maketrans({"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;"})
_DOT = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
_RED = "#c62828"


def graph_of(nodes: Iterable[str], needs: Iterable[Need]) -> Graph:
    """Return a graph, sorted, its cycles marked.

    Args:
        nodes: All that is there, needed or not.
        needs: Who needs whom; the same pair twice counts once, with the names of both.
    """
    joined: dict[tuple[str, str], Need] = {}
    for one in needs:
        pair = (one.source, one.target)
        known = joined.get(pair)
        if known is not None:
            names = tuple(sorted({*known.names, *one.names}))
            one = Need(*pair, names, known.type_only and one.type_only)
        joined[pair] = one
    edges = [joined[pair] for pair in sorted(joined)]
    cycles = find_cycles(edges)
    place = {name: number for number, cycle in enumerate(cycles) for name in cycle}
    marked = tuple(
        msgspec.structs.replace(
            one,
            in_cycle=not one.type_only
            and one.source in place
            and place[one.source] == place.get(one.target),
        )
        for one in edges
    )
    ends = {name for one in edges for name in (one.source, one.target)}
    return Graph(GRAPH_SCHEMA_VERSION, tuple(sorted({*nodes, *ends})), marked, cycles)


def find_cycles(needs: Iterable[Need]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of nodes that need each other, each sorted; after Tarjan, no recursion.

    What is needed for types alone is not needed at run time, and closes no cycle.
    """
    after: dict[str, list[str]] = {}
    for one in needs:
        if not one.type_only:
            after.setdefault(one.source, []).append(one.target)
    found: list[tuple[str, ...]] = []
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}  # the nodes that may still belong to a cycle, as a stack
    for start in sorted(after):
        if start in number:
            continue
        path = [(start, iter(after[start]))]
        number[start] = low[start] = len(number)
        held[start] = None
        while path:
            name, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                group = _taken(held, name) if low[name] == number[name] else []
                if len(group) > 1 or (group and name in after.get(name, ())):
                    found.append(tuple(sorted(group)))
            elif following not in number:
                number[following] = low[following] = len(number)
                held[following] = None
                path.append((following, iter(after.get(following, ()))))
            elif following in held:
                low[name] = min(low[name], number[following])
    return tuple(sorted(found))


def write_graph(graph: Graph, format: str) -> str:
    """Return a graph as "mermaid", "dot" or "json"."""
    writers = {"mermaid": _mermaid, "dot": _dot, "json": _json}
    return writers[format](graph)


def _taken(held: dict[str, None], last: str) -> list[str]:
    group: list[str] = []
    while not group or group[-1] != last:
        group.append(held.popitem()[0])
    return group


def _mermaid(graph: Graph) -> str:
    number = {name: f"n{place}" for place, name in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {number[name]}["{name.translate(_MERMAID)}"]' for name in graph.nodes]
    for one in graph.needs:
        arrow = "-.->" if one.type_only else "-->"
        lines.append(f"  {number[one.source]} {arrow} {number[one.target]}")
    if graph.cycles:
        names = ",".join(number[name] for cycle in graph.cycles for name in cycle)
        edges = ",".join(str(place) for place, one in enumerate(graph.needs) if one.in_cycle)
        lines += [
            f"  classDef cycle stroke:{_RED},stroke-width:2px",
            f"  class {names} cycle",
            f"  linkStyle {edges} stroke:{_RED}",
        ]
    return "\n".join(lines) + "\n"


def _dot(graph: Graph) -> str:
    def quoted(name: str) -> str:
        return f'"{name.translate(_DOT)}"'

    red = f' [color="{_RED}"]'
    in_cycle = {name for cycle in graph.cycles for name in cycle}
    lines = ["digraph dependencies {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {quoted(name)}{red if name in in_cycle else ''};" for name in graph.nodes]
    for one in graph.needs:
        said = ["style=dashed"] if one.type_only else []
        said += [f'color="{_RED}"'] if one.in_cycle else []
        ending = f" [{', '.join(said)}]" if said else ""
        lines.append(f"  {quoted(one.source)} -> {quoted(one.target)}{ending};")
    return "\n".join([*lines, "}"]) + "\n"


def _json(graph: Graph) -> str:
    return msgspec.json.format(msgspec.json.encode(graph), indent=1).decode() + "\n"
