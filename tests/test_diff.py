"""`skeleton diff`: revisions of small repositories, read from git's objects."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = """def fee(amount, bps=10):
    if amount < 0:
        raise ValueError(amount)
    return amount
"""
AFTER = BEFORE.replace("bps", "*, bps").replace("<", "<=")


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=n@example.org", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit(folder: Path, files: dict[str, str | bytes | None]) -> str:
    for path, text in files.items():
        whole = folder / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            whole.unlink()
        else:
            whole.write_bytes(text if isinstance(text, bytes) else text.encode())
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "a change")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    commit(
        tmp_path,
        {"shop/rates.py": BEFORE, "shop/__init__.py": "", "tests/test_a.py": "def test_a(): ...\n"},
    )
    git(tmp_path, "tag", "v1")
    return tmp_path


def kinds(folder: Path, *arguments: str) -> list[tuple[str, str]]:
    printed = run(["diff", *arguments, "--format", "json"], folder)
    assert printed.code == 0, printed.err
    return [(one["kind"], one["breaking"]) for one in json.loads(printed.out).get("changes", [])]


def test_the_working_tree_is_compared_with_the_last_commit(shop: Path) -> None:
    assert kinds(shop) == []

    (shop / "shop/rates.py").write_text(AFTER)

    assert kinds(shop) == [("clause_tightened", "yes"), ("parameter_kind", "yes")]


def test_two_revisions_are_compared_whatever_is_checked_out(shop: Path) -> None:
    commit(shop, {"shop/rates.py": AFTER})
    (shop / "shop/rates.py").write_text("")

    both = kinds(shop, "v1", "HEAD")

    assert both == [("clause_tightened", "yes"), ("parameter_kind", "yes")]
    assert kinds(shop, "v1..HEAD") == kinds(shop, "--base", "v1", "--head", "main") == both
    assert git(shop, "status", "--porcelain") == "M shop/rates.py"


def test_three_dots_compare_with_where_the_lines_parted(shop: Path) -> None:
    git(shop, "checkout", "-q", "-b", "side")
    commit(shop, {"shop/other.py": "def new(): ...\n"})
    git(shop, "checkout", "-q", "main")
    commit(shop, {"shop/rates.py": AFTER})

    assert kinds(shop, "main...side") == [("added", "no")]


def test_only_what_lies_below_the_paths_is_compared(shop: Path) -> None:
    (shop / "shop/rates.py").write_text(AFTER)
    (shop / "shop/new.py").write_text("def new(): ...\n")

    assert kinds(shop, "shop/new.py") == [("added", "no")]
    assert kinds(shop, "v1", "shop/new.py") == [("added", "no")]


def test_what_is_public_is_decided_by_files_that_lie_elsewhere(shop: Path) -> None:
    front = {"shop/__init__.py": "from ._inner.costs import fee\n"}
    commit(shop, {**front, "shop/_inner/costs.py": BEFORE, "shop/use.py": "import shop\n"})
    changed = {"shop/_inner/costs.py": AFTER, "shop/rates.py": AFTER}
    commit(shop, {"shop/__init__.py": front["shop/__init__.py"] + "X = 1\n", **changed})

    def ids(*paths: str) -> list[str]:
        printed = run(["diff", "HEAD~1", "HEAD", *paths, "--format", "json"], shop)
        return [one["id"] for one in json.loads(printed.out)["changes"]]

    part = ids("shop/_inner")

    assert set(part) == {"shop/_inner/costs.py::fee"}
    assert part == [one for one in ids() if one.startswith("shop/_inner/")]


def test_a_path_that_only_the_base_has_can_be_named(shop: Path) -> None:
    (shop / "shop/rates.py").unlink()

    assert kinds(shop, "HEAD", "shop/rates.py") == [("removed", "yes")]


def test_a_folder_that_only_the_base_has_can_be_named(shop: Path) -> None:
    commit(shop, {"a/b/c/deep.py": "def f(): ...\n", "a/top.py": "def g(): ...\n"})
    (shop / "a/b/c/deep.py").unlink()

    assert kinds(shop, "HEAD", "a/b") == [("removed", "yes")]


def test_tests_are_left_out_unless_they_are_named(shop: Path) -> None:
    (shop / "tests/test_a.py").write_text("")

    assert kinds(shop) == []
    assert kinds(shop, "tests") == [("removed", "yes")]


def test_a_run_in_a_folder_counts_paths_from_there(shop: Path) -> None:
    (shop / "shop/rates.py").write_text(AFTER)

    printed = run(["diff"], shop / "shop")

    assert printed.out.startswith("rates.py\n")


def test_a_contract_that_a_helper_elsewhere_gives_is_compared_too(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    use = "from helper import check\ndef fee(amount):\n    check(amount)\n    return 1\n"
    helper = "def check(amount):\n    if amount < 0:\n        raise ValueError(amount)\n"
    commit(tmp_path, {"use.py": use, "helper.py": helper})
    (tmp_path / "helper.py").write_text("def check(amount):\n    return amount\n")

    printed = run(["diff", "--format", "json"], tmp_path)

    found = {(one["id"], one["kind"]) for one in json.loads(printed.out)["changes"]}
    assert ("helper.py::check", "clause_removed") in found
    assert ("use.py::fee", "clause_removed") in found


@pytest.mark.parametrize(
    ("word", "code"), [("breaking", 1), ("removed", 0), ("contracts", 1), ("removed,breaking", 1)]
)
def test_a_change_that_fail_on_names_makes_the_exit_code_1(
    shop: Path, word: str, code: int
) -> None:
    (shop / "shop/rates.py").write_text(AFTER)

    assert run(["diff", "--fail-on", word], shop).code == code


def test_an_unknown_word_of_fail_on_is_refused(shop: Path) -> None:
    printed = run(["diff", "--fail-on", "everything"], shop)

    assert printed.code == 2
    assert "breaking" in printed.err


def test_an_unknown_revision_names_those_that_look_like_it(shop: Path) -> None:
    printed = run(["diff", "--base", "mian"], shop)

    assert printed.code == 2
    assert "did you mean main" in printed.err


def test_a_word_that_is_neither_revision_nor_path_is_refused(shop: Path) -> None:
    printed = run(["diff", "v1", "shop/rats.py"], shop)

    assert printed.code == 2
    assert "shop/rates.py" in printed.err


def test_outside_a_repository_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")

    printed = run(["diff"], tmp_path)

    assert printed.code == 2
    assert "not in a git repository" in printed.err


def test_a_revision_that_looks_like_an_option_is_none(shop: Path) -> None:
    printed = run(["diff", "--base=--output=x"], shop)

    assert printed.code == 2
    assert not (shop / "x").exists()


def test_nothing_that_the_configuration_names_is_run(shop: Path) -> None:
    hook = shop / "hook"
    hook.write_text("#!/bin/sh\ntouch ran\ncat\n")
    hook.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "filter.x.clean", "filter.x.smudge"):
        git(shop, "config", name, str(hook))
    (shop / ".gitattributes").write_text("*.py filter=x\n")
    (shop / "shop/rates.py").write_text(AFTER)

    run(["diff"], shop)

    assert not (shop / "ran").exists()


def test_files_that_are_no_text_are_told_of(shop: Path) -> None:
    commit(shop, {"shop/rates.py": b"\x00\x01"})

    printed = run(["diff", "v1", "HEAD", "--format", "json"], shop)

    found = json.loads(printed.out)
    assert [one["breaking"] for one in found["changes"]] == ["unknown"]
    assert [one["code"] for one in found["diagnostics"]] == ["binary"]


def test_line_ends_alone_change_nothing(shop: Path) -> None:
    (shop / "shop/rates.py").write_bytes(BEFORE.replace("\n", "\r\n").encode())

    assert kinds(shop) == []


def test_links_and_submodules_are_not_read(shop: Path) -> None:
    (shop / "link.py").symlink_to("shop/rates.py")
    git(shop, "add", "-A")
    git(shop, "commit", "-q", "-m", "link")
    (shop / "link.py").unlink()

    assert kinds(shop) == []


@pytest.mark.parametrize("format_", ["text", "markdown", "json"])
def test_every_format_is_the_same_twice_and_ends_with_a_line_feed(shop: Path, format_: str) -> None:
    (shop / "shop/rates.py").write_text(AFTER)

    first = run(["diff", "--format", format_], shop)

    assert first.out == run(["diff", "--format", format_], shop).out
    assert first.out.endswith("\n")
    assert "fee" in first.out


def test_text_says_what_breaks_and_why(shop: Path) -> None:
    (shop / "shop/rates.py").write_text(AFTER)

    out = run(["diff"], shop).out

    assert (
        "breaking   fee :1 parameter bps kind changed: positional or named → keyword only;"
        " it is taken by name only" in out
    )
    assert "2 changes: 2 breaking, 0 may break, 0 do not" in out


# What `verify --base` says


SETTLE = '''"""Settles. CAP is 12000 a batch."""
CAP = 12000


def settle(rows, tier="std"):
    """Settle.

    Args:
        rows: The rows.
        tier: Which tier.

    Raises:
        ValueError: If there are none.
    """
    if not rows:
        raise ValueError("none")
    return tier


def checked(a):
    assert a > 0
    return a
'''


def verified(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    chosen = ["--runner", "pytest", "--python", sys.executable]
    printed = run(["verify", *chosen, *arguments], folder)
    assert printed.code in (0, 1), printed.err
    return printed.code, json.loads(printed.out)


@pytest.fixture
def settled(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    commit(
        tmp_path,
        {
            "pay/settle.py": SETTLE,
            "tests/test_settle.py": "def test_cap():\n    # CAP is 12000\n    assert True\n",
            ".gitignore": "__pycache__\n.pytest_cache\n.skeleton\n",
        },
    )
    return tmp_path


def test_a_run_tells_what_changed_against_a_base(settled: Path) -> None:
    text = SETTLE.replace('rows, tier="std"', "rows, *, level").replace("return tier", "return 1")
    (settled / "pay/settle.py").write_text(text + "\n\ndef extra(): ...\n")

    code, digest = verified(settled, "--base", "HEAD")

    (change,) = digest["interface"]["changed"]
    assert code == 0
    assert (change["id"], change["was"], change["now"]) == (
        "pay/settle.py::settle",
        '(rows, tier="std")',
        "(rows, *, level)",
    )
    assert change["breaking"] == [
        "parameter level added: calls without it fail",
        "parameter tier removed: calls that pass it fail",
    ]
    assert (digest["interface"]["added"], digest["interface"]["removed"]) == (1, [])


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [
        (
            '    if not rows:\n        raise ValueError("none")\n',
            "",
            ("raises ValueError", "doc:L13"),
        ),
        (', tier="std"', "", ("parameter tier", "doc:L10")),
        ("    assert a > 0\n", "", ("asserts a > 0", "assert:L21")),
        ("CAP = 12000", "CAP = 14000", ("CAP is 12000", "pay/settle.py:1")),
        ("CAP = 12000", "CAP = 14000", ("CAP is 12000", "tests/test_settle.py:2")),
    ],
)
def test_a_contract_that_the_code_does_not_keep_any_more_is_broken(
    settled: Path, before: str, after: str, broken: tuple[str, str]
) -> None:
    (settled / "pay/settle.py").write_text(SETTLE.replace(before, after))

    code, digest = verified(settled, "--fail-on", "tests,contracts")

    assert code == 1
    assert broken in [(one["contract"], one["from"]) for one in digest["contracts"]["broken"]]


def test_a_run_without_a_change_breaks_nothing(settled: Path) -> None:
    code, digest = verified(settled, "--fail-on", "tests,removed,breaking,contracts")

    assert code == 0
    assert digest["interface"]["changed"] == digest["contracts"]["broken"] == []


def test_a_removed_name_fails_a_run_that_asks_for_it(settled: Path) -> None:
    (settled / "pay/settle.py").write_text(SETTLE.partition("\n\ndef checked")[0])

    code, digest = verified(settled, "--fail-on", "removed")

    assert code == 1
    assert digest["interface"]["removed"] == ["pay/settle.py::checked"]


def test_text_of_a_run_has_what_changed_and_what_is_broken(settled: Path) -> None:
    (settled / "pay/settle.py").write_text(SETTLE.replace("    assert a > 0\n", ""))
    chosen = ["--runner", "pytest", "--python", sys.executable, "--base", "HEAD"]

    out = run(["verify", *chosen, "--format", "text"], settled).out

    assert "interface against HEAD: 1 changed, 0 added, 0 removed" in out
    assert "pay/settle.py::checked asserts a > 0 (assert:L21)" in out
