"""The hooks, run by the real pre-commit and by prek: what they write, refuse and leave alone.

The fast twin runs `skeleton` of this environment; the slow test installs the hooks from a clone of
this checkout, as a user does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
import yaml

from skeleton.config import read_config
from tests.running import ROOT

HOOKS = ROOT / ".pre-commit-hooks.yaml"
SOURCE = (
    "def check(value: int) -> int:\n    if value < 0:\n        raise ValueError\n    return value\n"
)
LOCAL = """
repos:
- repo: local
  hooks:
  - id: skeleton-docs
    name: skeleton interface docs
    entry: {command}
    language: system
    always_run: true
    pass_filenames: false
"""
CLONED = """
repos:
- repo: {clone}
  rev: {rev}
  hooks:
  - id: skeleton-docs
  - id: skeleton-contracts
"""


class Project:
    """A repository with a hook, and the tool that runs it."""

    def __init__(self, folder: Path, tool: Path, hooks: str) -> None:
        self.folder, self.tool = folder, tool
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("GIT_")
        } | {
            "HOME": str(folder.parent),
            "PRE_COMMIT_HOME": str(folder.parent / "pre-commit"),
            "PREK_HOME": str(folder.parent / "prek"),
            "GIT_CONFIG_GLOBAL": str(folder.parent / "gitconfig"),
            "GIT_CONFIG_SYSTEM": os.devnull,
        }
        (folder.parent / "gitconfig").write_text(
            "[user]\nname = A\nemail = a@example.org\n[init]\ndefaultBranch = main\n"
            '[protocol "file"]\nallow = always\n'
        )
        (folder / "shop").mkdir(parents=True)
        (folder / "shop" / "money.py").write_text(SOURCE)
        (folder / "shop" / "rates.py").write_text("def rate() -> int: ...\n")
        (folder / "skeleton.toml").write_text(
            'docs = [{ out = "docs/api.md", paths = ["shop"] }]\n'
        )
        (folder / ".pre-commit-config.yaml").write_text(hooks)
        self.git("init", "-q")
        self.git("add", "-A")

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def git(self, *words: str) -> str:
        done = self.call("git", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def hook(self, *words: str) -> tuple[int, str]:
        """Run every hook as a commit would; return the exit code and what was printed."""
        done = self.call(str(self.tool), "run", *words)
        return done.returncode, done.stdout + done.stderr

    @property
    def document(self) -> str:
        return (self.folder / "docs" / "api.md").read_text()


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `pre-commit` and `prek`, installed once for all tests of a run."""
    folder = tmp_path_factory.mktemp("tools") / "venv"
    venv.create(folder, with_pip=True)
    binaries = folder / ("Scripts" if sys.platform == "win32" else "bin")
    install = [str(binaries / "python"), "-m", "pip", "install", "-qq", "pre-commit", "prek"]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("pre-commit and prek cannot be installed: no package index can be reached")
    return binaries


def test_hooks_are_those_that_the_readme_of_a_project_can_name() -> None:
    text = HOOKS.read_text("utf-8")

    assert re.findall(r"^- id: (\S+)", text, re.MULTILINE) == [
        "skeleton-docs",
        "skeleton-docs-check",
        "skeleton-contracts",
    ]


def test_this_repository_runs_its_own_hook() -> None:
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    (ours,) = repository["hooks"]
    (shipped,) = [
        one for one in yaml.safe_load(HOOKS.read_text("utf-8")) if one["id"] == ours["id"]
    ]
    settled = ("name", "always_run", "pass_filenames", "require_serial")

    assert ours["entry"] == f"python -m {shipped['entry']}"
    assert [ours[key] for key in settled] == [shipped[key] for key in settled]
    assert read_config(ROOT).docs  # which test_documents finds true


def test_the_command_of_each_hook_is_understood(tmp_path: Path) -> None:
    """As pre-commit would call it: in a repository with a commit, every document true."""
    project = Project(tmp_path / "project", Path("git"), "")
    project.git("commit", "-q", "-m", "sources")
    for entry in re.findall(r"entry: skeleton (.*)", HOOKS.read_text("utf-8")):
        words = entry.split()
        command = (sys.executable, "-m", "skeleton", *words)
        project.environment |= {"PRE_COMMIT": "1", "PYTHONPATH": str(ROOT)}
        codes = [project.call(*command).returncode for _ in range(2)]

        assert codes == ([1, 0] if words == ["docs"] else [0, 0]), entry


def follow_a_project(project: Project) -> None:
    """Create, stage in part, delete: what a hook says and writes at each step."""
    code, printed = project.hook("--all-files")
    assert code == 1, printed
    assert "docs/api.md written" in printed
    assert "shop/rates.py" in project.document
    project.git("add", "-A")
    assert project.hook("--all-files")[0] == 0
    project.git("commit", "-q", "-m", "first", "--no-verify")

    # untracked sources stay out
    (project.folder / "shop" / "draft.py").write_text("def draft() -> None: ...\n")
    assert project.hook("--all-files")[0] == 0

    # of a file that is staged in part, what is staged counts
    money = project.folder / "shop" / "money.py"
    money.write_text(SOURCE.replace("check", "verified"))
    project.git("add", "shop/money.py")
    money.write_text(SOURCE.replace("check", "unstaged"))
    assert project.hook()[0] == 1
    assert "def verified" in project.document
    assert "unstaged" not in project.document
    assert "draft" not in project.document
    assert "unstaged" in money.read_text()
    project.git("add", "docs")
    project.git("commit", "-q", "-m", "second", "--no-verify")
    money.write_text(SOURCE.replace("check", "verified"))
    assert project.hook("--all-files")[0] == 0

    # a commit that only deletes
    project.git("rm", "-q", "shop/rates.py")
    assert project.hook()[0] == 1
    assert "rates" not in project.document
    project.git("add", "docs")
    assert project.hook()[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["pre-commit", "prek"])
def test_a_hook_of_this_environment_follows_a_project(
    tool: str, tools: Path, tmp_path: Path
) -> None:
    hooks = LOCAL.format(command=f"env PYTHONPATH={ROOT} {sys.executable} -m skeleton docs")

    follow_a_project(Project(tmp_path / "project", tools / tool, hooks))


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["pre-commit", "prek"])
def test_a_hook_of_a_clone_follows_a_project(tool: str, tools: Path, tmp_path: Path) -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a checkout: there is nothing to clone")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    rev = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=clone, capture_output=True, text=True, check=True
    ).stdout.strip()
    project = Project(tmp_path / "project", tools / tool, "repos: []\n")
    project.git("commit", "-q", "-m", "sources", "--no-verify")
    (project.folder / ".pre-commit-config.yaml").write_text(CLONED.format(clone=clone, rev=rev))
    project.git("add", "-A")

    code, printed = project.hook("skeleton-docs", "--all-files")
    assert (code, "docs/api.md written" in printed) == (1, True), printed
    project.git("add", "-A")
    code, printed = project.hook("--all-files")
    assert code == 0, printed
    project.git("commit", "-q", "-m", "documents", "--no-verify")
    project.git("rm", "-q", "shop/rates.py")
    assert project.hook("skeleton-docs")[0] == 1
    assert "rates" not in project.document

    # a rule that callers rely on goes away
    (project.folder / "shop" / "money.py").write_text("def check(value: int) -> int: ...\n")
    project.git("add", "-A")
    assert project.hook("skeleton-contracts", "--all-files")[0] == 1
