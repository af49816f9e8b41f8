"""Every record that passes between the steps: what was read, what was picked, what is shown.

Data only: frozen structs, tuples, no behaviour beyond walking a tree of symbols. Words for kinds
come from the Language Server Protocol, for parameters from `inspect`, for contracts from design by
contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SCHEMA_VERSION = "skeleton.map/1"

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
Severity = Literal["error", "warning", "information"]
Detail = Literal["full", "contract", "signatures", "names"]
EvidenceKind = Literal[
    "raises", "returns", "asserts", "warns", "calls", "mutates", "effect", "yields"
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
Reason = Literal[
    "target",
    "imported",
    "mentioned",
    "named_by_shown",
    "base_class",
    "fixture",
    "public",
    "reexported",
    "next_hop",
    "used_by",
    "used_by_user",
    "requested",
    "holds_shown",
]


class Record(Struct, frozen=True, omit_defaults=True, gc=False):
    """A frozen struct whose default values are left out of JSON and of the cache.

    Records form no cycles, so the garbage collector is kept from looking at them (`gc=False`):
    a warm map decodes a hundred thousand, three times faster.
    """


class Span(Struct, frozen=True, gc=False):
    """A piece of a file. Bytes count in the text as read: UTF-8, line feeds, no byte order mark."""

    start_line: int  # from 1
    end_line: int  # from 1, included
    start_byte: int  # from 0
    end_byte: int  # from 0, excluded


class Diagnostic(Record, frozen=True):
    """Something about one file that a reader of the map must know; LSP words."""

    path: str
    severity: Severity
    # a short fixed word: "parse", "undecodable", "binary", "too_large", "unreadable", ...
    code: str
    message: str  # what, and what to do next where there is something to do
    line: int = 0  # from 1; 0 = the file as a whole


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


class Argument(Record, frozen=True):
    """An argument of a call, as written."""

    text: str
    keyword: str = ""


class Evidence(Record, frozen=True):
    """A fact of a body that contract readers interpret; language-neutral, every text a slice.

    `conditions` is the path to it, outermost first, each ready to print: a slice of the source, or
    a slice within fixed words (`not (COND)`, `for x in xs`, `SUBJECT matches PATTERN`).
    """

    kind: EvidenceKind
    # exception class, returned expression, asserted condition, callee, parameter written to, effect
    subject: str
    line: int
    conditions: tuple[str, ...] = ()
    message: str = ""
    arguments: tuple[Argument, ...] = ()  # of a call
    handler: str = ""  # the exception whose handler it stands in
    caught: tuple[str, ...] = ()  # exceptions that handlers around it, in the same body, catch
    otherwise: bool = False  # no condition of its own, but reached only past earlier exits
    word: str = ""  # how the language says it: "throws", "panics"; empty: the word of the kind
    # the nested function it stands in, when the body returns that: `outer(a).wrapper(*args)`
    inside: str = ""


class Binding(Record, frozen=True):
    """What a name of a body or a file stands for, where that can be read without running anything.

    `value` is a chain (see `Scope.chains`) that may end in steps only bindings have: `*` an item
    of it, `#1` its second part, `@` what `with` enters.
    """

    name: str  # a name, or a dotted one: `self.rows`
    type: str = ""  # its annotation, as written
    value: str = ""  # what it is bound to; empty: nothing that can be followed


class Scope(Record, frozen=True):
    """The names that one body uses: a function with its lambdas, a class, or the module itself."""

    name: str = ""  # qualified name; empty: the module
    line: int = 0
    owner: str = ""  # qualified name of the class that holds it directly
    receiver: str = ""  # its own name for the instance or class it is called on: `self`
    parameters: tuple[str, ...] = ()
    test: str = ""  # the title of a test that is a call: `rates > refuses zero`
    chains: tuple[str, ...] = ()  # as used, longest only, sorted: `client.get().json`, `rows[].id`
    bindings: tuple[Binding, ...] = ()
    claims: tuple[Claim, ...] = ()  # what it asserts: read for tests


class Claim(Record, frozen=True):
    """An assertion of a test, as written."""

    text: str
    line: int
    chains: tuple[str, ...] = ()  # what stands in it


class Uses(Record, frozen=True):
    """The names that a file uses: read for a target whose needs are looked for, and for tests."""

    scopes: tuple[Scope, ...] = ()  # in source order, the module first
    words: tuple[str, ...] = ()  # identifiers in docstrings and in string annotations, sorted


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


class Dependency(Record, frozen=True):
    """One import of a file, resolved."""

    importer: str
    imported: str | None  # path; None: outside the project or not found
    written: Import
    external: bool = False  # not of this project; neither external nor imported: unresolved
    because: str = ""  # how it was found, or what was looked for
    package: str = ""  # the name of what is outside the project


class Place(NamedTuple):
    """What a name stands for.

    A definition: `path` and its qualified `name`. A module: no `name`. A folder that is a package
    without a file of its own: `path` ends in a slash. Something outside the project: no `path`,
    `name` is dotted.
    """

    path: str
    name: str = ""


class Mention(Record, frozen=True):
    """A definition that a file mentions."""

    place: Place
    chain: str  # what led there: `request.headers.get()`
    count: int = 1
    implied: bool = False  # reached by syntax alone: `for`, `with`, `x[0]`
    called: bool = False  # a class that is instantiated


class Mentions(Record, frozen=True):
    """What a file mentions, as far as it can be told without running it."""

    found: tuple[Mention, ...] = ()  # in order of place
    modules: tuple[str, ...] = ()  # paths of modules that it uses as such
    # attribute names of owners that cannot be told, and how often
    missed: tuple[tuple[str, int], ...] = ()


class Pick(Record, frozen=True):
    """A symbol that a reader needs, and why."""

    path: str
    ordinal: int
    reason: Reason
    rank: int  # smaller is nearer; the order in which a budget is spent
    group: str  # "target", "used", "rest", "further": the part of the map it belongs to
    because: str = ""  # one word more: the name that led here


class TestLink(Record, frozen=True):
    """A known test, and what it shows."""

    id: str  # as the test runner takes it: tests/test_rates.py::test_zero
    path: str
    line: int
    reaches: tuple[str, ...] = ()  # symbols as `path::Qual.name`
    shows: tuple[str, ...] = ()  # assertions that state a rule, as written


class Selection(Record, frozen=True):
    """What a reader of the targets needs, before a budget is spent on it."""

    targets: tuple[str, ...]
    picks: tuple[Pick, ...] = ()  # by rank
    tests: tuple[TestLink, ...] = ()
    tests_total: int = 0  # those left out too
    dependencies: tuple[Dependency, ...] = ()  # direct ones of the targets
    external: tuple[str, ...] = ()  # packages outside the project, sorted
    unresolved: tuple[str, ...] = ()  # imports that lead nowhere, as written, sorted


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


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the reader of a language cannot see."""

    says: str
    where: tuple[str, ...] = ()  # words, one of which a file holds where it matters; none: always


