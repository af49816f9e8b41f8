"""Finds and replaces names in slices of source; strings, attributes, keyword names stay alone.

Knows no grammar; good enough for expressions of every language with C-like or Python-like names.
"""

from __future__ import annotations

import builtins
import re
from functools import lru_cache
from keyword import kwlist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

TOKEN = re.compile(
    r"(?P<string>[A-Za-z]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|`(?:\\.|[^`\\])*`)"
    r"|(?P<symbol>(?<=[(,{ ]):[a-z_]\w*|@{1,2}[a-z_]\w*)"  # Ruby: `:to_h`, `@closed`
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<name>[A-Za-z_$][\w$]*(?:\s*(?:[?!&]?\.|\??->|::)\s*#?[A-Za-z_$][\w$]*)*)"
    r"|(?P<access>[?!&]?\.(?!\d)|\??->|::)|(?P<space>\s+)|(?P<other>.)",
    re.DOTALL,
)
KEYWORDS = (
    frozenset(kwlist)
    | {"matches", "new", "typeof", "instanceof", "this", "$this", "nil", "null", "NULL", "nullptr"}
    | {"sizeof", "let", "var", "is", "as"}
)
ACCESS = re.compile(r"\s*(?:[?!&]?\.|\??->|::)\s*")  # what stands before a member, in any language
BUILTINS = (
    frozenset(dir(builtins))
    | {"true", "false", "undefined", "cap", "std", "isset", "strlen", "Array", "Math", "Number"}
    | {"Object", "String", "string.IsNullOrEmpty", "string.IsNullOrWhiteSpace"}
)
ATOM = re.compile(
    r"-?[\w.$]+(?:\([^()]*\)|\[[^\[\]]*\])*\Z|[A-Za-z]{0,2}(?:\"[^\"]*\"|'[^']*')\Z|\([^()]*\)\Z|\[[^\[\]]*\]\Z|\{[^{}]*\}\Z"
)
LOOSE = re.compile(r"\b(?:or|if|else|lambda|for)\b|:=|\|\||\?\?|\s\?\s")
LOOP = re.compile(r"(?:async\s+)?(?:for|while|foreach|until|loop|do)\b")
ASSIGNED = re.compile(r"\s*=(?!=)")
BOUND = re.compile(r"\bfor\s+(?:\(?(?:const|let|var)\s+)?([\w,\s()*]+?)\s+(?:in|of)\b|(\w+)\s*:=")


@lru_cache(maxsize=20_000)
def names_in(text: str) -> tuple[str, ...]:
    """Return the dotted names that an expression reads, each once; no keywords.

    Builtins are among them: a parameter may be named `input`.
    """
    found: dict[str, None] = {}
    before = ""
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "space":
            continue
        if kind == "string" and token.group()[:1] in "fF" and "{" in token.group():
            for inner in re.findall(r"\{([^{}!:]+)", token.group()):
                found |= dict.fromkeys(names_in(inner))
        if kind == "name" and before != "access" and not _is_keyword_argument(token):
            name = ACCESS.sub(".", token.group())
            root = name.partition(".")[0]
            if root not in KEYWORDS and (root == name or name not in BUILTINS):
                found[name] = None
        before = kind or ""
    return tuple(found)


@lru_cache(maxsize=20_000)
def roots_in(text: str) -> frozenset[str]:
    """Return the first parts of the names that an expression reads and does not bind itself."""
    return frozenset(name.partition(".")[0] for name in names_in(text)) - bound_in(text)


@lru_cache(maxsize=20_000)
def bound_in(text: str) -> frozenset[str]:
    """Return the names that loops and walrus assignments inside a text bind."""
    if "for" not in text and ":=" not in text:
        return frozenset()
    found: set[str] = set()
    for loop, walrus in BOUND.findall(text):
        found.update(re.findall(r"\w+", loop or walrus))
    return frozenset(found)


def substitute(text: str, values: Mapping[str, str]) -> str:
    """Replace names by texts, the longest dotted name first.

    Args:
        text: A slice of source.
        values: What stands for a name, or for a dotted name such as `self.days`.

    Returns:
        The slice with each occurrence as a name replaced; strings, attributes and keyword names are
        untouched.
    """
    if not any(name in text for name in values):
        return text
    pieces = _pieces(text)
    alone = len(pieces) == 1
    return "".join(
        _replaced(said, values, alone) if replaceable else said for said, replaceable in pieces
    )


@lru_cache(maxsize=20_000)
def _pieces(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the tokens of a slice, each with whether it is a name that reads something."""
    pieces: list[tuple[str, bool]] = []
    before = ""
    for token in TOKEN.finditer(text):
        reads = token.lastgroup == "name" and before != "access" and not _is_keyword_argument(token)
        pieces.append((token.group(), reads))
        if token.lastgroup != "space":
            before = token.lastgroup or ""
    return tuple(pieces)


def _replaced(name: str, values: Mapping[str, str], alone: bool) -> str:
    ends = [found.start() for found in ACCESS.finditer(name)] + [len(name)]
    for end in reversed(ends):
        key = ACCESS.sub(".", name[:end])
        if key in values:
            value, rest = values[key], name[end:]
            bare = ATOM.match(value) or (alone and not rest)
            return (value if bare else f"({value})") + rest
    return name


def _is_keyword_argument(name: re.Match[str]) -> bool:
    """Whether a name stands before `=` inside a call; a comparison or a walrus does not count."""
    text = name.string
    if not ASSIGNED.match(text, name.end()):
        return False
    return text[: name.start()].rstrip().endswith(("(", ","))


def joined(conditions: tuple[str, ...]) -> str:
    """Join conditions by `and`; one that would bind looser gets parentheses."""
    if len(conditions) == 1:
        return conditions[0]
    return " and ".join(f"({c})" if is_loose(c) else c for c in conditions)


@lru_cache(maxsize=20_000)
def is_loose(text: str) -> bool:
    """Whether an expression holds, outside brackets, an operator looser than `and`."""
    if LOOSE.search(text) is None:
        return False
    depth, outer = 0, []
    for token in TOKEN.finditer(text):
        said = token.group()
        if said in "([{":
            depth += 1
        elif said in ")]}":
            depth -= 1
        elif depth == 0 and token.lastgroup != "string":
            outer.append(said)
    return LOOSE.search("".join(outer)) is not None


def is_loop(condition: str) -> bool:
    """Whether a condition is the header of a loop."""
    return LOOP.match(condition) is not None


def split_and(condition: str) -> list[str]:
    """Split a condition at its outer `and`; one that binds looser stays whole."""
    if " and " not in condition or is_loose(condition):
        return [condition]
    return _split(condition, "and")


def split_list(text: str) -> list[str]:
    """Split a list at its outer commas; empty parts are left out."""
    return [part for part in _split(text, ",") if part]


def _split(text: str, mark: str) -> list[str]:
    """Split a text at the tokens that are a mark and stand outside all brackets."""
    parts, depth, start = [], 0, 0
    for token in TOKEN.finditer(text):
        said = token.group()
        if said in "([{":
            depth += 1
        elif said in ")]}":
            depth -= 1
        elif said == mark and depth == 0:
            parts.append(text[start : token.start()].strip())
            start = token.end()
    return [*parts, text[start:].strip()]


def parts_of_pattern(pattern: str) -> dict[str, str]:
    """Return what a parameter that is taken apart holds, by key: `{ a: b = 1 }` holds `a`, 1.

    Empty for a plain name; a part without a default has an empty text.
    """
    found: dict[str, str] = {}
    for part in split_list(pattern[1:-1]) if pattern[:1] == "{" else ():
        name, _, default = part.partition("=")
        found[name.partition(":")[0].strip()] = default.strip()
    return found


def names_in_pattern(pattern: str) -> frozenset[str]:
    """Return the names that a parameter binds: one, or those of what it is taken apart into."""
    if pattern[:1] not in ("{", "["):
        return frozenset({pattern})
    bound = re.sub(r"[\w$]+\s*:|=[^,{}\[\]]*", " ", pattern)  # keys and defaults
    return frozenset(re.findall(r"[A-Za-z_$][\w$]*", bound))
