"""Keeps a server inside its root: which folder may be one, and which paths lie in it."""

from __future__ import annotations

import ntpath
import os
import re
from contextlib import suppress
from pathlib import Path

from skeleton.errors import BadOption, SkeletonError

MOST_CHARS = 4_096  # of a path
MOST_BYTES = 255  # of one name in it
_MARK = re.compile(r"(?<=.)@[0-9a-f]{4,64}\Z")


class OutsideRoot(SkeletonError):
    """A path that leads out of the root, or that no file can have."""

    code = "outside_root"

    def __init__(self, path: str, root: str, problem: str = "leads out of the root") -> None:
        super().__init__(path, root, problem)
        self.path, self.root, self.problem = path, root, problem

    def __str__(self) -> str:
        return (
            f"{self.path[:200]}: {self.problem}; nothing outside `{self.root}` is read:"
            " name a file or a folder relative to it"
        )


def check_root(folder: Path, *, force: bool = False) -> Path:
    """Return the folder that a server may serve.

    Args:
        folder: As written.
        force: Accept the home folder, a folder above it, and `/`.

    Raises:
        BadOption: It is no folder, or so wide that it holds what nobody meant to serve.
    """
    root = Path(os.path.realpath(folder))
    if not root.is_dir():
        raise BadOption("ROOT", str(folder), "no such folder")
    wide = root == Path(root.anchor)
    with suppress(RuntimeError, OSError):  # there is no home folder
        wide = wide or Path(os.path.realpath(Path.home())).is_relative_to(root)
    if wide and not force:
        raise BadOption(
            "ROOT", str(folder), "holds a whole home or disk: name a project, or add --force"
        )
    return root


def confine(root: Path, path: str) -> str:
    r"""Return a path relative to the root, `/` between its parts, `.` for the root itself.

    Both `/` and `\` part names. An absolute path is accepted if it lies in the root.

    Raises:
        OutsideRoot: It leads out of the root, through `..`, a link or a drive; or holds a
            character that no path has.
    """
    long = len(path) > MOST_CHARS or any(
        len(part.encode("utf-8", "replace")) > MOST_BYTES for part in re.split(r"[\\/]", path)
    )
    if "\0" in path or long:
        raise OutsideRoot(path.replace("\0", "\\0"), root.name, "is no path")
    plain = path.replace("\\", "/")
    if ntpath.splitdrive(path)[0] and os.name != "nt":
        raise OutsideRoot(path, root.name)
    if plain.startswith("~"):
        raise OutsideRoot(path, root.name)
    try:
        named = root / plain
        parent = Path(os.path.realpath(named.parent)) if named.name != ".." else named
        whole = Path(os.path.realpath(named))
        near = parent / named.name if named.name not in ("", "..") else whole
    except (OSError, ValueError) as error:  # too long, or half a surrogate pair
        raise OutsideRoot(path, root.name, "is no path") from error
    if not whole.is_relative_to(root) or not near.is_relative_to(root):
        raise OutsideRoot(path, root.name)
    return near.relative_to(root).as_posix()


def confine_id(root: Path, wanted: str) -> str:
    """Return an id whose path, if it has one, is relative to the root: `path::Qual.name@hash`.

    Raises:
        OutsideRoot: As `confine`.
    """
    path, mark, name = wanted.partition("::")
    content = ""
    if not mark and (found := _MARK.search(path)):
        path, content = path[: found.start()], found.group()
    plain = len(path) <= MOST_BYTES // 4
    if not mark and plain and not re.search(r"[\\/\0]|\A~|\A\.\.\Z|\A[A-Za-z]:", path):
        return wanted  # a name alone, or a file directly in the root
    return f"{confine(root, path)}{mark}{name}{content}"
