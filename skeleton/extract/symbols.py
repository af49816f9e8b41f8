"""Turns the outline of a file into symbols: numbers them, reads the evidence in their bodies."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, cast

from skeleton.extract.flow.body import BodyFacts, read_body
from skeleton.extract.known_names import names_of_file, names_of_parameters
from skeleton.extract.outline import CALLABLE, CONTAINERS, TYPES, all_drafts
from skeleton.extract.placing import is_deeper
from skeleton.extract.schemas import is_schema
from skeleton.model import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skeleton.extract.outline import Draft, Outline
    from skeleton.model import SymbolKind


def make_symbols(outline: Outline) -> tuple[Symbol, ...]:
    """Turn drafts into symbols: number them, and read the evidence in their bodies."""
    outline.known = names_of_file(outline)
    counter = iter(range(len(outline.data) + 1))
    made = [_make(outline, draft, "", counter) for draft in outline.drafts]
    for draft in all_drafts(outline.drafts):
        draft.owner = None  # without circles all drafts are freed at once
    return tuple(chain.from_iterable(made))


def _make(outline: Outline, draft: Draft, owner: str, counter: Iterable[int]) -> list[Symbol]:
    """Make the symbol of a draft; a statement that binds several names gives one for each."""
    numbers = iter(counter)
    several = draft.kind not in CONTAINERS or "declarator" in draft.captures  # C: `} a, *b;`
    names = draft.name.split(", ") if several and draft.kind not in CALLABLE else [draft.name]
    prefix = owner + "." if owner else ""
    if draft.receiver and (draft.owner is None or draft.owner.kind not in TYPES | {"type_alias"}):
        prefix += draft.receiver + "."
    made: list[Symbol] = []
    for name in names:
        ordinal = next(numbers)
        members = tuple(
            symbol
            for member in (draft.members if draft.kind not in CONTAINERS or not made else ())
            for symbol in _make(
                outline,
                member,
                owner if draft.kind in CALLABLE and owner else prefix + name,
                numbers,
            )
        )
        facts = _facts(outline, draft)
        value = _value(draft, name, len(names))
        is_one = bool(outline.schemas) and is_schema(outline.node_text(value), outline.schemas)
        schema = ["schema"] * is_one
        made.append(
            Symbol(
                name=name,
                qualified_name=prefix + name,
                kind=_kind(draft, again=bool(made)),
                ordinal=ordinal,
                span=outline.span(draft.start, draft.end),
                head=draft.head,
                line=outline.line_of(draft.head_start),
                indent=draft.indent,
                body=outline.span(draft.body.start_byte, draft.body.end_byte)
                if draft.body
                else None,
                body_indent=_body_indent(draft),
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
                nature=tuple(dict.fromkeys([*draft.nature, *facts.nature, *schema])),
                branch=draft.branch,
                members=members,
                evidence=facts.evidence,
                bindings=facts.bindings,
                operations=facts.operations,
            )
        )
    return made


def _kind(draft: Draft, *, again: bool) -> SymbolKind:
    """Return the kind of a symbol; what is another name of a type is an alias."""
    return "type_alias" if again and draft.kind in CONTAINERS else cast("SymbolKind", draft.kind)


def _facts(outline: Outline, draft: Draft) -> BodyFacts:
    """Read the body of a callable, or of its accessors; of a type what makes an instance."""
    bodies = draft.captures.get("accessor" if draft.kind in CALLABLE else "initializer", [])
    if draft.kind in CALLABLE and draft.body is not None:
        bodies = [draft.body]
    parameters = draft.signature.parameters if draft.signature else ()
    names = tuple(one.name for one in parameters)
    known = outline.known | names_of_parameters(parameters, outline.known) if bodies else {}
    read = [read_body(body, outline.language, names, known, outline.marks) for body in bodies]
    return BodyFacts(*(tuple(chain.from_iterable(facts)) for facts in zip(*read, strict=True)))


def _body_indent(draft: Draft) -> str:
    """Return the indent of the members where they have one, as they are in the file."""
    direct = (one.indent for one in draft.members if one.branch == draft.branch)
    first = next(direct, "")
    return first if draft.body_indent and is_deeper(first, draft.indent) else draft.body_indent


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
