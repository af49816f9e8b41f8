"""The answer of `skeleton diff`: what became different between two interfaces."""

from __future__ import annotations

from typing import Literal

from skeleton.model.record import Diagnostic, Record

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
