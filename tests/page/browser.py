"""A headless Chromium, where there is one, and a page opened in it."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=1200,900",
)  # fmt: skip


@functools.cache
def missing() -> str | None:
    """Return why no browser can be driven here; ``None`` where one can."""
    try:
        import selenium  # noqa: F401 - only whether it is there
    except ImportError:
        return "selenium is not installed"
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"there is no {program} here (Debian: apt install chromium chromium-driver)"
    return None


@functools.cache
def driver() -> Any:
    """Return the browser that all tests of a process share."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


class Page:
    """A page in the browser."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.browser = driver()

    def open(self, text: str, address: str = "") -> None:
        file = self.folder / "page.html"
        file.write_text(text, encoding="utf-8")
        self.browser.get("about:blank")
        for log in ("performance", "browser"):
            self.browser.get_log(log)
        self.browser.get(file.as_uri() + address)

    def run(self, script: str, *arguments: object) -> Any:
        return self.browser.execute_script(script, *arguments)

    def text(self, identity: str) -> str:
        return str(self.run("return document.getElementById(arguments[0]).textContent", identity))

    def press(self, key: str) -> None:
        from selenium.webdriver.common.by import By

        self.browser.find_element(By.TAG_NAME, "body").send_keys(key)

    def click(self, identity: str) -> None:
        self.run("document.getElementById(arguments[0]).click()", identity)

    def requests(self) -> list[str]:
        """Return the addresses that the page has asked for, its own left out."""
        messages = [json.loads(row["message"]) for row in self.browser.get_log("performance")]
        asked = [
            message["message"]["params"]["request"]["url"]
            for message in messages
            if message["message"]["method"] == "Network.requestWillBeSent"
        ]
        return [url for url in asked if not url.startswith(("file:", "about:"))]

    def complaints(self) -> list[str]:
        """Return what the browser's console has."""
        return [row["message"] for row in self.browser.get_log("browser")]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Page]:
    reason = missing()
    if reason:
        pytest.skip(reason)
    page = Page(tmp_path)
    yield page
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def quit_browser() -> None:
    """End the browser of this process, if it was begun."""
    if driver.cache_info().currsize:
        driver().quit()
