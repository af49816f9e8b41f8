"""The answers of `skeleton show`, `check` and `graph`."""

from __future__ import annotations

from typing import Literal

from skeleton.model.map import Entry, InterfaceMap, Omission
from skeleton.model.needs import TestLink
from skeleton.model.record import Diagnostic, Record

SHOW_SCHEMA_VERSION = "skeleton.show/1"

Part = Literal["body", "interface", "callers", "tests", "trace"]


class Excerpt(Record, frozen=True):
    """Whole lines of a file, as written."""

    path: str
    start_line: int  # from 1
    end_line: int  # included
    text: str
    inside: str = ""  # the conditional block or the definition it stands in


class Caller(Record, frozen=True):
    """A line that uses a symbol."""

    path: str
    line: int
    inside: str = ""  # qualified name of the definition that holds it; empty: the module
    text: str = ""  # the line, without its indent
    test: bool = False
    certain: bool = True  # False: the name stands there, what it means could not be told


class ShownItem(Record, frozen=True):
    """What is shown of one id."""

    id: str  # as `path::Qual.name`, or the path
    part: Part
    kind: str = ""  # of the symbol
    language: str = ""
    content_hash: str = ""  # of its file
    note: str = ""  # the file is not the one that `--since` speaks of
    excerpts: tuple[Excerpt, ...] = ()
    entries: tuple[Entry, ...] = ()  # in JSON, of a body: what a map in full detail says of it
    interface: InterfaceMap | None = None
    callers: tuple[Caller, ...] = ()
    tests: tuple[TestLink, ...] = ()
    trace: str = ""
    omission: Omission | None = None


class Missing(Record, frozen=True):
    """An id that cannot be shown, and why."""

    id: str
    code: str
    message: str
    candidates: tuple[str, ...] = ()


class Shown(Record, frozen=True):
    """The answer of `skeleton show`."""

    schema_version: str
    items: tuple[ShownItem, ...] = ()
    missing: tuple[Missing, ...] = ()


CHECK_SCHEMA_VERSION = "skeleton.check/1"


class Finding(Record, frozen=True):
    """A certain contradiction between documentation and code, with both sides."""

    kind: str  # "exception", "parameter", "default"
    id: str  # as `path::Qual.name`
    message: str
    path: str  # of both sides
    doc_line: int
    doc_text: str  # the line, without its indent
    code_line: int
    code_text: str
    reason: str = ""  # why it is accepted, as the comment says that suppresses it
    note: str = ""  # about a comment that does not count


class Checked(Record, frozen=True):
    """The answer of `skeleton check`: conflicts only."""

    schema_version: str
    findings: tuple[Finding, ...] = ()  # by path and line
    suppressed: tuple[Finding, ...] = ()  # each with its reason
    files: int = 0  # that were read
    symbols: int = 0  # whose contract was compared
    diagnostics: tuple[Diagnostic, ...] = ()


GRAPH_SCHEMA_VERSION = "skeleton.graph/1"


class Need(Record, frozen=True):
    """One thing needs another."""

    source: str  # a path, or `path::Qual.name`
    target: str
    names: tuple[str, ...] = ()  # that are imported, sorted
    type_only: bool = False
    in_cycle: bool = False


class Graph(Record, frozen=True):
    """The answer of `skeleton graph`."""

    schema_version: str
    nodes: tuple[str, ...]  # sorted, whether anything needs them or not
    needs: tuple[Need, ...] = ()  # by source and target, each pair once
    cycles: tuple[tuple[str, ...], ...] = ()  # groups whose members need each other
