"""The pieces of a shown symbol that every form of text shares: head, documentation, clauses.

Pieces are slices of the file and fixed words; where they stand is settled by `source` and `dense`.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from skeleton.clip import counted, one_line, show_command
from skeleton.render.flooding import without_flood
from skeleton.render.secrets import is_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skeleton.model import Clause, Detail, Docstring, Entry, Symbol

LONG_VALUE = 240  # characters from which a value is only counted
LONG_VALUE_LINES = 8
LONG_TABLE = 600  # the same of what is said never to change
LONG_TYPE, LONG_TYPE_LINES = 1200, 24  # the same of the right side of a type
SOME_MEMBERS = 6  # of a longer union that are shown
LONG_SCHEMA = 2000
FIXED = re.compile(r"\bas const\b(?:\s+satisfies\s[^;]*)?\Z|\AObject\.freeze\(")
LONG_LINE = 140  # characters of clauses that stand on one line
MOST_CLAUSES = 12  # of one symbol; the others are counted
FIELDS = frozenset({"field", "enum_member", "variable", "constant"})
CALLED = frozenset({"constructor", "function", "method"})
MARKS = {"agreed": "=", "enforced": "!", "stated": '"', "conflict": "~", "tested": "t"}

_YIELDING = re.compile(r"Iter|Generator|Sequence\[|Stream|Flow\b")
_STAR = re.compile(r"\bfunction\s*\*|^(?:\w+\s+)*\*")  # of JavaScript
_STARRED = re.compile(r"\n[ \t]*\*(?!/)")  # lines of a comment that begin with a star
_OPENING = re.compile(r"[(\s]*([A-Za-z]{0,2})('''|\"\"\"|'|\")")

DocPlace = Literal["", "above", "inside"]


def doc_place(docstring: Docstring | None) -> DocPlace:
    """Return where documentation stands: a string inside what it documents, a comment above it."""
    if docstring is None:
        return ""
    return "inside" if _OPENING.match(docstring.text) else "above"


def doc_words(symbol: Symbol, detail: Detail) -> str:
    """Return the documentation to show, without quotes or comment marks."""
    if detail == "contract":
        return symbol.shown_doc
    if detail == "full" and symbol.docstring is not None:
        return symbol.docstring.body
    return ""


def doc_source(docstring: Docstring, words: str, detail: Detail, indent: str) -> list[str]:
    """Return documentation as lines of source: as it was written, or its shown words in its marks.

    Args:
        docstring: As read.
        words: What to show of it, unless all is shown.
        detail: `full` shows all.
        indent: White space before its first line, and before each line of shortened documentation.
    """
    if detail == "full":
        return (indent + docstring.text).split("\n")
    opening = _OPENING.match(docstring.text)
    lines = (quoted(words, opening) if opening else commented(words, docstring.text)).split("\n")
    return [indent + line if line else line for line in lines]


def quoted(words: str, opening: re.Match[str]) -> str:
    """Return words as a string literal, its prefix and, where possible, quotes as they were."""
    prefix, quote = opening.groups()
    if len(quote) == 1 and ("\n" in words or quote in words):
        quote = '"""'
    if len(quote) == 3 and quote in words:
        quote = "'''" if quote == '"""' else '"""'
        if quote in words:
            words = words.replace(quote, f"{quote[0]} {quote[:2]}")
    end = " " if words.endswith((quote[0], "\\")) else ""
    return f"{prefix}{quote}{words}{end}{quote}"


def commented(words: str, written: str) -> str:
    """Return words as a comment with the marks of the original."""
    if written.startswith("/*"):
        opening = written[:3] if written.startswith(("/**", "/*!")) else "/*"
        if words.count("*/") != words.count("/*"):  # comments of Rust, Kotlin, Scala may nest
            words = words.replace("*/", "* /").replace("/*", "/ *")
        if _STARRED.search(written):
            words = "\n".join(f" * {line}".rstrip() for line in words.split("\n"))[3:]
        return f"{opening} {words} */"
    mark = re.match(r"\W*", written.split("\n", 1)[0].split(" ", 1)[0])
    start = mark.group() if mark and mark.group() else "//"
    return "\n".join(f"{start} {line}".rstrip() for line in words.split("\n"))


def value_mark(elision: str) -> str:
    """Return what may stand for a value: what stands for a body, where that is an expression."""
    mark = elision.removeprefix("= ")
    return mark if mark in ("...", "???") else ""


