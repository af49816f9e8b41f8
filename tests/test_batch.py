"""Many files: the same modules in the same order, however they are read, and no file ends a run."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from skeleton import batch
from skeleton.batch import read_module, read_modules
from skeleton.cache import Cache
from skeleton.errors import GrammarError, MissingGrammar
from skeleton.model import Language, Module, SourceFile, SourceText, Span, Symbol

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = Language("python", (".py",), "none:none:none", "")
LANGUAGES = {"python": PYTHON}
MAIN_PROCESS = os.getpid()


def read(source: SourceText, language: Language) -> Module:
    """A reader that makes one symbol a line, and does what a line says."""
    lines = source.data.decode().splitlines()
    if "raise" in lines:
        raise RecursionError("too deep")
    if "exit" in lines and os.getpid() != MAIN_PROCESS:
        os._exit(3)
    if "no grammar" in lines:
        raise GrammarError("python", "is not installed")
    symbols = tuple(
        Symbol(line, line, "function", place, Span(place + 1, place + 1, 0, 0), line)
        for place, line in enumerate(lines)
    )
    return Module(
        source.path,
        language.name,
        source.content_hash,
        len(lines),
        symbols=symbols,
        diagnostics=source.diagnostics,
    )


def read_nothing(source: SourceText, language: Language) -> Module:
    raise AssertionError(f"{source.path} is not read again")


def make(root: Path, texts: dict[str, str]) -> tuple[SourceFile, ...]:
    for path, text in texts.items():
        (root / path).write_text(text)
    return tuple(SourceFile(path, "python", len(text)) for path, text in texts.items())


def heads(modules: tuple[Module, ...]) -> dict[str, list[str]]:
    return {module.path: [symbol.head for symbol in module.symbols] for module in modules}


def codes(module: Module) -> list[str]:
    return [said.code for said in module.diagnostics]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool for anything, and a chunk for every file or two."""
    monkeypatch.setattr(batch, "POOL_BYTES", 0)
    monkeypatch.setattr(batch, "CHUNK_BYTES", 4)


def test_modules_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    files = make(tmp_path, {"c.py": "x", "a.py": "long\ntext", "b.py": ""})

    modules = read_modules(tmp_path, files, LANGUAGES, read=read)

    assert heads(modules) == {"c.py": ["x"], "a.py": ["long", "text"], "b.py": []}
    assert [module.path for module in modules] == ["c.py", "a.py", "b.py"]


@pytest.mark.usefixtures("eager")
def test_executors_and_caches_do_not_change_the_result(tmp_path: Path) -> None:
    files = make(tmp_path, {f"{number}.py": "ab\n" * number for number in range(9)})
    cache = Cache(tmp_path / "cache/c.sqlite3")

    pooled = read_modules(tmp_path, files, LANGUAGES, read=read)
    with ThreadPoolExecutor(2) as threads:
        threaded = read_modules(tmp_path, files, LANGUAGES, read=read, executor=threads)
    cold = read_modules(tmp_path, files, LANGUAGES, read=read, cache=cache)
    warm = read_modules(tmp_path, files, LANGUAGES, read=read_nothing, cache=cache)

    one_by_one = tuple(read_module(tmp_path, file.path, PYTHON, read) for file in files)
    assert pooled == threaded == cold == warm == one_by_one


@pytest.mark.usefixtures("eager")
def test_a_process_with_threads_is_not_copied(tmp_path: Path) -> None:
    files = make(tmp_path, {"a.py": "one", "b.py": "two"})
    stop = threading.Event()
    threading.Thread(target=stop.wait).start()
    try:
        modules = read_modules(tmp_path, files, LANGUAGES, read=read)
    finally:
        stop.set()

    assert heads(modules) == {"a.py": ["one"], "b.py": ["two"]}


