"""Runs the `interface.scm` of any language over a syntax tree and builds the outline of a file.

A file is read container by container: the query looks at the children of the module, then at the children of each
class, namespace or conditional block it found there. Bodies of functions are never entered, so what is local to them
cannot leak. What a language adds beyond its query is done by its own extractor (`python.py`), on the outline.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skeleton.extract.flow import read_body
from skeleton.extract.parsers import query_for
from skeleton.model import (
    Branch,
    Docstring,
    Import,
    Parameter,
    ParameterKind,
    Signature,
    Span,
    Symbol,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skeleton.model import Language, Visibility

# What begins a comment that documents; "" = any comment directly above.
DOC_MARKS = {
    "docstring": (),
    "godoc": ("//", "/*"),
    "jsdoc": ("/**",),
    "javadoc": ("/**", "///"),
    "kdoc": ("/**",),
    "phpdoc": ("/**",),
    "scaladoc": ("/**",),
    "rustdoc": ("///", "/**", "//!", "/*!"),
    "xmldoc": ("///", "/**"),
    "swiftdoc": ("///", "/**"),
    "doxygen": ("/", "//", "/*"),
    "yard": ("#",),
    "comment": ("//", "/*", "#", "--"),
}
CALLABLE = frozenset({"function", "method", "constructor", "operator", "property"})
CONTAINERS = frozenset({"class", "enum", "interface", "module", "namespace", "struct"})


@dataclass(slots=True)
class Draft:
    """A definition under construction, still with its nodes."""

    kind: str
    node: Node
    captures: dict[str, list[Node]]
    settings: dict[str, str | None]
    branch: int
    owner: Draft | None = None
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
    body: Node | None = None
    decorators: list[str] = field(default_factory=list)
    nature: list[str] = field(default_factory=list)
    visibility: Visibility = "public"
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
    line_starts: list[int] = field(default_factory=list)

    def text(self, start: int, end: int) -> str:
        """Return a piece of the file."""
        return self.data[start:end].decode("utf-8", "replace")

    def node_text(self, node: Node | None) -> str:
        """Return the piece of the file that a node covers; empty for no node."""
        return self.text(node.start_byte, node.end_byte) if node is not None else ""

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
    _read_container(outline, root, None, -1)
    outline.drafts = _with_receivers(outline.drafts)
    outline.imports = _read_imports(outline, root)
    return outline


def all_drafts(drafts: Iterable[Draft]) -> list[Draft]:
    """Return drafts and their members, owners first, in source order."""
    found: list[Draft] = []
    waiting = list(reversed(list(drafts)))
    while waiting:
        draft = waiting.pop()
        found.append(draft)
        waiting.extend(reversed(draft.members))
    return found


def _read_container(outline: Outline, container: Node, owner: Draft | None, branch: int) -> None:
    query = query_for(outline.language)
    members = owner.members if owner else outline.drafts
    known: dict[tuple[int, int, str], Draft] = {}
    groups: dict[int, int] = {}
    found = query.structure(container)
    for pattern, captures in found:
        settings = query.settings[pattern]
        if "branch" in captures:
            _read_branch(outline, container, captures, owner, branch, groups)
            continue
        kind = next((word for word in captures if word.startswith("definition.")), None)
        if kind is None:
            if "doc" in captures:
                _attach_doc(outline, captures["doc"][0], owner, members, container)
            continue
        node = captures[kind][0]
        key = (node.start_byte, node.end_byte, node.type)
        if key in known:
            names = known[key].captures.get("name", []) + captures.get("name", [])
            known[key].kind = kind.removeprefix("definition.")
            known[key].captures |= captures
            known[key].captures["name"] = list({one.start_byte: one for one in names}.values())
            known[key].settings |= settings
        else:
            known[key] = Draft(
                kind.removeprefix("definition."), node, dict(captures), dict(settings), branch, owner
            )
            members.append(known[key])
    for draft in known.values():
        _place(outline, draft)
    members.sort(key=lambda draft: draft.start)
    for draft in known.values():
        inside = draft.first("members")
        if inside is not None:
            _read_container(outline, inside, draft, branch)


def _read_branch(
    outline: Outline,
    container: Node,
    captures: dict[str, list[Node]],
    owner: Draft | None,
    parent: int,
    groups: dict[int, int],
) -> None:
    """Read the definitions of one conditional block; the block is kept only if it has any."""
    node = captures["branch"][0]
    if node == container:
        return
    group_node = captures.get("branch.group", [node])[0]
    body = captures.get("branch.body", [node])[0]
    head_end = captures["signature.end"][0].end_byte if "signature.end" in captures else body.start_byte
    group = groups.setdefault(group_node.start_byte, len(outline.branches))
    close = captures.get("close")
    indent = outline.indent_at(node.start_byte)
    branch = Branch(
        text=outline.text(node.start_byte, head_end).rstrip(),
        group=group,
        parent=parent,
        line=outline.line_of(node.start_byte),
        indent=indent,
        body_indent=_inner_indent(outline, head_end, body, indent),
        close=outline.node_text(close[0]) if close else "",
    )
    outline.branches.append(branch)
    _read_container(outline, body, owner, len(outline.branches) - 1)


def _inner_indent(outline: Outline, head_end: int, body: Node, indent: str) -> str:
    """Return the indent of what stands inside; four more blanks when it stands on the line of its head."""
    start = body.start_byte
    if outline.data[start : start + 1] == b"{":
        inner = body.named_child(0)
        if inner is None:
            return indent + "    "
        start = inner.start_byte
    if b"\n" not in outline.data[head_end:start]:
        return indent + "    "
    return outline.indent_at(start)


def _place(outline: Outline, draft: Draft) -> None:
    """Find where the shown text of a definition starts and ends."""
    signature = draft.first("signature") or draft.node
    decorators = draft.captures.get("decorator", [])
    body, inside = draft.first("body"), draft.first("members")
    draft.head_start = signature.start_byte
    if decorators and decorators[0].start_byte == signature.start_byte:
        draft.head_start = draft.node.start_byte
    draft.start = min([draft.head_start, *(node.start_byte for node in decorators)])
    draft.end = max(signature.end_byte, draft.node.end_byte)
    stop = draft.first("signature.end")
    cut = body or inside
    if stop is not None:
        draft.head_end = stop.end_byte
    elif cut is not None:
        draft.head_end = cut.start_byte
    else:
        draft.head_end = draft.end
    draft.head = outline.text(draft.head_start, draft.head_end).rstrip()
    draft.indent = outline.indent_at(draft.head_start)
    draft.decorators = [outline.node_text(node) for node in decorators]
    draft.body = body
    if cut is not None:
        draft.body_indent = _inner_indent(outline, draft.head_end, cut, draft.indent)
    if body is not None:
        said = draft.settings.get("elision")
        draft.elision = outline.language.elision if said is None else said
    if inside is not None and outline.data[inside.start_byte : inside.start_byte + 1] == b"{":
        draft.head += " {"
        draft.close = "}"
    if draft.settings.get("close"):
        draft.close = draft.settings["close"] or ""
    draft.name = ", ".join(outline.node_text(node) for node in draft.captures.get("name", []))
    draft.exported = draft.settings.get("exported") is not None
    draft.nature = [outline.node_text(node) for node in draft.captures.get("nature", [])]
    draft.nature += (draft.settings.get("nature") or "").split()
    draft.bases = tuple(outline.node_text(node) for node in draft.captures.get("base", []))
    draft.comment, draft.docstring = _comment_above(outline, draft.start)
    parameters = draft.first("parameters")
    if parameters is not None:
        draft.signature = Signature(
            parameters=tuple(_parameters(outline, parameters)),
            returns=outline.node_text(draft.first("returns")) or None,
            type_parameters=outline.node_text(draft.first("type_parameters")) or None,
        )


def _comment_above(outline: Outline, start: int) -> tuple[str, Docstring | None]:
    """Return the comment that ends on the line above, as a comment or, by its marks, as documentation."""
    data, language = outline.data, outline.language
    top = outline.line_start(start)
    if data[top:start].strip() or top == 0:
        return "", None
    first = top
    while first > 0:
        line_start = outline.line_start(first - 1)
        line = data[line_start : first - 1].strip()
        if line.endswith(b"*/"):
            opening = data.rfind(b"/*", 0, first)
            line_start = outline.line_start(opening)
            if opening < 0 or data[line_start:opening].strip():
                break
        elif not line.startswith(language.comment.encode()) or line.startswith(b"#!"):
            break
        first = line_start
    text = outline.text(first, top).rstrip()
    if not text:
        return "", None
    begin = first + len(text) - len(text.lstrip())
    marks = DOC_MARKS.get(language.doc_style, ())
    if text.lstrip().startswith(marks) if marks else False:
        return "", Docstring(text=text.lstrip(), span=outline.span(begin, first + len(text.encode())))
    return text, None


def _attach_doc(
    outline: Outline, node: Node, owner: Draft | None, members: list[Draft], container: Node
) -> None:
    """Give a documentation node to the definition that ends right above it, or to the file."""
    doc = Docstring(
        text=outline.node_text(node), span=outline.span(node.start_byte, node.end_byte)
    )
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


_PARAMETER_KINDS: dict[str, ParameterKind] = {
    "list_splat_pattern": "var_positional",
    "dictionary_splat_pattern": "var_keyword",
    "rest_pattern": "var_positional",
    "variadic_parameter_declaration": "var_positional",
    "spread_parameter": "var_positional",
    "splat_parameter": "var_positional",
    "hash_splat_parameter": "var_keyword",
    "keyword_parameter": "keyword_only",
    "variadic_parameter": "var_positional",
}


def _parameters(outline: Outline, node: Node) -> Iterable[Parameter]:
    """Read parameters from the fields that most grammars share: name or pattern, type, value."""
    keyword_only = False
    found: list[Parameter] = []
    for child in node.named_children:
        if child.type in ("comment", "line_comment", "block_comment", "attribute_item"):
            continue
        if child.type == "keyword_separator":
            keyword_only = True
            continue
        if child.type == "positional_separator":
            found = [
                Parameter(one.name, "positional_only", one.annotation, one.default) for one in found
            ]
            continue
        annotation = child.child_by_field_name("type")
        default = child.child_by_field_name("value") or child.child_by_field_name("default_value")
        names = child.children_by_field_name("name") or child.children_by_field_name("pattern")
        if not names:
            inner = child
            while inner.named_child_count and inner.type not in _PARAMETER_KINDS:
                declarator = inner.child_by_field_name("declarator") or inner.named_child(0)
                if declarator is None:
                    break
                inner = declarator
            names = [inner]
        for name in names:
            kind = _PARAMETER_KINDS.get(name.type) or _PARAMETER_KINDS.get(child.type)
            if kind == "var_positional":
                keyword_only = True
            found.append(
                Parameter(
                    name=outline.node_text(name).lstrip("*&.$").strip() or outline.node_text(child),
                    kind=kind or ("keyword_only" if keyword_only else "positional_or_keyword"),
                    annotation=outline.node_text(annotation).lstrip(": ").strip() or None,
                    default=outline.node_text(default) or None,
                )
            )
    return found


def _with_receivers(drafts: list[Draft]) -> list[Draft]:
    """Move methods that stand beside their type (Go) under it."""
    types = {draft.name: draft for draft in drafts if draft.kind in CONTAINERS}
    kept = []
    for draft in drafts:
        receiver = draft.captures.get("receiver")
        owner = types.get((receiver[0].text or b"").decode("utf-8", "replace")) if receiver else None
        if owner is None:
            kept.append(draft)
        else:
            draft.owner = owner
            owner.members.append(draft)
    return kept


def _read_imports(outline: Outline, root: Node) -> list[Import]:
    query = query_for(outline.language)
    holders = [
        (draft.body.start_byte, draft.body.end_byte, _qualified(draft))
        for draft in all_drafts(outline.drafts)
        if draft.body is not None
    ]
    starts = [start for start, _, _ in holders]
    found = []
    seen: set[int] = set()
    for pattern, captures in query.imports(root):
        statement = captures["import"][0]
        settings = query.settings[pattern]
        place = bisect_right(starts, statement.start_byte) - 1
        inside = holders[place][2] if place >= 0 and statement.end_byte <= holders[place][1] else ""
        module = outline.node_text((captures.get("import.module") or [None])[0])
        first = statement.start_byte not in seen
        seen.add(statement.start_byte)
        found.append(
            Import(
                module=module.strip("\"'`<>"),
                name=settings.get("name")
                or outline.node_text((captures.get("import.name") or [None])[0]),
                alias=outline.node_text((captures.get("import.alias") or [None])[0]),
                level=sum(len(node.text or b"") for node in captures.get("import.level", [])),
                line=outline.line_of(statement.start_byte),
                type_only=settings.get("type_only") is not None,
                inside=inside,
                exported=settings.get("exported") is not None,
                text=outline.node_text(statement) if first else "",
                branch=_branch_at(outline, statement.start_byte),
            )
        )
    return found


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


def _qualified(draft: Draft) -> str:
    return f"{_qualified(draft.owner)}.{draft.name}" if draft.owner else draft.name


def make_symbols(outline: Outline, declare_public: bool = True) -> tuple[Symbol, ...]:
    """Turn drafts into symbols: number them, and read the evidence in their bodies."""
    counter = iter(range(len(outline.data) + 1))
    return tuple(
        symbol for draft in outline.drafts for symbol in _make(outline, draft, "", counter)
    )


def _make(outline: Outline, draft: Draft, owner: str, counter: Iterable[int]) -> list[Symbol]:
    """Make the symbol of a draft; a statement that binds several names gives one symbol for each."""
    numbers = iter(counter)
    names = draft.name.split(", ") if draft.kind not in CALLABLE | CONTAINERS else [draft.name]
    prefix = owner + "." if owner else ""
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
        value = draft.first("value")
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
                body=outline.span(draft.body.start_byte, draft.body.end_byte) if draft.body else None,
                body_indent=draft.body_indent,
                elision=draft.elision,
                close=draft.close,
                signature=draft.signature,
                annotation=outline.node_text(draft.first("type")).lstrip(": ") or None,
                value=outline.node_text(value) or None,
                value_items=value.named_child_count if value is not None else 0,
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


def _trailing_comment(outline: Outline, draft: Draft) -> str:
    if draft.kind in CALLABLE | CONTAINERS:
        return ""
    rest = outline.text(draft.end, outline.line_end(draft.end)).strip().lstrip(",;").strip()
    return rest if rest.startswith(outline.language.comment) else ""
