"""Tells the judge outside the process what happens in a test run, one JSON line at a time.

Runs inside the tested environment: standard library only, valid Python 3.8, and never raises into
the tests. It says what it saw; whether that is a success is decided elsewhere. PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import ast
import json
import os
import reprlib
import sys
import tokenize
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

VARIABLE = "SKELETON_VERIFY"
TEXT_LIMIT = 100_000  # characters of one value, message or captured text
FOREIGN = {"site-packages", "dist-packages", ".venv", "venv", ".tox", ".nox"}

Fields = Dict[str, Any]

# Tests patch these; ours are the ones from before the first test.
_write, _fstat, _open, _getpid = os.write, os.fstat, os.open, os.getpid
_encode = json.JSONEncoder(ensure_ascii=True).encode


class Channel:
    """The pipe to the judge.

    There is no file to delete or to fill. A pipe that a test closed is opened again through the
    judge's own end where the system allows it; a fork of the tested process says nothing.
    """

    def __init__(self, fd: int, token: str, judge: int, root: str) -> None:
        self.root = root
        self._fd, self._token = fd, token
        self._again = "/proc/%d/fd/%d" % (judge, fd)
        self._process = _getpid()
        self._identity = self._identify(fd)
        self._count = 0

    def send(self, event: str, **fields: object) -> None:
        """Write one event at once; one that cannot be written leaves a gap that the judge sees."""
        if _getpid() != self._process:
            return
        line = {"n": self._count, "event": event}  # type: Fields
        line.update(fields)
        self._count += 1
        data = ("%s %s\n" % (self._token, _encode(line))).encode("ascii")
        if not self._put(data) and self._reopen():
            self._put(data)

    def _put(self, data: bytes) -> bool:
        try:
            if self._identify(self._fd) != self._identity:
                return False
            while data:
                data = data[_write(self._fd, data) :]
        except OSError:
            return False
        return True

    def _reopen(self) -> bool:
        try:
            self._fd = _open(self._again, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0))
        except OSError:
            return False
        return True

    @staticmethod
    def _identify(fd: int) -> Tuple[int, int]:
        found = _fstat(fd)
        return found.st_dev, found.st_ino


def open_channel() -> Optional[Channel]:
    """Return the channel that the judge left in the environment, once; take its traces away.

    Child processes, xdist workers and nested runs find nothing, so they send nothing.
    """
    text = os.environ.pop(VARIABLE, "")
    if not text:
        return None
    address = json.loads(text)
    if address["pythonpath"] is None:
        os.environ.pop("PYTHONPATH", None)
    else:
        os.environ["PYTHONPATH"] = address["pythonpath"]
    os.set_inheritable(address["fd"], False)
    channel = Channel(address["fd"], address["token"], address["judge"], address["root"])
    prefixes = sorted({sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)})
    channel.send("begin", python="%d.%d.%d" % sys.version_info[:3], prefixes=prefixes)
    return channel


class Compared(NamedTuple):
    """Both sides of a comparison that an assertion found false."""

    code: object  # of the function that holds the assertion
    op: str
    left: str
    right: str


def compare(code: object, op: str, left: object, right: object) -> Compared:
    """Show both sides of a comparison, long ones in an order that makes them comparable."""
    texts = show(left), show(right)
    if max(map(len, texts)) > 300:
        texts = show(left, ordered=True), show(right, ordered=True)
    if max(map(len, texts)) > TEXT_LIMIT:
        skipped = max(0, common_prefix(*texts) - 1000)
        mark = "…[+%d chars]" % skipped if skipped else ""
        texts = mark + texts[0][skipped:], mark + texts[1][skipped:]
    return Compared(code, op, cut(texts[0]), cut(texts[1]))


def show(value: object, ordered: bool = False, depth: int = 0) -> str:
    """Return `repr(value)` for any hash seed: sets are sorted, dictionaries too when `ordered`."""
    kind = type(value)
    if kind not in (list, tuple, dict, set, frozenset) or depth > 40:
        try:
            return repr(value)
        except Exception as error:  # the project's own __repr__
            return "<%s: its repr raised %s>" % (kind.__name__, type(error).__name__)
    if kind is dict:
        pairs = [
            "%s: %s" % (show(key, ordered, depth + 1), show(item, ordered, depth + 1))
            for key, item in value.items()  # type: ignore[attr-defined]  # a dict
        ]
        return "{%s}" % ", ".join(sorted(pairs) if ordered else pairs)
    items = [show(item, ordered, depth + 1) for item in value]  # type: ignore[attr-defined]
    if kind is list:
        return "[%s]" % ", ".join(items)
    if kind is tuple:
        return "(%s,)" % items[0] if len(items) == 1 else "(%s)" % ", ".join(items)
    if not items:
        return repr(value)
    text = "{%s}" % ", ".join(sorted(items))
    return text if kind is set else "frozenset(%s)" % text


def common_prefix(left: str, right: str) -> int:
    """Return how many first characters are equal."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def cut(text: str, limit: int = TEXT_LIMIT) -> str:
    """Keep the first characters and say how many were left out."""
    return text if len(text) <= limit else "%s…[+%d chars]" % (text[:limit], len(text) - limit)


def message_of(error: BaseException, depth: int = 0) -> str:
    """Return what the exception says, with its notes, its causes and those it groups."""
    try:
        text = str(error)
    except Exception as broken:  # the project's own __str__
        text = "<%s: its text raised %s>" % (type(error).__name__, type(broken).__name__)
    notes = getattr(error, "__notes__", None)
    if isinstance(notes, list):
        text = "\n".join([text] + [str(note) for note in notes])
    if depth < 3:
        text += _before(error, text, depth) + _grouped(error, depth)
    return cut(text)


