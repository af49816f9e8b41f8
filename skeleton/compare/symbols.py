"""Compares two groups of definitions of one name: overloads, branches, setters, or one each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.compare.clauses import compare_clauses
from skeleton.compare.signatures import Fact, Taken, compare_parameters, compare_results, taken
from skeleton.compare.types import plain, relation, same_type
from skeleton.model import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skeleton.model import Breaking, Clause, Language, Symbol

_VALUES = frozenset({"constant", "variable", "field"})
_TOLD_BY_HEAD = frozenset({"type_alias", "field"})  # where neither type nor value is read apart
_CLASSES = frozenset({"class", "struct", "interface", "enum"})
_CALLED = frozenset({"function", "method", "constructor", "operator", "macro"})
_RECORD = re.compile(
    r"@(?:[\w.]+\.)?(?:dataclass|define|frozen|mutable|attrs|attrib|s)\b|@attr\.s\b"
)
_RECORD_BASES = frozenset({"NamedTuple", "BaseModel", "Struct"})
_LITERAL = re.compile(
    r"[-\d'\"`\[{]|(?:None|True|False|null|nil|true|false|undefined)\b"  # what nobody can call
)
_ARGUMENTS = re.compile(r"\s*[\[<(]")
_ROLES = ("setter", "deleter", "getter", "set")
# What a change of nature means; what is missing here is told by its decorator or its head.
_GAINED: dict[str, tuple[Breaking, str]] = {
    "async": ("yes", "callers must await it"),
    "generator": ("yes", "callers get an iterator"),
    "abstract": ("yes", "subclasses must define it"),
    "final": ("yes", "nobody may extend or override it"),
    "sealed": ("yes", "others must not extend it"),
    "static": ("unknown", "it is called without an instance"),
    "staticmethod": ("unknown", "it is called without an instance"),
    "classmethod": ("unknown", "it is called with the class"),
}
_LOST: dict[str, tuple[Breaking, str]] = {
    "async": ("yes", "callers must not await it"),
    "generator": ("yes", "callers get no iterator any more"),
    "abstract": ("no", "subclasses need not define it"),
    "final": ("no", "others may extend or override it"),
    "sealed": ("no", "others may extend it"),
    "static": ("yes", "it needs an instance"),
    "staticmethod": ("yes", "it needs an instance"),
    "classmethod": ("yes", "it is not called with the class"),
}
_TOLD_BY_NATURE = re.compile(
    r"@(?:[\w.]+\.)?(?:property|cached_property|setter|deleter|getter|staticmethod|classmethod|"
    r"abstractmethod|overload|final)\b"
)


def pair_up(before: Sequence[Symbol], after: Sequence[Symbol]) -> list[tuple[Symbol, Symbol]]:
    """Return which definition of a name is which: equal heads first, the rest in their order."""
    left, pairs = list(after), []
    waiting = []
    for one in before:
        equal = next((other for other in left if _mark(one) == _mark(other)), None)
        if equal is None:
            waiting.append(one)
        else:
            left.remove(equal)
            pairs.append((one, equal))
    for one in waiting:
        same = next((other for other in left if _role(one) == _role(other)), None)
        if same is not None:
            left.remove(same)
            pairs.append((one, same))
    order = {id(one): number for number, one in enumerate(before)}
    return sorted(pairs, key=lambda pair: order[id(pair[0])])


def compare_symbols(
    before: Sequence[Symbol], after: Sequence[Symbol], language: Language, documentation: bool
) -> Iterator[tuple[Fact, Symbol]]:
    """Yield the differences between two groups, each with the definition it was found at."""
    overloaded = all(any("overload" in one.nature for one in side) for side in (before, after))
    older, newer = _called(before, overloaded), _called(after, overloaded)
    pairs = pair_up(older, newer)
    for one, other in pairs:
        for fact in _facts(one, other, language):
            yield fact, other
        if documentation and _doc(one) != _doc(other):
            reason = "documentation"
            yield Fact("documentation", "no", reason, "", _doc(one), _doc(other)), other
    for one in _rest(older, [pair[0] for pair in pairs]):
        yield _lost(one), newer[-1]
    for one in _rest(newer, [pair[1] for pair in pairs]):
        yield _gained(one), one
    for fact in compare_clauses(_clauses(before), _clauses(after)):
        yield fact, after[-1]


def _rest(symbols: Iterable[Symbol], matched: Iterable[Symbol]) -> list[Symbol]:
    known = {id(one) for one in matched}
    return [one for one in symbols if id(one) not in known]


def _called(symbols: Sequence[Symbol], overloaded: bool) -> list[Symbol]:
    """Return the definitions that callers see.

    Overloads hide what implements them, if both sides have some; else it is that which is compared.
    """
    overloads = [one for one in symbols if "overload" in one.nature or one.body is None]
    others = [one for one in symbols if "overload" not in one.nature]
    declared = [one for one in others if "instance" not in one.nature]
    return overloads if overloaded else declared or others or overloads


def _clauses(symbols: Iterable[Symbol]) -> list[Clause]:
    return [clause for symbol in symbols for clause in symbol.contract]


def _mark(symbol: Symbol) -> tuple[str, ...]:
    return (plain(symbol.head), *map(plain, symbol.decorators))


def _role(symbol: Symbol) -> str:
    return next((word for word in _ROLES if word in symbol.nature), "")


def _lost(one: Symbol) -> Fact:
    head = " ".join(one.head.split())
    if role := _role(one):
        return Fact("removed", "yes", f"it has no {role} any more", role, head)
    return Fact("overload_removed", "yes", "calls of this form are not declared", "", head)


def _gained(one: Symbol) -> Fact:
    head = " ".join(one.head.split())
    if role := _role(one):
        return Fact("added", "no", f"it has a {role} now", role, "", head)
    return Fact("overload_added", "no", "more forms of calls are declared", "", "", head)


def _facts(one: Symbol, other: Symbol, language: Language) -> Iterator[Fact]:
    """Yield the differences between two definitions, their members and contracts apart."""
    if one.kind != other.kind and not {one.kind, other.kind} <= _VALUES:
        yield Fact("kind", *_kind_verdict(one, other), "", one.kind, other.kind)
    if one.signature and other.signature and {one.kind, other.kind} <= _CALLED:
        yield from compare_parameters(taken(one, language), taken(other, language), language)
    if _is_record(one) and _is_record(other):
        yield from compare_parameters(_construction(one), _construction(other), language)
    yield from compare_results(one, other, language)
    yield from _natures(one, other)
    yield from _decorators(one, other)
    yield from _bases(one, other)
    yield from _values(one, other, language)


def _kind_verdict(one: Symbol, other: Symbol) -> tuple[Breaking, str]:
    if one.kind in _CALLED and other.kind in _VALUES and not _LITERAL.match(other.value or ""):
        return "unknown", "whether its value can be called is not decided"
    if one.kind in _CALLED and other.kind not in _CALLED | _CLASSES:
        return "yes", "it cannot be called any more"
    if one.kind in ("property", "field") and other.kind in _CALLED:
        return "yes", "it is called to get the value now"
    if other.kind == "property":
        return "unknown", "whether it may be assigned is not decided"
    return "unknown", "it is another kind of thing now"


def _natures(one: Symbol, other: Symbol) -> Iterator[Fact]:
    for word in one.nature:
        if word not in other.nature and word in _LOST:
            yield Fact("nature", *_LOST[word], word, word, "")
    for word in other.nature:
        if word not in one.nature and word in _GAINED:
            yield Fact("nature", *_GAINED[word], word, "", word)


def _decorators(one: Symbol, other: Symbol) -> Iterator[Fact]:
    older = {plain(text): text for text in one.decorators if not _TOLD_BY_NATURE.match(text)}
    newer = {plain(text): text for text in other.decorators if not _TOLD_BY_NATURE.match(text)}
    for key, text in older.items():
        if key not in newer:
            yield Fact("decorator_removed", *_decorator_verdict(text), _head(text), text, "")
    for key, text in newer.items():
        if key not in older:
            yield Fact("decorator_added", *_decorator_verdict(text), _head(text), "", text)


def _decorator_verdict(text: str) -> tuple[Breaking, str]:
    if "deprecated" in text.lower():
        return "no", "it still works"
    return "unknown", "what it does to its callers is not read"


def _head(decorator: str) -> str:
    return decorator.partition("(")[0]


def _bases(one: Symbol, other: Symbol) -> Iterator[Fact]:
    older, newer = list(map(plain, one.bases)), list(map(plain, other.bases))
    changed = _of_other_arguments(older, newer)
    for base, now in changed.items():
        reason = "whether its members have the same types is not decided"
        yield Fact("base_changed", "unknown", reason, base_name(base), base, now)
    older = [base for base in older if base not in changed]
    newer = [base for base in newer if base not in changed.values()]
    for base in older:
        if base not in newer and base != "object":
            reason = "what it inherited, and its being one, is gone"
            yield Fact("base_removed", "yes", reason, base, base, "")
    for base in newer:
        if base not in older and base != "object":
            yield Fact("base_added", "no", "it is still what it was", base, "", base)
    if older != newer and sorted(older) == sorted(newer):
        texts = ", ".join(one.bases), ", ".join(other.bases)
        yield Fact("bases_moved", "unknown", "members may come from another base", "", *texts)


def _of_other_arguments(older: list[str], newer: list[str]) -> dict[str, str]:
    """Return the bases that are the same but for what stands in their brackets."""
    fresh = {base_name(base): base for base in newer if base not in older}
    return {
        base: fresh[name]
        for base in older
        if base not in newer and (name := base_name(base)) in fresh
    }


def base_name(base: str) -> str:
    """Return a base without what stands in brackets behind it: type arguments, arguments."""
    return _ARGUMENTS.split(base, maxsplit=1)[0]


def _values(one: Symbol, other: Symbol, language: Language) -> Iterator[Fact]:
    """Yield differences of what has a type or a value: constants, variables, fields, aliases."""
    values = one.kind in _VALUES and other.kind in _VALUES
    if values and not same_type(one.annotation, other.annotation):
        texts = one.annotation or "", other.annotation or ""
        yield Fact("annotation", *_annotation_verdict(*texts, language), "", *texts)
    own = "instance" not in one.nature and "instance" not in other.nature
    if own and one.kind == other.kind and plain(one.value) != plain(other.value):
        reason = "users may rely on the value"
        yield Fact("value", "unknown", reason, "", one.value or "", other.value or "")
    alike = one.kind == other.kind and one.kind in _TOLD_BY_HEAD
    bare = all(side.value is None and side.annotation is None for side in (one, other))
    if alike and bare and plain(one.head) != plain(other.head):
        texts = " ".join(one.head.split()), " ".join(other.head.split())
        yield Fact("head", "unknown", "whether the types fit is not decided", "", *texts)


def _annotation_verdict(before: str, after: str, language: Language) -> tuple[Breaking, str]:
    if not before or not after:
        return "no", "it says more, or less, about the same value"
    if "types" in language.callers:
        return "yes", "users are checked against the type"
    if relation(before, after) == "narrower":
        return "no", "every value is one that was possible before"
    return "unknown", "whether the types fit is not decided"


def _is_record(symbol: Symbol) -> bool:
    """Tell whether a class is constructed from its fields."""
    if symbol.kind not in _CLASSES or any(one.kind == "constructor" for one in symbol.members):
        return False
    bases = {base.rpartition(".")[2].partition("[")[0] for base in symbol.bases}
    marked = any(_RECORD.match(text) for text in symbol.decorators)
    return marked or not bases.isdisjoint(_RECORD_BASES)


def _construction(symbol: Symbol) -> Taken:
    """Return the fields of a record as the parameters of its construction."""
    named = any("kw_only=True" in plain(text) for text in symbol.decorators)
    named = named or any(base.rpartition(".")[2] == "BaseModel" for base in symbol.bases)
    parameters = [
        Parameter(
            one.name,
            "keyword_only" if named else "positional_or_keyword",
            one.annotation,
            one.value,
        )
        for one in symbol.members
        if one.kind == "field"
        and one.annotation
        and "instance" not in one.nature
        and "ClassVar" not in one.annotation
    ]
    return Taken(tuple(parameters), "")


def _doc(symbol: Symbol) -> str:
    return symbol.docstring.body if symbol.docstring else ""
