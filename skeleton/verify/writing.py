"""Writes a digest as JSON or as text, and reads back the JSON.

One failure is one line of the JSON, so that a line-based reader can cut and compare it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from skeleton.model import AffectedDigest, ContractDigest, Failure, InterfaceDigest, RunDigest

if TYPE_CHECKING:
    from collections.abc import Iterator

_ALWAYS = ("exit", "collected", "passed", "failed", "failures")
_ONE_A_LINE = ("collection", "failures")
_LINE_BEFORE = ("affected", "interface", "contracts", "log")


def write_json(digest: RunDigest) -> str:
    """Return one JSON document, its keys in the order of the record, and a line feed."""
    empty = {name: () if name == "failures" else None for name in _ALWAYS}
    said = msgspec.to_builtins(digest)
    pieces = []
    for name in digest.__struct_fields__:
        if name not in said and name not in empty:
            continue
        value = said.get(name, empty.get(name))
        text = msgspec.json.encode(value).decode()
        if name in _ONE_A_LINE and value:
            text = "[\n" + ",\n".join(msgspec.json.encode(one).decode() for one in value) + "]"
        feed = "\n" if name in _LINE_BEFORE else ""
        pieces.append(f'{feed}"{name}":{text}')
    return "{" + ",".join(pieces) + "}\n"


def read_json(text: str | bytes) -> RunDigest:
    """Return the digest that a JSON document holds.

    Raises:
        msgspec.MsgspecError: It is no such document.
    """
    return msgspec.json.decode(text, type=RunDigest)


def write_text(digest: RunDigest) -> str:
    """Return the digest for a person: the verdict first, then a paragraph for each failure."""
    counts = [f"{digest.passed} passed"]
    for name in (
        "failed",
        "error",
        "skipped",
        "xfailed",
        "xpassed",
        "flaky",
        "deselected",
        "not_run",
    ):
        count = getattr(digest, name)
        if count:
            counts.append(f"{count} {name.replace('_', ' ')}")
    lines = [f"{digest.status.replace('_', ' ')}: {', '.join(counts)} ({digest.runner})"]
    lines += [line for line in (digest.why, digest.stopped, _chosen(digest.affected)) if line]
    lines += [f"was running: {one}" for one in digest.running]
    for one in (*digest.collection, *digest.failures):
        lines += ["", *_told(one)]
    if digest.failures_omitted:
        lines += ["", f"… {digest.failures_omitted} more not shown: --max-failures N"]
    lines += [*_compared(digest.interface), *_checked(digest.contracts)]
    if digest.tail:
        lines += ["", "last lines of the output:", *(f"  {line}" for line in digest.tail)]
    if digest.log and digest.log.show:
        kept = f" ({digest.log.kept})" if digest.log.kept else ""
        lines += ["", f"more: {digest.log.show}{kept}"]
    return "\n".join(lines) + "\n"


def _chosen(affected: AffectedDigest | None) -> str:
    """Return which tests were run and which were not."""
    if affected is None:
        return ""
    since = f"{affected.changed} files changed since {affected.base}"
    if affected.files is None:
        return f"{since}: all tests, as {affected.all}" if affected.all else since
    unsure = f" ({affected.unsure} cannot be told)" if affected.unsure else ""
    return (
        f"{since}: {affected.files} test files reach them{unsure};"
        f" left out {affected.left_out} tests in {affected.left_out_files} files"
    )


def _compared(interface: InterfaceDigest | None) -> Iterator[str]:
    """Yield what a comparison with a base found."""
    if interface is None:
        return
    changed = len(interface.changed) + interface.not_shown
    yield ""
    yield (
        f"interface against {interface.base}: {changed} changed, {interface.added} added,"
        f" {len(interface.removed)} removed"
    )
    yield from (f"  removed {one}" for one in interface.removed)
    for one in interface.changed:
        yield f"  {one.id} {one.was or 'nothing'} → {one.now or 'nothing'}"
        yield from (f"    breaks: {reason}" for reason in one.breaking)


def _checked(contracts: ContractDigest | None) -> Iterator[str]:
    """Yield what a check of the contracts found."""
    if contracts is None:
        return
    yield ""
    yield (
        f"contracts: {contracts.checked} checked, {len(contracts.broken)} broken,"
        f" {contracts.unverifiable} unverifiable"
    )
    for one in contracts.broken:
        yield f"  {one.id} {one.contract} ({one.source}): {one.why}"


def _told(failure: Failure) -> list[str]:
    """Return a failure as a few lines."""
    name = " ".join(part for part in (failure.id, failure.sub and f"[{failure.sub}]") if part)
    when = f" in {failure.when}" if failure.when else ""
    places = [f"at {failure.at}"] * bool(failure.at) + [f"raised at {failure.raised}"] * bool(
        failure.raised
    )
    lines = [f"{name}{when}", f"  {', '.join(places)}" if places else ""]
    lines.append(f"  {failure.src}" if failure.src else "")
    if failure.left is not None:
        lines += [f"  left   {failure.left}", f"  {failure.op}", f"  right  {failure.right}"]
    if failure.expected is not None or failure.actual is not None:
        lines += [f"  expected  {failure.expected}", f"  actual    {failure.actual}"]
    said = ": ".join(part for part in (failure.exc, failure.msg) if part)
    lines += [f"  {line}" for line in said.splitlines()]
    lines.append(f"  note: {failure.note}" if failure.note else "")
    lines.append(f"  and {failure.same} more in the same way" if failure.same else "")
    return [line for line in lines if line]
