"""Makes small projects, verifies them, and finds interpreters and packages to do it with."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from skeleton.verify import run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skeleton.model import RunDigest


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write the files of a project, each text without its common indent."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), "utf-8")
    return folder


def verify(
    folder: Path,
    files: Mapping[str, str],
    *arguments: str,
    python: str = sys.executable,
    runner: str = "pytest",
    timeout_s: float = 60,
) -> RunDigest:
    """Run the tests of a project made of `files`."""
    root = write(folder, files)
    return run(root, (), runner=runner, python=python, timeout_s=timeout_s, arguments=arguments)


@functools.cache
def interpreter(version: str) -> str:
    """Return the Python of that version that pyenv has; skips the test where it has none."""
    base = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(base.glob(f"{version}.*/bin/python")) if base.is_dir() else []
    if not found:
        pytest.skip(f"no Python {version} under pyenv")
    return str(found[-1])


@functools.cache
def packages(python: str, *requirements: str) -> str:
    """Return a folder of packages for an interpreter, for PYTHONPATH; made once a machine.

    Skips the test where they cannot be installed.
    """
    name = hashlib.sha256("\0".join((python, *requirements)).encode()).hexdigest()[:16]
    place = Path(tempfile.gettempdir()) / "skeleton-test-packages" / name
    if not place.is_dir():
        beside = Path(tempfile.mkdtemp(prefix="skeleton-test-packages-"))
        command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        command += ["--target", str(beside), *requirements]
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            shutil.rmtree(beside)
            pytest.skip(f"{', '.join(requirements)} cannot be installed: {done.stderr[-200:]}")
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.rename(place)
        except OSError:  # somebody else was faster
            shutil.rmtree(beside)
    return str(place)


@functools.cache
def node_modules() -> str:
    """Return a folder with jest and vitest, made once a machine; skips the test without npm."""
    place = Path(tempfile.gettempdir()) / "skeleton-test-packages" / "node-jest30-vitest4"
    if not place.is_dir():
        beside = Path(tempfile.mkdtemp(prefix="skeleton-test-packages-"))
        (beside / "package.json").write_text('{"private": true}')
        command = [program("npm"), "install", "--no-audit", "--no-fund", "jest@30", "vitest@4"]
        done = subprocess.run(command, cwd=beside, capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(beside)
            pytest.skip(f"jest and vitest cannot be installed: {done.stderr[-200:]}")
        place.parent.mkdir(parents=True, exist_ok=True)
        beside.rename(place)
    return str(place / "node_modules")


def program(name: str) -> str:
    """Return a program of the machine; skips the test where there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


SUITE = {
    "pay/__init__.py": "",
    "pay/check.py": '''
        """Checks on amounts, several calls away from whoever asks."""


        def require(amount, cap, trail):
            """Compare, at the bottom of a long call."""
            note = f"amount={amount} cap={cap} trail={trail}"
            print("check:", note)
            if amount > cap:
                raise AssertionError(f"cap: {amount} != {cap}")
            return amount


        def descend(amount, cap, depth, trail=()):
            """Go down before anything is compared."""
            context = {"amount": amount, "cap": cap, "depth": depth, "trail": trail}
            print("descend:", context)
            if depth == 0:
                return require(amount, cap, trail)
            return descend(amount, cap, depth - 1, (*trail, depth))
        ''',
    "pay/settle.py": '''
        """Settles transactions in batches."""

        from pay.check import descend


        def settle(batch):
            """Return the ids of a batch in the order in which they are settled."""
            print("settle: batch of", len(batch), batch[:2])
            return [one["id"] for one in sorted(batch, key=lambda one: one["id"])]


        def capped(amount, cap=14000):
            """Return an amount that is under the cap."""
            return descend(amount, cap, 12)


        def rate(tier, amount):
            """Return cents of a fee."""
            print("rate:", tier, amount)
            return {"std": 250, "gold": 100}[tier] * amount // 10000
        ''',
    "tests/test_settle.py": """
        import pytest

        from pay.settle import capped, settle


        def batch(*ids):
            return [{"id": one, "amount": 100, "currency": "EUR"} for one in ids]


        @pytest.mark.parametrize("count", range(26))
        def test_settles(count):
            got = settle(batch(*"abcdefghijklmnopqrstuvwxyz"[:count]))
            print("debug: got", got, "for", count, "transactions")
            assert len(got) == count


        def test_order():
            got = settle(batch("b", "a"))
            print("debug: order", got)
            assert list(got) == ["b", "a"]


        def test_cap():
            print("debug: cap follows")
            assert capped(12000, cap=14000) == 12000
            capped(15000)
        """,
    "tests/test_rates.py": """
        import pytest

        from pay.settle import rate


        @pytest.mark.parametrize("amount", range(0, 2500, 100))
        def test_gold(amount):
            print("debug: gold", amount, "table", {"std": 250, "gold": 100})
            assert rate("gold", amount) == amount // 100


        def test_tier():
            print("debug: tier")
            rate("silver", 100)
        """,
    "tests/test_audit.py": """
        import pytest

        from pay.settle import settle


        @pytest.mark.parametrize("count", range(25))
        def test_keeps(count):
            rows = [{"id": n, "lines": ["x" * 20] * 3} for n in range(count)]
            print("debug: audit of", len(rows), "rows", rows[:3])
            assert settle(rows) == list(range(count))


        def test_total():
            rows = [{"id": n, "amount": n * 100} for n in range(5)]
            total = sum(row["amount"] for row in rows)
            print("debug: total", total)
            assert total == 900
        """,
}
"""80 tests, 4 failures over 3 modules, deep calls, debug output."""
