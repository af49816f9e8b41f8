"""What Python adds to its query: docstrings, attributes, kinds, publicity.

Works on an outline that the query made; exact heads come from `heads`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.extract.exports import read_exports, read_lazy_exports, statements
from skeleton.extract.heads import read_heads
from skeleton.extract.outline import CALLABLE, CONTAINERS, Draft, all_drafts
from skeleton.extract.placing import read_signature
from skeleton.model import Diagnostic, Docstring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from skeleton.extract.outline import Outline

SCRIPT = re.compile(r"""if\s+\(?__name__\s*==\s*(['"])__main__\1\s*(?:\)?\s*:|and\b)""")
LONG_VALUE = 120  # characters; a longer value of an attribute is left out
ENUM_BASES = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "Choices"})
STRINGS = ("string", "concatenated_string")
_DOCUMENTS = re.compile(r"[(\s]*[rRuU]?['\"]")  # neither bytes nor an f-string
# Called by what a decorator writes, never by a caller.
HOOKS = frozenset({"__post_init__", "__attrs_post_init__", "__attrs_pre_init__"})
REGISTERED = re.compile(r"@\s*(\w+)\.register\b")
CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})


def refine(outline: Outline, root: Node, path: str) -> list[Diagnostic]:
    """Complete the outline of a Python file in place.

    Returns:
        A warning when libcst refused the heads, so that they rest on the tree alone.
    """
    _drop_script(outline)
    outline.drafts = [draft for draft in outline.drafts if _name(outline, draft)]
    read_exports(outline, root)
    for draft in all_drafts(outline.drafts):
        _read_head(outline, draft)
    drafts = [draft for draft in all_drafts(outline.drafts) if draft.kind in CALLABLE | CONTAINERS]
    heads, problem = read_heads([draft.head for draft in drafts])
    for draft in drafts:
        if heads:
            draft.signature, draft.bases = heads[draft.head].signature, heads[draft.head].bases
        else:
            read_signature(outline, draft)
    for draft in drafts:
        if draft.kind == "class":
            _read_attributes(outline, draft)
    if outline.module_doc is not None and not _DOCUMENTS.match(outline.module_doc.text):
        outline.module_doc = None
    for draft in all_drafts(outline.drafts):
        if draft.docstring is not None and not _DOCUMENTS.match(draft.docstring.text):
            draft.docstring = None
        _settle_kind(draft)
        _settle_visibility(outline, draft, is_stub=path.endswith(".pyi"))
    read_lazy_exports(outline)
    _mark_reexports(outline, path)
    if problem:
        return [Diagnostic(path, "information", "heads", f"read by tree-sitter alone: {problem}")]
    return []


def _name(outline: Outline, draft: Draft) -> bool:
    """Find all names that an assignment binds, in members too; whether it binds any."""
    draft.members = [member for member in draft.members if _name(outline, member)]
    assignment = draft.node.named_child(0) if draft.kind == "variable" else None
    if assignment is None or assignment.type != "assignment":
        return True
    names = [target for target in _targets(assignment) if target.type == "identifier"]
    draft.name = ", ".join(outline.node_text(name) for name in names)
    draft.captures["name"] = names
    value = _value(assignment)
    if value is not None:
        draft.captures["value"] = [value]
    return bool(names)


def _read_head(outline: Outline, draft: Draft) -> None:
    """Read docstring, type comment and nature of a definition."""
    if draft.kind not in CALLABLE | CONTAINERS:
        return
    inside = draft.body or draft.first("members")
    if inside is None:
        return
    first = next((child for child in inside.named_children if child.type != "comment"), None)
    draft.docstring = _docstring(outline, first)
    gap = outline.text(draft.head_end, inside.start_byte)
    comment = re.search(r"#\s*type:(?!\s*ignore\b)[^\n]*", gap)
    if comment:
        draft.head += "  " + comment.group().rstrip()
    if draft.kind == "class":
        bases = draft.first("_bases")
        if bases is not None:
            draft.bases = tuple(
                outline.node_text(node) for node in bases.named_children if node.type != "comment"
            )
    if draft.head.startswith("async"):
        draft.nature.append("async")
    draft.nature += [nature for text in draft.decorators for nature in _nature(text)]


