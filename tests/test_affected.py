"""`skeleton verify --affected`: which tests a change may concern, and when that cannot be told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from skeleton.choosing import choose_tests
from skeleton.errors import UnknownRevision
from skeleton.verifying import VerifyOptions, verify_run
from tests.running import run as run_command
from tests.test_verify_reports import script_project
from tests.verifying import program, write

if TYPE_CHECKING:
    from pathlib import Path

    from skeleton.choosing import Choice

SHOP = {
    ".gitignore": "__pycache__\n.pytest_cache\n.skeleton\nnode_modules\n",
    "shop/__init__.py": "",
    "shop/rates.py": "from shop.deep import base\n\n\ndef fee(n):\n    return base(n)\n",
    "shop/deep.py": "def base(n):\n    return n * 2\n",
    "shop/names.py": "def name():\n    return 'shop'\n",
    "tests/test_rates.py": """
        import pytest

        from shop.rates import fee


        @pytest.mark.parametrize("n", [1, 2, 3])
        def test_fee(n):
            assert fee(n) == 2 * n


        def test_none():
            assert fee(0) == 0
        """,
    "tests/test_names.py": """
        from shop.names import name


        def test_name():
            assert name() == "shop"
        """,
}
RATES, NAMES = "tests/test_rates.py", "tests/test_names.py"


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def committed(folder: Path, files: dict[str, str]) -> Path:
    """Make a repository of some files."""
    write(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "all")
    return folder


def add(folder: Path, *paths: str) -> None:
    """Add a line to some files."""
    for path in paths:
        with (folder / path).open("a") as file:
            file.write("\n")


def choose(folder: Path, *paths: str, base: str = "HEAD", runner: str = "pytest") -> Choice:
    return choose_tests(folder, base, runner, paths)


def left_out(folder: Path) -> tuple[str, ...]:
    """Which test files are not run with pytest; none must be left out for want of knowledge."""
    choice = choose(folder)
    assert choice.digest.all == ""
    return choice.leave_out


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return committed(tmp_path, SHOP)


# What is run


def test_tests_that_reach_a_change_through_other_files_are_run_alone(shop: Path) -> None:
    (shop / "shop/deep.py").write_text("def base(n):\n    return n * 3\n")
    digest = verify_run(
        shop, VerifyOptions(affected="HEAD", runner="pytest", python=sys.executable)
    )

    assert (digest.status, digest.collected, digest.passed, digest.failed) == ("failed", 4, 1, 3)
    assert digest.affected is not None
    assert (digest.affected.files, digest.affected.left_out_files) == (1, 1)


def test_left_out_tests_are_counted_as_they_are_written(shop: Path) -> None:
    add(shop, "shop/names.py")
    said = choose(shop).digest

    assert (said.changed, said.files, said.left_out_files, said.left_out) == (1, 1, 1, 2)


def test_changed_test_file_is_run_itself(shop: Path) -> None:
    add(shop, NAMES)

    assert left_out(shop) == (RATES,)


def test_front_of_a_package_is_loaded_with_every_module_of_it(shop: Path) -> None:
    add(shop, "shop/__init__.py")

    assert left_out(shop) == ()


def test_what_the_front_of_a_package_imports_is_reached_too(tmp_path: Path) -> None:
    committed(tmp_path, {**SHOP, "shop/__init__.py": "from shop import names\n"})
    add(tmp_path, "shop/names.py")

    assert left_out(tmp_path) == ()


def test_names_of_all_are_modules_that_a_star_imports(tmp_path: Path) -> None:
    files = {
        "shop/__init__.py": "__all__ = ['names']\n",
        RATES: "from shop import *\n\n\ndef test_name():\n    assert names.name()\n",
    }
    committed(tmp_path, {**SHOP, **files})
    add(tmp_path, "shop/names.py")

    assert left_out(tmp_path) == ()


def test_source_behind_a_stub_is_reached(tmp_path: Path) -> None:
    committed(tmp_path, {**SHOP, "shop/rates.pyi": "def fee(n: int) -> int: ...\n"})
    add(tmp_path, "shop/deep.py")

    assert left_out(tmp_path) == (NAMES,)


def test_helper_of_tests_is_reached_by_those_that_import_it(tmp_path: Path) -> None:
    files = {"tests/helper.py": "ONE = 1\n", NAMES: "import helper\nfrom shop.names import name\n"}
    committed(tmp_path, {**SHOP, **files})
    add(tmp_path, "tests/helper.py")

    assert left_out(tmp_path) == (RATES,)


def test_what_a_conftest_imports_is_reached_by_the_tests_below_it(tmp_path: Path) -> None:
    files = {
        "tests/a/conftest.py": """
            import pytest
            from shop.rates import fee


            @pytest.fixture
            def two():
                return fee(1)
            """,
        "tests/a/test_a.py": "import shop\n\n\ndef test_two(two):\n    assert two == 2\n",
        "tests/b/test_b.py": "import shop\n\n\ndef test_b():\n    pass\n",
    }
    committed(tmp_path, {**SHOP, **files})
    add(tmp_path, "shop/deep.py")

    assert left_out(tmp_path) == ("tests/b/test_b.py", NAMES)


@pytest.mark.parametrize("stage", [True, False])
def test_deleted_source_is_missed_by_those_that_import_it(shop: Path, stage: bool) -> None:
    (shop / "shop/deep.py").unlink()
    if stage:
        git(shop, "add", "-A")
    digest = verify_run(
        shop, VerifyOptions(affected="HEAD", runner="pytest", python=sys.executable)
    )

    assert left_out(shop) == (NAMES,)
    assert digest.status == "collection_error"


def test_deleted_source_that_another_of_its_name_stands_for_is_a_change(tmp_path: Path) -> None:
    committed(
        tmp_path,
        {**SHOP, "tests/names.py": "", NAMES: "import names\nimport shop\n", "names.py": ""},
    )
    (tmp_path / "tests/names.py").unlink()
    choice = choose(tmp_path)

    assert choice.digest.all or NAMES not in choice.leave_out


def test_renamed_source_is_reached_under_both_names(shop: Path) -> None:
    git(shop, "mv", "shop/deep.py", "shop/deeper.py")

    assert left_out(shop) == (NAMES,)
    (shop / "shop/rates.py").write_text("from shop.deeper import base as fee\n")
    assert left_out(shop) == (NAMES,)


def test_new_file_that_git_does_not_know_is_reached(shop: Path) -> None:
    (shop / "shop/fresh.py").write_text("")
    (shop / "tests/test_fresh.py").write_text("import shop.fresh\n\n\ndef test_a():\n    pass\n")

    assert left_out(shop) == (NAMES, RATES)


def test_commits_since_the_base_count(shop: Path) -> None:
    git(shop, "tag", "v1")
    add(shop, "shop/deep.py")
    git(shop, "commit", "-q", "-a", "-m", "more")

    assert choose(shop).digest.changed == 0
    assert choose(shop, base="v1").leave_out == (NAMES,)


def test_file_that_was_only_touched_has_not_changed(shop: Path) -> None:
    os.utime(shop / "shop/deep.py", (1, 1))

    assert choose(shop).digest.changed == 0


def test_paths_narrow_what_is_run(shop: Path) -> None:
    add(shop, "shop/deep.py")

    assert choose(shop, NAMES).digest.files == 0
    assert choose(shop, NAMES, f"{RATES}::test_none").paths == (f"{RATES}::test_none",)
    assert choose(shop, "tests").paths == ("tests",)


# What cannot be told of one test file: it is run


@pytest.mark.parametrize(
    "text",
    [
        "import importlib\nimport shop\nm = importlib.import_module('sho' + 'p.deep')\n",
        "import shop\nm = __import__('.'.join(['shop', 'deep']))\n",
        "import subprocess, sys\nimport shop\n",
        "import pytest\nimport shop\nm = pytest.importorskip('shop.' + 'deep')\n",
        "import shop\n\n\ndef test_a(:\n",
        "def test_a():\n    pass\n",
    ],
)
def test_file_that_may_load_anything_is_run(tmp_path: Path, text: str) -> None:
    committed(tmp_path, {**SHOP, "tests/test_odd.py": text})
    add(tmp_path, "shop/names.py")
    choice = choose(tmp_path)

    assert choice.leave_out == (RATES,)
    assert (choice.digest.files, choice.digest.unsure) == (2, 1)


def test_file_behind_a_dynamic_import_is_run(tmp_path: Path) -> None:
    odd = (
        "from importlib import import_module\n\n\ndef base(n):\n    return import_module('x' + n)\n"
    )
    committed(tmp_path, {**SHOP, "shop/deep.py": odd})
    add(tmp_path, "shop/names.py")

    assert left_out(tmp_path) == ()


@pytest.mark.parametrize(
    ("settings", "use", "runs"),
    [
        ("", "import django", True),
        ("", "import pytest\n\npytestmark = pytest.mark.django_db", True),
        ("", "import djangoish", False),
        ("[tool.skeleton.verify]\nloaders = ['celery']\n", "import celery", True),
        ("[tool.skeleton.verify]\nloaders = ['celery']\n", "import django", False),
        ("[tool.skeleton.verify]\nloaders = []\n", "import django", False),
    ],
)
def test_a_test_that_names_a_loader_of_the_settings_is_run(
    tmp_path: Path, settings: str, use: str, runs: bool
) -> None:
    files = {"pyproject.toml": settings, "tests/test_odd.py": f"import shop\n{use}\n"}
    committed(tmp_path, {**SHOP, **files})
    add(tmp_path, "shop/names.py")

    assert ("tests/test_odd.py" not in left_out(tmp_path)) is runs


@pytest.mark.parametrize(
    "mention",
    ["patch('shop.deep.base')", "open('shop/deep.py')", "Path('shop') / 'deep.py'"],
)
def test_file_that_a_test_names_in_a_string_is_reached(tmp_path: Path, mention: str) -> None:
    committed(tmp_path, {**SHOP, NAMES: f"from shop.names import name\nx = {mention!r}\n"})
    add(tmp_path, "shop/deep.py")

    assert left_out(tmp_path) == ()


def test_module_that_only_another_path_finds_is_ours_all_the_same(tmp_path: Path) -> None:
    odd = "import sys\nimport shop\nsys.path.insert(0, 'a/b/c')\nimport far\n"
    files = {"tests/test_odd.py": odd, "a/b/c/far.py": "import shop.deep\n"}
    committed(tmp_path, {**SHOP, **files})
    add(tmp_path, "shop/deep.py")

    assert left_out(tmp_path) == (NAMES,)


# What cannot be told at all: every test is run


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("tests/conftest.py", "which may concern every test"),
        ("setup.py", "which may concern every test"),
        ("pyproject.toml", "imports do not tell who uses it"),
        ("shop/rates.json", "imports do not tell who uses it"),
        ("shop/fast.c", "imports do not tell who uses it"),
        ("tests/data/sample.py", "which a test may use without an import"),
        ("tests/check_all.py", "which a test may use without an import"),
    ],
)
@pytest.mark.parametrize("how", ["changed", "added", "deleted"])
def test_change_that_may_concern_every_test_runs_all(
    tmp_path: Path, path: str, reason: str, how: str
) -> None:
    committed(tmp_path, SHOP if how == "added" else {**SHOP, path: ""})
    if how == "deleted":
        (tmp_path / path).unlink()
    else:
        write(tmp_path, {path: "# new\n"})
    choice = choose(tmp_path)

    assert choice.digest.all == f"{path} changed, {reason}" or choice.digest.all == (
        f"{path} changed, and {reason}"
    )
    assert (choice.digest.files, choice.leave_out) == (None, ())


def test_changed_fixture_runs_the_tests_that_take_it(tmp_path: Path) -> None:
    conftest = "import pytest\n\n\n@pytest.fixture\ndef two():\n    return {}\n"
    files = {
        "conftest.py": conftest.format(2),
        NAMES: "from shop.names import name\n\n\ndef test_two(two):\n    assert two == 2\n",
    }
    committed(tmp_path, {**SHOP, **files})
    (tmp_path / "conftest.py").write_text(conftest.format(3))
    digest = verify_run(
        tmp_path, VerifyOptions(affected="HEAD", runner="pytest", python=sys.executable)
    )

    assert (digest.status, digest.failed, digest.passed) == ("failed", 1, 4)
    assert digest.affected is not None
    assert digest.affected.all == "conftest.py changed, which may concern every test"


@pytest.mark.parametrize(
    "settings",
    [
        {"pyproject.toml": '[project.entry-points.pytest11]\nx = "shop.names"\n'},
        {"pytest.ini": "[pytest]\naddopts = -q\n  -p shop.names\n"},
        {"pyproject.toml": '[tool.pytest.ini_options]\naddopts = ["-p", "shop.names"]\n'},
    ],
)
def test_plugin_of_the_project_reaches_every_test(tmp_path: Path, settings: dict[str, str]) -> None:
    committed(tmp_path, {**SHOP, **settings})
    add(tmp_path, "shop/names.py")

    assert choose(tmp_path).digest.all.startswith("the settings of pytest say ")


def test_plugin_that_is_switched_off_reaches_nothing(tmp_path: Path) -> None:
    settings = "[pytest]\naddopts = -q -p no:cacheprovider\n[tox]\ncommands = mkdir -p x\n"
    committed(tmp_path, {**SHOP, "tox.ini": settings})
    add(tmp_path, "shop/names.py")

    assert left_out(tmp_path) == (RATES,)


def test_change_outside_of_the_folder_of_the_run_runs_all(tmp_path: Path) -> None:
    committed(tmp_path, {f"services/{name}": text for name, text in SHOP.items()})
    write(tmp_path, {"common/x.py": ""})

    assert choose(tmp_path / "services").digest.all == (
        "../common/x.py changed, outside of the folder of this run"
    )


def test_conftest_above_the_folder_of_the_run_runs_all(tmp_path: Path) -> None:
    files = {f"services/{name}": text for name, text in SHOP.items()}
    committed(tmp_path, {**files, "conftest.py": "import services.shop.names\n"})
    add(tmp_path, "services/shop/names.py")

    assert "conftest.py outside" in choose(tmp_path / "services").digest.all


def test_rule_of_its_own_for_tests_runs_all_where_no_known_one_is_reached(tmp_path: Path) -> None:
    settings = {"pytest.ini": "[pytest]\npython_files = check_*.py\n"}
    committed(tmp_path, {**SHOP, **settings, "shop/unused.py": ""})
    add(tmp_path, "shop/unused.py")

    assert "its own rule" in choose(tmp_path).digest.all


@pytest.mark.parametrize("runner", ["junit", "cargo"])
def test_runner_that_takes_no_test_files_runs_all(shop: Path, runner: str) -> None:
    add(shop, "shop/names.py")

    assert choose(shop, runner=runner).digest.all == (
        f"{runner} cannot be told which test files to run"
    )


# What is no run at all


def test_nothing_changed_is_no_success(shop: Path) -> None:
    printed = run_command(["verify", "--affected", "HEAD", "--runner", "pytest"], shop)
    said = json.loads(printed.out)

    assert (printed.code, said["status"], said["passed"]) == (3, "none_affected", 0)
    assert said["why"] == "nothing changed since HEAD"
    assert said["affected"] == {"base": "HEAD", "changed": 0, "files": 0}
    assert run_command(["verify", "--last"], shop).out == printed.out


def test_change_that_no_test_reaches_is_no_success(tmp_path: Path) -> None:
    committed(tmp_path, {**SHOP, "shop/unused.py": ""})
    add(tmp_path, "shop/unused.py")
    printed = run_command(
        ["verify", "--affected", "HEAD", "--runner", "pytest", "--format", "text"], tmp_path
    )

    assert printed.code == 3
    assert printed.out.splitlines() == [
        "none affected: 0 passed (pytest)",
        "no known test reaches what changed since HEAD",
        "1 files changed since HEAD: 0 test files reach them; left out 3 tests in 2 files",
    ]


def test_unknown_base_is_a_wrong_usage(
    shop: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    printed = run_command(["verify", "--affected", "v9", "--runner", "pytest"], shop)

    assert (printed.code, printed.out) == (2, "")
    with pytest.raises(UnknownRevision, match="not in a git repository"):
        choose(write(tmp_path_factory.mktemp("bare"), SHOP))


def test_two_runs_say_the_same_and_say_what_was_left_out(shop: Path) -> None:
    add(shop, "shop/names.py")
    command = ["verify", "--affected", "HEAD", "--runner", "pytest", "--python", sys.executable]
    first = run_command(command, shop)

    assert json.loads(first.out)["affected"] == {
        "base": "HEAD",
        "changed": 1,
        "files": 1,
        "left_out_files": 1,
        "left_out": 2,
    }
    assert run_command(command, shop).out == first.out
    text = run_command([*command, "--format", "text"], shop).out
    assert text.splitlines() == [
        "passed: 1 passed (pytest)",
        "1 files changed since HEAD: 1 test files reach them; left out 2 tests in 1 files",
    ]


# Other runners


def test_unittest_discovers_all_but_what_is_left_out(tmp_path: Path) -> None:
    case = """
        import unittest

        from shop.{0} import {0}


        class Case(unittest.TestCase):
            def test_it(self):
                self.assertEqual({0}(), 1)
        """
    names = ("one", "two")
    files = {f"shop/{name}.py": f"def {name}():\n    return 1\n" for name in names}
    tests = {f"tests/test_{name}.py": case.format(name) for name in names}
    more = {"shop/__init__.py": "", "tests/__init__.py": "", ".gitignore": SHOP[".gitignore"]}
    committed(tmp_path, {**files, **tests, **more})
    (tmp_path / "shop/one.py").write_text("def one():\n    return 2\n")
    digest = verify_run(
        tmp_path, VerifyOptions(affected="HEAD", runner="unittest", python=sys.executable)
    )

    assert (digest.status, digest.collected, digest.failed) == ("failed", 1, 1)
    assert digest.affected is not None
    assert digest.affected.left_out == 1


SCRIPTS = {
    ".gitignore": SHOP[".gitignore"],
    "deep.js": "exports.base = (n) => n * 2;\n",
    "rates.js": "const { base } = require('./deep');\nexports.fee = (n) => base(n);\n",
    "names.js": "exports.name = () => 'shop';\n",
    "test/[a] rates.test.js": """
        const { fee } = require('../rates');
        test('fee', () => { expect(fee(1)).toBe(2); });
        """,
    "test/[b] names.test.js": """
        const { name } = require('../names');
        test('name', () => { expect(name()).toBe('shop'); });
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["jest", "vitest"])
def test_javascript_tests_that_reach_a_change_are_run_alone(tmp_path: Path, runner: str) -> None:
    script_project(tmp_path, runner, SCRIPTS)
    committed(tmp_path, {})
    (tmp_path / "deep.js").write_text("exports.base = (n) => n * 3;\n")
    digest = verify_run(tmp_path, VerifyOptions(affected="HEAD", runner=runner))

    assert (digest.status, digest.passed, digest.failed) == ("failed", 0, 1)
    assert digest.affected is not None
    assert (digest.affected.files, digest.affected.left_out) == (1, 1)


