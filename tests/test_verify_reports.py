"""`skeleton verify` with other runners: real ones where the machine has them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from skeleton.errors import BadOption
from skeleton.verify import run
from skeleton.verify.cargo import read_cargo
from skeleton.verify.golang import read_go
from skeleton.verify.judge import judge_run
from skeleton.verify.process import Ended
from skeleton.verify.runners import NoRunner, choose_runner, find_python
from skeleton.verify.steady import Steady
from tests.verifying import node_modules, program, write

if TYPE_CHECKING:
    from pathlib import Path

    from skeleton.model import RunDigest

PYTHON = [sys.executable]


def junit(folder: Path, report: str, code: int = 0, name: str = "out/report.xml") -> RunDigest:
    """Run a command that writes a report and ends with a code."""
    script = (
        "import pathlib, sys\n"
        f"path = pathlib.Path({name!r})\n"
        f"text = {report!r}\n"
        "path.parent.mkdir(exist_ok=True)\n"
        "text and path.write_text(text)\n"
        f"sys.exit({code})\n"
    )
    arguments = (sys.executable, "-c", script)
    return run(folder, (), runner="junit", report="out/*.xml", arguments=arguments)


# JUnit


PASSING = '<testsuite name="s" tests="1"><testcase classname="a.B" name="works"/></testsuite>'
FAILING = (
    '<testsuites><testsuite name="s" tests="2" failures="1"><testcase classname="B" name="works"/>'
    '<testcase classname="B" name="breaks"><failure type="Odd" message="1 is not 2">'
    "at src/pay.rb:2:in `check'</failure></testcase></testsuite></testsuites>"
)


def test_junit_report_of_this_run_with_exit_zero_passes(tmp_path: Path) -> None:
    digest = junit(tmp_path, PASSING)

    assert (digest.status, digest.collected, digest.passed) == ("passed", 1, 1)


def test_junit_failure_says_where(tmp_path: Path) -> None:
    write(tmp_path, {"src/pay.rb": "def check\n  raise Odd\nend\n"})
    digest = junit(tmp_path, FAILING, 1)
    failure = digest.failures[0]

    assert (digest.status, digest.passed, digest.failed) == ("failed", 1, 1)
    assert (failure.id, failure.exc, failure.msg) == ("B::breaks", "Odd", "1 is not 2")
    assert (failure.at, failure.src) == ("src/pay.rb:2", "raise Odd")


def test_junit_failure_counts_whatever_the_exit_code(tmp_path: Path) -> None:
    assert junit(tmp_path, FAILING, 0).status == "failed"


def test_junit_report_from_before_is_a_leftover(tmp_path: Path) -> None:
    write(tmp_path, {"out/old.xml": PASSING})
    digest = junit(tmp_path, "")

    assert digest.status == "no_report"
    assert "1 older ones are leftovers" in digest.why


def test_junit_report_written_again_is_fresh(tmp_path: Path) -> None:
    write(tmp_path, {"out/report.xml": FAILING})
    os.utime(tmp_path / "out/report.xml", (1, 1))

    assert junit(tmp_path, PASSING).status == "passed"


@pytest.mark.parametrize(
    ("report", "code", "status"),
    [
        ("", 0, "no_report"),
        ("<testsuite><testcase", 0, "bad_report"),
        ("<testsuite/>", 0, "no_tests"),
        (PASSING, 1, "runner_error"),
        (PASSING.replace('tests="1"', 'tests="3"'), 0, "incomplete"),
        (PASSING.replace('tests="1"', 'tests="1" errors="1"'), 0, "failed"),
        (
            '<testsuite tests="1"><testcase name="a"><skipped/></testcase></testsuite>',
            0,
            "no_tests",
        ),
    ],
)
def test_junit_report_proves_nothing_by_itself(
    tmp_path: Path, report: str, code: int, status: str
) -> None:
    assert junit(tmp_path, report, code).status == status


def test_junit_case_named_after_a_file_is_no_test(tmp_path: Path) -> None:
    write(tmp_path, {"a.test.js": ""})
    report = '<testsuite name="s"><testcase classname="test" name="a.test.js"/></testsuite>'

    assert junit(tmp_path, report).status == "no_tests"

    digest = junit(tmp_path, report.replace("</testsuite>", '<testcase name="b"/></testsuite>'))
    assert (digest.status, digest.passed, digest.running) == ("incomplete", 1, ("a.test.js",))


def test_node_process_that_exits_with_zero_is_no_success(tmp_path: Path) -> None:
    text = "const test = require('node:test');\ntest('ok', () => {});\n"
    files = {"a.test.js": f"{text}test('out', () => process.exit(0));\n", "b.test.js": text}
    command = [program("node"), "--test", "--test-reporter=junit"]
    write(tmp_path, {**files, "out/.keep": ""})
    digest = run(
        tmp_path,
        runner="junit",
        report="out/*.xml",
        arguments=(*command, "--test-reporter-destination=out/report.xml"),
    )

    assert (digest.status, digest.exit) == ("incomplete", 0)
    assert digest.running == ("a.test.js",)


def test_junit_needs_its_report_and_its_command(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="--report"):
        run(tmp_path, (), runner="junit", arguments=("true",))
    with pytest.raises(BadOption, match="after --"):
        run(tmp_path, (), runner="junit", report="*.xml")
    with pytest.raises(BadOption, match="relative"):
        run(tmp_path, (), runner="junit", report="/*.xml", arguments=("true",))


# jest and vitest

SCRIPTS = {
    "lib.js": "exports.cap = (n) => { throw new RangeError('cap: ' + n); };\n",
    "a.test.js": """
        const { cap } = require('./lib');
        describe('outer', () => {
          test('adds', () => { expect(1 + 1).toBe(2); });
          test('differs', () => { expect({ a: 1 }).toEqual({ a: 2 }); });
          test('throws', () => { cap(3); });
          test.skip('later', () => {});
        });
        """,
    "b.test.js": "require('./nothing');\ntest('x', () => {});\n",
}


def script_project(folder: Path, runner: str, files: dict[str, str]) -> None:
    """Make a project whose packages are those of `node_modules`."""
    modules = node_modules()
    settings = "export default { test: { globals: true } };\n"
    more = {"package.json": f'{{"scripts": {{"test": "{runner}"}}}}'}
    write(
        folder, {**files, **more, **({"vitest.config.mjs": settings} if runner == "vitest" else {})}
    )
    (folder / "node_modules").symlink_to(modules)


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["jest", "vitest"])
def test_javascript_failures_say_what_differs(tmp_path: Path, runner: str) -> None:
    script_project(tmp_path, runner, SCRIPTS)
    digest = run(tmp_path)
    differs, throws = digest.failures

    assert (digest.status, digest.runner) == ("failed", runner)
    assert (digest.passed, digest.failed, digest.skipped) == (1, 2, 1)
    assert (differs.id, differs.at) == ("a.test.js::outer differs", "a.test.js:4")
    assert (throws.at, throws.raised) == ("a.test.js:5", "lib.js:1")
    assert (throws.exc, throws.msg) == ("RangeError", "cap: 3")
    assert digest.collection[0].id == "b.test.js"
    assert "./nothing" in digest.collection[0].msg
    if runner == "jest":
        assert (differs.expected, differs.actual) == ('{"a": 2}', '{"a": 1}')
    else:
        assert differs.msg == "expected { a: 1 } to deeply equal { a: 2 }"


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["jest", "vitest"])
def test_javascript_id_of_a_failure_runs_it_alone(tmp_path: Path, runner: str) -> None:
    script_project(tmp_path, runner, SCRIPTS)
    digest = run(tmp_path, ["a.test.js::outer adds"])

    assert (digest.status, digest.passed, digest.failed) == ("passed", 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["jest", "vitest"])
def test_javascript_process_that_exits_with_zero_is_no_success(tmp_path: Path, runner: str) -> None:
    text = "test('a', () => process.exit(0));\ntest('b', () => { throw 1; });\n"
    script_project(tmp_path, runner, {"a.test.js": text})

    assert run(tmp_path).status in ("no_report", "failed")


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["jest", "vitest"])
def test_javascript_process_that_is_killed_is_no_success(tmp_path: Path, runner: str) -> None:
    text = "test('a', () => {});\ntest('b', () => process.kill(process.pid, 'SIGKILL'));\n"
    script_project(tmp_path, runner, {"a.test.js": text})

    assert run(tmp_path).status in ("crashed", "no_report", "failed", "runner_error", "no_tests")


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["jest", "vitest"])
def test_javascript_without_tests_is_no_success(tmp_path: Path, runner: str) -> None:
    script_project(tmp_path, runner, {"a.js": "1;\n"})

    assert run(tmp_path).status in ("no_tests", "no_report")


# go

GO = {
    "go.mod": "module ex\n\ngo 1.19\n",
    "pay/pay_test.go": """
        package pay

        import "testing"

        func TestOk(t *testing.T) {}

        func TestRows(t *testing.T) {
        	t.Run("one", func(t *testing.T) {})
        	t.Run("two", func(t *testing.T) {
        		t.Fatal("two is broken")
        	})
        }

        func TestSkip(t *testing.T) { t.Skip("no") }
        """,
    "rates/rates_test.go": """
        package rates

        import "testing"

        func TestPanic(t *testing.T) {
        	var m map[string]int
        	m["a"] = 1
        }
        """,
    "bad/bad_test.go": "package bad\n\nfunc x() { undefined() }\n",
}


def test_go_reports_the_innermost_failures(tmp_path: Path) -> None:
    program("go")
    digest = run(write(tmp_path, GO))
    rows, panic = digest.failures

    assert (digest.status, digest.runner) == ("failed", "go")
    assert (digest.passed, digest.failed, digest.skipped) == (2, 2, 1)
    assert (rows.id, rows.at) == ("ex/pay::TestRows/two", "pay/pay_test.go:10")
    assert (rows.msg, rows.src) == ("two is broken", 't.Fatal("two is broken")')
    assert (panic.exc, panic.at) == ("panic", "rates/rates_test.go:7")
    assert (digest.collection[0].id, digest.collection[0].at) == ("ex/bad", "bad/bad_test.go:3")
    assert run(tmp_path, ["ex/pay::TestRows/two"]).failures == (rows,)
    assert run(tmp_path, ["ex/pay::TestOk"]).status == "passed"


def test_go_process_that_exits_with_zero_is_no_success(tmp_path: Path) -> None:
    program("go")
    text = """
        package e

        import (
        	"syscall"
        	"testing"
        )

        func TestA(t *testing.T) { syscall.Exit(0) }
        """
    digest = run(write(tmp_path, {"go.mod": GO["go.mod"], "e_test.go": text}))

    assert (digest.status, digest.passed) == ("crashed", 0)
    assert "ex::TestA" in digest.running


def test_go_process_that_is_killed_is_no_success(tmp_path: Path) -> None:
    program("go")
    text = """
        package e

        import (
        	"syscall"
        	"testing"
        )

        func TestA(t *testing.T) {}

        func TestB(t *testing.T) { syscall.Kill(syscall.Getpid(), syscall.SIGKILL) }
        """
    digest = run(write(tmp_path, {"go.mod": GO["go.mod"], "e_test.go": text}))

    assert digest.status in ("crashed", "failed")
    assert "ex::TestB" in (*digest.running, *(one.id for one in digest.failures))


def test_go_without_tests_is_no_success(tmp_path: Path) -> None:
    program("go")
    digest = run(write(tmp_path, {"go.mod": GO["go.mod"], "e.go": "package e\n"}))

    assert digest.status == "no_tests"


def test_go_output_may_hold_any_character(tmp_path: Path) -> None:
    text = (
        '{"Action":"run","Package":"ex","Test":"TestA"}\n'
        '{"Action":"output","Package":"ex","Test":"TestA","Output":"next\x85line\u2028 x\\n"}\n'
        '{"Action":"output","Package":"ex","Test":"TestA","Output":"--- PASS: TestA (0.00s)\\n"}\n'
        '{"Action":"pass","Package":"ex","Test":"TestA"}\n'
        '{"Action":"pass","Package":"ex"}\n'
    )
    results = read_go(text, tmp_path, Steady(str(tmp_path)))

    assert (results.malformed, results.passed) == ("", 1)


def test_go_builds_that_newer_versions_tell_as_events(tmp_path: Path) -> None:
    stream = (
        '{"ImportPath":"ex/bad [ex/bad.test]","Action":"build-output",'
        '"Output":"bad/bad_test.go:3:12: undefined: undefined\\n"}\n'
        '{"ImportPath":"ex/bad [ex/bad.test]","Action":"build-fail"}\n'
        '{"Action":"fail","Package":"ex/bad","FailedBuild":"ex/bad [ex/bad.test]"}\n'
    )
    write(tmp_path, GO)
    results = read_go(stream, tmp_path, Steady(str(tmp_path)))
    digest = judge_run(results, Ended(exit=1), Steady(str(tmp_path)))

    assert digest.status == "collection_error"
    assert [(one.id, one.at) for one in digest.collection] == [("ex/bad", "bad/bad_test.go:3")]


# cargo

RUST = {
    "Cargo.toml": '[package]\nname = "ex"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": """
        pub fn add(a: i32, b: i32) -> i32 { a + b }

        #[cfg(test)]
        mod tests {
            use super::*;

            #[test]
            fn works() {}

            #[test]
            fn differs() {
                assert_eq!(add(1, 2), 4, "sum");
            }

            #[test]
            #[ignore]
            fn later() {}
        }
        """,
    "tests/outside.rs": "#[test]\nfn fails() {\n    assert!(ex::add(1, 1) == 3);\n}\n",
}


def test_cargo_says_what_differs(tmp_path: Path) -> None:
    program("cargo")
    digest = run(write(tmp_path, RUST))
    fails, differs = digest.failures

    assert (digest.status, digest.runner, digest.collected) == ("failed", "cargo", 4)
    assert (digest.passed, digest.failed, digest.skipped) == (1, 2, 1)
    assert (fails.id, fails.msg) == ("fails", "assertion failed: ex::add(1, 1) == 3")
    assert (differs.id, differs.at) == ("tests::differs", "src/lib.rs:12")
    assert (differs.left, differs.op, differs.right, differs.msg) == ("3", "==", "4", "sum")
    assert run(tmp_path, ["tests::works"]).status == "passed"


def test_cargo_process_that_exits_with_zero_is_no_success(tmp_path: Path) -> None:
    program("cargo")
    text = "#[test]\nfn a() {}\n#[test]\nfn b() { std::process::exit(0) }\n"
    digest = run(write(tmp_path, {"Cargo.toml": RUST["Cargo.toml"], "src/lib.rs": text}))

    assert digest.status == "crashed"


def test_cargo_process_that_aborts_is_no_success(tmp_path: Path) -> None:
    program("cargo")
    text = "#[test]\nfn a() {}\n#[test]\nfn b() { std::process::abort() }\n"
    digest = run(write(tmp_path, {"Cargo.toml": RUST["Cargo.toml"], "src/lib.rs": text}))

    assert digest.status in ("crashed", "failed")


def test_cargo_that_cannot_compile_says_where(tmp_path: Path) -> None:
    program("cargo")
    digest = run(write(tmp_path, {"Cargo.toml": RUST["Cargo.toml"], "src/lib.rs": "fn x( {\n"}))

    assert digest.status == "collection_error"
    assert digest.collection[0].at == "src/lib.rs:1"


def test_cargo_without_tests_is_no_success(tmp_path: Path) -> None:
    program("cargo")
    digest = run(write(tmp_path, {"Cargo.toml": RUST["Cargo.toml"], "src/lib.rs": "fn x() {}\n"}))

    assert digest.status == "no_tests"


def test_cargo_result_that_differs_from_its_tests_is_no_success(tmp_path: Path) -> None:
    text = "running 1 test\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured\n"
    results = read_cargo(text, tmp_path, Steady(str(tmp_path)))

    assert judge_run(results, Ended(exit=0), Steady(str(tmp_path))).status == "incomplete"


# Which runner


@pytest.mark.parametrize(
    ("files", "runner"),
    [
        ({"tests/test_a.py": "def test_a(): pass"}, "pytest"),
        ({"conftest.py": ""}, "pytest"),
        ({"pyproject.toml": "[tool.pytest.ini_options]\npython_files = '*_spec.py'\n"}, "pytest"),
        ({"setup.cfg": "[tool:pytest]\npython_files = check_*.py\n"}, "pytest"),
        ({"tox.ini": "[tox]\n[pytest]\n"}, "pytest"),
        ({"pyproject.toml": "[tool.ruff]\n", "go.mod": "module ex"}, "go"),
        ({"tests/testrates.py": "import unittest\n", "go.mod": "module ex"}, "unittest"),
        ({"testrates.py": "RATES = {}\n", "go.mod": "module ex"}, "go"),
        ({"package.json": '{"devDependencies": {"vitest": "4"}}'}, "vitest"),
        ({"package.json": '{"scripts": {"test": "jest --ci"}}'}, "jest"),
        ({"go.mod": "module ex"}, "go"),
        ({"Cargo.toml": ""}, "cargo"),
    ],
)
def test_runner_follows_the_files(tmp_path: Path, files: dict[str, str], runner: str) -> None:
    assert choose_runner(write(tmp_path, files), (), PYTHON) == runner


def test_runner_follows_the_paths_first(tmp_path: Path) -> None:
    write(tmp_path, {"test_a.py": "", "package.json": '{"scripts": {"test": "vitest"}}'})

    assert choose_runner(tmp_path, ("web/a.test.ts",), PYTHON) == "vitest"


def test_interpreter_without_pytest_runs_unittest_only_where_that_misses_nothing(
    tmp_path: Path,
) -> None:
    bare = [str(write(tmp_path, {"python": "#!/bin/sh\nexit 1\n"}) / "python")]
    os.chmod(bare[0], 0o755)
    write(tmp_path, {"test_a.py": "import unittest\n"})
    assert choose_runner(tmp_path, (), bare) == "unittest"

    write(tmp_path, {"test_b.py": "def test_b(): pass\n"})
    with pytest.raises(NoRunner, match="--python"):
        choose_runner(tmp_path, (), bare)


def test_project_without_tests_names_the_runners(tmp_path: Path) -> None:
    with pytest.raises(NoRunner, match="--runner"):
        choose_runner(tmp_path, (), PYTHON)


def test_interpreter_of_the_project_comes_before_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    assert find_python(tmp_path) == [sys.executable]

    write(tmp_path, {".venv/bin/python": ""})
    assert find_python(tmp_path) == [str(tmp_path / ".venv/bin/python")]

    write(tmp_path, {"active/bin/python": ""})
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert find_python(tmp_path) == [str(tmp_path / "active/bin/python")]
    assert find_python(tmp_path, sys.executable) == [sys.executable]
    with pytest.raises(BadOption, match="no such program"):
        find_python(tmp_path, "no-such-python")
