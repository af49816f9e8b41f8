"""`skeleton verify` on suites of pytest: what a digest says, and that only success is one."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from skeleton.model import BrokenContract, ContractDigest, InterfaceChange, InterfaceDigest
from skeleton.verify import failure_text, last_digest, run
from skeleton.verify.judge import exit_code, named, with_checks
from skeleton.verify.steady import Steady
from skeleton.verify.store import NoRun, keep
from skeleton.verify.writing import read_json, write_json, write_text
from tests.running import ROOT
from tests.running import run as run_command
from tests.verifying import SUITE, packages, verify, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASSES = "def test_fine():\n    assert True\n"
FAILS = "def test_bad():\n    assert 'got' == 'want'\n"


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tested project have the plugins that projects have."""
    wanted = ("pytest-xdist", "pytest-rerunfailures", "pytest-asyncio")
    folder = packages(sys.executable, *wanted)
    monkeypatch.setenv("PYTHONPATH", folder)


# What a digest says


def test_suite_of_eighty_tests_is_told_in_a_thousand_characters(tmp_path: Path) -> None:
    first = write_json(verify(tmp_path, SUITE))
    second = write_json(run(tmp_path, (), runner="pytest", python=sys.executable))
    command = [sys.executable, "-m", "pytest", "-vv", "--tb=long", "-s"]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    said = json.loads(first)

    assert (said["collected"], said["passed"], said["failed"]) == (80, 76, 4)
    assert all("src" in failure for failure in said["failures"])
    assert len(first) <= 1001
    assert len(first) <= 0.025 * len(printed.stdout)
    assert first == second


def test_passed_needs_no_more_than_one_line(tmp_path: Path) -> None:
    text = write_json(verify(tmp_path, {"test_a.py": PASSES}))

    assert json.loads(text)["status"] == "passed"
    assert text.count("\n") == 1


def test_both_sides_of_a_comparison_are_values(tmp_path: Path) -> None:
    digest = verify(
        tmp_path,
        {"test_a.py": "def test_a():\n    assert [1, {3, 2}] == (1,), 'odd'\n"},
    )
    failure = digest.failures[0]

    assert (failure.left, failure.op, failure.right) == ("[1, {2, 3}]", "==", "(1,)")
    assert (failure.at, failure.msg) == ("test_a.py:2", "odd")
    assert failure.src == "assert [1, {3, 2}] == (1,), 'odd'"


