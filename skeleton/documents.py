"""Makes the interface documents of a project, as configured or asked for; writes none of them.

Each is a function of the sources, the configuration and the version alone, so one whose sources
did not change is not made again.
"""

from __future__ import annotations

import itertools
import os
import posixpath
import shlex
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skeleton.discover.reading import leads_inside
from skeleton.discover.revisions import object_name
from skeleton.errors import BadConfig, BadOption, UnknownPath
from skeleton.memo import Printed, recall, remember
from skeleton.model import SCHEMA_VERSION, Detail, InterfaceMap, limits_of
from skeleton.regions import BadRegion, find_regions, replace_regions, with_line_ends
from skeleton.workplace import PastPlace, Workplace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from skeleton.discover.index import Index
    from skeleton.model import Diagnostic, FileMap

# Files that are no source but decide what a name stands for: go.mod, package.json, tsconfig.json
SETTINGS = (".json", ".mod", ".toml", ".work")


class DocsOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton docs` is asked for; the command line's words, see its help."""

    paths: tuple[str, ...] = ()
    out: str = ""  # without any of these three: all that is configured
    split: str = ""
    inject: str = ""
    detail: Detail | None = None
    git_index: bool = False


class Document(NamedTuple):
    """A file as it is, and as it should be."""

    path: Path  # absolute
    name: str  # as the reader knows it
    before: bytes | None  # None: there is none
    after: bytes | None  # None: to be removed
    repair: str  # the command that writes it
    staged: bool = True  # False: right in the working tree, but not in the next commit

    @property
    def is_stale(self) -> bool:
        """Whether there is something to write."""
        return self.before != self.after

    @property
    def state(self) -> str:
        """What it is now: "true", "stale", "missing" or "not wanted any more"."""
        if not self.is_stale:
            return "true"
        if self.before is None:
            return "missing"
        return "not wanted any more" if self.after is None else "stale"

    @property
    def first_line(self) -> int:
        """The first line that differs, from 1; 0 where there are not two sides."""
        if self.before is None or self.after is None:
            return 0
        sides = zip(self.before.split(b"\n"), self.after.split(b"\n"), strict=False)
        same = itertools.takewhile(lambda pair: pair[0] == pair[1], sides)
        return 1 + sum(1 for _ in same)


class Documents(NamedTuple):
    """The answer of `skeleton docs`."""

    documents: tuple[Document, ...]
    problems: tuple[str, ...]  # sources that could not be read, in words


class _Job(Struct, frozen=True, kw_only=True):
    """One text, or one for each source file: all that decides it, but for the sources."""

    paths: tuple[str, ...]
    detail: Detail
    level: int = 1
    form: str = "file"  # or "region", "split"
    staged: bool = False


class _Target(NamedTuple):
    """Where a document goes."""

    name: str  # as written
    paths: tuple[str, ...]
    detail: Detail
    form: str
    repair: str


class StagedPlace(PastPlace):
    """The same place as git's index has it: what the next commit will hold."""

    def __init__(self, present: Workplace, index: Index) -> None:
        super().__init__(present, index)
        self.index = index

    def ask(self, question: str, subject: str) -> str:
        """Answer the one question that everything rests on: the contents of all that is staged."""
        ends = (*SETTINGS, *(end for one in self.languages.values() for end in one.extensions))
        return self.index.digest(lambda path: path.endswith(ends))


def make_documents(folder: Path, options: DocsOptions) -> Documents:
    """Return every document that is wanted, as it is and as it should be.

    Raises:
        BadConfig: No document is configured, or the configuration cannot be used.
        BadOption: A file was not made here and would be lost, or there is no index.
        BadRegion: The marks of a file do not go together.
        UnknownPath: A path does not exist.
    """
    present = Workplace(folder, options.paths)
    place = present
    if options.git_index:
        from skeleton.discover.index import Index

        place = StagedPlace(present, Index(present.root))
    makers = {"file": _whole, "split": _split, "region": _injected}
    documents: list[Document] = []
    problems: dict[str, None] = {}
    for target in _targets(present, options):
        made, said = makers[target.form](place, folder, target)
        if not (options.out or options.split or options.inject):
            _stay_inside(present, made)
        documents += (_with_staging(place, one) for one in made)
        problems |= dict.fromkeys(said)
    return Documents(tuple(documents), tuple(problems))


def _targets(place: Workplace, options: DocsOptions) -> Iterator[_Target]:
    """Yield what is asked for, else what is configured."""
    asked = {"file": options.out, "split": options.split, "region": options.inject}
    if not any(asked.values()) and options.paths:
        raise BadOption("PATH", options.paths[0], "say where to: -o FILE or --split DIR")
    if options.inject and options.paths:
        raise BadOption("--inject", options.inject, "its regions name their paths; give no PATH")
    detail = options.detail or "contract"
    for form, name in asked.items():
        if name:
            words = {"file": "-o", "split": "--split", "region": "--inject"}
            said = ["skeleton", "docs", words[form], name, *options.paths]
            yield _Target(name, place.paths, detail, form, shlex.join(said))
    if any(asked.values()):
        return
    if not place.config.docs:
        wanted = 'say what to write: docs = [{ out = "docs/interfaces.md", paths = ["src"] }]'
        raise BadConfig("[tool.skeleton] of pyproject.toml, or skeleton.toml", wanted)
    for entry in place.config.docs:
        name = entry.out or entry.inject
        form = "region" if entry.inject else "split" if name.endswith("/") else "file"
        detail = options.detail or entry.detail
        yield _Target(name, entry.paths, detail, form, "skeleton docs")


def _whole(place: Workplace, folder: Path, target: _Target) -> tuple[list[Document], list[str]]:
    """Return one file for all paths."""
    from skeleton.render.document import made

    job = _job(place, target)
    ((_, text),), problems = _texts(place, job)
    return [_document(folder, target, target.name, made(text))], problems


def _split(place: Workplace, folder: Path, target: _Target) -> tuple[list[Document], list[str]]:
    """Return a file for each source file, a list of them, and files of earlier runs to remove."""
    from skeleton.render.document import index_name, is_made, made, title_of, write_index

    job = _job(place, target)
    texts, problems = _texts(place, job)
    top = target.name.rstrip("/")
    index = write_index((path for path, _ in texts), title=title_of(job.paths))
    wanted = {index_name(top): index}
    wanted |= {posixpath.join(top, f"{path}.md"): text for path, text in texts}
    documents = [_document(folder, target, name, made(text)) for name, text in wanted.items()]
    known = {one.path for one in documents}
    for path in sorted((folder / top).rglob("*.md")):
        if path not in known and path.is_file() and is_made(path.read_bytes()):
            name = posixpath.join(top, path.relative_to(folder / top).as_posix())
            documents.append(Document(path, name, path.read_bytes(), None, target.repair))
    return documents, problems


def _injected(place: Workplace, folder: Path, target: _Target) -> tuple[list[Document], list[str]]:
    """Return a file with new texts in its regions."""
    path = folder / target.name
    before = _content(path, target.name)
    if before is None:
        raise UnknownPath(target.name)
    regions = find_regions(before, target.name)
    if not regions:
        mark = "<!-- skeleton:begin PATH --> and <!-- skeleton:end -->"
        raise BadRegion(target.name, 1, f"no region; mark one with {mark}")
    texts: list[str] = []
    problems: list[str] = []
    for region in regions:
        paths, detail = _read_words(target, region.words, region.line)
        job = _job(place, target._replace(paths=paths, detail=detail), region.level + 1)
        ((_, text),), said = _texts(place, job)
        texts.append(f"\n{text}\n")
        problems += said
    after = replace_regions(before, regions, texts)
    return [Document(path, target.name, before, after, target.repair)], problems


def _read_words(
    target: _Target, words: tuple[str, ...], line: int
) -> tuple[tuple[str, ...], Detail]:
    """Return the paths of a region, and its detail where it says one: `detail=signatures`."""
    detail = target.detail
    said = dict(word.split("=", 1) for word in words if "=" in word)
    for key, value in said.items():
        try:
            if key != "detail":
                raise BadRegion(target.name, line, f"unknown word {key}=; known is detail=")
            detail = msgspec.convert(value, Detail)
        except msgspec.ValidationError as error:
            raise BadRegion(target.name, line, f"detail={value}: {error}") from error
    return tuple(posixpath.normpath(word) for word in words if "=" not in word), detail


def _job(place: Workplace, target: _Target, level: int = 1) -> _Job:
    """Return what decides a text."""
    return _Job(
        paths=target.paths or place.config.roots or (".",),
        detail=target.detail,
        level=level,
        form=target.form,
        staged=isinstance(place, StagedPlace),
    )


def _texts(place: Workplace, job: _Job) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the texts of a job by the path each is about, and what could not be read.

    Remembered, as long as nothing changes that they rest on.
    """
    known = recall(place, job)
    if known is None:
        texts, problems = _make(place, job)
        known = Printed(msgspec.json.encode(texts).decode(), tuple(problems))
        if isinstance(place, StagedPlace):
            place.asked = {("index", ""): place.ask("index", "")}
        remember(place, job, known)
    return msgspec.json.decode(known.text, type=list[tuple[str, str]]), list(known.warnings)


def _make(place: Workplace, job: _Job) -> tuple[list[tuple[str, str]], list[str]]:
    from skeleton.render.document import title_of, write_document

    interface = _interface(place, job)
    shown = {file.path for file in interface.files if file.entries}
    problems = [
        f"{one.path}: {one.message}"
        for one in interface.diagnostics
        if one.severity == "error" or (one.code == "syntax" and one.path not in shown)
    ]
    if job.form == "split":
        files = sorted(interface.files, key=lambda file: file.path)
        parts = {file.path: _about(file, interface, place) for file in files}
        return [
            (path, write_document(part, place.languages, title=title_of((path,))))
            for path, part in parts.items()
        ], problems
    title = title_of(job.paths) if job.form == "file" else ""
    text = write_document(interface, place.languages, title=title, level=job.level)
    return [("", text)], problems


def _about(file: FileMap, interface: InterfaceMap, place: Workplace) -> InterfaceMap:
    """Return a map of one file, with what is said about it."""
    said = tuple(one for one in interface.diagnostics if one.path == file.path)
    limits = limits_of((place.modules[file.path],))
    return replace(interface, files=(file,), diagnostics=said, limits=limits)


def _interface(place: Workplace, job: _Job) -> InterfaceMap:
    """Return the whole map of some paths, and of definitions in files; no budget cuts it."""
    from skeleton.budget import fit
    from skeleton.render import Writer
    from skeleton.scope import everything, only

    asked = [path.partition("::") for path in job.paths]
    paths = tuple(path for path, _, _ in asked)
    for path in paths:
        if not place.exists(path):
            raise UnknownPath(path)
    found = place.listed(paths)
    in_full = tuple(path for path, _, name in asked if not name)
    whole = {file.path for file in place.listed(in_full).files} if in_full else set()
    chosen: dict[str, list[str]] = {}
    for path, _, name in asked:
        if name and path not in whole:
            chosen.setdefault(path, []).append(name)
    names = tuple(file.path for file in found.files)
    place.read_all(found.files)
    read = [place.modules[path] for path in names if path in place.modules]
    project = place.project(place.config.roots)
    picks = everything(read, project, visibility=place.config.visibility)
    if chosen:
        picks = only(picks, place.modules, chosen)
    further = {pick.path for pick in picks}.difference(names)
    modules = place.linked((*names, *sorted(further)))
    said = [*found.diagnostics, *(one for module in read for one in module.diagnostics)]
    frame = InterfaceMap(
        schema_version=SCHEMA_VERSION,
        files=(),
        diagnostics=tuple(sorted(filter(_matters, said), key=lambda one: (one.path, one.line))),
        limits=limits_of(read),
    )
    writer = Writer("json", languages=place.languages)
    made = fit(frame, picks, modules, writer=writer, files=names, detail=job.detail)
    alone = {"docstring": None, "shown_doc": "", "imports": (), "exports_text": ""}
    return replace(
        made,
        files=tuple(replace(one, **alone) if one.path in chosen else one for one in made.files),
    )


def _matters(note: Diagnostic) -> bool:
    return note.severity != "information"


def _stay_inside(place: Workplace, documents: Iterable[Document]) -> None:
    """Refuse documents that a link would lead out of the project: a repository named them."""
    for one in documents:
        if not leads_inside(place.root, str(one.path)):
            raise BadConfig("docs", f"{one.name} leads out of the project")


def _document(folder: Path, target: _Target, name: str, text: str) -> Document:
    """Return a file that is ours as a whole.

    Raises:
        BadOption: There is one that is not.
    """
    from skeleton.render.document import is_made

    path = folder / name
    before = _content(path, name)
    if before and not is_made(before):
        wanted = "exists and was not made here: remove it, or mark regions in it for --inject"
        raise BadOption("docs", name, wanted)
    return Document(path, name, before, with_line_ends(text, before or b""), target.repair)


def _content(path: Path, name: str) -> bytes | None:
    if not path.exists():
        return None
    if not path.is_file():
        raise BadOption("docs", name, "is no file")
    return path.read_bytes()


def _with_staging(place: Workplace, document: Document) -> Document:
    """Tell whether a document that needs no writing will be part of the next commit."""
    if not isinstance(place, StagedPlace) or document.is_stale or document.after is None:
        return document
    path = os.path.relpath(document.path, place.root).replace(os.sep, "/")
    plain = document.after.replace(b"\r\n", b"\n")
    wanted = {object_name(document.after), object_name(plain)}
    return document._replace(staged=place.index.objects.get(path) in wanted)
