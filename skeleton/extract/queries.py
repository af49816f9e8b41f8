"""Runs the `interface.scm` of any language over a syntax tree and builds the outline of a file.

A file is read container by container: the query looks at the children of the module, then at the
children of each class, namespace or conditional block it found there. Bodies of functions are never
entered, so what is local to them cannot leak. What a language adds beyond its query is done by its
own extractor (`python.py`), on the outline.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.extract.comments import comment_above, file_doc, package_doc
from skeleton.extract.flow import read_body
from skeleton.extract.imports import read_imports
from skeleton.extract.parameters import read_parameters
from skeleton.extract.parsers import find_nodes, query_for
from skeleton.extract.visibility import settle_visibility
from skeleton.model import (
    Branch,
    Docstring,
    Import,
    Signature,
    Span,
    Symbol,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skeleton.model import Language, Visibility

# Captures of which a definition may have several; of others that of the latest pattern holds.
LISTED = frozenset(
    {"base", "declarator", "decorator", "name", "nature", "parameters", "visibility"}
)
CALLABLE = frozenset({"function", "method", "constructor", "operator", "property"})
TYPES = frozenset({"class", "enum", "interface", "struct"})
CONTAINERS = TYPES | {"module", "namespace"}


@dataclass(slots=True)
class Draft:
    """A definition under construction, still with its nodes."""

    kind: str
    node: Node
    captures: dict[str, list[Node]]
    settings: dict[str, str | None]
    branch: int
    owner: Draft | None = None
    outer: Node | None = None  # the outermost statement around it: `export`, `declare`
    pattern: int = 0  # the last one that matched: its word for the kind wins
    said: dict[str, int] = field(default_factory=dict)  # the pattern that each capture comes from
    name: str = ""
    start: int = 0  # byte of the first decorator or of the head
    head_start: int = 0
    head_end: int = 0
    end: int = 0
    head: str = ""
    indent: str = ""
    body_indent: str = ""
    elision: str = ""
    close: str = ""
    ending: str = ""
    body: Node | None = None
    decorators: list[str] = field(default_factory=list)
    nature: list[str] = field(default_factory=list)
    visibility: Visibility = "public"
    section: str = ""  # what the section of its container says, such as `private:`
    receiver: str = ""  # the type that it is a method of, where it stands beside that type
    exported: bool = False
    docstring: Docstring | None = None
    comment: str = ""
    signature: Signature | None = None
    bases: tuple[str, ...] = ()
    members: list[Draft] = field(default_factory=list)

    def first(self, word: str) -> Node | None:
        """Return the first node captured under a word."""
        nodes = self.captures.get(word)
        return nodes[0] if nodes else None


@dataclass(slots=True)
class Outline:
    """What was read of one file, before the symbols are made."""

    data: bytes
    language: Language
    drafts: list[Draft] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    module_doc: Docstring | None = None
    exports: tuple[str, ...] | None = None
    exports_text: str = ""
    lazy_exports: tuple[tuple[str, str], ...] = ()
    package: str = ""  # the clause that names what all names begin with
    notes: list[str] = field(
        default_factory=list
    )  # lines about the file, shown with what names its package
    seen: bytes = b""  # what the parser saw: some words may be blanks
    line_starts: list[int] = field(default_factory=list)
    groups: dict[int, int] = field(
        default_factory=dict
    )  # of branches, by the start of their statement
    cuts: list[tuple[int, int, str]] = field(
        default_factory=list
    )  # bodies inside values and defaults

    def text(self, start: int, end: int) -> str:
        """Return a piece of the file."""
        return self.data[start:end].decode("utf-8", "replace")

    def node_text(self, node: Node | None) -> str:
        """Return the piece of the file that a node covers; empty for no node."""
        return self.text(node.start_byte, node.end_byte) if node is not None else ""

    def shown(self, start: int, end: int) -> str:
        """Return a piece of the file without the bodies of functions inside it."""
        parts: list[str] = []
        for cut_start, cut_end, left in self.cuts[bisect_left(self.cuts, (start, start, "")) :]:
            if cut_end > end:
                break
            parts += [self.text(start, cut_start), left]
            start = cut_end
        return "".join([*parts, self.text(start, end)])

    def node_shown(self, node: Node | None) -> str:
        """Return what a node covers, without the bodies of functions in it; empty for no node."""
        return self.shown(node.start_byte, node.end_byte) if node is not None else ""

    def line_start(self, byte: int) -> int:
        """Return the byte at which the line of `byte` starts."""
        return self.data.rfind(b"\n", 0, byte) + 1

    def line_end(self, byte: int) -> int:
        """Return the byte at which the line of `byte` ends, its line feed excluded."""
        found = self.data.find(b"\n", byte)
        return len(self.data) if found < 0 else found

    def line_of(self, byte: int) -> int:
        """Return the line, from 1, that holds a byte."""
        if not self.line_starts:
            self.line_starts = [0] + [found.end() for found in re.finditer(b"\n", self.data)]
        return bisect_right(self.line_starts, byte)

    def span(self, start: int, end: int) -> Span:
        """Return the span of a piece of the file."""
        return Span(self.line_of(start), self.line_of(max(start, end - 1)), start, end)

    def indent_at(self, byte: int) -> str:
        """Return the white space that begins the line of a byte, up to that byte."""
        before = self.text(self.line_start(byte), byte)
        return before if before.isspace() else before[: len(before) - len(before.lstrip())]


def read_outline(root: Node, data: bytes, language: Language) -> Outline:
    """Read definitions, conditional blocks and imports; bodies of functions are not entered."""
    outline = Outline(data, language)
    outline.seen = data[: root.start_byte] + (root.text or b"")
    outline.cuts = _inner_bodies(root, data, language)
    _read_container(outline, root, None, -1)
    outline.drafts = _with_receivers(outline, outline.drafts)
    holders = [
        (draft.body.start_byte, draft.body.end_byte, _qualified(draft))
        for draft in all_drafts(outline.drafts)
        if draft.body is not None
    ]
    outline.imports = read_imports(outline, root, holders)
    _mark_exports(outline)
    _take_clause(outline)
    if outline.module_doc is None:
        outline.module_doc = file_doc(outline, root)
    settle_visibility(outline.drafts, language.visibility, data)
    return outline


def _take_clause(outline: Outline) -> None:
    """Take the clause that names the package out of the definitions: it is no symbol."""
    for draft in [
        one for one in outline.drafts if one.kind == "module" and "members" not in one.captures
    ]:
        outline.drafts.remove(draft)
        if not outline.package:
            outline.package = "\n".join([*outline.notes, *draft.decorators, draft.head])
            outline.module_doc = outline.module_doc or package_doc(draft.docstring)


def _inner_bodies(root: Node, data: bytes, language: Language) -> list[tuple[int, int, str]]:
    """Return the bodies that no value, default or decorator shows, outermost only, in order."""
    found: list[tuple[int, int, str]] = []
    for node in find_nodes(root, language, language.inner_bodies):
        body = node.child_by_field_name("body")
        if body is None and data[node.start_byte : node.start_byte + 1] == b"{":
            if node.end_byte - node.start_byte > 12:
                found.append((node.start_byte, node.end_byte, "{}"))
        elif body is not None and body.type not in language.inner_bodies:
            # of `a => b => ...` only the innermost body is left out
            start, end = body.start_byte, body.end_byte
            if data.startswith(b"=>", start) and body.next_sibling is not None:
                end = body.next_sibling.end_byte
            block = data.startswith((b"{", b"do"), start)
            found.append((start, end, "{}" if block else language.elision))
    outermost: list[tuple[int, int, str]] = []
    for cut in sorted(found):
        if not outermost or cut[0] >= outermost[-1][1]:
            outermost.append(cut)
    return outermost


def _mark_exports(outline: Outline) -> None:
    """Mark what a list of the file itself exports: `export { a as b }`, `module.exports = { a }`.

    Properties of what is exported are exported too. Where a language exports by statements, a
    file without any, and without imports, is a script: all its names are global.
    """
    local = [one for one in outline.imports if one.exported and not (one.module or one.level)]
    names = {one.name for one in local}
    script = outline.language.visibility == "export" and not outline.imports
    script = script and not any(draft.exported for draft in outline.drafts)
    names |= {draft.name for draft in outline.drafts if draft.exported or script}
    for draft in outline.drafts:
        bound = {name.split(".")[0] for name in draft.name.split(", ")} | {draft.name}
        draft.exported = draft.exported or not names.isdisjoint(bound)
    starts = {outline.line_of(draft.start) for draft in outline.drafts}
    outline.imports = [
        replace(one, text="") if one in local and one.line in starts else one
        for one in outline.imports
    ]


def all_drafts(drafts: Iterable[Draft]) -> list[Draft]:
    """Return drafts and their members, owners first, in source order."""
    found: list[Draft] = []
    waiting = list(reversed(list(drafts)))
    while waiting:
        draft = waiting.pop()
        found.append(draft)
        waiting.extend(reversed(draft.members))
    return found


def _read_container(
    outline: Outline,
    container: Node,
    owner: Draft | None,
    branch: int,
    section: str = "",
    wrapper: Draft | None = None,
) -> None:
    query = query_for(outline.language)
    members = owner.members if owner else outline.drafts
    known: dict[tuple[int, int, str], Draft] = {}
    branches: dict[tuple[int, int, str], tuple[dict[str, list[Node]], dict[str, str | None]]] = {}
    loose: list[dict[str, list[Node]]] = []
    flat: list[Node] = []
    docs: list[Node] = []
    for pattern, captures in query.structure(container):
        settings = query.settings[pattern]
        if wrapper is not None and any(container in nodes for nodes in captures.values()):
            continue  # the wrapper itself, seen from inside
        if "wrapper" in captures:
            inner = _wrapped(captures, settings, branch, wrapper)
            _read_container(outline, captures["wrapper"][0], owner, branch, section, inner)
            continue
        if "branch" in captures:
            node = captures["branch"][0]
            if "flat" in settings:
                flat.append(node)
            elif node != container:
                said = branches.setdefault((node.start_byte, node.end_byte, node.type), ({}, {}))
                said[0].update(captures)
                said[1].update(settings)
            continue
        kind = next((word for word in captures if word.startswith("definition.")), None)
        if kind is None:
            if "doc" in captures:
                docs.append(captures["doc"][0])
            else:
                loose.append(captures)
            continue
        node = captures[kind][0]
        if node == container:
            continue
        key = (node.start_byte, node.end_byte, node.type)
        if key in known:
            _join(known[key], pattern, kind, captures, settings)
        else:
            known[key] = Draft(
                kind.removeprefix("definition."),
                node,
                dict(captures),
                dict(settings),
                branch,
                owner,
            )
            known[key].section = section
            known[key].pattern = pattern
            known[key].said = dict.fromkeys(captures, pattern)
    if owner is None or owner.kind in ("namespace", "module"):
        _read_past_error(outline, container, owner, branch, section)
    sections = _attach_loose(outline, loose, list(known.values()), branch, section)
    sections += _flat_branches(outline, flat, branch, section)
    for draft in known.values():
        if wrapper is not None:
            draft.outer = wrapper.node
            draft.settings = wrapper.settings | draft.settings
            for word, nodes in wrapper.captures.items():
                draft.captures[word] = nodes + draft.captures.get(word, [])
        if (
            draft.kind == "function"
            and owner is not None
            and owner.kind in TYPES
            and outline.language.extractor == "queries"
        ):
            draft.kind = "method"
        if (
            draft.kind == "variable"
            and owner is not None
            and owner.kind in TYPES
            and outline.language.extractor == "queries"
        ):
            draft.kind = "field"
        if "omit" not in draft.settings or "exported" in draft.settings:
            _place(outline, draft)
            members.append(draft)
    for node in docs:
        _attach_doc(outline, node, owner, members, container)
    for captures, settings in branches.values():
        before = [
            (text, place)
            for start, text, place in sections
            if start < captures["branch"][0].start_byte
        ]
        _read_branch(
            outline, captures, settings, owner, *(before[-1] if before else (section, branch))
        )
    for draft in members if sections else ():
        above = [(text, place) for start, text, place in sections if start < draft.start]
        if above and draft.branch == branch:
            draft.section, draft.branch = above[-1]
    members.sort(key=lambda draft: draft.start)
    _mark_overloads(members)
    for draft in known.values():
        inside = draft.first("members")
        if inside is not None:
            _read_container(outline, inside, draft, draft.branch)


def _read_past_error(
    outline: Outline, container: Node, owner: Draft | None, branch: int, section: str
) -> None:
    """Read definitions that begin a line inside what could not be read; the rest may be local."""
    members = owner.members if owner else outline.drafts
    for child in container.children:
        if child.is_error and child.named_child_count > 1:
            known = {id(draft) for draft in members}
            _read_container(outline, child, owner, branch, section)
            members[:] = [draft for draft in members if id(draft) in known or not draft.indent]


def _wrapped(
    captures: dict[str, list[Node]],
    settings: dict[str, str | None],
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
    captures: dict[str, list[Node]],
    settings: dict[str, str | None],
) -> None:
    """Add what another pattern says of a definition: the later pattern wins."""
    later = pattern >= draft.pattern
    if later:
        draft.kind, draft.pattern = kind.removeprefix("definition."), pattern
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


def _attach_loose(
    outline: Outline,
    loose: list[dict[str, list[Node]]],
    drafts: list[Draft],
    branch: int,
    section: str,
) -> list[tuple[int, str, int]]:
    """Give what was captured without a definition to the definition it stands in or belongs to.

    A decorator that stands before a definition belongs to it. A visibility that stands for itself
    (`private:`) opens a section, which is kept as a branch.

    Returns:
        Start, text and place among the branches of each section, in source order.
    """
    sections: list[tuple[int, str, int]] = []
    for captures in loose:
        if "visibility" in captures and "name" in captures:  # `private :helper`
            names = {_name(outline, node) for node in captures["name"]}
            for draft in drafts:
                if (
                    draft.name in names
                    or _name(outline, draft.captures.get("name", [draft.node])[0]) in names
                ):
                    draft.captures["visibility"] = captures["visibility"]
            continue
        for word, nodes in captures.items():
            for node in nodes:
                around = [
                    d
                    for d in drafts
                    if d.node.start_byte <= node.start_byte < node.end_byte <= d.node.end_byte
                ]
                if around:
                    around[-1].captures.setdefault(word, []).append(node)
                elif word == "continued":  # a text that begins on the last line of a definition
                    for draft in drafts:
                        if (
                            b"\n" not in outline.data[draft.node.end_byte : node.start_byte]
                            and draft.node.end_byte <= node.start_byte
                        ):
                            draft.captures["continued"] = [node]
                elif word == "comment":  # a line about the whole file: under which tags it is built
                    outline.notes.append(outline.node_text(node))
                elif word == "decorator":
                    after = [d for d in drafts if d.node.start_byte >= node.end_byte]
                    if after and _only_remarks(node, after[0].node):
                        after[0].captures.setdefault(word, []).append(node)
                elif word == "visibility":
                    sections.append(_open_section(outline, node, branch))
    return sections


def _flat_branches(
    outline: Outline, nodes: list[Node], branch: int, section: str
) -> list[tuple[int, str, int]]:
    """Read conditional blocks whose lines stand beside what they hold: `#if`, `#else`, `#endif`.

    Returns:
        Where each begins to hold, and its place among the branches; behind an end, that around it.
    """
    found: list[tuple[int, str, int]] = []
    around = [branch]
    for node in sorted(nodes, key=lambda node: node.start_byte):
        text, line = outline.node_text(node).strip(), outline.line_of(node.start_byte)
        if text.startswith("#if"):
            place = len(outline.branches)
            outline.branches.append(Branch(text, place, around[-1], line, close="#endif"))
            around.append(place)
        elif text.startswith("#else") and len(around) > 1:
            place = len(outline.branches)
            before = outline.branches[around.pop()]
            outline.branches.append(Branch(text, before.group, before.parent, line, close="#endif"))
            around.append(place)
        elif text.startswith("#end") and len(around) > 1:
            around.pop()
        found.append((node.end_byte, section, around[-1]))
    return found


def _only_remarks(decorator: Node, definition: Node) -> bool:
    """Whether only comments and decorators stand between a decorator and what follows it."""
    node = decorator.next_named_sibling
    while node is not None and node.end_byte <= definition.start_byte:
        if "comment" not in node.type and node.type != decorator.type:
            return False
        node = node.next_named_sibling
    return True


def _open_section(outline: Outline, node: Node, parent: int) -> tuple[int, str, int]:
    end = node.end_byte
    if outline.data[end : outline.line_end(end)].lstrip().startswith(b":"):
        end = outline.data.index(b":", end) + 1
    text = outline.text(node.start_byte, end)
    indent = outline.indent_at(node.start_byte)
    place = len(outline.branches)
    outline.branches.append(
        Branch(
            text,
            group=place,
            parent=parent,
            line=outline.line_of(node.start_byte),
            indent=indent,
            body_indent=indent,
        )
    )
    return node.start_byte, text, place


def _read_branch(
    outline: Outline,
    captures: dict[str, list[Node]],
    settings: dict[str, str | None],
    owner: Draft | None,
    section: str,
    parent: int,
) -> None:
    """Read the definitions of one conditional block; the block is kept only if it has any."""
    node = captures["branch"][0]
    body = captures.get("branch.body", [node])[0]
    if "unconditional" in settings:
        _read_container(outline, body, owner, parent, section)
        return
    group = len(outline.branches)
    if (
        "alternative" in settings and parent >= 0
    ):  # stands inside the branch it is an alternative to
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
        body_indent=indent if body == node else _inner_indent(outline, head_end, body, indent),
        close=outline.node_text(close[0]) if close else "",
    )
    place = len(outline.branches)
    outline.branches.append(branch)
    _read_container(outline, body, owner, place, section)
    inside = [d for d in (owner.members if owner else outline.drafts) if d.branch == place]
    if body == node and inside:  # nothing says where its lines begin but what stands in it
        outline.branches[place] = replace(branch, body_indent=inside[0].indent)
    if len(inside) == 1 and inside[0].docstring is None:
        inside[0].docstring = comment_above(outline, node.start_byte)[1]


def _inner_indent(outline: Outline, head_end: int, body: Node, indent: str) -> str:
    """Return the indent of what stands inside; four more blanks on the line of its head."""
    start = body.start_byte
    if outline.data[start : start + 1] == b"{":
        if not body.named_child_count:
            return indent + "    "
        start = body.named_children[0].start_byte
    if b"\n" not in outline.data[head_end:start]:
        return indent + "    "
    return outline.indent_at(start)


def _place(outline: Outline, draft: Draft) -> None:
    """Find where the shown text of a definition starts and ends."""
    signature = draft.first("signature") or draft.outer or draft.node
    decorators = sorted(draft.captures.get("decorator", []), key=lambda node: node.start_byte)
    body, inside = draft.first("body"), draft.first("members")
    draft.head_start = signature.start_byte
    if decorators and decorators[0].start_byte == signature.start_byte:
        draft.head_start, decorators = _after_decorators(
            outline, draft.outer or draft.node, decorators
        )
    decorators = [node for node in decorators if node.end_byte <= draft.head_start]
    draft.start = min([draft.head_start, *(node.start_byte for node in decorators)])
    draft.end = max(signature.end_byte, draft.node.end_byte)
    stop = draft.first("signature.end")
    cut = body or inside
    if stop is not None:
        draft.head_end = stop.end_byte
    elif cut is not None:
        draft.head_end = cut.start_byte
        while (
            cut.prev_sibling is not None
            and "comment" in cut.prev_sibling.type
            and cut.prev_sibling.start_byte > draft.head_start
        ):
            cut = cut.prev_sibling
            draft.head_end = min(draft.head_end, cut.start_byte)
    else:
        continued = draft.first("continued")
        draft.end = continued.end_byte if continued is not None else draft.end
        draft.head_end = draft.end
    if body is not None:
        said = draft.settings.get("elision")
        draft.elision = outline.language.elision if said is None else said
    if draft.settings.get("tail"):
        draft.end = _with_tail(outline, draft)
        if cut is None:
            draft.head_end = draft.end
        elif body is not None:
            draft.elision += "".join(outline.text(body.end_byte, draft.end).split())
    while (
        draft.head_end > draft.head_start
        and outline.seen[draft.head_end - 1 : draft.head_end].isspace()
    ):
        draft.head_end -= 1
    draft.head = outline.shown(draft.head_start, draft.head_end).rstrip()
    if outline.seen[draft.head_end - 1 : draft.head_end] == b";" and not draft.head.endswith(";"):
        draft.elision = ";"  # one head of several for the same body
    if body is not None:
        draft.head = draft.head.rstrip("\\ ")  # a macro that goes on on the next line
        draft.head = re.sub(r"\s+=\Z", "", draft.head)  # `=` before a body that is an expression
    if cut is not None and outline.language.comment != "#":
        draft.head = re.sub(r"(?:\n[ \t]*#[^\n]*)+\Z", "", draft.head)  # directives before the body
    draft.indent = outline.indent_at(draft.head_start)
    draft.decorators = [outline.node_shown(node) for node in decorators]
    draft.body = body
    draft.ending = draft.settings.get("ending") or ""
    if cut is not None:
        draft.body_indent = _inner_indent(outline, draft.head_end, cut, draft.indent)
    if inside is not None and outline.data[inside.start_byte : inside.start_byte + 1] == b"{":
        draft.head += "{" if draft.head.endswith("(") else " {"
        draft.close = outline.shown(inside.end_byte - 1, draft.end)
    elif inside is not None and outline.data[inside.start_byte : inside.start_byte + 1] == b":":
        draft.head += ":"
    close = draft.first("close")
    if close is not None:
        draft.close = outline.text(close.start_byte, draft.end)
    elif draft.settings.get("close"):
        draft.close = draft.settings["close"] or ""
    if "declarator" in draft.captures:
        _read_declarators(outline, draft)
    draft.name = ", ".join(_name(outline, node) for node in draft.captures.get("name", []))
    draft.name = draft.name or draft.settings.get("name") or ""
    draft.exported = draft.settings.get("exported") is not None
    draft.nature = [outline.node_text(node) for node in draft.captures.get("nature", [])]
    draft.nature += (draft.settings.get("nature") or "").split()
    draft.receiver = outline.node_text(draft.first("receiver")).split("<")[0]
    draft.bases = tuple(outline.node_text(node) for node in draft.captures.get("base", []))
    draft.comment, draft.docstring = comment_above(outline, draft.start)
    if draft.docstring is None and draft.start != draft.head_start:
        below = comment_above(outline, draft.head_start)
        draft.comment, draft.docstring = (draft.comment or below[0], below[1])
    if outline.language.extractor == "queries":
        read_signature(outline, draft)


def read_signature(outline: Outline, draft: Draft) -> None:
    """Read the parts of a head from the tree."""
    type_parameters = draft.first("type_parameters")
    if "parameters" in draft.captures or type_parameters is not None:
        draft.signature = Signature(
            parameters=tuple(
                one
                for node in draft.captures.get("parameters", [])
                for one in read_parameters(outline, node)
            ),
            returns=outline.node_text(draft.first("returns")).lstrip(": ") or None,
            type_parameters=outline.node_text(type_parameters) or None,
        )


def _read_declarators(outline: Outline, draft: Draft) -> None:
    """Find names inside declarators, as C nests them: `(*name[2])(int)`; some are functions."""
    names: list[Node] = []
    for node in draft.captures["declarator"]:
        leaf, around = node, node
        while True:
            inner = leaf.child_by_field_name("declarator")
            if inner is None and "declarator" in leaf.type and leaf.named_children:
                inner = leaf.named_children[-1]
            if inner is None or leaf.type == "operator_cast":
                break
            leaf, around = inner, leaf
        parameters = around.child_by_field_name("parameters")
        if draft.kind in ("variable", "field", "function", "method") and parameters is not None:
            draft.kind = (
                "method" if draft.owner is not None and draft.owner.kind in TYPES else "function"
            )
            draft.captures.setdefault("parameters", [parameters])
            draft.captures.pop("value", None)  # `= 0`
        while (
            leaf.child_by_field_name("scope") is not None
            and leaf.child_by_field_name("name") is not None
        ):
            draft.captures["receiver"] = leaf.children_by_field_name("scope")
            leaf = leaf.children_by_field_name("name")[0]
        if leaf.end_byte > leaf.start_byte:
            names.append(leaf)
        if (
            draft.kind == "method"
            and draft.owner is not None
            and outline.node_text(leaf) == draft.owner.name
        ):
            draft.kind = "constructor"
    if not draft.captures.get("name"):
        draft.captures["name"] = names


def _after_decorators(
    outline: Outline, node: Node, decorators: list[Node]
) -> tuple[int, list[Node]]:
    """Return where the head starts behind the decorators that lead it, and which those are."""
    if node.start_byte >= decorators[-1].end_byte:
        return node.start_byte, decorators
    leading: list[Node] = []
    place = node.start_byte
    for decorator in decorators:
        if decorator.start_byte != place:
            break
        leading.append(decorator)
        gap = _GAP.match(outline.data, decorator.end_byte)
        place = gap.end() if gap else decorator.end_byte
    return place, leading


_GAP = re.compile(rb"(?:\s+|//[^\n]*\n|/\*.*?\*/)*", re.DOTALL)


def _with_tail(outline: Outline, draft: Draft) -> int:
    """Return the end of a definition with the punctuation of the list it stands in."""
    marks = re.escape((draft.settings["tail"] or "").encode())
    found = re.compile(rb"(?:\s*[" + marks + rb"])+").match(outline.data, draft.end)
    return found.end() if found else draft.end


def _name(outline: Outline, node: Node) -> str:
    text = outline.node_text(node)
    if "symbol" in node.type:
        return text.lstrip(":")
    if node.type == "operator_cast":
        return text.partition("(")[0].strip()
    return text.strip("\"'`") if "string" in node.type else text


def _attach_doc(
    outline: Outline, node: Node, owner: Draft | None, members: list[Draft], container: Node
) -> None:
    """Give a documentation node to the definition that ends right above it, or to the file."""
    doc = Docstring(text=outline.node_text(node), span=outline.span(node.start_byte, node.end_byte))
    before = [draft for draft in members if draft.node.end_byte <= node.start_byte]
    above = max(before, key=lambda draft: draft.node.end_byte, default=None)
    if above is not None and above.kind not in CALLABLE | CONTAINERS and above.docstring is None:
        between = outline.data[above.node.end_byte : node.start_byte]
        if between.count(b"\n") == 1:
            above.docstring = doc
    elif owner is None and not before and outline.module_doc is None and container.parent is None:
        first = container.named_children
        lead = next((child for child in first if child.type != "comment"), None)
        if lead is None or lead.start_byte >= node.start_byte:
            outline.module_doc = doc


def _with_receivers(outline: Outline, drafts: list[Draft]) -> list[Draft]:
    """Move methods that stand beside their type under it; one declared there gets the body."""
    types = {draft.name: draft for draft in drafts if draft.kind in CONTAINERS | {"type_alias"}}
    kept = []
    for draft in drafts:
        if draft.kind in ("namespace", "module"):
            draft.members = _with_receivers(outline, draft.members)
        owner = types.get(draft.receiver)
        if owner is None or (
            owner.branch != draft.branch and outline.branches[owner.branch].close == ")"
        ):
            kept.append(draft)
            continue
        declared = next((one for one in owner.members if _declares(one, draft)), None)
        if declared is None:
            draft.owner = owner
            owner.members.append(draft)
        else:
            declared.body, declared.elision = draft.body, draft.elision
            declared.head = declared.head.rstrip("; ")
    return kept


def _declares(member: Draft, draft: Draft) -> bool:
    """Whether a member is the declaration of a definition that stands elsewhere in the file."""
    if member.name != draft.name or member.body is not None or draft.body is None:
        return False
    given, wanted = member.signature, draft.signature
    return (
        given is not None and wanted is not None and len(given.parameters) == len(wanted.parameters)
    )


def _qualified(draft: Draft) -> str:
    if draft.owner:
        return f"{_qualified(draft.owner)}.{draft.name}"
    return f"{draft.receiver}.{draft.name}" if draft.receiver else draft.name


def make_symbols(outline: Outline, declare_public: bool = True) -> tuple[Symbol, ...]:
    """Turn drafts into symbols: number them, and read the evidence in their bodies."""
    counter = iter(range(len(outline.data) + 1))
    return tuple(
        symbol for draft in outline.drafts for symbol in _make(outline, draft, "", counter)
    )


def _make(outline: Outline, draft: Draft, owner: str, counter: Iterable[int]) -> list[Symbol]:
    """Make the symbol of a draft; a statement that binds several names gives one for each."""
    numbers = iter(counter)
    names = draft.name.split(", ") if draft.kind not in CALLABLE | CONTAINERS else [draft.name]
    prefix = owner + "." if owner else ""
    if draft.receiver and (draft.owner is None or draft.owner.kind not in TYPES | {"type_alias"}):
        prefix += draft.receiver + "."
    made = []
    for name in names:
        ordinal = next(numbers)
        members = tuple(
            symbol
            for member in draft.members
            for symbol in _make(
                outline,
                member,
                owner if draft.kind in CALLABLE and owner else prefix + name,
                numbers,
            )
        )
        facts = None
        if draft.body is not None and draft.kind in CALLABLE:
            parameters = draft.signature.parameters if draft.signature else ()
            facts = read_body(draft.body, outline.language, tuple(one.name for one in parameters))
        value = _value(draft, name, len(names))
        made.append(
            Symbol(
                name=name,
                qualified_name=prefix + name,
                kind=draft.kind,  # type: ignore[arg-type]  # checked when the query is loaded
                ordinal=ordinal,
                span=outline.span(draft.start, draft.end),
                head=draft.head,
                line=outline.line_of(draft.head_start),
                indent=draft.indent,
                body=outline.span(draft.body.start_byte, draft.body.end_byte)
                if draft.body
                else None,
                body_indent=draft.body_indent,
                elision=draft.elision,
                close=draft.close,
                ending=draft.ending,
                signature=draft.signature,
                annotation=outline.node_text(draft.first("type")).lstrip(": ") or None,
                value=outline.node_shown(value) or None,
                value_items=_items(value),
                decorators=tuple(draft.decorators),
                bases=draft.bases,
                docstring=draft.docstring,
                comment=draft.comment,
                trailing_comment=_trailing_comment(outline, draft),
                visibility=draft.visibility,
                exported=draft.exported,
                nature=tuple(dict.fromkeys([*draft.nature, *(facts.nature if facts else ())])),
                branch=draft.branch,
                members=members,
                evidence=facts.evidence if facts else (),
                bindings=facts.bindings if facts else (),
                operations=facts.operations if facts else (),
            )
        )
    return made


def _items(value: Node | None) -> int:
    """Return how many entries a value has, as far as it is a list or a mapping."""
    while (
        value is not None
        and value.named_child_count == 1
        and value.named_children[0].named_child_count
    ):
        value = value.named_children[0]
    if value is None or "string" in value.type:
        return 0
    body = value.child_by_field_name("body")
    return (body or value).named_child_count


def _value(draft: Draft, name: str, count: int) -> Node | None:
    """Return the value of one of the names that a statement binds."""
    value = draft.first("value")
    if count == 1 or value is None:
        return value
    for node in draft.captures.get("name", []):
        if (node.text or b"").decode("utf-8", "replace") == name and node.parent is not None:
            own = node.parent.child_by_field_name("value")
            return own if own is not None or value.parent != node.parent else value
    return value


def _trailing_comment(outline: Outline, draft: Draft) -> str:
    if draft.kind in CALLABLE | CONTAINERS:
        return ""
    rest = outline.text(draft.end, outline.line_end(draft.end)).strip().lstrip(",;").strip()
    if rest.startswith("/*") and rest.endswith("*/") and rest.count("*/") == 1:
        return rest
    return rest if rest.startswith(outline.language.comment) else ""
