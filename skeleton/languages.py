"""Reads `grammars/`: one folder of data a language. The only file that knows where the folder lies.

Loads text; does not load parsers (that is `extract.parsers`) and does not compile queries.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from skeleton.errors import GrammarError
from skeleton.model import DocStyle, ImportStyle, Language, VisibilityRule

# The keys that choose one of several words, and these words.
_CHOICES: dict[str, tuple[str, ...]] = {
    "doc_style": get_args(DocStyle),
    "imports": get_args(ImportStyle),
    "visibility": get_args(VisibilityRule),
}


def grammar_folder() -> Path:
    """Return the folder of the built-in grammars: in a wheel, or beside a checkout."""
    inside = Path(__file__).parent / "grammars"
    return inside if inside.is_dir() else inside.parent.parent / "grammars"


def load_languages(extra: Path | None = None) -> dict[str, Language]:
    """Read every language.

    Args:
        extra: A folder of the user's own grammars; a name that is built in too is replaced.

    Returns:
        Languages by name, sorted by name.

    Raises:
        GrammarError: A folder lacks a file, or says something that is not understood.
    """
    folders = {path.name: path for path in _folders(grammar_folder())}
    if extra is not None:
        folders |= {path.name: path for path in _folders(extra)}
    raw = {name: _read_folder(path) for name, path in sorted(folders.items())}
    complete = {name: _complete(name, raw) for name in raw}
    return {name: _with_other(language, complete) for name, language in complete.items()}


def language_of(path: str, languages: dict[str, Language]) -> Language | None:
    """Return the language of a file by the longest extension that fits, else `None`."""
    name = path.rsplit("/", 1)[-1]
    fitting = [
        (len(extension), language.name)
        for language in languages.values()
        for extension in language.extensions
        if name.endswith(extension) and name != extension
    ]
    return languages[max(fitting)[1]] if fitting else None


def _with_other(language: Language, complete: dict[str, Language]) -> Language:
    """Join a language with the one that some of its files turn out to be of, if that is there."""
    other = complete.get(language.becomes[0]) if language.becomes else None
    if other is None or other.name == language.name:
        return language
    return replace(language, other=other, digest=language.digest + other.digest)


def _folders(parent: Path) -> list[Path]:
    if not parent.is_dir():
        advice = "name a folder that holds one folder a language"
        raise GrammarError(parent.name, "no such folder", advice)
    found = sorted(path.parent for path in parent.glob("*/language.toml"))
    if not found:
        raise GrammarError(parent.name, "no folder in it has a language.toml")
    return found


def _read_folder(folder: Path) -> dict[str, Any]:
    try:
        said: dict[str, Any] = tomllib.loads((folder / "language.toml").read_text("utf-8"))
        query = folder / "interface.scm"
        said["query"] = query.read_text("utf-8") if query.exists() else ""
    except (OSError, ValueError) as error:
        raise GrammarError(folder.name, f"language.toml cannot be read: {error}") from error
    if not query.exists() and "inherits" not in said:
        raise GrammarError(folder.name, "no interface.scm beside its language.toml")
    return said


def _inherited(name: str, raw: dict[str, dict[str, Any]]) -> dict[str, Any]:
    said = dict(raw[name])
    above = [name]
    while parent := raw[above[-1]].get("inherits", ""):
        if parent not in raw or parent in above:
            raise GrammarError(name, f"inherits from {parent}, which is not there")
        said = {**raw[parent], **said, "query": raw[parent]["query"] + "\n" + said["query"]}
        above.append(parent)
    return said


def _complete(name: str, raw: dict[str, dict[str, Any]]) -> Language:
    """Join a folder with its parent: the child's values win, the parent's query comes first."""
    said = _inherited(name, raw)
    text = repr(sorted(said.items()))
    said["digest"] = hashlib.sha256(text.encode()).hexdigest()[:16]
    for key, words in _CHOICES.items():
        if key in said and said[key] not in words:
            problem = f"language.toml: {key} = {said[key]!r}"
            raise GrammarError(name, problem, f"known: {', '.join(words)}")
    try:
        return msgspec.convert({**said, "name": name}, Language)
    except msgspec.ValidationError as error:
        raise GrammarError(name, f"language.toml: {error}") from error
