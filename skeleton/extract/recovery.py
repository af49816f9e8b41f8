"""Reads past syntax errors: says where they are, looks for definitions that the tree lost.

A lost definition is looked for by the text (`declares` of the language), read again alone, with all
else blanked out, and kept if it has no error then; else its name is reported: nothing vanishes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.outline import all_drafts
from skeleton.extract.parsers import parse
from skeleton.extract.queries import read_outline
from skeleton.model import Diagnostic

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.outline import Outline

MAX_LOST = 200  # definitions read again one by one; more are only counted
SHOWN_NAMES = 10


def read_past_errors(outline: Outline, root: Node, path: str) -> list[Diagnostic]:
    """Add to an outline what its broken tree lost; returns what to tell about the file."""
    lines = sorted({node.start_point[0] + 1 for node in _errors(root)}) or [1]
    language = outline.language
    kept = {(draft.name, outline.line_of(draft.head_start)) for draft in all_drafts(outline.drafts)}
    lost: list[str] = []
    if language.declares:
        found = [
            match
            for match in re.finditer(language.declares.encode(), outline.data, re.MULTILINE)
            if not _in_text(root, match.end() - 1)
        ]
        places = [match.start() for match in found] + [len(outline.data)]
        _cut_swallowed(outline, [(match.start(), _named(match)) for match in found])
        blank = re.sub(rb"[^\n]", b" ", outline.data)
        for match, end in list(zip(found, places[1:], strict=True))[:MAX_LOST]:
            name = _named(match)
            if not any(
                name == known and abs(line - outline.line_of(match.start())) <= 1
                for known, line in kept
            ) and not _read_alone(outline, blank, match.start(), end, name):
                lost.append(name)
    message = f"syntax error near line {lines[0]}"
    if len(lines) > 1:
        message += f" and {len(lines) - 1} more"
    message += "; shown is what could be read"
    if lost:
        names = ", ".join(lost[:SHOWN_NAMES]) + (
            f" and {len(lost) - SHOWN_NAMES} more" if len(lost) > SHOWN_NAMES else ""
        )
        message += f", not {names}"
    return [Diagnostic(path, "warning", "syntax", message, lines[0])]


def _in_text(root: Node, byte: int) -> bool:
    """Whether a place lies in a text or a comment: what looks like a declaration there is none."""
    node = root.descendant_for_byte_range(byte, byte + 1)
    while node is not None:
        if any(word in node.type for word in ("string", "comment", "heredoc")):
            return True
        node = node.parent
    return False


def _read_alone(outline: Outline, blank: bytes, start: int, end: int, name: str) -> bool:
    """Read one definition with the rest of the file blanked out; byte positions stay true."""
    alone = blank[:start] + outline.data[start:end]
    root = parse(alone, outline.language)
    if root.has_error:
        return False
    again = read_outline(root, alone, outline.language)
    fresh = [draft for draft in again.drafts if draft.name == name]
    for draft in fresh:
        draft.branch = -1
    outline.marks = None
    starts = {draft.head_start for draft in fresh}  # what the broken tree takes the same text for
    kept = [d for d in outline.drafts if not (d.node.has_error and d.head_start in starts)]
    outline.drafts = sorted([*kept, *fresh], key=lambda draft: draft.start)
    return bool(fresh)


def _named(match: re.Match[bytes]) -> str:
    return next(group for group in match.groups() if group).decode("utf-8", "replace")


def _cut_swallowed(outline: Outline, declared: list[tuple[int, str]]) -> None:
    """Shorten a head that runs on over the next declaration: what it swallowed is not its own."""
    for draft in all_drafts(outline.drafts):
        if any(
            draft.head_start < place < draft.head_end and name != draft.name
            for place, name in declared
        ):
            draft.head_end = outline.line_end(draft.head_start)
            draft.head = outline.text(draft.head_start, draft.head_end).rstrip()
            draft.signature = None
            draft.captures.pop("parameters", None)


def _errors(root: Node) -> list[Node]:
    """Return the nodes at which reading failed; empty where the parser does not show them."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            found.append(node)
        elif node.has_error:
            waiting.extend(node.children)
    return found
