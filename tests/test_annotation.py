"""Annotations of GitHub Actions, read again as its runner reads them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest

from skeleton.annotation import write_annotation
from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = (
    "%0A::error::forged",
    "a\n::set-output name=x::y",
    "a\r\n::add-mask::y",
    "a,line=1,title=forged",
    "a::error file=b::c",
    "100 % sure: yes, %25",
    "\u202e\x1b[31m",
)
STALE = '''\
def fee(cents: int, rate: int = 2) -> int:
    """Take a fee.

    Args:
        cents: The amount.
        rate: Its share. Defaults to 3.
    """
    return cents
'''


class Read(NamedTuple):
    level: str
    properties: dict[str, str]
    message: str


def read(line: str) -> Read | None:
    """Read a line of a log as the runner does: trimmed, split at the first blank and at `::`."""
    found = re.fullmatch(r"\s*::(\w[\w-]*)(?: (.*?))?::(.*)", line, re.DOTALL)
    if found is None:
        return None
    pairs = dict(one.split("=", 1) for one in (found[2] or "").split(",") if one)
    return Read(
        found[1], {key: plain(value, ":,") for key, value in pairs.items()}, plain(found[3], "")
    )


def plain(text: str, more: str) -> str:
    for letter in "\r\n" + more + "%":
        text = text.replace(f"%{ord(letter):02X}", letter)
    return text


def git(folder: Path, *words: str) -> None:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_source_holds_stays_in_its_place(text: str) -> None:
    line = write_annotation("error", text, path=text, line=3, title=text)

    assert not {"\n", "\r"} & set(line)
    assert read(line) == Read("error", {"file": text, "line": "3", "title": text}, text)


def test_what_is_not_known_is_not_said() -> None:
    assert write_annotation("notice", "done") == "::notice::done"
    assert write_annotation("error", "m", path="a.py") == "::error file=a.py::m"


def test_a_conflict_is_annotated_on_the_line_of_the_documentation(tmp_path: Path) -> None:
    (tmp_path / "a,b.py").write_text(STALE)

    printed = run(["check", "--format", "github"], tmp_path)

    first, closing = printed.out.splitlines()
    said = read(first)
    assert printed.code == 1
    assert said is not None
    assert (said.level, said.properties["file"], said.properties["line"]) == (
        "error",
        "a,b.py",
        "6",
    )
    assert said.properties["title"] == "A documented default differs from that of the signature"
    assert "line 1: def fee(" in said.message
    assert (read(closing), closing) == (None, "1 conflict; 1 symbol of 1 file read")


def test_what_breaks_callers_is_annotated_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(a): ...\ndef gone(): ...\ndef g(): ...\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    (tmp_path / "a.py").write_text("\n\ndef f(a, b): ...\ndef g(x=1): ...\ndef new(): ...\n")

    printed = run(["diff", "--format", "github", "--fail-on", "breaking"], tmp_path)

    lines = [read(line) for line in printed.out.splitlines()]
    told = [one for one in lines if one]
    assert printed.code == 1
    assert [(one.level, one.properties) for one in told] == [
        ("error", {"file": "a.py", "title": "breaking"}),  # there is no line any more
        ("error", {"file": "a.py", "line": "3", "title": "breaking"}),
    ]
    assert told[0].message.startswith("gone")
    assert told[1].message.startswith("f :3 parameter b added")
    assert printed.out.splitlines()[-1].startswith("HEAD ")


def test_a_source_forges_no_annotation(tmp_path: Path) -> None:
    for text in HOSTILE:
        name = text.replace("/", "")
        (tmp_path / f"{name}.py").write_text(
            f'def f(a: int = 3, b={text!r}):\n    """Do.\n\n'
            '    Args:\n        a: Defaults to 7.\n    """\n'
        )

    printed = run(["check", "--format", "github"], tmp_path)

    commands = [said for line in printed.out.splitlines() if (said := read(line))]
    assert {said.level for said in commands} <= {"error", "warning"}
    assert "forged" not in {said.properties.get("title") for said in commands}
    assert len(commands) >= len(HOSTILE)
    assert len(printed.out.splitlines()) == len(commands) + 1
