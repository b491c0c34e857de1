"""The editor and what becomes of edits: undone, saved, kept, asked about, offered again."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input, TextArea

from tests.editing.test_recovery import keep_in_another_program
from tests.terminal.driving import Driver, answer, opened, running
from treeexplorer.notation import Exercise, parse, parse_all
from treeexplorer.terminal.app import Request
from treeexplorer.terminal.exports import EXPORTS
from treeexplorer.terminal.messages import Opened, OpenEditor, OpenGallery, OpenSource
from treeexplorer.terminal.screens.editor import Editor
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.unread import Unread
from treeexplorer.terminal.screens.worksheet import WorksheetScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


async def test_a_students_own_file_with_a_mistake_from_the_gallery_to_the_check(
    tmp_path: Path,
) -> None:
    """Open, read what is wrong, mend it, step to the first cut-off, ask why, check the answers."""
    file = tmp_path / "mine.tree"
    file.write_text("@title Mine\n3[=3[3 12 8] <=2[2 /4 /6] =5[14 5 2]\n")
    async with running(None, folder=tmp_path) as driver:
        await driver.sees("Mine")
        await opened(driver, Unread, "enter")
        await driver.sees("never closed")
        editor = await opened(driver, Editor, "e")
        assert editor.query_one(TextArea).cursor_location == (1, 1)
        await driver.press("end", "right_square_bracket")
        await driver.sees("F5 shows it")
        await driver.press("f5")
        await driver.sees("step 0/")
        await driver.press("c")
        await driver.sees("CUT-OFF at")
        await driver.press("y")
        await driver.until(lambda: bool(driver.view.explanation), "why")
        await opened(driver, WorksheetScreen, "K")
        await driver.sees("✗")
        await driver.sees("mistake")
        assert file.read_text().endswith("2]\n")


async def test_an_empty_file_is_a_beginning_in_which_one_writes(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.touch()
    async with running(None, (160, 40), folder=tmp_path) as driver:
        await driver.sees("mine")
        await opened(driver, Unread, "enter")
        await driver.sees("the file is empty")
        editor = await opened(driver, Editor, "e")
        await driver.sees("Write a tree")
        editor.query_one(TextArea).insert("[[3 12] [2 4]]")
        await driver.sees("F5 shows it")
        await driver.press("ctrl+s")
        await driver.sees("Saved as")
        assert file.read_text() == "[[3 12] [2 4]]"
        await driver.press("f5")
        await driver.sees("step 0/")


def texts_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list in which the texts stand that the editor reads from now on."""
    read: list[str] = []

    def noted_parse_all(text: str) -> Sequence[Exercise]:
        read.append(text)
        return parse_all(text)

    monkeypatch.setattr("treeexplorer.terminal.screens.editor.parse_all", noted_parse_all)
    return read


async def test_a_text_is_read_once_a_key_and_again_only_with_its_missing_brackets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running("[3 12]") as driver:
        read = texts_read(monkeypatch)
        area = (await opened(driver, Editor, "e")).query_one(TextArea)
        await driver.press("ctrl+end", "left_square_bracket")
        await driver.sees("never closed")
        assert read[-2:] == [area.text, f"{area.text}\n]"]
        await driver.press("right_square_bracket")
        closed = area.text
        await driver.press("right_square_bracket")
        await driver.sees("✗")
        assert read[-2:] == [closed, area.text]


async def test_a_text_is_read_once_for_keys_that_come_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running("[3 12]") as driver:
        editor = await opened(driver, Editor, "e")
        read = texts_read(monkeypatch)
        for _ in range(40):
            driver.app.post_message(events.Key("1", "1"))
        await driver.until(lambda: editor.text == "1" * 40 + "[3 12]", "the text")
        await driver.until(lambda: read[-1:] == [editor.text], "the last reading")
        await driver.sees("EDITOR")
        assert len(set(read)) == len(read) < 20


async def test_the_text_is_saved_to_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12\n")
    async with running(None, folder=tmp_path) as driver:
        await driver.sees("mine")
        await opened(driver, Unread, "enter")
        await opened(driver, Editor, "e")
        await driver.press("end", "right_square_bracket", "ctrl+s")
        await driver.until(lambda: file.read_text() == "[3 12]\n", "the file")
        await driver.press("f5")
        await driver.sees("step 0/")
        assert not driver.view.has_edits


