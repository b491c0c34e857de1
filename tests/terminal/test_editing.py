"""Editing in the explorer: at the node, undone, saved, never lost."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import TextArea

from tests.terminal.driving import DRAWN, FIRST, Driver, running
from treeexplorer.editing.recovery import Recovery, lost_work
from treeexplorer.notation import parse, write
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.asking import Prompt
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.question import Question
from treeexplorer.terminal.screens.writing import Writing
from treeexplorer.terminal.sources import Source

TIES = "A:[B:[3 12 8] C:[2 4 6]]  # a comment\n"


def tree_of(driver: Driver) -> str:
    session = driver.explorer.session
    return write(session.trees[session.index]).splitlines()[-1]


async def prompted(driver: Driver) -> None:
    await driver.until(
        lambda: isinstance(driver.app.screen, Prompt) and driver.app.screen.is_mounted
        and driver.app.focused is not None,
        "the prompt",
    )  # fmt: skip


async def edited(driver: Driver, text: str) -> None:
    await driver.until(lambda: tree_of(driver) == text, f"{text}, not {tree_of(driver)}")
    await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")


async def test_a_leaf_is_typed_anew_and_what_it_did_to_the_cut_offs_is_said() -> None:
    async with running(TIES) as driver:
        driver.explorer.look_at(parse(TIES).find("C") + 1)
        await driver.press("e")
        await prompted(driver)
        await driver.press("5")
        await driver.sees("Now 2 more leaves are read: 4, 6 below ▽C; the cut-off at ▽C is gone")
        await driver.press("enter")
        await edited(driver, "A:[B:[3 12 8] C:[5 4 6]]")
        await driver.sees("C's first child: 2 → 5")
        await driver.sees("Now 2 more leaves are read: 4, 6 below ▽C; the cut-off at ▽C is gone")
        await driver.sees("(edited)")
        await driver.press("ctrl+z")
        await edited(driver, "A:[B:[3 12 8] C:[2 4 6]]")
        await driver.sees("undone: C's first child: 2 → 5")
        await driver.sees("Now 2 fewer leaves are read")
        await driver.press("ctrl+y")
        await edited(driver, "A:[B:[3 12 8] C:[5 4 6]]")
        await driver.press("ctrl+y")
        await driver.sees("there is nothing to do again")


async def test_a_slip_is_explained_while_typing_and_cannot_be_accepted() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "e")
        await prompted(driver)
        await driver.press("backspace")
        await driver.sees("is never closed")
        await driver.press("enter")
        await driver.sees("is never closed")
        assert isinstance(driver.app.screen, Prompt)
        await driver.press("escape")
        await edited(driver, DRAWN)
        assert not driver.explorer.session.has_edits


@pytest.mark.parametrize(
    ("keys", "result"),
    [
        (["M"], "[c:[9 4] a:[b:[3 7 8] [6 5 1]]]"),
        (["j", "j", "S"], "[a:[[6 5 1] b:[8 7 3]] c:[4 9]]"),
        (["j", ">"], "[c:[4 9] a:[[1 5 6] b:[8 7 3]]]"),
        (["j", "l", "<"], "[c:[4 9] a:[[1 5 6] b:[8 7 3]]]"),
        (["j", "delete"], "[c:[4 9]]"),
        (["j", "delete", "ctrl+z"], FIRST),
    ],
)
async def test_keys_change_the_tree_at_the_cursor(keys: list[str], result: str) -> None:
    async with running(FIRST) as driver:
        await driver.press("i", *keys)
        await edited(driver, result)


async def test_the_cursor_has_moved_before_the_next_key() -> None:
    async with running(FIRST) as driver:
        await driver.explorer.action_run("look")
        await driver.explorer.action_run("cursor_down")
        await driver.explorer.action_run("delete")
        await edited(driver, "[c:[4 9]]")
        await driver.sees("▽a is gone, with the 8 nodes under it")


async def test_a_child_is_added_and_the_cursor_goes_to_it() -> None:
    async with running(FIRST) as driver:
        await driver.press("i", "j", "A")
        await prompted(driver)
        await driver.press(*"x:[2 3]", "enter")
        await edited(driver, "[a:[[1 5 6] b:[8 7 3] x:[2 3]] c:[4 9]]")
        session = driver.explorer.session
        assert session.looking
        assert session.trees[0].names[session.cursor] == "x"


@pytest.mark.parametrize(
    ("action", "keys", "result"),
    [
        ("rename", ["q", "enter"], "[q:[[1 5 6] b:[8 7 3]] c:[4 9]]"),
        ("player", [], "[a:chance[[1 5 6] b:[8 7 3]] c:[4 9]]"),
        ("sort_worst_first", [], "[a:[b:[8 7 3] [1 5 6]] c:[4 9]]"),
        ("mirror_children", [], "[a:[b:[8 7 3] [1 5 6]] c:[4 9]]"),
        ("move_below", ["c", "enter"], "[c:[4 9 a:[[1 5 6] b:[8 7 3]]]]"),
    ],
)
async def test_actions_of_the_palette_change_the_tree(
    action: str, keys: list[str], result: str
) -> None:
    async with running(FIRST) as driver:
        await driver.press("i", "j")
        await driver.explorer.action_run(action)
        if keys:
            await prompted(driver)
            await driver.press(*keys)
        await edited(driver, result)


async def test_a_probability_is_changed_and_its_siblings_share_the_rest() -> None:
    async with running("chance[0.5*3 0.25*4 0.25*5]") as driver:
        await driver.press("i", "j")
        await driver.explorer.action_run("probability")
        await prompted(driver)
        await driver.press(*"3/4")
        await driver.press("enter")
        await edited(driver, "chance[0.75*3 0.125*4 0.125*5]")


async def test_what_cannot_be_done_is_said() -> None:
    async with running(FIRST) as driver:
        await driver.press("i", "delete")
        await driver.sees("the root cannot be deleted")
        await driver.press("ctrl+z")
        await driver.sees("there is nothing to undo")
        await driver.press("<")
        await driver.sees("there is no place further that way")
        await driver.press("S")
        await driver.sees("the children of the root are in that order already")


async def test_an_edit_that_cannot_be_searched_is_not_made() -> None:
    async with running("@depth 1\n[~4[7 6] 5]") as driver:
        await driver.press("i", "j", "l", "A")
        await prompted(driver)
        await driver.press("9")
        await driver.sees("cannot be searched: the depth limit of 1")
        await driver.press("escape")
        await edited(driver, "[~4[7 6] 5]")


async def test_saving_changes_the_number_in_the_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "ties.tree"
    path.write_text(TIES)
    async with running(path) as driver:
        driver.explorer.look_at(2)
        await driver.press("e")
        await prompted(driver)
        await driver.press("7", "enter", "ctrl+s")
        await driver.sees("saved ties.tree")
        assert path.read_text() == TIES.replace("[3 ", "[7 ")
        assert "(edited)" not in driver.text
        await driver.press("ctrl+s")
        await driver.sees("nothing has changed since ties.tree was saved")
        await driver.press("q")
        await driver.until(lambda: driver.app._exit, "the end")


async def test_a_file_that_somebody_changed_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "ties.tree"
    path.write_text(TIES)
    async with running(path) as driver:
        await driver.press("i", "M")
        await edited(driver, "A:[C:[6 4 2] B:[8 12 3]]")
        path.write_text("[1 2]\n")
        await driver.press("ctrl+s")
        await driver.sees("The file ties.tree was changed by somebody else")
        await driver.press("escape")
        assert path.read_text() == "[1 2]\n"
        await driver.press("ctrl+s")
        await driver.sees("The file ties.tree was changed by somebody else")
        await driver.press("o")
        await driver.sees("saved ties.tree")
        assert path.read_text() == "A:[C:[6 4 2] B:[8 12 3]]  # a comment\n"


async def test_a_built_in_example_is_saved_under_another_name(tmp_path: Path) -> None:
    from treeexplorer import gallery

    example = gallery.examples()[0].path
    before = example.read_bytes()
    async with running(example) as driver:
        await driver.press("i", "M", "ctrl+s")
        await driver.sees("Save as")
        target = tmp_path / "mine.tree"
        await driver.press("ctrl+u", *str(target), "enter")
        await driver.sees("saved mine.tree")
    assert example.read_bytes() == before
    assert "[9 4]" in target.read_text()
    assert target.read_text().startswith("@title")


async def test_a_full_disk_or_a_missing_folder_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ties.tree"
    path.write_text(TIES)
    async with running(path) as driver:
        await driver.press("i", "M")

        def full(_descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        await driver.press("ctrl+s")
        await driver.sees("not saved")
        await driver.sees("No space left on device")
        assert path.read_text() == TIES
        assert driver.explorer.has_unsaved_work


async def test_quitting_and_opening_ask_only_when_something_would_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "ties.tree"
    path.write_text(TIES)
    async with running(path) as driver:
        await driver.press("i", "M", "q")
        await driver.sees("ties.tree has changes that are not saved")
        await driver.press("escape")
        await edited(driver, "A:[C:[6 4 2] B:[8 12 3]]")
        await driver.press("G")
        await driver.sees("ties.tree has changes that are not saved")
        await driver.press("escape")
        await driver.press("ctrl+z", "G")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")


@pytest.mark.parametrize(("key", "is_saved"), [("s", True), ("d", False)])
async def test_unsaved_changes_are_saved_or_discarded_on_the_way_out(
    tmp_path: Path, key: str, is_saved: bool
) -> None:
    path = tmp_path / "ties.tree"
    path.write_text(TIES)
    async with running(path) as driver:
        await driver.press("i", "M", "q")
        await driver.sees("not saved")
        await driver.press(key)
        await driver.until(lambda: driver.app._exit, "the end")
    assert (path.read_text() != TIES) is is_saved


async def test_the_key_that_quits_anywhere_asks_once_before_changes_are_lost(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ties.tree"
    path.write_text(TIES)
    async with running(path) as driver:
        await driver.press("i", "M", "ctrl+q")
        await driver.sees("ties.tree has changes that are not saved")
        await driver.press("ctrl+q", "escape")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert not driver.app._exit
        await driver.press("ctrl+q", "d")
        await driver.until(lambda: driver.app._exit, "the end")
    assert path.read_text() == TIES


@asynccontextmanager
async def keeping(tree: Path | None, folder: Path) -> AsyncIterator[Driver]:
    source = None if tree is None else Source.of_file(tree)
    app = ExplorerApp(Request(source), Settings(), unsaved_folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        yield Driver(app, pilot)


async def test_unsaved_work_is_kept_while_there_is_some(tmp_path: Path) -> None:
    path, folder = tmp_path / "ties.tree", tmp_path / "unsaved"
    path.write_text(TIES)
    async with keeping(path, folder) as driver:
        await driver.sees("▲ A")
        await driver.press("i", "M")
        await driver.until(lambda: any(folder.glob("*.json")), "the recovery file")
        await driver.press("ctrl+z")
        await driver.until(lambda: not any(folder.glob("*.json")), "no recovery file")
        await driver.press("M")
        await driver.until(lambda: any(folder.glob("*.json")), "the recovery file")
        await driver.press("ctrl+s")
        await driver.sees("saved ties.tree")
        assert not any(folder.glob("*.json"))


async def test_the_key_that_quits_anywhere_keeps_what_is_being_written(tmp_path: Path) -> None:
    path, folder = tmp_path / "ties.tree", tmp_path / "unsaved"
    path.write_text(TIES)
    async with keeping(path, folder) as driver:
        await driver.sees("▲ A")
        await driver.press("E")
        await driver.until(lambda: isinstance(driver.app.screen, Writing), "the text")
        await driver.until(lambda: isinstance(driver.app.focused, TextArea), "its cursor")
        await driver.press("ctrl+end", *"[7 8]")
        await driver.press("ctrl+q")
        await driver.until(lambda: driver.app._exit, "the end")
    kept = [json.loads(file.read_text()) for file in folder.glob("*.json")]
    assert ["[7 8]" in work["text"] for work in kept] == [True]


def leave_unsaved(folder: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a recovery file as a program that was killed does."""
    with monkeypatch.context() as gone:
        gone.setattr(os, "getpid", lambda: 2**22 + 1)
        Recovery("ties.tree", path, folder).keep(TIES.replace("12", "13"))
    assert len(lost_work(folder)) == 1


