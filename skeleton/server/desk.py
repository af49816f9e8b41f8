"""Makes the answers of the tools: the command line's text between two lines of account.

Every answer reads the tree as it is; what is remembered only saves work. Speaks no protocol.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import unquote

from skeleton.clip import keep_lines, sentence
from skeleton.errors import SkeletonError
from skeleton.identity import Identifier
from skeleton.memory import Memory
from skeleton.model import walk
from skeleton.pages import Pages, most_chars, warm
from skeleton.pipeline import Filter, MapOptions, ShowOptions, settings
from skeleton.server.arguments import (
    MapArguments,
    ShowArguments,
    StatusArguments,
    VerifyArguments,
    words,
)
from skeleton.server.root import confine, confine_id
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from skeleton.model import Diagnostic, Module, Shown
    from skeleton.server.arguments import Arguments
    from skeleton.workplace import Progress

MOST_LISTED = 20  # of one kind in `status`
MAP_URI = "skeleton://map/"


class Failed(SkeletonError):
    """A call that cannot be answered; its text names the remedy."""

    code = "failed"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return self.text


class Desk:
    """The tools over one root."""

    def __init__(self, root: Path, *, allow_verify: bool = False) -> None:
        self.root, self.allow_verify = root, allow_verify
        self._identifier = Identifier()
        self._memory = Memory(root)
        self._pages = Pages(self._memory)

    def answer(
        self,
        arguments: Arguments,
        progress: Progress | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> str:
        """Return the answer of a tool.

        Args:
            arguments: Of the tool; their type says which one.
            progress: Told how many files are read.
            stopped: Tells whether the caller has given up: then a run of tests is ended.

        Raises:
            Failed: With a remedy, in the words of the tools.
        """
        self._memory.refresh()
        try:
            match arguments:
                case MapArguments():
                    text = self._map(arguments, progress)
                case ShowArguments():
                    text = self._show(arguments)
                case VerifyArguments():
                    text = self._verify(arguments, stopped)
                case _:
                    assert isinstance(arguments, StatusArguments)
                    text = self._status(progress)
        except SkeletonError as error:
            raise Failed(_as_arguments(clean(str(error)))) from error
        except OSError as error:  # its own words may name what lies outside
            raise Failed(f"cannot be read: {error.strerror}; try again, or less") from error
        return clean(text).rstrip("\n")

    def resource(self, uri: str) -> str:
        """Return the map of the path in an address, as the tool gives it.

        Raises:
            Failed: There is no such resource.
        """
        if not uri.startswith(MAP_URI):
            raise Failed(f"{clean(uri)[:200]}: no such resource; {MAP_URI}PATH is one")
        path = unquote(uri.removeprefix(MAP_URI)) or "."
        return self.answer(MapArguments(paths=[path]))

    def brief(self, target: str, objective: str, role: str) -> str:
        """Return a task for somebody who writes a file: what for, what it needs, how to check.

        Raises:
            Failed: There is no such file.
        """
        self._memory.refresh()
        try:
            path = confine(self.root, target)
            options = MapOptions(deps_of=(path,), new=True, target_as="full")
            page = self._pages.page(self.root, options, tokens=2500)
        except SkeletonError as error:
            raise Failed(_as_arguments(clean(str(error)))) from error
        lines = [f"Role: {role}"] if role else []
        lines += [f"Target: {path}", f"Objective: {objective}" if objective else ""]
        check = "skeleton verify" if not self.allow_verify else "the tool `verify`"
        lines += ["", "What the target needs, as it is in the tree now; bodies are left out:", ""]
        lines += [page.text, page.line(), "", f"Check the result with {check}."]
        return clean("\n".join(lines))

    def warm(self) -> None:
        """Load what the first answer needs; faults are left to that answer."""
        with suppress(Exception):
            self._memory.refresh()
            self._identity()
            warm(self.root, self._memory)

    def _map(self, asked: MapArguments, progress: Progress | None) -> str:
        root = self.root
        options = MapOptions(
            paths=tuple(confine(root, path) for path in asked.paths),
            deps_of=tuple(confine(root, path) for path in words(asked.deps_of)),
            used_by=tuple(confine_id(root, one) for one in words(asked.used_by)),
            depth=asked.depth,
            visibility=asked.visibility,
            detail=asked.detail,
            format=asked.format,
            filter=Filter(
                names=words(asked.name),
                kinds=words(asked.kind),
                languages=words(asked.lang),
                contracts=words(asked.contract),
                tested_by=tuple(confine_id(root, test) for test in words(asked.tested_by)),
                changed_since=asked.changed_since,
            ),
        )
        page = self._pages.page(
            root,
            options,
            tokens=asked.budget,
            cursor=asked.cursor,
            known=tuple(confine_id(root, one) for one in asked.known),
            progress=progress,
        )
        return f"{self._identity(page.account.broken)}\n{page.text}{page.line()}\n"

    def _show(self, asked: ShowArguments) -> str:
        from skeleton.pipeline import render_shown, show_symbols

        ids = tuple(confine_id(self.root, one) for one in asked.ids)
        most = most_chars(asked.budget)
        options = ShowOptions(
            ids=ids,
            part=asked.part,
            context=asked.context,
            budget=f"{max(most - 80 * len(ids), 100)}c",
            format=asked.format,
        )
        shown = show_symbols(self.root, options)
        if not shown.items:
            raise Failed("\n".join(_missing(shown)))
        text, omission = keep_lines(render_shown(self.root, shown, options), most)
        notes = [f"not found: {line}" for line in _missing(shown)]
        if omission is not None:
            text += "```\n" if text.count("\n```") % 2 and asked.format == "markdown" else ""
            notes.append(f"… {sentence(omission)}: a larger budget, or fewer ids")
        said = "".join(f"{line}\n" for line in notes)
        identity = self._identity(self._broken(shown))
        return f"{identity}\n{text}{said}{_shown_line(shown, bool(omission))}\n"

    def _verify(self, asked: VerifyArguments, stopped: Callable[[], bool]) -> str:
        from skeleton.verifying import VerifyOptions, render_run, verify_run

        paths = []
        for test in asked.tests:
            if test.startswith("-"):
                raise Failed(f"tests: {test[:80]}: is no test id; options cannot be passed")
            path, mark, name = test.partition("::")
            paths.append(f"{confine(self.root, path)}{mark}{name}")
        identity = self._identifier.identify(Workplace(self.root, (), self._memory))
        base = asked.base if identity.commit or asked.base != "HEAD" else ""
        options = VerifyOptions(
            paths=tuple(paths),
            timeout_s=asked.timeout_s or None,
            base=base,
            affected=asked.affected,
        )
        digest = verify_run(self.root, options, stopped=stopped)
        total = len(digest.failures) + digest.failures_omitted
        left = digest.failures_omitted
        line = f"[left out: {left} of {total} failures: fewer tests]" if left else ""
        line = line or f"[complete: {total} failures]"
        return f"{identity.line()}\n{render_run(digest)}{line}\n"

    def _status(self, progress: Progress | None) -> str:
        root = self.root
        place = Workplace(root, (), self._memory)
        identity = self._identifier.identify(place)
        found = place.listed(())
        place.read_all(found.files, progress)
        modules = [place.modules[path] for path in identity.files if path in place.modules]
        broken = sorted(
            (one.path, one.line, one.message)
            for one in (*found.diagnostics, *(one for each in modules for one in each.diagnostics))
            if _is_broken(one)
        )
        limits = sorted(
            f"{name}: {limit.says}"
            for name, _ in identity.languages
            for limit in place.languages[name].limits
        )
        said = [f"{one.key} = {one.value} ({one.origin})" for one in settings(root) if one.origin]
        allowed = "allowed" if self.allow_verify else "not allowed: start with --allow-verify"
        lines = [
            identity.line(len({path for path, _, _ in broken})),
            f"root: {identity.name}; paths are relative to it, nothing outside is read",
            f"commit: {identity.commit or 'none'}",
            *_listed("differs from the commit", identity.dirty),
            f"contracts are read from: {_evidence(modules)}",
            *_listed("not parsed", [f"{path}:{line} {text}" for path, line, text in broken]),
            *(f"limit: {limit}" for limit in limits),
            f"configuration: {'; '.join(said) or 'nothing is set'}",
            f"verify: {allowed}",
            f"[complete: {len(identity.files):,} files]",
        ]
        return "\n".join(lines) + "\n"

    def _identity(self, broken: int = 0) -> str:
        return self._identifier.identify(Workplace(self.root, (), self._memory)).line(broken)

    def _broken(self, shown: Shown) -> int:
        """Return how many of the files that something is shown of were not read whole."""
        place = Workplace(self.root, (), self._memory)
        read = (place.read(path) for path in sorted(set(_files_of(shown))))
        return sum(any(map(_is_broken, module.diagnostics)) for module in read if module)


def clean(text: str) -> str:
    """Return a text that can be sent: half a surrogate pair becomes an escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def _as_arguments(text: str) -> str:
    """Return an error with the options of the command line as the arguments of a tool."""
    text = text.replace(" (--new accepts a file still to be written)", "")
    return re.sub(r"--([a-z][a-z-]*)", lambda hit: hit[1].replace("-", "_"), text)


