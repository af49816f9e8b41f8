"""Reads the heads of Python functions and classes with libcst; its only importer.

Heads alone, joined to one text: the same result as from whole files, at a fifth of the cost. What
could crash or stall libcst (deep nesting, endless chains of calls) is never handed to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skeleton.model import Parameter, Signature

if TYPE_CHECKING:
    import libcst

    from skeleton.model import ParameterKind

MAX_NESTING = 60  # brackets within brackets; libcst overflows the stack at some 1,500
MAX_CHAIN = 100  # calls in one chain; libcst needs 26 s for 1,500
MAX_KNOWN = 50_000
_CHAIN = re.compile(rf"(?:\)\s*\.\s*\w+\s*\([^()\n]*){{{MAX_CHAIN}}}")
# A head of names and constants, on one line: nothing to find out.
_PLAIN = re.compile(
    r"(?:async )?def \w+\((?P<given>[^()\[\]{}:#\\\n]*)\):"
    r"|class \w+(?:\((?P<bases>[^\W\d][\w.]*(?:, [^\W\d][\w.]*)*)\))?:"
)
_GIVEN = re.compile(
    r"(\*{0,2})([^\W\d]\w*)(?:=(None|True|False|0|[1-9]\d*|'[^'\\\n]*'|\"[^\"\\\n]*\"))?(?:, |\Z)"
)
_ORDER = re.compile(r"n*d*(?:a[nd]*)?k?")  # names, defaults, `*rest`, names by keyword, `**rest`
_STARRED: dict[str, ParameterKind] = {"*": "var_positional", "**": "var_keyword"}
_TYPE_COMMENT = re.compile(r"\s*#\s*type:[^\n]*$")


@dataclass(frozen=True, slots=True)
class Head:
    """What libcst found in one head; texts are slices of it."""

    signature: Signature | None
    bases: tuple[str, ...] = ()


_KNOWN: dict[str, Head] = {}  # heads read in this process, by text: many are alike


def read_heads(texts: list[str]) -> tuple[dict[str, Head], str]:
    """Read heads such as `def f(a: int) -> int:` or `class A(B):`.

    Returns:
        The heads by text and no problem; or none, and why libcst could not read all of them.
    """
    known = {text: _KNOWN[text] for text in texts if text in _KNOWN}
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    fresh = {text: plain for text in missing if (plain := _plain(text))}
    telling = [text for text in missing if text not in fresh]
    parsed, problem = _parse(telling) if telling else ({}, "")
    if problem:
        return {}, problem
    fresh |= parsed
    if len(_KNOWN) > MAX_KNOWN:
        _KNOWN.clear()
    _KNOWN.update(fresh)
    return known | fresh, ""


def _parse(texts: list[str]) -> tuple[dict[str, Head], str]:
    """Read heads as a file of one-line definitions."""
    whole = " ...\n".join([*(_TYPE_COMMENT.sub("", text) for text in texts), ""])
    problem = _too_deep(whole)
    if problem:
        return {}, problem
    import libcst

    try:
        module = libcst.parse_module(whole)
    except libcst.ParserSyntaxError as error:
        return {}, f"libcst refused `{_line(whole, error.raw_line)}`"
    except (libcst.CSTValidationError, TypeError) as error:  # its own faults: LibCST#1061
        return {}, f"libcst failed: {error}"
    definitions = [
        one for one in module.body if isinstance(one, libcst.FunctionDef | libcst.ClassDef)
    ]
    if not len(definitions) == len(module.body) == len(texts):
        return {}, "libcst saw other definitions than the tree"
    text_of = _Text(module)
    return {text: _head(node, text_of) for text, node in zip(texts, definitions, strict=True)}, ""


def _plain(text: str) -> Head | None:
    """Read a head of names and constants; `None` for any other."""
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    if text.startswith("class"):
        return Head(None, tuple(found["bases"].split(", ")) if found["bases"] else ())
    parameters: list[Parameter] = []
    order = ""
    place = 0
    while one := _GIVEN.match(found["given"], place):
        stars, name, default = one.groups()
        order += "-ak"[len(stars)] if stars else "d" if default else "n"
        by_keyword: ParameterKind = "keyword_only" if "a" in order else "positional_or_keyword"
        kind = _STARRED.get(stars, by_keyword)
        parameters.append(Parameter(name, kind, default=default))
        place = one.end()
    if place < len(found["given"]) or not _ORDER.fullmatch(order):
        return None
    return Head(Signature(tuple(parameters)))


def _line(text: str, line: int) -> str:
    lines = text.split("\n")
    return lines[min(line, len(lines)) - 1].removesuffix(" ...").strip()[:80]


def _too_deep(text: str) -> str:
    """Say why a text must not reach libcst: what overflows its stack, or takes it minutes."""
    depth = deepest = 0
    for bracket in re.findall(r"[()\[\]{}]", text):
        depth += 1 if bracket in "([{" else -1
        deepest = max(deepest, depth)
    if deepest > MAX_NESTING:
        return f"brackets nested more than {MAX_NESTING} deep"
    if _CHAIN.search(text):
        return f"a chain of more than {MAX_CHAIN} calls"
    return ""


def _head(node: libcst.FunctionDef | libcst.ClassDef, text: _Text) -> Head:
    import libcst

    if isinstance(node, libcst.FunctionDef):
        return Head(_signature(node, text))
    parameters = text.of(node.type_parameters)
    return Head(
        Signature(type_parameters=parameters) if parameters else None,
        tuple(text.of(one) for one in (*node.bases, *node.keywords)),
    )


class _Text:
    """Gives the source text of a node; simple names, by far the most, without generating code."""

    def __init__(self, module: libcst.Module) -> None:
        self._module = module

    def of(self, node: libcst.CSTNode | None) -> str:
        import libcst

        if node is None:
            return ""
        if isinstance(node, libcst.Arg):  # its comma may have a comment behind it
            if node.keyword is None and not node.star:
                return self.of(node.value)
            bare = libcst.SimpleWhitespace("")
            node = node.with_changes(comma=libcst.MaybeSentinel.DEFAULT, whitespace_after_arg=bare)
        if isinstance(node, libcst.Name | libcst.Integer | libcst.SimpleString) and not node.lpar:
            return node.value
        return self._module.code_for_node(node).strip().rstrip(",").rstrip()


def _signature(node: libcst.FunctionDef, text: _Text) -> Signature:
    import libcst

    def read(one: libcst.Param, kind: ParameterKind) -> Parameter:
        annotation = one.annotation.annotation if one.annotation is not None else None
        return Parameter(
            name=one.name.value,
            kind=kind,
            annotation=text.of(annotation) or None,
            default=text.of(one.default) or None,
        )

    said = node.params
    found = [read(one, "positional_only") for one in said.posonly_params]
    found += [read(one, "positional_or_keyword") for one in said.params]
    if isinstance(said.star_arg, libcst.Param):
        found.append(read(said.star_arg, "var_positional"))
    found += [read(one, "keyword_only") for one in said.kwonly_params]
    if said.star_kwarg is not None:
        found.append(read(said.star_kwarg, "var_keyword"))
    return Signature(
        parameters=tuple(found),
        returns=text.of(node.returns.annotation) if node.returns is not None else None,
        type_parameters=text.of(node.type_parameters) or None,
    )
