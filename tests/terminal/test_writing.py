"""Trees typed in notation, from scratch and as the text of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import TextArea

from tests.terminal.driving import Driver, running
from treeexplorer.editing.document import Document
from treeexplorer.editing.recovery import Recovery, lost_work
from treeexplorer.notation import write
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.writing import Writing


async def writing(driver: Driver) -> Writing:
    await driver.until(
        lambda: isinstance(driver.app.screen, Writing) and isinstance(driver.app.focused, TextArea),
        "the text",
    )
    screen = driver.app.screen
    assert isinstance(screen, Writing)
    return screen


async def test_a_tree_is_typed_from_scratch_with_its_drawing_and_its_slips() -> None:
    async with running(None) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")
        await driver.press("n")
        await writing(driver)
        await driver.sees("Write a tree: [[3 12 8] [2 4 6]]")
        await driver.press(*"[a:[3 12] [2")
        await driver.sees("is never closed")
        await driver.sees("▽ a")
        await driver.press(*" 4]}")
        await driver.sees("line 1, column 16")
        await driver.press("ctrl+s")
        assert isinstance(driver.app.screen, Writing)
        await driver.press("backspace", "]")
        await driver.sees("7 nodes, 4 leaves")
        await driver.press("ctrl+s")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        assert write(driver.explorer.session.trees[0]) == "[a:[3 12] [2 4]]\n"
        await driver.press("q")
        await driver.sees("new tree has changes that are not saved")


async def test_what_was_typed_is_not_thrown_away_unasked() -> None:
    async with running("[1 2]") as driver:
        await driver.press("ctrl+n")
        await writing(driver)
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        await driver.press("ctrl+n")
        await writing(driver)
        await driver.press("[", "escape")
        await driver.sees("What you have written is not kept")
        await driver.press("escape")
        screen = await writing(driver)
        assert screen.text == "["
        await driver.press("escape")
        await driver.sees("What you have written is not kept")
        await driver.press("d")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")


async def test_what_is_written_survives_a_crash_even_if_it_is_not_right_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as gone:
        gone.setattr(os, "getpid", lambda: 2**22 + 1)
        Recovery("new tree", None, tmp_path).keep("[[3 12] [2")
    app = ExplorerApp(Request(None), Settings(), unsaved_folder=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("Unsaved changes of new tree were found")
        await driver.press("enter")
        screen = await writing(driver)
        assert screen.text == "[[3 12] [2"
        assert lost_work(tmp_path) == []
        await driver.until(lambda: len(list(tmp_path.glob("*.json"))) == 1, "a recovery file")
        await driver.press("escape")
        await driver.sees("What you have written is not kept")
        await driver.press("d")
        await driver.until(lambda: not any(tmp_path.iterdir()), "no recovery file")


async def test_a_whole_file_is_edited_as_text_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "sheet.tree"
    path.write_text("# first\n[1 2]\n\n# second\n@depth 1\n[3 4]  # end\n")
    async with running(path) as driver:
        await driver.press("E")
        await writing(driver)
        await driver.sees("tree 1 of 2: 3 nodes, 2 leaves")
        await driver.press("down", "end", *["left"] * 1, " ", "5")
        await driver.sees("tree 1 of 2: 4 nodes, 3 leaves")
        await driver.press("f2")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        await driver.sees("sheet.tree")
        await driver.press("ctrl+s")
        await driver.sees("saved sheet.tree")
    assert path.read_text() == "# first\n[1 2 5]\n\n# second\n@depth 1\n[3 4]  # end\n"


async def test_undo_goes_on_across_writing_the_text_and_so_does_doing_again() -> None:
    async with running("[1 2]  # mine") as driver:
        await driver.press("i", "j", "delete")
        await driver.sees("is gone")
        await driver.press("E")
        screen = await writing(driver)
        screen.query_one(TextArea).load_text("[[3 4] 5]")
        await driver.sees("5 nodes")
        await driver.press("f2")
        await driver.sees("written anew as text")
        await driver.press("ctrl+z")
        await driver.sees("undone: written anew as text")
        assert write(driver.explorer.session.trees[0]) == "[2]\n"
        await driver.press("ctrl+z")
        await driver.until(lambda: not driver.explorer.session.has_edits, "no edits")
        assert write(driver.explorer.session.trees[0]) == "[1 2]\n"
        await driver.press("ctrl+y", "ctrl+y")
        await driver.sees("done again: written anew as text")
        assert write(driver.explorer.session.trees[0]) == "[[3 4] 5]\n"


async def test_a_text_that_the_chosen_rules_cannot_search_is_not_lost() -> None:
    async with running("[[1 2] [3 4]]") as driver:
        driver.explorer.session.change_rules(algorithm="sss")
        await driver.press("E")
        screen = await writing(driver)
        screen.query_one(TextArea).load_text("[1 chance[0.5*3 0.5*4]]")
        await driver.sees("5 nodes")
        await driver.press("f2")
        await driver.sees("this cannot be searched")
        assert screen.text == "[1 chance[0.5*3 0.5*4]]"
        assert write(driver.explorer.session.trees[0]) == "[[1 2] [3 4]]\n"


async def test_a_tree_that_cannot_be_searched_is_not_accepted() -> None:
    async with running("[1 2]") as driver:
        await driver.press("ctrl+n")
        await writing(driver)
        await driver.press(*"@depth 1", "enter", *"[[1 2] 3]")
        await driver.sees("the depth limit of 1 ends the search at 1")
        await driver.press("ctrl+s")
        assert isinstance(driver.app.screen, Writing)


async def test_a_file_that_was_being_written_is_recovered_as_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, folder = tmp_path / "sheet.tree", tmp_path / "unsaved"
    path.write_text("[1 2]\n")
    digest = Document.read(path).digest
    with monkeypatch.context() as gone:
        gone.setattr(os, "getpid", lambda: 2**22 + 1)
        Recovery("sheet.tree", path, folder, digest).keep("[1 2")
    app = ExplorerApp(Request(None), Settings(), unsaved_folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("Unsaved changes of sheet.tree were found")
        await driver.press("enter")
        screen = await writing(driver)
        screen.query_one(TextArea).load_text("[1 3]\n")
        await driver.sees("3 nodes")
        await driver.press("f2")
        await driver.sees("sheet.tree (edited)")
        await driver.press("ctrl+s")
        await driver.sees("saved sheet.tree")
    assert path.read_text() == "[1 3]\n"
    assert not list(folder.iterdir())
