"""Finds the comments that document: above a definition, and at the top of a file.

Takes comments as they are written; their marks and sections are for `contracts`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skeleton.extract.parsers import parser_for
from skeleton.model import Docstring

if TYPE_CHECKING:
    from tree_sitter import Node

    from skeleton.extract.outline import Outline
    from skeleton.model import Language

# What begins a comment that documents; where nothing is special about it, any comment above does.
DOC_MARKS = {
    "docstring": (),
    "godoc": ("//", "/*"),
    "jsdoc": ("/**",),
    "javadoc": ("/**", "///"),
    "kdoc": ("/**",),
    "phpdoc": ("/**",),
    "scaladoc": ("/**",),
    "rustdoc": ("///", "/**"),
    "xmldoc": ("///", "/**"),
    "swiftdoc": ("///", "/**"),
    "doxygen": ("//", "/*"),
    "yard": ("#", "=begin"),
    "comment": ("//", "/*", "#", "--"),
}
# What opens and closes a comment of several lines.
_BLOCKS = ((b"/*", b"*/"), (b"=begin", b"=end"))
# Comments that speak of the file they stand in.
_INNER_MARKS = ("//!", "/*!")
_ABOUT_THE_FILE = re.compile(r"[@\\](?:file|fileoverview|module|package|packageDocumentation)\b")
_BEFORE = (  # what may stand before that
    "php_tag",
    "preproc_ifdef",
    "preproc_call",
    "hash_bang_line",
    "inner_attribute_item",
)
_DEFINES = re.compile(r"[@\\](?:typedef|callback)\b")  # a type of its own, not what is below
_LICENSE = re.compile(r"copyright|licen[sc]e|SPDX|all rights reserved|-\*-", re.IGNORECASE)
_DIRECTIVE = re.compile(
    r"#!|#\s*-\*-|#\s*(?:frozen_string_literal|encoding|coding|typed|warn_indent|rubocop):"
    r"|//go:|// ?\+build|//nolint"
)
# What a comment of code looks like before it is parsed: its last line ends as a statement or as a
# block does, or its first line gives a name a value.
_DOC_OPENINGS = ("/**", "/*!", "///", "//!", "=begin")
_LINE_MARKS = re.compile(r"^[ \t]*(?://|/\*|\*|#)[ \t]?", re.MULTILINE)
_LIKE_CODE = re.compile(
    r"[{};]\Z|\A[\w.$]+[ \t]*(?::[ \t]*[\w\[\], .]+)?=[ \t]*\S"
    r"|\A(?:class|def|module)\b[^\0]*\nend\Z"
)


def comment_above(outline: Outline, start: int) -> tuple[str, Docstring | None]:
    """Return the comment right above a definition: as comment or, by its marks, documentation."""
    data = outline.data
    top = outline.line_start(start)
    if data[top:start].strip() or top == 0:
        return "", None
    first = top
    marks = DOC_MARKS.get(outline.language.doc_style, ())
    documenting = -1  # start of the lowest run of lines that documents
    end = top  # of that run: what stands below it is a remark
    while first > 0:
        line_start = outline.line_start(first - 1)
        line = data[line_start : first - 1].strip()
        opener = next((begin for begin, end in _BLOCKS if line.endswith(end)), b"")
        if opener:
            opening = data.rfind(opener, 0, first)
            line_start = outline.line_start(opening)
            if opening < 0 or data[line_start:opening].strip():
                break
            line = data[opening : first - 1]
        elif not line.startswith(outline.language.comment.encode()) or line.startswith(b"#!"):
            break
        text = line.decode("utf-8", "replace")
        if _DEFINES.search(text):
            break
        if text.startswith(_INNER_MARKS) and outline.language.doc_style == "rustdoc":
            break
        if (
            marks
            and text.startswith(marks)
            and documenting in (-1, first)
            and not _DIRECTIVE.match(text)
        ):
            end = first if documenting < 0 else end
            documenting = line_start
        first = line_start
    if documenting >= 0:
        first = documenting
    text = outline.text(first, end).rstrip()
    if not text or _is_code(text, outline.language):
        return "", None
    begin = first + len(text) - len(text.lstrip())
    if documenting >= 0:
        return "", Docstring(text.lstrip(), outline.span(begin, first + len(text.encode())))
    text = text.lstrip()
    return ("", None) if _DIRECTIVE.match(text) else (text, None)


def _is_code(text: str, language: Language) -> bool:
    """Whether a comment without marks of documentation holds nothing but code."""
    if text.lstrip().startswith(_DOC_OPENINGS):
        return False
    words = _LINE_MARKS.sub("", text.removesuffix("*/")).strip()
    if not _LIKE_CODE.search(words):
        return False
    parser = parser_for(language)
    opening = "<?php " if language.name == "php" else ""
    forms = [words, f"class A {{\n{words}\n}}"] if language.elision == "{}" else [words]
    return any(not parser.parse((opening + form).encode()).root_node.has_error for form in forms)


def file_doc(outline: Outline, root: Node) -> Docstring | None:
    """Return the comment that documents a file, `None` for none.

    It begins with marks that speak of what is around them, or is the first comment of the file: if
    it says so (`@file`), or if a blank line follows it.
    """
    marks = DOC_MARKS.get(outline.language.doc_style, ())
    if not marks:
        return None
    return next(
        (doc for doc in _leading(outline, root) if _speaks_of_file(outline, doc, marks)), None
    )


def package_doc(doc: Docstring | None) -> Docstring | None:
    """Return the comment above the clause that names a package, unless it is a licence."""
    return None if doc is None or _LICENSE.search(doc.text) else doc


def _leading(outline: Outline, root: Node) -> list[Docstring]:
    """Return the comments before the first definition; lines below one another are one comment."""
    found: list[tuple[int, int]] = []
    for node in root.children:
        if "comment" not in node.type:
            if node.is_named and node.type not in _BEFORE and not _is_directive(node):
                break
            continue
        start, end = node.start_byte, len(outline.data[: node.end_byte].rstrip())
        if (
            found
            and not outline.data[found[-1][1] : start].strip()
            and outline.data[found[-1][1] : start].count(b"\n") <= 1
            and _goes_on(outline, found[-1][0], start)
        ):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return [Docstring(outline.text(start, end), outline.span(start, end)) for start, end in found]


def _is_directive(node: Node) -> bool:
    """Whether a statement is a text for whoever runs the file: `'use strict'`."""
    return node.named_child_count == 1 and node.named_children[0].type == "string"


def _goes_on(outline: Outline, start: int, other: int) -> bool:
    """Whether a comment goes on with the one above: both are lines, or a block has lines below."""
    one, two = outline.data[start : start + 3], outline.data[other : other + 3]
    if b"//!" in (one, two) or b"/*!" in (one, two):
        return one == two
    return not two.startswith(b"/*") or one.startswith(b"/*")


def _speaks_of_file(outline: Outline, doc: Docstring, marks: tuple[str, ...]) -> bool:
    if doc.text.startswith(_INNER_MARKS):
        return True
    if (
        not doc.text.startswith(marks)
        or _DEFINES.search(doc.text)
        or _LICENSE.search(doc.text)
        or _DIRECTIVE.match(doc.text)
    ):
        return False
    if _ABOUT_THE_FILE.search(doc.text):
        return True
    follows = outline.data[doc.span.end_byte : doc.span.end_byte + 2]
    taken = any(
        draft.docstring is not None and draft.docstring.span == doc.span for draft in outline.drafts
    )
    if outline.language.comment != "//":  # one kind of comment
        return follows == b"\n\n"
    return doc.text.startswith("/**") and (follows == b"\n\n" or not taken)
