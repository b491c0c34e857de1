"""Texts of others in the explorer: what is read is said, what is not is shown, a paste opens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual import events

from tests.terminal.driving import Driver
from treeexplorer.gallery import Example
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.editor import Editor
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.unread import Unread
from treeexplorer.terminal.sources import Source

HASKELL = "Node [Node [Leaf 5,Leaf 8],Node [Leaf 2,Leaf 6]]\n"


@asynccontextmanager
async def opened(request: Request) -> AsyncIterator[Driver]:
    app = ExplorerApp(request, Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        yield Driver(app, pilot)


async def test_what_was_understood_is_said(tmp_path: Path) -> None:
    path = tmp_path / "tree.py"
    path.write_text("tree = [[5, 8], [2, 6]]\n", encoding="utf-8")
    async with opened(Request(Source.of_file(path))) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        assert "Read as Python" in driver.view.message
        assert driver.view.tree.leaf_values.count(5) == 1


async def test_keys_type_nothing_into_a_text_that_is_no_tree(tmp_path: Path) -> None:
    path = tmp_path / "homework.hs"
    path.write_text(HASKELL, encoding="utf-8")
    async with opened(Request(Source.of_file(path))) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Unread), "the text")
        await driver.pilot.press("space", "x", "e", "space")
        assert isinstance(driver.app.screen, Unread)
        seen = "\n".join(driver.lines)
        assert "Node [Node [Leaf 5,Leaf 8]" in seen
        assert "NOT READ" in seen
    assert path.read_text(encoding="utf-8") == HASKELL


async def test_why_a_text_is_no_tree_stays_beside_a_remark_on_a_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.tree"
    path.write_text("[3 12\n", encoding="utf-8")
    async with opened(Request(Source.of_file(path))) as driver:
        await driver.sees("never closed")
        await driver.press("c")
        await driver.sees("There is no key c here")
        assert "never closed" in driver.text


async def test_a_slip_of_the_notation_can_be_edited(tmp_path: Path) -> None:
    path = tmp_path / "mine.tree"
    path.write_text("[[3 12] [2 4]\n", encoding="utf-8")
    async with opened(Request(Source.of_file(path))) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Unread), "the text")
        await driver.pilot.press("e")
        await driver.until(lambda: isinstance(driver.app.screen, Editor), "the editor")


async def test_a_paste_opens_its_tree_wherever_nothing_is_written() -> None:
    async with opened(Request(Source.of_text("[3 5]"))) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        driver.app.screen.post_message(events.Paste('{"A": {"B": [5, 8], "C": [2, 6]}}'))
        await driver.until(lambda: driver.view.tree.leaf_count == 4, "the pasted tree")
        driver.app.screen.post_message(events.Paste(HASKELL))
        await driver.until(lambda: isinstance(driver.app.screen, Unread), "the text")
        await driver.pilot.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the tree before")
        assert driver.view.tree.leaf_count == 4


async def test_a_folder_lists_every_file_that_holds_a_tree(tmp_path: Path) -> None:
    (tmp_path / "one.tree").write_text("[3 5]", encoding="utf-8")
    (tmp_path / "two.json").write_text('{"children": [3, 5]}', encoding="utf-8")
    (tmp_path / "settings.json").write_text('{"colour": "red"}', encoding="utf-8")
    (tmp_path / "three.py").write_text("tree = [[3, 5], [2]]", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("Hello there.", encoding="utf-8")
    async with opened(Request(folder=tmp_path)) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")
        gallery = driver.app.screen
        assert isinstance(gallery, Gallery)
        names = [entry.title for entry in gallery.folders[0][1] if isinstance(entry, Example)]
        assert names == ["one", "three.py", "two.json"]
