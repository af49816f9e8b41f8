"""Says which tree an answer speaks of: name, commit, what differs from it, languages.

Runs nothing that a repository names: what changed is found by content, without git's filters.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from skeleton.discover.revisions import Blob, Revision, object_name
from skeleton.errors import UnknownRevision

if TYPE_CHECKING:
    from skeleton.discover import Found
    from skeleton.workplace import Workplace

SHORT = 7  # characters of a commit


class Identity(NamedTuple):
    """What an answer speaks of."""

    name: str  # of the root folder
    commit: str  # empty: not in git, or nothing committed
    dirty: tuple[str, ...]  # source files that are not as committed, and those that are gone
    languages: tuple[tuple[str, int], ...]  # and how many files each has, most first
    files: tuple[str, ...]  # every source file, sorted

    def line(self, broken: int = 0) -> str:
        """Return it in one line.

        Args:
            broken: How many of the files that an answer read could not be read whole.
        """
        words = self.name
        words += f" @ {self.commit[:SHORT]}" if self.commit else ", no commit"
        words += f" +{len(self.dirty)} dirty" if self.dirty else ""
        counts = ", ".join(f"{language} {count:,}" for language, count in self.languages)
        said = f"; {counts} files" if counts else "; no source files"
        return f"[{words}{said}{f'; {broken} not parsed' if broken else ''}]"


class Identifier:
    """Tells the identity of one root again and again; remembers the objects of unchanged files."""

    def __init__(self) -> None:
        self._blobs: tuple[str, dict[str, Blob]] = ("", {})
        self._objects: dict[str, tuple[tuple[int, ...], str]] = {}

    def identify(self, place: Workplace) -> Identity:
        """Return what the tree is now."""
        found = place.listed(())
        commit, blobs = self._committed(place)
        counts = Counter(file.language for file in found.files)
        ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        dirty = self._dirty(place, found, blobs) if commit else ()
        name = place.root.name or "/"
        files = tuple(file.path for file in found.files)
        return Identity(name, commit, dirty, tuple(ranked), files)

    def _committed(self, place: Workplace) -> tuple[str, dict[str, Blob]]:
        try:
            revision = Revision(place.root, "HEAD")
        except UnknownRevision:
            return "", {}
        if self._blobs[0] != revision.commit:
            source = {
                path: blob
                for path, blob in revision.blobs.items()
                if any(path.endswith(end) for end in _extensions(place))
            }
            self._blobs = (revision.commit, source)
        return self._blobs

    def _dirty(self, place: Workplace, found: Found, blobs: dict[str, Blob]) -> tuple[str, ...]:
        changed = []
        for file in found.files:
            blob = blobs.get(file.path)
            same_size = blob is not None and blob.size == file.size
            if not same_size or blob is None or self._object(place, file.path) != blob.object:
                changed.append(file.path)
        gone = {path for path in blobs if not os.path.lexists(place.root / path)}
        return tuple(sorted({*changed, *gone}))

    def _object(self, place: Workplace, path: str) -> str:
        """Return the name of a file's content; read again only if the file was touched."""
        status = os.lstat(place.root / path)
        touched = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        known = self._objects.get(path)
        if known is None or known[0] != touched:
            known = (touched, object_name(place.bytes_of(path)))
            self._objects[path] = known
        return known[1]


def _extensions(place: Workplace) -> tuple[str, ...]:
    return tuple(end for language in place.languages.values() for end in language.extensions)
