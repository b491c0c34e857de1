"""Practise: questions, marks, one's own bar."""

from __future__ import annotations

from tests.terminal.driving import DRAWN, Driver, opened, running
from treeexplorer.gallery import examples_folder
from treeexplorer.marking.practise import Ending
from treeexplorer.terminal.screens.practise import Practise


async def write(driver: Driver, *answers: str) -> None:
    """Write answers into the boxes, one after the other, and hand them in."""
    for number, answer in enumerate(answers):
        if number:
            await driver.press("tab")
        await driver.press(*("minus" if sign == "-" else sign for sign in answer))
    await driver.press("enter")
    await driver.pilot.pause()


async def test_it_begins_at_the_step_where_one_is_and_leaves_it_there() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.press("backspace")
        before = driver.view.step
        screen = await opened(driver, Practise, "P")
        question = screen.quiz.question
        assert question is not None
        assert question.at.number in {before + 1, before + 2}
        await driver.press("f3", "space", "escape")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert driver.view.step == before


async def test_a_right_answer_is_marked_and_its_reason_shown() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        await write(driver, "-inf", "inf")
        await driver.sees("✓ Right.")
        assert screen.quiz.outcomes == {0: Ending.FIRST_TRY}
        assert not screen.quiz.open
        await driver.press("space")
        await driver.sees("question 2")


async def test_enter_leads_from_an_answer_to_the_next_question() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        await write(driver, "-inf", "inf")
        await driver.sees("↵ next")
        await driver.press("enter")
        await driver.sees("question 2")
        assert screen.quiz.open


async def test_a_fresh_tree_is_called_so_and_not_by_the_name_of_the_other() -> None:
    async with running("@title AIMA\n[[3 12 8] [2 4 6] [14 5 2]]") as driver:
        await opened(driver, Practise, "P")
        assert driver.lines[0].startswith(" AIMA")
        await driver.press("f5")
        await driver.until(lambda: "A fresh tree" in driver.lines[0], "a fresh tree")


async def test_where_no_fresh_tree_is_found_that_is_said() -> None:
    async with running("@title Short\n[inf -inf]") as driver:
        await opened(driver, Practise, "P")
        await driver.press("f5")
        await driver.sees("No other tree as difficult was found: this is the same one.")
        assert driver.lines[0].startswith(" Short")


