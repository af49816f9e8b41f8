"""Runs the `interface.scm` of any language over a syntax tree and builds the outline of a file.

A file is read container by container: the query looks at the children of the module, then at the
children of each class, namespace or conditional block it found there. Bodies of functions are never
entered, so what is local to them cannot leak. What a language adds beyond its query is done by its
own extractor (`python.py`), on the outline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.extract.comments import file_doc, package_doc
from skeleton.extract.containers import read_container
from skeleton.extract.flow.marks import NodeList
from skeleton.extract.imports import read_imports
from skeleton.extract.outline import CONTAINERS, Draft, Outline, all_drafts, qualified
from skeleton.extract.parsers import query_for
from skeleton.extract.schemas import is_rule, schema_names
from skeleton.extract.visibility import settle_visibility

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
    outline.schemas = schema_names(data, language)
    holders_inside = [node for node in inside.holders if not is_rule(node, outline.schemas)]
    outline.cuts = _inner_bodies(holders_inside, data, language)
    read_container(outline, root, None, -1, whole=True)
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
