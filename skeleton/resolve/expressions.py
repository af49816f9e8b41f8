"""Reads short pieces of source as text: names in front, types in annotations, chains of values.

Knows brackets, strings and dots, which most languages share; does not parse a language.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_DOTTED = re.compile(r"\s*([A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*")
_TOKEN = re.compile(
    r"\s+|([A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*)|('''|\"\"\"|'|\")|(=>|->|\.\.\.|.)",
    re.DOTALL,
)
_LONG = 2000  # characters: what is longer is generated, or no type
_BRACKETS = 100  # in one type; read with recursion
_OPEN = {"(": ")", "[": "]", "<": ">", "{": "}"}


def dotted_head(text: str) -> str | None:
    """Return the dotted name of a base or an alias, `None` for anything else.

    `Generic[T]` gives `Generic`.
    """
    match = _DOTTED.match(text)
    if not match:
        return None
    rest = text[match.end() :]
    if rest and (rest[0] not in "[<" or rest.rstrip()[-1] not in "]>"):
        return None
    return re.sub(r"\s+", "", match[1])


class TypeName(NamedTuple):
    """One alternative of a type: its dotted name, and the alternatives of each of its arguments."""

    name: str
    arguments: tuple[tuple[TypeName, ...], ...] = ()


@lru_cache(maxsize=4096)
def type_names(text: str) -> tuple[TypeName, ...]:
    """Read a type as written into its alternatives.

    `Optional["A"] | list[B]` gives A and list of B.

    Returns:
        Empty where nothing in it can be read as a type.
    """
    if len(text) > _LONG or sum(map(text.count, "([{<")) > _BRACKETS:
        return ()
    found, _ = _alternatives(_tokens(text), 0)
    return found


def _tokens(text: str) -> list[str]:
    """Split into names, marks and the contents of strings, which hold types not defined yet."""
    found: list[str] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            break
        at = match.end()
        if match[1]:
            found.append(re.sub(r"\s+", "", match[1]))
        elif match[2]:
            end = text.find(match[2], at)
            if end < 0:
                break
            if match[2] in ('"', "'", '"""', "'''"):
                found.append("(")
                found.extend(_tokens(text[at:end]))
                found.append(")")
            at = end + len(match[2])
        elif match[3] and not match[3].isspace():
            found.append(match[3])
    return found


_TRANSPARENT = frozenset(
    {
        "Optional",
        "Union",
        "Annotated",
        "Final",
        "ClassVar",
        "Required",
        "NotRequired",
        "ReadOnly",
        "InitVar",
        "Awaitable",
        "Coroutine",
        "Promise",
        "PromiseLike",
        "Readonly",
        "Partial",
        "NonNullable",
    }
)


def _alternatives(tokens: list[str], at: int) -> tuple[tuple[TypeName, ...], int]:
    found: list[TypeName] = []
    while at < len(tokens):
        token = tokens[at]
        if token in (",", "]", ">", ")", "}", "=", ";"):
            break
        if token in ("|", "&", "..."):
            at += 1
        elif token in ("(", "[", "{", "<"):
            parts, at = _bracket(tokens, at)
            if at < len(tokens) and tokens[at] in ("=>", "->"):
                result, at = _alternatives(tokens, at + 1)
                found.append(TypeName("Callable", ((), result)))
            elif token == "(":
                found.extend(one for part in parts for one in part)
            elif token == "[":
                found.append(TypeName("tuple", tuple(parts)))
        elif token[0].isalpha() or token[0] in "_$":
            at += 1
            arguments: list[tuple[TypeName, ...]] = []
            if at < len(tokens) and tokens[at] in ("[", "<"):
                if tokens[at : at + 2] == ["[", "]"]:
                    at += 2
                    found.append(TypeName("Array", ((TypeName(token),),)))
                    continue
                arguments, at = _bracket(tokens, at)
            found.extend(_named(token, arguments))
        else:
            at += 1
    return tuple(dict.fromkeys(found)), at


def _named(name: str, arguments: list[tuple[TypeName, ...]]) -> tuple[TypeName, ...]:
    last = name.rpartition(".")[2]
    if arguments and last in _TRANSPARENT:
        if last == "Annotated":
            return arguments[0]
        if last == "Coroutine":
            return arguments[-1]
        return tuple(one for argument in arguments for one in argument)
    return (TypeName(name, tuple(arguments)),)


