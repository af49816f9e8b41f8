"""What the two files of a grammar say of a language, and the words they may choose from."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

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
    "module",
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


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the reader of a language cannot see."""

    says: str
    where: tuple[str, ...] = ()  # words, one of which a file holds where it matters; none: always


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
    # modules whose calls make values that state rules of data: those are shown whole
    schemas: tuple[str, ...] = ()
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
    contracts: dict[str, Any] = {}  # read by `contracts.dialects` alone
    query: str = ""  # text of interface.scm, the parent's first
    digest: str = ""  # of both files: part of the cache key
