"""Writes a map as JSON: the model itself, without the raw findings that clauses were made from."""

from __future__ import annotations

import json

import msgspec
from msgspec.structs import replace

from skeleton.model import Change, Entry, FileMap, InterfaceMap, Shown, Symbol, TestLink
from skeleton.render.parts import comment_shown
from skeleton.render.visible import visible_json


def schema() -> str:
    """Return the JSON Schema of a map; the package ships it as `map.schema.json`."""
    made = msgspec.json.schema(InterfaceMap)
    return msgspec.json.format(msgspec.json.encode(made), indent=1).decode() + "\n"


def shown_records(shown: Shown) -> Shown:
    """Return the answer of `show` with the same records as a map has."""
    return replace(
        shown,
        items=tuple(
            replace(
                item,
                entries=tuple(map(_entry, item.entries)),
                interface=item.interface and _map(item.interface),
            )
            for item in shown.items
        ),
    )


def as_json(interface: InterfaceMap, messages: bool = False) -> str:
    """Return a map as one JSON document, with a line feed at its end.

    Args:
        interface: The map.
        messages: Keep the texts that exceptions carry; they may name what is private.
    """
    shown = _map(interface, messages)
    try:
        text = msgspec.json.format(msgspec.json.encode(shown), indent=1).decode()
    except UnicodeEncodeError:
        # half a surrogate pair, from the name of a file: only an escape can hold it
        text = json.dumps(msgspec.to_builtins(shown), indent=1)
    return visible_json(text) + "\n"


def file_json(file: FileMap, messages: bool = False) -> str:
    """Return one file of a map as `as_json` would write it, but for the indent."""
    return msgspec.json.format(msgspec.json.encode(_file(file, messages)), indent=1).decode(
        "utf-8", "replace"
    )


def rows_json(rows: tuple[TestLink, ...] | tuple[Change, ...]) -> str:
    """Return known tests, or changes, as `as_json` would write them, but for the indent."""
    return msgspec.json.format(msgspec.json.encode(rows), indent=1).decode("utf-8", "replace")


def _map(interface: InterfaceMap, messages: bool = False) -> InterfaceMap:
    return replace(interface, files=tuple(_file(file, messages) for file in interface.files))


def _file(file: FileMap, messages: bool) -> FileMap:
    docstring = file.docstring if file.detail == "full" else None
    entries = tuple(_entry(entry, messages) for entry in file.entries)
    return replace(file, docstring=docstring, entries=entries)


def _entry(entry: Entry, messages: bool = False) -> Entry:
    members = tuple(_entry(member, messages) for member in entry.members)
    return replace(entry, symbol=_symbol(entry, messages), members=members)


def _symbol(entry: Entry, messages: bool) -> Symbol:
    """Return what is shown of a symbol at its detail; the head tells the same in every form."""
    symbol, detail = entry.symbol, entry.detail
    if detail == "names":
        return Symbol(
            symbol.name,
            symbol.qualified_name,
            symbol.kind,
            symbol.ordinal,
            symbol.span,
            symbol.name,
            line=symbol.line,
            visibility=symbol.visibility,
        )
    held = entry.reason == "holds_shown"
    clauses = () if held else symbol.contract
    if not messages:
        clauses = tuple(replace(one, message="") if one.message else one for one in clauses)
    return replace(
        symbol,
        docstring=symbol.docstring if detail == "full" else None,
        shown_doc="" if held or detail == "signatures" else symbol.shown_doc,
        comment=symbol.comment if comment_shown(entry) and not held else "",
        contract=clauses,
        evidence=(),
        bindings=(),
        operations=(),
    )