def shortened(symbol: Symbol, path: str, elision: str) -> tuple[str, str]:
    """Return the head of a symbol, and a remark when a part is not shown: too long, or secret.

    Args:
        symbol: Shortened in its value, if it has one.
        path: Its file.
        elision: What may stand for a value; empty where the language has no such mark, then the
            `=` goes too.
    """
    head, value = symbol.head, symbol.value
    if value is None:
        return unflooded(head, symbol, path, elision)
    secret = is_secret(symbol)
    most, most_lines = _most_shown(symbol, value)
    if len(value) <= most and value.count("\n") < most_lines and not secret:
        return head, ""
    place = head.rfind(value)
    if place < 0:
        return head, ""
    entries = f"{symbol.value_items:,} entries, " if symbol.value_items else ""
    remark = f"{entries}{len(value):,} characters: {show_command(path, symbol)}"
    remark = "value left out" if secret else remark
    if symbol.kind == "type_alias":
        fewer, gone = _fewer(head, place, value)
        return fewer, f"+{gone} members: {show_command(path, symbol)}" if gone else ""
    before, after = head[:place], head[place + len(value) :]
    is_text = value.startswith("[[") and not symbol.value_items  # of Lua, not a list
    if not elision and not is_text:
        elision = _emptied(value)
    if not elision:
        before = before.rstrip().removesuffix("=").rstrip()
    return before + elision + after, remark


def unflooded(text: str, symbol: Symbol, path: str, elision: str) -> tuple[str, str]:
    """Return a head or decorator of a symbol without what would flood a map, and a remark then."""
    shown, gone = without_flood(text, elision)
    return shown, f"{gone:,} characters left out: {show_command(path, symbol)}" if gone else ""


def _most_shown(symbol: Symbol, value: str) -> tuple[int, int]:
    """Return how many characters and lines of a value are shown: more where it states rules."""
    if "schema" in symbol.nature:
        return LONG_SCHEMA, LONG_SCHEMA
    if symbol.kind == "type_alias":
        return LONG_TYPE, LONG_TYPE_LINES
    return (LONG_TABLE, LONG_TABLE) if FIXED.search(value) else (LONG_VALUE, LONG_VALUE_LINES)


def _fewer(head: str, place: int, value: str) -> tuple[str, int]:
    """Return a type with the first members of a union, and how many are left out.

    Another type stays whole.
    """
    lines = value.split("\n")
    members = [at for at, line in enumerate(lines) if line.lstrip().startswith("|")]
    if not value.startswith("|") or len(members) <= SOME_MEMBERS:
        return head, 0
    shown = head[:place] + "\n".join(lines[: members[SOME_MEMBERS]])
    return shown, len(members) - SOME_MEMBERS


def _emptied(value: str) -> str:
    """Return a value without what its last brackets hold: `[]string{}`; empty if still long."""
    pairs = {")": "(", "]": "[", "}": "{"}
    if value[-1:] not in pairs:
        return ""
    closing, opening = value[-1], pairs[value[-1]]
    depth = 0
    for place in range(len(value) - 1, -1, -1):
        depth += (value[place] == closing) - (value[place] == opening)
        if depth == 0:
            kept = value[:place]
            return "" if len(kept) > LONG_VALUE or "\n" in kept else kept + opening + closing
    return ""


def comment_shown(entry: Entry) -> bool:
    """Return whether the comment above a symbol is shown: that of a field or of a public value.

    At `full` all are.
    """
    symbol = entry.symbol
    if entry.detail == "contract":
        public = symbol.kind not in ("constant", "variable") or symbol.visibility == "public"
        return public and not (symbol.elision or symbol.close or symbol.head.endswith(":"))
    return entry.detail == "full"


def split_opening(head: str, comment: str) -> tuple[str, str]:
    """Return a head up to the colon that opens its block, and the comment behind that colon.

    Comments between the head and its block, on lines of their own, are gone; a head that opens no
    block is whole.
    """
    if head.endswith(":"):
        return head, ""
    lines = head.split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith(comment)):
        lines.pop()
    last = lines.pop()
    for found in re.finditer(rf":[ \t]*(?={re.escape(comment)}|$)", last):
        before = last[: found.start()]
        if before.count('"') % 2 == before.count("'") % 2 == 0:
            behind = last[found.start() + 1 :]
            return "\n".join([*lines, before + ":"]), behind if behind.strip() else ""
    return head, ""


def name_line(symbol: Symbol, others: Sequence[str] = ()) -> str:
    """Return the head up to the name: `def post`, `export class Ledger`, `const LOW, HIGH`.

    Args:
        symbol: What is named; the first one that its statement defines, if there are `others`.
        others: Further names of the same statement; a bracket around them is left out.
    """
    found = re.search(rf"(?<!\w){re.escape(symbol.name)}(?!\w)", symbol.head)
    before = symbol.head[: found.start()] if found else ""
    marks = r"(?:[(\[{*]\s*)+$" if others else r"(?:[(\[{]\s*)+$"  # of one: `char *name`
    return one_line(re.sub(marks, "", before) + ", ".join([symbol.name, *others]))


