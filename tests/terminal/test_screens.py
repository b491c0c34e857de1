"""The screens beside the explorer: what each shows, what its keys do, what it leaves behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from textual import events

from tests.terminal.driving import FIRST, Driver, answer, loop_is_quiet, opened, running, strips_of
from treeexplorer.drawing.cards import ASCII
from treeexplorer.explain.deciding_windows import find_deciding_window
from treeexplorer.gallery import examples_folder, find
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.worksheet import Worksheet
from treeexplorer.notation import Claim, load_all, parse
from treeexplorer.terminal import messages
from treeexplorer.terminal.app import ExplorerApp
from treeexplorer.terminal.background import Progress
from treeexplorer.terminal.lines import TextLine, ascii_text, fitted, indented, length, plain
from treeexplorer.terminal.panels.sheet import mistake
from treeexplorer.terminal.screens.answers import Answers
from treeexplorer.terminal.screens.mistake_step import MistakeStep
from treeexplorer.terminal.screens.rules import RulesScreen
from treeexplorer.terminal.screens.worksheet import WorksheetScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
CLAIMED = "3[=3[3 12 8] <=2[2 /4 /6] b:=5[14 5 2]]"
UCLA = "[A:[[[3 17] [2 12]] [[15] [25 0]]] B:[[[2 5] [3]] [[2 14]]]]"


async def back(driver: Driver) -> None:
    await driver.press("escape")
    await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")


OPENED_BY: dict[str, Callable[[ExplorerApp], None]] = {
    "help": lambda app: app.on_open_help(messages.OpenHelp()),
    "gallery": lambda app: app.on_open_gallery(messages.OpenGallery()),
    "colours": lambda app: app.action_change_theme(),
    "a tree": lambda app: app.on_opened(app.prepare(Source.of_text("[1 2]"), Progress())),
    "no tree": lambda app: app.on_opened(app.prepare(Source.of_text("[1 2"), Progress())),
}


@pytest.mark.parametrize("screen", OPENED_BY)
@pytest.mark.parametrize("ends_first", [True, False])
async def test_a_screen_that_is_opened_while_the_program_ends_is_no_mistake(
    screen: str, *, ends_first: bool
) -> None:
    async with running(FIRST) as driver:
        if ends_first:
            driver.app.exit(0)
        OPENED_BY[screen](driver.app)
        driver.app.exit(0)
        await loop_is_quiet()
    assert driver.app.return_code == 0


# -- worksheet ---------------------------------------------------------------------------------


async def test_a_worksheet_is_filled_in_and_checked() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        blank = len(sheet.empty)
        await driver.sees(f"{blank} blank")
        await driver.press("3", "enter")
        assert len(sheet.empty) == blank - 1
        await driver.press("K")
        await driver.sees("1 of 1 right")
        await driver.press("escape")
        await driver.sees("Your answers are not saved.")
        await driver.press("down", "down", "enter")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")


async def test_a_worksheets_card_shows_what_is_typed_for_it() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.press("3", "enter", "2")
        await driver.sees("value   2▏")  # at the side
        await driver.sees("›    2▏     ‹")  # in the card of ▽B
        await driver.press("backspace", "4")
        await driver.sees("›    4▏     ‹")
        await driver.press("escape")
        await driver.sees("›    ?▏     ‹")


async def test_a_long_answer_stays_within_its_card() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.press("3", "enter", *"-17.25")
        await driver.sees("›  …7.25▏   ‹")


@pytest.mark.parametrize("way", ["paste", "quit"])
async def test_a_worksheet_is_not_left_unasked_whatever_is_opened(way: str, tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    async with running(AIMA, size=(100, 30), unsaved=folder) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("3", "enter")
        await leave_by(driver, way)
        await driver.sees("Your answers are not saved.")
        await driver.press("enter")  # goes back
        await driver.until(lambda: driver.app.screen is sheet, "the sheet")
        assert len(list(folder.glob("*.json"))) == 1

        await leave_by(driver, way)
        await driver.sees("Your answers are not saved.")
        await driver.press("down", "down", "enter")
        if way == "paste":
            await driver.sees("pasted tree")
    assert not list(folder.glob("*.json"))


async def test_edits_that_are_given_up_on_a_worksheet_are_asked_about_once() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("equals_sign")
        await answer(driver, "q:")
        await opened(driver, WorksheetScreen, "W")
        await driver.press("3", "enter")
        await leave_by(driver, "paste")
        await driver.sees("has changes that are not saved.")
        await driver.press("down", "down", "enter")
        await driver.sees("Your answers are not saved.")
        await driver.press("down", "down", "enter")
        await driver.sees("pasted tree")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_what_a_rule_changes_is_said_whole(size: tuple[int, int]) -> None:
    names = "[first:[a:3 b:12 c:8] second:[d:2 longname:4 longername:6] [14 5 2]]"
    async with running(names, size) as driver:
        await opened(driver, RulesScreen, "r")
        await driver.press("tab", "tab", "tab", "tab", "right")
        await driver.sees("chosen here")
        effect = "1 cut-off is gone: ▽second."
        await driver.until(lambda: effect in " ".join(driver.text.split()), "the effect")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_keys_of_the_files_are_named_whole(size: tuple[int, int]) -> None:
    async with running(AIMA, size) as driver:
        await driver.press("ctrl+o")
        await driver.sees("esc gives up")


async def leave_by(driver: Driver, way: str) -> None:
    """Paste a tree or quit, on a screen that has no key for it."""
    if way == "paste":
        driver.app.screen.post_message(events.Paste("[[1 2] [3 4]]"))
    else:
        await driver.app.action_quit()


async def test_the_arrows_of_a_worksheet_say_only_where_no_node_is_that_there_is_none() -> None:
    async with running(FIRST, (100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        sheet.view.point_at(0)
        for arrow, node, message in (
            ("down", 1, ""),
            ("left", 1, "There is no node that way."),
            ("up", 0, ""),
        ):
            await driver.press(arrow)
            assert (sheet.cursor, sheet.message) == (node, message), arrow


async def test_a_worksheet_asks_for_what_the_search_has_with_room_for_its_hints() -> None:
    async with running(AIMA) as driver:
        await opened(driver, WorksheetScreen, "W")
        for hint in ("on entry", "=, >=, <=", "x cross "):
            await driver.sees(hint)
    async with running(f"@algorithm minimax\n{AIMA}") as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.sees("Write a value as a number.")
        assert "window" not in driver.text
        assert "crossed" not in driver.text


async def test_a_worksheet_says_with_which_sign_the_values_of_negamax_are_written() -> None:
    async with running("@algorithm negamax\n[-3[3 12 8] [2 4 6]]", (100, 30)) as driver:
        await driver.press("W")
        await driver.sees("Write a value as a number, as MAX sees it.")
        await driver.press("down", "K", "y")
        await driver.sees("−3 is what MIN sees at ▽A; write what MAX sees, 3.")


async def test_a_rejected_entry_stays_in_its_box_to_be_mended() -> None:
    async with running(AIMA) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press(*"3x", "enter")
        await driver.pilot.pause()
        assert sheet.is_writing
        assert sheet.form.answers["value"] == "3x"
        await driver.press("backspace", "enter")
        await driver.until(lambda: not sheet.is_writing, "it to be written")
        assert any(claim.number == 3 for claim in sheet.sheet.entries.values())
        await driver.sees("=, >=, <=")
        await driver.press("left", "K")
        await driver.sees("1 of 1 right")
        await driver.until(lambda: "=, >=, <=" not in driver.text, "the mark in place of the hint")
        await driver.press("4", "enter")  # what the last check said goes with the next entry
        await driver.until(lambda: "right" not in driver.text, "the sheet without marks")


async def test_tab_writes_an_entry_down_and_goes_to_the_next_blank() -> None:
    async with running(AIMA) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("3", "tab")
        await driver.until(lambda: not sheet.is_writing and sheet.cursor == 5, "the next blank")
        assert any(claim.number == 3 for claim in sheet.sheet.entries.values())


async def test_the_blanks_come_in_the_order_of_the_search() -> None:
    async with running("(?,?)=?[(?,?)=?[3 12] (?,?)=?[2 4]]", size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        for name, question, text in (
            ("▲root", "with which window is it entered?", "(-inf,inf)"),
            ("▽A", "with which window is it entered?", "(-inf,inf)"),
            ("▽A", "which value is returned?", "3"),
            ("▽B", "with which window is it entered?", "(3,inf)"),
            ("▽B", "which value is returned?", "<=2"),
            ("▲root", "which value is returned?", "3"),
        ):
            await driver.sees(f"{name}: {question}")
            await driver.press(*text, "enter")
            await driver.until(lambda: not sheet.is_writing, "it to be written")
        await driver.sees("0 blank")


async def test_tab_comes_to_every_blank_of_a_node_and_round_to_the_first() -> None:
    async with running("(?,?)=?[(?,?)=?[3 12] 4]", size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "W")
        for name, question in (
            ("▽A", "with which window"),
            ("▽A", "which value"),
            ("▲root", "which value"),
            ("▲root", "with which window"),
        ):
            await driver.press("tab")
            await driver.sees(f"{name}: {question}")


@pytest.mark.parametrize("tree", [AIMA, f"@algorithm minimax\n{AIMA}", f"@pruned 2.2 if ?\n{AIMA}"])
async def test_nothing_on_an_empty_worksheet_reads_like_an_answer(tree: str) -> None:
    async with running(tree, size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.sees("Nothing is marked until you check")
        below = driver.lines[-4:-1]
        beside = [text[64:] for text in driver.lines[3:-5] if "filled in" not in text]
        assert not re.search(r"\d", "\n".join([*below, *beside]))


async def test_a_hint_goes_when_another_node_is_looked_at() -> None:
    async with running(AIMA) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("f2", "f2")
        await driver.sees("What has returned to ▽A (MIN): 3, 12, 8.")
        await driver.press("right")
        await driver.until(lambda: "has returned" not in driver.text, "the hint to go")
        assert sheet.sheet.hint is None


async def test_what_is_typed_ahead_of_the_box_is_written_and_asks_for_help() -> None:
    async with running(AIMA) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        for key, sign in ("equals_sign", "="), ("1", "1"), ("question_mark", "?"):
            driver.app.post_message(events.Key(key, sign))
        await driver.sees("KEYS")
        assert sheet.form.answers["value"] == "=1"


async def test_marks_come_first_then_reasons_at_the_wrong_entry() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("up", "4", "enter", "K")
        await driver.sees("0 of 1 right")
        await driver.sees("0 of 1 right, 1 mistake: ▲root is 3, not 4.")
        await driver.sees("↳ follows, or the same")
        await driver.press("y")
        await driver.sees("▽A")
        checked = sheet.sheet.checked
        assert checked is not None
        assert checked.first_wrong is not None
        assert sheet.cursor == checked.first_wrong.claim.node


@pytest.mark.parametrize("key", ["y", "m", "b"])
async def test_keys_about_marks_are_offered_once_something_is_marked(key: str) -> None:
    async with running(AIMA, size=(140, 30)) as driver:
        await opened(driver, WorksheetScreen, "W")
        for offered in ("y why", "m next mistake", "b missing"):
            assert offered not in driver.lines[-1]
        await driver.press(key)
        await driver.sees("Nothing is marked yet: K marks what is written.")
        await driver.press("4", "enter", "K")
        await driver.sees("CHECK")
        await driver.until(lambda: "m next mistake" in driver.lines[-1], "the keys about marks")


@pytest.mark.parametrize("key", ["x", "N", "b"])
async def test_a_worksheet_of_a_search_without_cut_offs_offers_no_slash(key: str) -> None:
    async with running(f"@algorithm minimax\n3{AIMA}", size=(140, 30)) as driver:
        screen = await opened(driver, WorksheetScreen, "W")
        await driver.press("K")
        await driver.sees("K mark  y why  m next mistake  t list")
        assert "x cross" not in driver.lines[-1]
        await driver.press(key)
        await driver.sees("Minimax cuts nothing off, so there is nothing to cross out.")
        assert len(screen.sheet.entries) == 1


async def test_a_branch_is_crossed_and_counted() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("right", "down", "right", "x")
        await driver.sees("1 crossed")
        assert sum(kind == "cut" for _, kind in sheet.sheet.entries) == 1
        await driver.press("x")
        assert not sheet.sheet.entries


async def test_what_is_written_on_a_worksheet_is_undone_and_written_again() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        sheet.action_erase()  # of nothing, which is no change
        node = sheet.cursor
        await driver.press("3", "enter")
        await driver.until(lambda: not sheet.is_writing, "the value")
        sheet.view.point_at(driver.view.tree.find("2.2"))
        await driver.press("x", "K")
        await driver.sees("✓")
        marked = sheet.sheet
        await driver.press("ctrl+z")
        assert [(claim.node, claim.number) for claim in sheet.sheet.claims] == [(node, 3)]
        assert sheet.cursor == driver.view.tree.find("2.2")
        await driver.press("ctrl+z")
        await driver.sees("Undone;")
        assert not sheet.sheet.entries
        assert sheet.cursor == node
        await driver.press("ctrl+z")
        await driver.sees("There is nothing to undo.")
        await driver.press("ctrl+y", "ctrl+y")
        assert sheet.sheet.entries == marked.entries
        assert sheet.sheet.marks == marked.marks, "its marks are still true"
        await driver.press("ctrl+y")
        await driver.sees("There is nothing to write again.")


async def test_an_undone_entry_brings_no_hint_back_as_a_first_one() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("f2", "f2")
        taken = sheet.sheet.hints_taken
        assert taken
        await driver.press("3", "enter")
        await driver.until(lambda: not sheet.is_writing, "the value")
        await driver.press("f2", "ctrl+z")
        assert {box: sheet.sheet.hints_taken[box] for box in taken} == taken
        assert sheet.sheet.hint is None


async def test_tab_and_shift_tab_go_through_the_blanks_and_hand_in() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        blanks = [blank.node for blank in sheet.empty]
        visited = [sheet.cursor]
        for _ in blanks[1:]:
            await driver.press("tab")
            visited.append(sheet.cursor)
        assert visited == blanks
        for node in visited[-2::-1]:
            await driver.press("shift+tab")
            assert sheet.cursor == node
        await driver.press("3", "shift+tab")
        await driver.until(lambda: not sheet.is_writing, "the value")
        assert len(sheet.empty) == len(blanks) - 1
        assert sheet.cursor == visited[-1], "before the first one comes the last"


async def test_answers_are_saved_and_gone_on_with(tmp_path: Path) -> None:
    async with running(AIMA) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.press("3", "enter", "ctrl+s")
        await answer(driver, str(tmp_path / "mine.tree"))
        await driver.until((tmp_path / "mine.tree").exists, "the file")
    async with running(tmp_path / "mine.tree") as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        assert len(sheet.sheet.entries) == 1


async def test_the_answers_to_all_trees_of_a_file_are_saved_in_one(tmp_path: Path) -> None:
    mine = tmp_path / "mine.tree"
    (tmp_path / "two.tree").write_text(f"@title One\n{AIMA}\n\n@title Two\n[[5 6] [1 2]]\n")
    async with running(tmp_path / "two.tree") as driver:
        for number in ("3", "5"):
            await opened(driver, WorksheetScreen, "W")
            await driver.press(number, "enter", "ctrl+s")
            await answer(driver, str(mine))
            await driver.sees("Saved as")
            await driver.press("escape", "right_square_bracket")
            await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert [each.claims for each in load_all(mine)] == [
            (Claim(1, "value", 3),),
            (Claim(1, "value", 5),),
        ]
        await driver.press("left_square_bracket")
        sheet = await opened(driver, WorksheetScreen, "W")
        assert sheet.sheet.claims == (Claim(1, "value", 3),)


async def test_what_a_file_asks_for_in_directives_has_boxes_and_is_saved(tmp_path: Path) -> None:
    mine, asked = tmp_path / "mine.tree", "@best ?\n@read ?\n@pruned 2.2 if ?\n"
    async with running(f"{asked}{AIMA}") as driver:
        screen = await opened(driver, WorksheetScreen, "W")
        await driver.sees("3 blank")
        await driver.sees("for which values is it pruned?")
        await driver.press("enter", *"always", "enter")
        await driver.sees("which move is the best?")
        await driver.press("enter")
        await driver.sees("best move")
        await driver.sees("leaves read")  # the form is as high as its boxes
        await driver.press("3", "tab", "C", "tab", "7", "enter")
        await driver.sees("0 blank")
        await driver.press("K")
        await driver.sees("3 of 4 right")
        await driver.sees("1 mistake")
        await driver.press("ctrl+s")
        await answer(driver, str(mine))
        await driver.sees("Saved as")
        [saved] = load_all(mine)
        assert len(saved.claims) == 4
        assert screen.sheet.claims == saved.claims


async def test_the_model_answer_has_no_marks() -> None:
    async with running(f"@best 3\n{AIMA}", size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.press("t")
        await driver.sees("✗  ▲root")
        await driver.press("M")
        await driver.sees("MODEL ANSWER")
        assert "✗  ▲root" not in driver.text


async def test_the_list_of_the_model_answer_does_not_say_that_somebody_wrote_it() -> None:
    async with running(f"@best 3\n{AIMA}", size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.press("t")
        await driver.sees("written")
        await driver.press("M")
        await driver.sees("MODEL ANSWER")
        await driver.sees("node")
        headings = next(text for text in driver.lines if "node" in text)
        assert headings.split() == ["node", "what", "model"]
        await driver.press("M")
        await driver.sees("written")


async def test_the_model_answer_is_counted_as_one_and_has_no_boxes() -> None:
    async with running(AIMA, size=(160, 50)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("M")
        await driver.sees(f"{len(sheet.shown_sheet.entries)} answers")
        for of_the_person in ("filled in", " 4 blank", "on entry", "which value"):
            assert of_the_person not in driver.text
        await driver.press("M")
        await driver.sees("0 of 4 filled in")


@pytest.mark.parametrize(
    "keys", [("x",), ("3", "enter"), ("K",), ("tab",), ("f2",), ("K", "M", "m"), ("K", "M", "y")]
)
async def test_the_model_answer_gives_way_to_what_is_written_and_asked(
    keys: tuple[str, ...],
) -> None:
    async with running("[4[3 12 8] 2[2 /4 6] [14 5 2]]", size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W", "down")
        await driver.press("M")
        await driver.sees("MODEL ANSWER")
        await driver.press(*keys)
        await driver.until(lambda: not sheet.shows_model, "the person's own answers")
        assert sheet.shown_sheet == sheet.sheet
        await driver.until(lambda: "MODEL ANSWER" not in driver.text, "another badge")


async def test_the_list_of_answers_stands_once_on_a_wide_screen() -> None:
    async with running("3[3[3 12 8] 2[2 /4 6] 2[14 5 2]]", size=(160, 50)) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.sees("what        written")
        await driver.press("t")
        await driver.until(lambda: "┌" not in driver.text, "the tree to go")
        assert driver.text.count("written") == 1


async def test_hints_become_clearer_and_the_model_answer_is_shown_and_hidden_again() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        for degree in (1, 2, 3):
            await driver.press("f2")
            assert sheet.sheet.hint is not None
            assert sheet.sheet.hint.degree == degree
        await driver.sees("hint  Beside ▽A stands 3")
        assert sheet.cursor == 1
        await driver.press("3", "enter", "up", "f2")  # what is asked rests on what comes before
        await driver.sees("does the search ever come to 4?")
        assert sheet.sheet.hint is not None
        assert sheet.sheet.hint.claim.node == sheet.cursor
        assert sheet.sheet.hint.claim.window is None
        await driver.press("M")
        await driver.sees("(3, +∞)")
        await driver.press("M")
        await driver.until(lambda: "(3, +∞)" not in driver.text, "the model answer to go")


# -- check, answers ----------------------------------------------------------------------------


async def test_a_player_that_moves_twice_in_a_row_is_told_on_opening() -> None:
    async with running("min[[3 12] [2 4]]", size=(100, 30)) as driver:
        await driver.sees("MIN moves twice in a row here (line 1, column 5)")
        await driver.sees("@levels min max")


@pytest.mark.parametrize(
    ("example", "remark", "marked"),
    [
        ("6-8-1-5-6", "", "4 of 4 right"),
        ("mixed-orders", "5 answers are written here: K marks them.", "3 of 5 right"),
    ],
)
async def test_a_paper_says_that_it_has_answers_and_a_book_s_example_does_not(
    example: str, remark: str, marked: str
) -> None:
    async with running(find(example), size=(100, 30)) as driver:
        assert driver.view.message == remark
        await opened(driver, WorksheetScreen, "K")
        await driver.sees(marked)


async def test_the_file_s_answers_are_marked_then_told_then_shown_at_their_step() -> None:
    wrong = "3[=3[3 12 8] <=2[2 /4 /6] 7[14 5 2]]"
    async with running(wrong, size=(100, 30)) as driver:
        await driver.sees("6 answers are written here: K marks them.")
        screen = await opened(driver, WorksheetScreen, "K")
        await driver.sees("5 of 6 right")
        await driver.sees("1 mistake")
        await driver.sees("✗ ▽C        value  7")
        (mistake,) = screen.sheet.checked.mistakes if screen.sheet.checked else ()
        assert screen.cursor == mistake.claim.node
        assert mistake.why not in driver.text
        await driver.press("t")
        await driver.sees("written")
        await driver.press("t", "y")
        await driver.sees(mistake.why[:30])
        await driver.press("up", "m")
        assert screen.cursor == mistake.claim.node
        at_step = await opened(driver, MistakeStep, "enter")
        assert at_step.view.step == mistake.step
        await driver.sees("esc goes back to your answers.")
        await driver.press("escape")
        await driver.until(lambda: driver.app.screen is screen, "the sheet")
        await driver.sees(mistake.why[:30])  # as it was left
        await driver.press("escape")
        await driver.at_step(0)


async def test_answers_that_are_not_saved_stay_while_the_step_of_a_mistake_is_shown() -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", size=(80, 24)) as driver:
        sheet = await opened(driver, WorksheetScreen, "W")
        await driver.press("7", "enter", "K", "y")
        written = sheet.sheet.entries
        assert written
        await opened(driver, MistakeStep, "enter")
        await driver.press("space", "e", "W")
        await driver.sees("There is no key W here")
        await driver.press("escape", "escape")
        await driver.until(lambda: driver.app.screen is sheet, "the sheet")
        assert sheet.sheet.entries == written


async def test_in_ascii_a_marked_paper_and_its_legend_have_the_same_signs() -> None:
    exercise = "3[5[3 12 8] <=2[2 4 6] 2[14 5 2]]"
    async with running(exercise, size=(100, 30), ascii_only=True) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.sees("+ agrees   x mistake   ~ follows, or the same")
        await driver.sees("5 x")
        await driver.sees("3 +")
    signs = {mark.sign: ASCII.verdicts[mark] for mark in Mark}
    assert {sign: ascii_text(sign) for sign in signs} == signs
    assert not {*signs.values()} & {*ASCII.signs.values()}


async def test_in_the_list_of_a_worksheet_the_arrows_go_from_answer_to_answer() -> None:
    async with running("3[=3[3 12 8] <=2[2 /4 /6] =5[14 5 2]]", size=(80, 24)) as driver:
        screen = await opened(driver, WorksheetScreen, "W")
        await driver.press("t")
        nodes = sorted({claim.node for claim in screen.sheet.claims})
        screen.view.point_at(0)
        walked = [0]
        for _ in nodes[1:]:
            await driver.press("down")
            walked.append(screen.cursor)
        assert walked == nodes
        await driver.press("down")
        assert screen.message == "There is no answer that way."
        for node in reversed(nodes[:-1]):
            await driver.press("up")
            assert screen.cursor == node


async def test_a_worksheet_on_which_nothing_is_written_is_not_marked() -> None:
    async with running(AIMA) as driver:
        screen = await opened(driver, WorksheetScreen, "W", "K")
        await driver.sees("Nothing is written yet that could be marked.")
        assert screen.sheet.checked is None
        assert "of 0" not in driver.text


async def test_the_list_of_an_empty_worksheet_says_that_it_is_empty() -> None:
    async with running(AIMA) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.press("t")
        await driver.sees("Nothing is written yet.")


async def test_a_value_at_a_leaf_is_refused_in_words_that_need_no_address() -> None:
    async with running(AIMA) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.press("down", "3", "enter")
        await driver.sees("This is a leaf: its value is given.")


async def test_in_ascii_an_arrow_points_and_is_no_word() -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", (80, 24), ascii_only=True) as driver:
        await driver.press("c", "w")
        await driver.sees("-> larger  <- smaller")


async def test_slashes_that_are_missing_are_counted_beside_the_mistakes_that_are_shown() -> None:
    async with running("3[a:3[3 12 8] b:2[2 /4 6] c:5[14 5 2]]", size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.sees("4 of 5 right, 2 mistakes")
        await driver.sees("mistake 1 of 1, 1 slash missing")
        await driver.press("b")
        await driver.sees("mistake 1 of 2")
        assert "slash missing" not in driver.text


async def test_several_mistakes_at_a_node_are_counted_each() -> None:
    async with running("3[(3,5)4[3 12 8] <=2[2 4 /6] c:5[14 5 2]]", size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.sees("2 of 3 mistakes here, 1 slash missing")
        await driver.press("m")
        await driver.sees("1 of 3 mistakes here, 1 slash missing")


async def test_what_is_missing_is_counted_in_whole_words_beside_a_narrow_tree() -> None:
    tree = "7[(3,5)4[3 /12 8] <=2[2 4 /6] 2[14 5 2]]"
    async with running(tree, size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.sees("7 written  1 slash is\n")
        await driver.until(lambda: driver.text.count(" missing") == 3, "the word as a whole")


async def test_the_next_mistake_is_sought_in_vain_in_a_sentence() -> None:
    async with running("3[a:3[3 12 8] b:2[2 /4 6] c:5[14 5 2]]", size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.press("y", "m")
        await driver.sees("1 slash is missing: b shows where.")
    async with running("3[a:3[3 12 8] b:2[2 /4 /6] c:5[14 5 2]]", size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.press("m")
        await driver.sees("There is no other mistake.")


@pytest.mark.parametrize(
    ("paper", "remark"),
    [
        ("3[a:3[3 12 8] b:2[2 /4 6] c:2[14 5 2]]", "here. 1 slash is missing: b shows where."),
        ("3[a:3[3 12 8] b:2[2 /4 /6] c:2[14 5 2]]", "here. No mistake is marked."),
        ("3[a:3[3 12 8] b:2[2 /4 /6] c:5[14 5 2]]", "here; m goes to the mistake."),
        ("3[a:4[3 12 8] b:2[2 /4 /6] c:5[14 5 2]]", "here; m goes to the next mistake."),
    ],
)
async def test_where_nothing_is_wrong_one_is_sent_only_where_something_is(
    paper: str, remark: str
) -> None:
    async with running(paper, size=(80, 24)) as driver:
        screen = await opened(driver, WorksheetScreen, "K")
        screen.view.point_at(0)
        await driver.press("y")
        await driver.sees(f"Nothing is wrong {remark}")


async def test_what_the_search_knew_at_the_moment_of_a_mistake_stands_beside_it() -> None:
    wrong = "A:3[B:[b1:3 b2:12 b3:8] C:[c1:2 /c2:4 /c3:6] D:[/d1:14 /d2:5 d3:2]]"
    async with running(wrong, size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.sees("↵ write")
        await driver.sees("CHECK")
        await driver.sees("✓ agrees   ✗ mistake   ↳ follows, or the same")
        await driver.sees("mistake 1 of 1")
        assert "KNEW" not in driver.text
        assert "was read" not in driver.text
        await driver.press("y")
        for words in (
            "WHAT ▽D KNEW BEFORE d1 (14)",
            "α is 3 because ▲A has 3 through ▽B",
            "β is +∞: nothing has set it",
            "No slash there: d1 (14) is visited.",
            "It all fits if, at ▽D alone, the",
            "no values there would change the root's value",
            "↵ its step",
            "was read same",
            "3 ≥ +∞ false",
        ):
            await driver.sees(words)
        await driver.press("left", "left", "up")
        await driver.sees("3 ≥ +∞ false")  # the reason stays while one moves


SIDES = [(25, 12), (25, 30), (27, 16), (35, 22), (60, 40)]
"""The rooms beside a worksheet: the narrowest (76 columns), of 80 × 24, of 100 × 30, and more."""


@pytest.mark.parametrize(
    "paper", sorted(examples_folder().glob("8-*/*.tree")), ids=lambda p: p.stem
)
def test_a_sentence_beside_a_mistake_is_whole_or_left_out(paper: Path) -> None:
    for exercise in load_all(paper):
        view = View([exercise])
        check = Worksheet.opened(exercise, view.rules).check().checked
        assert check is not None
        for (width, height), wrong in product(SIDES, check.wrong):
            known = find_deciding_window(check.record, wrong.claim)
            lines = mistake(view, check, wrong, width, height)
            assert len(lines) <= height
            assert all(length(indented(text)) <= width + 2 for text in lines)
            if known is None:
                continue
            seen = " ".join(" ".join(map(plain, lines)).split())
            assert str(known.heading) in seen
            said = [*known.ends, wrong.advice]
            if check.diagnosis is not None:
                said.append(check.diagnosis.sentence)
            for text in map(str, said):
                assert text in seen or text[:12] not in seen, text


async def test_a_leaf_has_no_field_for_a_value_and_the_list_no_column_that_is_cut() -> None:
    wrong = "[[3 (-inf,3)12] [(3,inf)2 /4]]"
    async with running(wrong, size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.sees("=, >=, <=")
        await driver.press("down")
        await driver.until(lambda: "=, >=, <=" not in driver.text, "a leaf")
        await driver.sees("on entry")
    async with running("[[3 12] (-inf,3)[2 /4]]", size=(80, 24)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.press("y", "t")
        await driver.sees("(3, +∞)")
        assert "on entry" not in driver.text


async def test_slashes_that_are_missing_have_a_line_and_a_key_of_their_own() -> None:
    async with running("3[4[3 12 8] <=2[2 4 6] /[14 5 2]]", size=(100, 30)) as driver:
        screen = await opened(driver, WorksheetScreen, "K")
        await driver.sees("3 mistakes")
        await driver.sees("2 slashes are missing: b shows where.")
        before = screen.sheet.checked
        written = screen._mistakes
        for key in ("y", "m", "K"):
            await driver.press(key)
            assert screen._mistakes == written
        assert screen.sheet.checked is not None
        assert before is not None
        assert screen.sheet.checked.headline == before.headline
        await driver.press("b")
        await driver.until(lambda: "b shows where" not in driver.text, "the slashes")
        assert len(screen._mistakes) > len(written)
        await driver.press("b")
        await driver.sees("b shows where")


@pytest.mark.parametrize(
    ("paper", "score", "card"),
    [
        ("3[3[3 12 8] <=2[2 4 /6] 2[14 5 2]]", "all 5 written", "5 written  1 slash is missing"),
        ("3[4[3 12 8] <=2[2 /4 /6] 2[14 5 2]]", "5 of 6 right", "6 written"),
        ("3[3[3 12 8] <=2[2 /4 /6] ?[14 5 2]]", "5 of 5 right", "5 written  1 blank"),
    ],
    ids=["a slash is missing", "a mistake", "a blank"],
)
async def test_the_card_of_a_marked_paper_counts_what_its_score_does(
    paper: str, score: str, card: str
) -> None:
    async with running(paper, size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.sees(score)
        assert any(text.rstrip().endswith(f"  {card}") for text in driver.lines)
        assert "filled in" not in driver.text


async def test_windows_on_exit_are_checked_and_written_down() -> None:
    """They are told as windows, with which a node is left, wherever those on entry are told."""
    text = "@windows exit\n(3,inf)[(-inf,3)[3 12 8] (3,4)[2 /4 /6] [14 5 2]]"
    async with running(text, size=(100, 30)) as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.sees("on exit")
        await driver.press("K")
        await driver.sees("3 │ 4 ✗")
        await driver.press("y")
        await driver.sees("▽B is entered with (3, +∞), returns 2 and is left with (3, 2).")


async def test_a_tree_without_claims_says_so() -> None:
    async with running(AIMA) as driver:
        await driver.press("K")
        await driver.sees("Nothing is written about this tree")


async def test_the_answer_sheet_scrolls_and_is_saved(tmp_path: Path) -> None:
    async with running(UCLA) as driver:
        page = await opened(driver, Answers, "S")
        await driver.sees("best move")
        await driver.press("end")
        await driver.until(lambda: page.page.scroll_offset.y > 0, "it to scroll")
        await driver.press("s")
        await answer(driver, str(tmp_path / "answers.txt"))
        await driver.until((tmp_path / "answers.txt").exists, "the file")
        assert "Best line: " in (tmp_path / "answers.txt").read_text()
        await back(driver)


async def test_a_key_of_the_answer_sheet_makes_the_lines_that_are_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = 0

    def counting(text: TextLine, width: int) -> TextLine:
        nonlocal made
        made += 1
        return fitted(text, width)

    monkeypatch.setattr("treeexplorer.terminal.panels.outline.fitted", counting)
    many = f"[{' '.join(f'[{n} 1 2]' for n in range(1000))}]"
    async with running(many, size=(80, 24)) as driver:
        page = await opened(driver, Answers, "S")
        await driver.sees("best move")
        for key in ("down", "pagedown", "end", "up"):
            made = 0
            await driver.press(key)
            await driver.pilot.pause(0.05)
            assert made <= 6 * 24, key
        assert page.page.virtual_size.height > 1000


async def test_nothing_on_the_answer_sheet_is_new() -> None:
    async with running(AIMA) as driver:
        await opened(driver, Answers, "S")
        returned = [
            segment for strip in strips_of(driver.app) for segment in strip if segment.text == "= 3"
        ]
        root, first_child = returned
        assert root.style == first_child.style


async def test_a_long_answer_is_wrapped_within_its_column() -> None:
    async with running(UCLA, size=(80, 24)) as driver:
        await opened(driver, Answers, "S")
        lines = driver.lines
        at = next(row for row, text in enumerate(lines) if text.startswith("  counts"))
        column = lines[at].index(lines[at].split()[1])
        assert lines[at + 1][:column].isspace()
        assert not lines[at + 1][column].isspace()


# -- rules, compare ----------------------------------------------------------------------------


async def rules_at(driver: Driver, name: str) -> RulesScreen:
    """Return the screen of the rules, one of which is selected."""
    screen = await opened(driver, RulesScreen, "r")
    while screen.selected != name:
        await driver.press("down")
    return screen


async def test_a_rule_is_changed_at_once_and_its_effect_told() -> None:
    async with running(UCLA, size=(100, 30)) as driver:
        read = driver.view.record.evaluated
        await rules_at(driver, "cutoff")
        await driver.press("right")
        assert driver.view.rules.strict
        assert driver.view.record.evaluated > read
        await driver.sees("more leaf is")
        await driver.press("u")
        assert not driver.view.rules.strict
        await back(driver)


async def test_a_window_is_typed_and_fail_hard_names_the_nodes_that_return_something_else() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await rules_at(driver, "fail")
        await driver.press("right")
        await driver.sees("▽C returns 3 instead of 2")
        await driver.press("escape")
        await rules_at(driver, "window")
        await driver.press("enter", *"5 10", "enter")
        await driver.until(lambda: driver.view.rules.window == (5, 10), "the window")


async def test_a_rule_that_decides_nothing_says_why() -> None:
    async with running(f"@algorithm minimax\n{AIMA}", size=(100, 30)) as driver:
        await rules_at(driver, "cutoff")
        await driver.sees("Decides nothing: minimax cuts nothing off")
        await driver.press("right")
        await driver.sees("Nothing changed:")


async def test_the_kinds_of_claims_do_not_touch_what_is_written() -> None:
    text = "@best B\n@read 9\n[A:3[3 12 8] B:[2 4 6] C:[14 5 2]]"
    async with running(text, size=(60, 20)) as driver:
        await opened(driver, WorksheetScreen, "K")
        await driver.press("t")
        await driver.sees("leaves read")
        rows = "\n".join(driver.lines)
        assert "best move   B" in rows
        assert "leaves read 9" in rows
        assert all(len(text) <= 60 for text in driver.lines)


async def test_nothing_in_the_list_of_a_worksheet_is_cut_within_a_word() -> None:
    async with running("@cuts none\n3[4[3 12] 2[2 4]]") as driver:
        await opened(driver, WorksheetScreen, "W")
        await driver.sees("nothing is cut off")
        assert "nothi…" not in driver.text


def test_a_fresh_tree_is_of_the_same_kind_and_a_twin_goes_its_own_way() -> None:
    view = View([parse(FIRST)], "tree")
    fresh, twin = view.fresh(), view.twin()
    assert len(fresh.tree) == len(view.tree)
    assert fresh.rules == view.rules
    twin.go_to(5)
    twin.choose_rules({"cutoff": ">"})
    assert view.step == 0
    assert view.rules.cutoff == ">="


def test_a_twin_has_other_values_and_another_cursor() -> None:
    view = View([parse("3[=3[3 x] 4]")], "tree")
    (unknown,) = view.tree.unknowns
    twin = view.twin()
    twin.point_at(unknown)
    twin.give_value(unknown, 7)
    assert (twin.bookmark.cursor, twin.bookmark.values) == (unknown, {unknown: 7})
    assert (view.bookmark.cursor, view.bookmark.values) == (0, {})


async def test_a_screen_that_needs_a_value_says_which_key_gives_it() -> None:
    async with running("3[=3[3 x] 4]", size=(100, 30)) as driver:
        for key in "PWKS":
            await driver.press(key)
            await driver.sees("w tries its values.")
            await driver.press("escape")
            await driver.until(lambda: "w tries its values." not in driver.text, "the explorer")
