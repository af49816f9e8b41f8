"""Decides which results of a function are rules, and which are its body.

One rule for all languages, on the text of an expression. A rule is a cap, an order, a rounding, a
whole division, a choice between plain values, a bound that a comparison draws; anything else that
is calculated belongs to the body.
"""

from __future__ import annotations

import re

from skeleton.contracts.names import TOKEN, bound_in, split_list

MAX_RESULT = 100  # characters of a result that is said
SHORT = 40
ROUNDINGS = frozenset({"round", "floor", "ceil", "trunc"})
TELLING = ROUNDINGS | frozenset(
    [
        "abs", "clamp", "coerceatleast", "coerceatmost", "coercein", "copysign", "divmod",
        "div_euclid", "fromkeys", "intdiv", "isqrt", "max", "maxof", "min", "minof", "orderby",
        "orderbydescending", "quantize", "rem_euclid", "reversed", "saturating_add",
        "saturating_mul", "saturating_sub", "setscale", "sort", "sort_by", "sortby", "sorted",
        "sortedby", "tofixed", "tosorted",
    ]
)  # fmt: skip
FIXED = frozenset({"none", "true", "false", "null", "nil", "undefined"})
LITERAL = re.compile(
    r"-?\d[\w.]*\Z|[bru]{0,2}\"[^\"\n]*\"\Z|[bru]{0,2}'[^'\n]*'\Z|\[\]\Z|\{\}\Z|\(\)\Z"
)
NAME = re.compile(r"-?[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*\Z")
CALL = re.compile(r"(new )?(?:[\w$.:]*[.:])?([A-Za-z_$][\w$]*)\((.*)\)\Z", re.DOTALL)
DISPLAY = re.compile(r"\[([^\[\]()]+)\]\Z")
KEYWORD = re.compile(r"[A-Za-z_]\w*\s*=(?![=>])\s*")
CONTAINERS = frozenset({"list", "tuple", "set", "frozenset", "dict"})
COMPARES = re.compile(r"(?<=\s)(?:<=?|>=?|===?|in|is)(?=\s)")
SIZE = re.compile(r"len\(|(?:[Ll]ength|[Ss]ize|[Cc]ount)\b(?:\(\))?\Z")
ORDERS = ("<", "<=", ">", ">=")
JOINT = re.compile(r"\s+(?:and|or)\s+|\s*(?:&&|\|\|)\s*")
CHOICE = re.compile(r"(.+?) if (.+) else (.+)\Z", re.DOTALL)
TERNARY = re.compile(r"[^?]+ \? ([^?:]+|[^?]*::[^?:]*) : (.+)\Z", re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


def is_telling(expression: str, documentation: str = "") -> bool:
    """Whether a final result tells a rule.

    Args:
        expression: As written.
        documentation: What is said of the function: a rounding to whole numbers that it speaks of
            need not be said again.
    """
    if len(expression) > MAX_RESULT or not _may_tell(expression) or bound_in(expression):
        return False
    text = _bare(expression)
    parts = split_list(text)
    if len(parts) > 1 and len(_outer(text)) > 1:
        return any(_is_rule(part, documentation) for part in parts)
    return _is_rule(text, documentation) or _is_choice(text)


def is_cap(value: str, documentation: str) -> bool:
    """Whether what a local stands for is a cap, an order or a rounding that nobody speaks of."""
    if len(value) > MAX_RESULT or bound_in(value) or "round" in documentation.lower():
        return False
    found = CHOICE.match(value)
    branches = (found.group(1), found.group(3)) if found is not None else (value,)
    return any(_is_rule(branch, documentation) for branch in branches)


def _may_tell(expression: str) -> bool:
    """Whether a result holds a sign of a rule; most hold none, and are not looked into."""
    if "//" in expression or " if " in expression or " ? " in expression:
        return True
    return not TELLING.isdisjoint(WORD.findall(expression.lower()))


def is_plain(value: str) -> bool:
    """Whether a result is said in one word: a literal, a name, a short call of such."""
    if LITERAL.match(value) or NAME.match(value):
        return True
    if _is_failure(value):
        return True
    if len(value) > SHORT:
        return False
    shown = DISPLAY.match(value)
    if shown is not None:
        return all(map(_is_word, split_list(shown.group(1))))
    called = CALL.match(value)
    if called is None:
        return False
    makes = bool(called[1]) or called[2][0].isupper() or called[2] in CONTAINERS
    return all(
        LITERAL.match(given) or _is_constant(given) or (makes and NAME.match(given))
        for given in split_list(called[3])
    )


def _is_failure(value: str) -> bool:
    """Whether a result wraps an error that is made in place: `err(new Full("text"))`."""
    called = CALL.match(value) if len(value) <= MAX_RESULT else None
    wrapped = split_list(called[3]) if called else []
    made = CALL.match(wrapped[0]) if len(wrapped) == 1 else None
    return (
        made is not None
        and made[2][0].isupper()
        and all(LITERAL.match(given) or NAME.match(given) for given in split_list(made[3]))
    )


def _is_constant(text: str) -> bool:
    """Whether a text is a name in capitals, a member of something, or a fixed word."""
    return NAME.match(text) is not None and (
        "." in text or "::" in text or text.isupper() or text.lower() in FIXED
    )


def _is_rule(text: str, documentation: str) -> bool:
    """Whether a telling call, or a whole division, is the outermost step, or within one wrapper."""
    text = _bare(text)
    if _is_step(text, documentation):
        return True
    if text.startswith("-"):
        return _is_step(_bare(text[1:]), documentation)
    name, given = _outermost_call(text)
    if len(given) > 1 and not name[0].isupper():
        return False
    return any(_is_step(_bare(KEYWORD.sub("", one, count=1)), documentation) for one in given)


def _is_step(text: str, documentation: str) -> bool:
    name, given = _outermost_call(text)
    if name.lower() in TELLING:
        return not (name.lower() in ROUNDINGS and len(given) == 1 and _speaks(documentation, name))
    return _last_operator(text) == "//"


def _speaks(documentation: str, name: str) -> bool:
    """Whether documentation speaks of a rounding."""
    said = documentation.lower()
    return bool(said) and ("round" in said or name.lower() in said)


def _is_choice(text: str) -> bool:
    """Whether an expression chooses between two plain values."""
    found = CHOICE.match(text)
    if found is not None:
        branches = found.group(1), found.group(3)
        return all(map(is_plain, branches)) or any(_is_rule(one, "") for one in branches)
    chosen = TERNARY.match(text)
    return (
        chosen is not None
        and _is_word(chosen[1])
        and (_is_word(chosen[2]) or _is_choice(chosen[2]))
    )


def is_bound(result: str) -> bool:
    """Whether a result is a comparison by size, or with something fixed, or several of them.

    Of `==` and its kin one side is fixed, else nobody can tell when it holds.
    """
    if len(result) > MAX_RESULT or ";" in result or bound_in(result):
        return False
    return any(_draws_bound(part) for part in JOINT.split(_bare(result)))


def _draws_bound(comparison: str) -> bool:
    marks = COMPARES.findall(comparison)
    if not marks or len(COMPARES.findall(_outer(comparison))) != len(marks):
        return False  # none, or inside a call
    sides = [side.strip() for side in COMPARES.split(comparison.removeprefix("not "))]
    if "0" in sides and any(map(SIZE.search, sides)):
        return False  # whether something is empty
    if all(mark in ORDERS for mark in marks):
        return True
    return len(sides) == 2 and any(map(_is_fixed, sides))


def _is_fixed(text: str) -> bool:
    """Whether a text is a literal with a meaning of its own, or a constant."""
    if text.lower() in FIXED:
        return False
    return LITERAL.match(text) is not None or (
        NAME.match(text) is not None and _is_constant(text) and not text[:1].islower()
    )


def _is_word(value: str) -> bool:
    return LITERAL.match(value) is not None or NAME.match(value) is not None


def _bare(text: str) -> str:
    """Return an expression without parentheses around the whole of it."""
    text = text.strip()
    while text.startswith("(") and text.endswith(")") and len(_outer(text)) == 0:
        text = text[1:-1].strip()
    return text


def _outer(text: str) -> str:
    """Return what stands outside all brackets; strings are left out, brackets too."""
    depth, outer = 0, []
    for token in TOKEN.finditer(text):
        said = token.group()
        if said in CLOSING:
            depth -= 1
        elif said in OPENING:
            depth += 1
        elif depth == 0 and token.lastgroup != "string":
            outer.append(said)
    return "".join(outer)


def _outermost_call(text: str) -> tuple[str, list[str]]:
    """Return the last name of the callee and the arguments, if the whole text is one call."""
    if not text.endswith(")"):
        return "", []
    depth, start = 0, -1
    for token in TOKEN.finditer(text):
        said = token.group()
        if said in OPENING:
            start = token.start() if depth == 0 else start
            depth += 1
        elif said in CLOSING:
            depth -= 1
    callee = text[:start]
    outer = _outer(callee).removeprefix("new ").removeprefix("await ")
    found = re.search(r"([A-Za-z_]\w*)!?\Z", outer)
    if found is None or re.fullmatch(r"[\w$.:!?>#-]*", outer) is None or _is_calculated(outer):
        return "", []
    return found.group(1), split_list(text[start + 1 : -1])


def _is_calculated(outer: str) -> bool:
    """Whether an operator stands among what may be marks of access: `a-b`, `a ? b`, `a>b`."""
    plain = outer.replace("->", ".").replace("?.", ".").replace("::", ".")
    return any(mark in plain for mark in ("-", ">", "?", ":"))


def _last_operator(text: str) -> str:
    """Return the last operator of a product that stands outside brackets; empty for none."""
    outer = _outer(text).lstrip("+- ")
    if re.search(r"(?<![*/%\s(])\s*[-+]|[<>=!&|^?:,]|\b(?:and|or|not|if|in|is|lambda)\b", outer):
        return ""
    found = re.findall(r"//|[*/%@]", outer)
    return found[-1] if found else ""