# The words that `language.toml` chooses from; each has its rule in a table of the part concerned.
DocStyle = Literal[
    "none",
    "comment",
    "docstring",
    "doxygen",
    "godoc",
    "javadoc",
    "jsdoc",
    "kdoc",
    "phpdoc",
    "rustdoc",
    "scaladoc",
    "swiftdoc",
    "xmldoc",
    "yard",
]
VisibilityRule = Literal[
    "assembly",
    "capital",
    "closed",
    "export",
    "linkage",
    "open",
    "package",
    "sections",
    "underscore",
]
ImportStyle = Literal[
    "csharp",
    "dotted",
    "ecmascript",
    "files",
    "go",
    "include",
    "java",
    "php",
    "ruby",
    "rust",
    "swift",
]


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """What `grammars/<name>/language.toml` and `interface.scm` say."""

    name: str
    extensions: tuple[str, ...]
    grammar: str  # "distribution:import_module:function": where the parser comes from
    sample: str  # a line that the parser must read without error: checked when it is loaded
    extractor: str = "queries"  # or "libcst"
    fence: str = ""  # info string of a Markdown block; empty: the name
    comment: str = "#"  # what starts a line comment
    elision: str = "..."  # what stands for a body in valid source
    statement_end: str = ""
    opening: str = ""  # a first line without which nothing after it is code: `<?php`
    doc_style: DocStyle = "none"
    visibility: VisibilityRule = "underscore"
    imports: ImportStyle = "files"
    tests: tuple[str, ...] = ()  # globs of test files
    # nodes whose body is cut inside values, defaults, decorators
    inner_bodies: tuple[str, ...] = ()
    # "indentation": a tree with errors is read again with lines laid out as the parser wants them
    blocks: str = ""
    # words that the parser cannot read, as groups of patterns: read as blanks
    misread: tuple[str, ...] = ()  # what the parser takes for something else, without an error
    patches: tuple[str, ...] = ()
    # finds the names declared at the start of a line, to tell what a broken tree lost
    declares: str = ""
    # finds what loads code that no import names: anywhere, and in what belongs to tests
    dynamic: str = ""
    dynamic_tests: str = ""
    # what a call depends on: "names" of parameters, "types" of arguments
    callers: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    inherits: str = ""
    # a language, and the pattern of files that are of it: `.h`
    becomes: tuple[str, str] | None = None
    other: Language | None = None  # that language, once all are loaded
    uses: dict[str, Any] = {}  # node types of names, calls, bindings: read by `extract.uses` alone
    # node types through which control passes: read by `extract.flow` alone
    flow: dict[str, Any] = {}
    query: str = ""  # text of interface.scm, the parent's first
    digest: str = ""  # of both files: part of the cache key


