"""`skeleton check`: conflicts with both sides, comments that accept one, and how it is written."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft7Validator

from skeleton.checking import CheckOptions, check_contracts
from skeleton.errors import BadOption
from skeleton.pipeline import check_exit_code, render_check
from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

    from skeleton.model import Checked

STALE = '''\
def fee(cents: int, rate: int = 2) -> int:
    """Take a fee.

    Args:
        cents: The amount.
        rate: Its share. Defaults to 3.
        tier: Of the merchant.

    Raises:
        FeeError: Never.
    """
    return cents


class FeeError(Exception):
    pass
'''
# What SARIF 2.1.0 requires of the parts that are written, cut out of its schema by hand.
LOCATION = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": -1},
        "message": {"type": "object", "required": ["text"]},
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "properties": {"uri": {"type": "string", "format": "uri-reference"}},
                    "additionalProperties": False,
                },
                "region": {
                    "type": "object",
                    "properties": {
                        "startLine": {"type": "integer", "minimum": 1},
                        "snippet": {"type": "object", "properties": {"text": {"type": "string"}}},
                    },
                    "additionalProperties": False,
                },
            },
            "additionalProperties": False,
        },
        "logicalLocations": {"type": "array", "items": {"type": "object"}, "uniqueItems": True},
    },
    "additionalProperties": False,
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"enum": ["2.1.0"]},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {"type": "object", "required": ["id"]},
                                    },
                                },
                                "additionalProperties": False,
                            }
                        },
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "invocations": {
                        "type": "array",
                        "items": {"type": "object", "required": ["executionSuccessful"]},
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": -1},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"type": "object", "required": ["text"]},
                                "locations": {"type": "array", "items": LOCATION},
                                "relatedLocations": {
                                    "type": "array",
                                    "uniqueItems": True,
                                    "items": LOCATION,
                                },
                                "partialFingerprints": {
                                    "type": "object",
                                    "additionalProperties": {"type": "string"},
                                },
                                "suppressions": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "required": ["kind"],
                                        "properties": {
                                            "kind": {"enum": ["inSource", "external"]},
                                            "justification": {"type": "string"},
                                        },
                                        "additionalProperties": False,
                                    },
                                },
                            },
                            "additionalProperties": False,
                        },
                    },
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


def check(folder: Path, source: str, **options: tuple[str, ...]) -> Checked:
    (folder / "pyproject.toml").touch()
    (folder / "fees.py").write_text(textwrap.dedent(source))
    return check_contracts(folder, CheckOptions(**options))


def test_a_conflict_names_both_sides(tmp_path: Path) -> None:
    found = check(tmp_path, STALE).findings

    assert [(one.kind, one.doc_line, one.code_line) for one in found] == [
        ("default", 6, 1),
        ("parameter", 7, 1),
        ("exception", 10, 1),
    ]
    assert found[0].doc_text == "rate: Its share. Defaults to 3."
    assert found[0].code_text == "def fee(cents: int, rate: int = 2) -> int:"
    assert found[0].id == "fees.py::fee"


def test_a_default_is_shown_on_its_own_line(tmp_path: Path) -> None:
    source = STALE.replace("cents: int, rate", "\n    cents: int,\n    rate")

    assert check(tmp_path, source).findings[0].code_text.startswith("rate: int = 2")


def test_only_the_kinds_asked_for_are_told(tmp_path: Path) -> None:
    found = check(tmp_path, STALE, select=("parameter",)).findings

    assert [one.kind for one in found] == ["parameter"]


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption):
        check(tmp_path, STALE, select=("undocumented",))


def test_what_is_not_documented_is_no_conflict(tmp_path: Path) -> None:
    source = "def f(x, y=1):\n    if x: raise ValueError\n"

    assert check(tmp_path, source).findings == ()


@pytest.mark.parametrize("line", [0, 1, 5])
def test_a_comment_with_a_reason_accepts_a_conflict(tmp_path: Path, line: int) -> None:
    lines = ("@final\n" + STALE).split("\n")
    lines[line] += "  # skeleton: ignore[exception, default]  the wrapper sets it"
    checked = check(tmp_path, "\n".join(lines))

    assert "default" not in [one.kind for one in checked.findings]
    assert {one.reason for one in checked.suppressed} == {"the wrapper sets it"}


@pytest.mark.parametrize("before", ["  ", "\n    "])
def test_a_comment_behind_the_documentation_accepts_a_conflict(tmp_path: Path, before: str) -> None:
    comment = f"{before}# skeleton: ignore[default] the wrapper sets it"
    checked = check(tmp_path, STALE.replace('    """\n    return', f'    """{comment}\n    return'))

    assert [one.kind for one in checked.suppressed] == ["default"]


def test_a_comment_without_a_reason_does_not_count_and_says_so(tmp_path: Path) -> None:
    source = "# skeleton: ignore[default]\n" + STALE
    checked = check(tmp_path, source)

    assert checked.suppressed == ()
    assert "no reason" in checked.findings[0].note
    assert "no reason" in render_check(checked)


def test_a_comment_about_another_kind_accepts_nothing(tmp_path: Path) -> None:
    assert check(tmp_path, "# skeleton: ignore[parameter] why\n" + STALE).suppressed[0].kind == (
        "parameter"
    )


def test_the_exit_code_tells_of_conflicts_and_of_nothing_read(tmp_path: Path) -> None:
    assert check_exit_code(check(tmp_path, STALE)) == 1
    assert check_exit_code(check(tmp_path, "def f(): pass\n")) == 0
    (tmp_path / "fees.py").unlink()

    assert check_exit_code(check_contracts(tmp_path, CheckOptions())) == 3


def test_text_shows_the_lines_of_both_sides(tmp_path: Path) -> None:
    text = render_check(check(tmp_path, STALE, select=("parameter",)))

    assert text == (
        "fees.py:7: parameter: doc parameter tier is not in the signature\n"
        "    doc  :7  tier: Of the merchant.\n"
        "    code :1  def fee(cents: int, rate: int = 2) -> int:\n"
        "1 conflict; 2 symbols of 1 file read\n"
    )


def test_sarif_has_what_its_schema_requires(tmp_path: Path) -> None:
    checked = check(tmp_path, "# skeleton: ignore[default] why not\n" + STALE)
    document = json.loads(render_check(checked, "sarif"))
    (told,) = document["runs"]

    Draft7Validator(SARIF).validate(document)
    assert [one["ruleId"] for one in told["results"]] == ["parameter", "exception", "default"]
    assert told["results"][2]["suppressions"][0]["justification"] == "why not"
    rules = told["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in told["results"])


def test_our_own_source_has_no_conflict() -> None:
    done = run(["check", "skeleton"], ROOT)

    assert done.code == 0, done.out
    assert done.out.startswith("0 conflicts")
