"""Finds the sections of a docstring: Google, NumPy, Sphinx and Epytext, also mixed in one text."""

from __future__ import annotations

import re
from typing import NamedTuple

from skeleton.model import DocEntry

_NAMES = {
    "parameters": (
        "args", "arguments", "arg", "parameters", "params", "parameter", "keyword args",
        "keyword arguments", "other parameters", "keyword parameters", "kwargs", "keywords",
    ),
    "returns": ("returns", "return"),
    "yields": ("yields", "yield", "receives"),
    "raises": ("raises", "raise", "exceptions", "except", "throws"),
    "warns": ("warns",),
    "attributes": ("attributes", "attribute"),
    "examples": ("examples", "example", "doctest", "doctests", "usage"),
    "references": ("references",),
}  # fmt: skip
KINDS = {name: kind for kind, names in _NAMES.items() for name in names}
LISTS = frozenset({"parameters", "raises", "warns", "attributes"})
# Sections of prose: headers that end the one before, and stay where they are.
PROSE = frozenset(
    {"note", "notes", "warning", "warnings", "todo", "methods", "caution", "important", "tip",
     "hint", "danger", "attention", "deprecated", "version", "versionadded", "extended summary",
     "see also", "side effects", "preconditions", "postconditions", "rationale"}
)  # fmt: skip
GOOGLE = re.compile(r"(\s*)([A-Z][A-Za-z]*(?: [A-Za-z]+)?)\s*:\s*\Z")
RULE = re.compile(r"\s*[-=~^]{3,}\s*\Z")
FIELD = re.compile(
    r"\s*[:@](param|parameter|arg|argument|key|keyword|kwarg|type|raises|raise|except|exception|throws|returns?|rtype|"
    r"yields?|ytype|var|ivar|cvar|vartype|warns)\b\s*([^:]*):(?!:)\s*(.*)\Z"
)
FIELDS = {
    "param": "parameters", "parameter": "parameters", "arg": "parameters", "argument": "parameters",
    "key": "parameters", "keyword": "parameters", "kwarg": "parameters", "type": "type",
    "raises": "raises", "raise": "raises", "except": "raises", "exception": "raises",
    "throws": "raises", "return": "returns", "returns": "returns", "rtype": "returns",
    "yield": "yields", "yields": "yields", "ytype": "yields", "var": "attributes",
    "ivar": "attributes", "cvar": "attributes", "vartype": "type", "warns": "warns",
}  # fmt: skip
NAME = re.compile(r"\*{0,2}[A-Za-z_][\w.\\]*(?:\s*,\s*\*{0,2}[A-Za-z_][\w.\\]*)*")
EXCEPTION = re.compile(r"(?::(?:\w+:)*(?:class|exc|py:class|py:exc):)?[`~!]*([A-Za-z_][\w.]*)[`_]*")
VALUE = r"(``[^`]+``|`[^`]+`|\"[^\"]*\"|'[^']*'|[-+\w.]+(?:\([^)]*\))?)"
DEFAULT = re.compile(
    rf"(?:[Bb]y\s+)?[Dd]efaults?(?:\s+value)?(?:\s*[:=]\s*|\s+(?:to|is|are|value)\s+|\s+){VALUE}"
)
BEHIND = re.compile(rf"{VALUE}\s+by\s+default\b")  # `8 by default`
EXPLICIT = re.compile(r"[Bb]y\s|[Dd]efaults?\s*(?:to\b|is\b|[:=])")


# A default is only certain when nothing goes on behind it: no unit, no operator, no condition.
CLEAN_END = re.compile(r"\s*(?:\Z|[.,;)\]](?:\s|\Z)|\n)")


SENTENCE = re.compile(r"(?:\A|[.;([]|\n)\s*(?:The\s|the\s)?\s*\Z")
CONDITIONAL = re.compile(r"\b(?:if|when|for|unless|otherwise|in|with)\b", re.IGNORECASE)


class Found(NamedTuple):
    """What a documentation text holds; `line` of an entry counts from its first line, from 0."""

    entries: list[DocEntry]
    prose: list[int]  # places of the lines that no section with entries holds


def read_sections(lines: list[str]) -> Found:
    """Read the sections of a docstring; what is no section is prose."""
    entries: list[DocEntry] = []
    prose: list[int] = []
    place = 0
    while place < len(lines):
        header = _header(lines, place)
        if header is not None:
            kind, start, indent, ruled = header
            end = _end(lines, start, indent, ruled)
            if kind == "prose":
                prose.extend(range(place, start))
                place = start
                continue
            entries += _entries(lines, kind, start, end, ruled)
            place = end
            continue
        field = FIELD.match(lines[place])
        if field is not None:
            end = _field_end(lines, place)
            entries += _field(lines, place, end, field)
            place = end
            continue
        prose.append(place)
        place += 1
    return Found(_typed(entries), prose)


