"""Reads documentation with tags or headings: JSDoc, Javadoc, Doxygen, rustdoc, XML and kin."""

from __future__ import annotations

import re

from skeleton.contracts.doc_sections import Found, default_of
from skeleton.model import DocEntry

TAG = re.compile(r"\s*[@\\]([A-Za-z][\w-]*)\b:?\s*(.*)\Z")
TAGS = {
    "param": "parameters", "arg": "parameters", "argument": "parameters", "property": "attributes",
    "prop": "attributes", "tparam": "parameters", "option": "parameters", "return": "returns",
    "returns": "returns", "retval": "returns", "result": "returns", "yield": "yields",
    "yields": "yields", "throws": "raises", "throw": "raises", "exception": "raises",
    "raise": "raises", "deprecated": "deprecated", "defaultValue": "default", "default": "default",
}  # fmt: skip
TYPED = re.compile(r"\{((?:[^{}]|\{[^{}]*\})*)\}\s*(.*)\Z", re.DOTALL)
BRACKETED = re.compile(r"\[([^\]]*)\]\s*(.*)\Z", re.DOTALL)
OPTIONAL = re.compile(r"\[([\w.$]+)(?:\s*=\s*([^\]]*))?\]\s*(.*)\Z", re.DOTALL)
NAMED = re.compile(r"(\$?[\w.$\[\]]+)\s*(?:-\s+)?(.*)\Z", re.DOTALL)
PHP_NAMED = re.compile(r"(?:(\S+)\s+)?(?:\.\.\.)?\$(\w+)\s*(.*)\Z", re.DOTALL)
EXCEPTION = re.compile(r"(?:\{@link\s+)?[\\\w.:#<>]+\}?")
HEADING = re.compile(
    r"\s*#+\s*(Panics|Errors|Safety|Examples?|Returns?|Arguments|Parameters)\s*:?\s*\Z"
)
HEADINGS = {
    "panics": "raises",
    "errors": "raises",
    "safety": "",
    "example": "examples",
    "examples": "examples",
}
IMPLEMENTS = re.compile(r"\w+ implements (?:the )?[\w./]+(?: interface)?\.?\Z")
RETURNED = re.compile(
    r"(?:It|[A-Z]\w+) (?:also )?returns (?:an? |the )?\*?"
    r"((?:\w+\.)?(?:Err[A-Z]\w*|\w+Error|EOF))\b([^.;]*)\.\Z"
)
SWIFT = re.compile(
    r"\s*[-*]\s*(Parameters?|Returns|Throws|Precondition|Postcondition)\b\s*(\w*)\s*:\s*(.*)\Z"
)
SWIFT_ITEM = re.compile(r"\s*[-*]\s*`?(\w+)`?\s*:\s*(.*)\Z")
THROWN = re.compile(r"(?:An? )?`{1,2}([A-Z][\w.]*)(?:\([\w:]*\))?`{1,2}\s*")
XML = re.compile(
    r"<(exception|param|returns|typeparam)(?:\s+(?:cref|name)\s*=\s*\"([^\"]*)\")?\s*(?:/>|>(.*?)</\1>)",
    re.DOTALL,
)
XML_KINDS = {
    "exception": "raises",
    "param": "parameters",
    "returns": "returns",
    "typeparam": "parameters",
}


def read_tags(lines: list[str], style: str) -> Found:
    """Read the entries of a documentation comment; what is no entry is prose."""
    reader = {"rustdoc": _headings, "swiftdoc": _swift, "xmldoc": _xml, "godoc": _go}.get(style)
    return reader(lines) if reader else _tags(lines, style)


def _tags(lines: list[str], style: str) -> Found:
    entries: list[DocEntry] = []
    prose: list[int] = []
    place, fenced = 0, False
    while place < len(lines):
        fenced ^= lines[place].lstrip().startswith("```")
        tag = None if fenced else TAG.match(lines[place])
        if tag is None:
            prose.append(place)
            place += 1
            continue
        end = place + 1
        while end < len(lines) and not TAG.match(lines[end]):
            end += 1
        while end > place + 1 and not lines[end - 1].strip():
            end -= 1
        kind = TAGS.get(tag.group(1))
        if kind is None:
            prose.extend(range(place, end))
        else:
            text = "\n".join(
                [tag.group(2), *(line.strip() for line in lines[place + 1 : end])]
            ).strip()
            entries.append(_tag(kind, text, style, place, "\n".join(lines[place:end])))
        place = end
    return Found(entries, prose)


def _tag(kind: str, text: str, style: str, line: int, source: str) -> DocEntry:
    written = name = default = ""
    typed = TYPED.match(text)
    if typed and not text.startswith("{@"):
        written, text = typed.groups()
    elif style == "yard" and (bracketed := BRACKETED.match(text)):
        written, text = bracketed.groups()
    if kind == "raises":
        if written:
            name = written.split(",")[0].strip()
        elif found := EXCEPTION.match(text):
            name, text = found.group(), text[found.end() :]
            name = name.removeprefix("{@link ").rstrip("}:")
        text = text.strip().removeprefix("-").strip()
    elif kind in ("parameters", "attributes"):
        optional = OPTIONAL.match(text)
        php = PHP_NAMED.match(text) if style == "phpdoc" else None
        if optional:
            name, default, text = optional.group(1), optional.group(2) or "", optional.group(3)
            text = text.removeprefix("- ")
        elif php:
            written, name, text = php.group(1) or "", php.group(2), php.group(3)
        elif found := NAMED.match(text):
            name, text = found.groups()
            if style == "yard" and (bracketed := BRACKETED.match(text)):
                written, text = bracketed.groups()
        default = default or default_of("", text)
    elif kind == "default":
        default, text = text.strip("` "), ""
    return DocEntry(kind, name, written, default, text.strip(), line, source)