async def test_a_pasted_text_that_is_too_long_to_edit_is_a_sentence() -> None:
    async with running(None) as driver:
        driver.app.screen.post_message(events.Paste("[" * 60_000))
        await driver.sees("NOT READ")
        await driver.press("e")
        await driver.sees("pasted tree is too long to be edited here")
        await driver.sees("60 000 characters")
        await driver.press("escape")
        await driver.sees("NOT READ")
        await driver.press("escape", "n")
        await driver.until(lambda: driver.app.focused is not None, "the text area")
        driver.app.post_message(events.Paste("[" * 60_000))
        await driver.sees("What was pasted is too long to be edited here")


async def test_a_file_that_is_too_long_to_edit_is_not_saved_as_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "long.tree"
    file.write_text("[" + "3 " * 150_000)
    async with running(None) as driver:
        driver.app.post_message(Opened(Source.of_file(file)))
        await driver.sees("NOT READ")
        await driver.press("e")
        await driver.sees("too long to be edited here")
        await driver.press("ctrl+s")
        await driver.sees("Nothing of it is shown here, so nothing is saved.")
        assert file.stat().st_size == 300_001


async def test_what_is_being_written_is_not_lost_unasked() -> None:
    async with running(None) as driver:
        editor = await opened(driver, Editor, "n")
        await driver.press("left_square_bracket", "3")
        await driver.until(lambda: editor.view is not None, "the drawing")
        await driver.press("f5")
        await driver.sees("never closed")
        await driver.press("escape")
        await driver.sees("not saved")
        await driver.press("escape")
        await driver.until(lambda: driver.app.screen is editor, "the editor")
        assert editor.text == "[3"


async def test_a_tree_that_does_not_go_with_the_rules_stays_in_the_editor() -> None:
    async with running(None) as driver:
        driver.app.request = Request(options={"depth": 1})
        await opened(driver, Editor, "n")
        driver.app.post_message(events.Paste("[[1 2] [3 4]]"))
        await driver.sees("The depth limit of 1 ends the search at ▽A")
        await driver.press("f5")
        await driver.sees("The depth limit of 1 ends the search at ▽A")
        editor = driver.app.screen
        assert isinstance(editor, Editor)
        assert editor.has_unsaved_work


async def test_a_long_text_is_taken_back_and_made_again() -> None:
    async with running(None) as driver:
        editor = await opened(driver, Editor, "n")
        text = "[\n" + "3\n" * 60 + "]"
        driver.app.post_message(events.Paste(text))
        await driver.until(lambda: editor.text == text, "what was pasted")
        await driver.press("ctrl+z")
        assert not editor.text
        await driver.press("ctrl+y")
        assert editor.text == text
        await driver.press("f1")
        await driver.sees("Write again what was undone")


async def change_the_first_leaf(driver: Driver, value: str) -> None:
    """Give the leaf that is read first another value, by ``=``."""
    tree = driver.view.tree
    driver.explorer.look_at(next(node for node in range(len(tree)) if tree.is_leaf(node)))
    await driver.press("equals_sign")
    await answer(driver, value)
    await driver.until(lambda: driver.view.has_edits, "the edit")


async def test_a_value_is_changed_in_place_and_the_change_undone_and_made_again() -> None:
    async with running(AIMA) as driver:
        await driver.press("space", "space", "space")
        step = driver.view.step
        await change_the_first_leaf(driver, "77")
        assert 77 in driver.view.tree.value
        assert driver.view.step == step
        await driver.press("ctrl+z")
        await driver.sees("Undone;")
        assert 77 not in driver.view.tree.value
        assert not driver.view.has_edits
        await driver.press("ctrl+y")
        await driver.sees("Made again;")
        assert 77 in driver.view.tree.value
        assert driver.view.step == step
        await driver.press("ctrl+y")
        await driver.sees("There is nothing to make again.")
        await driver.press("ctrl+z", "ctrl+z")
        await driver.sees("There is nothing to undo.")


