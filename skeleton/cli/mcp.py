"""`skeleton mcp`: checks what may be served, and starts a server over it."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from skeleton.errors import BadOption, SkeletonError


class NoExtra(SkeletonError):
    """The libraries of the server are not installed."""

    code = "no_extra"

    def __init__(self, missing: str) -> None:
        super().__init__(missing)
        self.missing = missing

    def __str__(self) -> str:
        return (
            f"the server needs an extra ({self.missing} is missing):"
            " pip install 'skeleton-map[mcp]'"
        )


def mcp_command(
    root: Annotated[
        str, typer.Argument(metavar="ROOT", help="The folder to serve; nothing outside is read.")
    ],
    allow_verify: Annotated[
        bool, typer.Option("--allow-verify", help="Offer the tool that runs the project's tests.")
    ] = False,
    http: Annotated[
        str,
        typer.Option(
            metavar="127.0.0.1:PORT", help="Serve HTTP on this machine instead of standard input."
        ),
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Serve even a home folder or a whole disk.")
    ] = False,
) -> None:
    """Serve status, map and show to programs that speak MCP.

    skeleton mcp .                           over standard input and output

    skeleton mcp . --http 127.0.0.1:8765     over HTTP, at /mcp
    """
    from skeleton.server.desk import Desk
    from skeleton.server.root import check_root

    folder = check_root(Path(root), force=force)
    host, port = _address(http) if http else ("", 0)
    desk = Desk(folder, allow_verify=allow_verify)
    Thread(target=desk.warm, daemon=True).start()  # while the library of the protocol is loaded
    try:
        from skeleton.server import protocol
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "skeleton":
            raise
        raise NoExtra(error.name or "mcp") from error
    if http:
        protocol.serve_http(desk, host, port)
    else:
        protocol.serve_stdio(desk)


def _address(text: str) -> tuple[str, int]:
    """Return host and port: `8765`, `127.0.0.1:8765`, `[::1]:8765`."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port) < 65_536):
        raise BadOption("--http", text, "127.0.0.1:PORT")
    return host.strip("[]") or "127.0.0.1", int(port)
