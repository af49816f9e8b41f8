"""Reads one file from what a caller hands over instead of the disk: an editor's text, a pipe.

All else is the working tree as it is; the file need not be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skeleton.config import chosen
from skeleton.discover import Found, hash_bytes
from skeleton.discover.listing import path_filter
from skeleton.discover.reading import decode_text
from skeleton.errors import BadOption
from skeleton.languages import language_of
from skeleton.model import SourceFile, SourceText, Uses
from skeleton.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from skeleton.model import Language, Module
    from skeleton.workplace import Progress

STDIN = "-"


class UnsavedPlace(Workplace):
    """A workplace in which one file has another content than on the disk."""

    def __init__(self, folder: Path, paths: tuple[str, ...], name: str, content: bytes) -> None:
        """Find the root, and where the file belongs in it.

        Args:
            folder: Where relative paths count from.
            paths: As written, the name among them.
            name: Of the file, as written; its end tells the language.
            content: Of the file.

        Raises:
            BadOption: The name is that of no source file.
        """
        super().__init__(folder, paths)
        self.unsaved = self.paths[paths.index(name)]
        self.content = content
        language = language_of(self.unsaved, self.languages)
        if language is None:
            raise BadOption("--stdin-filename", name, "ends like no file of a known language")
        self.language: Language = language

    @property
    def file(self) -> SourceFile:
        """The file as a listing has it."""
        return SourceFile(self.unsaved, self.language.name, len(self.content))

    def read(self, path: str) -> Module | None:
        """Return the module of one file, `None` where there is no source file to read."""
        if path == self.unsaved and path not in self.modules:
            self.read_all((self.file,))
        return super().read(path)

    def read_all(self, files: tuple[SourceFile, ...], progress: Progress | None = None) -> None:
        """Read files that were found; from the cache where their content is known."""
        from skeleton.batch import read_texts

        super().read_all(tuple(one for one in files if one.path != self.unsaved), progress)
        if any(one.path == self.unsaved for one in files):
            source = self.source(self.unsaved)
            (module,) = read_texts((source,), lambda _: self.language, self.cache)
            self.modules[self.unsaved] = module
            self.asked["content", self.unsaved] = module.content_hash

    def ask(self, question: str, subject: str) -> str:
        """Ask the file system as the run did that `asked` comes from."""
        if (question, subject) == ("content", self.unsaved):
            return hash_bytes(self.content)
        return super().ask(question, subject)

    def bytes_of(self, path: str) -> bytes:
        """Return the content of a file, empty where it cannot be read."""
        if path != self.unsaved:
            return super().bytes_of(path)
        self.asked["content", path] = hash_bytes(self.content)
        return self.content

    def source(self, path: str) -> SourceText:
        """Return the text of a file, as its spans count."""
        return decode_text(path, self.content) if path == self.unsaved else super().source(path)

    def uses(self, path: str) -> Uses:
        """Return the names that a file uses."""
        from skeleton.extract import read_uses

        if path != self.unsaved:
            return super().uses(path)
        self.asked["content", path] = hash_bytes(self.content)
        return read_uses(self.source(path), self.language)

    def _exists(self, path: str) -> bool:
        return path == self.unsaved or super()._exists(path)

    def _find(self, paths: Sequence[str], include: Sequence[str], exclude: Sequence[str]) -> Found:
        others = [path for path in paths if path != self.unsaved]
        found = super()._find(others, include, exclude) if others or not paths else Found(())
        if self.unsaved not in paths:
            return found
        wanted = path_filter(tuple(include), tuple(exclude))(self.unsaved)
        files = {one.path: one for one in (*found.files, *((self.file,) if wanted else ()))}
        return replace(
            found,
            files=tuple(one for _, one in sorted(files.items())),
            filtered=found.filtered + (not wanted),
        )


def stdin_name(folder: Path, languages: tuple[str, ...]) -> str:
    """Return a name for a text of which only the language is known.

    Raises:
        BadOption: The language is not known, or there is not one.
    """
    if len(languages) != 1:
        raise BadOption(STDIN, "standard input", "say --stdin-filename NAME, or --lang LANGUAGE")
    place = Workplace(folder, ())
    (language,) = chosen(place.languages, languages, "--lang").values()
    return f"stdin{language.extensions[0]}"
