"""The cache: what hits, what misses, and that nothing goes wrong loudly."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from skeleton.cache import Cache, code_hash, entry_key, open_cache, pack, unpack
from skeleton.model import Diagnostic, Language, Module, Span, Symbol

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = Language(
    "python", (".py",), "tree-sitter-python:tree_sitter_python:language", "", "libcst"
)
MODULE = Module(
    "a/b.py",
    "python",
    "00",
    symbols=(Symbol("f", "f", "function", 0, Span(1, 2, 0, 9), "def f():"),),
    diagnostics=(
        Diagnostic("a/b.py", "warning", "parse", "odd", 3),
        Diagnostic("c.py", "warning", "parse", "odd", 3),
    ),
)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache/modules.sqlite3")


def test_values_come_back_by_key_in_another_run(cache: Cache, tmp_path: Path) -> None:
    cache.put_many({"a": b"1", "b": b"2"})
    cache.close()

    assert Cache(tmp_path / "cache/modules.sqlite3").get_many(["a", "c", "a"]) == {"a": b"1"}


def test_many_keys_are_one_question(cache: Cache) -> None:
    items = {str(number): b"x" for number in range(40_000)}
    cache.put_many(items)

    assert cache.get_many(items) == items


def test_blobs_of_other_kinds_do_not_mix(cache: Cache) -> None:
    cache.put_blob("tests", "a", b"1")

    assert cache.get_blob("tests", "a") == b"1"
    assert cache.get_blob("names", "a") is None
    assert cache.get_many(["a"]) == {}


def test_a_moved_module_carries_its_new_path() -> None:
    moved = unpack(pack(MODULE), "x.py")

    assert moved is not None
    assert (moved.path, moved.symbols) == ("x.py", MODULE.symbols)
    assert [said.path for said in moved.diagnostics] == ["x.py", "c.py"]
    assert unpack(pack(MODULE), MODULE.path) == MODULE


@pytest.mark.parametrize("packed", [b"", b"\xc1", pack(MODULE)[:-3], b"\x80", b"\x91" * 100_000])
def test_bytes_that_are_no_module_are_a_miss(packed: bytes) -> None:
    assert unpack(packed, "x.py") is None


def test_the_key_holds_all_that_decides_what_is_read_but_not_the_place() -> None:
    key = entry_key("00", "a.py", PYTHON)

    assert key == entry_key("00", "b/a.py", PYTHON)
    assert key != entry_key("01", "a.py", PYTHON)
    assert key != entry_key("00", "a.pyi", PYTHON)
    assert key != entry_key("00", "__init__.py", PYTHON)
    other = Language("python", (".py",), PYTHON.grammar, "", "libcst", digest="new")
    assert key != entry_key("00", "a.py", other)


def test_the_versions_in_the_key_are_those_that_the_distributions_state() -> None:
    from importlib.metadata import version

    from skeleton.cache import _installed

    for name in ("tree-sitter", "tree-sitter-python", "libcst"):
        assert _installed()[name] == version(name)


def test_the_code_hash_is_the_same_in_every_process() -> None:
    script = "from skeleton.cache import code_hash; print(code_hash())"
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert said.stdout.strip() == code_hash()


def test_a_hit_imports_no_parser(cache: Cache, tmp_path: Path) -> None:
    cache.put_many({entry_key("00", "a.py", PYTHON): pack(MODULE)})
    script = f"""if True:
        import sys
        from pathlib import Path
        from skeleton.cache import Cache, entry_key, unpack
        from skeleton.model import Language
        cache = Cache(Path({str(tmp_path / "cache/modules.sqlite3")!r}))
        key = entry_key("00", "a.py", {PYTHON!r})
        assert unpack(cache.get_many([key])[key], "a.py")
        print({{"libcst", "tree_sitter", "importlib.metadata", "pickle"}} & set(sys.modules))
    """
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert said.stdout.strip() == "set()"


def test_a_file_that_is_no_database_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "modules.sqlite3").write_bytes(b"not a database" * 100)

    cache = Cache(tmp_path / "modules.sqlite3")
    cache.put_many({"a": b"1"})

    assert cache.get_many(["a"]) == {"a": b"1"}


def test_a_database_that_breaks_later_is_a_miss(cache: Cache) -> None:
    cache.close()
    cache.put_many({"a": b"1"})

    assert cache.get_many(["a"]) == {}


def test_a_database_held_by_another_process_is_no_error(
    cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skeleton.cache.BUSY_TIMEOUT_S", 0.01)
    second = Cache(tmp_path / "cache/modules.sqlite3")
    holder = sqlite3.connect(tmp_path / "cache/modules.sqlite3")
    holder.execute("BEGIN EXCLUSIVE")

    second.put_many({"a": b"1"})
    holder.close()

    assert cache.get_many(["a"]) == {}


def test_the_oldest_entries_go_when_there_is_too_much(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "modules.sqlite3", limit_bytes=1_000_000)
    for number in range(60):
        cache.put_many({str(number): bytes(50_000)})

    kept = sorted(int(key) for key in cache.get_many(map(str, range(60))))

    assert kept[-1] == 59
    assert 5 < len(kept) < 25
    assert (tmp_path / "modules.sqlite3").stat().st_size < 2_000_000


def test_threads_share_a_cache(cache: Cache) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda key: cache.put_many({str(key): b"x"}), range(50)))

    assert len(cache.get_many(map(str, range(50)))) == 50


def test_the_cache_lies_where_the_user_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKELETON_CACHE_DIR", str(tmp_path / "own"))
    monkeypatch.delenv("SKELETON_CACHE", raising=False)

    assert open_cache() is not None
    assert (tmp_path / "own/modules.sqlite3").exists()


def test_there_is_no_cache_when_it_is_off_or_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SKELETON_CACHE_DIR", str(tmp_path / "file/below"))
    monkeypatch.delenv("SKELETON_CACHE", raising=False)
    blocked = open_cache()
    monkeypatch.setenv("SKELETON_CACHE_DIR", str(tmp_path / "new"))
    monkeypatch.setenv("SKELETON_CACHE", "off")

    assert (blocked, open_cache()) == (None, None)
    assert not (tmp_path / "new").exists()
