"""What was read of a file: its symbols as written, their contracts, its imports.

Nothing here speaks of other files. Words for kinds come from the Language Server Protocol, for
parameters from `inspect`, for contracts from design by contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import field

from skeleton.model.bodies import Evidence, Uses
from skeleton.model.record import Diagnostic, Record, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SymbolKind = Literal[
    "class",
    "constant",
    "constructor",
    "enum",
    "enum_member",
    "event",
    "field",
    "function",
    "interface",
    "macro",
    "method",
    "module",
    "namespace",
    "operator",
    "property",
    "struct",
    "type_alias",
    "variable",
]

# "package": for the package, crate, assembly or module of the language;
# "internal": for its file alone, as it is not exported.
Visibility = Literal["public", "protected", "package", "internal", "private"]

SHOWN = frozenset({"public", "protected", "package"})  # what others in a project may use

ParameterKind = Literal[
    "positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"
]

ClauseKind = Literal[
    "raises",
    "returns",
    "requires",
    "ensures",
    "invariant",
    "asserts",
    "warns",
    "deprecated",
    "bounds",
    "values",
    "keys",
    "const",
    "mutates",
    "effects",
    "nature",
    "example",
    "conflict",
]

Status = Literal["agreed", "enforced", "stated", "conflict", "tested"]


class SourceFile(Record, frozen=True):
    """A file to read: found, not yet opened."""

    path: str  # relative to the root, `/` between parts
    language: str
    size: int  # bytes


class SourceText(Record, frozen=True):
    """The content of a file, decoded once: UTF-8, line feeds only, no byte order mark."""

    path: str
    data: bytes
    content_hash: str  # of the bytes on disk, before decoding
    diagnostics: tuple[Diagnostic, ...] = ()  # an error among them: `data` is empty


class Parameter(Record, frozen=True):
    """One parameter, every text a slice of the file."""

    name: str
    kind: ParameterKind = "positional_or_keyword"
    annotation: str | None = None
    default: str | None = None


class Signature(Record, frozen=True):
    """The parts of a callable's head; the head itself is `Symbol.head`."""

    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    type_parameters: str | None = None  # with its brackets


class DocEntry(Record, frozen=True):
    """One entry of a section of a docstring."""

    section: str  # "parameters", "returns", "yields", "raises", "warns", "attributes", "deprecated"
    name: str = ""  # the parameter, or the exception
    type: str = ""
    default: str = ""  # as the entry states it
    text: str = ""  # a slice of the docstring: the description of the entry
    line: int = 0
    source: str = ""  # the whole entry as written: the lines to keep when the entry is shown


class Docstring(Record, frozen=True):
    """A documentation text, and what its sections say."""

    text: str  # as written, with its quotes or comment marks
    span: Span
    # the words alone: quotes, comment marks and common indent gone, nothing re-flowed
    body: str = ""
    prose: str = ""  # `body` without the sections that `entries` hold
    entries: tuple[DocEntry, ...] = ()
    examples: tuple[str, ...] = ()  # doctests, each with its prompt and expected output
    line: int = 0  # of the first line of `body`


class Clause(Record, frozen=True):
    """One rule at the edge of a symbol.

    `text` is made of slices and fixed words; nothing is re-printed.
    """

    kind: ClauseKind
    text: str  # "raises AmountError if value < 0"
    status: Status
    # "guard", "helper", "docstring", "assert", "decorator", "annotation", "field", "test"
    origin: str
    line: int = 0
    path: str = ""  # empty: the file of the symbol
    via: str = ""  # the helper it was found through
    subject: str = ""  # the exception, value or name it is about
    condition: str = ""
    message: str = ""  # the text an exception carries, as written
    tested: bool = False
    conflict: str = ""  # what a conflict is about: "exception", "parameter", "default"
    against: int = 0  # the line of the code's side of a conflict; `line` is the documentation's


