"""Names the constants without which a contract cannot be read: the bound a guard compares with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skeleton.contracts.names import is_loop, names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.model import Symbol


def constants_named(symbol: Symbol) -> tuple[str, ...]:
    """Return the dotted names in the rules of a symbol that may be constants, each once, in order.

    Its clauses are asked if it has any, else what was read of its body. Parameters, locals that the
    body binds and attributes of `self` are left out; whether a name is a constant is for whoever
    looks it up.
    """
    own = {p.name for p in symbol.signature.parameters} if symbol.signature else set()
    own |= {name for name, _ in symbol.bindings} | {"self", "cls"}
    found = dict.fromkeys(
        name
        for text in _texts(symbol)
        for name in names_in(text)
        if name.partition(".")[0] not in own
    )
    return tuple(found)


def _texts(symbol: Symbol) -> Iterator[str]:
    for clause in symbol.contract:
        if clause.kind not in ("example", "conflict") and clause.status != "stated":
            yield clause.condition
            if clause.kind in ("returns", "requires", "ensures", "invariant", "asserts"):
                yield clause.subject
    if not symbol.contract:
        for e in symbol.evidence:
            if e.kind in ("raises", "returns", "asserts", "warns"):
                yield from (c.removeprefix("for ") if is_loop(c) else c for c in e.conditions)
                if e.kind in ("returns", "asserts"):
                    yield e.subject
    if symbol.contract or symbol.evidence:
        yield from (value for _, value in symbol.bindings)
