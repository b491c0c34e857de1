"""The site as a reader has it: written with Pyodide, served below a path, open in a browser."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.drawing.page.browser import Browser, Page, driver
from treeexplorer.gallery import examples
from treeexplorer.web.site import Pyodide, build_site_files, read_pyodide, write_site

ROOT = Path(__file__).parents[2]
BELOW = "/course/week 3/site/"
OPENED = ("6-8-1-5-6", "uniform-random")
"""The examples whose pages are opened; that every example has a page is seen in the folder."""


@pytest.fixture(scope="session")
def pyodide() -> Pyodide:
    """Return Pyodide from where ``npm install pyodide`` has put it."""
    given = os.environ.get("TREEEXPLORER_PYODIDE")
    folder = Path(given) if given else ROOT / "node_modules" / "pyodide"
    if not folder.is_dir():
        pytest.skip("Pyodide is not here: npm install pyodide, or set TREEEXPLORER_PYODIDE")
    return read_pyodide(folder)


def fake_pyodide(folder: Path, *, version: str = "314.0.7") -> Path:
    """Make a folder that looks like Pyodide, but for what is in the files."""
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"name": "pyodide", "version": version}))
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        (folder / name).write_text(name)
    (folder / "pyodide-lock.json").write_text("{}")
    return folder


@pytest.fixture(scope="session")
def served(pyodide: Pyodide, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the site with its Python, and with the pages that tests open."""
    opened = [example for example in examples() if example.name in OPENED]
    assert len(opened) == len(OPENED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("treeexplorer.web.site.examples", lambda: opened)
        files = build_site_files(pyodide)
    with serving(files, tmp_path_factory.mktemp("served")) as address:
        yield address


@contextmanager
def serving(files: Mapping[str, bytes], top: Path) -> Iterator[str]:
    """Yield the address below which a site is served, as any web server does it."""
    write_site(top / BELOW.strip("/"), files)
    handler = partial(_Quiet, directory=str(top))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}{BELOW.replace(' ', '%20')}"
    server.shutdown()
    server.server_close()
    thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


class Site(Page):
    """The site in the browser; parts of it have identities that begin with ``site-``."""

    def __init__(self, address: str, browser: Browser) -> None:
        super().__init__(Path(), browser)
        self.address = address

    def visit(self, place: str) -> None:
        """Load a page of the site anew."""
        for url in ("about:blank", self.address + place):
            self.browser.events.clear()
            self.browser.send("Page.navigate", url=url)
            self.browser.wait_for("Page.loadEventFired")

    def show(self, text: str) -> None:
        """Put a text into the box, have it shown, and wait until that is done."""
        self.put(text)
        self.click("site-show")
        self.settle()

    def put(self, text: str) -> None:
        """Put a text into the box."""
        self.run("document.getElementById('site-text').value = arguments[0]", text)

    def settle(self) -> None:
        """Wait until the text that was asked about is a page or refused."""
        self.until("document.getElementById('site-cancel').hidden")

    @property
    def refusal(self) -> str:
        """What is said of a text that makes no page."""
        hidden = self.run("return document.getElementById('site-refusal').hidden")
        return "" if hidden else self.text("site-refusal")


class Arrival(NamedTuple):
    """What the first page of the site was like before Python had come, and what it asked for.

    Attributes:
        counter: The counter before any key.
        heading: The heading after a step and a jump to the next cut-off.
        place: What the address named then.
        said: The texts of the status while progress was shown.
        asked: What had been asked for once a text was answered.
        complaints: What the console had then.
    """

    counter: str
    heading: str
    place: str
    said: list[str]
    asked: list[str]
    complaints: list[Any]


_NOTES_WHAT_IS_SAID = """
addEventListener('DOMContentLoaded', () => {
  window.said = [];
  const status = document.getElementById('site-status');
  const progress = document.getElementById('site-progress');
  const note = () => { if (!progress.hidden) said.push(status.textContent); };
  new MutationObserver(note).observe(
    document.body, {subtree: true, childList: true, characterData: true, attributes: true},
  );
});
"""
"""Notes what stands in the status while progress is shown, which may be over before one looks."""


@pytest.fixture(scope="module")
def empty_site(served: str) -> Iterator[Site]:
    """Yield the site before any page of it was opened."""
    browser = driver()
    if isinstance(browser, str):
        pytest.skip(browser)
    opened = Site(served, browser)
    opened.resize(1200, 900)
    yield opened
    browser.send("Page.navigate", url="about:blank")
    browser.send("Emulation.clearDeviceMetricsOverride")


@pytest.fixture(scope="module")
def arrival(empty_site: Site) -> Arrival:
    """Open the first page, step through it, let Python come, and have a text answered.

    To start Python takes longer than all that is asked of it.
    """
    site, browser = empty_site, empty_site.browser
    noting = browser.send("Page.addScriptToEvaluateOnNewDocument", source=_NOTES_WHAT_IS_SAID)
    browser.watch_workers()
    site.visit("index.html")
    browser.send("Page.removeScriptToEvaluateOnNewDocument", **noting)
    site.until("document.getElementById('site-status').textContent !== ''")
    counter = site.text("counter")
    site.press(" ")
    site.press("c")
    heading = site.text("heading")
    site.until("location.hash === `#step=${document.getElementById('slider').value}`")
    place = site.run("return location.hash")
    browser.let_workers_run()
    site.until("document.getElementById('site-status').textContent === 'Ready.'")
    said = site.run("return said")
    site.show("[1 2]")
    asked = site.requests()
    complaints = site.complaints()
    browser.send(
        "Target.setAutoAttach", autoAttach=False, waitForDebuggerOnStart=False, flatten=True
    )
    return Arrival(counter, heading, place, said, asked, complaints)


@pytest.fixture
def site(empty_site: Site, arrival: Arrival) -> Site:
    """Return the site, whose Python has come."""
    return empty_site