# What `skeleton verify` answers. The order of the fields is the order of the keys in the JSON.

VERIFY_SCHEMA_VERSION = "skeleton.verify/1"

RunStatus = Literal[
    "passed",
    "failed",
    "no_tests",
    "none_affected",
    "collection_error",
    "not_started",
    "crashed",
    "timeout",
    "interrupted",
    "internal_error",
    "incomplete",
    "runner_error",
    "no_report",
    "bad_report",
]


class Failure(Record, frozen=True):
    """Why a test failed, or a file could not be loaded."""

    id: str  # as the runner takes it
    sub: str = ""  # which part of the test: parameters of a subtest
    when: str = ""  # "setup", "teardown"; empty: the test itself
    at: str = ""  # `path:line` in the test, relative to the project
    src: str = ""  # the statement there, on one line
    raised: str = ""  # `path:line` where it was raised, when that is elsewhere in the project
    exc: str = ""  # class of the exception; empty: an assertion
    left: str | None = None  # of a comparison; the runner does not know which side was expected
    op: str = ""
    right: str | None = None
    expected: str | None = None  # only where the runner says so
    actual: str | None = None
    msg: str = ""
    note: str = ""  # what is odd about this failure
    same: int = 0  # other tests that failed in the same way at the same place
    same_ids: tuple[str, ...] = ()  # the first of them


class InterfaceChange(Record, frozen=True):
    """A symbol whose interface differs from the base."""

    id: str
    was: str = ""
    now: str = ""
    breaking: tuple[str, ...] = ()  # why it breaks callers


class InterfaceDigest(Record, frozen=True, omit_defaults=False):
    """The interface of the working tree against a base revision."""

    base: str
    changed: tuple[InterfaceChange, ...] = ()
    added: int = 0
    removed: tuple[str, ...] = ()
    not_shown: int = 0  # changed symbols beyond those listed; none of them breaks callers first


class BrokenContract(Record, frozen=True):
    """A rule that the code no longer keeps."""

    id: str
    contract: str
    source: str = field(name="from", default="")  # where the rule is stated
    why: str = ""


class ContractDigest(Record, frozen=True, omit_defaults=False):
    """What a check of the contracts found."""

    checked: int
    broken: tuple[BrokenContract, ...] = ()
    unverifiable: int = 0