def test_a_moved_file_is_not_read_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c.sqlite3")
    read_modules(tmp_path, make(tmp_path, {"a.py": "x"}), LANGUAGES, read=read, cache=cache)
    (tmp_path / "b").mkdir()
    moved = make(tmp_path, {"b/a.py": "x"})

    modules = read_modules(tmp_path, moved, LANGUAGES, read=read_nothing, cache=cache)

    assert heads(modules) == {"b/a.py": ["x"]}


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c.sqlite3")
    read_modules(tmp_path, make(tmp_path, {"a.py": "x"}), LANGUAGES, read=read, cache=cache)
    changed = make(tmp_path, {"a.py": "y"})

    modules = read_modules(tmp_path, changed, LANGUAGES, read=read, cache=cache)

    assert heads(modules) == {"a.py": ["y"]}


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "blob.py").write_bytes(b"\0")
    files = (*make(tmp_path, {"a.py": "x"}), SourceFile("gone.py", "python", 1))
    files = (*files, SourceFile("blob.py", "python", 1))

    kept, gone, blob = read_modules(tmp_path, files, LANGUAGES, read=read)

    assert (codes(kept), codes(gone), codes(blob)) == ([], ["vanished"], ["binary"])


def test_a_fault_of_ours_in_one_file_is_reported_with_it(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c.sqlite3")
    files = make(tmp_path, {"a.py": "raise\n", "b.py": "x"})

    bad, good = read_modules(tmp_path, files, LANGUAGES, read=read, cache=cache)

    (said,) = bad.diagnostics
    assert (said.path, said.severity, said.code) == ("a.py", "error", "internal")
    assert "RecursionError: too deep" in said.message
    assert (bad.line_count, bad.char_count) == (1, 6)
    assert heads((good,)) == {"b.py": ["x"]}


def test_a_fault_of_ours_is_not_cached(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c.sqlite3")
    files = make(tmp_path, {"a.py": "raise\n"})
    read_modules(tmp_path, files, LANGUAGES, read=read, cache=cache)

    with_fault_again = read_modules(tmp_path, files, LANGUAGES, read=read_nothing, cache=cache)

    assert "AssertionError" in with_fault_again[0].diagnostics[0].message


@pytest.mark.usefixtures("eager")
def test_a_file_that_ends_its_process_costs_only_itself(tmp_path: Path) -> None:
    texts = {f"{number}.py": f"f{number}" for number in range(7)}
    files = make(tmp_path, {**texts, "4.py": "exit"})

    modules = read_modules(tmp_path, files, LANGUAGES, read=read)

    assert [codes(module) for module in modules] == [[], [], [], [], ["crashed"], [], []]
    assert all(module.symbols for module in modules if module.path != "4.py")


@pytest.mark.parametrize("pooled", [True, False])
def test_a_language_that_cannot_be_read_ends_the_run(
    tmp_path: Path, pooled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "POOL_BYTES", 0 if pooled else 1_000)
    files = make(tmp_path, {"a.py": "no grammar", "b.py": "x"})

    with pytest.raises(GrammarError, match="not installed"):
        read_modules(tmp_path, files, LANGUAGES, read=read)


def test_a_language_without_a_parser_costs_its_own_files_alone(tmp_path: Path) -> None:
    def read_one(source: SourceText, language: Language) -> Module:
        if source.path == "a.py":
            raise MissingGrammar("python", "no grammar installed", "pip install it")
        return read(source, language)

    files = make(tmp_path, {"a.py": "x", "b.py": "y"})

    missing, other = read_modules(tmp_path, files, LANGUAGES, read=read_one)

    assert [(one.code, "pip install it" in one.message) for one in missing.diagnostics] == [
        ("grammar", True)
    ]
    assert heads([other]) == {"b.py": ["y"]}


@pytest.mark.usefixtures("eager")
def test_progress_reaches_the_number_of_files(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c.sqlite3")
    files = make(tmp_path, {f"{number}.py": "abcd" for number in range(3)})
    files = (*files, *make(tmp_path, {f"{number}.py": "efgh" for number in range(3, 5)}))
    read_modules(tmp_path, files[:3], LANGUAGES, read=read, cache=cache)
    seen: list[tuple[int, int]] = []

    read_modules(
        tmp_path,
        files,
        LANGUAGES,
        read=read,
        cache=cache,
        progress=lambda done, total: seen.append((done, total)),
    )

    assert seen == [(3, 5), (4, 5), (5, 5)]
