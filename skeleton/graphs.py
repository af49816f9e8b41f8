"""Makes the graph of who needs whom: files by their imports, or definitions by what they mention.

Reads what the paths hold and what a target leads to; knows nothing of how a graph is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from skeleton.errors import UnknownPath, UnknownTarget
from skeleton.graph import graph_of, write_graph
from skeleton.model import Graph, Need
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from skeleton.resolve import Project


class GraphOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton graph` is asked for; the command line's words, see its help."""

    paths: tuple[str, ...] = ()
    deps_of: tuple[str, ...] = ()
    symbols: bool = False


def build_graph(folder: Path, options: GraphOptions) -> Graph:
    """Return who needs whom below some paths, or from some targets on.

    Raises:
        UnknownPath: A path does not exist.
        UnknownTarget: A target is no source file.
        BadConfig: The configuration cannot be used.
    """
    place = Workplace(folder, options.paths + options.deps_of)
    count = len(options.paths)
    paths = place.paths[:count] or place.config.roots or (".",)
    project = place.project(tuple(path for path in paths if path != "."))
    if options.deps_of:
        for path, written in zip(place.paths[count:], options.deps_of, strict=True):
            if place.read(path) is None:
                raise UnknownTarget(written)
        files = _reached(project, place.paths[count:])
    else:
        for path in paths:
            if not place.exists(path):
                raise UnknownPath(path)
        found = place.listed(paths).files
        place.read_all(found)
        files = tuple(file.path for file in found)
    if options.symbols:
        return graph_of((), (need for path in files for need in _uses(project, path)))
    return graph_of(files, (need for path in files for need in _imports(project, path)))


def graph_among(project: Project, files: Collection[str]) -> Graph:
    """Return which of some files need which."""
    needs = (need for path in files for need in _imports(project, path))
    return graph_of(files, (need for need in needs if need.target in files))


def render_graph(graph: Graph, format: str, source_url: str = "") -> str:
    """Return a graph as text, with no hidden character in it.

    Args:
        graph: Who needs whom.
        format: "mermaid", "dot", "json", or "html": a page with the graph drawn.
        source_url: Where a page leads to, with `{path}` and `{line}`; empty: to the files.
    """
    from skeleton.render import SOURCE_URL, draw_graph
    from skeleton.render.visible import make_visible, visible_json

    if format == "html":
        return draw_graph(graph, source_url or SOURCE_URL)
    return (visible_json if format == "json" else make_visible)(write_graph(graph, format))


def _reached(project: Project, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files that some targets need, directly or not, the targets among them."""
    seen = dict.fromkeys(targets)
    waiting = list(targets)
    while waiting:
        for one in project.dependencies(waiting.pop()):
            if one.imported and one.imported not in seen:
                seen[one.imported] = None
                waiting.append(one.imported)
    return tuple(sorted(seen))


def _imports(project: Project, path: str) -> Iterator[Need]:
    """Yield what a file imports of its project."""
    for one in project.dependencies(path):
        if one.imported and one.imported != path:
            name = one.written.name or one.written.module
            yield Need(path, one.imported, (name,) if name else (), one.written.type_only)


def _uses(project: Project, path: str) -> Iterator[Need]:
    """Yield what the definitions of a file mention."""
    for scope in project.uses(path).scopes:
        source = f"{path}::{scope.name}" if scope.name else path
        for one in project.reached(path, scope.name, scope.chains).found:
            target = f"{one.place.path}::{one.place.name}"
            if one.place.path and one.place.name and target != source:
                yield Need(source, target)
