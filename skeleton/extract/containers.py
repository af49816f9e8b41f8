"""Reads the definitions of a container and of those in it, by the query of the language.

The query looks at the children of a container alone: what it finds there, and what holds more of
it, is read next. Conditional blocks and statements around definitions are containers too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.extract.attaching import attach_doc, attach_loose, flat_branches
from skeleton.extract.comments import comment_above
from skeleton.extract.outline import CALLABLE, LISTED, TYPES, Draft, Outline
from skeleton.extract.parsers import query_for
from skeleton.extract.placing import inner_indent, is_deeper, place
from skeleton.model import Branch, Docstring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skeleton.extract.attaching import Section

    Captures = dict[str, list[Node]]
    Settings = dict[str, str | None]


@dataclass(slots=True)
class _Matches:
    """What the patterns found among the children of one container, each node once."""

    drafts: dict[tuple[int, int, str], Draft] = field(default_factory=dict)
    branches: dict[tuple[int, int, str], tuple[Captures, Settings]] = field(default_factory=dict)
    flat: list[Node] = field(default_factory=list)  # `#if` and its kin
    loose: list[Captures] = field(default_factory=list)  # captured without a definition
    docs: list[Node] = field(default_factory=list)


def read_container(
    outline: Outline,
    container: Node,
    owner: Draft | None,
    branch: int,
    section: str = "",
    wrapper: Draft | None = None,
    *,
    whole: bool = False,
) -> None:
    """Read a block and those in it; `whole`: all of its owner, whose members are sorted then."""
    members = owner.members if owner else outline.drafts
    found = _matches(outline, container, owner, branch, section, wrapper)
    drafts = list(found.drafts.values())
    if owner is None or owner.kind in ("namespace", "module"):
        _read_past_error(outline, container, owner, branch, section)
    sections = attach_loose(outline, found.loose, drafts, branch, section)
    sections += flat_branches(outline, found.flat, branch, section)
    for draft in drafts:
        _settle(outline, draft, owner, wrapper)
        if "omit" not in draft.settings or "exported" in draft.settings:
            place(outline, draft)
            if draft.name or "patterns" not in draft.settings:  # a pattern may bind nothing
                members.append(draft)
    for node in found.docs:
        attach_doc(outline, node, owner, members, container)
    _read_branches(outline, found.branches.values(), owner, branch, section, sections)
    if sections:
        _put_in_sections(outline, members, branch, sections)
    if whole:
        members.sort(key=lambda draft: draft.start)
        _mark_overloads(members)
    for draft in drafts:
        inside = draft.first("members")
        if inside is not None:
            read_container(outline, inside, draft, draft.branch, whole=True)


def _matches(
    outline: Outline,
    container: Node,
    owner: Draft | None,
    branch: int,
    section: str,
    wrapper: Draft | None,
) -> _Matches:
    """Return what the query finds; what stands in a statement around definitions is read."""
    query = query_for(outline.language)
    found = _Matches()
    for pattern, captures in query.structure(container):
        settings = query.settings[pattern]
        if wrapper is not None and any(container in nodes for nodes in captures.values()):
            continue  # the wrapper itself, seen from inside
        if "wrapper" in captures:
            inner = _wrapped(captures, settings, branch, wrapper)
            read_container(outline, captures["wrapper"][0], owner, branch, section, inner)
            continue
        if "branch" in captures:
            node = captures["branch"][0]
            if "flat" in settings:
                found.flat.append(node)
            elif node != container:
                said = found.branches.setdefault(_key(node), ({}, {}))
                said[0].update(captures)
                said[1].update(settings)
            continue
        kind = query.definition(pattern, captures)
        if kind is None:
            if "doc" in captures:
                found.docs.append(captures["doc"][0])
            else:
                found.loose.append(captures)
            continue
        node = captures[kind][0]
        if node == container:
            continue
        key = _key(node)
        if key in found.drafts:
            _join(found.drafts[key], pattern, kind, captures, settings)
        else:
            made = Draft(
                kind.removeprefix("definition."),
                node,
                dict(captures),
                dict(settings),
                branch,
                owner,
            )
            made.section = section
            made.pattern = pattern
            made.said = dict.fromkeys(captures, pattern)
            found.drafts[key] = made
    return found


def _key(node: Node) -> tuple[int, int, str]:
    return node.start_byte, node.end_byte, node.type


def _settle(outline: Outline, draft: Draft, owner: Draft | None, wrapper: Draft | None) -> None:
    """Give a definition what a statement around it says, and the kind that its owner makes it."""
    if wrapper is not None:
        draft.outer = wrapper.node
        draft.settings = wrapper.settings | draft.settings
        for word, nodes in wrapper.captures.items():
            draft.captures[word] = nodes + draft.captures.get(word, [])
    if owner is not None and owner.kind in TYPES and outline.language.extractor == "queries":
        draft.kind = {"function": "method", "variable": "field"}.get(draft.kind, draft.kind)


def _read_branches(
    outline: Outline,
    branches: Iterable[tuple[Captures, Settings]],
    owner: Draft | None,
    branch: int,
    section: str,
    sections: list[Section],
) -> None:
    """Read conditional blocks in source order, each in the section it stands in."""
    for captures, settings in sorted(branches, key=lambda said: said[0]["branch"][0].start_byte):
        before = [
            (text, place)
            for start, text, place in sections
            if start < captures["branch"][0].start_byte
        ]
        _read_branch(
            outline, captures, settings, owner, *(before[-1] if before else (section, branch))
        )


def _put_in_sections(
    outline: Outline, members: list[Draft], branch: int, sections: list[Section]
) -> None:
    """Put definitions into the sections they stand in: `private:`, `#if`."""
    for draft in members:
        above = [(text, place) for start, text, place in sections if start < draft.start]
        if above and draft.branch == branch:
            draft.section, draft.branch = above[-1]
            opened = outline.branches[draft.branch]
            if draft.section and opened.body_indent == opened.indent:
                outline.branches[draft.branch] = replace(opened, body_indent=draft.indent)


def _read_past_error(
    outline: Outline, container: Node, owner: Draft | None, branch: int, section: str
) -> None:
    """Read definitions that begin a line inside what could not be read; the rest may be local."""
    members = owner.members if owner else outline.drafts
    for child in container.children:
        if child.is_error and child.named_child_count > 1:
            known = {id(draft) for draft in members}
            read_container(outline, child, owner, branch, section)
            members[:] = [draft for draft in members if id(draft) in known or not draft.indent]


def _wrapped(
    captures: Captures,
    settings: Settings,
    branch: int,
    outer: Draft | None,
) -> Draft:
    """Return what a statement around definitions says; the outermost one begins their heads."""
    held = {word: nodes for word, nodes in captures.items() if word != "wrapper"}
    inner = Draft("wrapper", captures["wrapper"][0], held, dict(settings), branch)
    if outer is not None:
        inner.node = outer.node
        inner.settings = outer.settings | inner.settings
        for word, nodes in outer.captures.items():
            held[word] = nodes + held.get(word, [])
    return inner


def _join(
    draft: Draft,
    pattern: int,
    kind: str,
    captures: Captures,
    settings: Settings,
) -> None:
    """Add what another pattern says of a definition: the later pattern wins.

    What is walked is not cut, and has a name of its own.
    """
    later = pattern >= draft.pattern
    if later:
        draft.kind, draft.pattern = kind.removeprefix("definition."), pattern
        if "members" in captures:
            draft.captures.pop("body", None)
        if "members" in captures and "name" in captures:
            draft.captures.pop("name", None)
    draft.settings = draft.settings | settings if later else settings | draft.settings
    for word, nodes in captures.items():
        had = draft.captures.get(word, [])
        if word in LISTED:
            draft.captures[word] = had + [other for other in nodes if other not in had]
        elif not had or pattern >= draft.said.get(word, -1):
            draft.captures[word], draft.said[word] = nodes, pattern


def _mark_overloads(members: list[Draft]) -> None:
    """Mark heads without a body that stand before another definition of the same name."""
    for draft, following in pairwise(members):
        if draft.kind in CALLABLE and draft.body is None and draft.name == following.name:
            draft.nature.append("overload")


def _read_branch(
    outline: Outline,
    captures: Captures,
    settings: Settings,
    owner: Draft | None,
    section: str,
    parent: int,
) -> None:
    """Read the definitions of one conditional block; the block is kept only if it has any."""
    node = captures["branch"][0]
    body = captures.get("branch.body", [node])[0]
    if "unconditional" in settings:
        read_container(outline, body, owner, parent, section)
        return
    group = len(outline.branches)
    if "alternative" in settings and parent >= 0:  # it stands inside what it is an alternative to
        group, parent = outline.branches[parent].group, outline.branches[parent].parent
    elif "branch.group" in captures or body != node:
        start = captures.get("branch.group", [node])[0].start_byte
        group = outline.groups.setdefault(start, group)
    head_end = (
        captures["signature.end"][0].end_byte if "signature.end" in captures else body.start_byte
    )
    close = captures.get("close")
    indent = outline.indent_at(node.start_byte)
    branch = Branch(
        text=outline.text(node.start_byte, head_end).rstrip(),
        group=group,
        parent=parent,
        line=outline.line_of(node.start_byte),
        indent=indent,
        body_indent=indent if body == node else inner_indent(outline, head_end, body, indent),
        close=outline.node_text(close[0]) if close else "",
    )
    place = len(outline.branches)
    outline.branches.append(branch)
    read_container(outline, body, owner, place, section)
    inside = [d for d in (owner.members if owner else outline.drafts) if d.branch == place]
    inside.sort(key=lambda draft: draft.start)
    if inside and (body == node or is_deeper(inside[0].indent, indent)):
        outline.branches[place] = replace(branch, body_indent=inside[0].indent)
    if "documented" in settings or len(inside) == 1:
        _document(outline, place, comment_above(outline, node.start_byte)[1], inside)


def _document(outline: Outline, place: int, doc: Docstring | None, inside: list[Draft]) -> None:
    """Give the comment above a block to what it holds: to the one definition, or to all of it."""
    if len(inside) == 1:
        inside[0].docstring = inside[0].docstring or doc
    elif doc is not None:
        outline.branches[place] = replace(outline.branches[place], doc=doc.text)
