"""The worksheet and the check on the screen, driven by keys."""

from __future__ import annotations

import json
from pathlib import Path

from tests.terminal.driving import FIRST, Driver, running
from treeexplorer.engine import Rules
from treeexplorer.notation import load_all, parse
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.worksheet import Sheet


async def working(driver: Driver) -> Sheet:
    await driver.press("W")
    await driver.until(lambda: isinstance(driver.app.screen, Sheet), "the worksheet")
    screen = driver.app.screen
    assert isinstance(screen, Sheet)
    return screen


async def test_a_value_a_bound_a_window_and_a_slash_are_written_down() -> None:
    async with running(FIRST) as driver:
        screen = await working(driver)
        await driver.press("down", "6", "enter")
        await driver.press("down", "right", *">=8", "enter")
        await driver.press(*"(-inf,6)", "enter")
        await driver.press("down", "right", "x", "right", "x")
        await driver.until(lambda: len(screen.sheet.entries.cuts) == 2, "two slashes")
        entries, tree = screen.sheet.entries, screen.sheet.tree
        assert entries.values == {tree.find("a"): 6}
        assert entries.bounds == {tree.find("b"): (">=", 8)}
        assert entries.windows == {tree.find("b"): (float("-inf"), 6)}
        assert {tree.address(node) for node in entries.cuts} == {"1.2.2", "1.2.3"}


async def test_the_worksheet_shows_no_answers_until_the_model_is_asked_for() -> None:
    async with running(FIRST) as driver:
        await working(driver)
        assert "“" not in driver.text
        assert "=6" not in driver.text
        await driver.press("f2")
        await driver.sees("Hint")
        await driver.press("M")
        await driver.sees("MODEL ANSWER")
        await driver.sees("≥8")
        await driver.sees("The model answer stands beside yours")
        assert "Hint:" not in driver.text
        await driver.press("M")
        await driver.sees("WORKSHEET")
        assert "≥8" not in driver.text


async def test_a_remark_is_not_hidden_behind_the_hint_before_it() -> None:
    async with running(FIRST) as driver:
        await working(driver)
        await driver.press("f2")
        await driver.sees("Hint: where to look")
        await driver.press("ctrl+z")
        await driver.sees("There is nothing to take back.")
        assert "Hint" not in driver.text.replace("F2 hint", "")


async def test_check_marks_every_entry_and_explains_the_first_wrong_one() -> None:
    async with running(FIRST) as driver:
        await working(driver)
        await driver.press("down", "6", "enter", "right", "3", "enter", "K")
        await driver.sees("“6”✓")
        await driver.sees("“3”✗")
        await driver.sees("1 wrong claim of 2")
        await driver.sees("you wrote: 3 ✗")


async def test_hints_get_clearer_and_lead_to_the_node() -> None:
    async with running(FIRST) as driver:
        await working(driver)
        await driver.press("f2")
        await driver.sees("Hint: where to look")
        await driver.press("f2", "f2")
        await driver.sees("Hint: the answer")
        await driver.sees("(−∞, +∞)")


async def test_entries_are_undone_and_made_again() -> None:
    async with running(FIRST) as driver:
        screen = await working(driver)
        await driver.press("6", "enter", "7", "enter", "ctrl+z")
        await driver.until(lambda: screen.sheet.entries.values == {0: 6}, "6 again")
        await driver.press("ctrl+y")
        await driver.until(lambda: screen.sheet.entries.values == {0: 7}, "7 again")


async def test_what_cannot_be_read_is_said_and_changes_nothing() -> None:
    async with running(FIRST) as driver:
        screen = await working(driver)
        await driver.press("(", "3", "enter")
        await driver.sees("window")
        await driver.press("x")
        await driver.sees("The root cannot be cut off")
        assert not screen.sheet.entries


async def test_a_saved_sheet_is_gone_on_with_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "answers.tree"
    async with running(FIRST) as driver:
        screen = await working(driver)
        await driver.press("6", "enter")
        screen.save_as(path)
        await driver.sees("goes on with it")
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
    (tree,) = load_all(path)
    assert tree.claims.values == {0: 6}
    async with running(path) as driver:
        screen = await working(driver)
        await driver.sees("your answers so far")
        assert screen.sheet.entries.values == {0: 6}


