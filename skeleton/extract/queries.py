"""Runs the `interface.scm` of any language over a syntax tree and builds the outline of a file.

A file is read container by container: the query looks at the children of the module, then at the
children of each class, namespace or conditional block it found there. Bodies of functions are never
entered, so what is local to them cannot leak. What a language adds beyond its query is done by its
own extractor (`python.py`), on the outline.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.extract.comments import comment_above, file_doc, package_doc
from skeleton.extract.flow.marks import NodeList
from skeleton.extract.imports import read_imports
from skeleton.extract.outline import (
    CALLABLE,
    CONTAINERS,
    LISTED,
    TYPES,
    Draft,
    Outline,
    all_drafts,
    qualified,
)
from skeleton.extract.parsers import query_for
from skeleton.extract.placing import inner_indent, is_deeper, name_of, only_remarks, place
from skeleton.extract.visibility import settle_visibility
from skeleton.model import (
    Branch,
    Docstring,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.model import Language


_HOOK = ("=>", ";")  # what stands around the body of a property hook that is an expression


def read_outline(root: Node, data: bytes, language: Language) -> Outline:
    """Read definitions, conditional blocks and imports; bodies of functions are not entered."""
    outline = Outline(data, language)
    outline.seen = data[: root.start_byte] + (root.text or b"")
    inside = query_for(language).inside(root)
    outline.marks = NodeList(inside.marks)
    outline.cuts = _inner_bodies(inside.holders, data, language)
    _read_container(outline, root, None, -1, whole=True)
    outline.drafts = _with_receivers(outline, outline.drafts)
    holders = [
        (draft.body.start_byte, draft.body.end_byte, qualified(draft))
        for draft in all_drafts(outline.drafts)
        if draft.body is not None
    ]
    outline.imports = read_imports(outline, inside.imports, holders)
    _mark_exports(outline)
    _take_clause(outline)
    if outline.module_doc is None:
        outline.module_doc = file_doc(outline, root)
    settle_visibility(outline.drafts, language.visibility, data)
    return outline


def _take_clause(outline: Outline) -> None:
    """Take the clause that names the package out of the definitions: it is no symbol.

    Scala writes `package a` and `package b` below one another. Lines about the file stand before
    it, or for themselves.
    """
    lines, end = list(outline.notes), -1
    for draft in [
        one for one in outline.drafts if one.kind == "module" and "members" not in one.captures
    ]:
        outline.drafts.remove(draft)
        if end < 0 or not outline.data[end : draft.start].strip():
            lines += [*draft.decorators, draft.head]
            outline.module_doc = outline.module_doc or package_doc(draft.docstring)
            end = draft.end
    outline.package = "\n".join(lines)


def _inner_bodies(nodes: list[Node], data: bytes, language: Language) -> list[tuple[int, int, str]]:
    """Return the bodies that no value, default or decorator shows, outermost only, in order."""
    found: list[tuple[int, int, str]] = []
    for node in nodes:
        body = node.child_by_field_name("body")
        if body is None:
            blocks = [one for one in (node, *node.children) if _is_block(one, data)]
            if blocks and not blocks[0].is_named:  # Swift: `get { body }`
                found.append((blocks[0].start_byte, node.end_byte, "{}"))
            elif blocks and blocks[0].end_byte - blocks[0].start_byte > 12:
                found.append((blocks[0].start_byte, blocks[0].end_byte, "{}"))
            elif "indented" in node.type:  # a block without braces
                end = node.start_byte + len((node.text or b"").rstrip())
                found.append((node.start_byte, end, language.elision.lstrip("= ")))
        elif body is not None and body.type not in language.inner_bodies:
            # of `a => b => ...` only the innermost body is left out
            start, end = body.start_byte, body.end_byte
            before, after = body.prev_sibling, body.next_sibling
            if data.startswith(b"=>", start) and after is not None:
                end = after.end_byte
            elif before is not None and after is not None and (before.type, after.type) == _HOOK:
                start, end = before.start_byte, after.end_byte
            block = data.startswith((b"{", b"do"), start)
            block = block or data.startswith((b"{", b"do"), node.start_byte)  # Ruby: `{ |a| body }`
            left = "{}" if block else language.elision
            closing = data[end : node.end_byte].strip()
            if closing.isalpha() and left.endswith(closing.decode()):  # Lua: `function() body end`
                start, end, left = len(data[:start].rstrip()), node.end_byte, f" {left.lstrip()}"
            found.append((start, end, left))
    outermost: list[tuple[int, int, str]] = []
    for cut in sorted(found):
        if not outermost or cut[0] >= outermost[-1][1]:
            outermost.append(cut)
    return outermost


def _is_block(node: Node, data: bytes) -> bool:
    return data.startswith(b"{", node.start_byte)


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
        owners = [draft.receiver] if draft.receiver else draft.name.split(", ")
        bound = {name.split(".")[0] for name in owners} | {draft.name}
        draft.exported = draft.exported or not names.isdisjoint(bound)
    starts = {outline.line_of(draft.start) for draft in outline.drafts}
    outline.imports = [
        replace(one, text="") if one in local and one.line in starts else one
        for one in outline.imports
    ]


def _read_container(
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
        kind = query.definition(pattern, captures)
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
            place(outline, draft)
            members.append(draft)
    for node in docs:
        _attach_doc(outline, node, owner, members, container)
    for captures, settings in sorted(
        branches.values(), key=lambda said: said[0]["branch"][0].start_byte
    ):
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
            opened = outline.branches[draft.branch]
            if draft.section and opened.body_indent == opened.indent:
                outline.branches[draft.branch] = replace(opened, body_indent=draft.indent)
    if whole:
        members.sort(key=lambda draft: draft.start)
        _mark_overloads(members)
    for draft in known.values():
        inside = draft.first("members")
        if inside is not None:
            _read_container(outline, inside, draft, draft.branch, whole=True)


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
            names = {name_of(outline, node) for node in captures["name"]}
            for draft in drafts:
                if (
                    draft.name in names
                    or name_of(outline, draft.captures.get("name", [draft.node])[0]) in names
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
                    if after and only_remarks(node, after[0].node):
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
        body_indent=indent if body == node else inner_indent(outline, head_end, body, indent),
        close=outline.node_text(close[0]) if close else "",
    )
    place = len(outline.branches)
    outline.branches.append(branch)
    _read_container(outline, body, owner, place, section)
    inside = [d for d in (owner.members if owner else outline.drafts) if d.branch == place]
    inside.sort(key=lambda draft: draft.start)
    if inside and (body == node or is_deeper(inside[0].indent, indent)):
        outline.branches[place] = replace(branch, body_indent=inside[0].indent)
    if len(inside) == 1 and inside[0].docstring is None:
        inside[0].docstring = comment_above(outline, node.start_byte)[1]


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