def _before(error: BaseException, text: str, depth: int) -> str:
    """Return what the exception was raised from, or while another one was handled."""
    cause, word = error.__cause__, "from"
    if cause is None and not error.__suppress_context__:
        cause, word = error.__context__, "while handling"
    if cause is None:
        return ""
    said = message_of(cause, depth + 1)
    if word != "from" and said and said in text:
        return ""
    return "\n%s %s: %s" % (word, type(cause).__name__, said)


def _grouped(error: BaseException, depth: int) -> str:
    """Return what the first exceptions of a group say."""
    grouped = getattr(error, "exceptions", None)
    if not isinstance(grouped, tuple):
        return ""
    parts = [part for part in grouped if isinstance(part, BaseException)]
    lines = ["%s: %s" % (type(part).__name__, message_of(part, depth + 1)) for part in parts[:3]]
    if len(parts) > 3:
        lines.append("…[+%d exceptions]" % (len(parts) - 3))
    return "".join("\n" + line for line in lines)


def describe(
    error: BaseException,
    traceback: Any,
    root: str,
    own_file: str = "",
    compared: Optional[Compared] = None,
) -> Fields:
    """Say where in the project an exception came from, and what it says.

    Args:
        error: The exception.
        traceback: Its traceback, or None.
        root: The project's folder; only frames below it count.
        own_file: The file of the test: `at` prefers its frames.
        compared: The last comparison that was found false.

    Returns:
        `exc` and `msg`; `at`, `raised`, `src`, `left`, `op`, `right` as far as they are known.
    """
    fields: Fields = {"exc": type(error).__name__, "msg": message_of(error)}
    frames, last = _project_frames(traceback, root)
    if isinstance(error, SyntaxError) and error.filename and os.path.isabs(str(error.filename)):
        frames.append((str(error.filename), error.lineno or 0))
    if not frames:
        return fields
    raised = frames[-1]
    at = ([frame for frame in frames if frame[0] == own_file] or [raised])[-1]
    node, fields["src"] = statement_at(*at)
    fields["at"] = place(root, *at)
    if raised != at:
        fields["raised"] = place(root, *raised)
        if not fields["msg"]:
            fields["src"] = statement_at(*raised)[1]
    elif isinstance(node, ast.Assert) and isinstance(error, AssertionError):
        if node.msg is not None:
            fields["msg"] = fields["msg"].split("\nassert ", 1)[0]
        if compared and isinstance(node.test, ast.Compare) and compared.code is last:
            fields.update(left=compared.left, op=compared.op, right=compared.right)
            if node.msg is None:
                fields["msg"] = ""
    return fields


def place(root: str, path: str, line: int) -> str:
    """Return `path:line`, relative to the project."""
    relative = relative_path(root, path)
    return "%s:%d" % (relative if relative is not None else os.path.basename(path), line)


def relative_path(root: str, path: str) -> Optional[str]:
    """Return a path relative to the project with `/`; None when it is not the project's own."""
    if path.startswith("<"):
        return None
    for candidate in (path, os.path.realpath(path)):
        relative = os.path.relpath(os.path.join(root, candidate), root).replace(os.sep, "/")
        if not relative.startswith("../") and not FOREIGN.intersection(relative.split("/")):
            return relative
    return None


def locals_of(traceback: Any, root: str) -> str:
    """Return the local variables of the innermost frame of the project, one a line."""
    frame = None
    while traceback is not None:
        if relative_path(root, traceback.tb_frame.f_code.co_filename) is not None:
            frame = traceback.tb_frame
        traceback = traceback.tb_next
    if frame is None:
        return ""
    names = [name for name in list(frame.f_locals) if not name.startswith("@")]
    return "\n".join("%s = %s" % (name, _brief(frame.f_locals[name])) for name in names[:40])


def _brief(value: object) -> str:
    """Return the beginning of a value; a large one is not shown whole first."""
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = short.maxset = short.maxfrozenset = short.maxdict = 20
    short.maxstring = short.maxother = short.maxlong = 500
    if isinstance(value, (bytes, bytearray)):
        value = value[:500]
    try:
        return cut(short.repr(value), 500)
    except Exception as error:  # the project's own __repr__
        return "<%s: its repr raised %s>" % (type(value).__name__, type(error).__name__)


def statement_at(path: str, line: int) -> Tuple[Optional[ast.stmt], str]:
    """Return the innermost statement at a line and its text on one line; of a block the head."""
    try:
        with tokenize.open(path) as file:
            source = file.read()
        best = None  # type: Optional[ast.stmt]
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
                best = node if best is None or node.lineno >= best.lineno else best
        if best is None or hasattr(best, "body"):
            lines = source.split("\n")  # not at form feeds: they end no line of Python
            return best, lines[line - 1].strip() if 0 < line <= len(lines) else ""
        text = ast.get_source_segment(source, best) or ""
        return best, " ".join(part.strip() for part in text.splitlines())
    except Exception:  # a file that is gone, not Python, too deep: no source line then
        return None, ""


def _project_frames(traceback: Any, root: str) -> Tuple[List[Tuple[str, int]], object]:
    """Return the frames below the root, outermost first, and the code of the innermost of all."""
    frames, last = [], None  # type: List[Tuple[str, int]], Any
    while traceback is not None:
        last = traceback.tb_frame.f_code
        if relative_path(root, last.co_filename) is not None:
            frames.append((last.co_filename, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames, last
