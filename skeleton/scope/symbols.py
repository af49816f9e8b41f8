"""Which names stand in the head and in the rules of a symbol, and about how long it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skeleton.model import SHOWN, Evidence, Module, Symbol, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.model import Evidence

CONSTRUCTORS = ("__init__", "__new__", "constructor")
CLASS_KINDS = frozenset({"class", "enum", "interface", "struct"})
_HOOKS = frozenset({"__post_init__", "__attrs_post_init__", "model_post_init", "_missing_"})
MAX_VALUE = 400  # characters of a value in which names are looked for
MAX_SHORT = 80
HELPER_DEPTH = 2  # calls of private functions whose rules are those of the caller
VALUE_KINDS = frozenset({"constant", "variable", "type_alias", "enum_member"})
NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_CAPITALS = re.compile(r"\b(?:[A-Za-z_]\w*\.)*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")
_BARE = re.compile(r"(?:\w+\.)?(?:TypeVar|TypeVarTuple|ParamSpec)\(\s*(['\"])\w+\1\s*\)")
_PART_DEFAULT = re.compile(r"=([^={}\[\],]+)")  # of a parameter that is taken apart
# What a private attribute of a class holds for good: a table, a text, a number, another constant.
_FIXED = re.compile(r"[\[({](?![\])}])|[\"'](?![\"'])|-?\d|(?:frozenset|set|tuple)\(.|[A-Z_]+\Z")
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


class Hidden(NamedTuple):
    """The private definitions of some files that something shown may name."""

    names: frozenset[str] = frozenset()  # of types and constants
    helpers: frozenset[str] = frozenset()  # of functions whose rules name one of those


def hidden_names(modules: Iterable[Module]) -> Hidden:
    """Return the names of the private definitions that a head or a rule may name."""
    private = [
        symbol
        for module in modules
        for symbol in walk(module.symbols)
        if symbol.visibility not in SHOWN
    ]
    named = {one.name for one in private if one.kind in CLASS_KINDS or is_value(one)}
    hidden = Hidden(frozenset(named - {"_"}))  # Go: names nothing
    for _ in range(HELPER_DEPTH if hidden.names else 0):
        found = (one.name for one in private if one.evidence and names_one(one, hidden))
        hidden = hidden._replace(helpers=frozenset(found))
    return hidden


def is_value(symbol: Symbol) -> bool:
    """Whether a symbol is a constant, or a private attribute of a class that holds one for good."""
    if symbol.kind in VALUE_KINDS:
        return True
    private = symbol.kind == "field" and symbol.name.startswith("_")
    own = private and "instance" not in symbol.nature and not symbol.name.startswith("__")
    return own and _FIXED.match(symbol.value or "") is not None


def only(names: Iterator[str], among: frozenset[str] | None) -> Iterator[str]:
    """Keep the dotted names that have a part among some; all without."""
    return (name for name in names if among is None or not among.isdisjoint(name.split(".")))


def names_one(symbol: Symbol, hidden: Hidden) -> bool:
    """Tell whether a symbol may name something hidden, or call what does: never wrong with no."""
    if any(not hidden.names.isdisjoint(_WORD.findall(text)) for text in texts_of(symbol)):
        return True
    return bool(hidden.helpers) and any(
        callee.rpartition(".")[2] in hidden.helpers for callee in callees_of(symbol)
    )


def callees_of(symbol: Symbol) -> Iterator[str]:
    """Yield what the body of a symbol calls, and the bodies that hold when a class is called."""
    yield from (call.subject for call in calls_of(symbol))


def calls_of(symbol: Symbol) -> Iterator[Evidence]:
    """Yield the calls in the body of a symbol, and in those that hold when a class is called."""
    for one in (symbol, *_ruling_members(symbol)):
        yield from (evidence for evidence in one.evidence if evidence.kind == "calls")


def texts_of(symbol: Symbol) -> Iterator[str]:
    """Yield the texts in which a symbol names others: its head, and what its rules say."""
    yield symbol.head
    yield from _CAPITALS.findall(symbol.docstring.text if symbol.docstring else "")
    for evidence in symbol.evidence:
        if evidence.kind in ("raises", "returns", "asserts"):
            yield evidence.subject
            yield from evidence.conditions
    for member in _ruling_members(symbol):
        yield from texts_of(member)


def is_bare_variable(symbol: Symbol) -> bool:
    """Whether a symbol is a type variable of which its name says all: `T = TypeVar("T")`."""
    return symbol.value is not None and _BARE.fullmatch(symbol.value) is not None


def cost_of(symbol: Symbol) -> int:
    """Return about how many characters a symbol takes when it is shown."""
    rules = sum(evidence.kind in ("raises", "returns") for evidence in symbol.evidence)
    prose = len(symbol.docstring.text) if symbol.docstring else 0
    return len(symbol.head) + min(len(symbol.value or ""), 200) + min(prose, 300) + 40 * rules + 8


def names_of(symbol: Symbol) -> Iterator[str]:
    """Yield the dotted names of types and defaults in a head, and of the errors it raises."""
    texts: list[str | None] = [symbol.annotation, *symbol.bases]
    if symbol.signature:
        texts.append(symbol.signature.returns)
        texts += (parameter.annotation for parameter in symbol.signature.parameters)
    if symbol.kind in ("type_alias", "constant", "variable"):
        texts.append(symbol.value if len(symbol.value or "") <= MAX_VALUE else None)
    for text in texts:
        yield from NAME.findall(text or "")
    yield from defaults_of(symbol)
    yield from errors_of(symbol)


def defaults_of(symbol: Symbol) -> Iterator[str]:
    """Yield the dotted names in the defaults of parameters."""
    for parameter in symbol.signature.parameters if symbol.signature else ():
        for text in (parameter.default or "", *_PART_DEFAULT.findall(parameter.name)):
            yield from NAME.findall(_without_strings(text))


def named_in_value(symbol: Symbol) -> Iterator[str]:
    """Yield the dotted names in the value of a field."""
    if symbol.kind == "field" and len(symbol.value or "") <= MAX_VALUE:
        yield from NAME.findall(_without_strings(symbol.value or ""))


def is_short(symbol: Symbol) -> bool:
    """Whether a constant says its value on part of a line."""
    value = symbol.value or ""
    return is_value(symbol) and len(value) <= MAX_SHORT and _FIXED.match(value) is not None


def errors_of(symbol: Symbol) -> Iterator[str]:
    """Yield the names of the errors that a body raises."""
    for evidence in symbol.evidence:
        if evidence.kind == "raises":
            yield evidence.subject.partition("(")[0]


def constants_of(symbol: Symbol) -> Iterator[str]:
    """Yield the names in the rules of a symbol, those in capitals in its documentation too."""
    yield from _CAPITALS.findall(symbol.docstring.text if symbol.docstring else "")
    yield from constants_of_rules(symbol)


def constants_of_rules(symbol: Symbol) -> Iterator[str]:
    """Yield the names in the rules of a symbol."""
    bindings = dict(symbol.bindings)
    signature = symbol.signature
    local = {one.name for one in signature.parameters} if signature else set()
    local -= {"self", "cls"}  # stand for a class, whose constants matter
    texts = (text for one in symbol.evidence for text in _rule_of(one))
    for name in (name for text in texts for name in NAME.findall(_without_strings(text))):
        root = name.partition(".")[0]
        if root in bindings:
            yield from NAME.findall(_without_strings(bindings.pop(root)))
            local.add(root)
        elif root not in local:
            yield name
    for member in _ruling_members(symbol):
        yield from constants_of_rules(member)


def _rule_of(evidence: Evidence) -> tuple[str, ...]:
    """Return the texts of a fact that are told as a rule."""
    if evidence.kind not in ("raises", "returns", "asserts"):
        return ()
    return (*evidence.conditions, evidence.subject if evidence.kind != "raises" else "")


def _ruling_members(symbol: Symbol) -> Iterator[Symbol]:
    """Yield the methods whose rules are shown under their class: they hold when it is called."""
    for member in symbol.members:
        if member.name in _HOOKS or any("validator" in one for one in member.decorators):
            yield member


def _without_strings(text: str) -> str:
    return _STRING.sub("", text)
