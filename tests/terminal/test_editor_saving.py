"""The editor does not overwrite what somebody else wrote meanwhile, unless it is told to."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.driving import running
from treeexplorer.terminal.messages import Opened
from treeexplorer.terminal.sources import Source


async def test_a_change_made_elsewhere_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    path.write_text("[1 2]\n")
    async with running(path) as driver:
        driver.app.post_message(Opened(Source.of_file(path)))
        await driver.sees("[1 2]")
        await driver.until(lambda: driver.app.focused is not None, "the text area")
        await driver.press("#")
        path.write_text("[theirs 3]\n")
        await driver.press("ctrl+s")
        await driver.sees("The file was changed by somebody else.")
        assert path.read_text() == "[theirs 3]\n"
        await driver.press("enter")
        await driver.until(lambda: "somebody else" not in driver.text, "the question to go")
        assert path.read_text() == "[theirs 3]\n"
        await driver.press("ctrl+s")
        await driver.sees("The file was changed by somebody else.")
        await driver.press("down", "enter")
        await driver.until(lambda: path.read_text() == "#[1 2]\n", "the file to be written over")