async def test_a_wrong_answer_is_drawn_as_ones_own_bar_and_may_be_mended_once() -> None:
    async with running(DRAWN, size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        await write(driver, "3", "inf")
        await driver.sees("your try")
        assert "┣" in next(text for text in driver.lines if "your try" in text)
        await driver.sees("Try once more.")
        assert screen.quiz.open
        assert screen.form.answers["beta"] == "inf"
        await write(driver, "-inf")
        await driver.sees("on the second try")


async def test_what_cannot_be_read_stays_in_its_box_and_counts_as_no_try() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        await write(driver, "abc", "inf")
        assert not screen.quiz.feedback
        assert screen.form.answers["alpha"] == "abc"
        assert "✗" in driver.text
        await driver.press("backspace", "backspace", "backspace")
        assert screen.form.answers["alpha"] == ""


async def test_nothing_is_given_away_before_the_answer() -> None:
    async with running(DRAWN, size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        while screen.quiz.question is not None and not screen.asks_about_cut:
            await driver.press("f3", "space")
            await driver.pilot.pause()
        text = driver.text
        assert "CUT-OFF" not in text
        assert "pruned" not in text.lower()
        assert "of 4 leaves" not in text
        await driver.press("f3")
        await driver.pilot.pause()
        assert not screen.quiz.open


async def test_estimates_that_the_search_uses_can_be_seen() -> None:
    horizon = examples_folder() / "4-common-confusions" / "horizon.tree"
    async with running(horizon) as driver:
        await opened(driver, Practise, "P")
        for estimate in ("▲ A ~7", "▲ B ~6", "▲ C ~5", "▲ D ~8"):
            await driver.sees(estimate)


async def test_hints_become_clearer() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        hints = set()
        for _ in range(3):
            await driver.press("f2")
            hints.add(str(screen.quiz.hint))
        assert len(hints) == 3
        await driver.sees("hint")


async def test_the_whole_quiz_can_be_shown_to_its_end() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        for _ in range(2 * len(screen.quiz.questions)):
            await driver.press("f3", "space")
        await driver.until(lambda: screen.quiz.over, "the end")
        await driver.sees("0 of ")
        await driver.press("f5")
        assert screen.quiz.position == 0
        assert screen.quiz.open


async def test_a_pane_without_room_is_no_mistake() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        for size in ((60, 20), (30, 8), (20, 5)):
            await driver.pilot.resize_terminal(*size)
            for _ in range(2):
                await driver.press("f3", "space", "f2")
        assert screen.is_mounted


async def test_the_box_shows_the_sign_of_the_test_that_is_made() -> None:
    async with running("@algorithm mtdf\n[[3 12 8] [2 4 6] [14 5 2]]", size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        while not screen.asks_about_cut:
            await driver.press("f3", "space")
            await driver.pilot.pause()
        question = screen.quiz.question
        assert question is not None
        assert question.test is not None
        assert question.test.bare == "0 > 3"  # is ▽A worth less than 0?
        await driver.until(lambda: any("because" in text for text in driver.lines), "the boxes")
        boxes = next(text for text in driver.lines if "because" in text)
        assert ">" in boxes
        assert "≥" not in boxes


async def test_minimax_is_asked_without_windows() -> None:
    async with running(f"@algorithm minimax\n{DRAWN}", size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        question = screen.quiz.question
        assert question is not None
        assert list(question.answers) == ["v"]
        assert "α" not in driver.text
        assert "β" not in driver.text
        await driver.press("f3")
        await driver.sees("Shown.")
        assert "α" not in driver.text
        assert "β" not in driver.text


async def test_enter_goes_to_the_next_box_and_an_empty_one_is_no_mistake() -> None:
    async with running(DRAWN, size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        await driver.press("enter")
        assert screen.form.at == 1
        await driver.press("i", "n", "f", "enter")
        assert screen.form.at == 0
        await driver.press("enter")
        await driver.sees("The box “α” is still empty.")
        assert "✗" not in driver.text
        assert not screen.quiz.feedback
        await driver.press("3", "enter")
        await driver.sees("Try once more.")
        assert screen.form.at == 0  # marked wrong
        await driver.press(*["minus", "i", "n", "f"], "enter")
        await driver.sees("on the second try")


async def test_after_a_wrong_try_enter_goes_from_one_wrong_box_to_the_next() -> None:
    async with running(DRAWN) as driver:
        screen = await opened(driver, Practise, "P")
        await write(driver, "3", "4")
        assert screen.form.at == 0
        await driver.press("minus", "i", "n", "f", "enter")
        assert screen.form.at == 1
        assert screen.quiz.open
        await driver.press("i", "n", "f", "enter")
        await driver.sees("on the second try")


async def test_backspace_in_an_empty_form_goes_to_the_question_before() -> None:
    async with running(DRAWN, size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        await driver.press("backspace")
        await driver.sees("This is the first question.")
        await write(driver, "-inf", "inf")
        await driver.press("space")
        await driver.sees("question 2")
        await driver.press("3", "backspace", "backspace")
        await driver.sees("✓ Right.")
        assert screen.quiz.position == 0
        await driver.press("space")
        await driver.sees("question 2")
        assert screen.quiz.open
        assert screen.quiz.outcomes == {0: Ending.FIRST_TRY}


async def test_leaving_and_coming_back_leads_to_the_same_question() -> None:
    async with running(DRAWN, size=(100, 30)) as driver:
        screen = await opened(driver, Practise, "P")
        await driver.press("f3", "space")
        await write(driver, "3", "inf")
        await driver.sees("Try once more.")
        left = screen.quiz
        await driver.press("escape")
        again = await opened(driver, Practise, "P")
        assert again is not screen
        assert again.quiz == left
        await driver.sees("Try once more.")
        assert again.form.answers == {"alpha": "3", "beta": "+∞"}
        await driver.press("escape", "c")
        moved = await opened(driver, Practise, "P")
        assert moved.quiz.question is not None
        assert moved.quiz.question.at.number == driver.view.step


async def test_it_is_said_that_what_holds_after_the_arrival_is_asked_for() -> None:
    for rules, letters in (("", "v, α and β"), ("@algorithm minimax\n", "v")):
        async with running(f"{rules}{DRAWN}", size=(100, 30)) as driver:
            screen = await opened(driver, Practise, "P")
            while screen.quiz.question is not None and screen.quiz.question.at.child is None:
                await driver.press("f3", "space")
                await driver.pilot.pause()
            await driver.sees(f"arrives at ▲C: which {letters} after the arrival?")


async def test_a_remark_on_a_key_does_not_take_the_place_of_the_answer() -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", size=(100, 30)) as driver:
        await driver.press("c")
        await opened(driver, Practise, "P")
        await driver.press("f3")
        await driver.sees("Nothing left in ▽B can help ▲root.")
        await driver.sees("2 leaves pruned: 4, 6")
        assert "Pruned: 4" not in driver.text
        await driver.press("b")
        await driver.sees("There is no key b here")
        await driver.sees("Nothing left in ▽B can help ▲root.")  # in a room that has grown for it


async def test_every_box_is_seen_while_a_long_answer_is_typed_on_a_small_screen() -> None:
    first = examples_folder() / "1-first-steps" / "6-8-1-5-6.tree"
    async with running(first, size=(60, 20)) as driver:
        await driver.press(*["space"] * 5)
        await opened(driver, Practise, "P")
        await driver.sees("because")
        await driver.press(*"123456789012345")
        await driver.sees("123456789012345")
        await driver.pilot.pause()
        assert any(text.startswith(" cut off?") for text in driver.lines), "a line of its own"
        assert "because" in driver.text
        await driver.press(*["backspace"] * 15)
        await driver.pilot.pause()
        assert "because" in driver.text
        assert not any(text.startswith(" cut off?") for text in driver.lines)
