"""Reads files into modules: from the cache, else in this process, else in several.

Knows the steps of one file (text, symbols, documentation) and how to spread files; what the steps
do is theirs. One file never ends a run: if reading it raises, or ends its process, a diagnostic
says so.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from skeleton.cache import Cache, entry_key, pack, unpack
from skeleton.discover import hash_file, read_text
from skeleton.errors import SkeletonError
from skeleton.model import Diagnostic, Language, Module, SourceFile, SourceText, Uses

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from pathlib import Path

POOL_BYTES = 1_500_000  # of source to read; with less, starting processes costs more than it saves
CHUNK_BYTES = 100_000
MOST_WORKERS = 8

Read = Callable[[SourceText, Language], Module]
Progress = Callable[[int, int], None]  # files done, files in all


class Executor(Protocol):
    """Runs a function over items, here or anywhere; results come in the order of the items."""

    def map(self, function: Callable[..., Any], /, *items: Iterable[Any]) -> Iterable[Any]:
        """Return the results in order."""


class Chunk(NamedTuple):
    """Files that are read together, and all that a process must know to read them."""

    root: Path
    files: tuple[SourceFile, ...]
    languages: dict[str, Language]
    read: Read


def read_source(source: SourceText, language: Language) -> Module:
    """Read the symbols of a text, then their documentation."""
    from skeleton.contracts import read_docs
    from skeleton.extract import read_module as read_symbols

    return read_docs(read_symbols(source, language), language)


def read_module(root: Path, path: str, language: Language, read: Read = read_source) -> Module:
    """Read one file; whatever is wrong with it is among the module's diagnostics.

    Raises:
        SkeletonError: The language cannot be read at all: its parser is missing.
    """
    source = read_text(root, path)
    if source.diagnostics and not source.data:
        return _without_symbols(path, language.name, source, source.diagnostics)
    try:
        return read(source, language)
    except SkeletonError:
        raise
    except Exception as error:  # a fault of ours in one file must not cost the map of all others
        message = (
            f"could not be read: {type(error).__name__}: {error}; "
            "this is a fault of skeleton, please report it with the file"
        )
        said = Diagnostic(path, "error", "internal", message)
        return _without_symbols(path, language.name, source, (*source.diagnostics, said))


def read_modules(
    root: Path,
    files: Sequence[SourceFile],
    languages: dict[str, Language],
    *,
    cache: Cache | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    read: Read = read_source,
) -> tuple[Module, ...]:
    """Read many files.

    Args:
        root: The folder that paths count from.
        files: As `find_files` lists them.
        languages: By name.
        cache: Where to look first, and where to keep what was read.
        executor: Runs chunks of files; without one, processes are started when it pays.
        progress: Told how many files are done.
        read: What to do with one text.

    Returns:
        One module a file, in the order of `files`: the same for any cache and executor.

    Raises:
        SkeletonError: A language cannot be read at all.
    """
    done = _from_cache(root, files, languages, cache) if cache else {}
    missing = [file for file in files if file.path not in done]
    if progress:
        progress(len(done), len(files))
    for chunk, results in _spread(_chunks(root, missing, languages, read), executor):
        kept: dict[str, bytes] = {}
        for file, packed in zip(chunk.files, results, strict=True):
            module = unpack(packed, file.path)
            assert module is not None
            done[file.path] = module
            if _is_lasting(module):
                kept[entry_key(module.content_hash, file.path, languages[file.language])] = packed
        if cache:
            cache.put_many(kept)
        if progress:
            progress(len(done), len(files))
    return tuple(done[file.path] for file in files)


def read_uses(root: Path, path: str, language: Language, cache: Cache | None) -> Uses:
    """Read the names that a file uses; empty for a file that cannot be read."""
    from skeleton.extract import read_uses as read

    key = entry_key(hash_file(root, path), path, language)
    known = cache.get_blob("uses", key) if cache else None
    if known is not None:
        with contextlib.suppress(msgspec.MsgspecError):
            return msgspec.msgpack.decode(known, type=Uses)
    found = read(read_text(root, path), language)
    if cache:
        cache.put_blob("uses", key, msgspec.msgpack.encode(found))
    return found


def _without_symbols(
    path: str, language: str, source: SourceText, diagnostics: tuple[Diagnostic, ...]
) -> Module:
    return Module(
        path,
        language,
        source.content_hash,
        source.data.count(b"\n"),
        len(source.data.decode()),
        diagnostics=diagnostics,
    )


def _is_lasting(module: Module) -> bool:
    """Whether the content alone decided what was read."""
    passing = {"internal", "crashed"}
    return bool(module.content_hash) and all(x.code not in passing for x in module.diagnostics)


def _from_cache(
    root: Path, files: Sequence[SourceFile], languages: dict[str, Language], cache: Cache
) -> dict[str, Module]:
    keys = {
        file.path: entry_key(content_hash, file.path, languages[file.language])
        for file in files
        if (content_hash := hash_file(root, file.path))
    }
    packed = cache.get_many(keys.values())
    found = ((path, unpack(packed[key], path)) for path, key in keys.items() if key in packed)
    return {path: module for path, module in found if module is not None}


def _chunks(
    root: Path, files: Sequence[SourceFile], languages: dict[str, Language], read: Read
) -> list[Chunk]:
    """Group files into chunks of about the same size; the largest files come first."""
    groups: list[list[SourceFile]] = []
    room = 0
    for file in sorted(files, key=lambda file: (-file.size, file.path)):
        if room < file.size or not groups:
            groups.append([])
            room = CHUNK_BYTES
        groups[-1].append(file)
        room -= file.size
    return [
        Chunk(root, tuple(group), {file.language: languages[file.language] for file in group}, read)
        for group in groups
    ]


def _read_chunk(chunk: Chunk) -> list[bytes]:
    return [
        pack(read_module(chunk.root, file.path, chunk.languages[file.language], chunk.read))
        for file in chunk.files
    ]


def _spread(
    chunks: list[Chunk], executor: Executor | None
) -> Iterator[tuple[Chunk, Sequence[bytes]]]:
    """Yield chunks with what was read, in any order."""
    size = sum(file.size for chunk in chunks for file in chunk.files)
    if executor is not None:
        yield from zip(chunks, executor.map(_read_chunk, chunks), strict=True)
    elif size > POOL_BYTES and (pool := _pool(min(_processors(), MOST_WORKERS, len(chunks)))):
        yield from _read_in(pool, chunks)
    else:
        yield from ((chunk, _read_chunk(chunk)) for chunk in chunks)


def _read_in(
    pool: ProcessPoolExecutor, chunks: list[Chunk]
) -> Iterator[tuple[Chunk, Sequence[bytes]]]:
    """Read chunks in a pool; if one of its processes ends, read the chunks lost with it apart."""
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    lost = []
    waiting = {}
    try:
        for chunk in chunks:
            try:
                waiting[pool.submit(_read_chunk, chunk)] = chunk
            except BrokenProcessPool:
                lost.append(chunk)
        for future in as_completed(waiting):
            try:
                yield waiting[future], future.result()
            except BrokenProcessPool:
                lost.append(waiting[future])
    finally:
        pool.shutdown(cancel_futures=True)
    for chunk in lost:
        yield from _read_apart(chunk)


def _read_apart(chunk: Chunk) -> Iterator[tuple[Chunk, Sequence[bytes]]]:
    """Read a chunk in a process of its own; halve it when that ends, until one file is left."""
    from concurrent.futures.process import BrokenProcessPool

    pool = _pool(1)
    assert pool is not None
    with pool:
        try:
            pool.submit(int).result()
        except BrokenProcessPool:  # no file is at fault: processes do not start here
            yield chunk, _read_chunk(chunk)
            return
        try:
            yield chunk, pool.submit(_read_chunk, chunk).result()
            return
        except BrokenProcessPool:
            pass
    middle = len(chunk.files) // 2
    if middle:
        yield from _read_apart(chunk._replace(files=chunk.files[:middle]))
        yield from _read_apart(chunk._replace(files=chunk.files[middle:]))
        return
    file = chunk.files[0]
    message = "ended the process that read it; please report it with the file"
    said = (Diagnostic(file.path, "error", "crashed", message),)
    source = read_text(chunk.root, file.path)
    yield chunk, [pack(_without_symbols(file.path, file.language, source, said))]


def _pool(workers: int) -> ProcessPoolExecutor | None:
    """Return a pool of processes; `None` where the system has none."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    alone = threading.active_count() == 1  # a copy of a process with threads may wait for ever
    way = "spawn" if sys.platform != "linux" else "fork" if alone else "forkserver"
    try:
        return ProcessPoolExecutor(workers, get_context(way))
    except (ImportError, NotImplementedError, OSError):  # no semaphores
        return None


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
