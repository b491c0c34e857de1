"""Takes the picture of the site in the README, and the site at three widths.

    python -m tests.web.pictures [FOLDER]      (pictures/ by default; git ignores it)
    python -m tests.web.pictures --readme      takes the picture of the README

Needs Chromium; the pictures are of ready pages, so that Pyodide is not needed.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.drawing.page.browser import Browser, driver
from tests.web.serving import ROOT, Site, fake_pyodide, serving
from treeexplorer.web.site import read_pyodide, site_files

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


def main() -> None:
    """Take the pictures."""
    browser = driver()
    if not isinstance(browser, Browser):
        sys.exit(browser)
    with tempfile.TemporaryDirectory() as scratch:
        files = site_files(read_pyodide(fake_pyodide(Path(scratch) / "pyodide")))
        with serving(files, Path(scratch) / "top") as address:
            site = Site(address, browser)
            if sys.argv[1:] == ["--readme"]:
                place = "index.html#step=12"
                take(site, place, (1200, 960, "dark"), ROOT / ".pictures" / "site.png")
                return
            folder = Path(sys.argv[1] if sys.argv[1:] else "pictures")
            folder.mkdir(parents=True, exist_ok=True)
            for size in WIDTHS:
                take(site, "examples/ucla-cs161.html#step=12", size, folder / f"site-{size[0]}.png")
    browser.quit()


if __name__ == "__main__":
    main()
