"""What every test may use: an own cache, the measures beside the project, `--update-golden`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the expected files of golden/ anew, list those that changed, and fail",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError(
            "--update-golden is for people who read the diff: not where CI is set"
        )


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep the cache of whoever runs the tests out of them, and the tests out of that cache."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["SKELETON_CACHE_DIR"] = str(folder)
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of measures beside the project."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        message = "no ../shared beside the project: its measures are not run"
        if os.environ.get("SKELETON_REQUIRE_SHARED"):
            pytest.fail(message)
        pytest.skip(message)
    return folder
