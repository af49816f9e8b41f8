"""Tells whether an annotation or a condition says the same, more or less than another.

Decides only what the two slices decide: members of a union, comparisons of the same things, parts
joined by `and` and `or`. Everything else is not known.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SPACE = re.compile(r"\s+")
_TYPING = re.compile(r"\b(?:typing|typing_extensions|t)\.(?=[A-Z])")
_OLD_NAMES = {name: name.lower() for name in ("Dict", "FrozenSet", "List", "Set", "Tuple", "Type")}
_WRAPPERS = frozenset({"Annotated", "ClassVar", "Final", "Required"})  # of the same type
_WIDEST = frozenset({"Any", "any", "object", "unknown", "interface{}", "mixed"})
_COMPARISON = re.compile(r"(.+?)\s*(<=|>=|==|!=|<|>)\s*([^<>=]+)\Z", re.DOTALL)
_HOLDS_MORE = {("<", "<="), (">", ">="), ("==", "<="), ("==", ">="), ("<", "!="), (">", "!=")}
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d+)?\Z")


@lru_cache(1 << 16)
def plain(text: str | None) -> str:
    """Return a text without what means nothing: blanks, quotes around it, a trailing comma."""
    words = _SPACE.sub(" ", text or "").strip()
    if (
        len(words) > 1
        and words[0] in "\"'"
        and words[-1] == words[0]
        and words.count(words[0]) == 2
    ):
        words = words[1:-1].strip()
    return re.sub(r"\s*([,:|()\[\]{}<>=])\s*", r"\1", words).replace(",)", ")").replace(",]", "]")


def same_type(before: str | None, after: str | None) -> bool:
    """Tell whether two annotations are the same type, however it is spelled."""
    return _members(before) == _members(after)


def relation(before: str, after: str) -> str:
    """Return "same", "wider", "narrower" or "unknown": what the newer of two annotations takes.

    A type that says nothing, as `Any`, is wider than all, but no narrower one follows from it.
    """
    older, newer = _members(before), _members(after)
    if older == newer:
        return "same"
    if older < newer or newer & _WIDEST:
        return "wider"
    return "narrower" if newer < older else "unknown"


def says_nothing(annotation: str) -> bool:
    """Tell whether an annotation takes everything."""
    return bool(_members(annotation) & _WIDEST)


def holds(before: str, after: str) -> str:
    """Return "same", "more", "less" or "unknown": how often the newer of two conditions holds."""
    older, newer = plain(before), plain(after)
    if older == newer:
        return "same"
    if not older or not newer:
        return "more" if not newer else "less"  # without a condition: always
    if _implies(before, after):
        return "more"
    return "less" if _implies(after, before) else "unknown"


def _implies(one: str, other: str) -> bool:
    """Tell whether a condition holds wherever another does, as far as their words show it."""
    cases, either = _parts(one, "or"), _parts(other, "or")
    if len(cases) > 1 or len(either) > 1:
        return set(map(plain, cases)) <= set(map(plain, either))
    both, wanted = _parts(one, "and"), _parts(other, "and")
    if len(both) > 1 or len(wanted) > 1:
        return set(map(plain, wanted)) <= set(map(plain, both))
    return _comparison_implies(one, other)


def _comparison_implies(one: str, other: str) -> bool:
    left, right = _comparison(one), _comparison(other)
    if left is None or right is None or left[0] != right[0]:
        return False
    (_, first, bound), (_, second, limit) = left, right
    if bound == limit:
        return first == second or (first, second) in _HOLDS_MORE
    if not (_NUMBER.match(bound) and _NUMBER.match(limit)) or first[0] != second[0]:
        return False
    low, high = float(bound), float(limit)
    if first[0] == ">":
        return low > high or (low == high and first == second)
    if first[0] == "<":
        return low < high or (low == high and first == second)
    return False


def _comparison(condition: str) -> tuple[str, str, str] | None:
    """Return subject, operator and bound of a single comparison; a number comes last."""
    found = _COMPARISON.match(condition.strip())
    if found is None or re.search(r"\b(?:and|or|not|if)\b|&&|\|\|", condition):
        return None
    left, operator, right = plain(found[1]), found[2], plain(found[3])
    if _NUMBER.match(left):
        return right, _FLIPPED[operator], left
    return left, operator, right


def _parts(condition: str, word: str) -> list[str]:
    sign = {"or": "||", "and": "&&"}[word]
    return split(condition.replace(sign, f" {word} "), f" {word} ")


def split(text: str, mark: str) -> list[str]:
    """Return the parts of a text between marks that stand in no brackets and no string."""
    parts, start, depth, quote, at = [], 0, 0, "", 0
    opening, closing = ("([{<", ")]}>") if mark in ("|", ",", "=>") else ("([{", ")]}")
    while at < len(text):
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in opening:
            depth += 1
        elif sign in closing and text[at - 1 : at] not in ("-", "="):
            depth = max(depth - 1, 0)
        elif depth == 0 and text.startswith(mark, at):
            parts.append(text[start:at].strip())
            start = at = at + len(mark)
            continue
        at += 1
    return [*parts, text[start:].strip()]


def _members(annotation: str | None) -> frozenset[str]:
    """Return the alternatives that an annotation names, each in one spelling."""
    text = _TYPING.sub("", plain(annotation))
    if len(split(text, "=>")) > 1:  # a function of TypeScript: what it returns is a part of it
        return frozenset({text})
    found: set[str] = set()
    for part in split(text, "|"):
        if part.startswith("(") and part.endswith(")") and split(part, ",") == [part]:
            found |= _members(part[1:-1])
            continue
        name, bracket, inner = part.partition("[")
        arguments = split(inner[:-1], ",") if bracket and inner.endswith("]") else []
        if arguments and name in ("Optional", "Union"):
            found.update(*map(_members, arguments))
            found |= {"None"} if name == "Optional" else set()
        elif arguments and name in _WRAPPERS:
            found.update(*map(_members, arguments[:1]))
        elif arguments and name != "Literal":
            spelled = ",".join("|".join(sorted(_members(each))) for each in arguments)
            found.add(f"{_OLD_NAMES.get(name, name)}[{spelled}]")
        elif part.endswith("?") and len(part) > 1:  # C#, Kotlin, PHP, Swift
            found |= {part[:-1], "None"}
        elif part and part not in _WRAPPERS:
            found.add(_OLD_NAMES.get(part, part))
    return frozenset(found)