def _bracket(tokens: list[str], at: int) -> tuple[list[tuple[TypeName, ...]], int]:
    """Read the parts between brackets; `at` is the opening one, and comes back behind it all."""
    close = _OPEN[tokens[at]]
    parts: list[tuple[TypeName, ...]] = []
    at += 1
    while at < len(tokens) and tokens[at] != close:
        part, after = _alternatives(tokens, at)
        parts.append(part)
        at = after if after > at or tokens[after : after + 1] == [close] else after + 1
        if at < len(tokens) and tokens[at] != close:
            at += 1
    return parts, at + 1


@lru_cache(maxsize=4096)
def chains_of(text: str) -> tuple[str, ...]:
    """Read a value as written into chains: `a.b(c)[0] or D()` gives `a.b()[]` and `D()`.

    Returns:
        One chain for each alternative; empty for a literal, a calculation, or a very long text.
    """
    if len(text) > _LONG:
        return ()
    found: list[str] = []
    at = 0
    while True:
        chain, at = _chain(text, at)
        word = re.compile(r"\s*(or|and|\|\||\?\?|&&)(?![\w])\s*").match(text, at)
        condition = re.compile(r"\s*if\b.*?\belse\b\s*", re.DOTALL).match(text, at)
        rest = text[at:].strip()
        if chain and (not rest or word or condition):
            found.append(chain)
        following = word or condition
        if not following:
            return tuple(dict.fromkeys(found))
        at = following.end()


_NAME = re.compile(r"\s*(?:await\s+|new\s+)*([A-Za-z_$][\w$]*)")
_STEP = re.compile(r"\s*(?:\?\.|!?\.)\s*([A-Za-z_$#][\w$]*)")
_SPACE = re.compile(r"\s*")


def _chain(text: str, at: int) -> tuple[str, int]:
    start = _NAME.match(text, at)
    if not start:
        return "", at
    chain, at = start[1], start.end()
    while at < len(text):
        step = _STEP.match(text, at)
        if step:
            chain += "." + step[1]
            at = step.end()
            continue
        space = _SPACE.match(text, at)
        here = space.end() if space else at
        if text[here : here + 1] == "(":
            chain += "()"
        elif text[here : here + 1] == "[":
            chain += "[]"
        else:
            break
        end = _closing(text, here)
        if end < 0:
            return "", len(text)
        at = end
    return chain, at


def _closing(text: str, at: int) -> int:
    """Return the place behind the bracket that closes the one at `at`, -1 where there is none."""
    depth = 0
    while at < len(text):
        mark = text[at]
        if mark in "\"'`":
            end = text.find(mark, at + 1)
            if end < 0:
                return -1
            at = end
        elif mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return -1


def split_at(text: str, mark: str) -> tuple[str, ...]:
    """Split a type at a mark that stands outside brackets and strings."""
    if len(text) > _LONG:
        return ()
    parts: list[str] = []
    depth, start, quote, before = 0, 0, "", ""
    for at, one in enumerate(text):
        if quote:
            quote = "" if one == quote else quote
        elif one in "'\"`":
            quote = one
        elif one in _OPEN:
            depth += 1
        elif one in ")]}" or (one == ">" and before != "="):
            depth -= 1
        elif one == mark and depth == 0:
            parts.append(text[start:at])
            start = at + 1
        before = one
    return tuple(part for part in map(str.strip, (*parts, text[start:])) if part)


def parameters_in(text: str) -> tuple[str, ...] | None:
    """Return the types of the parameters of a function type, without `this`; `None` for another.

    A parameter without a type has an empty text.
    """
    text = text.strip().removeprefix("abstract ").removeprefix("new ").lstrip()
    if text.startswith("<"):
        text = text[_end_of_first(text) + 1 :].lstrip()
    if not text.startswith("("):
        return None
    end = _end_of_first(text)
    if not text[end + 1 :].lstrip().startswith("=>"):
        whole = end == len(text) - 1 and end > 0
        return parameters_in(text[1:end]) if whole else None
    found: list[str] = []
    for part in split_at(text[1:end], ","):
        name, *said = split_at(part, ":")
        if name != "this":
            found.append(":".join(said))
    return tuple(found)


def _end_of_first(text: str) -> int:
    """Return the place of what closes the first bracket of a text; the last place if nothing."""
    depth, before = 0, ""
    for at, one in enumerate(text):
        depth += one in _OPEN
        depth -= one in ")]}" or (one == ">" and before != "=")
        if depth == 0:
            return at
        before = one
    return len(text) - 1
