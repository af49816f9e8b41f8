"""What a server may reach: nothing outside its root, and nobody but programs on this machine."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from skeleton.server.root import OutsideRoot, confine
from tests.running import run
from tests.serving import ask, call, http, refusal

if TYPE_CHECKING:
    from mcp import Client

SECRET = "outside_secret"
HOSTILE = (
    "..",
    "../",
    "../outside.py",
    "../outside/inner.py",
    "../../etc/passwd",
    "../" * 40 + "etc/passwd",
    "pay/../../outside.py",
    "pay/../../outside/inner.py",
    "./../outside.py",
    "pay/./../../outside.py",
    "/",
    "/etc/passwd",
    "//etc/passwd",
    "/proc/self/environ",
    "/dev/stdin",
    "~",
    "~/.ssh/id_rsa",
    "~root/.profile",
    "..\\outside.py",
    "pay\\..\\..\\outside.py",
    "\\etc\\passwd",
    "\\\\server\\share\\x.py",
    "C:\\Windows\\system.ini",
    "C:outside.py",
    "c:/outside.py",
    "%2e%2e/outside.py",
    "..%2foutside.py",
    "%2e%2e%2foutside.py",
    "..%5coutside.py",
    "%252e%252e%252foutside.py",
    "file:///etc/passwd",
    "link.py",
    "folder/inner.py",
    "folder",
    "folder/../outside.py",
    "chain/inner.py",
    "pay/up/outside.py",
    "..\0/outside.py",
    "outside.py\0",
    "pay/rates.py/../../../outside.py",
    ".\u2025/outside.py",
    "\ud800/../../outside.py",
    "a" * 5_000,
    "",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project beside files that nobody may read, with links to them."""
    code = f"def {SECRET}() -> None: ...\n"
    (tmp_path / "outside.py").write_text(code)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "inner.py").write_text(code)
    root = tmp_path / "root"
    (root / "pay").mkdir(parents=True)
    (root / "pay" / "rates.py").write_text("def rate() -> None: ...\n")
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    (root / "folder").symlink_to(tmp_path / "outside")
    (root / "chain").symlink_to("folder")
    (root / "pay" / "up").symlink_to("../..")
    return root


def test_forty_hostile_paths_reach_nothing_outside(project: Path) -> None:
    assert len(HOSTILE) >= 40

    async def questions(client: Client) -> None:
        for path in HOSTILE:
            for tool, arguments in (
                ("map", {"paths": [path]}),
                ("map", {"deps_of": path.replace(",", "")}),
                ("map", {"used_by": path.replace(",", "")}),
                ("map", {"tested_by": path}),
                ("map", {"tested_by": f"{path}::test_x"}),
                ("map", {"known": [path]}),
                ("show", {"ids": [path]}),
                ("show", {"ids": [f"{path}::{SECRET}"]}),
                ("show", {"ids": [path], "part": "callers"}),
            ):
                sent = json.loads(json.dumps(arguments).replace("\\ud800", "?"))
                result = await client.call_tool(tool, sent)
                said = result.content[0].text  # type: ignore[union-attr]
                told = said.replace(path, "").replace(f"::{SECRET}", "")
                assert f"def {SECRET}" not in told, (tool, arguments)
                assert "root:" not in told, (tool, arguments)
                assert str(project.parent) not in told, (tool, arguments)

    ask(project, questions)


@pytest.mark.parametrize("path", HOSTILE[:28] + HOSTILE[31:41])
def test_a_path_is_confined_or_names_nothing_that_is_there(path: str, project: Path) -> None:
    root = project.resolve()
    try:
        inside = confine(root, path)
    except OutsideRoot:
        return
    assert not (root / inside).exists(), inside


def test_paths_inside_are_the_same_however_they_are_written(project: Path) -> None:
    root = project.resolve()
    written = (
        "pay/rates.py",
        "./pay/rates.py",
        "pay//rates.py",
        "pay\\rates.py",
        "pay/../pay/rates.py",
        str(root / "pay" / "rates.py"),
    )

    assert {confine(root, path) for path in written} == {"pay/rates.py"}
    assert {confine(root, path) for path in (".", "", "pay/..", str(root))} == {"."}


def test_a_map_of_everything_follows_no_link_out(project: Path) -> None:
    async def questions(client: Client) -> None:
        assert SECRET not in await call(client, "map", visibility="all", detail="full")
        assert SECRET not in await call(client, "status")
        assert "no such definition" in await refusal(client, "show", {"ids": [SECRET]})

    ask(project, questions)


def test_a_folder_that_becomes_a_link_is_looked_at_anew(project: Path) -> None:
    inner = project / "inner"
    inner.mkdir()
    (inner / "inner.py").write_text("def inside() -> None: ...\n")

    async def questions(client: Client) -> None:
        assert "def inside" in await call(client, "map", paths=["inner/inner.py"])
        (inner / "inner.py").unlink()
        inner.rmdir()
        inner.symlink_to(project.parent / "outside")
        assert "leads out" in await refusal(client, "map", {"paths": ["inner/inner.py"]})

    ask(project, questions)


@pytest.mark.parametrize("root", ["/", "~", "~/.."])
def test_a_root_that_holds_a_home_is_refused(root: str, tmp_path: Path) -> None:
    printed = run(["mcp", str(Path(root).expanduser())], tmp_path)

    assert printed.code == 2
    assert "name a project, or add --force" in printed.err
    assert printed.out == ""


def test_a_root_must_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    assert "no such folder" in run(["mcp", str(tmp_path / "file")], tmp_path).err
    assert "no such folder" in run(["mcp", str(tmp_path / "nowhere")], tmp_path).err


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0:0", "192.168.0.1:8765", "example.org:80", "127.0.0.1", "127.0.0.1:x", ":70000"],
)
def test_http_is_bound_to_this_machine_alone(address: str, tmp_path: Path) -> None:
    printed = run(["mcp", str(tmp_path), "--http", address], tmp_path)

    assert printed.code == 2
    assert "--http" in printed.err


def test_http_refuses_other_hosts_and_origins(project: Path) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }

    def post(address: str, **headers: str) -> int:
        plain = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        request = urllib.request.Request(address, json.dumps(hello).encode(), {**plain, **headers})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    with http(project) as address:
        port = address.rpartition(":")[2].partition("/")[0]
        assert address.startswith("http://127.0.0.1:")
        assert post(address) == 200
        assert post(address, Origin=f"http://127.0.0.1:{port}") == 200
        assert post(address, Origin="http://evil.example") == 403
        assert post(address, Origin="null") == 403
        assert post(address, Origin=f"http://127.0.0.1:{int(port) + 1}") == 403
        assert post(address, Host="evil.example") == 421
        assert post(address, Host=f"evil.example:{port}") == 421
        assert post(address, Host=f"127.0.0.1:{port}.evil.example") == 421
