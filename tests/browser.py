"""Drives a headless browser by the WebDriver protocol: opens, types, clicks, runs scripts."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004"}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that the protocol has for it


class Browser:
    """One window; what cannot be done raises `AssertionError` with what the browser said."""

    def __init__(self, port: int, arguments: list[str]) -> None:
        self._base = f"http://127.0.0.1:{port}"
        wanted = {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._base += f"/session/{made['sessionId']}"

    def open(self, path: Path, fragment: str = "") -> None:
        self._ask("POST", "/url", {"url": path.as_uri() + fragment})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def click(self, selector: str) -> None:
        self._ask("POST", f"/element/{self._find(selector)}/click", {})

    def type(self, selector: str, text: str) -> None:
        self._ask("POST", f"/element/{self._find(selector)}/value", {"text": text})

    def press(self, key: str) -> None:
        """Press a key wherever the focus is."""
        value = KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def logged(self) -> list[str]:
        """What the console says since it was last asked."""
        return [one["message"] for one in self._ask("POST", "/se/log", {"type": "browser"})]

    def shot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def close(self) -> None:
        self._ask("DELETE", "")

    def _find(self, selector: str) -> str:
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        return str(found[_ELEMENT])

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from error


def missing() -> str:
    """Why there is no browser to test with; empty if there is one."""
    lacking = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"no {' and no '.join(lacking)} installed" if lacking else ""


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start a browser with an empty profile in a folder, and end it behind the block."""
    port = 20_000 + os.getpid() % 20_000
    driver = subprocess.Popen(
        ["chromedriver", f"--port={port}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(folder)},
    )
    arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--window-size=1280,900",
        f"--user-data-dir={folder / 'profile'}",
    ]
    try:
        window = _started(port, arguments)
        try:
            yield window
        finally:  # else the browser outlives its driver
            window.close()
    finally:
        driver.terminate()
        driver.wait()


def _started(port: int, arguments: list[str]) -> Browser:
    for _ in range(100):
        with contextlib.suppress(urllib.error.URLError):
            return Browser(port, arguments)
        time.sleep(0.1)
    raise AssertionError("chromedriver does not answer")
