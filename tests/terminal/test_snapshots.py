"""What the explorer looks like, picture by picture.

The pictures are kept beside this file. After a change that is meant, they are made anew with
``UPDATE_PICTURES=1 python -m pytest tests/terminal/test_snapshots.py`` and looked at. They hold for
one version of Textual only; under another one the comparison is skipped.
"""

from __future__ import annotations

import os
import re
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.driving import DRAWN, FIRST, running
from treeexplorer.settings import Settings

PICTURES: Final = Path(__file__).with_name("pictures")
TEXTUAL: Final = "8.2.8"

CASES: Final = {
    "cut-off-dark": (DRAWN, ["c"], Settings(theme="textual-dark"), False),
    "cut-off-light": (DRAWN, ["c"], Settings(theme="textual-light"), False),
    "cut-off-ascii": (DRAWN, ["c"], Settings(theme="textual-dark"), True),
    "end-dark": (FIRST, ["end"], Settings(theme="textual-dark"), False),
    "outline-light": (FIRST, ["end", "t"], Settings(theme="textual-light"), False),
}


def essence(svg: str) -> str:
    """Return a picture without the number that Textual gives each one anew, and without links."""
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


@pytest.mark.skipif(version("textual") != TEXTUAL, reason=f"the pictures are of Textual {TEXTUAL}")
@pytest.mark.parametrize("name", CASES)
async def test_the_explorer_looks_like_its_picture(name: str) -> None:
    tree, keys, settings, ascii_only = CASES[name]
    async with running(tree, (80, 24), settings, ascii_only=ascii_only) as driver:
        for key in keys:
            await driver.press(key)
        last = driver.explorer.session.record.steps if "end" in keys else 13
        await driver.sees(f"step {last}")
        await driver.pilot.pause(0.2)
        shown = essence(driver.app.export_screenshot(title="treeexplorer"))
    picture = PICTURES / f"{name}.svg"
    if os.environ.get("UPDATE_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        picture.write_text(shown, encoding="utf-8")
    assert shown == picture.read_text(encoding="utf-8"), f"{picture.name} looks different now"