async def test_undoing_does_not_lead_back_to_a_text_that_is_no_tree() -> None:
    async with running(None) as driver:
        await opened(driver, Editor, "n")
        await driver.press("5", "f5")
        await driver.sees("step 0/")
        await driver.press("ctrl+z")
        await driver.sees("What was written before is no tree; e edits the text.")
        assert driver.view.has_edits


async def test_an_edit_that_the_rules_chosen_since_refuse_is_not_undone() -> None:
    async with running("@depth 1\n[~3[1 2] ~4[5 6]]") as driver:
        assert driver.view.record.has_horizon
        editor = await opened(driver, Editor, "e")
        editor.query_one(TextArea).text = "[[1 2] [5 6]]"
        await driver.press("f5")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        await driver.press("ctrl+z", "ctrl+y")
        driver.view.choose_rules({"depth": None})
        await driver.press("ctrl+z")
        await driver.sees("Undone;")
        driver.view.choose_rules({"depth": 1})
        await driver.press("ctrl+y")
        await driver.sees("What was written there cannot be searched: The depth limit of 1")
        assert driver.view.record.has_horizon


async def test_the_editor_opens_at_the_node_and_gives_its_text_back() -> None:
    async with running(AIMA) as driver:
        await driver.press("i", "down", "right")
        editor = await opened(driver, Editor, "e")
        assert editor.query_one(TextArea).cursor_location == (0, AIMA.index("[2"))
        await driver.press("right", "delete", "9", "f5")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert driver.view.tree.leaf_value(6) == 9
        assert driver.view.has_edits


async def test_what_is_being_written_is_kept(tmp_path: Path) -> None:
    async with running(None, unsaved=tmp_path / "unsaved") as driver:
        editor = await opened(driver, Editor, "n")
        await driver.press("left_square_bracket", "3")
        editor.keep_now()
        [kept] = (tmp_path / "unsaved").glob("*.json")
        assert json.loads(kept.read_text())["text"] == "[3"
        await driver.press("right_square_bracket", "f5")
        await driver.sees("step 0/")
        assert driver.view.has_edits
        [kept] = (tmp_path / "unsaved").glob("*.json")
        assert json.loads(kept.read_text())["text"] == "[3]"


@pytest.mark.parametrize("way", ["quit", "gallery"])
async def test_edits_are_left_without_saving_for_good(way: str, tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    async with running(AIMA, unsaved=folder) as driver:
        await change_the_first_leaf(driver, "99")
        await driver.until(lambda: len(list(folder.glob("*.json"))) == 1, "the edit")
        if way == "quit":
            await driver.press("q")
        else:
            driver.app.post_message(OpenGallery())
        await driver.sees("has changes that are not saved")
        await driver.press("down", "down", "enter")
        await driver.pilot.pause()
        if way == "gallery":
            await driver.sees("First steps")
    assert not list(folder.glob("*.json"))


async def test_an_editor_is_not_left_unasked_for_another_file() -> None:
    async with running(None) as driver:
        editor = await opened(driver, Editor, "n")
        await driver.press("7")
        driver.app.post_message(OpenSource(Source.of_text("[1 2]")))
        await driver.sees("What you have written is not saved.")
        await driver.press("enter")  # goes back
        await driver.until(lambda: driver.app.screen is editor, "the editor")
        assert editor.text == "7"


async def test_an_edit_is_saved_at_once_where_there_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12] # mine\n")
    async with running(file) as driver:
        await driver.press("ctrl+s")
        await driver.sees("Nothing is unsaved.")
        await change_the_first_leaf(driver, "5")
        await driver.press("ctrl+s")
        await driver.sees("Saved as mine.tree.")
        assert file.read_text() == "[5 12] # mine\n"
    async with running("[3 12]") as driver:
        await change_the_first_leaf(driver, "5")
        await driver.press("ctrl+s")
        await driver.sees("Save the trees as")


