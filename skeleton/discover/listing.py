"""Lists the source files below the paths of a run.

The list comes from git where there is a repository, else from a walk that follows the same ignore
rules. Links below a named path are never followed: a file inside has its own place, a file outside
is foreign. Opens nothing but ignore files.
"""

from __future__ import annotations

import codecs
import os
import posixpath
import re
import stat
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from skeleton.discover.git import ask_git
from skeleton.discover.reading import (
    NotSource,
    check_regular,
    leads_inside,
    on_disk,
    read_bytes,
    shown,
)
from skeleton.errors import BadOption, UnknownPath
from skeleton.model import Diagnostic, Language, Record, Severity, SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pathspec import GitIgnoreSpec
    from pathspec.pattern import RegexPattern

INSTALLED_FOLDERS = frozenset(
    {
        ".eggs",
        ".nox",
        ".pnpm-store",
        ".tox",
        ".venv",
        ".yarn",
        "__pypackages__",
        "bower_components",
        "jspm_packages",
        "node_modules",
        "site-packages",
    }
)
TOOL_FOLDERS = frozenset(
    {
        ".bzr",
        ".cache",
        ".direnv",
        ".git",
        ".gradle",
        ".hg",
        ".hypothesis",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".next",
        ".nuxt",
        ".pytest_cache",
        ".ruff_cache",
        ".skeleton",
        ".svelte-kit",
        ".svn",
        ".terraform",
        "__pycache__",
    }
)

# What makes a folder an environment of Python, whatever its name: of venv, of conda.
_MARKS = frozenset({"pyvenv.cfg", "conda-meta"})
_ENVIRONMENT = re.compile(r"(.+)/(?:pyvenv\.cfg$|conda-meta/)")
_GIT_LIST = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
_FOLDERS_BELOW = re.compile(r"/\*\*/(?=\s*$)")  # pathspec takes `a/**/` for `a/`
_GIT_COULD_NOT = re.compile(rb"warning: could not open directory '(.+)/': (.+)")


class Found(Record, frozen=True):
    """The files of a run, and what was seen but not taken."""

    files: tuple[SourceFile, ...]  # sorted by path, each once
    diagnostics: tuple[Diagnostic, ...] = ()
    filtered: int = 0  # files of a known language that `include` or `exclude` left out


def find_files(
    root: Path,
    paths: tuple[str, ...],
    languages: dict[str, Language],
    *,
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
) -> Found:
    """List the source files below some paths.

    A named path wins over ignore rules and over folders that are skipped for their name; `exclude`
    wins over everything. What ignore rules hide is left out silently; any other file of a known
    language is returned, counted as filtered, or named in a diagnostic (or its folder is).

    Args:
        root: The project's folder; every path counts from it.
        paths: Files and folders below `root`; none means all of it.
        languages: By name; their extensions decide what a source file is.
        include: Patterns as in `.gitignore`; when given, only files that match one are taken.
        exclude: Patterns as in `.gitignore` of files to leave out.

    Raises:
        UnknownPath: A path does not exist.
        BadOption: A path leads out of the root.
    """
    search = _Search(root, languages)
    for path in dict.fromkeys(_place(root, path) for path in paths or (".",)):
        search.take(path)
    wanted = path_filter(include, exclude)
    said = {(each.path, each.code): each for each in search.diagnostics if wanted(each.path)}
    return Found(
        files=tuple(file for path, file in sorted(search.files.items()) if wanted(path)),
        diagnostics=tuple(each for _, each in sorted(said.items())),
        filtered=sum(not wanted(path) for path in search.files),
    )


