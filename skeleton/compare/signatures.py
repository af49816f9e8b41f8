"""Compares the parameters and results of two callables.

One `Fact` for each difference: what it is, whether it breaks callers, and why. The rules are those
of calls: by place, by name, with and without a value.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from skeleton.compare.types import plain, relation, same_type, says_nothing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skeleton.model import Breaking, ChangeKind, Language, Parameter, Symbol

_BY_PLACE = ("positional_only", "positional_or_keyword")
_VARIABLE = ("var_positional", "var_keyword")
_KIND_WORDS = {
    "positional_only": "positional only",
    "positional_or_keyword": "positional or named",
    "keyword_only": "keyword only",
    "var_positional": "any number of positional arguments",
    "var_keyword": "any number of named arguments",
}


class Fact(NamedTuple):
    """One difference."""

    kind: ChangeKind
    breaking: Breaking
    reason: str
    part: str = ""
    before: str = ""
    after: str = ""


class Taken(NamedTuple):
    """What a callable takes, without what stands for the instance itself."""

    parameters: tuple[Parameter, ...]
    head: str

    def is_optional(self, parameter: Parameter) -> bool:
        """Tell whether a call may leave a parameter out."""
        if parameter.default is not None or parameter.kind in _VARIABLE:
            return True
        mark = rf"(?<!\w){re.escape(parameter.name)}\s*\?"  # TypeScript: `name?: string`
        return bool(parameter.name) and re.search(mark, self.head) is not None


def taken(symbol: Symbol, language: Language) -> Taken:
    """Return what a callable takes from its callers."""
    parameters = symbol.signature.parameters if symbol.signature else ()
    receives = language.uses.get("receiver_first") and symbol.kind != "function"
    if receives and "staticmethod" not in symbol.nature and parameters:
        first = parameters[0]
        parameters = parameters if first.kind in _VARIABLE else parameters[1:]
    return Taken(parameters, symbol.head)


def compare_parameters(before: Taken, after: Taken, language: Language) -> Iterator[Fact]:
    """Yield the differences between what two callables take."""
    by_name = "names" in language.callers
    older = {_key(one): one for one in before.parameters}
    newer = {_key(one): one for one in after.parameters}
    renamed = dict(_renamed(before, after, older, newer))
    for name, parameter in older.items():
        if name in newer:
            yield from _changed(parameter, newer[name], before, after, language)
        elif name in renamed:
            other = newer[renamed[name]]
            yield _renaming(parameter, other, by_name)
            yield from _changed(parameter, other, before, after, language)
        else:
            yield _removal(parameter, after)
    for name, parameter in newer.items():
        if name not in older and name not in renamed.values():
            yield _addition(parameter, before, after)
    yield from _moved(before.parameters, after.parameters, renamed)


def compare_results(before: Symbol, after: Symbol, language: Language) -> Iterator[Fact]:
    """Yield the differences between what two callables return, and in their type parameters."""
    older, newer = before.signature, after.signature
    if older is None or newer is None:
        return
    if not same_type(older.returns, newer.returns):
        kind = relation(older.returns or "", newer.returns or "")
        facts: dict[str, tuple[Breaking, str]] = {
            "narrower": ("no", "every result is one that was possible before"),
            "wider": ("yes", "results are possible that were not before"),
        }
        if "types" in language.callers:
            verdict: tuple[Breaking, str] = ("yes", "callers are checked against the type")
        elif older.returns is None:
            verdict = ("no", "nothing was promised before")
        elif newer.returns is None or says_nothing(newer.returns):
            verdict = ("unknown", "nothing is promised any more")
        else:
            verdict = facts.get(kind, ("unknown", "whether the types fit is not decided"))
        yield Fact("returns", *verdict, "", older.returns or "", newer.returns or "")
    if plain(older.type_parameters) != plain(newer.type_parameters):
        texts = older.type_parameters or "", newer.type_parameters or ""
        yield Fact("type_parameters", "unknown", "type arguments may not fit", "", *texts)


def _key(parameter: Parameter) -> str:
    """Return what tells parameters apart: their names, but there is one `*args` at most."""
    return f"*{parameter.kind}" if parameter.kind in _VARIABLE else parameter.name


def _written(parameter: Parameter) -> str:
    marks = {"var_positional": "*", "var_keyword": "**"}
    return marks.get(parameter.kind, "") + parameter.name


def _renamed(
    before: Taken, after: Taken, older: dict[str, Parameter], newer: dict[str, Parameter]
) -> Iterator[tuple[str, str]]:
    """Yield names of parameters that stand at the same place and differ in nothing else."""
    for one, other in zip(before.parameters, after.parameters, strict=False):
        alike = one.kind == other.kind and same_type(one.annotation, other.annotation)
        if alike and _key(one) not in newer and _key(other) not in older:
            yield _key(one), _key(other)


def _renaming(one: Parameter, other: Parameter, by_name: bool) -> Fact:
    texts = one.name, one.name, other.name
    if one.kind == "keyword_only" or (by_name and one.kind != "positional_only"):
        return Fact("parameter_renamed", "yes", "calls that name it fail", *texts)
    return Fact("parameter_renamed", "no", "calls do not name it", *texts)


def _removal(one: Parameter, after: Taken) -> Fact:
    kinds = {parameter.kind for parameter in after.parameters}
    verdict: tuple[Breaking, str] = ("yes", "calls that pass it fail")
    if one.kind == "keyword_only" and "var_keyword" in kinds:
        verdict = ("no", "named arguments of any name are taken")
    elif one.kind == "positional_only" and "var_positional" in kinds:
        verdict = ("no", "any number of positional arguments is taken")
    elif one.kind == "positional_or_keyword" and kinds.issuperset(_VARIABLE):
        verdict = ("no", "arguments of any number and name are taken")
    return Fact("parameter_removed", *verdict, _written(one), _text(one), "")


def _addition(one: Parameter, before: Taken, after: Taken) -> Fact:
    verdict = _addition_verdict(one, before, after)
    return Fact("parameter_added", *verdict, _written(one), "", _text(one))


def _addition_verdict(one: Parameter, before: Taken, after: Taken) -> tuple[Breaking, str]:
    if not after.is_optional(one):
        return "yes", "calls without it fail"
    if one.kind in _VARIABLE:
        return "no", "more is taken than before"
    if one.kind in _BY_PLACE and (behind := _behind(one, before, after)):
        return "yes", f"positional arguments for {behind} end up in it"
    return "no", "calls may leave it out"


def _behind(one: Parameter, before: Taken, after: Taken) -> str:
    """Return the first older parameter that takes positional arguments behind a new one."""
    older = {_key(each) for each in before.parameters if each.kind in (*_BY_PLACE, _VARIABLE[0])}
    rest = after.parameters[after.parameters.index(one) + 1 :]
    found = (each for each in rest if each.kind != "keyword_only" and _key(each) in older)
    return next((_written(each) for each in found), "")


def _changed(
    one: Parameter, other: Parameter, before: Taken, after: Taken, language: Language
) -> Iterator[Fact]:
    name = _written(other)
    if one.kind != other.kind:
        words = _KIND_WORDS[one.kind], _KIND_WORDS[other.kind]
        yield Fact("parameter_kind", *_kind_verdict(one, other), name, *words)
    was, now = before.is_optional(one), after.is_optional(other)
    texts = one.default or "", other.default or ""
    if was and not now:
        yield Fact("parameter_default", "yes", "calls without it fail", name, *texts)
    elif now and not was:
        yield Fact("parameter_default", "no", "calls may leave it out now", name, *texts)
    elif "..." not in (one.default, other.default) and plain(one.default) != plain(other.default):
        reason = "calls without it get another value"
        yield Fact("parameter_default", "unknown", reason, name, *texts)
    if not same_type(one.annotation, other.annotation):
        texts = one.annotation or "", other.annotation or ""
        yield Fact("parameter_annotation", *_type_verdict(one, other, language), name, *texts)


def _kind_verdict(one: Parameter, other: Parameter) -> tuple[Breaking, str]:
    if one.kind in _BY_PLACE and other.kind == "keyword_only":
        return "yes", "it is taken by name only"
    if one.kind in ("keyword_only", "positional_or_keyword") and other.kind == "positional_only":
        return "yes", "calls that name it fail"
    if one.kind in _VARIABLE or other.kind in _VARIABLE:
        return "unknown", "how many arguments it takes is another matter now"
    return "no", "it may be passed in more ways"


def _type_verdict(one: Parameter, other: Parameter, language: Language) -> tuple[Breaking, str]:
    if one.annotation is None:
        return "no", "nothing was said before"
    if other.annotation is None:
        return "no", "nothing is said any more"
    kind = relation(one.annotation, other.annotation)
    if kind == "wider":
        return "no", "everything that was taken is taken"
    if kind == "narrower":
        return "yes", "not everything that was taken is taken"
    if "types" in language.callers:
        return "yes", "callers are checked against the type"
    return "unknown", "whether the types fit is not decided"


def _moved(
    before: Sequence[Parameter], after: Sequence[Parameter], renamed: dict[str, str]
) -> Iterator[Fact]:
    """Yield the positional parameters whose order among those that are left has changed."""
    newer = [_key(one) for one in after if one.kind in _BY_PLACE]
    older = [renamed.get(_key(one), _key(one)) for one in before if one.kind in _BY_PLACE]
    first = [name for name in older if name in newer]
    second = [name for name in newer if name in older]
    kept = _kept(first, second)
    for name in first:
        if name not in kept:
            places = str(first.index(name) + 1), str(second.index(name) + 1)
            reason = "positional arguments end up in another parameter"
            yield Fact("parameter_moved", "yes", reason, name, *places)


def _kept(first: list[str], second: list[str]) -> set[str]:
    blocks: Iterable[tuple[int, int, int]] = SequenceMatcher(
        None, first, second, autojunk=False
    ).get_matching_blocks()
    return {name for start, _, size in blocks for name in first[start : start + size]}


def _text(one: Parameter) -> str:
    """Return a parameter as one may write it; its parts are slices."""
    typed = f": {one.annotation}" if one.annotation else ""
    value = f" = {one.default}" if typed and one.default is not None else ""
    value = value or (f"={one.default}" if one.default is not None else "")
    return f"{_written(one)}{typed}{value}"