async def test_lost_work_is_offered_and_goes_on_being_unsaved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, folder = tmp_path / "ties.tree", tmp_path / "unsaved"
    path.write_text(TIES)
    leave_unsaved(folder, path, monkeypatch)
    async with keeping(None, folder) as driver:
        await driver.sees("Unsaved changes of ties.tree were found")
        await driver.sees("a moment ago")
        await driver.press("enter")
        await driver.sees("ties.tree (edited)")
        await driver.until(
            lambda: tree_of(driver) == "A:[B:[3 13 8] C:[2 4 6]]", "the recovered tree"
        )
        assert lost_work(folder) == []
        assert len(list(folder.glob("*.json"))) == 1
        await driver.press("ctrl+s")
        await driver.sees("The file ties.tree was changed by somebody else")


async def test_lost_work_can_be_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, folder = tmp_path / "ties.tree", tmp_path / "unsaved"
    leave_unsaved(folder, path, monkeypatch)
    async with keeping(None, folder) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Question), "the offer")
        await driver.press("d")
        await driver.until(lambda: not lost_work(folder), "nothing")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")


async def test_folds_and_the_cursor_stay_with_their_nodes_through_edits_and_reloads(
    tmp_path: Path,
) -> None:
    path = tmp_path / "folds.tree"
    path.write_text("[a:[[1 5 6] b:[8 7 3]] c:[4 9] d:[2 3]]")
    async with running(path) as driver:
        explorer = driver.explorer

        def folded() -> set[str]:
            tree = explorer.session.tree
            assert explorer.canvas.folded == explorer.session.place.folded
            return {tree.names[node] for node in explorer.canvas.folded}

        explorer.look_at(explorer.session.tree.find("c"))
        await driver.press("z", "l", "z", "h", "h", "j", "delete")
        await edited(driver, "[a:[b:[8 7 3]] c:[4 9] d:[2 3]]")
        assert folded() == {"c", "d"}
        await driver.press("ctrl+z")
        await edited(driver, FIRST[:-1] + " d:[2 3]]")
        assert folded() == {"c", "d"}
        explorer.look_at(explorer.session.tree.find("d"))
        path.write_text("[x:[7 7] a:[[1 5 6] b:[8 7 3]] d:[2 3]]")
        await driver.sees("was read again")
        assert folded() == {"d"}
        assert explorer.session.cursor == explorer.session.tree.find("d")


