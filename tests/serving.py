"""Servers to test: in this process, over standard input and output, over HTTP."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import anyio
from mcp import Client, StdioServerParameters

from skeleton.server.desk import Desk
from skeleton.server.protocol import make_server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from mcp_types import CallToolResult

COMMAND = (sys.executable, "-m", "skeleton", "mcp")


def ask(root: Path, questions: Callable[[Client], Awaitable[None]], **options: Any) -> None:
    """Ask a server in this process."""
    serve(make_server(Desk(root.resolve(), **options)), questions)


def serve(server: Any, questions: Callable[[Client], Awaitable[None]], mode: str = "auto") -> None:
    """Ask a server, the parameters of one, or the address of one; a minute is enough."""

    async def session() -> None:
        with anyio.fail_after(120):
            async with Client(server, mode=mode) as client:
                await questions(client)

    anyio.run(session)


def stdio(root: Path, *options: str) -> StdioServerParameters:
    """A server of its own process over standard input and output."""
    command, *arguments = COMMAND
    return StdioServerParameters(
        command=command, args=[*arguments, str(root), *options], env=dict(os.environ)
    )


@contextlib.contextmanager
def http(root: Path, *options: str) -> Iterator[str]:
    """The address of a server over HTTP; it ends with the block."""
    command = [*COMMAND, str(root), "--http", "127.0.0.1:0", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + process.stderr.read()
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)


def text(result: CallToolResult) -> str:
    """The text of an answer, of which there is one."""
    (content,) = result.content
    assert content.type == "text"
    assert result.structured_content is None
    return content.text


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """The text of an answer that is no error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text(result)
    return text(result)


async def refusal(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    """The text of an answer that is an error."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text(result)
    return text(result)


def inside(answer: str) -> str:
    """An answer without its first and its last line."""
    return answer.partition("\n")[2].rpartition("\n")[0] + "\n"
