"""Paths of the platform at hand."""

import sys

match sys.platform:
    case "win32":
        SEPARATOR = "\\"

        def absolute(path: str) -> bool:
            """Whether a path begins with a drive."""
            return path[1:2] == ":"

    case "linux" | "darwin":
        SEPARATOR = "/"

        def absolute(path: str) -> bool:
            """Whether a path begins with a slash."""
            return path.startswith("/")

    case _:
        pass


class Home:
    """Where a user is at home."""

    match sys.platform:
        case "win32":
            variable = "USERPROFILE"
        case _ if sys.version_info >= (3, 13):
            variable = "HOME"