class _Search:
    """The files found so far. Names are those on the disk, from the root; its own name is empty."""

    def __init__(self, root: Path, languages: dict[str, Language]) -> None:
        self.root = Path(os.path.realpath(root))
        self.files: dict[str, SourceFile] = {}
        self.diagnostics: list[Diagnostic] = []
        self._languages = {end: each.name for each in languages.values() for end in each.extensions}

    def take(self, named: str) -> None:
        """Take a file or folder that the caller names."""
        if os.path.isdir(self.root / named):
            for name in self._list(named):
                self._look_at(name)
        elif self._language_of(named):
            self._look_at(named, is_named=True)
        else:
            message = "ends like no file of a known language: not read"
            if not posixpath.splitext(named)[1]:  # a script may have no end
                message += f"; with its language: skeleton map - --lang NAME < {quote(named)}"
            self._say(named, "warning", "no_language", message)

    def _say(self, name: str, severity: Severity, code: str, message: str) -> None:
        self.diagnostics.append(Diagnostic(shown(name), severity, code, message))

    def _language_of(self, path: str) -> str | None:
        """Return the language of the longest extension that fits."""
        name = posixpath.basename(path)
        dot = name.find(".", 1)
        while dot > 0:
            if name[dot:] in self._languages:
                return self._languages[name[dot:]]
            dot = name.find(".", dot + 1)
        return None

    def _look_at(self, name: str, *, is_named: bool = False) -> None:
        """Take one file of a known language, or say why it is not read."""
        try:
            status = os.lstat(os.path.join(self.root, name))
        except OSError:
            return  # git still lists a file that was deleted
        if stat.S_ISLNK(status.st_mode):
            return
        if ".min." in posixpath.basename(name) and not is_named:
            self._say(name, "information", "minified", "is minified: not read")
            return
        try:
            check_regular(status)
        except NotSource as reason:
            self._say(name, "information", reason.code, reason.message)
            return
        path, language = shown(name), self._language_of(name)
        assert language is not None
        self.files[path] = SourceFile(path, language, status.st_size)

    def _list(self, folder: str) -> Iterator[str]:
        """Yield the names of files of a known language that ignore rules do not hide."""
        listed = None
        if _repository(self.root / folder) is not None:
            listed = self._ask_git(folder, *_GIT_LIST)
            if listed == b"" and self._ask_git(folder, "check-ignore", "--quiet", ".") is not None:
                listed = None  # the folder itself is ignored, but it is named
        if listed is not None:
            yield from self._sort_out(folder, listed)
        else:
            yield from self._walk(folder, _rules_above(self.root / folder))

    def _ask_git(self, folder: str, *words: str) -> bytes | None:
        """Return what git answers in a folder, `None` when it does not."""
        answer = ask_git(self.root / folder, *words)
        if answer is None:
            return None
        for hit in _GIT_COULD_NOT.finditer(answer.said):
            name = posixpath.join(folder, os.fsdecode(hit[1]))
            self._say(name, "error", "unreadable", f"cannot be listed: {os.fsdecode(hit[2])}")
        return answer.out if answer.code == 0 else None

    def _sort_out(self, folder: str, listed: bytes) -> Iterator[str]:
        """Yield git's names; a repository inside the repository is listed in its turn."""
        names = sorted({os.fsdecode(each) for each in listed.split(b"\0") if each})
        environments = {mark[1] for each in names if (mark := _ENVIRONMENT.match(each)) is not None}
        skipped = {"": False}

        def is_skipped(inner: str) -> bool:
            if inner not in skipped:
                skipped[inner] = is_skipped(posixpath.dirname(inner)) or self._is_skipped(
                    posixpath.join(folder, inner), inner in environments
                )
            return skipped[inner]

        for name in names:
            inner = name.rstrip("/")
            path = posixpath.join(folder, inner)
            if inner.startswith("../") or is_skipped(posixpath.dirname(inner)):
                continue
            if self._language_of(name):
                yield path
            elif _is_real_folder(self.root / path) and not is_skipped(inner):
                yield from self._list(path)

    def _walk(
        self, folder: str, rules: tuple[Rules, ...], *, within: bool = False
    ) -> Iterator[str]:
        """Yield the names that git would list, without git; an environment `within` has none."""
        try:
            with os.scandir(os.path.join(self.root, folder)) as entries:
                inside = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            message = f"cannot be listed: {error.strerror or error}"
            self._say(folder, "error", "unreadable", message)
            return
        names = {entry.name for entry in inside}
        if within and names & _MARKS and self._is_skipped(folder, True):
            return
        if ".git" in names:
            rules = (_rules(self.root / folder, ".git/info/exclude"),)
        if ".gitignore" in names:
            rules = (_rules(self.root / folder, ".gitignore"), *rules)
        for entry in inside:
            path = posixpath.join(folder, entry.name)
            if entry.is_symlink():
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not self._language_of(path):
                continue
            if _is_ignored(entry.path, is_folder, rules):
                continue
            if not is_folder:
                yield path
            elif not self._is_skipped(path, False):
                yield from self._walk(path, rules, within=True)

    def _is_skipped(self, path: str, environment: bool) -> bool:
        """Whether a folder is left out for what it is; installed packages are worth a word."""
        name = posixpath.basename(path)
        if environment or name in INSTALLED_FOLDERS:
            message = "holds installed packages: not read unless it is named"
            self._say(path, "information", "skipped_folder", message)
            return True
        return name in TOOL_FOLDERS


