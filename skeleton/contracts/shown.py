"""Picks what to show of a documentation text: prose, and entries that say something more.

Dropped are: entries that a clause says too; parameters and attributes whose entry says in other
words what name, type and prose say (never one with a number or a word of `EDGES`); doctests, as
they are clauses of their own; longer code; sections of examples and of references. Everything kept
is kept as written, with the header of its section.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from skeleton.contracts.doc_sections import section_at
from skeleton.contracts.docstrings import squeezed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skeleton.model import Clause, DocEntry, Docstring, Symbol

WORD = re.compile(r"[A-Za-z0-9]+")
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
FILLING = frozenset(
    [
        "a", "an", "and", "any", "array", "as", "be", "bool", "by", "class", "default", "dict",
        "for", "from", "function", "given", "in", "instance", "int", "is", "it", "its", "list",
        "name", "none", "object", "of", "on", "optional", "or", "param", "parameter", "returns",
        "str", "string", "that", "the", "this", "to", "type", "value", "values", "which", "with",
    ]
)  # fmt: skip
# Words that state a rule: an entry that holds one says something.
EDGES = frozenset(
    [
        "above", "allowed", "always", "at", "before", "below", "between", "both", "cannot",
        "default", "either", "empty", "exactly", "exclusive", "if", "ignored", "inclusive",
        "included", "least", "less", "maximum", "may", "minimum", "missing", "more", "most",
        "must", "negative", "never", "no", "non", "not", "only", "optional", "order", "positive",
        "raise", "required", "same", "should", "sorted", "unique", "unless", "until", "when",
        "while", "without", "zero",
    ]
)  # fmt: skip
# Words that add nothing to what the prose says of a thing.
MEASURES = frozenset(["count", "length", "number", "size", "text"])
# More than a condition: a second sentence, or something behind a colon or a semicolon.
MORE = re.compile(r"[.:;]\s+\S|\s--?\s|\u2014")
FENCE = re.compile(r"\s*(`{3,}|~{3,})")
ANNOUNCES = re.compile(
    r"\A\W*(?:(?:some |an? |for )?(?:basic |simple |short )?(?:examples?|usages?|instance)\b"
    r"[^.,;]{0,40}|(?:use|used|like)\b[^.,;]{0,20})::?\W*\Z",
    re.IGNORECASE,
)
DIRECTIVE = re.compile(r"\s*\.\. (?:code|code-block|sourcecode|ipython)::")
LISTED = re.compile(r"\s*[-*] Parameters:\s*\Z")  # Swift: each stands below it
MOST_CODE = 4  # lines of code that may state a form


def shown_text(doc: Docstring, dropped: Iterable[DocEntry]) -> str:
    """Return the words of a documentation text without some entries, examples, references."""
    lines = doc.body.split("\n")
    gone: set[int] = set()
    for entry in dropped:
        start = entry.line - doc.line
        gone.update(range(start, start + entry.source.count("\n") + 1))
    gone |= _doctests(lines)
    for block in _long_code(lines):
        gone.update(block, _lead(lines, block.start))
    place = 0
    while place < len(lines):
        section = section_at(lines, place)
        if section is None:
            place += 1
            continue
        kind, start, end = section
        inside = [at for at in range(start, end) if lines[at].strip()]
        if kind in ("examples", "references") or (inside and all(at in gone for at in inside)):
            gone.update(range(place, end))
        place = max(end, start) if kind != "prose" else start
    gone |= {
        at for at in range(len(lines)) if LISTED.match(lines[at]) and _is_bare(lines, at, gone)
    }
    return "\n".join(squeezed([line for at, line in enumerate(lines) if at not in gone]))


def _is_bare(lines: list[str], at: int, gone: set[int]) -> bool:
    """Whether nothing is left of the list below a line."""
    below = next((lines[n] for n in range(at + 1, len(lines)) if n not in gone), "")
    return len(below) - len(below.lstrip()) <= len(lines[at]) - len(lines[at].lstrip())


def _doctests(lines: list[str]) -> set[int]:
    taken: set[int] = set()
    inside = False
    for place, line in enumerate(lines):
        if line.lstrip().startswith(">>>"):
            if not inside:
                taken |= _lead(lines, place)
            inside = True
        elif not line.strip():
            inside = False
        if inside:
            taken.add(place)
    return taken


def long_code(body: str) -> int:
    """Return how many examples of code are left out of a text, doctests apart."""
    lines = body.split("\n")
    doctests = _doctests(lines)
    return sum(doctests.isdisjoint(block) for block in _long_code(lines))


def _long_code(lines: list[str]) -> Iterator[range]:
    """Yield the places of code of too many lines to state a rule: it shows a use.

    Code stands in fences, as in Markdown, or deeper than a line that ends in `::`, as in
    reStructuredText.
    """
    if not any("::" in line or "```" in line or "~~~" in line for line in lines):
        return
    place = 0
    while place < len(lines):
        line = lines[place]
        fence = FENCE.match(line)
        stop = place + 1
        if fence:
            closing = (at for at in range(stop, len(lines)) if _closes(lines[at], fence.group(1)))
            stop = next(closing, place) + 1
            block = range(place, stop)
        else:
            depth = _depth(line)
            opens = line.rstrip().endswith("::") or DIRECTIVE.match(line)
            while opens and stop < len(lines):
                if lines[stop].strip() and _depth(lines[stop]) <= depth:
                    break
                stop += 1
            block = range(place if DIRECTIVE.match(line) else place + 1, stop)
        if sum(bool(lines[at].strip()) for at in block) > MOST_CODE + 2 * bool(fence):
            yield block
        place = stop


def _closes(line: str, fence: str) -> bool:
    return line.strip().startswith(fence) and not line.strip().strip(fence[0])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _lead(lines: list[str], place: int) -> set[int]:
    """Return the line that only announces an example: a paragraph of its own."""
    above = place - 1
    while above >= 0 and not lines[above].strip():
        above -= 1
    alone = above == 0 or (above > 0 and not lines[above - 1].strip())
    return {above} if alone and ANNOUNCES.search(lines[above]) else set()


def says_nothing(entry: DocEntry, symbol: Symbol) -> bool:
    """Whether an entry only repeats what the head of a symbol says: name, type, default.

    That a method implements an interface of its name says less than its head.
    """
    if entry.section == "implements":
        return True
    signature = symbol.signature
    parameters = {p.name: p for p in signature.parameters} if signature else {}
    known = set(_words(entry.name)) | FILLING
    type_said = entry.type
    if entry.section in ("parameters", "attributes"):
        parameter = parameters.get(entry.name)
        field = next((m for m in symbol.members if m.name == entry.name), None)
        if parameter is None and field is None:
            return False
        annotation = (
            parameter.annotation if parameter else field.annotation if field else ""
        ) or ""
        default = (parameter.default if parameter else field.value if field else "") or ""
        known |= set(_words(annotation)) | set(_words(default))
        known |= _told(entry, symbol)
        type_known = bool(annotation)
    elif entry.section in ("returns", "yields"):
        annotation = (signature.returns if signature else "") or ""
        known |= set(_words(annotation)) | set(_words(symbol.name))
        type_known = bool(annotation)
        type_said = f"{entry.name} {entry.type}" if not type_known else entry.type
    else:
        return False
    tagged = entry.type and entry.source.lstrip().startswith("@")
    if tagged and not (type_known and set(_words(entry.type)) <= known):
        return False  # what no type says: there is none, or PHP's `non-empty-string` for `string`
    said = set(_words(entry.text))
    if not type_known or "{" in type_said:
        said |= set(_words(type_said))
    return said <= known


def _told(entry: DocEntry, symbol: Symbol) -> set[str]:
    """Return the words of the prose, as far as they may stand for what an entry says."""
    said = set(_words(entry.text))
    if symbol.docstring is None or said & EDGES or any(word.isdigit() for word in said):
        return set()
    return set(_words(symbol.docstring.prose)) | set(_words(symbol.name)) | MEASURES


def is_folded(entry: DocEntry, clauses: list[Clause]) -> bool:
    """Whether clauses stand for an entry: it is one sentence, and the code says its condition."""
    return bool(clauses) and not MORE.search(" ".join(entry.text.split()).rstrip(". "))


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[str, ...]:
    parts = (part for word in WORD.findall(text) for part in PART.findall(word))
    return tuple(part.lower().rstrip("s") if len(part) > 3 else part.lower() for part in parts)
