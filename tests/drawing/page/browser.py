"""A headless Chromium, where there is one, spoken to over a pipe, and a page opened in it."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--window-size=1200,900",
    "--remote-debugging-pipe",
)  # fmt: skip
DEADLINE = 300  # seconds: Python in a browser is large, and the machine may be busy


class Browser:
    """A browser with one empty page; commands are those of the DevTools protocol."""

    def __init__(self, program: str) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        script = f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}'  # the pipe has these two numbers
        self.process = subprocess.Popen(
            ["bash", "-c", script, program, *ARGUMENTS, f"--user-data-dir={self.profile.name}",
             "about:blank"],
            pass_fds=(to_read, to_write), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        self._buffer = b""
        self._last = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        attached = self.send("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> Any:
        """Return the answer to a command; events that come before it are kept."""
        return self._send(self._session, method, parameters)

    def watch_workers(self) -> None:
        """Let what workers of the page fetch be among the events, from the first request on."""
        wanted = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        self.send("Target.setAutoAttach", **wanted)

    def let_workers_run(self) -> None:
        """Wait for a worker, and start those that have come since :meth:`watch_workers`."""
        self.wait_for("Target.attachedToTarget")
        for event in [each for each in self.events if each["method"] == "Target.attachedToTarget"]:
            self.events.remove(event)
            session = event["params"]["sessionId"]
            self._send(session, "Network.enable", {})
            self._send(session, "Runtime.runIfWaitingForDebugger", {})

    def _send(self, session: str, method: str, parameters: dict[str, Any]) -> Any:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._last:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event: str) -> None:
        """Wait until an event has come since the list of events was emptied."""
        while not any(each.get("method") == event for each in self.events):
            self.events.append(self._receive())

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            read = os.read(self._read, 1 << 16)
            if not read:
                raise RuntimeError("the browser has ended")
            self._buffer += read
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def quit(self) -> None:
        self.process.kill()  # nothing of it is kept
        self.process.wait()
        for end in (self._read, self._write):
            os.close(end)
        self.profile.cleanup()


@functools.cache
def driver() -> Browser | str:
    """Return the browser that all tests of a process share, or why there is none."""
    program = shutil.which("chromium")
    if program is None:
        return "there is no chromium here (Debian: apt install chromium)"
    try:
        return Browser(program)
    except (OSError, RuntimeError) as error:
        return f"chromium does not start here: {error}"


def end_driver() -> None:
    """End the browser of this process, where one was started."""
    if driver.cache_info().currsize and isinstance(browser := driver(), Browser):
        browser.quit()
    driver.cache_clear()


class Page:
    """A page in the browser."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder = folder
        self.browser = browser
        self.opened = 0

    def open(self, text: str, address: str = "") -> None:
        self.opened += 1  # a page of the same address would not be loaded again
        file = self.folder / f"page{self.opened}.html"
        file.write_text(text, encoding="utf-8")
        self.browser.events.clear()
        self.browser.send("Page.navigate", url=file.as_uri() + address)
        self.browser.wait_for("Page.loadEventFired")
        file.unlink()

    def run(self, body: str, *arguments: object) -> Any:
        """Return what the body of a function returns, as JSON."""
        script = f"((...arguments) => {{ {body} }})(...{json.dumps(arguments)})"
        answer = self.browser.send("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, condition: str, *arguments: object) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + DEADLINE
        while not self.run(f"return {condition}", *arguments):
            seen = "return document.body.innerText"
            assert time.monotonic() < end, (condition, self.run(seen), self.complaints())
            time.sleep(0.05)

    def text(self, identity: str) -> str:
        return str(self.run("return document.getElementById(arguments[0]).textContent", identity))

    def press(self, key: str) -> None:
        """Press a key; a name such as ``ArrowLeft``, or a character."""
        for kind in ("keyDown", "keyUp"):
            self.browser.send("Input.dispatchKeyEvent", type=kind, key=key)

    def click(self, identity: str) -> None:
        self.run("document.getElementById(arguments[0]).click()", identity)

    def resize(self, width: int, height: int) -> None:
        self.browser.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip

    def requests(self) -> list[str]:
        """Return the addresses that the page has asked for, its own left out."""
        self.run("return 0")  # whatever has happened before is told before the answer
        urls = [
            event["params"]["request"]["url"]
            for event in self.browser.events
            if event.get("method") == "Network.requestWillBeSent"
        ]
        return [url for url in urls if not url.startswith(("file:", "about:"))]

    def complaints(self) -> list[Any]:
        """Return the errors and what the console has."""
        kinds = {"Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"}
        return [event for event in self.browser.events if event.get("method") in kinds]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Page]:
    """Yield an empty page."""
    browser = driver()
    if isinstance(browser, str):
        pytest.skip(browser)
    yield Page(tmp_path, browser)
    browser.send("Emulation.clearDeviceMetricsOverride")