async def test_leaving_with_answers_not_saved_asks_first() -> None:
    async with running(FIRST) as driver:
        await working(driver)
        await driver.press("6", "enter", "escape")
        await driver.sees("Leave without saving")
        await driver.press("escape")
        await driver.sees("WORKSHEET")
        await driver.press("escape", "y", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")


async def test_answers_that_are_not_saved_survive_the_end_of_the_program(tmp_path: Path) -> None:
    async with running(FIRST) as driver:
        driver.app.unsaved_folder = tmp_path
        await working(driver)
        await driver.press("6", "enter", "down", "4", "enter")
        await driver.sees("2 written down")
    (kept,) = tmp_path.iterdir()
    work = json.loads(kept.read_text())
    kept.write_text(json.dumps({**work, "process": 2**22 + 1}))
    app = ExplorerApp(Request(None), Settings(), unsaved_folder=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("worksheet were found")
        await driver.press("enter")
        await driver.sees("W goes on with the worksheet")
        screen = await working(driver)
        assert screen.sheet.entries.values == {0: 6, 1: 4}


async def test_answers_are_kept_until_they_are_saved_or_given_up(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    async with running(FIRST) as driver:
        driver.app.unsaved_folder = folder
        screen = await working(driver)
        await driver.press("6", "enter")
        await driver.until(lambda: len(list(folder.iterdir())) == 1, "what is kept")
        await driver.press("ctrl+z")
        await driver.until(lambda: not list(folder.iterdir()), "nothing kept of an empty sheet")
        await driver.press("7", "enter")
        await driver.until(lambda: len(list(folder.iterdir())) == 1, "what is kept")
        screen.save_as(tmp_path / "answers.tree")
        assert not list(folder.iterdir())
        await driver.press("8", "enter", "escape")
        await driver.sees("Leave without saving")
        assert list(folder.iterdir())
        await driver.press("y", "enter")
        await driver.until(lambda: not list(folder.iterdir()), "nothing kept of what was given up")


async def test_a_key_without_meaning_is_answered_with_those_that_have_one() -> None:
    async with running(FIRST) as driver:
        await working(driver)
        await driver.press("g")
        await driver.sees("There is no key g here.")
        await driver.press("down")
        await driver.until(lambda: "There is no key" not in driver.text, "the remark to go")


async def test_the_entries_of_a_right_model_answer_are_all_right() -> None:
    from treeexplorer.exercises.worksheet import Worksheet

    sheet = Worksheet.blank(parse(FIRST), Rules())
    for task in sheet.tasks:
        text = task.claim.text.replace("∞", "inf").replace("−", "-").replace("cut off", "/")
        sheet = sheet.enter(task.claim.node, text)
    assert sheet.check(finished=True).first_wrong is None
    assert sheet.progress[0] == sheet.progress[1]


WRONG = "6[a:6[6[1 5 6] b:7[8 ...]] ...]"


async def test_claims_stay_hidden_until_they_are_checked() -> None:
    async with running(WRONG) as driver:
        await driver.press("end")
        await driver.sees("=6")
        assert "“" not in driver.text
        await driver.press("K")
        await driver.sees("“7”✗")
        await driver.sees("“6”✓")
        await driver.sees("1 wrong claim of 4")
        await driver.press("K")
        await driver.sees("hidden again")
        assert "“" not in driver.text


async def test_the_next_wrong_claim_is_explained_at_the_step_that_shows_it() -> None:
    async with running(WRONG) as driver:
        await driver.press("!")
        await driver.at_step(14)
        await driver.sees("▲b")
        await driver.sees("✗")
        assert driver.explorer.session.cursor == driver.explorer.session.tree.find("b")


async def test_a_file_without_claims_says_so() -> None:
    async with running("[1 2]") as driver:
        await driver.press("K")
        await driver.sees("nobody has claimed anything")
