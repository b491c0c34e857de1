"""Practise and class mode, driven by keys."""

from __future__ import annotations

import pytest

from tests.terminal.driving import DRAWN, FIRST, Driver, running
from treeexplorer.exercises.questions import Scope
from treeexplorer.exercises.quiz import Outcome
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.practise import Practise

FLAT = "[3 5]"


async def practising(driver: Driver, key: str = "P") -> Practise:
    await driver.press(key)
    await driver.until(lambda: isinstance(driver.app.screen, Practise), "the practise screen")
    screen = driver.app.screen
    assert isinstance(screen, Practise)
    return screen


async def test_a_right_answer_shows_the_reason_and_space_asks_the_next_question() -> None:
    async with running(DRAWN) as driver:
        await practising(driver)
        await driver.sees("QUESTION 1    The root is entered. With which window?")
        await driver.press(*"-inf", "tab", *"inf", "enter")
        await driver.sees("✓ Right.")
        await driver.sees("(−∞, +∞)")
        await driver.sees("1 right, 0 on 2nd try")
        await driver.press("space")
        await driver.sees("QUESTION 2    ▽a is entered")


async def test_a_wrong_answer_gets_a_reason_and_a_second_try_that_replaces_it() -> None:
    async with running(DRAWN) as driver:
        screen = await practising(driver)
        await driver.press("3", "tab", *"inf", "enter")
        await driver.sees("Nothing has come before: with which window do your rules begin?")
        await driver.sees("Try once more")
        await driver.press(*"-inf", "enter")
        await driver.sees("Right, on the second try")
        assert screen.quiz.outcomes == (Outcome.SECOND_TRY,)


async def test_an_empty_box_is_named_and_costs_no_try() -> None:
    async with running(DRAWN) as driver:
        screen = await practising(driver)
        await driver.press("enter")
        await driver.sees("the box “α” is still empty")
        assert screen.quiz.tries == 0


async def test_nothing_is_given_away_while_a_question_is_open() -> None:
    async with running(DRAWN) as driver:
        screen = await practising(driver)
        while (screen.quiz.question is not None) and screen.quiz.question.step != 13:
            await driver.press("f3", "space")
            await driver.pilot.pause()
        await driver.sees("8 arrives at ▲b")
        assert "╳" not in driver.text
        assert "cut-off at" not in driver.text
        assert "step" not in driver.text
        await driver.press("8", "tab", "8", "tab", "6", "tab", "y", "tab", "8", "tab", "6")
        await driver.press("enter")
        await driver.sees("✓ Right.")
        await driver.sees("╳")
        await driver.sees("So ▽a has no use for ▲b")


async def test_the_question_for_the_first_window_does_not_stand_beside_its_answer() -> None:
    async with running(DRAWN) as driver:
        await practising(driver)
        await driver.sees("With which window?")
        await driver.sees("not begun")
        assert "+∞" not in driver.text


async def test_hints_come_in_three_degrees() -> None:
    async with running(DRAWN) as driver:
        screen = await practising(driver)
        for degree in (1, 2, 3):
            await driver.press("f2")
            await driver.sees("hint")
            assert screen.quiz.hint_degree == degree
        await driver.sees("α = −∞, β = +∞")


async def test_at_the_end_stand_the_score_and_the_kinds_of_mistakes_and_a_fresh_tree() -> None:
    async with running(FLAT) as driver:
        screen = await practising(driver)
        await driver.press(
            "3", "tab", "3", "enter", "4", "tab", "4", "enter", "space", "f3", "space"
        )
        await driver.until(lambda: screen.quiz.over, "the end")
        await driver.sees("Done: 0 of 2 right")
        await driver.sees("another window")
        before = screen.quiz.record.tree
        await driver.press("f5")
        await driver.until(lambda: not screen.quiz.over, "a fresh tree")
        after = screen.quiz.record.tree
        assert after.parent == before.parent
        await driver.sees("QUESTION 1")


