"""A project of files held in memory, for tests of names, picks and known tests."""

from __future__ import annotations

import hashlib

from skeleton.extract import read_module
from skeleton.extract.parsers import parser_for
from skeleton.extract.uses import read_uses
from skeleton.languages import language_of, load_languages
from skeleton.model import Module, SourceText, Uses
from skeleton.resolve import Project

LANGUAGES = load_languages()


def project_of(files: dict[str, str], roots: tuple[str, ...] = ()) -> Project:
    """Return the resolver over some files."""
    folders = {"."}
    for path in files:
        parts = path.split("/")[:-1]
        folders |= {"/".join(parts[: end + 1]) for end in range(len(parts))}

    def read(path: str) -> Module | None:
        language = language_of(path, LANGUAGES)
        if path not in files or language is None:
            return None
        data = files[path].encode()
        return read_module(SourceText(path, data, hashlib.sha256(data).hexdigest()), language)

    def uses(path: str) -> Uses:
        language = language_of(path, LANGUAGES)
        if path not in files or language is None:
            return Uses()
        return read_uses(parser_for(language).parse(files[path].encode()).root_node, language)

    def list_folder(path: str) -> tuple[str, ...]:
        inside = "" if path in ("", ".") else path + "/"
        return tuple(
            sorted(
                one.removeprefix(inside)
                for one in folders - {"."}
                if one.startswith(inside) and "/" not in one.removeprefix(inside)
            )
        )

    return Project(
        lambda path: path in files or path in folders,
        read,
        LANGUAGES,
        read_uses=uses,
        list_folder=list_folder,
        read_text=lambda path: files.get(path, ""),
        roots=roots,
    )
