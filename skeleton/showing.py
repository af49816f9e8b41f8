"""Makes the parts of an answer of `show` for one id at a time.

Joins finding, resolving, contracts and budget for `pipeline`; how an answer is written is not known
here.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from skeleton.clip import keep_lines
from skeleton.errors import BadOption
from skeleton.languages import language_of
from skeleton.model import (
    SCHEMA_VERSION,
    SHOWN,
    Caller,
    FileMap,
    Import,
    InterfaceMap,
    Omission,
    Pick,
    Place,
    ShownItem,
    Symbol,
    walk,
)
from skeleton.tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from skeleton.resolve import Project
    from skeleton.show.finding import Finder
    from skeleton.workplace import Workplace

HASH_CHARS = 12  # of a content hash, where one is shown


class ShowOptions(Struct, frozen=True, kw_only=True):
    """What `skeleton show` is asked for; the command line's words, see its help."""

    ids: tuple[str, ...]
    part: str = ""  # empty: a body, the interface of a path, the trace of a failed test
    context: int = 0
    budget: str = ""
    format: str = "markdown"
    since: tuple[str, ...] = ()


class Showing:
    """One run of `show`: what is asked for, and where it is looked for."""

    def __init__(self, place: Workplace, options: ShowOptions) -> None:
        from skeleton.budget import parse_budget

        self.place, self.options = place, options
        self.limit, self.unit = parse_budget(options.budget) if options.budget else (0, "tokens")

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Every source file of the project."""
        return tuple(file.path for file in self.place.listed(()).files)

    @cached_property
    def project(self) -> Project:
        """The resolver."""
        return self.place.project(self.place.config.roots)

    @cached_property
    def finder(self) -> Finder:
        """What finds ids."""
        from skeleton.resolve.dotted import Dotted
        from skeleton.show.finding import Finder

        place, project = self.place, self.project
        return Finder(
            files=lambda: self.files,
            bytes_of=place.bytes_of,
            read=place.read,
            exists=place.exists,
            is_test=place.is_test,
            locate=Dotted(project.files, place.config.roots).locate,
            names=project,
        )

    def find(self, wanted: str) -> Place:
        """Return the place that an id means.

        Raises:
            UnknownName: There is nothing of this name.
            AmbiguousName: There are several.
        """
        return self.finder.find(wanted)

    def item(self, place: Place) -> ShownItem:
        """Return the part that is asked for of one definition; of a file callers or tests.

        Raises:
            BadOption: A folder has neither.
        """
        module = self.place.read(place.path)
        symbols = self._symbols(place)
        if module is None:
            raise BadOption("--part", self.options.part, f"{place.path} is no source file")
        item = ShownItem(
            f"{place.path}::{place.name}" if place.name else place.path,
            "body",
            kind=symbols[-1].kind if place.name else "file",
            language=module.language,
            content_hash=module.content_hash,
            note=self._note((place.path,)),
        )
        if self.options.part == "callers":
            return self._with_callers(item, place)
        if self.options.part == "tests":
            return self._with_tests(item, place)
        from skeleton.show import cut

        data = self.place.source(place.path).data
        item = replace(item, excerpts=cut(module, symbols, data, self.options.context))
        if self.options.format != "json":
            return item
        told = self._map([place], 0).files
        return replace(item, entries=tuple(entry for file in told for entry in file.entries))

    def interface(self, places: Sequence[Place]) -> ShownItem:
        """Return the interface of definitions, files and folders, in full detail, as one map."""
        shown = self._map(places, self.limit)
        paths = tuple(dict.fromkeys(file.path for file in shown.files))
        names = (f"{one.path}::{one.name}" if one.name else one.path for one in places)
        return ShownItem(", ".join(names), "interface", note=self._note(paths), interface=shown)

    def _map(self, places: Sequence[Place], limit: int) -> InterfaceMap:
        from skeleton.budget import fit
        from skeleton.render import Writer

        picks, files = self._picks(places)
        paths = tuple(dict.fromkeys((*files, *(pick.path for pick in picks))))
        modules = self.place.linked(paths)
        said = [note for module in modules.values() for note in module.diagnostics]
        frame = InterfaceMap(SCHEMA_VERSION, (), diagnostics=tuple(said), files_read=len(modules))
        shown = fit(
            frame,
            picks,
            modules,
            writer=Writer(self.options.format, languages=self.place.languages),
            files=files,
            detail="full",
            limit=limit,
            unit=self.unit,
        )
        return replace(shown, files=tuple(_alone(one, files) for one in shown.files))

    def within_budget(self, items: Iterable[ShownItem]) -> tuple[ShownItem, ...]:
        """Cut what is over the limit, from the last item backwards, between lines."""
        if not self.limit:
            return tuple(items)
        kept: list[ShownItem] = []
        room = float(self.limit)
        for item in items:
            if item.interface is None:
                item = self._cut(item, room)
                room -= self._cost("".join(one.text for one in item.excerpts) + item.trace)
            kept.append(item)
        return tuple(kept)

    def _symbols(self, place: Place) -> list[Symbol]:
        module = self.place.read(place.path)
        named = walk(module.symbols if module else ())
        return [symbol for symbol in named if symbol.qualified_name == place.name]

    def _note(self, paths: Iterable[str]) -> str:
        """Return a remark on files that are not those which `--since` speaks of."""
        changed = []
        for path in paths if self.options.since else ():
            module = self.place.read(path)
            now = module.content_hash if module else ""
            if not any(now.startswith(hash_) for hash_ in self.options.since):
                changed.append(f"{path} has changed since: it is {now[:HASH_CHARS]} now")
        return "; ".join(changed)

    def _with_callers(self, item: ShownItem, place: Place) -> ShownItem:
        from skeleton.show.callers import callers_of

        if not place.name:
            return replace(item, part="callers", callers=self._importers(place.path))
        found = callers_of(
            self.project,
            place,
            self.files,
            lambda path: self.place.source(path).data,
            self._prose_in,
            self.place.is_test,
        )
        return replace(item, part="callers", callers=found)

    def _prose_in(self, path: str) -> Callable[[int], bool]:
        """Return what tells of a file whether the byte at an offset belongs to prose."""
        from skeleton.extract.prose import prose_in

        language = language_of(path, self.place.languages)
        assert language is not None  # only source files are looked through
        return prose_in(self.place.source(path).data, language)

    def _importers(self, path: str) -> tuple[Caller, ...]:
        """Return the lines that import a file."""
        from skeleton.importers import importers_of, words_in

        module = self.place.read(path)
        names = [symbol.name for symbol in module.symbols] if module else []
        found = importers_of(
            self.project, path, names, self.files, lambda one: words_in(self.place.bytes_of(one))
        )
        lines: list[Caller] = []
        for importer in found:
            direct = [
                one.written
                for one in self.project.dependencies(importer)
                if one.imported == path and one.written.text
            ]
            for written in direct or [Import("", text="through a file that passes it on", line=1)]:
                test = self.place.is_test(importer)
                lines.append(Caller(importer, written.line, written.inside, written.text, test))
        return tuple(sorted(lines, key=lambda one: (one.test, one.path, one.line)))

    def _with_tests(self, item: ShownItem, place: Place) -> ShownItem:
        from skeleton.known_tests import find_tests

        inside = [
            Place(place.path, member.qualified_name)
            for symbol in self._symbols(place)
            for member in walk(symbol.members)
        ]
        module = self.place.read(place.path)
        if not place.name and module:
            inside = [Place(place.path, one.qualified_name) for one in walk(module.symbols)]
        files = [path for path in self.files if self.place.is_test(path)]
        wanted = [place, *dict.fromkeys(inside)]
        found = find_tests(self.project, wanted, (place.path,), files, self.place.bytes_of)
        return replace(item, part="tests", tests=found.links)

    def _picks(self, places: Iterable[Place]) -> tuple[tuple[Pick, ...], tuple[str, ...]]:
        """Return what to show of some places, and the files that are shown whole."""
        from skeleton.scope import everything

        picks: list[Pick] = []
        whole = tuple(one.path for one in places if not one.name)
        files = tuple(file.path for file in self.place.listed(whole).files) if whole else ()
        self.place.read_paths(files)
        modules = [self.place.modules[path] for path in files]
        visibility = self.place.config.visibility or "public"
        picks += everything(modules, self.project, visibility=visibility)
        for place in places:
            for symbol in self._symbols(place) if place.name else ():
                picks += _with_members(place.path, symbol)
        return tuple(picks), files

    def _cut(self, item: ShownItem, room: float) -> ShownItem:
        """Return an item of which as many lines are kept as there is room for."""
        texts = [one.text for one in item.excerpts] or [item.trace]
        total = sum(text.count("\n") + 1 for text in texts)
        if sum(map(self._cost, texts)) <= room:
            return item
        kept: list[str] = []
        for text in texts:
            limit = len(text)
            while limit and self._cost(text[:limit]) > room:
                limit = int(limit * min(0.9, room / self._cost(text[:limit])))
            part, _ = keep_lines(text, limit)
            kept.append(part.rstrip("\n"))
            room -= self._cost(part)
        excerpts = tuple(
            replace(one, text=text, end_line=one.start_line + text.count("\n"))
            for one, text in zip(item.excerpts, kept, strict=False)
            if text
        )
        shown = sum(text.count("\n") + 1 for text in kept if text)
        recover = f"skeleton show '{item.id}'"
        omission = Omission("lines", shown, total, item.id, recover, "over budget")
        trace = kept[0] if item.trace else ""
        return replace(item, excerpts=excerpts, trace=trace, omission=omission)

    def _cost(self, text: str) -> float:
        if self.unit == "tokens":
            return estimate(text)
        return len(text) if self.unit == "characters" else len(text.encode("utf-8", "replace"))


def _alone(file: FileMap, whole: Iterable[str]) -> FileMap:
    """Return a file without what it says of itself, unless all of it is shown."""
    if file.path in whole:
        return file
    return replace(file, docstring=None, shown_doc="", imports=(), exports_text="")


def _with_members(path: str, symbol: Symbol) -> Iterator[Pick]:
    yield Pick(path, symbol.ordinal, "requested", symbol.qualified_name.count("."), "rest")
    for member in symbol.members:
        if member.visibility in SHOWN:
            yield from _with_members(path, member)