def _missing(shown: Shown) -> Iterator[str]:
    for one in shown.missing:
        yield one.message


def _files_of(shown: Shown) -> Iterator[str]:
    for item in shown.items:
        if item.interface is not None:
            yield from (file.path for file in item.interface.files)
        elif item.content_hash:  # else it is the trace of a test
            yield item.id.partition("::")[0]


def _is_broken(said: Diagnostic) -> bool:
    return said.severity != "information"


def _shown_line(shown: Shown, cut: bool) -> str:
    asked = len(shown.items) + len(shown.missing)
    shortened = sum(item.omission is not None for item in shown.items) + cut
    if shown.missing:
        return f"[left out: {len(shown.missing)} of {asked} ids, not found]"
    if shortened:
        return f"[left out: lines of {shortened} of {asked} entries: a larger budget]"
    return f"[complete: {asked} entries]"


def _listed(what: str, items: Iterable[str]) -> Iterator[str]:
    items = list(items)
    yield from (f"{what}: {item}" for item in items[:MOST_LISTED])
    if len(items) > MOST_LISTED:
        yield f"{what}: {len(items) - MOST_LISTED} more"


def _evidence(modules: Iterable[Module]) -> str:
    """Return what contracts can be made from, and how often it occurs."""
    counts: Counter[str] = Counter()
    for module in modules:
        for symbol in walk(module.symbols):
            counts.update(one.kind for one in symbol.evidence if one.kind in _IN_CODE)
            if symbol.docstring:
                counts.update(f"documented {one.section}" for one in symbol.docstring.entries)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{what} {count:,}" for what, count in ranked) or "nothing"


_IN_CODE = frozenset({"raises", "returns", "asserts", "warns", "mutates", "effect", "yields"})
__all__ = ["MAP_URI", "Desk", "Failed", "clean"]
