"""Reads the imports of a file: flat ones by their captures, trees of them leaf by leaf.

Says what is written; where it leads is for `resolve`.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from skeleton.extract.parsers import query_for
from skeleton.model import Import

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.outline import Outline
    from skeleton.extract.parsers import Matches


def read_imports(
    outline: Outline, matches: Matches, holders: list[tuple[int, int, str]]
) -> list[Import]:
    """Read the imports of a file, wherever they stand.

    Args:
        outline: Its text and its conditional blocks.
        matches: What the query found.
        holders: Start, end and name of every body: an import in one is of that function.
    """
    query = query_for(outline.language)
    starts = [start for start, _, _ in holders]
    found = []
    seen: set[int] = set()
    for pattern, captures in matches:
        settings = query.import_settings[pattern]
        statement = _statement(captures, settings)
        place = bisect_right(starts, statement.start_byte) - 1
        inside = holders[place][2] if place >= 0 and statement.end_byte <= holders[place][1] else ""
        modules = captures.get("import.module")
        if settings.get("field"):  # its parts are children of the statement itself
            modules = statement.children_by_field_name(settings["field"] or "")
        module = outline.text(modules[0].start_byte, modules[-1].end_byte) if modules else ""
        name = settings.get("name") or outline.node_text(_first(captures, "import.name"))
        if not name and settings.get("split"):
            head, _, last = module.rpartition(settings["split"] or "")
            module, name = (head, last) if head else (last, "")
        if "import.leaf" in captures:
            module, name = _along(outline, captures["import.leaf"][0], statement, settings)
        first = statement.start_byte not in seen
        seen.add(statement.start_byte)
        found.append(
            Import(
                module=settings.get("module") or module.strip("\"'`<>"),
                name=name,
                alias=settings.get("alias")
                or outline.node_text(_first(captures, "import.alias")).strip("\"'"),
                level=int(settings.get("level") or 0)
                or sum(len(node.text or b"") for node in captures.get("import.level", [])),
                line=outline.line_of(statement.start_byte),
                type_only="type_only" in settings
                or _says(settings.get("type_only_by"), statement, captures.get("import.name")),
                inside=inside,
                exported="exported" in settings
                or any(child.type == settings.get("exported_by") for child in statement.children),
                text=outline.node_shown(statement).strip() if first else "",
                branch=_branch_at(outline, statement.start_byte),
            )
        )
    return found


def _says(word: str | None, statement: Node, names: list[Node] | None) -> bool:
    """Whether a word stands in a statement, or beside the name that it imports."""
    beside = names[0].parent if names else None
    return any(
        child.type == word for node in (statement, beside) if node for child in node.children
    )


def _first(captures: dict[str, list[Node]], word: str) -> Node | None:
    nodes = captures.get(word)
    return nodes[0] if nodes else None


def _statement(captures: dict[str, list[Node]], settings: dict[str, str | None]) -> Node:
    """Return the statement of an import: captured, or named as a node around the captured leaf."""
    if "import" in captures:
        return captures["import"][0]
    node = captures["import.leaf"][0]
    while node.parent is not None and node.type != settings.get("statement"):
        node = node.parent
    return node


def _along(
    outline: Outline, leaf: Node, statement: Node, settings: dict[str, str | None]
) -> tuple[str, str]:
    """Return module and name of a leaf of an import tree: the paths around it lead to it."""
    separator = settings.get("separator") or "."
    parts = [outline.node_text(leaf)]
    node = leaf
    while node != statement and node.parent is not None:
        path = node.parent.child_by_field_name("path")
        if path is not None and path != node:
            parts.insert(0, outline.node_text(path))
        node = node.parent
    if settings.get("name"):
        return separator.join(parts), settings["name"] or ""
    if len(parts) > 1 and parts[-1] == "self":
        parts.pop()
    module, _, name = separator.join(parts).rpartition(separator)
    return (module, name) if module else (name, "")


def _branch_at(outline: Outline, byte: int) -> int:
    """Return the innermost conditional block whose lines hold a byte, by indent; -1 for none."""
    if not outline.branches:
        return -1
    line, indent = outline.line_of(byte), len(outline.indent_at(byte))
    best = -1
    for place, branch in enumerate(outline.branches):
        if branch.line <= line and len(branch.indent) < indent:
            best = place
        elif branch.line > line:
            break
    if best < 0:
        return -1
    between = outline.data[outline.line_starts[outline.branches[best].line - 1] : byte]
    width = len(outline.branches[best].indent)
    for text in between.split(b"\n")[1:]:
        if text.strip() and not text[: width + 1].isspace():
            return -1
    return best
