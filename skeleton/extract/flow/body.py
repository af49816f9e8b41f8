"""Reads the body of a callable: what it raises, returns, asserts, calls, writes to, and when.

Walks over statements by the table `[flow]` of a language; knows no language by name. Follows no
values, except names that are assigned once; looks into no other function. What the facts mean for a
caller is for `contracts` to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from skeleton.extract.flow.attempts import block, try_block, with_block
from skeleton.extract.flow.branches import if_chain, loop, switch
from skeleton.extract.flow.marks import NodeList
from skeleton.extract.flow.steps import (
    assign,
    augment,
    claim,
    declare,
    declare_outer,
    decorated,
    delete,
    give_back,
    leave,
    nest,
    pass_over,
    throw,
    wrapper,
)
from skeleton.extract.flow.table import table_of
from skeleton.extract.flow.text import WORD, decoded, split_list
from skeleton.extract.flow.walk import Walk
from skeleton.extract.parsers import find_nodes
from skeleton.model import Argument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from skeleton.extract.flow.walk import Action
    from skeleton.model import Evidence, Language

NESTED_KINDS = ("raises", "warns", "returns", "calls")  # what a nested function is read for
MAX_NESTED = 3  # functions within functions that are read for what a decorator puts around one
PARAMETER = re.compile(r"\**[A-Za-z_]\w*")


class BodyFacts(NamedTuple):
    """What a body says, in source order."""

    evidence: tuple[Evidence, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    operations: tuple[str, ...] = ()
    nature: tuple[str, ...] = ()


def read_body(
    body: Node,
    language: Language,
    parameters: tuple[str, ...] = (),
    known: Mapping[str, str] | None = None,
    marked: NodeList | None = None,
) -> BodyFacts:
    """Read the body of a callable.

    Args:
        body: The node of the block, or of the expression that is the body.
        language: Its `flow` table drives the walk; an empty one gives no facts.
        parameters: Names of the parameters, so that writes to them are seen.
        known: What names stand for whose effects are known by their full name: imported ones, and
            parameters by their type; empty for one that the file defines itself.
        marked: The nodes of the whole tree that the table marks; they are looked for if not given.

    Returns:
        Evidence in source order; locals that are assigned once, outside loops and branches, and
        named by some evidence; words for what else in the body may raise (`subscript`, `division`,
        `divides by NAME at LINE`, `power`, `conversion CALLEE`, `method_call`, `attribute_call`,
        `unknown_call`, `await`, `.NAME` for an attribute read, `rebinds NAME`,
        `local NAME` for one that is changed in place).
    """
    if not language.flow:
        return BodyFacts()
    table = table_of(language)
    marked = marked or NodeList(find_nodes(body, language, table.marks))
    return _facts(Walk(_ACTIONS, table, body, language, parameters, known or {}, marked))


def _facts(walk: Walk) -> BodyFacts:
    walk.statement(walk.body, 0)
    walk.take(walk.body.end_byte)
    evidence = walk.record.finish()
    within = _nested(walk, evidence)
    evidence += [e for facts in within for e in facts.evidence if e.kind in NESTED_KINDS]
    evidence += _later(walk)
    bindings = walk.record.names.bindings(text for e in evidence for text in _texts(e))
    names = {name for name, _ in bindings} | {*walk.record.names.parameters}
    inner = {one[0]: one for facts in within for one in facts.bindings if one[0] not in names}
    return BodyFacts(
        tuple(evidence),
        (*bindings, *inner.values()),
        tuple(sorted(walk.record.operations)),
        ("generator",) if walk.record.yields else (),
    )


def _nested(walk: Walk, evidence: list[Evidence]) -> list[BodyFacts]:
    """Read the nested functions that the body returns: decorators are made so."""
    if not walk.nested:
        return []
    returned = {w for e in evidence if e.kind == "returns" for w in WORD.findall(e.subject)}
    found: list[BodyFacts] = []
    for name, node in walk.nested.items():
        body = node.child_by_field_name("body")
        if name in returned and body is not None and walk.inside.count(".") < MAX_NESTED - 1:
            said = f"{name}({', '.join(_parameters_of(node))})"
            inside = f"{walk.inside}.{said}" if walk.inside else said
            inner = Walk(
                _ACTIONS, walk.table, body, walk.language, (), walk.known, walk.marked, inside
            )
            found.append(_facts(inner))
    return found


def _later(walk: Walk) -> list[Evidence]:
    """Read the functions without a name that the body returns: what they raise, they raise later.

    So are options made in Go: `return func(o *options) error { .. }`.
    """
    if walk.inside:
        return []
    found: list[Evidence] = []
    for node in walk.results:
        blocks = (one for one in node.named_children if walk.table.roles.get(one.type) == "block")
        body = node.child_by_field_name("body") or next(blocks, None)
        if body is None:
            continue
        head = decoded(node)[: body.start_byte - node.start_byte]
        given = tuple(Argument(name) for name in WORD.findall(head))
        inner = Walk(_ACTIONS, walk.table, body, walk.language, (), walk.known, walk.marked)
        found += [
            replace(e, kind="later", arguments=given)
            for e in _facts(inner).evidence
            if e.kind == "raises" and not e.arguments
        ]
    return found


_ACTIONS: Mapping[str, Action] = {
    "assert": claim,
    "assignment": assign,
    "augmented": augment,
    "block": block,
    "declaration": declare,
    "decorated": decorated,
    "delete": delete,
    "global": declare_outer,
    "if": if_chain,
    "import": pass_over,
    "leave": leave,
    "loop": loop,
    "nested": nest,
    "return": give_back,
    "switch": switch,
    "throw": throw,
    "try": try_block,
    "with": with_block,
    "wrapper": wrapper,
}


def _parameters_of(function: Node) -> list[str]:
    """Return the names of the parameters of a function, each with its stars."""
    listed = function.child_by_field_name("parameters")
    parts = split_list(decoded(listed)[1:-1]) if listed is not None else []
    return [found.group() for part in parts if (found := PARAMETER.match(part))]


def _texts(e: Evidence) -> Iterator[str]:
    """Yield the slices of a fact that may name a local."""
    yield from e.conditions
    yield e.subject
    if e.kind == "calls":
        yield from (argument.text for argument in e.arguments)
