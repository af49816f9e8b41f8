"""Reads files into modules: from the cache, else in this process, else in several.

Knows the steps of one file (text, symbols, documentation) and how to spread files; what the steps
do is theirs. One file never ends a run: if reading it raises, or ends its process, a diagnostic
says so.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from skeleton.cache import Cache, entry_key, pack, unpack
from skeleton.copies import MOST, can_copy, processors
from skeleton.discover import hash_file, read_text
from skeleton.errors import MissingGrammar, SkeletonError
from skeleton.model import Diagnostic, Language, Module, SourceFile, SourceText, Uses

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext
    from pathlib import Path

POOL_BYTES = 1_500_000  # of source to read; with less, starting processes costs more than it saves
CHUNK_BYTES = 100_000

Read = Callable[[SourceText, Language], Module]
Progress = Callable[[int, int], None]  # files done, files in all
Result = tuple["Chunk", Sequence[bytes]]  # what was read of each file, packed


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
    return _read_text(read_text(root, path), language, read)


def _read_text(source: SourceText, language: Language, read: Read) -> Module:
    if source.diagnostics and not source.data:
        return _without_symbols(source, language.name)
    try:
        return read(source, language)
    except MissingGrammar as error:
        said = Diagnostic(source.path, "error", "grammar", f"not read: {error}")
        return _without_symbols(source, language.name, said)
    except SkeletonError:
        raise
    except Exception as error:  # a fault of ours in one file must not cost the map of all others
        return _faulty(source, language.name, error)


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


def read_texts(
    sources: Iterable[SourceText],
    language_of: Callable[[str], Language],
    cache: Cache | None = None,
    read: Read = read_source,
) -> tuple[Module, ...]:
    """Read texts that are not files of the working tree; from the cache what is known."""
    modules = []
    for source in sources:
        language = language_of(source.path)
        key = entry_key(source.content_hash, source.path, language)
        packed = cache.get_many([key]).get(key) if cache else None
        module = unpack(packed, source.path) if packed else None
        if module is None:
            module = _read_text(source, language, read)
            if cache and _is_lasting(module):
                cache.put_many({key: pack(module)})
        modules.append(module)
    return tuple(modules)


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


def _without_symbols(source: SourceText, language: str, *said: Diagnostic) -> Module:
    return Module(
        source.path,
        language,
        source.content_hash,
        source.data.count(b"\n"),
        len(source.data.decode()),
        diagnostics=source.diagnostics + said,
    )


def _faulty(source: SourceText, language: str, error: Exception) -> Module:
    reason = f"could not be read: {type(error).__name__}: {error}"
    message = f"{reason}; this is a fault of skeleton, please report it with the file"
    said = Diagnostic(source.path, "error", "internal", message)
    return _without_symbols(source, language, said)


def _is_lasting(module: Module) -> bool:
    """Whether the content alone decided what was read."""
    passing = {"internal", "crashed", "grammar"}
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
    packed = []
    for file in chunk.files:
        module = read_module(chunk.root, file.path, chunk.languages[file.language], chunk.read)
        try:
            packed.append(pack(module))
        except UnicodeEncodeError as error:  # half a surrogate pair: no text of a file has one
            packed.append(pack(_faulty(read_text(chunk.root, file.path), file.language, error)))
    return packed


def _spread(chunks: list[Chunk], executor: Executor | None) -> Iterator[Result]:
    """Yield chunks with what was read, in any order."""
    size = sum(file.size for chunk in chunks for file in chunk.files)
    if executor is not None:
        yield from zip(chunks, executor.map(_read_chunk, chunks), strict=True)
        return
    waiting = chunks[::-1]
    if size > POOL_BYTES and len(chunks) > 1:
        _make_ready(chunks)
        yield from _read_in_processes(waiting)
    while waiting:
        chunk = waiting.pop()
        yield chunk, _read_chunk(chunk)


# ---- several processes
#
# `concurrent.futures` may wait for ever when a process ends while tasks are sent to it, and cannot
# tell which task ended it. Here every process has a pipe of its own, and one chunk at a time.


def _make_ready(chunks: list[Chunk]) -> None:
    """Load what reading the languages takes: copies of this process have it then."""
    languages = {name: language for chunk in chunks for name, language in chunk.languages.items()}
    for language in languages.values() if can_copy() else ():
        sample = SourceText("", language.sample.encode(), "")
        with contextlib.suppress(SkeletonError):  # files that need it will tell
            _read_text(sample, language, chunks[0].read)


def _read_in_processes(waiting: list[Chunk]) -> Iterator[Result]:
    """Take chunks from the end of a list and read them; all stay where processes do not start.

    A chunk that ends its process is halved until the file is found that does it.
    """
    from multiprocessing.connection import wait

    workers = [_Worker() for _ in range(min(processors(), MOST, len(waiting)))]
    try:
        while workers:
            ready = set(wait([worker.connection for worker in workers]))
            for worker in [worker for worker in workers if worker.connection in ready]:
                chunk, answer = worker.chunk, worker.answer()
                if isinstance(answer, SkeletonError):
                    raise answer
                if chunk is not None and answer is not None:
                    yield chunk, answer
                elif chunk is not None and len(chunk.files) == 1:
                    yield chunk, [pack(_crashed(chunk))]
                elif chunk is not None:
                    waiting += _halves(chunk)
                if answer is not None and waiting:
                    worker.give(waiting.pop())
                    continue
                worker.stop()
                workers.remove(worker)
                if chunk is not None and waiting:
                    workers.append(_Worker())
    finally:
        for worker in workers:
            worker.stop()


class _Worker:
    """A process that reads one chunk at a time. Its first answer is empty: it has started."""

    def __init__(self) -> None:
        context = _context()
        self.chunk: Chunk | None = None
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def give(self, chunk: Chunk) -> None:
        """Send a chunk to be read."""
        self.chunk = chunk
        with contextlib.suppress(OSError):  # it has ended: `answer` will tell
            self.connection.send(chunk)

    def answer(self) -> list[bytes] | SkeletonError | None:
        """Return what was read, an error for the whole run, or `None` when the process ended."""
        try:
            answer: list[bytes] | SkeletonError = self.connection.recv()
        except (EOFError, OSError):
            return None
        return answer

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self._process.kill()
        self._process.join()


def _context() -> SpawnContext | ForkContext | ForkServerContext:
    """Return the cheapest safe way to start a process."""
    from multiprocessing import get_context

    if can_copy():
        return get_context("fork")
    return get_context("forkserver") if sys.platform == "linux" else get_context("spawn")


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back: a process that starts must not hear one before it ignores them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection) -> None:
    """Answer chunks until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it too, and stops this process
    with contextlib.suppress(EOFError, OSError):
        connection.send([])
        while True:
            chunk = connection.recv()
            try:
                connection.send(_read_chunk(chunk))
            except SkeletonError as error:
                connection.send(error)


def _halves(chunk: Chunk) -> list[Chunk]:
    middle = len(chunk.files) // 2
    parts = chunk.files[:middle], chunk.files[middle:]
    return [chunk._replace(files=files) for files in parts]


def _crashed(chunk: Chunk) -> Module:
    (file,) = chunk.files
    message = "ended the process that read it; please report it with the file"
    said = Diagnostic(file.path, "error", "crashed", message)
    return _without_symbols(read_text(chunk.root, file.path), file.language, said)