def _header(lines: list[str], place: int) -> tuple[str, int, int, bool] | None:
    """Return kind, first line, indent and style of the section that starts here."""
    line = lines[place]
    if place + 1 < len(lines) and line.strip() and RULE.match(lines[place + 1]):
        name = line.strip().rstrip(":").lower()
        if name in KINDS or name in PROSE:
            indent = len(line) - len(line.lstrip())
            return KINDS.get(name, "prose"), place + 2, indent, True
    google = GOOGLE.match(line)
    if google is None:
        return None
    name = google.group(2).lower()
    if name not in KINDS and name not in PROSE:
        return None
    following = next((at for at in range(place + 1, len(lines)) if lines[at].strip()), None)
    if following is None or _indent(lines[following]) <= len(google.group(1)):
        # the first line has lost its indent, so what follows it may stand at the same one
        if place != 0 or following is None or following != place + 1:
            return None
        return KINDS.get(name, "prose"), place + 1, -1, False
    return KINDS.get(name, "prose"), place + 1, len(google.group(1)), False


def section_at(lines: list[str], place: int) -> tuple[str, int, int] | None:
    """Return kind, first line and end of the section that starts here; `None` for no header."""
    header = _header(lines, place)
    if header is None:
        return None
    kind, start, indent, ruled = header
    return kind, start, _end(lines, start, indent, ruled)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _end(lines: list[str], start: int, indent: int, ruled: bool) -> int:
    """Return the line after a section, blank lines before it excluded."""
    end = start
    for at in range(start, len(lines)):
        line = lines[at]
        if not line.strip():
            continue
        if ruled:
            if at + 1 < len(lines) and RULE.match(lines[at + 1]) and _indent(line) <= indent:
                break
            if FIELD.match(line) and line.lstrip().startswith(":"):
                break
        elif _indent(line) <= indent:
            break
        end = at + 1
    return end


def _entries(lines: list[str], kind: str, start: int, end: int, ruled: bool) -> list[DocEntry]:
    if kind in ("examples", "references"):
        return []
    places = [at for at in range(start, end) if lines[at].strip()]
    if not places:
        return []
    margin = min(_indent(lines[at]) for at in places) if ruled else _indent(lines[places[0]])
    if kind not in LISTS and not ruled:
        return [_result(lines, kind, places[0], end)]
    starts = [at for at in places if _indent(lines[at]) <= margin]
    if not ruled and kind != "raises":
        # a line that names nothing goes on with the entry before it
        starts = [at for at in starts if at == starts[0] or _split_google(lines[at].strip())[0]]
    found: list[DocEntry] = []
    for first, last in zip(starts, [*starts[1:], end], strict=True):
        while last > first + 1 and not lines[last - 1].strip():
            last -= 1
        found += (_numpy if ruled else _google)(lines, kind, first, last)
    return found


def _source(lines: list[str], first: int, last: int) -> str:
    return "\n".join(lines[first:last])


def _text(lines: list[str], head: str, first: int, last: int) -> str:
    """Return the description of an entry: what stands behind its name, then its further lines."""
    rest = lines[first + 1 : last]
    margin = min((_indent(line) for line in rest if line.strip()), default=0)
    return "\n".join([head, *(line[margin:] for line in rest)]).strip()


def _result(lines: list[str], kind: str, first: int, end: int) -> DocEntry:
    head, text = _cut_at_colon(lines[first].strip())
    kept = _text(lines, text if head else lines[first].strip(), first, end)
    return DocEntry(kind, type=head, text=kept, line=first, source=_source(lines, first, end))


def _google(lines: list[str], kind: str, first: int, last: int) -> list[DocEntry]:
    line = lines[first].strip()
    name, written, text = _split_google(line)
    source = _source(lines, first, last)
    if kind in ("raises", "warns"):
        head, said = _cut_at_colon(line)
        names = _exceptions(head or line)
        text = _text(lines, said if head else "", first, last)
        if not names:
            return [DocEntry(kind, text=_text(lines, line, first, last), line=first, source=source)]
        return [DocEntry(kind, name=one, text=text, line=first, source=source) for one in names]
    if not name:
        return [DocEntry(kind, text=_text(lines, line, first, last), line=first, source=source)]
    text = _text(lines, text, first, last)
    return [
        DocEntry(kind, one, written, default_of(written, text), text, first, source)
        for one in _parameter_names(name)
    ]


def _numpy(lines: list[str], kind: str, first: int, last: int) -> list[DocEntry]:
    line = lines[first].strip()
    source = _source(lines, first, last)
    text = _text(lines, "", first, last)
    head, colon, written = line.partition(" :")
    if not colon:
        head, colon, written = line.partition(":")
    head, written = head.strip(), written.strip()
    if kind in ("raises", "warns"):
        names = _exceptions(head)
        said = "\n".join(part for part in (written, text) if part)
        return [
            DocEntry(kind, name=one, text=said, line=first, source=source) for one in names or [""]
        ]
    if kind in ("returns", "yields"):
        name, written = (head, written) if colon else ("", line)
        return [DocEntry(kind, name, written, "", text, first, source)]
    if not NAME.fullmatch(head):
        return [DocEntry(kind, text=f"{line}\n{text}".strip(), line=first, source=source)]
    return [
        DocEntry(kind, one, written, default_of(written, text), text, first, source)
        for one in _parameter_names(head)
    ]


