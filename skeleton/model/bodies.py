"""What was read inside bodies: facts that contracts are made from, and names that are used.

Slices and places only; what a fact means for a caller, and what a name stands for, is found later.
"""

from __future__ import annotations

from typing import Literal

from skeleton.model.record import Record

# `later` is what a function that is the result raises, its parameters as arguments.
# A call that was taken for a check by its name is there twice: as what that raises, then `checks`.
EvidenceKind = Literal[
    "raises",
    "returns",
    "asserts",
    "warns",
    "calls",
    "checks",
    "mutates",
    "effect",
    "yields",
    "later",
]


class Argument(Record, frozen=True):
    """An argument of a call, as written."""

    text: str
    keyword: str = ""


class Rebinding(Record, frozen=True):
    """A parameter that got another value than the caller gave."""

    name: str  # as written: `$rate`
    assignment: str = ""  # as written; empty where it cannot be told
    when: str = ""  # the condition under which it was assigned; empty: always


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
    rebound: tuple[Rebinding, ...] = ()  # parameters that it speaks of with another value
    returned: bool = False  # of a call: what it gives is a result of the function


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
