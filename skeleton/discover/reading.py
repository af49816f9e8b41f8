"""Reads one file: bytes from the disk in, UTF-8 text with plain line ends out.

Nothing but a regular file below the root is ever opened (a pipe would wait for ever), and nothing
huge is read. Does not know languages, apart from two rules that hang on a file's extension.
"""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import stat
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from skeleton.model import Diagnostic, Severity, SourceText

if TYPE_CHECKING:
    from pathlib import Path

LARGE_BYTES = 1 << 20  # above it, a file is read only if a person seems to have written it
LARGEST_BYTES = 8 << 20
LONG_LINE_BYTES = 5_000
PYTHON_EXTENSIONS = (".py", ".pyi", ".pyw")  # may declare their encoding
BUNDLED_EXTENSIONS = (".js", ".mjs", ".cjs")  # may be the output of a minifier

_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # PEP 263
_BLANK_OR_COMMENT = re.compile(rb"[ \t\f]*(?:#.*)?")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_LEADING_FORM_FEED = re.compile(rb"^[ \t\f]*\f", re.MULTILINE)


class NotSource(Exception):
    """A path that is not opened; `code` and `message` are those of a diagnostic."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message

    def __str__(self) -> str:
        return self.message


def read_text(root: Path, path: str) -> SourceText:
    """Read and decode one file.

    Args:
        root: The project's folder; a file that a link reaches outside of it is not read.
        path: Relative to `root`, as `find_files` gives it.

    Returns:
        UTF-8 with line feeds. What is not read has empty `data` and says why in its diagnostics.
        Bytes that are not of the declared encoding are read as Latin-1, with a warning.
    """
    try:
        raw = read_bytes(root, path)
    except FileNotFoundError:
        return _unread(path, "", "warning", "vanished", "is gone since the files were listed")
    except NotSource as reason:
        return _unread(path, "", "information", reason.code, reason.message)
    except OSError as error:
        return _unread(
            path, "", "error", "unreadable", f"cannot be read: {error.strerror or error}"
        )
    return decode_text(path, raw)


def decode_text(path: str, raw: bytes) -> SourceText:
    """Decode the content of a file, wherever it was read; as `read_text` does."""
    content_hash = hash_bytes(raw)
    if raw.startswith(_WIDE_MARKS):
        message = "is UTF-16 or UTF-32 text, not read: save it as UTF-8"
        return _unread(path, content_hash, "error", "undecodable", message)
    zero = raw.find(b"\0")
    if zero >= 0:
        line = _line_at(raw, zero)
        message = f"is not text, not read: there is a zero byte in line {line}"
        return _unread(path, content_hash, "error", "binary", message, line)
    if path.endswith(BUNDLED_EXTENSIONS) and _is_minified(raw):
        return _unread(path, content_hash, "information", "minified", "is minified: not read")
    if len(raw) > LARGE_BYTES and (_is_generated(raw) or _has_long_line(raw)):
        message = f"is {_mebibytes(len(raw))} of generated text: not read"
        return _unread(path, content_hash, "information", "too_large", message)
    data, diagnostics = _decode(path, raw)
    return SourceText(path, _plain_lines(data), content_hash, diagnostics)


def hash_file(root: Path, path: str) -> str:
    """Return the `content_hash` that `read_text` would give; empty when the file cannot be read."""
    try:
        return hash_bytes(read_bytes(root, path))
    except (OSError, NotSource):
        return ""


def read_bytes(root: Path, path: str) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        NotSource: It is something else, too large, or reached through a link that leaves `root`.
        OSError: It cannot be read.
    """
    name = on_disk(root, path)
    whole = os.path.join(root, name)
    status = os.lstat(whole)
    is_link = stat.S_ISLNK(status.st_mode)
    if not _folder_is_inside(str(root), os.path.dirname(name)) or (
        is_link and not leads_inside(root, whole)
    ):
        raise NotSource("outside", "is reached through a link that leaves the project: not read")
    check_regular(os.stat(whole) if is_link else status)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(whole, flags), "rb", buffering=0) as file:
        check_regular(os.fstat(file.fileno()))
        return file.readall()


def check_regular(status: os.stat_result) -> None:
    """Refuse what must not be opened or is too large.

    Raises:
        NotSource: With the reason.
    """
    if not stat.S_ISREG(status.st_mode):
        raise NotSource("not_a_file", f"is {_kind_of(status.st_mode)}: not opened")
    if status.st_size > LARGEST_BYTES:
        raise NotSource("too_large", f"is {_mebibytes(status.st_size)}: not read")


