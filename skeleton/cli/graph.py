"""`skeleton graph`: reads its options, has a graph made, prints it."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skeleton.cli.map import SourceUrl
from skeleton.cli.output import OutputFile, write_whole


class Format(StrEnum):
    """How a graph is written."""

    mermaid = "mermaid"
    dot = "dot"
    json = "json"
    html = "html"


def graph_command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", help="Files and folders; default: the configured roots, else `.`"
        ),
    ] = None,
    deps_of: Annotated[
        list[str] | None,
        typer.Option("--deps-of", metavar="FILE", help="Only what FILE leads to."),
    ] = None,
    symbols: Annotated[
        bool, typer.Option("--symbols", help="Definitions and what they mention, not files.")
    ] = False,
    format_: Annotated[
        Format, typer.Option("--format", help="How the graph is written; html: a page, drawn.")
    ] = Format.mermaid,
    source_url: SourceUrl = "",
    output: OutputFile = "",
) -> None:
    """Print who needs whom: files by their imports.

    skeleton graph src/                             for a Markdown page

    skeleton graph src/ --format html -o deps.html  drawn, for a browser

    skeleton graph src/ --format dot | dot -Tsvg    for Graphviz

    skeleton graph --deps-of src/pay/rates.py       what a file leads to

    Cycles are red; in JSON they are listed. Dashed: imported for types alone, which closes no
    cycle.
    """
    from skeleton.graphs import GraphOptions, build_graph, render_graph
    from skeleton.pipeline import source_links

    options = GraphOptions(paths=tuple(paths or ()), deps_of=tuple(deps_of or ()), symbols=symbols)
    graph = build_graph(Path.cwd(), options)
    links = source_links(Path.cwd(), options.paths + options.deps_of, source_url, output)
    text = render_graph(graph, format_.value, links)
    if output:
        write_whole(Path(output), text)
    else:
        sys.stdout.write(text)
