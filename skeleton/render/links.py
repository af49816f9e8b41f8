"""Where a page leads to outside itself: the lines of the sources."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote


class Links(NamedTuple):
    """Makes addresses of lines."""

    source_url: str  # with `{path}` and `{line}`

    def to(self, path: str, line: int = 1) -> str:
        """Return the address of a line of a file."""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        return self.source_url.replace("{line}", str(line)).replace("{path}", quoted)