def shown(name: str) -> str:
    r"""Return a name from the disk in a form that can be printed: an odd byte becomes `\xe9`."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "backslashreplace")


def on_disk(root: Path, path: str) -> str:
    """Return the name on the disk behind a path that `shown` made."""
    if not path.isascii() and sys.getfilesystemencoding() != "utf-8":
        path = os.fsdecode(path.encode("utf-8", "surrogateescape"))
    if "\\x" not in path or os.path.lexists(os.path.join(root, path)):
        return path
    raw = re.sub(
        rb"\\x([89a-f][0-9a-f])", lambda hit: bytes.fromhex(hit[1].decode()), path.encode()
    )
    return os.fsdecode(raw)


def leads_inside(root: Path | str, whole: str) -> bool:
    """Whether a path stays at or below the root once every link is followed."""
    real_root, real = os.path.realpath(root), os.path.realpath(whole)
    return real == real_root or real.startswith(real_root.rstrip(os.sep) + os.sep)


def is_there(root: Path, path: str) -> bool:
    """Whether a file or a folder is there; a link that leaves the root leads nowhere."""
    path = on_disk(root, path)
    whole = os.path.join(root, path)
    try:
        is_link = stat.S_ISLNK(os.lstat(whole).st_mode)
    except (OSError, ValueError):
        return False
    if is_link or path.endswith(".."):
        return os.path.exists(whole) and leads_inside(root, whole)
    return _folder_is_inside(str(root), os.path.dirname(path))


def forget_links() -> None:
    """Look anew where folders lead: for a process that outlives a change of the tree."""
    _folder_is_inside.cache_clear()


@lru_cache(maxsize=4096)
def _folder_is_inside(root: str, folder: str) -> bool:
    return leads_inside(root, os.path.join(root, folder))


def _unread(
    path: str, content_hash: str, severity: Severity, code: str, message: str, line: int = 0
) -> SourceText:
    return SourceText(path, b"", content_hash, (Diagnostic(path, severity, code, message, line),))


def _kind_of(mode: int) -> str:
    kinds = {
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFDIR: "a folder",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return kinds.get(stat.S_IFMT(mode), "not a regular file")


def _mebibytes(size: int) -> str:
    return f"{size / (1 << 20):.1f} MiB"


def hash_bytes(raw: bytes) -> str:
    """Return the hash that names a content."""
    return hashlib.sha256(raw).hexdigest()


def _line_at(raw: bytes, position: int) -> int:
    return len(_LINE_END.findall(raw, 0, position)) + 1


def _has_long_line(raw: bytes) -> bool:
    return any(len(line) > LONG_LINE_BYTES for line in _LINE_END.split(raw))


def _is_generated(raw: bytes) -> bool:
    head = raw[:1_000].lower()
    return b"generated" in head or b"do not edit" in head


def _is_minified(raw: bytes) -> bool:
    """Whether most of a file is long lines of many statements; a long string has none."""
    long_lines = [line for line in _LINE_END.split(raw) if len(line) > LONG_LINE_BYTES]
    size = sum(map(len, long_lines))
    statements = sum(line.count(b";") + line.count(b"){") for line in long_lines)
    return size * 2 > len(raw) and statements * 400 > size


def _decode(path: str, raw: bytes) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """Return the text as UTF-8, and a warning when the bytes are not what they are said to be."""
    declared = _declared_encoding(raw) if path.endswith(PYTHON_EXTENSIONS) else "utf-8"
    if raw.startswith(codecs.BOM_UTF8):
        raw, declared = raw[len(codecs.BOM_UTF8) :], "utf-8"
    try:
        text = raw.decode(declared)
    except LookupError:
        problem, line = f"declares the unknown encoding {declared}", 1
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        line = _line_at(raw, start)
        problem = f"is not valid {declared} at byte {start} in line {line}"
    else:
        return text.replace("\0", " ").encode("utf-8", "replace"), ()
    message = f"{problem}: read as UTF-8, odd bytes as Latin-1"
    data = raw.decode("utf-8", "skeleton.latin1").encode()
    return data, (Diagnostic(path, "warning", "encoding", message, line),)


def _odd_bytes_as_latin1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("skeleton.latin1", _odd_bytes_as_latin1)


def _declared_encoding(raw: bytes) -> str:
    """Return the encoding that one of the first two lines declares (PEP 263)."""
    for line in _LINE_END.split(raw[:1_000])[:2]:
        if cookie := _COOKIE.match(line):
            return cookie.group(1).decode("latin-1").lower()
        if not _BLANK_OR_COMMENT.fullmatch(line):
            break
    return "utf-8"


def _plain_lines(data: bytes) -> bytes:
    r"""End every line with `\n` and drop form feeds: CPython counts columns anew after one."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\f" in data:
        data = _LEADING_FORM_FEED.sub(b"", data).replace(b"\f", b" ")
    return data
