"""Says whether this installation can do its work: languages, parsers, git, cache.

Loads every parser and lets it read its known line; reads no source file of a project.
"""

from __future__ import annotations

import sqlite3
import sys
import tomllib
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Literal

from skeleton import __version__
from skeleton.errors import GrammarError, SkeletonError
from skeleton.languages import grammar_folder
from skeleton.model import Record
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from pathlib import Path

    from skeleton.model import Language

STANDARD = (
    "function",
    "type",
    "method",
    "overload or generic",
    "constant",
    "doc",
    "import",
    "private",
    "nested",
    "broken file",
)  # what the golden cases of a finished language cover

Verdict = Literal["ok", "warning", "problem"]


class LanguageReport(Record, frozen=True):
    """What is known of a language, and what keeps it from being read."""

    name: str
    extensions: tuple[str, ...]
    parser: str = ""  # distribution and version
    problem: str = ""
    limits: tuple[str, ...] = ()
    cases: int = 0  # golden ones, in a checkout
    missing: tuple[str, ...] = ()  # standard cases that a checkout lacks


class Finding(Record, frozen=True):
    """One thing that was looked at, and what to do about it."""

    about: str
    verdict: Verdict
    said: str
    remedy: str = ""


def report_languages(folder: Path) -> tuple[LanguageReport, ...]:
    """Return every language of a project, by name; each parser has read its sample.

    Raises:
        BadConfig: The configuration cannot be used.
        GrammarError: A folder of grammars cannot be read.
    """
    languages = Workplace(folder, ()).languages
    golden = grammar_folder().parent / "golden"
    covered = _covered(golden) if golden.is_dir() else None
    return tuple(_report(language, covered) for language in languages.values())


def examine(folder: Path) -> tuple[Finding, ...]:
    """Look at all that a run needs, in a fixed order; nothing is changed but the cache opened."""
    return (
        Finding("skeleton", "ok", f"{__version__}, Python {sys.version.split()[0]}"),
        *_settings(folder),
        _git(folder),
        _cache(),
    )


def _report(language: Language, covered: dict[str, Counter[str]] | None) -> LanguageReport:
    from skeleton.extract.parsers import parser_for, provider_of, query_for, unknown_types

    own = not (grammar_folder() / language.name).is_dir()
    problem = parser = ""
    try:
        parser = provider_of(language)
        parser_for(language)
        query_for(language)
        if own and (unknown := unknown_types(language)):
            problem = f"language.toml: unknown node type {', '.join(unknown)}"
        if language.extractor != "queries":
            parser += f", {language.extractor} {version(language.extractor)}"
    except PackageNotFoundError:
        problem = f"{language.extractor} is not installed; pip install {language.extractor}"
    except GrammarError as error:
        problem = str(error).removeprefix(f"grammar {language.name}: ")
    words = (covered or {}).get(language.name, Counter())
    lacks = () if covered is None or own else tuple(word for word in STANDARD if word not in words)
    return LanguageReport(
        language.name,
        language.extensions,
        parser,
        problem,
        tuple(limit.says for limit in language.limits),
        words["cases"],
        lacks,
    )


def _covered(golden: Path) -> dict[str, Counter[str]]:
    """Return, by language, how often its cases cover each standard word, and how many there are."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(golden.glob("*/*/case.toml")):
        said: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        counts = found.setdefault(path.parent.parent.name, Counter())
        counts.update(["cases", *said.get("covers", ())])
    return found


def _settings(folder: Path) -> tuple[Finding, ...]:
    """Look at the configuration, and at the parsers of the languages that it leads to."""
    try:
        reports = report_languages(folder)
    except SkeletonError as error:
        return (Finding("configuration", "problem", str(error), "skeleton config --show"),)
    broken = [one for one in reports if one.problem]
    read = f"{len(reports) - len(broken)} of {len(reports)} languages can be read"
    return (
        Finding("configuration", "ok", "can be used"),
        Finding("languages", "problem" if broken else "ok", read),
        *(Finding(one.name, "problem", *_parted(one.problem)) for one in broken),
    )


def _parted(problem: str) -> tuple[str, str]:
    said, _, remedy = problem.partition("; ")
    return said, remedy


def _git(folder: Path) -> Finding:
    from skeleton.discover.git import ask_git

    answer = ask_git(folder, "version")
    if answer is None:
        lacking = "not found: ignore files are read without it; diff and the hook need it"
        return Finding("git", "warning", lacking, "install git")
    words = answer.out.decode("utf-8", "replace").removeprefix("git version ").strip()
    inside = ask_git(folder, "rev-parse", "--git-dir")
    if inside is not None and inside.code == 0:
        return Finding("git", "ok", f"{words}, in a repository")
    if inside is not None and b"dubious ownership" in inside.said:
        remedy = "git config --global --add safe.directory FOLDER"
        return Finding("git", "problem", "the repository belongs to somebody else", remedy)
    return Finding("git", "warning", f"{words}, no repository here", "git init")


def _cache() -> Finding:
    from skeleton.cache import open_cache

    try:
        cache = open_cache()
    except sqlite3.Error:  # it is not even a file that could be replaced
        cache = None
    if cache is None:
        remedy = "unset SKELETON_CACHE, or let SKELETON_CACHE_DIR name a folder that can be written"
        return Finding("cache", "warning", "not in use: every run reads all files anew", remedy)
    cache.put_blob("doctor", "probe", b"kept")
    kept = cache.get_blob("doctor", "probe") == b"kept"
    cache.close()
    if kept:
        return Finding("cache", "ok", "is kept between runs")
    remedy = "let SKELETON_CACHE_DIR name a folder that can be written"
    return Finding("cache", "warning", "cannot be written", remedy)