@pytest.mark.parametrize(
    ("files", "kept"),
    [
        ({"names.js": "const x = require('./' + process.env.X);\n"}, True),
        ({"names.js": "require('@alias/deep-down');\n"}, True),
        ({"names.js": "require('left-pad');\n"}, False),
        ({"names.js": "import('./deep');\n"}, True),
        ({"names.js": "require('node:fs'); require('./x.json');\n", "x.json": "{}"}, False),
        ({"names.js": "require('./x.vue');\n", "x.vue": ""}, True),
        (
            {"setup.js": "require('./deep');\n", "jest.config.js": "x = ['<rootDir>/setup.js']\n"},
            True,
        ),
        ({"test/[b] names.test.js": "jest.mock('../deep'); require('../names');\n"}, True),
    ],
)
def test_what_a_script_may_load_is_told_or_doubted(
    tmp_path: Path, files: dict[str, str], kept: bool
) -> None:
    needs = {"package.json": '{"devDependencies": {"left-pad": "1"}}'}
    committed(tmp_path, {**SCRIPTS, **needs, **files})
    add(tmp_path, "deep.js")

    assert choose(tmp_path, runner="jest").leave_out == (
        () if kept else ("test/[b] names.test.js",)
    )


@pytest.mark.parametrize(
    ("runner", "word"),
    [("jest", "testPathIgnorePatterns"), ("jest", "projects"), ("vitest", "workspace")],
)
def test_setting_that_leaving_out_would_not_respect_runs_all(
    tmp_path: Path, runner: str, word: str
) -> None:
    committed(tmp_path, {**SCRIPTS, f"{runner}.config.js": f"module.exports = {{ {word}: [] }}\n"})
    add(tmp_path, "deep.js")

    assert choose(tmp_path, runner=runner).digest.all == f"the settings of {runner} say {word}"


