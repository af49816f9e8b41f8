"""Writes what a check found: as text, JSON, SARIF 2.1.0, or annotations of GitHub Actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from skeleton.annotation import level_of, write_annotation
from skeleton.clip import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.model import Checked, Finding

FORMATS = ("text", "json", "sarif", "github")
RULES = {
    "default": "A documented default differs from that of the signature.",
    "exception": "A documented exception is never raised.",
    "parameter": "A documented parameter is not in the signature.",
}
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(checked: Checked, format: str = "text", version: str = "") -> str:
    """Return what a check found in one of `FORMATS`, with a line feed at its end.

    Args:
        checked: What was found.
        format: How to write it.
        version: Of the program, for SARIF.
    """
    if format in ("text", "github"):
        return "\n".join(_text(checked) if format == "text" else _github(checked)) + "\n"
    document = checked if format == "json" else _sarif(checked, version)
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def _text(checked: Checked) -> Iterator[str]:
    for one in checked.findings:
        yield f"{one.path}:{one.doc_line}: {one.kind}: {one.message}"
        yield f"    doc  :{one.doc_line}  {one.doc_text}"
        yield f"    code :{one.code_line}  {one.code_text}"
        if one.note:
            yield f"    {one.note}: skeleton: ignore[{one.kind}] REASON"
    for note in checked.diagnostics:
        place = f"{note.path}:{note.line}" if note.line else note.path
        yield f"{note.severity}: {place}: {one_line(note.message)}"
    yield _closing(checked)


def _github(checked: Checked) -> Iterator[str]:
    for one in checked.findings:
        said = [one.message, f"line {one.code_line}: {one.code_text}"]
        if one.note:
            said.append(f"{one.note}: skeleton: ignore[{one.kind}] REASON")
        title = RULES[one.kind].removesuffix(".")
        yield write_annotation(
            "error", "\n".join(said), path=one.path, line=one.doc_line, title=title
        )
    for note in checked.diagnostics:
        yield write_annotation(
            level_of(note.severity), note.message, path=note.path, line=note.line
        )
    yield _closing(checked)


def _closing(checked: Checked) -> str:
    words = _counted(len(checked.findings), "conflict")
    if checked.suppressed:
        words += f", {len(checked.suppressed):,} accepted with a reason"
    symbols, files = _counted(checked.symbols, "symbol"), _counted(checked.files, "file")
    return f"{words}; {symbols} of {files} read"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _sarif(checked: Checked, version: str) -> dict[str, Any]:
    driver: dict[str, Any] = {
        "name": "skeleton",
        "rules": [{"id": kind, "shortDescription": {"text": said}} for kind, said in RULES.items()],
    }
    if version:
        driver["version"] = version
    notes = [
        {
            "level": {"information": "note"}.get(one.severity, one.severity),
            "message": {"text": one_line(one.message)},
            "locations": [_location(one.path, one.line)],
        }
        for one in checked.diagnostics
    ]
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one) for one in (*checked.findings, *checked.suppressed)],
    }
    if notes:
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notes}]
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(one: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": one.kind,
        "ruleIndex": sorted(RULES).index(one.kind),
        "level": "warning",
        "message": {"text": f"{one.message} ({one.note})" if one.note else one.message},
        "locations": [
            {
                **_location(one.path, one.doc_line, one.doc_text),
                "logicalLocations": [{"fullyQualifiedName": one.id}],
            }
        ],
        "relatedLocations": [
            {"id": 1, **_location(one.path, one.code_line, one.code_text, "the code")}
        ],
        "partialFingerprints": {"skeleton/v1": f"{one.kind} {one.id} {one.message}"},
    }
    if one.reason:
        result["suppressions"] = [{"kind": "inSource", "justification": one.reason}]
    return result


def _location(path: str, line: int, text: str = "", message: str = "") -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(path)}}
    if line:
        physical["region"] = {"startLine": line}
        if text:
            physical["region"]["snippet"] = {"text": text}
    location: dict[str, Any] = {"physicalLocation": physical}
    if message:
        location["message"] = {"text": message}
    return location