def _docstring(outline: Outline, statement: Node | None) -> Docstring | None:
    """Return what a statement documents with, a string or several; `None` for anything else."""
    if statement is None or statement.type != "expression_statement":
        return None
    written = statement.named_child(0) if statement.named_child_count == 1 else None
    string = written
    while string is not None and string.type == "parenthesized_expression":
        string = next((one for one in string.named_children if one.type != "comment"), None)
    if written is None or string is None or string.type not in STRINGS:
        return None
    node = string if string.type == "string" else written  # several need their brackets
    return Docstring(outline.node_text(node), outline.span(node.start_byte, node.end_byte))


def _nature(decorator: str) -> Iterator[str]:
    name = re.sub(r"[@\s]|\(.*", "", decorator, flags=re.DOTALL)
    last = name.rsplit(".", 1)[-1]
    if last in ("property", "cached_property", "abstractproperty"):
        yield "property"
    if last in ("setter", "deleter", "getter") and "." in name:
        yield last
    if last.startswith("abstract"):
        yield "abstract"
    if last in ("overload", "final", "override", "classmethod", "staticmethod"):
        yield last
    if last in ("singledispatch", "singledispatchmethod"):
        yield "singledispatch"
    if last in ("contextmanager", "asynccontextmanager"):
        yield "context_manager"
    if last in ("dataclass", "define", "frozen", "mutable", "attrs"):
        yield "dataclass"
    if last == "fixture":
        yield "fixture"


def _settle_kind(draft: Draft) -> None:
    owner = draft.owner
    if draft.kind == "class":
        if any(base.rsplit(".", 1)[-1].split("[")[0] in ENUM_BASES for base in draft.bases):
            draft.kind = "enum"
        elif any(base.split("[")[0].rsplit(".", 1)[-1] == "Protocol" for base in draft.bases):
            draft.kind = "interface"
    elif draft.kind == "function" and owner is not None:
        if draft.name in CONSTRUCTORS - {"__post_init__"}:
            draft.kind = "constructor"
        elif {"property", "setter", "deleter", "getter"} & set(draft.nature):
            draft.kind = "property"
        else:
            draft.kind = "method"
    elif draft.kind == "variable":
        if owner is not None and owner.kind == "enum" and draft.first("value") is not None:
            draft.kind = "field" if draft.name.startswith("_") else "enum_member"
        elif owner is not None:
            draft.kind = "field"
        else:
            draft.kind = "variable" if re.search(r"[a-z]", draft.name) else "constant"
            annotation = draft.first("type")
            said = (annotation.text or b"").decode("utf-8", "replace") if annotation else ""
            if re.search(r"\bFinal\b", said):
                draft.kind = "constant"
            elif re.search(r"\bTypeAlias\b", said):
                draft.kind = "type_alias"


def _settle_visibility(outline: Outline, draft: Draft, *, is_stub: bool) -> None:
    """Decide who may use a name: `__all__` where there is one, else no leading underscore.

    A stub is an interface already: its `__all__` tells what a star import takes, not what is there.
    """
    names = draft.name.split(", ")
    dunder = all(name.startswith("__") and name.endswith("__") for name in names)
    marker = draft.owner is not None and names == ["_"]  # of a dataclass: `_: KW_ONLY`
    in_use = marker or (dunder and (is_stub or draft.owner is not None))
    hidden = all(name.startswith("_") for name in names) and not in_use
    if _is_registered(outline, draft):
        draft.visibility = "public"
        return
    if draft.owner is not None:
        lookup = draft.owner.kind == "enum" and draft.name == "_missing_"  # may take other values
        hidden = (hidden and not lookup) or draft.name in HOOKS
    draft.visibility = "private" if hidden else "public"
    if draft.owner is None and outline.exports is not None:
        draft.exported = any(name in outline.exports for name in names)
        if draft.exported:
            draft.visibility = "public"
        elif not hidden and not is_stub:
            draft.visibility = "internal"


def _is_registered(outline: Outline, draft: Draft) -> bool:
    """Whether a function is a form of a public one, whatever it is called: `@area.register`."""
    generic = next((one for text in draft.decorators for one in REGISTERED.findall(text)), "")
    beside = draft.owner.members if draft.owner is not None else outline.drafts
    return any(
        one.name == generic and "singledispatch" in one.nature and one.visibility == "public"
        for one in (beside if generic else ())
    )


