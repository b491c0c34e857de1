"""Takes pictures of the site at three widths.

    python -m tests.web.pictures [FOLDER]      (pictures/ by default; git ignores it)

Needs Chromium; the pictures are of ready pages, so that Pyodide is not needed.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.drawing.page.browser import Browser, driver
from tests.web.serving import Site, fake_pyodide, serving
from treeexplorer.web.site import build_site_files, read_pyodide

WIDTHS: Final = ((1400, 900, "dark"), (800, 1000, "light"), (360, 740, "dark"))


def take(site: Site, place: str, size: tuple[int, int, str], path: Path) -> None:
    """Take a picture of a page of the site."""
    width, height, colours = size
    site.resize(width, height)
    features = [{"name": "prefers-color-scheme", "value": colours}]
    site.browser.send("Emulation.setEmulatedMedia", features=features)
    site.visit(place)
    site.run("document.querySelector('.site-state').hidden = true")
    picture = site.browser.send("Page.captureScreenshot", format="png")
    path.write_bytes(base64.b64decode(picture["data"]))
    print(path)


@contextmanager
def site_in_browser() -> Iterator[Site]:
    """Yield the site in Chromium; the program ends where there is none."""
    browser = driver()
    if not isinstance(browser, Browser):
        sys.exit(browser)
    with tempfile.TemporaryDirectory() as scratch:
        files = build_site_files(read_pyodide(fake_pyodide(Path(scratch) / "pyodide")))
        with serving(files, Path(scratch) / "top") as address:
            yield Site(address, browser)
    browser.quit()


def main() -> None:
    """Take the pictures."""
    folder = Path(sys.argv[1] if sys.argv[1:] else "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with site_in_browser() as site:
        for size in WIDTHS:
            take(site, "examples/ucla-cs161.html#step=12", size, folder / f"site-{size[0]}.png")


if __name__ == "__main__":
    main()
