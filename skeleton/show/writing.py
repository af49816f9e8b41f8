"""Writes what was found as Markdown, text, XML or JSON.

Markdown and XML hold source as it is, so that it may be copied; text has line numbers before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import msgspec

from skeleton.clip import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from skeleton.model import Caller, Excerpt, InterfaceMap, Language, Shown, ShownItem

FORMATS = ("markdown", "text", "json", "xml")


def write(
    shown: Shown,
    format: str,
    languages: Mapping[str, Language],
    write_map: Callable[[InterfaceMap], str],
) -> str:
    """Return what was found in one of `FORMATS`, with a line feed at its end.

    Args:
        shown: What was found.
        format: How to write it.
        languages: By name.
        write_map: Writes an interface map in the same format.
    """
    if format == "json":
        return msgspec.json.format(msgspec.json.encode(shown), indent=1).decode() + "\n"
    make = {"markdown": _markdown, "text": _text, "xml": _xml}[format]
    parts = [make(item, languages, write_map) for item in shown.items]
    if format == "xml":
        inside = "".join(parts)
        return f'<show version="{shown.schema_version}">\n{inside}</show>\n'
    return "\n".join(parts)


def _markdown(
    item: ShownItem, languages: Mapping[str, Language], write_map: Callable[[InterfaceMap], str]
) -> str:
    if item.interface is not None:
        return _noted(item) + write_map(item.interface)
    blocks = [f"## {_title(item)}\n", _noted(item)]
    language = languages.get(item.language)
    info = (language.fence or language.name) if language else ""
    for text, inside in _pieces(item, numbered=False):
        blocks.append(f"in `{inside}`\n" if inside else "")
        fence = _fence(text)
        blocks.append(f"{fence}{info}\n{text}\n{fence}\n")
    blocks.append("".join(f"- {line}\n" for line in _lines(item)))
    return "\n".join(block for block in blocks if block)


def _text(
    item: ShownItem, languages: Mapping[str, Language], write_map: Callable[[InterfaceMap], str]
) -> str:
    if item.interface is not None:
        return _noted(item) + write_map(item.interface)
    blocks = [f"## {_title(item)}\n", _noted(item)]
    for text, inside in _pieces(item, numbered=True):
        blocks.append(f"in {inside}\n" if inside else "")
        blocks.append(f"{text}\n")
    blocks += [f"{line}\n" for line in _lines(item)]
    return "".join(block for block in blocks if block)


def _xml(
    item: ShownItem, languages: Mapping[str, Language], write_map: Callable[[InterfaceMap], str]
) -> str:
    if item.interface is not None:
        return _noted(item) + write_map(item.interface)
    blocks = []
    name = f"id={quoteattr(item.id)} language={quoteattr(item.language)}"
    if item.note:
        blocks.append(f"<note>{escape(item.note)}</note>\n")
    for excerpt in item.excerpts:
        lines = _span(excerpt)
        inside = f" inside={quoteattr(excerpt.inside)}" if excerpt.inside else ""
        text = _cdata(excerpt.text)
        blocks.append(f'<source {name} lines="{lines}"{inside}>{text}</source>\n')
    if item.trace:
        blocks.append(f"<trace {name}>{_cdata(item.trace)}</trace>\n")
    if item.part in ("callers", "tests") or item.omission:
        listed = "\n".join(_lines(item))
        blocks.append(f"<{item.part} {name}>{_cdata(listed)}</{item.part}>\n")
    return "".join(blocks)


def _title(item: ShownItem) -> str:
    if item.excerpts:
        return f"{item.id} :{', '.join(map(_span, item.excerpts))}"
    return f"{item.id} {item.part}"


def _span(one: Excerpt) -> str:
    last = f"-{one.end_line}" if one.end_line > one.start_line else ""
    return f"{one.start_line}{last}"


def _noted(item: ShownItem) -> str:
    return f"{item.note}\n" if item.note else ""


def _pieces(item: ShownItem, *, numbered: bool) -> Iterator[tuple[str, str]]:
    """Yield blocks of source or of a trace, each with what it stands in."""
    for excerpt in item.excerpts:
        text = excerpt.text
        if numbered:
            width = len(str(excerpt.end_line))
            text = "\n".join(
                f"{number:>{width}}  {line}".rstrip()
                for number, line in enumerate(text.split("\n"), excerpt.start_line)
            )
        yield text, excerpt.inside
    if item.trace:
        yield item.trace.rstrip("\n"), ""


def _lines(item: ShownItem) -> Iterator[str]:
    """Yield what is no source: callers, tests, what is left out."""
    if item.part == "callers":
        yield from _caller_lines(item.callers)
    if item.part == "tests":
        yield from (f"{test.id} :{test.line}{_shows(test.shows)}" for test in item.tests)
        if not item.tests:
            yield "no known test reaches it"
    if item.omission is not None:
        yield f"… {sentence(item.omission)}"


def _shows(claims: tuple[str, ...]) -> str:
    return f" {'; '.join(' '.join(claim.split()) for claim in claims)}" if claims else ""


def _caller_lines(callers: tuple[Caller, ...]) -> Iterator[str]:
    """Yield a line for each use: those of the project, then of tests, then what may be one."""
    sure = [one for one in callers if one.certain]
    yield from (_caller_line(one) for one in sure if not one.test)
    tests = [one for one in sure if one.test]
    if tests:
        yield f"in tests: {len(tests)}"
        yield from (_caller_line(one) for one in tests)
    unsure = [one for one in callers if not one.certain]
    if unsure:
        yield f"may use it, the owner could not be told: {len(unsure)}"
        yield from (_caller_line(one) for one in unsure)
    if not callers:
        yield "nothing in this project uses it, as far as names tell"


def _caller_line(one: Caller) -> str:
    inside = f" {one.inside}" if one.inside else ""
    return f"{one.path}:{one.line}{inside}: {one.text}"


def _fence(block: str) -> str:
    longest = max((len(run) for run in re.findall("`{3,}", block)), default=2)
    return "`" * (longest + 1)


def _cdata(text: str) -> str:
    return f"<![CDATA[\n{text.replace(']]>', ']]]]><![CDATA[>')}\n]]>"