def _drop_script(outline: Outline) -> None:
    """Forget what is defined only when a file runs as a script: nobody can import it."""
    script = {place for place, one in enumerate(outline.branches) if SCRIPT.match(one.text)}
    for place, one in enumerate(outline.branches):  # a branch stands behind the one around it
        if one.parent in script:
            script.add(place)
    outline.drafts = [draft for draft in outline.drafts if draft.branch not in script]
    outline.imports = [
        replace(one, inside="__main__") if one.branch in script else one for one in outline.imports
    ]


def _read_attributes(outline: Outline, draft: Draft) -> None:
    """Find the attributes set on `self`; each becomes a member of the method that sets it first.

    Constructors tell the attributes of an instance. Elsewhere an assignment is the business of a
    body, unless it is annotated.
    """
    known = {name for member in draft.members for name in member.name.split(", ")}
    methods = [m for m in draft.members if m.kind == "function" and m.body is not None]
    methods.sort(key=lambda method: (method.name not in CONSTRUCTORS, method.start))
    for method in methods:
        receiver = method.signature.parameters[:1] if method.signature else ()
        if not receiver or {"staticmethod", "overload"} & set(method.nature):
            continue
        own = receiver[0].name + "."
        assert method.body is not None
        for node in statements(method.body):
            found = _attribute(outline, node, own, method)
            if found is None or known.issuperset(names := found.name.split(", ")):
                continue
            if method.name in CONSTRUCTORS or "type" in found.captures:
                known.update(names)
                method.members.append(found)


def _attribute(outline: Outline, statement: Node, own: str, method: Draft) -> Draft | None:
    node = statement.named_child(0)
    if node is None or node.type != "assignment":
        return None
    left = node.child_by_field_name("left")
    targets = [
        (target, text.removeprefix(own))
        for target in _targets(node)
        if (text := outline.node_text(target)).startswith(own)
        and target.type == "attribute"
        and text.removeprefix(own).isidentifier()
    ]
    if left is None or not targets:
        return None
    name = ", ".join(name for _, name in targets)
    annotation, value = node.child_by_field_name("type"), _value(node)
    places = [target for target, _ in targets]
    found = Draft("field", node, {"name": places}, {}, -1, owner=method.owner, name=name)
    if annotation is not None:
        found.captures["type"] = [annotation]
    found.start = found.head_start = node.start_byte
    found.end = found.head_end = node.end_byte
    found.head = outline.node_text(node)
    if value is not None:
        found.captures["value"] = [value]
        if "\n" in found.head or len(found.head) > LONG_VALUE:
            found.head_end = found.end = (annotation or left).end_byte
            found.head = outline.text(found.start, found.head_end)
            del found.captures["value"]
            if annotation is None:
                found.head += " = ..."
    found.indent = method.body_indent
    found.nature = ["instance"]
    found.docstring = _docstring(outline, statement.next_named_sibling)
    return found


def _value(assignment: Node) -> Node | None:
    """Return what is assigned: the last value of a chain."""
    value = assignment.child_by_field_name("right")
    while value is not None and value.type == "assignment":
        value = value.child_by_field_name("right")
    return value


def _targets(assignment: Node) -> Iterator[Node]:
    """Yield what an assignment binds: one target, those of a pattern, those of a chain."""
    left = assignment.child_by_field_name("left")
    right = assignment.child_by_field_name("right")
    if left is not None:
        yield from _parts(left)
    if right is not None and right.type == "assignment":
        yield from _targets(right)


def _parts(target: Node) -> Iterator[Node]:
    """Yield the targets of a pattern, of patterns in it too."""
    if target.type in _PATTERNS:
        for child in target.named_children:
            yield from _parts(child)
    else:
        yield target


_PATTERNS = frozenset({"list_pattern", "list_splat_pattern", "pattern_list", "tuple_pattern"})


def _mark_reexports(outline: Outline, path: str) -> None:
    """Mark the imports that a caller may import from here."""
    front = path.rsplit("/", 1)[-1] in ("__init__.py", "__init__.pyi")
    exports = set(outline.exports or ())
    marked = []
    for one in outline.imports:
        name = one.alias or one.name or one.module
        public = not one.inside and (
            name in exports
            if outline.exports is not None
            else (front and one.level > 0 and not name.startswith("_"))
            or (one.alias != "" and one.alias == one.name)
        )
        if one.name == "*" and not one.inside:
            public = outline.exports is None or f"{one.module}.*" in exports or front
        branch = outline.branches[one.branch].text if one.branch >= 0 else ""
        marked.append(replace(one, exported=public, type_only="TYPE_CHECKING" in branch))
    outline.imports = marked