async def test_trees_saved_under_another_name_are_those_of_that_file(tmp_path: Path) -> None:
    old, new, folder = tmp_path / "old.tree", tmp_path / "new.tree", tmp_path / "unsaved"
    old.write_text("[3 12]\n")
    async with running(old, unsaved=folder) as driver:
        await change_the_first_leaf(driver, "99")
        await driver.press("s", "down", "enter")
        await driver.until(lambda: bool(driver.app.screen.query(Input)), "the name")
        driver.app.screen.query_one(Input).value = str(new.with_suffix(""))
        await driver.sees("End the name in .tree.")
        driver.app.screen.query_one(Input).value = str(new)
        await driver.press("enter")
        await driver.sees("Saved as new.tree.")
        assert driver.view.title == "new.tree"
        await change_the_first_leaf(driver, "98")
        (kept,) = folder.glob("*.json")
        assert json.loads(kept.read_text())["name"] == "new.tree"
        await driver.press("ctrl+s")
        await driver.until(lambda: not driver.view.has_edits, "it to be saved")
    assert (old.read_text(), new.read_text()) == ("[3 12]\n", "[98 12]\n")


async def test_edits_that_are_gone_on_with_as_text_are_kept_once(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    async with running(AIMA, unsaved=folder) as driver:
        await change_the_first_leaf(driver, "99")
        await driver.until(lambda: len(list(folder.glob("*.json"))) == 1, "it to be kept")
        await opened(driver, Editor, "e")
        await driver.press("f5")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert driver.view.has_edits
        await driver.until(lambda: len(list(folder.glob("*.json"))) == 1, "one file")


@pytest.mark.parametrize(("text", "kind"), [("[3", Editor), ("[3 5]", Explorer)])
async def test_lost_work_is_a_row_of_the_gallery_and_opened_again(
    tmp_path: Path, text: str, kind: type[Editor | Explorer]
) -> None:
    folder = tmp_path / "unsaved"
    keep_in_another_program(folder, text=text)
    async with running(None, size=(100, 30), unsaved=folder) as driver:
        await driver.sees("▾ Not saved")
        await driver.press("home", "down")
        await driver.sees("shows its text" if kind is Editor else "0 of 2 read")
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, kind), kind.__name__)
        await driver.sees("[3" if kind is Editor else "step 0/")
        [kept] = folder.glob("*.json")
        assert json.loads(kept.read_text())["text"] == text