async def test_undo_goes_on_across_a_reload_and_saving_keeps_what_was_undone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.tree"
    path.write_text("[1 2]  # mine\n")
    async with running(path) as driver:
        await driver.press("i", "j", "delete")
        await edited(driver, "[2]")
        await driver.press("ctrl+s")
        await driver.sees("saved mine.tree")
        path.write_text("[3 4 5]  # theirs\n")
        await driver.sees("was read again")
        assert not driver.explorer.has_unsaved_work
        await driver.press("ctrl+z")
        await driver.sees("undone: the file was read again")
        await driver.press("ctrl+z")
        await edited(driver, "[1 2]")
        assert driver.explorer.has_unsaved_work
        await driver.press("ctrl+s")
        await driver.sees("saved mine.tree")
        assert path.read_text() == "[1 2]  # mine\n"
        await driver.press("ctrl+y", "ctrl+y")
        await edited(driver, "[3 4 5]")


async def test_a_file_that_was_first_saved_here_is_read_again_when_it_changes(
    tmp_path: Path,
) -> None:
    async with running(FIRST) as driver:
        await driver.press("i", "j", "delete")
        await driver.sees("(edited)")
        assert await driver.explorer.editor.save(tmp_path / "new.tree") == "saved new.tree"
        (tmp_path / "new.tree").write_text("[7 8 9]")
        await driver.sees("new.tree has changed and was read again")
        await edited(driver, "[7 8 9]")
