"""Finds what is the same definition by another name: by its body, or by its signature."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from skeleton.compare.types import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skeleton.compare.sides import Found, Side

TELLING_CHARS = 40  # a shorter body is like many others


def renamed(
    lost: list[Found], new: list[Found], before: Side, after: Side
) -> list[tuple[Found, Found, str]]:
    """Return pairs that differ in their name only, and how; each is the only one of its kind."""
    pairs: list[tuple[Found, Found, str]] = []
    for how, mark in (("same body", _body), ("same signature", _signature)):
        taken = {id(one) for pair in pairs for one in pair[:2]}
        older = _unique((one for one in lost if id(one) not in taken), mark, before)
        newer = _unique((one for one in new if id(one) not in taken), mark, after)
        pairs += [(older[key], newer[key], how) for key in older if key in newer]
    return pairs


def _body(found: Found, side: Side) -> str:
    """Return a mark of what a definition does, whatever its name; empty if it does little."""
    symbol = found.symbols[-1]
    span = symbol.body
    if symbol.members:
        names = ",".join(sorted(member.name for member in symbol.members))
        return f"{symbol.kind}:{names}" if len(names) >= TELLING_CHARS else ""
    if span is None or len(found.symbols) > 1:
        return ""
    text = side.text(found.path)[span.start_byte : span.end_byte].decode("utf-8", "replace")
    words = re.sub(rf"\b{re.escape(symbol.name)}\b", "", plain(text))
    return f"{symbol.kind}:{words}" if len(words) >= TELLING_CHARS else ""


def _signature(found: Found, side: Side) -> str:
    """Return a mark of how a definition is called, whatever its name; empty for common ones."""
    symbol = found.symbols[-1]
    if symbol.signature is None or len(found.symbols) > 1:
        return ""
    parameters = [one for one in symbol.signature.parameters if one.name not in ("self", "cls")]
    typed = sum(one.annotation is not None for one in parameters)
    if len(parameters) + typed < 4:
        return ""
    head = symbol.head.replace(symbol.name, "", 1)
    return f"{symbol.kind}:{plain(head)}"


def _unique(
    found: Iterable[Found], mark: Callable[[Found, Side], str], side: Side
) -> dict[str, Found]:
    """Return the definitions that are alone with their mark."""
    marked: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        if key := mark(one, side):
            marked[key].append(one)
    return {key: group[0] for key, group in marked.items() if len(group) == 1}