class AffectedDigest(Record, frozen=True):
    """Which tests a change may concern: the others were left out."""

    base: str
    changed: int  # files that are not as the base has them
    files: int | None = None  # of tests that reach one of them; None: all were run
    unsure: int = 0  # of these: what they load cannot be told, they were run for that
    left_out_files: int = 0
    left_out: int = 0  # tests in those, as they are written: one with parameters counts once
    all: str = ""  # why every test was run: it could not be told which ones a change concerns


class RunLog(Record, frozen=True):
    """Where the whole output of a run is."""

    show: str = ""  # the command that prints one failure whole
    kept: str = ""  # said when it is not in the project's own `.skeleton/verify`


class RunDigest(Record, frozen=True):
    """The answer of `skeleton verify`. Every status but "passed" means: not shown to pass."""

    schema: str
    status: RunStatus
    run: str  # hash of the content
    runner: str
    exit: int | None  # of the runner; negative: the signal that ended it; None: none of its own
    collected: int | None
    passed: int
    failed: int
    error: int = 0  # tests with a failed fixture
    skipped: int = 0
    xfailed: int = 0
    xpassed: int = 0
    flaky: int = 0  # passed only after a rerun
    flaky_ids: tuple[str, ...] = ()
    deselected: int = 0
    not_run: int = 0
    why: str = ""  # of a status that is no verdict
    running: tuple[str, ...] = ()  # tests that had begun when the run ended
    stopped: str = ""  # the runner's reason not to run the rest
    collection: tuple[Failure, ...] = ()  # files that could not be loaded
    failures: tuple[Failure, ...] = ()
    failures_omitted: int = 0
    tail: tuple[str, ...] = ()  # last lines of the output, when there is no verdict
    normalized: tuple[str, ...] = ()  # what was replaced so that two runs read the same
    affected: AffectedDigest | None = None
    interface: InterfaceDigest | None = None
    contracts: ContractDigest | None = None
    log: RunLog | None = None


# What `skeleton diff` answers.

DIFF_SCHEMA_VERSION = "skeleton.diff/1"

ChangeKind = Literal[
    "added",
    "removed",
    "renamed",
    "moved",
    "kind",
    "visibility",
    "parameter_added",
    "parameter_removed",
    "parameter_renamed",
    "parameter_moved",
    "parameter_kind",
    "parameter_default",
    "parameter_annotation",
    "returns",
    "type_parameters",
    "annotation",
    "value",
    "nature",
    "decorator_added",
    "decorator_removed",
    "base_added",
    "base_removed",
    "base_changed",
    "bases_moved",
    "overload_added",
    "overload_removed",
    "clause_added",
    "clause_removed",
    "clause_changed",
    "clause_tightened",
    "clause_loosened",
    "head",
    "documentation",
]
Breaking = Literal["yes", "no", "unknown"]


class Change(Record, frozen=True):
    """One difference between two interfaces of a symbol. `before` and `after` are slices."""

    kind: ChangeKind
    id: str  # `path::Qual.name` as the newer side has it; of what is removed, as the older one has
    breaking: Breaking  # for whoever uses the older interface
    reason: str  # why
    symbol: str = ""  # kind of the symbol; "file" for a file that moved, "re-export"
    line: int = 0  # in the side that `id` speaks of
    part: str = ""  # the parameter, decorator or base it is about; of a clause, its kind
    before: str = ""
    after: str = ""
    was_id: str = ""  # of what was renamed or moved


class InterfaceDiff(Record, frozen=True):
    """The answer of `skeleton diff`: two interfaces compared symbol by symbol."""

    schema_version: str
    base: str  # as asked for
    head: str  # as asked for; "working tree"
    base_commit: str
    changes: tuple[Change, ...] = ()  # by path and line
    files: int = 0  # that differ
    files_total: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    limits: tuple[str, ...] = ()  # what the reader of a language cannot see


# What `skeleton show` answers.

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


# What `skeleton check` answers.

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


# What `skeleton graph` answers.

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


def walk(symbols: tuple[Symbol, ...]) -> Iterator[Symbol]:
    """Yield every symbol in source order, owners before members."""
    for symbol in symbols:
        yield symbol
        yield from walk(symbol.members)