class Symbol(Record, frozen=True):
    """A definition: its head as written, and what was read around and inside it."""

    name: str
    qualified_name: str  # within the module: `Owner.name`
    kind: SymbolKind
    ordinal: int  # place in the file, from 0, in source order, members counted
    span: Span  # decorators to the end of the body
    # as written, from its first character (decorators apart) to the body or members
    head: str = field(name="declaration")
    line: int = 0  # of the head
    indent: str = ""  # white space before the head on its line
    body: Span | None = None  # what an elided body covers
    body_indent: str = ""  # white space before the first line of the body or of the members
    elision: str = ""  # what stands for the body in valid source of the language
    close: str = ""  # what closes a container after its members
    ending: str = ""  # what must follow it among its siblings: the comma after a value of an enum
    signature: Signature | None = None
    annotation: str | None = None  # of a field, a constant, a variable
    value: str | None = None  # as written
    value_items: int = 0  # entries of a value that is a collection
    decorators: tuple[str, ...] = ()  # as written
    bases: tuple[str, ...] = ()  # keywords such as `metaclass=...` included
    docstring: Docstring | None = None
    comment: str = ""  # leading comment lines, as written
    trailing_comment: str = ""  # on the line of a field or constant
    visibility: Visibility = "public"
    exported: bool = False  # by `__all__`, an `export` keyword, a header
    nature: tuple[str, ...] = ()  # "async", "generator", "property", "overload", "abstract", ...
    branch: int = -1  # place in `Module.branches`; -1: unconditional
    members: tuple[Symbol, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    # locals assigned once, before anything else: name, expression
    bindings: tuple[tuple[str, str], ...] = ()
    # "subscript", "division", "attribute_call", "unknown_call", "divides by x at 7": what may raise
    operations: tuple[str, ...] = ()
    contract: tuple[Clause, ...] = ()  # filled per run, never cached
    shown_doc: str = ""  # the part of the documentation to show; filled with `contract`


class Branch(Record, frozen=True):
    """A conditional block that holds definitions: `if`, `else`, `try`, `except`, `#ifdef`."""

    text: str  # its line or lines as written: "if sys.version_info >= (3, 12):"
    group: int  # branches of one statement share it
    parent: int = -1  # the branch around it
    line: int = 0
    indent: str = ""
    body_indent: str = ""
    close: str = ""  # what ends the group: "#endif"
    doc: str = ""  # the comment above that documents all of it, as written: Go's `const (`


class Import(Record, frozen=True):
    """One imported name."""

    module: str  # as written, without the leading dots
    name: str = ""  # empty: the module itself; "*": every public name
    alias: str = ""
    level: int = 0  # leading dots of a relative import; 0 = absolute
    line: int = 0
    type_only: bool = False
    inside: str = ""  # qualified name of the function that holds it
    exported: bool = False  # a re-export
    text: str = ""  # the statement as written; only the first name of a statement carries it
    branch: int = -1


class Module(Record, frozen=True):
    """What was read of one file.

    Holds nothing about other files, so it can be cached by content.
    """

    path: str
    language: str
    content_hash: str = ""
    line_count: int = 0
    char_count: int = 0
    docstring: Docstring | None = None
    package: str = ""  # the clause that names what all names here begin with, as written
    exports: tuple[str, ...] | None = None  # names listed by `__all__`; None: no such list
    exports_text: str = ""  # the statements that make the list, as written
    imports: tuple[Import, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    branches: tuple[Branch, ...] = ()
    # module `__getattr__` tables: name, module that holds it
    lazy_exports: tuple[tuple[str, str], ...] = ()
    uses: Uses = Uses()
    diagnostics: tuple[Diagnostic, ...] = ()
    limits: tuple[str, ...] = ()  # what the reader of its language cannot see, where it matters


def limits_of(modules: Iterable[Module]) -> tuple[str, ...]:
    """Return what could not be seen in some files, each with the name of its language, sorted."""
    said = {f"{module.language}: {limit}" for module in modules for limit in module.limits}
    return tuple(sorted(said))


def walk(symbols: tuple[Symbol, ...]) -> Iterator[Symbol]:
    """Yield every symbol in source order, owners before members."""
    for symbol in symbols:
        yield symbol
        yield from walk(symbol.members)
