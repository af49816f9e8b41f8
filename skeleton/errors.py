"""The reasons why a job cannot be done.

What is wrong with one file is a `Diagnostic`, not an error.
"""

from __future__ import annotations


class SkeletonError(Exception):
    """A job that cannot be done; its text says what, where, and what to do next.

    `code` is the word for programs, `exit_code` what the command line returns.
    """

    code = "error"
    exit_code = 2


class UnknownTarget(SkeletonError):
    """The target file does not exist, or is not among the files read."""

    code = "unknown_target"

    def __init__(self, target: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(target, near)
        self.target, self.near = target, near

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        return f"{self.target}: no such source file{hint} (--new accepts one still to be written)"


class UnknownPath(SkeletonError):
    """A path to map does not exist."""

    code = "unknown_path"

    def __init__(self, path: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(path, near)
        self.path, self.near = path, near

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        return f"{self.path}: no such file or folder{hint}"


class UnknownName(SkeletonError):
    """A name is that of no definition."""

    code = "unknown_name"

    def __init__(self, name: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(name, near)
        self.name, self.near = name, near

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        return f"{self.name}: no such definition{hint}"


class AmbiguousName(SkeletonError):
    """A name is that of several definitions."""

    code = "ambiguous_name"

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(name, candidates)
        self.name, self.candidates = name, candidates

    def __str__(self) -> str:
        listed = "".join(f"\n  {candidate}" for candidate in self.candidates)
        return f"{self.name}: {len(self.candidates)} definitions have this name; choose one{listed}"


class UnknownRevision(SkeletonError):
    """A revision cannot be read, or there is no repository to read it from."""

    code = "unknown_revision"

    def __init__(self, name: str, problem: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(name, problem, near)
        self.name, self.problem, self.near = name, problem, near

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        return f"{self.name}: {self.problem}{hint}"


class BadOption(SkeletonError):
    """An option has a value that cannot be used."""

    code = "bad_option"

    def __init__(self, option: str, value: str, wanted: str) -> None:
        super().__init__(option, value, wanted)
        self.option, self.value, self.wanted = option, value, wanted

    def __str__(self) -> str:
        return f"{self.option} {self.value}: {self.wanted}"


class GrammarError(SkeletonError):
    """A folder of `grammars/` cannot be used."""

    code = "grammar"

    def __init__(self, language: str, problem: str, remedy: str = "") -> None:
        super().__init__(language, problem, remedy)
        self.language, self.problem, self.remedy = language, problem, remedy

    def __str__(self) -> str:
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"grammar {self.language}: {self.problem}{remedy}"


class MissingGrammar(GrammarError):
    """No parser of a language is installed."""


class BadConfig(SkeletonError):
    """The configuration cannot be used."""

    code = "config"

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where, self.problem = where, problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"