def _place(root: Path, path: str) -> str:
    """Return where a named path leads, from the root; the root itself is empty."""
    whole = os.path.join(root, on_disk(root, path))
    if not os.path.exists(whole):
        raise UnknownPath(shown(path), _near(root, path))
    if not leads_inside(root, whole):
        raise BadOption("PATH", shown(path), "leads out of the project, where nothing is read")
    relative = os.path.relpath(os.path.realpath(whole), os.path.realpath(root))
    return "" if relative == "." else relative.replace(os.sep, "/")


def _near(root: Path, path: str) -> tuple[str, ...]:
    from difflib import get_close_matches

    folder, name = posixpath.split(posixpath.normpath(path))
    try:
        beside = sorted(map(shown, os.listdir(root / folder)))
    except OSError:
        return ()
    return tuple(posixpath.join(folder, each) for each in get_close_matches(name, beside))


def _is_real_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def path_filter(include: tuple[str, ...], exclude: tuple[str, ...]) -> Callable[[str], bool]:
    """Return what tells whether a path is wanted, by patterns as in `.gitignore`."""
    if not include and not exclude:
        return lambda path: True
    taken, left_out = _chosen_by("include", include), _chosen_by("exclude", exclude)
    return lambda path: (not include or taken.match_file(path)) and not left_out.match_file(path)


def _chosen_by(option: str, patterns: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except _NO_PATTERN as error:
        raise BadOption(option, " ".join(patterns), f"as in .gitignore: {error}") from error


def _patterns(line: str) -> list[RegexPattern]:
    """Return the pattern of one line; none of one that is not valid: for git it never fits."""
    from pathspec import GitIgnoreSpec

    line = _CLASS.sub(lambda found: _CLASSES[found[1]], line)
    try:
        return list(GitIgnoreSpec.from_lines((line,)).patterns)
    except _NO_PATTERN:
        return []


# Classes of characters within brackets, `[[:digit:]]`: pathspec does not know them.
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "digit": "0-9",
    "lower": "a-z",
    "space": " \t",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_CLASS = re.compile(rf"\[:({'|'.join(_CLASSES)}):\]")
_NO_PATTERN = (ValueError, re.error)  # what pathspec makes of `tail\\` and of `[z-a]`


# ---- ignore rules, where git does not answer


class Rules(NamedTuple):
    """The patterns of one ignore file."""

    folder: str  # what they count from
    patterns: tuple[tuple[re.Pattern[str], bool], ...]  # each hides (or shows again); last first


def _repository(folder: Path) -> Path | None:
    """Return the nearest folder at or above one that holds `.git`."""
    around = (folder, *folder.parents)
    return next((each for each in around if os.path.lexists(each / ".git")), None)


def _rules_above(folder: Path) -> tuple[Rules, ...]:
    """Return the rules that a repository holds above a folder; none if they hide the folder."""
    top = _repository(folder)
    if top is None or top == folder:
        return ()
    rules: tuple[Rules, ...] = (_rules(top, ".gitignore"), _rules(top, ".git/info/exclude"))
    for part in folder.relative_to(top).parts:
        top = top / part
        if _is_ignored(str(top), True, rules):
            return ()
        if top != folder:
            rules = (_rules(top, ".gitignore"), *rules)
    return rules


def _rules(folder: Path, name: str) -> Rules:
    """Read an ignore file; there are no rules in one that is missing, a pipe, or unreadable."""
    try:
        raw = read_bytes(folder, name).removeprefix(codecs.BOM_UTF8)
    except (OSError, NotSource):
        return Rules(str(folder), ())
    lines = raw.decode("latin-1").split("\n")
    found = [each for line in lines for each in _patterns(_FOLDERS_BELOW.sub("/**/*/", line))]
    return Rules(
        str(folder),
        tuple(
            (each.regex, each.include)
            for each in reversed(found)
            if each.regex is not None and each.include is not None
        ),
    )


def _is_ignored(path: str, is_folder: bool, rules: tuple[Rules, ...]) -> bool:
    """Whether the last pattern that fits hides a path; the nearest ignore file is asked first."""
    for folder, patterns in rules:
        name = path[len(folder) :].replace(os.sep, "/").lstrip("/")
        odd = os.fsencode(name).decode("latin-1")  # git compares bytes
        for pattern, hides in patterns:
            if _fits(pattern, odd, is_folder):
                return hides
    return False


def _fits(pattern: re.Pattern[str], name: str, is_folder: bool) -> bool:
    """Whether a pattern of pathspec means a path itself, and not only a folder above it.

    The one group of a pattern is the slash behind what it means. Git decides folder by folder from
    the top, so a folder above has had its decision.
    """
    if not pattern.groups:
        return pattern.search(name) is not None
    whole = f"{name}/" if is_folder else name
    return any(hit.end(1) in {-1, len(whole)} for hit in pattern.finditer(whole))
