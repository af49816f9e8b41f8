"""Keeps the last five runs in `.skeleton/verify/` of the project, each whole or not at all.

Where the project cannot be written to, the user's cache folder takes its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from skeleton.errors import SkeletonError
from skeleton.verify.results import Trace
from skeleton.verify.writing import read_json, write_json

if TYPE_CHECKING:
    from skeleton.model import RunDigest

KEPT_RUNS = 5
DIGEST, OUTPUT, EVENTS, TRACES, LAST = (
    "digest.json",
    "output.log",
    "events.jsonl",
    "traces.jsonl",
    "last",
)


class NoRun(SkeletonError):
    """No run was kept, or not the failure that was asked for."""

    code = "no_run"

    def __init__(self, wanted: str = "", near: tuple[str, ...] = ()) -> None:
        super().__init__(wanted, near)
        self.wanted, self.near = wanted, near

    def __str__(self) -> str:
        if not self.wanted:
            return "no run is kept here: run `skeleton verify` first"
        known = f": {', '.join(self.near)}" if self.near else ""
        return f"{self.wanted}: not one failure of the last run{known}"


@dataclass
class Kept:
    """What is kept of a run."""

    digest: RunDigest
    traces: list[Trace]
    output: str


def keep(root: Path, digest: RunDigest, traces: list[Trace], output: str, events: list[str]) -> str:
    """Write a run down and return where, in words: empty when in the project's own folder."""
    files = {
        DIGEST: write_json(digest),
        OUTPUT: output,
        EVENTS: "".join(f"{line}\n" for line in events),
        TRACES: "".join(f"{json.dumps(vars(trace))}\n" for trace in traces),
    }
    for folder, where in ((_own(root), ""), (_cache(root), "in the user's cache folder")):
        try:
            _write(folder, digest.run, files)
        except OSError:
            continue
        return where
    return "nowhere: neither the project nor the user's cache folder can be written to"


def load_last(root: Path) -> Kept:
    """Return the last run that was kept.

    Raises:
        NoRun: There is none.
    """
    folders = [folder for folder in (_own(root), _cache(root)) if (folder / LAST).is_file()]
    folders.sort(key=lambda folder: (folder / LAST).stat().st_mtime_ns)
    for folder in reversed(folders):
        try:
            run = folder / (folder / LAST).read_text("utf-8").strip()
            lines = (run / TRACES).read_text("utf-8").splitlines()
            return Kept(
                read_json((run / DIGEST).read_bytes()),
                [Trace(**json.loads(line)) for line in lines],
                (run / OUTPUT).read_text("utf-8"),
            )
        except (OSError, ValueError, TypeError, msgspec.MsgspecError):
            continue
    raise NoRun


def find_traces(kept: Kept, wanted: str) -> list[Trace]:
    """Return the traces of one id, or of the only id that ends like it; `output` means all output.

    Raises:
        NoRun: There is none, or the ending is that of several.
    """
    if wanted == "output":
        return [Trace(wanted, "", kept.output)]
    exact = [trace for trace in kept.traces if trace.id == wanted]
    if exact:
        return exact
    ids = sorted({trace.id for trace in kept.traces})
    ending = [one for one in ids if one.endswith((f"::{wanted}", f"/{wanted}", f".{wanted}"))]
    if len(ending) != 1:
        raise NoRun(wanted, tuple((ending or ids)[:10]))
    return [trace for trace in kept.traces if trace.id == ending[0]]


def _own(root: Path) -> Path:
    return root / ".skeleton" / "verify"


def _cache(root: Path) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    name = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]
    return Path(base) / "skeleton" / "verify" / name


def _write(folder: Path, run: str, files: dict[str, str]) -> None:
    """Write the files beside their place, move them there, and let go of old runs."""
    if folder.is_symlink() or folder.parent.is_symlink():
        raise OSError("a link could lead out of the project")
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")
    beside = Path(tempfile.mkdtemp(prefix=".part-", dir=folder))
    try:
        for name, text in files.items():
            (beside / name).write_text(text, "utf-8", errors="backslashreplace", newline="\n")
        place = folder / run
        if place.exists():  # the same run again: its output may differ all the same
            place.rename(beside / "before")
        beside.rename(place)
    except OSError:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    shutil.rmtree(place / "before", ignore_errors=True)
    pointer = folder / f"{LAST}.part"
    pointer.write_text(f"{run}\n")
    pointer.replace(folder / LAST)
    runs = [
        one for one in folder.iterdir() if one.is_dir() and one.name.startswith(("v-", ".part-"))
    ]
    runs.sort(key=lambda one: one.stat().st_mtime_ns, reverse=True)
    for old in runs[KEPT_RUNS:]:
        with contextlib.suppress(OSError):
            shutil.rmtree(old)
