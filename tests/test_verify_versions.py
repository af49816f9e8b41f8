"""`skeleton verify` in the environments that projects have: nothing is installed into them."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

import pytest

from skeleton.verify.runners import INJECT
from skeleton.verify.writing import write_json
from tests.verifying import SUITE, interpreter, packages, verify

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENTS = [
    ("3.8", "pytest==6.2.5"),
    ("3.8", "pytest==7.4.4"),
    ("3.9", "pytest==8.4.2"),
    ("3.10", "pytest==8.0.2"),
    ("3.12", "pytest==7.4.4"),
    ("3.13", "pytest>=9,<10"),
]


def test_injected_code_is_valid_python_3_8_and_needs_nothing() -> None:
    allowed = {"pytest", "skeleton_verify_events", *sys.stdlib_module_names}
    for path in sorted(INJECT.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"), feature_version=(3, 8))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert {one.name.split(".")[0] for one in node.names} <= allowed
            elif isinstance(node, ast.ImportFrom) and node.module != "skeleton.verify.inject":
                assert node.module in allowed  # that one is for type checkers alone


@pytest.mark.slow
@pytest.mark.parametrize(("version", "requirement"), ENVIRONMENTS)
def test_digest_is_the_same_under_every_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, requirement: str
) -> None:
    expected = write_json(verify(tmp_path, SUITE))
    python = interpreter(version)
    monkeypatch.setenv("PYTHONPATH", packages(python, requirement))

    assert write_json(verify(tmp_path, {}, python=python)) == expected


@pytest.mark.parametrize("version", ["3.8", "3.13"])
def test_unittest_runs_without_pytest(tmp_path: Path, version: str) -> None:
    files = {
        "test_a.py": """
            import unittest

            class TestA(unittest.TestCase):
                def test_ok(self): self.assertTrue(1)
                def test_bad(self): self.assertEqual({"a": 1}, {"a": 2})
                def test_rows(self):
                    for row in (1, 2):
                        with self.subTest(row=row):
                            self.assertEqual(row, 1)
                @unittest.skip("no")
                def test_skip(self): pass
                @unittest.expectedFailure
                def test_known(self): self.assertTrue(0)
                @unittest.expectedFailure
                def test_odd(self): pass

            class TestB(unittest.TestCase):
                @classmethod
                def setUpClass(cls): raise OSError("away")
                def test_never(self): pass
            """,
        "test_b.py": "import no_such_library\n",
    }
    digest = verify(tmp_path, files, python=interpreter(version), runner="unittest")
    failures = {one.id: one for one in digest.failures}

    assert (digest.status, digest.runner, digest.collected) == ("failed", "unittest", 7)
    assert (digest.passed, digest.failed, digest.error) == (1, 3, 1)
    assert (digest.skipped, digest.xfailed, digest.not_run) == (1, 1, 1)
    assert failures["test_a.TestA.test_bad"].at == "test_a.py:5"
    assert failures["test_a.TestA.test_rows"].sub == "row=2"
    assert failures["test_a.TestA.test_odd"].msg == "unexpected success"
    assert failures["setUpClass (test_a.TestB)"].msg == "away"
    assert [(one.id, one.msg) for one in digest.collection] == [
        ("test_b", "ModuleNotFoundError: No module named 'no_such_library'")
    ]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("self.assertTrue(1)", "passed"),
        ("import os; os._exit(0)", "crashed"),
        ("import sys; sys.exit(0)", "failed"),
        ("raise KeyboardInterrupt", "interrupted"),
        ("self.skipTest('no')", "no_tests"),
    ],
)
def test_unittest_is_judged_like_pytest(tmp_path: Path, body: str, status: str) -> None:
    text = (
        f"import unittest\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        {body}\n"
    )
    digest = verify(tmp_path, {"test_a.py": text}, runner="unittest")

    assert digest.status == status
    assert (digest.running == ("test_a.T.test_a",)) == (status in ("crashed", "interrupted"))