GO = {
    "go.mod": "module example.org/shop\n\ngo 1.19\n",
    "deep/deep.go": "package deep\n\nfunc Base(n int) int { return n * 2 }\n",
    "rates/rates.go": """
        package rates

        import "example.org/shop/deep"

        func Fee(n int) int { return deep.Base(n) }
        """,
    "rates/rates_test.go": """
        package rates

        import "testing"

        func TestFee(t *testing.T) {
            if Fee(1) != 2 {
                t.Fatal("fee")
            }
        }
        """,
    "names/names.go": 'package names\n\nfunc Name() string { return "shop" }\n',
    "names/init.go": "package names\n\nvar registered = true\n",
    "names/names_test.go": """
        package names

        import "testing"

        func TestName(t *testing.T) {
            if Name() != "shop" {
                t.Fatal("name")
            }
        }
        """,
}


def test_go_packages_that_reach_a_change_are_run_alone(tmp_path: Path) -> None:
    program("go")
    committed(tmp_path, GO)
    (tmp_path / "deep/deep.go").write_text(
        "package deep\n\nfunc Base(n int) int { return n * 3 }\n"
    )
    digest = verify_run(tmp_path, VerifyOptions(affected="HEAD", runner="go"))

    assert (digest.status, digest.passed, digest.failed) == ("failed", 0, 1)
    assert digest.affected is not None
    assert (digest.affected.files, digest.affected.left_out) == (1, 1)


def test_go_file_of_the_package_reaches_its_tests_though_they_name_nothing_of_it(
    tmp_path: Path,
) -> None:
    committed(tmp_path, GO)
    add(tmp_path, "names/init.go")

    assert choose(tmp_path, runner="go").paths == ("./names",)
