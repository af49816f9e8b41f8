"""Reads the heads of Python that are plain enough to need no parser: nearly all of them.

Plain are names, literals, calls, subscripts, lists and arithmetic of such. What holds anything else
(a comment, a lambda, a type parameter), or is no Python, is not read here: it is for libcst.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from keyword import kwlist
from typing import TYPE_CHECKING

from skeleton.model import Parameter, Signature

if TYPE_CHECKING:
    from skeleton.model import ParameterKind

MAX_NESTING = 8  # brackets within brackets


@dataclass(frozen=True, slots=True)
class Head:
    """What is found in one head; texts are slices of it."""

    signature: Signature | None
    bases: tuple[str, ...] = ()


# What is special becomes something simple of the same length, so that positions stay true: first
# words and literals, then brackets and lambdas, from the inside out. A flat list is left.
_TEXT = r"""[bBrRuU]?(?:"(?!"")(?:[^"\\\n]|\\[^\n])*+"|'(?!'')(?:[^'\\\n]|\\[^\n])*+')"""
_NUMBER = (
    r"(?:0[xX][\da-fA-F]++|0[oO][0-7]++|(?:0|[1-9][\d_]*+)(?:\.\d*+)?(?:[eE][-+]?\d++)?|\.\d++)"
)
_SPECIAL = re.compile(
    rf"(?P<comment>\#[^\n]*+)|\b(?:(?P<operator>and|not|or)|(?P<lambda>lambda))\b"
    rf"|(?<![\w.\"'])(?:{_TEXT}(?:\s*+{_TEXT})*+|{_NUMBER}(?!\.)|\.\.\.)(?![\w\"'])"
)
_SIMPLE = {"comment": " ", "operator": "-", "lambda": "@"}
_KEYWORD = re.compile(rf"\b(?:{'|'.join(sorted({*kwlist} - {'None', 'True', 'False'}))})\b")
_NAME = r"[A-Za-z_]\w*+"
_OPERAND = rf"(?:-++ ?+)?{_NAME}(?:\.{_NAME})*+"
_VALUE = rf"{_OPERAND}(?:\s*+[-+*/%|&]++\s*+{_OPERAND})*+"
_ONE, _GIVEN = (
    rf"\s*+(?:{one}\s*+(?:,\s*+{one}\s*+)*+(?:,\s*+)?)"
    for one in (_VALUE, rf"(?:{_NAME}\s*+=\s*+)?{_VALUE}")
)
_GROUP = re.compile(
    rf"(?<![\w.])(?:{_NAME}(?:\.{_NAME})*+(?:\({_GIVEN}?\)|\[{_ONE}\])|\({_ONE}?\)|\[{_ONE}?\]"
    rf"|\{{\s*+\}}|\({_NAME} := {_VALUE}\)"
    rf"|@{{6}}(?: {_NAME}(?:, {_NAME})*+)?: {_VALUE}(?![(\[]))(?!\w)"
)

_START = re.compile(rf"(?:(?:async )?def|class) {_NAME}(?:\(|:\Z)")
_NEXT = r"\s*+(?:,|(?=\)))\s*+"
_PARAMETER = re.compile(
    rf"(?:(?P<stars>\*{{0,2}})(?P<name>{_NAME})(?:\s*+:\s*+(?P<annotation>{_VALUE}))?"
    rf"(?:\s*+=\s*+(?P<default>{_VALUE}))?|[*/]){_NEXT}"
)
_RETURNS = re.compile(rf"\)(?:\s*+->\s*+(?P<returns>{_VALUE}))?\s*+:\s*+\Z")
_BASES = re.compile(
    rf"\s*+(?:{_VALUE}(?!\s*+=){_NEXT})*+(?:{_NAME}\s*+=\s*+{_VALUE}{_NEXT})*+\)\s*+:\Z"
)
_BASE = re.compile(rf"(?:{_NAME}\s*+=\s*+)?{_VALUE}")
# n: a name, d: one with a default, a and k: of the rest; a name without follows no default
_ORDER = re.compile(r"(?:n+/n*d*|n*d+/d*|n*d*)(?:a[nd]*|\*[nd]+)?k?")


def read_plain(head: str) -> Head | None:
    """Return what a head says; `None` if it is not plain."""
    found = _START.match(head)
    if found is None:
        return None
    start = found.end()
    if start == len(head):
        return Head(None)  # `class A:`
    flat = " " * start + _SPECIAL.sub(_blanked, head[start:])
    if _KEYWORD.search(flat) or not flat.isascii():
        return None
    for _ in range(MAX_NESTING):
        flat, count = _GROUP.subn(_blanked, flat)
        if not count:
            break
    return (_class if head.startswith("class") else _function)(head, flat, start)


def _blanked(found: re.Match[str]) -> str:
    return _SIMPLE.get(found.lastgroup or "", "_") * len(found.group())


def _function(head: str, flat: str, start: int) -> Head | None:
    """Read parameters one by one; their order must be one that Python takes."""
    found: list[re.Match[str]] = []
    place = len(flat) - len(flat[start:].lstrip())
    while one := _PARAMETER.match(flat, place):
        found.append(one)
        place = one.end()
    codes = "".join(_code(head, one) for one in found)
    end = _RETURNS.match(flat, place)
    if end is None or not _ORDER.fullmatch(codes):
        return None
    divide = codes.find("/")
    star = next((place for place, code in enumerate(codes) if code in "a*"), len(codes))
    parameters = tuple(
        Parameter(
            _slice(head, one, "name") or "",
            _kind(code, place, divide, star),
            _slice(head, one, "annotation"),
            _slice(head, one, "default"),
        )
        for place, (one, code) in enumerate(zip(found, codes, strict=True))
        if code not in "*/"
    )
    return Head(Signature(parameters, _slice(head, end, "returns")))


def _kind(code: str, place: int, divide: int, star: int) -> ParameterKind:
    if code in "ak":
        return "var_positional" if code == "a" else "var_keyword"
    if place < divide:
        return "positional_only"
    return "keyword_only" if place > star else "positional_or_keyword"


def _code(head: str, found: re.Match[str]) -> str:
    """Return the letter that stands for a parameter in `_ORDER`; a question mark for no Python."""
    if found["name"] is None:
        return found.group()[0]
    name = _slice(head, found, "name") or ""
    if not name.isidentifier() or name in ("None", "True", "False"):
        return "?"
    if found["stars"]:
        return "?" if found["default"] else "-ak"[len(found["stars"])]
    return "d" if found["default"] else "n"


def _class(head: str, flat: str, start: int) -> Head | None:
    end = _BASES.match(flat, start)
    if end is None:
        return None
    found = _BASE.finditer(flat, start, end.end())
    return Head(None, tuple(head[one.start() : one.end()] for one in found))


def _slice(head: str, found: re.Match[str], group: str) -> str | None:
    start, end = found.span(group)
    return head[start:end] if start >= 0 else None
