"""What is promised of every map, as functions that return the places where it is not kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.languages import load_languages
from tests.oracle import parse
from tests.running import Block, entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.model import FileMap, InterfaceMap, Symbol

FIXED_WORDS = re.compile(
    r"raises|returns|yields|requires|ensures|asserts|warns|deprecated|invariant|keys|if|otherwise|on"
    r"|in|not|and|for|while|matches|with|same|as|default|of|is|re|raised|mutates|writes|no|raise|found"
    r"|effects|only|UserWarning|other|values|more|branches|any|exception|examples?|item|calls|back"
    r"|the|function|returned"
)
# What a call of a library is known to raise, in the words of the table of its language.
TABLE_WORDS = {
    word
    for language in load_languages().values()
    for said in [*language.flow.get("guards", {}).values(), language.flow.get("words", {}).values()]
    for text in said
    for word in re.findall(r"[^\W\d]\w+", str(text))
}


def squeezed(text: str) -> str:
    """Without white space: indentation and line ends are not part of the promise."""
    return re.sub(r"\s+", "", text)


def stands_in(text: str, whole: str) -> bool:
    """Tell whether a text is a slice, but for bodies inside it: `{}` stands for each."""
    return all(part in whole for part in squeezed(text).split("{}"))


def slices(symbol: Symbol) -> Iterator[str]:
    """Every text of a symbol that is said to be a slice of its file."""
    yield symbol.head.removesuffix("...")  # what stands for a long value
    yield symbol.comment
    yield symbol.trailing_comment
    yield symbol.annotation or ""
    yield symbol.value or ""
    yield from symbol.decorators
    yield from symbol.bases
    if symbol.docstring:
        yield symbol.docstring.text
    if symbol.signature:
        yield symbol.signature.returns or ""
        yield symbol.signature.type_parameters or ""
        for parameter in symbol.signature.parameters:
            yield parameter.annotation or ""
            yield parameter.default or ""


def not_verbatim(file: FileMap, source: str) -> list[str]:
    """Texts of a file of a map that do not stand in the file."""
    whole = squeezed(source)
    wrong = [
        f"{file.path}: {text!r}"
        for text in [
            *(statement.text for statement in file.imports),
            *file.exports_text.splitlines(),
            *(branch.text for branch in file.branches),
        ]
        if not stands_in(text, whole)
    ]
    for entry in entries(file):
        symbol = entry.symbol
        where = f"{file.path}:{symbol.line} {symbol.qualified_name}"
        wrong += [
            f"{where}: {text!r}" for text in slices(symbol) if text and not stands_in(text, whole)
        ]
        for clause in symbol.contract:
            if clause.via or clause.path or clause.kind in ("conflict", "nature"):
                continue
            strange = [
                word
                for word in re.findall(r"[^\W\d]\w+", clause.text)
                if not FIXED_WORDS.fullmatch(word) and word not in TABLE_WORDS and word not in whole
            ]
            wrong += [f"{where}: {strange} in {clause.text!r}"] if strange else []
    return wrong


def not_parsed(block: Block, source: bytes) -> list[str]:
    """A block that is no valid source although its file is."""
    if block.language not in ("python", "py", "pyi") or parse(source) is None:
        return []
    return [] if parse(block.text) else [f"{block.path}: the block does not parse"]


def miscounted(answer: InterfaceMap) -> list[str]:
    """Omissions whose numbers cannot be right, and sums that do not add up."""
    wrong = [
        f"{omission.where}: {omission.shown} of {omission.total} {omission.what}"
        for omission in answer.omissions
        if not 0 <= omission.shown <= omission.total
    ]
    shown = set()
    for file in answer.files:
        for entry in entries(file):
            shown.add((file.path, entry.symbol.ordinal))
            if entry.omission and entry.omission.shown != len(entry.members):
                name = entry.symbol.qualified_name
                wrong.append(f"{file.path} {name}: shows {len(entry.members)}, {entry.omission}")
    if len(shown) != answer.symbols_shown:
        wrong.append(f"{len(shown)} symbols are there, {answer.symbols_shown} are said to be")
    left_out = sum(one.total - one.shown for one in answer.omissions if one.what == "symbols")
    if answer.symbols_shown + left_out != answer.symbols_total:
        wrong.append(
            f"{answer.symbols_shown} shown and {left_out} left out of {answer.symbols_total}"
        )
    return wrong


def outline(answer: InterfaceMap) -> list[tuple[str, str, str]]:
    """Names, kinds and heads of everything shown, in order: what a second map must repeat."""
    return [
        (
            entry.symbol.qualified_name,
            entry.symbol.kind,
            squeezed(entry.symbol.head) if entry.symbol.signature else "",
        )
        for file in answer.files
        for entry in entries(file)
        if entry.symbol.name != "__all__"  # shown as it begins: alone it is a list that can be read
    ]