def statement_of(symbol: Symbol) -> tuple[int, str]:
    """Return what tells the statements of a file apart: one may define several symbols."""
    return symbol.span.start_byte, symbol.head


def names_line(entry: Entry, behind: Iterable[Entry]) -> tuple[str, tuple[Entry, ...]]:
    """Return the head of a symbol up to its name, members behind it, and those left to say.

    Args:
        entry: The first one of its statement.
        behind: The entries that follow it; those of the same statement share its line.
    """
    statement = statement_of(entry.symbol)
    same = takewhile(lambda other: statement_of(other.symbol) == statement, behind)
    line, members = name_line(entry.symbol, [one.symbol.name for one in same]), entry.members
    if not members or any(one.members and one.symbol.kind not in CALLED for one in members):
        return line, members
    said: dict[str, None] = {}  # a property may be there twice, to get and to set
    for one in members:
        said[one.symbol.name + "()" * (one.symbol.kind in CALLED)] = None
        said |= dict.fromkeys(attribute.symbol.name for attribute in one.members)
    return f"{line}: {', '.join(said)}", ()


def clause_lines(entry: Entry, path: str, messages: bool) -> list[str]:
    """Return the clauses of a symbol, one a line, without comment marks.

    Args:
        entry: At `signatures` it shows no examples, at `names` no clauses at all; past
            `MOST_CLAUSES` they are counted, except at `full`.
        path: The file of the section; a clause of another file names that file.
        messages: Add the text that an exception carries.
    """
    clauses = entry.symbol.contract
    if entry.detail == "names" or entry.reason == "holds_shown":
        return []
    if entry.detail == "signatures":
        clauses = tuple(clause for clause in clauses if clause.kind != "example")
    rest: tuple[Clause, ...] = ()
    if entry.detail != "full":
        clauses, rest = clauses[:MOST_CLAUSES], clauses[MOST_CLAUSES:]
    lines = _together([_clause_line(clause, path, messages) for clause in clauses], clauses)
    renamed = entry.because.isidentifier() and entry.because != entry.symbol.qualified_name
    if _yields_unseen(entry.symbol):
        lines.insert(0, "a generator")
    owned = "." in entry.symbol.qualified_name
    if renamed and not owned and entry.reason in ("imported", "reexported"):
        lines.insert(0, f"imported as {entry.because}")
    if rest:
        kinds = counted(clause.kind for clause in rest)
        lines.append(f"+{len(rest)} clauses ({kinds}): {show_command(path, entry.symbol)}")
    return lines


def _yields_unseen(symbol: Symbol) -> bool:
    """Whether a function yields, and its head does not show it."""
    nature = set(symbol.nature)
    if "generator" not in nature or nature & {"context_manager", "fixture"}:
        return False
    returns = symbol.signature.returns if symbol.signature else ""
    return not (_YIELDING.search(returns or "") or _STAR.search(symbol.head))


def _together(lines: list[str], clauses: Sequence[Clause]) -> list[str]:
    """Join the lines of clauses that follow one another and say when one thing is raised.

    So are results, each with its condition.
    """
    joined: list[str] = []
    last = ""
    subject = ""  # of a switch: said once
    for line, clause in zip(lines, clauses, strict=True):
        start, rest = _said_before(line, clause)
        matched, found, _ = clause.condition.partition(" matches ")
        same = f" if {matched}{found}" if found and "\n" not in matched else ""
        shorter = rest.replace(same, " if ", 1) if same and same == subject else rest
        if start and start == last and len(joined[-1]) + len(shorter) < LONG_LINE:
            joined[-1] += f"; {shorter}"
        else:
            joined.append(line)
        last, subject = start, same
    return joined


def _said_before(line: str, clause: Clause) -> tuple[str, str]:
    """Split a line into what the line above may say already, and the rest."""
    if clause.via or clause.path:
        return "", line
    if clause.kind == "raises":
        start, found, rest = line.partition(" if ")
        return (start, f"if {rest}") if found else ("", line)
    if clause.kind == "returns":
        start, found, rest = line.partition(" returns ")
        return start + found, rest
    return "", line


def _clause_line(clause: Clause, path: str, messages: bool) -> str:
    text = one_line(clause.text)
    if messages and clause.message:
        text += f": {one_line(clause.message)}"
    mark = (
        "" if clause.kind == "example" and text.startswith((">>>", "+")) else MARKS[clause.status]
    )
    if clause.tested and clause.status != "tested":
        mark += "t"
    if clause.path and clause.path != path:
        text += f" {clause.path}:{clause.line}" if clause.line else f" {clause.path}"
    elif clause.line:
        text += f" :{clause.line}"
    if clause.via:
        text += f" {clause.via}"
    return f"{mark} {text}" if mark else text
