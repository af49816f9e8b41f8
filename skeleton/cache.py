"""Keeps what was read of a file, by the content of the file: moved and reverted files hit.

One SQLite file in the user's cache folder, never in the project. Stores bytes and gives them back;
a cache that cannot be opened, read or written is a miss and never an error. Imports no parser.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import posixpath
import sqlite3
import sys
from functools import cache as remember
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from skeleton.model import Diagnostic, Language, Module

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LIMIT_BYTES = 512 << 20  # the oldest entries go when the file holds more
BUSY_TIMEOUT_S = 2.0  # how long another process may hold the file

_SCHEMA = "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB NOT NULL)"
_SELECT = "SELECT key, value FROM entries WHERE key IN (SELECT value FROM json_each(?))"
_INSERT = "INSERT OR REPLACE INTO entries (key, value) VALUES (?, ?)"
_USED = """
    SELECT (page_count - freelist_count) * page_size
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
_TRIM = """
    DELETE FROM entries
    WHERE rowid <= (SELECT min(rowid) + (max(rowid) - min(rowid)) / 4 FROM entries)
"""


class Cache:
    """Bytes by key, shared by every run of one user; safe to use from threads and processes."""

    def __init__(self, file: Path, *, limit_bytes: int = LIMIT_BYTES) -> None:
        """Open or make the file; one that is not a database is replaced.

        Raises:
            OSError: The folder cannot be made.
            sqlite3.Error: The file cannot be opened.
        """
        self._file, self._limit_bytes, self._lock = file, limit_bytes, Lock()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._connection = _connect(file)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            for end in ("", "-wal", "-shm"):
                Path(f"{file}{end}").unlink(missing_ok=True)
            self._connection = _connect(file)

    def get_many(self, keys: Iterable[str]) -> dict[str, bytes]:
        """Return what is known, by key; unknown keys are missing."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            return dict(self._connection.execute(_SELECT, (json.dumps(list(keys)),)))
        return {}

    def put_many(self, items: Mapping[str, bytes]) -> None:
        """Keep some bytes; what cannot be kept is forgotten."""
        if not items:
            return
        with self._lock, contextlib.suppress(sqlite3.Error), self._connection as transaction:
            transaction.executemany(_INSERT, items.items())
            if transaction.execute(_USED).fetchone()[0] > self._limit_bytes:
                transaction.execute(_TRIM)

    def get_blob(self, kind: str, key: str) -> bytes | None:
        """Return one value of a kind other than modules."""
        name = f"{kind}:{key}"
        return self.get_many([name]).get(name)

    def put_blob(self, kind: str, key: str, value: bytes) -> None:
        """Keep one value of a kind other than modules."""
        self.put_many({f"{kind}:{key}": value})

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()


def open_cache() -> Cache | None:
    """Open the user's cache: `SKELETON_CACHE_DIR`, else a folder among the user's caches.

    Returns:
        `None` when `SKELETON_CACHE=off`, or when the folder cannot be used.
    """
    if os.environ.get("SKELETON_CACHE", "").lower() in {"off", "0", "no", "false"}:
        return None
    try:
        return Cache(_cache_folder() / "modules.sqlite3")
    except (OSError, RuntimeError, sqlite3.Error):  # RuntimeError: there is no home folder
        return None


def entry_key(content_hash: str, path: str, language: Language) -> str:
    """Return the key of a module: all that decides what is read of a file, but not its place."""
    said = (
        content_hash,
        posixpath.basename(path),
        language.digest,
        readers_of(language),
        code_hash(),
    )
    return hashlib.sha256("\0".join(said).encode()).hexdigest()


def pack(module: Module) -> bytes:
    """Return a module as bytes, without its path."""
    return msgspec.msgpack.encode(_moved(module, module.path, ""))


def unpack(packed: bytes, path: str) -> Module | None:
    """Return the module that `pack` was given, at another path; `None` if the bytes are not one."""
    try:
        return _moved(_decoder().decode(packed), "", path)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


@remember
def code_hash() -> str:
    """Return a hash of this package's own source: another version reads files in another way."""
    package = Path(__file__).parent
    digest = hashlib.sha256(sys.version.encode())
    for folder, folders, names in os.walk(package):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".j2", ".css", ".js")):
                digest.update(name.encode() + b"\0" + Path(folder, name).read_bytes())
    return digest.hexdigest()


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=BUSY_TIMEOUT_S, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(_SCHEMA)
    return connection


def _cache_folder() -> Path:
    if own := os.environ.get("SKELETON_CACHE_DIR"):
        return Path(own)
    users = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", "")
    return (Path(users) if os.path.isabs(users) else Path.home() / ".cache") / "skeleton-map"


@remember
def _decoder() -> msgspec.msgpack.Decoder[Module]:
    return msgspec.msgpack.Decoder(Module)


def _moved(module: Module, before: str, after: str) -> Module:
    def move(said: Diagnostic) -> Diagnostic:
        return replace(said, path=after) if said.path == before else said

    return replace(module, path=after, diagnostics=tuple(map(move, module.diagnostics)))


def readers_of(language: Language) -> str:
    """Return the versions of the libraries that read a language."""
    names = ["tree-sitter", language.grammar.partition(":")[0]]
    if language.extractor != "queries":
        names.append(language.extractor)
    return " ".join(f"{name}={_installed().get(name, '?')}" for name in names)


@remember
def _installed() -> dict[str, str]:
    """Return the versions of installed distributions by the names of their folders.

    `importlib.metadata` says the same, but importing it takes longer than a warm run of the rest.
    """
    versions: dict[str, str] = {}
    for place in reversed(sys.path):
        with contextlib.suppress(OSError):
            for entry in os.listdir(place or "."):
                if entry.endswith(".dist-info"):
                    name, _, version = entry.removesuffix(".dist-info").partition("-")
                    versions[name.lower().replace("_", "-")] = version
    return versions