async def test_f4_changes_at_which_steps_it_asks() -> None:
    async with running(DRAWN) as driver:
        screen = await practising(driver)
        counts = []
        for scope in Scope:
            assert screen.scope is scope
            counts.append(len(screen.quiz.questions))
            await driver.press("f4")
            await driver.pilot.pause()
        assert counts[1] < counts[0] < counts[2]


async def test_in_class_mode_space_asks_and_space_reveals_without_boxes_or_score() -> None:
    async with running(DRAWN) as driver:
        screen = await practising(driver, "L")
        await driver.sees("CLASS")
        await driver.sees("QUESTION 1")
        assert "on 2nd try" not in driver.text
        await driver.press("space")
        await driver.until(lambda: not screen.quiz.open, "the answer")
        await driver.sees("entered with (−∞, +∞)")
        await driver.press("space")
        await driver.sees("QUESTION 2")
        assert screen.quiz.outcomes == ()


async def test_escape_returns_to_the_explorer_and_f1_shows_the_keys() -> None:
    async with running(DRAWN) as driver:
        await practising(driver)
        await driver.press("f1")
        await driver.sees("show me")
        await driver.press("escape")
        await driver.sees("QUESTION 1")
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")


async def test_a_tree_with_an_unknown_leaf_says_what_to_do() -> None:
    async with running("[x 3]") as driver:
        await driver.press("P")
        await driver.sees("x gives the leaf a value")


async def test_at_40_by_12_every_box_is_in_sight() -> None:
    async with running(FIRST, size=(40, 12)) as driver:
        await driver.press("P", *["f3", "space"] * 3)
        await driver.sees("Fill in the boxes.")
        await driver.sees("cut off the rest? [ y/n ]")
        await driver.sees("β = [       ]")
        assert "check" in driver.lines[-1]
        await driver.press("enter")
        await driver.sees("is still empty")


async def test_asking_at_other_steps_says_so_without_covering_anything() -> None:
    async with running(FIRST) as driver:
        await driver.press("P", "f4")
        await driver.sees("Now it asks only where a cut-off is possible.")
        await driver.sees("0 right, 0 on 2nd try")


@pytest.mark.parametrize("tree", [FIRST, "A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]"])
async def test_at_40_by_12_the_hints_before_the_answer_are_read_whole(tree: str) -> None:
    async with running(tree, size=(40, 12)) as driver:
        await driver.press("P")
        await driver.sees("QUESTION 1")
        screen = driver.app.screen
        assert isinstance(screen, Practise)
        while not screen.quiz.over:
            for _ in range(2):
                await driver.press("f2")
                hint = screen.quiz.hint or ""
                await driver.until(
                    lambda hint=hint: hint in " ".join(driver.text.split()),  # type: ignore[misc]  # the hint of this round
                    hint,
                )
                await driver.sees("F1 keys")
            await driver.press("f3", "space")


DEEP = "[[[[3 17][2 12]][[15 8][-25 0]]][[[2 5][3 -3]][[2 14][7 8]]]]"


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=str)
async def test_a_long_hint_can_be_read_to_its_end(size: tuple[int, int]) -> None:
    async with running(DEEP, size=size) as driver:
        await driver.press("P")
        await driver.sees("so far")
        for _ in range(6):
            await driver.press("f3", "space")
        await driver.press("f2", "f2", "f2")
        await driver.sees("hint  α = 3, β = +∞.")
        if size == (40, 12):
            await driver.sees("… F2 reads on")
            await driver.press("f2")
        await driver.sees("child.")
        text = " ".join(driver.text.split())
        assert "of the root's first child already has through its first child." in text
        if size == (40, 12):
            await driver.press("f2")
            await driver.sees("hint  α = 3, β = +∞.")


async def test_a_key_without_meaning_is_answered_with_those_that_have_one() -> None:
    async with running(FIRST) as driver:
        await driver.press("L")
        await driver.sees("What would you write?")
        await driver.press("j")
        await driver.sees("There is no key j here.   space go on   esc stop   F1 keys")
        await driver.press("space")
        await driver.until(lambda: "There is no key" not in driver.text, "the remark to go")
        await driver.press("f9", "ctrl+t")
        await driver.pilot.pause()
        assert "There is no key" not in driver.text
