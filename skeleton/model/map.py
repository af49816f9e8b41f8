"""The answer of `skeleton map`: what is shown, why, in which detail, and what is not."""

from __future__ import annotations

from typing import Literal

from skeleton.model.code import Branch, Docstring, Import, Symbol
from skeleton.model.diff import Change
from skeleton.model.needs import Reason, TestLink
from skeleton.model.record import Diagnostic, Record

SCHEMA_VERSION = "skeleton.map/1"

Detail = Literal["full", "contract", "signatures", "names"]


class Omission(Record, frozen=True):
    """Something that was left out: counted, named, and the command that brings it back."""

    what: str
    shown: int
    total: int
    where: str = ""
    recover: str = ""
    why: str = ""


class Entry(Record, frozen=True):
    """A symbol of a map with the detail it is shown in.

    The symbol's own `members` are empty here.
    """

    symbol: Symbol
    reason: Reason
    detail: Detail = "contract"
    because: str = ""
    members: tuple[Entry, ...] = ()
    omission: Omission | None = None  # members that are not shown


class FileMap(Record, frozen=True):
    """The shown part of one file."""

    path: str
    language: str
    group: str
    entries: tuple[Entry, ...] = ()
    reason: Reason = "requested"  # of the nearest of its entries
    detail: Detail = "contract"  # of what belongs to the file as a whole
    docstring: Docstring | None = None  # of the module
    shown_doc: str = ""  # the part of it to show
    imports: tuple[Import, ...] = ()  # the statements to show; each carries its text
    exports_text: str = ""
    package: str = ""  # the clause that names its package, as written
    branches: tuple[Branch, ...] = ()
    content_hash: str = ""
    continued: bool = False  # an earlier section of the map shows other symbols of this file
    omission: Omission | None = None  # symbols of the file that no section shows


class Usage(Record, frozen=True):
    """What a map cost, and what the files it speaks of would have cost."""

    tokens: int  # estimated; 0 until the map is written out
    source_tokens: int  # of the same files, whole; estimated from their length
    estimate: str = ""  # how tokens were counted
    limit: int = 0
    unit: str = ""  # of the limit: "tokens", "characters", "bytes"


class InterfaceMap(Record, frozen=True):
    """The answer of `skeleton map`: what is shown, why, and what is not."""

    schema_version: str
    files: tuple[FileMap, ...]
    targets: tuple[str, ...] = ()
    tests: tuple[TestLink, ...] = ()
    external: tuple[str, ...] = ()  # packages outside the project, by name
    unresolved: tuple[str, ...] = ()  # imports that lead nowhere
    omissions: tuple[Omission, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    limits: tuple[str, ...] = ()  # what the reader of a language cannot see
    filter: str = ""  # what symbols had to match, in words
    since: str = ""  # the revision that `changes` counts from
    changes: tuple[Change, ...] = ()  # of shown symbols, and removed ones
    files_read: int = 0
    symbols_shown: int = 0
    symbols_total: int = 0
    usage: Usage | None = None