async def test_lost_work_of_a_long_name_keeps_its_time(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    keep_in_another_program(folder, name="a-long-name-of-a.tree, worksheet")
    async with running(None, size=(100, 30), unsaved=folder) as driver:
        await driver.sees("▾ Not saved")
        [row] = [text for text in driver.lines if "a-long-name" in text]
        assert re.search(r"… \d\d \S+ \d\d:\d\d", row)


async def test_lost_work_is_discarded_after_a_question(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    keep_in_another_program(folder)
    async with running(None, size=(100, 30), unsaved=folder) as driver:
        await driver.sees("▾ Not saved")
        await driver.press("delete")  # at an example there is nothing to discard
        await driver.press("home", "down", "delete")
        await driver.sees("Discard the unsaved work on sheet?")
        await driver.press("escape")
        assert list(folder.glob("*.json"))
        await driver.press("delete")
        await driver.sees("Discard the unsaved work on sheet?")
        await driver.press("down", "enter")
        await driver.until(lambda: "Not saved" not in driver.text, "the row to go")
        assert not list(folder.glob("*.json"))
        await driver.press("enter")
        await driver.sees("step 0/")


async def test_lost_work_is_one_line_of_the_explorer_that_takes_no_key(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    keep_in_another_program(folder)
    async with running(AIMA, unsaved=folder) as driver:
        await driver.sees("Unsaved work on sheet was found: the gallery (esc) lists it.")
        await driver.press("space")
        await driver.at_step(1)
        await driver.until(lambda: "Unsaved work" not in driver.text, "the line to go")
        await driver.press("escape")
        await driver.sees("▾ Not saved")


async def test_the_line_about_lost_work_says_which_key_leads_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    keep_in_another_program(folder)
    async with running(AIMA, unsaved=folder) as driver:
        await driver.sees("Unsaved work on sheet was found: the gallery (esc) lists it.")
        await driver.press("escape")
        await driver.sees("▾ Not saved")


async def test_an_edit_does_not_write_over_work_on_the_same_file_that_was_lost(
    tmp_path: Path,
) -> None:
    file = tmp_path / "sheet.tree"
    file.write_text("[3 12]\n")
    folder = tmp_path / "unsaved"
    keep_in_another_program(folder, file, "[77 12]\n")
    async with running(file, unsaved=folder) as driver:
        await driver.sees("Unsaved work on sheet was found")
        await change_the_first_leaf(driver, "5")
        await driver.until(lambda: len(list(folder.glob("*.json"))) == 2, "both")


# -- a file that changes on the disk -----------------------------------------------------------


async def test_a_file_that_changed_on_the_disk_is_offered_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.explorer._WATCH_SECONDS", 0.02)
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        assert "read again" not in driver.text
        await driver.press("space")
        file.write_text("[3 1234]\n")
        await driver.sees("mine.tree has changed on the disk: ctrl+r reads it again.")
        await driver.sees("mine.tree (changed on the disk)")
        await driver.until(lambda: "read again" in driver.lines[-1], "the key in the footer")
        await driver.press("ctrl+r")
        await driver.sees("Read again; ctrl+z brings back what was here.")
        assert driver.view.tree.value[2] == 1234
        assert driver.view.step == 1
        assert not driver.view.has_edits
        assert "changed on the disk" not in driver.text
        await driver.press("ctrl+z")
        await driver.sees("Undone;")
        assert driver.view.tree.value[2] == 12
        assert driver.view.has_edits
        file.write_text("[3 \n")
        await driver.sees("(changed on the disk)")
        await driver.press("ctrl+r")
        await driver.sees("Not read again: ")
        assert driver.view.tree.value[2] == 12


async def test_saving_changes_no_file_on_the_disk_as_far_as_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.explorer._WATCH_SECONDS", 0.02)
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        await change_the_first_leaf(driver, "5")
        await driver.press("ctrl+s")
        await driver.sees("Saved as mine.tree.")
        await driver.pilot.pause(0.1)
        assert not driver.view.is_outdated
        file.write_text("[5 1234]\n")
        await driver.until(lambda: driver.view.is_outdated, "the change")


async def test_the_offer_of_a_file_that_is_gone_ends_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.explorer._WATCH_SECONDS", 0.02)
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        file.write_text("[3 1234]\n")
        await driver.sees("mine.tree has changed on the disk: ctrl+r reads it again.")
        file.unlink()
        await driver.until(lambda: "reads it again" not in driver.text, "the end of the offer")


async def test_the_place_in_a_file_is_named_as_the_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.explorer._WATCH_SECONDS", 0.02)
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file, (100, 30)) as driver:
        file.write_text("[3 12\n")
        await driver.sees("(changed on the disk)")
        await driver.press("ctrl+r")
        await driver.sees("Not read again: mine.tree:1:1: ")


async def test_a_foreign_file_is_read_again_as_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.explorer._WATCH_SECONDS", 0.02)
    file = tmp_path / "mine.json"
    file.write_text("[3, 12]\n")
    async with running(file) as driver:
        file.write_text("[3, 1234]\n")
        await driver.sees("(changed on the disk)")
        await driver.press("ctrl+r")
        await driver.sees("Read again;")
        assert driver.view.tree.value[2] == 1234
        await driver.press("ctrl+z")
        await driver.sees("Undone;")
        assert driver.view.tree.value[2] == 12


async def test_before_saving_a_file_that_changed_is_offered_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        await change_the_first_leaf(driver, "5")
        file.write_text("[theirs:3 1234]\n")
        await driver.press("ctrl+s")
        await driver.sees("The file was changed by somebody else.")
        await driver.press("down", "enter")
        await driver.sees("Read again;")
        assert driver.view.tree.value[2] == 1234
        assert file.read_text() == "[theirs:3 1234]\n"
        await driver.press("ctrl+z")
        await driver.sees("Undone;")
        assert driver.view.tree.value[1] == 5


@pytest.mark.parametrize("keys", [("e",), ()], ids=["at a tree", "as a text"])
async def test_the_editor_reads_a_file_that_changed_and_brings_back_what_was_written(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        if not keys:
            driver.app.post_message(OpenEditor(Source.of_file(file)))
        editor = await opened(driver, Editor, *keys)
        await driver.press("end", "space")
        file.write_text("[theirs:3 1234]\n")
        await driver.press("ctrl+s")
        await driver.sees("The file was changed by somebody else.")
        await driver.press("down", "enter")
        await driver.until(lambda: editor.text == "[theirs:3 1234]\n", "what stands in the file")
        assert not editor.has_unsaved_work
        await driver.press("ctrl+z")
        assert editor.text == "[3 12] \n"
        assert editor.has_unsaved_work


async def test_a_name_that_is_taken_is_asked_about_on_the_way_to_the_gallery(
    tmp_path: Path,
) -> None:
    taken = tmp_path / "taken.tree"
    taken.write_text("[1 2]")
    async with running("[3 12]") as driver:
        await change_the_first_leaf(driver, "99")
        driver.app.post_message(OpenGallery())
        await driver.sees("has changes that are not saved")
        await driver.press("down", "enter")
        await driver.until(lambda: bool(driver.app.screen.query(Input)), "the name")
        driver.app.screen.query_one(Input).value = str(taken)
        await driver.sees("there is such a file")
        await driver.press("enter")
        await driver.sees("Write over it")
        assert taken.read_text() == "[1 2]"
        await driver.press("down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")
        assert taken.read_text() == "[99 12]"


async def test_the_trees_and_the_drawing_are_saved(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("# kept\n[3 12] # beside\n")
    async with running(file) as driver:
        await change_the_first_leaf(driver, "5")
        await driver.press("s")
        await driver.sees("Save mine.tree")
        await driver.press("enter")
        await driver.until(lambda: not driver.view.has_edits, "it to be saved")
        assert file.read_text() == "# kept\n[5 12] # beside\n"
        await driver.sees("Saved as mine.tree")
        await driver.press("s", *["down"] * 4, "enter")
        await answer(driver, str(tmp_path / "drawing.svg"))
        await driver.until((tmp_path / "drawing.svg").exists, "the drawing")
        assert "<svg" in (tmp_path / "drawing.svg").read_text()


def test_every_export_of_a_view_is_made() -> None:
    view = View([parse(AIMA)], "tree")
    view.go_to(5)
    pytest.importorskip("resvg_py", reason="the extra figures is not installed")
    made = {ending: make(view) for _, ending, make in EXPORTS}
    picture = made.pop(".png")
    assert isinstance(picture, bytes)
    assert picture.startswith(b"\x89PNG")
    parts = {
        "-alone.tree": AIMA, ".txt": "▽ A", ".md": "| 5 |", ".csv": "step,",
        ".svg": "<svg", ".tex": "forest", ".html": "<!DOCTYPE html>",
    }  # fmt: skip
    assert made.keys() == parts.keys()
    assert [ending for ending, part in parts.items() if part not in str(made[ending])] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [("[[3 12] [2 4]]", "week-3.html"), ("[[3 12] [2 4]]\n\n[5 6]\n", "week-3-1.html")],
    ids=["one tree", "two trees"],
)
async def test_an_export_is_offered_under_the_name_of_the_tree_s_file(
    text: str, name: str, tmp_path: Path
) -> None:
    path = tmp_path / "week-3.tree"
    path.write_text(text)
    async with running(path) as driver:
        await driver.press("s", "down", "down", "enter")
        await driver.until(lambda: bool(driver.app.screen.query(Input)), "the question")
        assert driver.app.screen.query_one(Input).value == name


async def test_a_page_that_steps_is_saved_and_one_that_cannot_be_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "tree.html"
    for tree, message in ((AIMA, "Saved as tree.html"), ("[[3 x] [2 4]]", "Not saved:")):
        async with running(tree) as driver:
            await driver.press("s", "down", "enter")
            await answer(driver, str(page))
            await driver.sees(message)
    assert page.read_text().startswith("<!DOCTYPE html>")


async def test_a_change_made_elsewhere_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "a.tree"
    path.write_text("[1 2]\n")
    async with running(path) as driver:
        driver.app.post_message(Opened(Source.of_file(path)))
        await driver.sees("[1 2]")
        await driver.press("e")
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
        await driver.press("down", "down", "enter")
        await driver.until(lambda: path.read_text() == "#[1 2]\n", "the file to be written over")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_the_hint_for_a_problem_is_whole(size: tuple[int, int]) -> None:
    async with running("[[3 12 8] [2 4 6]]", size=size) as driver:
        editor = await opened(driver, Editor, "e")
        editor.query_one(TextArea).text = "[[3 12 8] [2 4"
        await driver.sees("hint: add the 2 missing ]")
