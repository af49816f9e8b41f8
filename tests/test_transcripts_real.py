"""Questions about real projects, answered in at most three flat calls, held against the sources.

Each file of `data/transcripts/` holds a question, the calls, and lines that decide it. Whether the
answer is right is found out another way: by `ast`, or by searching the files for words.
"""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.releases import REAL, repository
from tests.running import ROOT
from tests.serving import ask, call

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcp import Client

FOLDER = ROOT / "tests" / "data" / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
CHANGE = re.compile(r"^(?:breaking|may break|ok): (\S+)", re.MULTILINE)
CALLER = re.compile(r"^- (\S+):(\d+)", re.MULTILINE)

pytestmark = pytest.mark.slow


def transcript(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


@cache
def answers(name: str) -> list[str]:
    """What the server says, call by call; a later call takes nothing from an earlier answer."""
    said: list[str] = []

    async def questions(client: Client) -> None:
        calls = transcript(name)["calls"]
        said.extend([await call(client, one["tool"], **one["arguments"]) for one in calls])

    ask(repository(name.partition("-")[0]), questions)
    return said


def at(root: Path, version: str, path: str) -> str:
    """The text of a file in a release; empty where it is not there."""
    done = subprocess.run(
        ["git", "show", f"{version}:{path}"], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout


def sources(root: Path, end: str) -> dict[str, str]:
    """Every source file of the working tree."""
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in sorted(root.rglob(f"*{end}"))
    }


def block_of(answer: str, head: str) -> str:
    """The lines of a definition in an answer: its head and all that is indented below it."""
    lines = answer[answer.index(f"\n{head}") + 1 :].split("\n")
    end = next(n for n, line in enumerate(lines) if n and line[:1] not in (" ", ")", ""))
    return "\n".join(lines[:end])


def raised(node: ast.AST) -> set[str]:
    """The exceptions of a function's own raise statements."""
    names: set[str] = set()
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(one, ast.Raise) and one.exc is not None:
            error = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            names.add(ast.unparse(error).rpartition(".")[2])
        waiting.extend(ast.iter_child_nodes(one))
    return names


def functions(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Functions and methods by qualified name; what lies inside functions is left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{owner}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{owner}{node.name}", node


def is_public(name: str) -> bool:
    return not any(re.match(r"_(?!_\w+__$)", part) for part in name.split("."))


@pytest.mark.parametrize("name", NAMES)
def test_a_question_about_a_real_project_needs_three_calls_at_most(name: str) -> None:
    said = answers(name)

    assert len(said) <= 3
    for answer, one in zip(said, transcript(name)["calls"], strict=True):
        assert len(answer) <= 4 * one["arguments"].get("budget", 2500)
        assert [line for line in one["lines"] if line not in answer] == []


def test_all_that_django_tokens_imports_is_there_with_what_it_raises() -> None:
    root = repository("django")
    target = "django/contrib/auth/tokens.py"
    (answer,) = answers("django-what-do-i-call")

    imports = [
        (node.module.replace(".", "/") + ".py", alias.name)
        for node in ast.parse((root / target).read_text()).body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("django.")
        for alias in node.names
    ]
    checked = 0
    for path, name in imports:
        if not (root / path).is_file():  # a package: its value is told, it raises nothing itself
            assert f"\n{name} = " in answer
            continue
        found = dict(functions(ast.parse((root / path).read_text())))
        told = block_of(answer, f"def {name}(")
        for error in raised(found[name]):
            assert f"raises {error} " in told
            checked += 1
    assert len(imports) == 5
    assert checked == 3


def test_all_that_rxjs_from_imports_is_there_with_what_it_throws() -> None:
    root = repository("rxjs")
    target = "package/src/internal/observable/from.ts"
    (answer,) = answers("rxjs-what-do-i-call")

    text = (root / target).read_text()
    imports = re.findall(r"^import \{ (.+) \} from '\.\./(.+)';$", text, re.MULTILINE)
    names = [name.split(" as ")[0] for names, _ in imports for name in names.split(", ")]
    assert [name for name in names if not re.search(rf"\b{name}\b", answer)] == []

    scheduled = (root / "package/src/internal/scheduled/scheduled.ts").read_text()
    (error,) = re.findall(r"^  throw (\w+)", scheduled, re.MULTILINE)
    assert f"throws {error} " in block_of(answer, "export function scheduled<T>(")


def test_whoever_calls_a_function_of_django_is_told() -> None:
    root, name = repository("django"), "get_random_string"
    users, callers = answers("django-who-is-hurt")

    holders: set[str] = set()
    lines: set[tuple[str, int]] = set()
    for path, text in sources(root, ".py").items():
        for function, node in functions(ast.parse(text)):
            for one in ast.walk(node):
                if isinstance(one, ast.Name) and one.id == name:
                    holders.add(function)
                    lines.add((path, one.lineno))
    assert {(path, int(line)) for path, line in CALLER.findall(callers)} == lines
    first = users.partition("(uses what uses it)")[0]
    told = set(re.findall(r"def (\w+)\(", first)) - {name}
    assert told == {holder.rpartition(".")[2] for holder in holders}


def test_whoever_calls_a_function_of_rxjs_is_told() -> None:
    root = repository("rxjs")
    users, callers = answers("rxjs-who-is-hurt")

    def calls(name: str) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for path, text in sources(root, ".ts").items():
            for number, line in enumerate(text.split("\n"), 1):
                plain = not re.match(r"\s*(\*|//|/\*|export function)", line)
                if plain and re.search(rf"(?<![.\w]){name}\(", line):
                    found.setdefault(path, []).append(number)
        return found

    lines = {(path, line) for path, those in calls("scheduled").items() for line in those}
    assert {(path, int(line)) for path, line in CALLER.findall(callers)} == lines
    assert {path for path, _ in lines} == set(re.findall(r"^## (\S+) \(uses it\)", users, re.M))
    further = set(re.findall(r"^## (\S+) \(uses what uses it\)", users, re.MULTILINE))
    assert set(calls("from")) - further == {"package/src/internal/operators/connect.ts"}
    assert "## package/src/internal/operators/connect.ts (" in users


def test_every_function_of_django_that_raises_something_else_is_told() -> None:
    root = repository("django")
    older, _ = REAL["django"].versions
    (answer,) = answers("django-what-changed")

    changed = set()
    for path, text in sources(root, ".py").items():
        before = at(root, older, path)
        if not before or before == text or not is_public(path.replace("/", ".")):
            continue
        then, now = (dict(functions(ast.parse(one))) for one in (before, text))
        for name in then.keys() & now.keys():
            if is_public(name) and raised(then[name]) != raised(now[name]):
                changed.add(f"{path}::{name}")
    assert len(changed) > 10
    assert changed - set(CHANGE.findall(answer)) == set()


def test_every_function_of_rxjs_that_throws_something_else_is_told() -> None:
    root = repository("rxjs")
    older, _ = REAL["rxjs"].versions
    (answer,) = answers("rxjs-what-changed")

    def thrown(text: str) -> dict[str, set[str]]:
        """What exported functions throw themselves: closures are indented further."""
        bodies = re.finditer(r"^export function (\w+)(.*?)^\}", text, re.MULTILINE | re.DOTALL)
        found: dict[str, set[str]] = {}
        for body in bodies:
            errors = re.findall(r"^ {2,4}(?:if \(.+\{ )?throw (?:new )?(\w+)", body[2], re.M)
            found.setdefault(body[1], set()).update(errors)
        return found

    changed = set()
    for path, text in sources(root, ".ts").items():
        then, now = thrown(at(root, older, path)), thrown(text)
        for name in then.keys() & now.keys():
            if then[name] != now[name]:
                changed.add(f"{path}::{name}")
    inner = (
        "package/src/internal/scheduled/scheduleIterable.ts::scheduleIterable"  # no front has it
    )
    assert len(changed) == 6
    assert changed - set(CHANGE.findall(answer)) == {inner}
