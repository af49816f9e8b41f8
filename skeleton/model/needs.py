"""What one file needs of others: where its names lead, and what was picked for a reader."""

from __future__ import annotations

from typing import Literal, NamedTuple

from skeleton.model.code import Import
from skeleton.model.record import Record

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
    dependencies: tuple[Dependency, ...] = ()  # direct ones of the targets
    external: tuple[str, ...] = ()  # packages outside the project, sorted
    unresolved: tuple[str, ...] = ()  # imports that lead nowhere, as written, sorted