def _headings(lines: list[str]) -> Found:
    """rustdoc: a section starts at a heading and ends at the next."""
    entries: list[DocEntry] = []
    prose: list[int] = []
    place = 0
    while place < len(lines):
        heading = HEADING.match(lines[place])
        word = heading.group(1).lower() if heading else ""
        if not heading or word not in HEADINGS:
            prose.append(place)
            place += 1
            continue
        end, fenced = place + 1, False
        while end < len(lines) and (fenced or not lines[end].lstrip().startswith("# ")):
            fenced ^= lines[end].lstrip().startswith("```")
            end += 1
        while end > place + 1 and not lines[end - 1].strip():
            end -= 1
        kind = HEADINGS[word]
        text = "\n".join(lines[place + 1 : end]).strip()
        if kind == "raises":
            name = "panics" if word == "panics" else "Err"
            entries.append(
                DocEntry(kind, name, text=text, line=place, source="\n".join(lines[place:end]))
            )
        elif not kind:
            prose.extend(range(place, end))
        place = end
    return Found(entries, prose)


def _swift(lines: list[str]) -> Found:
    entries: list[DocEntry] = []
    prose: list[int] = []
    place = 0
    while place < len(lines):
        found = SWIFT.match(lines[place])
        if found is None:
            prose.append(place)
            place += 1
            continue
        end = place + 1
        margin = len(lines[place]) - len(lines[place].lstrip())
        while (
            end < len(lines)
            and lines[end].strip()
            and len(lines[end]) - len(lines[end].lstrip()) > margin
        ):
            end += 1
        word, name, rest = found.group(1).lower(), found.group(2), found.group(3)
        kind = {
            "returns": "returns",
            "throws": "raises",
            "parameter": "parameters",
            "parameters": "parameters",
        }.get(word)
        text = "\n".join([rest, *(line.strip() for line in lines[place + 1 : end])]).strip()
        if kind is None:
            prose.extend(range(place, end))
        elif word == "parameters" and not rest:
            prose.append(place)
            entries += _swift_list(lines, place + 1, end)
        else:
            if kind == "raises":
                thrown = THROWN.match(text)
                name, text = (thrown[1], text[thrown.end() :]) if thrown else ("error", text)
            entries.append(
                DocEntry(kind, name, text=text, line=place, source="\n".join(lines[place:end]))
            )
        place = end
    return Found(entries, prose)


def _swift_list(lines: list[str], start: int, end: int) -> list[DocEntry]:
    """Return the parameters that are listed below `- Parameters:`."""
    starts = [at for at in range(start, end) if SWIFT_ITEM.match(lines[at])]
    entries: list[DocEntry] = []
    for at, stop in zip(starts, [*starts[1:], end], strict=True):
        item = SWIFT_ITEM.match(lines[at])
        name, text = item.groups() if item else ("", "")
        said = "\n".join([text, *(line.strip() for line in lines[at + 1 : stop])]).strip()
        source = "\n".join(lines[at:stop])
        entries.append(DocEntry("parameters", name, text=said, line=at, source=source))
    return entries


def _xml(lines: list[str]) -> Found:
    text = "\n".join(lines)
    entries: list[DocEntry] = []
    taken: set[int] = set()
    for found in XML.finditer(text):
        tag, name, said = found.groups()
        first, last = text.count("\n", 0, found.start()), text.count("\n", 0, found.end())
        if taken & set(range(first, last + 1)):
            continue
        taken.update(range(first, last + 1))
        said = " ".join(re.sub(r"<[^>]+>", _reference, said or "").split())
        source = "\n".join(lines[first : last + 1])
        name = (name or "").removeprefix("T:").rpartition(".")[2]
        entries.append(DocEntry(XML_KINDS[tag], name, text=said, line=first, source=source))
    return Found(entries, [at for at in range(len(lines)) if at not in taken])


def _reference(tag: re.Match[str]) -> str:
    named = re.search(r'(?:cref|name|langword)\s*=\s*"(?:\w:)?([^"]*)"', tag.group())
    return named.group(1) if named else ""


def _go(lines: list[str]) -> Found:
    entries = [
        DocEntry(
            "deprecated", text=line.removeprefix("Deprecated:").strip(), line=place, source=line
        )
        for place, line in enumerate(lines)
        if line.startswith("Deprecated:")
    ]
    if len(lines) == 1 and IMPLEMENTS.match(lines[0]):
        entries.append(DocEntry("implements", source=lines[0]))
    entries += [
        DocEntry("raises", said[1], type="sentence", text=said[2], line=place, source=line)
        for place, line in enumerate(lines)
        if (said := RETURNED.match(line)) and (place == 0 or lines[place - 1].endswith((".", "")))
    ]
    return Found(entries, list(range(len(lines))))