def test_negated_comparison_is_told_by_its_message(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": "def test_a():\n    assert not 1 == 1\n"})

    assert digest.failures[0].left is None
    assert digest.failures[0].msg == "assert not 1 == 1"


def test_comparison_caught_before_is_not_taken_for_the_failure(tmp_path: Path) -> None:
    digest = verify(
        tmp_path,
        {
            "test_a.py": """
                def test_a():
                    try:
                        assert 1 == 2
                    except AssertionError:
                        pass
                    assert None
                """
        },
    )

    assert digest.failures[0].left is None
    assert digest.failures[0].src == "assert None"


def test_failure_deep_in_the_project_names_both_places(tmp_path: Path) -> None:
    files = {
        "pay.py": "def check(n):\n    raise ValueError(f'no {n}')\n",
        "test_a.py": "import pay\n\ndef test_a():\n    pay.check(3)\n",
    }
    failure = verify(tmp_path, files).failures[0]

    assert (failure.at, failure.raised) == ("test_a.py:4", "pay.py:2")
    assert (failure.exc, failure.msg, failure.src) == ("ValueError", "no 3", "pay.check(3)")


def test_long_values_are_cut_around_their_difference(tmp_path: Path) -> None:
    files = {"test_a.py": "def test_a():\n    assert 'a' * 9000 + 'L' == 'a' * 9000 + 'R'\n"}
    failure = verify(tmp_path, files).failures[0]

    assert failure.left is not None
    assert failure.left.startswith("[+8941 chars]…aaa")
    assert failure.left.endswith("aL'")


def test_setup_and_teardown_are_told_apart_from_the_test(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import pytest

            @pytest.fixture
            def before():
                raise OSError("away")

            @pytest.fixture
            def after():
                yield
                raise OSError("locked")

            def test_one(before): pass
            def test_two(after): pass
            """
    }
    digest = verify(tmp_path, files)

    assert (digest.status, digest.passed, digest.failed, digest.error) == ("failed", 0, 0, 2)
    assert [one.when for one in digest.failures] == ["setup", "teardown"]


def test_one_broken_fixture_is_told_once(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import pytest

            @pytest.fixture
            def broken():
                raise OSError("away")

            @pytest.mark.parametrize("n", range(30))
            def test_a(n, broken): pass
            """
    }
    digest = verify(tmp_path, files)

    assert (len(digest.failures), digest.failures[0].same, digest.error) == (1, 29, 30)
    assert digest.failures[0].same_ids[0] == "test_a.py::test_a[1]"


def test_failures_beyond_the_limit_are_counted(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import pytest

            @pytest.mark.parametrize("n", range(25))
            def test_a(n):
                assert n == -1
            """
    }
    digest = verify(tmp_path, files)

    assert (len(digest.failures), digest.failures_omitted) == (20, 5)
    assert [one.id[-4:] for one in digest.failures[9:11]] == ["a[9]", "[10]"]


def test_digest_stays_short_unless_more_is_asked_for(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import pytest

            @pytest.mark.parametrize("n", range(20))
            def test_a(n):
                assert str(n) * 500 == "x" * 500
            """
    }
    short = verify(tmp_path, files)
    whole = run(tmp_path, (), runner="pytest", python=sys.executable, max_failures=20)

    assert len(write_json(short)) <= 10_000
    assert len(short.failures) + short.failures_omitted == 20
    assert (len(whole.failures), whole.failures_omitted) == (20, 0)


def test_digest_is_read_back_as_it_was(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": FAILS})

    assert read_json(write_json(digest)) == digest


def test_findings_on_interfaces_and_contracts_go_into_the_exit_code(tmp_path: Path) -> None:
    change = InterfaceChange("a.py::f", "(x)", "(y)", ("x is gone",))
    interface = InterfaceDigest("HEAD", (change,), 1, ("a.py::g",))
    contracts = ContractDigest(2, (BrokenContract("a.py::f", "raises E", "doc:L1", "none left"),))
    plain = verify(tmp_path, {"test_a.py": PASSES})
    checked = with_checks(plain, interface, contracts)

    assert checked.run != plain.run
    assert json.loads(write_json(checked))["contracts"]["broken"][0]["from"] == "doc:L1"
    assert exit_code(checked) == 0
    for word in ("removed", "breaking", "contracts"):
        assert exit_code(checked, ("tests", word)) == 1
        assert exit_code(plain, ("tests", word)) == 0


def test_what_came_before_an_exception_and_those_it_groups_are_told(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            def find(): return {}["url"]
            def test_stated():
                try:
                    find()
                except KeyError as error:
                    raise RuntimeError("no settings") from error
            def test_implied():
                try:
                    find()
                except KeyError:
                    raise RuntimeError("no settings")
            def test_said():
                try:
                    find()
                except KeyError as error:
                    raise RuntimeError(f"no {error}")
            def test_denied():
                try:
                    find()
                except KeyError:
                    raise RuntimeError("no settings") from None
            """,
        "test_b.py": """
            class Group(Exception):
                exceptions = tuple(OSError(f"disk {n}") for n in range(5))
            def test_group():
                raise Group("tasks")
            """,
    }
    told = {one.id.partition("::")[2]: one.msg for one in verify(tmp_path, files).failures}

    assert told == {
        "test_stated": "no settings\nfrom KeyError: 'url'",
        "test_implied": "no settings\nwhile handling KeyError: 'url'",
        "test_said": "no 'url'",
        "test_denied": "no settings",
        "test_group": "tasks\nOSError: disk 0\nOSError: disk 1\nOSError: disk 2\n…[+2 exceptions]",
    }


def test_item_of_a_plugin_is_told_in_its_own_words(tmp_path: Path) -> None:
    files = {
        "conftest.py": """
            import pytest
            def pytest_collect_file(parent, file_path):
                if file_path.suffix == ".rule":
                    return Rules.from_parent(parent, path=file_path)
            class Rules(pytest.File):
                def collect(self):
                    yield Rule.from_parent(self, name="limit")
            class Rule(pytest.Item):
                def runtest(self): raise ValueError(self)
                def repr_failure(self, excinfo): return f"{self.name} is over 14"
                def reportinfo(self): return self.path, 2, "rule"
            """,
        "pay.rule": "",
    }
    failure = verify(tmp_path, files).failures[0]

    assert (failure.id, failure.at) == ("pay.rule::limit", "pay.rule:3")
    assert (failure.exc, failure.msg) == ("ValueError", "limit is over 14")


def test_exception_with_words_of_its_own_is_told(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            class BulkError(Exception):
                failures = 3
            def test_bulk(): raise BulkError("40 rows refused")
            """
    }
    failure = verify(tmp_path, files).failures[0]

    assert (failure.exc, failure.msg) == ("BulkError", "40 rows refused")


def test_form_feed_ends_no_line(tmp_path: Path) -> None:
    text = "\x0c\nX = 1\n\x0c\ndef test_a():\n    with open('/none') as it:\n        it.read()\n"
    (tmp_path / "test_a.py").write_text(text)
    failure = verify(tmp_path, {}).failures[0]

    assert (failure.at, failure.src) == ("test_a.py:5", "with open('/none') as it:")


def test_doctest_says_what_was_expected(tmp_path: Path) -> None:
    files = {"pay.py": 'def f():\n    """\n    >>> 1 + 1\n    3\n    """\n'}
    failure = verify(tmp_path, files, "--doctest-modules").failures[0]

    assert (failure.at, failure.src) == ("pay.py:3", "1 + 1")
    assert (failure.expected, failure.actual) == ("3", "2")


def test_subtests_are_told_apart(tmp_path: Path) -> None:
    if int(pytest.__version__.split(".")[0]) < 9:
        pytest.skip("subtests came with pytest 9")
    files = {
        "test_a.py": """
            import unittest

            class TestRows(unittest.TestCase):
                def test_rows(self):
                    for row in (1, 2, 3):
                        with self.subTest(row=row):
                            self.assertEqual(row, 1)
            """
    }
    digest = verify(tmp_path, files)

    assert (digest.passed, digest.failed) == (0, 1)
    assert [one.sub for one in digest.failures] == ["row=2", "row=3"]


def test_unittest_suite_under_pytest_counts_as_its_own(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import unittest

            class TestA(unittest.TestCase):
                def test_ok(self): self.assertTrue(1)
                def test_bad(self): self.assertEqual([1], [2])
                @unittest.skip("no")
                def test_skip(self): pass
                @unittest.expectedFailure
                def test_known(self): self.assertTrue(0)
            """
    }
    digest = verify(tmp_path, files)

    assert (digest.passed, digest.failed, digest.skipped, digest.xfailed) == (1, 1, 1, 1)
    assert digest.failures[0].msg.startswith("Lists differ: [1] != [2]")


def test_options_that_silence_pytest_do_not_silence_the_digest(tmp_path: Path) -> None:
    files = {
        "pytest.ini": """
            [pytest]
            addopts = -qq --no-summary --tb=no -p no:terminal -p no:cacheprovider
            """,
        "test_a.py": FAILS,
    }
    digest = verify(tmp_path, files)

    assert (digest.status, digest.failures[0].left) == ("failed", "'got'")
    assert "assert 'got' == 'want'" in failure_text(tmp_path, "test_a.py::test_bad")


def test_addresses_temporary_paths_and_hash_seeds_do_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "test_a.py": """
            import tempfile
            class Thing: pass
            def test_a(tmp_path):
                assert {Thing().__class__.__name__, "b", "c"} == {str(tmp_path), tempfile.mkdtemp()}
            def test_b():
                assert Thing() is Thing(), __file__
            """
    }
    texts = set()
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        texts.add(write_json(verify(tmp_path, files)))

    assert len(texts) == 1
    assert str(tmp_path) not in texts.pop()


def test_invalid_text_in_output_ids_and_messages_is_shown_escaped(tmp_path: Path) -> None:
    files = {
        "test_a.py": r"""
            import os, pytest
            @pytest.mark.parametrize("n", [pytest.param(1, id="caf\xe9\udcff")])
            def test_a(n):
                os.write(1, b"\xff\xfe not text")
                raise ValueError("\udcff\x00")
            """
    }
    digest = verify(tmp_path, files, "-s")

    assert digest.status in ("failed", "internal_error", "collection_error")
    write_json(digest).encode("utf-8")


def test_failures_whose_ids_hold_addresses_are_in_one_order(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import pytest
            class Rate:
                def __init__(self, n): self.n = n
            RATES = [Rate(n) for n in range(6)]
            @pytest.mark.parametrize("rate", RATES[::-1], ids=repr)
            def test_rate(rate): assert rate.n == 9
            """
    }
    failures = verify(tmp_path, files).failures

    assert [one.left for one in failures] == ["5", "4", "3", "2", "1", "0"]
    assert {one.id for one in failures} == {"test_a.py::test_rate[<test_a.Rate object at 0x…>]"}


def test_broken_repr_and_str_do_not_break_the_digest(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            class Odd:
                def __repr__(self): raise RuntimeError("no repr")
            class Mute(Exception):
                def __str__(self): raise RuntimeError("no text")
            def test_a(): assert Odd() == 1
            def test_b(): raise Mute
            """
    }
    digest = verify(tmp_path, files)

    assert digest.failed == 2
    assert digest.failures[0].left == "<Odd: its repr raised RuntimeError>"


def test_tests_taken_away_in_silence_are_counted(tmp_path: Path) -> None:
    conftest = "def pytest_collection_modifyitems(items):\n    del items[0]\n"
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": FAILS + PASSES})

    assert (digest.status, digest.collected, digest.deselected) == ("passed", 1, 1)


def test_ids_can_be_given_back_from_the_folder_they_were_printed_in(tmp_path: Path) -> None:
    write(tmp_path, {"pytest.ini": "[pytest]\n", "pkg/tests/test_a.py": FAILS + PASSES})
    failure = run(tmp_path / "pkg", (), python=sys.executable).failures[0]
    again = run(tmp_path / "pkg", [failure.id], python=sys.executable)

    assert (failure.id, failure.at) == ("tests/test_a.py::test_bad", "tests/test_a.py:2")
    assert (again.collected, again.failures) == (1, (failure,))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<Thing object at 0x7f12abcd9010>", "<Thing object at 0x…>"),
        ("hex(1 << 40) is 0x10000000000", "hex(1 << 40) is 0x10000000000"),
        ("node 0x7f12abcd9010, 0x55d1abcd9010", "node 0x…, 0x…"),
        ("<Mock name='a' id='140049062253968'>", "<Mock name='a' id='…'>"),
        ("id='17' id=140049062253968", "id='17' id=140049062253968"),
        (
            "<Thread(T-1 (f), started daemon 140049062253968)>",
            "<Thread(T-1 (f), started daemon …)>",
        ),
        ("'/tmp/tmpq7_zx0ab' /tmp/tmpabcdefgh.json", "'<tmp>/' <tmp>/.json"),
        ("/tmp/build-ygvbwood/x '/tmp/app_8gvbwood.db'", "<tmp>/build-…/x '<tmp>/app_….db'"),
        (
            "/tmp/run8gvbwo0d /tmp/results /tmp/a/results_1",
            "<tmp>/run… <tmp>/results <tmp>/a/results_1",
        ),
        ("/srv/tmpq7_zx0ab/rows", "/srv/tmp…/rows"),
        ("in /work/shop/pay.py, not /work/shop2/pay.py", "in pay.py, not /work/shop2/pay.py"),
        ("cwd is '/work/shop'.", "cwd is '.'."),
        ("/tmp/pytest-of-me/pytest-12/popen-gw1/test_a0/x", "<tmp>/test_a0/x"),
        ("../../skeleton-verify-ad1rcaac/report.json", "<tmp>/report.json"),
        ("worker 'gw1' (pid=28728) crashed", "worker 'gw…' (pid=…) crashed"),
    ],
)
def test_only_what_differs_between_runs_is_replaced(written: str, read: str) -> None:
    assert Steady("/work/shop", workers=True).text(written) == read


def test_tail_holds_what_is_said_not_the_frames_of_a_traceback() -> None:
    output = """
        Traceback (most recent call last):
          File "/work/shop/pay.py", line 3, in close
            raise RuntimeError("still open")
        RuntimeError: still open

        The above exception was the direct cause of the following exception:

        Traceback (most recent call last):
          File "/work/shop/run.py", line 9, in main
            close()
            ~~~~~^^
        Warning: ignored
        """
    lines = Steady("/work/shop").lines(textwrap.dedent(output), 3)

    assert lines == (
        "RuntimeError: still open",
        "The above exception was the direct cause of the following exception:",
        "Warning: ignored",
    )


def test_paths_that_an_ascii_locale_cannot_decode_are_text(tmp_path: Path) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "skeleton", "verify"],
        cwd=write(tmp_path, {"test_größe.py": FAILS}),
        env=os.environ | ascii_only | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )

    assert '"id":"test_größe.py::test_bad","at":"test_größe.py:2"' in done.stdout.decode()
    assert done.returncode == 1


# What is no success


def test_exit_in_the_middle_with_code_zero_is_a_crash(tmp_path: Path) -> None:
    files = {"test_a.py": f"import os\n{PASSES}\ndef test_shut():\n    os._exit(0)\n"}
    digest = verify(tmp_path, files)

    assert (digest.status, digest.exit, digest.passed) == ("crashed", 0, 1)
    assert digest.running == ("test_a.py::test_shut",)


@pytest.mark.slow
def test_exit_in_a_worker_is_a_failure(tmp_path: Path, plugins: None) -> None:
    files = {"test_a.py": f"import os\n{PASSES}\ndef test_shut():\n    os._exit(0)\n"}
    digest = verify(tmp_path, files, "-n", "2")

    assert digest.status == "failed"
    assert digest.failures[0].id == "test_a.py::test_shut"
    assert "crashed while running" in digest.failures[0].msg


@pytest.mark.slow
def test_workers_give_one_order_and_no_names(tmp_path: Path, plugins: None) -> None:
    files = {
        "test_a.py": """
            import time, pytest
            @pytest.mark.parametrize("n", range(12))
            def test_a(n):
                time.sleep(0.01 * ((n * 7) % 5))
                assert n % 3, f"multiple {n}"
            """
    }
    first, second = (verify(tmp_path, files, "-n", "2") for _ in range(2))

    assert write_json(first) == write_json(second)
    assert (first.collected, first.passed, first.failed) == (12, 8, 4)
    assert [one.msg for one in first.failures] == [f"multiple {n}" for n in (0, 3, 6, 9)]


@pytest.mark.slow
def test_values_of_a_comparison_come_from_workers_too(tmp_path: Path, plugins: None) -> None:
    digest = verify(tmp_path, {"test_a.py": FAILS}, "-n", "1")

    assert (digest.failures[0].left, digest.failures[0].right) == ("'got'", "'want'")


@pytest.mark.slow
def test_success_under_workers_is_a_success(tmp_path: Path, plugins: None) -> None:
    digest = verify(tmp_path, {"test_a.py": PASSES}, "-n", "2")

    assert (digest.status, digest.collected) == ("passed", 1)


@pytest.mark.slow
def test_file_that_cannot_be_loaded_fails_under_workers(tmp_path: Path, plugins: None) -> None:
    files = {"test_a.py": PASSES, "test_b.py": "import no_such_library\n"}
    digest = verify(tmp_path, files, "-n", "2")

    assert (digest.status, digest.passed) == ("collection_error", 1)
    assert [one.msg for one in digest.collection] == ["No module named 'no_such_library'"]


@pytest.mark.slow
def test_rerun_that_passes_is_flaky(tmp_path: Path, plugins: None) -> None:
    files = {
        "test_a.py": """
            import pathlib
            def test_a():
                mark = pathlib.Path("mark")
                seen, _ = mark.exists(), mark.touch()
                assert seen
            """
    }
    digest = verify(tmp_path, files, "--reruns", "2")

    assert (digest.status, digest.passed, digest.flaky) == ("passed", 1, 1)
    assert digest.flaky_ids == ("test_a.py::test_a",)


@pytest.mark.slow
def test_rerun_that_never_passes_is_one_failure(tmp_path: Path, plugins: None) -> None:
    digest = verify(tmp_path, {"test_a.py": FAILS}, "--reruns", "2")

    assert (digest.status, digest.failed, len(digest.failures)) == ("failed", 1, 1)


@pytest.mark.slow
def test_async_tests_run_or_do_not_count(
    tmp_path: Path, plugins: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"test_a.py": "async def test_a():\n    assert 1 == 2\n"}

    assert verify(tmp_path, files, "--asyncio-mode=auto").failures[0].left == "1"
    monkeypatch.delenv("PYTHONPATH")
    assert verify(tmp_path, files).status in ("failed", "no_tests")


@pytest.mark.parametrize("where", ["test", "fixture"])
def test_pytest_exit_with_code_zero_is_an_interruption(tmp_path: Path, where: str) -> None:
    files = {
        "test_a.py": f"""
            import pytest
            def test_fine(): pass
            @pytest.fixture
            def stops():
                if {where == "fixture"}: pytest.exit("enough", returncode=0)
            def test_stop(stops):
                pytest.exit("enough", returncode=0)
            def test_never(): assert False
            """
    }
    digest = verify(tmp_path, files)

    assert (digest.status, digest.exit, digest.passed) == ("interrupted", 0, 1)
    assert "enough" in digest.why
    assert digest.running == ("test_a.py::test_stop",)


def test_pytest_exit_while_loading_is_no_success(tmp_path: Path) -> None:
    conftest = "import pytest\npytest.exit('enough', returncode=0)\n"
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": PASSES})

    assert digest.status in ("not_started", "interrupted")


@pytest.mark.parametrize(
    "conftest",
    [
        "def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n",
        "import os\ndef pytest_unconfigure(config):\n    os._exit(0)\n",
        "import os\ndef pytest_sessionfinish(session):\n    os._exit(0)\n",
        "import atexit, os\natexit.register(os._exit, 0)\n",
    ],
)
def test_exit_code_made_zero_does_not_hide_a_failure(tmp_path: Path, conftest: str) -> None:
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": FAILS})

    assert (digest.status, digest.exit, digest.failed) == ("failed", 0, 1)


@pytest.mark.parametrize("hook", ["pytest_runtest_makereport", "pytest_runtest_logreport"])
def test_outcome_made_passed_does_not_hide_a_failure(tmp_path: Path, hook: str) -> None:
    conftest = {
        "pytest_runtest_makereport": """
            import pytest
            @pytest.hookimpl(hookwrapper=True, tryfirst=True)
            def pytest_runtest_makereport(item, call):
                outcome = yield
                outcome.get_result().outcome = "passed"
            """,
        "pytest_runtest_logreport": """
            import pytest
            @pytest.hookimpl(tryfirst=True)
            def pytest_runtest_logreport(report):
                report.outcome, report.longrepr = "passed", None
            """,
    }[hook]
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": FAILS})

    assert (digest.status, digest.failures[0].id) == ("failed", "test_a.py::test_bad")
    assert "although it raised" in digest.failures[0].note


@pytest.mark.parametrize("outcome", ["skipped", "quarantined"])
def test_outcome_made_milder_does_not_hide_a_failure(tmp_path: Path, outcome: str) -> None:
    conftest = f"""
        import pytest
        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(item, call):
            report = (yield).get_result()
            if report.failed:
                report.outcome, report.longrepr = {outcome!r}, (str(item.path), 1, "known")
        """
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": FAILS + PASSES})

    assert (digest.status, digest.failures[0].id) == ("failed", "test_a.py::test_bad")
    assert digest.failures[0].note == f"reported as {outcome} although it raised"


def test_rerun_that_never_comes_is_no_success(tmp_path: Path) -> None:
    conftest = """
        import pytest
        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(item, call):
            report = (yield).get_result()
            if report.failed:
                report.outcome = "rerun"
        """
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": FAILS + PASSES})

    assert (digest.status, digest.passed, digest.not_run) == ("incomplete", 1, 1)


def test_skipped_and_expected_failures_alone_are_no_tests(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import pytest
            @pytest.mark.skip
            def test_a(): pass
            @pytest.mark.xfail
            def test_b(): assert 0
            """
    }
    digest = verify(tmp_path, files)

    assert (digest.status, digest.exit) == ("no_tests", 0)
    assert (digest.skipped, digest.xfailed) == (1, 1)


def test_no_tests_and_only_collecting_are_no_success(tmp_path: Path) -> None:
    assert verify(tmp_path, {"test_a.py": "x = 1\n"}).status == "no_tests"
    assert verify(tmp_path, {"test_a.py": PASSES}, "--collect-only").status == "no_tests"
    assert verify(tmp_path, {}, "--version").status == "not_started"


def test_strict_expected_failure_that_passes_is_a_failure(tmp_path: Path) -> None:
    files = {"test_a.py": "import pytest\n@pytest.mark.xfail(strict=True)\ndef test_a(): pass\n"}
    digest = verify(tmp_path, files)

    assert digest.status == "failed"
    assert "XPASS(strict)" in digest.failures[0].msg


def test_sys_exit_in_a_test_is_a_failure(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": "import sys\ndef test_a(): sys.exit(0)\n"})

    assert (digest.status, digest.failures[0].exc) == ("failed", "SystemExit")


def test_segmentation_fault_names_the_test(tmp_path: Path) -> None:
    files = {"test_a.py": f"import ctypes\n{PASSES}\ndef test_null():\n    ctypes.string_at(0)\n"}
    digest = verify(tmp_path, files)

    assert (digest.status, digest.exit) == ("crashed", -signal.SIGSEGV)
    assert digest.running == ("test_a.py::test_null",)
    assert str(tmp_path) not in write_json(digest)


def test_file_that_cannot_be_loaded_stops_the_run(tmp_path: Path) -> None:
    files = {
        "test_a.py": PASSES,
        "test_b.py": "import no_such_library\n",
        "test_c.py": "def test_half(:\n    pass\n",
    }
    digest = verify(tmp_path, files)

    assert (digest.status, digest.passed, exit_code(digest)) == ("collection_error", 0, 3)
    assert [one.at for one in digest.collection] == ["test_b.py:1", "test_c.py:1"]
    assert [one.exc for one in digest.collection] == ["ModuleNotFoundError", "SyntaxError"]


def test_conftest_that_raises_is_named(tmp_path: Path) -> None:
    files = {"conftest.py": "import missing_settings\n", "test_a.py": PASSES}
    digest = verify(tmp_path, files)

    assert digest.status == "not_started"
    assert digest.collection[0].id == "conftest.py"
    assert digest.collection[0].msg == "No module named 'missing_settings'"


def test_conftest_of_a_folder_that_raises_is_named(tmp_path: Path) -> None:
    files = {"a/test_a.py": PASSES, "b/conftest.py": "1 / 0\n", "b/test_b.py": PASSES}
    digest = verify(tmp_path, files)

    assert digest.status in ("collection_error", "not_started")
    assert "b/conftest.py" in write_json(digest)


def test_refused_option_and_missing_file_did_not_start(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": PASSES}, "--no-such-option")
    assert (digest.status, digest.exit) == ("not_started", 4)
    assert any("--no-such-option" in line for line in digest.tail)

    digest = verify(tmp_path, {}, "test_nowhere.py")
    assert (digest.status, digest.exit) == ("not_started", 4)


def test_error_of_a_hook_is_an_internal_error(tmp_path: Path) -> None:
    conftest = "def pytest_collection_modifyitems(items):\n    raise RuntimeError('code 7731')\n"
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": PASSES})

    assert digest.status == "internal_error"
    assert "code 7731" in digest.collection[0].msg


def test_interrupted_run_keeps_what_failed_before(tmp_path: Path) -> None:
    files = {"test_a.py": f"{FAILS}\ndef test_key():\n    raise KeyboardInterrupt\n"}
    digest = verify(tmp_path, files)

    assert (digest.status, digest.failures[0].id) == ("interrupted", "test_a.py::test_bad")


def test_stop_at_the_first_failure_is_said(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": FAILS + PASSES}, "-x")

    assert (digest.status, digest.not_run) == ("failed", 1)
    assert digest.stopped == "stopping after 1 failures"


def test_nonzero_exit_without_a_failure_is_a_runner_error(tmp_path: Path) -> None:
    conftest = "def pytest_sessionfinish(session):\n    session.exitstatus = 7\n"
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": PASSES})

    assert (digest.status, digest.exit, exit_code(digest)) == ("runner_error", 7, 3)


def test_hang_is_ended_with_all_its_children(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import subprocess, sys, time
            def test_hangs():
                child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
                open("child", "w").write(str(child.pid))
                while True:
                    try:
                        time.sleep(600)
                    except KeyboardInterrupt:
                        pass
            """
    }
    digest = verify(tmp_path, files, timeout_s=1.5)

    assert (digest.status, digest.exit) == ("timeout", None)
    assert digest.running == ("test_a.py::test_hangs",)
    assert _is_gone(int((tmp_path / "child").read_text()))


@pytest.mark.parametrize(
    ("conftest", "status"),
    [
        ("def pytest_runtestloop():\n    return True\n", "no_tests"),
        ("def pytest_cmdline_main():\n    return 0\n", "not_started"),
        (
            "def pytest_runtest_protocol(item):\n    return 'bad' in item.name or None\n",
            "incomplete",
        ),
        ("import os\nos._exit(0)\n", "not_started"),
        ("import os\ndef pytest_sessionstart():\n    os._exit(0)\n", "not_started"),
    ],
)
def test_conftest_that_takes_over_is_no_success(tmp_path: Path, conftest: str, status: str) -> None:
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": PASSES + FAILS})

    assert (digest.status, digest.exit) == (status, 0)


def test_plugin_that_is_switched_off_is_no_success(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": PASSES}, "-p", "no:skeleton_verify_pytest")

    assert (digest.status, digest.exit) == ("not_started", 0)


def test_hang_and_stop_between_tests_name_the_file(tmp_path: Path) -> None:
    files = {"test_a.py": PASSES, "test_b.py": "import time\ntime.sleep(60)\n"}
    digest = verify(tmp_path / "hangs", files, timeout_s=3)
    assert (digest.status, digest.why) == ("timeout", "the limit of --timeout, in test_b.py")

    files = {"test_a.py": PASSES, "test_b.py": "raise KeyboardInterrupt\n"}
    digest = verify(tmp_path / "stops", files)
    assert (digest.status, digest.why) == ("interrupted", "KeyboardInterrupt, in test_b.py")


def test_hang_after_the_last_test_is_no_success(tmp_path: Path) -> None:
    conftest = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
    digest = verify(tmp_path, {"conftest.py": conftest, "test_a.py": PASSES}, timeout_s=1.5)

    assert (digest.status, digest.passed) == ("timeout", 1)
    assert digest.why == "every test had ended, the process had not"


def test_background_process_that_holds_the_pipes_does_not_hold_the_run(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import subprocess, sys
            def test_a():
                code = "import time; time.sleep(600)"
                subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
                child = subprocess.Popen([sys.executable, "-c", code], close_fds=False)
                open("child", "w").write(str(child.pid))
            """
    }
    started = time.monotonic()
    digest = verify(tmp_path, files, "-s")

    assert digest.status == "passed"
    assert time.monotonic() - started < 20
    assert _is_gone(int((tmp_path / "child").read_text()))


def test_daemon_that_never_stops_printing_does_not_hold_the_run(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import subprocess
            def test_a(): subprocess.Popen(["yes"], start_new_session=True)
            """
    }

    assert verify(tmp_path, files, "-s", timeout_s=20).status == "passed"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_request_to_end_is_an_interruption(tmp_path: Path, number: signal.Signals) -> None:
    files = {"test_a.py": "import time\ndef test_a():\n    time.sleep(60)\n"}
    write(tmp_path, files)
    code = "import sys; from skeleton.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "verify", "--python", sys.executable]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        # a job in the background is started with interrupts ignored, and passes that on
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    threading.Timer(2.5, process.send_signal, [number]).start()
    said = json.loads(process.communicate(timeout=30)[0])

    assert (said["status"], process.returncode) == ("interrupted", 3)
    assert said["running"] == ["test_a.py::test_a"]


def test_forked_child_that_runs_on_is_not_heard(tmp_path: Path) -> None:
    files = {"test_a.py": f"import os\ndef test_a():\n    os.fork()\n{PASSES}"}
    digest = verify(tmp_path, files)

    assert (digest.status, digest.passed) == ("passed", 2)


def test_nested_run_is_not_heard(tmp_path: Path) -> None:
    files = {
        "inner/test_inner.py": FAILS,
        "test_a.py": """
            import pytest
            def test_a(): assert pytest.main(["inner"]) == 1
            """,
    }
    digest = verify(tmp_path, files, "test_a.py")

    assert (digest.status, digest.collected) == ("passed", 1)


def test_digest_printed_by_a_test_is_not_taken_for_ours(tmp_path: Path) -> None:
    fake = '{"schema":"skeleton.verify/1","status":"passed","passed":9}'
    files = {"test_a.py": f"def test_a():\n    print('''{fake}''')\n    assert 0\n"}
    digest = verify(tmp_path, files, "-s")

    assert (digest.status, digest.passed) == ("failed", 0)


def test_junk_in_the_stream_of_events_is_no_success(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import os, stat
            def test_a():
                for fd in range(3, 4096):
                    try:
                        if stat.S_ISFIFO(os.fstat(fd).st_mode):
                            os.write(fd, b'{"event":"finish"}\\n')
                    except OSError:
                        pass
            """
    }
    digest = verify(tmp_path, files)

    assert digest.status == "incomplete"
    assert "something else" in digest.why


def test_closed_descriptors_are_no_false_success(tmp_path: Path) -> None:
    closing = "import os\ndef test_a():\n    os.closerange(3, 256)\n"
    digest = verify(tmp_path, {"test_a.py": closing + FAILS}, "-s", "-p", "no:faulthandler")

    assert digest.status == "failed"
    assert digest.failures[0].id == "test_a.py::test_bad"
    assert verify(tmp_path, {"test_a.py": closing + FAILS}).status != "passed"


def test_patched_functions_do_not_mislead_the_events(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import json, os
            os.write = os.getpid = os.fstat = lambda *a: 1
            json.dumps = lambda *a, **k: "{}"
            """
        + "\n            ".join(["", *FAILS.splitlines()])
    }
    digest = verify(tmp_path, files, "-s")

    assert digest.status == "failed"


def test_files_of_the_run_can_be_deleted_by_a_test(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import shutil
            def test_a(): shutil.rmtree(".skeleton", ignore_errors=True); assert 1 == 2
            """
    }
    verify(tmp_path, files)
    digest = verify(tmp_path, files)

    assert digest.status == "failed"
    assert last_digest(tmp_path) == digest


def test_hundred_megabytes_of_output_are_bounded(tmp_path: Path) -> None:
    files = {
        "test_a.py": """
            import os
            def test_a():
                for _ in range(100): os.write(1, b"x" * 1_000_000)
            """
    }
    digest = verify(tmp_path, files, "-s")
    logs = list((tmp_path / ".skeleton/verify").glob("v-*/output.log"))

    assert digest.status == "passed"
    assert logs[0].stat().st_size < 20_000_000
    assert "bytes not kept" in logs[0].read_text()


def test_interpreter_without_pytest_did_not_start(tmp_path: Path) -> None:
    write(tmp_path, {"test_a.py": PASSES, "python": "#!/bin/sh\necho no pytest here >&2\nexit 1\n"})
    (tmp_path / "python").chmod(0o755)
    digest = run(tmp_path, (), runner="pytest", python=str(tmp_path / "python"))

    assert (digest.status, digest.exit) == ("not_started", 1)
    assert digest.tail == ("no pytest here",)


# What is kept


@pytest.fixture
def tmpfs(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_full_disk_keeps_the_verdict(tmpfs: Path) -> None:
    write(tmpfs, {"test_a.py": FAILS})
    with contextlib.suppress(OSError):
        (tmpfs / "filler").write_bytes(b"x" * 10**6)
    digest = run(tmpfs, (), runner="pytest", python=sys.executable)

    assert (digest.status, digest.failures[0].left) == ("failed", "'got'")
    assert digest.log is not None
    assert digest.log.kept == "in the user's cache folder"
    assert "assert 'got' == 'want'" in failure_text(tmpfs, "test_bad")


def test_read_only_project_is_verified_all_the_same(tmpfs: Path) -> None:
    write(tmpfs, {"test_a.py": FAILS})
    subprocess.run(["mount", "-o", "remount,ro", str(tmpfs)], check=True)
    digest = run(tmpfs, (), runner="pytest", python=sys.executable)

    assert digest.status == "failed"
    assert digest.log is not None
    assert digest.log.kept == "in the user's cache folder"


def test_five_runs_are_kept_and_ignored_by_git(tmp_path: Path) -> None:
    digest = verify(tmp_path, {"test_a.py": FAILS})
    for n in range(6):
        digest = named(replace(digest, passed=n))
        keep(tmp_path, digest, [], "", [])
    folder = tmp_path / ".skeleton/verify"

    assert (folder / ".gitignore").read_text() == "*\n"
    assert len(list(folder.glob("v-*"))) == 5
    assert last_digest(tmp_path).passed == 5
    assert sorted(path.name for path in folder.glob(".part-*")) == []


def test_shown_failure_holds_trace_output_and_locals(tmp_path: Path) -> None:
    files = {
        "test_a.py": "def test_a():\n    rows = [1, 2]\n    print('said')\n    assert rows == 3\n"
    }
    verify(tmp_path, files)
    text = failure_text(tmp_path, "test_a.py::test_a")
    output = failure_text(tmp_path, "output")

    assert ">       assert rows == 3" in text or ">   assert rows == 3" in text
    assert "--- Captured stdout call ---\nsaid" in text
    assert "rows = [1, 2]" in text
    assert "1 failed in" in output
    with pytest.raises(NoRun, match=r"test_a\.py::test_a"):
        failure_text(tmp_path, "test_b")


# The command


def test_command_gives_what_stands_after_the_dashes_to_the_runner(tmp_path: Path) -> None:
    write(tmp_path, {"test_a.py": FAILS + PASSES})
    options = ["verify", ".", "--python", sys.executable]

    printed = run_command([*options, "--", "-k", "fine"], tmp_path)
    assert (printed.code, json.loads(printed.out)["deselected"]) == (0, 1)
    printed = run_command(options, tmp_path)
    assert (printed.code, json.loads(printed.out)["status"]) == (1, "failed")
    assert run_command(["verify", "--last"], tmp_path).out == printed.out
    assert "'got' == 'want'" in run_command(["verify", "--show", "test_bad"], tmp_path).out
    assert run_command(["verify", "--runner", "nope"], tmp_path).code == 2
    assert run_command(["verify", "--show", "test_nowhere"], tmp_path).code == 2


def test_text_says_the_verdict_first(tmp_path: Path) -> None:
    text = write_text(verify(tmp_path, {"test_a.py": FAILS}))

    assert text.startswith("failed: 0 passed, 1 failed (pytest)\n\ntest_a.py::test_bad\n")


def _is_gone(pid: int) -> bool:
    """Wait a moment for a process to end; one that nobody has reaped yet is gone too."""
    for _ in range(40):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.05)
    return False