def _field_end(lines: list[str], place: int) -> int:
    """Return the line after a field: it goes on while lines are indented."""
    margin = _indent(lines[place])
    end = place + 1
    for at in range(place + 1, len(lines)):
        line = lines[at]
        if not line.strip():
            continue
        if _indent(line) <= margin:
            break
        end = at + 1
    # a continuation at the margin, right below, is common though not valid
    while (
        end < len(lines)
        and lines[end].strip()
        and not FIELD.match(lines[end])
        and not lines[end].lstrip().startswith((":", "@", ".. ", ">>>"))
        and _indent(lines[end]) == margin
    ):
        end += 1
    return end


def _field(lines: list[str], place: int, end: int, field: re.Match[str]) -> list[DocEntry]:
    word, middle, rest = field.groups()
    kind = FIELDS[word]
    text = _text(lines, rest, place, end)
    source = _source(lines, place, end)
    if kind in ("raises", "warns"):
        return [
            DocEntry(kind, name=one, text=text, line=place, source=source)
            for one in _exceptions(middle) or [middle.strip()]
        ]
    if kind in ("returns", "yields"):
        if word in ("rtype", "ytype"):
            return [DocEntry(kind, type=text, line=place, source=source)]
        return [DocEntry(kind, text=text, line=place, source=source)]
    written, _, name = middle.strip().rpartition(" ")
    if kind == "type":
        name = name or written
        return [DocEntry("parameters", name, text, default_of(text, ""), "", place, source)]
    return [
        DocEntry(kind, name.strip("*\\`"), written, default_of(written, text), text, place, source)
    ]


def _typed(entries: list[DocEntry]) -> list[DocEntry]:
    return [entry for entry in entries if entry.source.strip()]


def _cut_at_colon(line: str) -> tuple[str, str]:
    """Split at the first colon outside brackets, quotes and roles; no head if there is none."""
    depth, tick = 0, False
    for place, char in enumerate(line):
        if char == "`":
            tick = not tick
        elif tick:
            continue
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == ":" and depth <= 0 and line[place + 1 : place + 2] in ("", " "):
            return line[:place].strip(), line[place + 1 :].strip()
    return "", line


def _split_google(line: str) -> tuple[str, str, str]:
    """Split `name (type): text`; no name if the line does not have that form."""
    found = NAME.match(line)
    if found is None:
        return "", "", line
    rest = line[found.end() :].lstrip()
    written = ""
    if rest.startswith("("):
        depth = 0
        for place, char in enumerate(rest):
            depth += (char in "([{") - (char in ")]}")
            if depth == 0:
                written, rest = rest[1:place], rest[place + 1 :].lstrip()
                break
        else:
            return "", "", line
    if not rest.startswith(":"):
        return "", "", line
    return found.group(), written, rest[1:].strip()


def _parameter_names(head: str) -> list[str]:
    return [
        name for part in head.split(",") if (name := part.strip().replace("\\", "").lstrip("*"))
    ]


def _exceptions(head: str) -> list[str]:
    """Return the exceptions that the head of an entry names; none if it is a sentence."""
    names: list[str] = []
    for part in re.split(r"\s*(?:,|\bor\b|\band\b|\|)\s*", head.strip()):
        found = EXCEPTION.fullmatch(part.strip())
        if not part:
            continue
        if found is None:
            return []
        names.append(found.group(1))
    return names


def default_of(written: str, text: str) -> str:
    """Return the default that an entry states, without quotes around it; empty unless it is plain.

    A default in the description counts only at the start of a sentence, or behind a comma of the
    first one; nothing may go on behind the value: no unit, no operator, no condition.
    """
    found = DEFAULT.search(written)
    if found is not None:
        plain = CLEAN_END.match(written[found.end() :])
        return found.group(1).strip("`").rstrip(".,;") if plain else ""
    explicit = (
        one
        for one in DEFAULT.finditer(text)
        if EXPLICIT.match(one.group()) or text[one.start() - 1 : one.start()] in ("(", "[")
    )
    stated = {
        one.group(1).strip("`").rstrip(".,;")
        for one in (*explicit, *BEHIND.finditer(text))
        if CLEAN_END.match(text[one.end() :]) and _is_plain(text[: one.start()])
    }
    return stated.pop() if len(stated) == 1 else ""


def _is_plain(before: str) -> bool:
    """Whether what stands before a default leaves it unconditional."""
    if SENTENCE.search(before):
        return True
    return before.rstrip().endswith(",") and "." not in before and not CONDITIONAL.search(before)
