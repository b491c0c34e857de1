"""With asking on the explorer stops before each possible cut-off, and shows nothing ahead of it."""

from __future__ import annotations

from hypothesis import given

from tests.engine.random_trees import cases
from tests.laws import examples
from tests.terminal.driving import DRAWN, running
from treeexplorer.engine import Rules, StepKind, search
from treeexplorer.settings import Settings
from treeexplorer.terminal.moves import question_between
from treeexplorer.tree import GameTree

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


@examples(60)
@given(cases())
def test_every_cut_off_is_asked_about_and_no_other_question_is_answered_by_one(
    case: tuple[GameTree, Rules],
) -> None:
    record = search(*case)
    asked: dict[int, bool] = {}
    step = 0
    while (question := question_between(record, step, record.steps)) is not None:
        assert question.step > step
        asked[step := question.step] = question.is_cut
    cuts = {record.left(row) for row in record.cuts}
    if record.has_windows:
        assert {step for step, is_cut in asked.items() if is_cut} == cuts
        assert all(record.step(step).kind is not StepKind.LEAF for step in asked)
    else:
        assert not asked


async def test_space_stops_before_a_possible_cut_off_and_passes_it_over() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        assert "╳" in driver.lines[-2]
        await driver.press("A")
        await driver.sees("Asking is on")
        assert "╳" not in driver.lines[-2]  # no cut-off is marked ahead
        await driver.press("c")
        await driver.sees("Is anything left in ▽B worth reading?")
        question = driver.view.question
        assert question is not None
        assert driver.view.step == question.step - 1
        assert "CUT-OFF" not in driver.text
        assert "if α" not in driver.text
        await driver.press("space")
        await driver.at_step(question.step)
        assert driver.view.question is None


async def test_a_cut_off_is_answered_by_crossing_its_branches_out() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("A")
        while driver.view.question is None or not driver.view.question.is_cut:
            await driver.press("c")
        await driver.sees("Nothing is crossed out: no cut-off.")
        await driver.press("x")
        await driver.sees("Crossed out: 4.")
        await driver.press("right", "x")
        await driver.sees("Crossed out: 4, 6.")
        await driver.press("enter")
        await driver.sees("✓ Right.")
        await driver.sees("CUT-OFF at ▽B")


async def test_a_cut_off_key_says_where_there_is_no_cut_off_to_go_to() -> None:
    async with running(AIMA, size=(80, 24)) as driver:
        await driver.press("C")
        await driver.sees("There is no cut-off before this step.")
        await driver.press("c")
        await driver.sees("CUT-OFF at ▽B")
        await driver.press("c")
        await driver.sees("There is no cut-off after this step.")
        await driver.press("up")
        await driver.sees("There is no cut-off before this step.")


async def test_a_branch_is_slashed_where_it_is_crossed_out() -> None:
    async with running("[a:[3 12] b:[2 [4 9] ...]]", size=(80, 24)) as driver:
        await driver.press("A")
        while driver.view.question is None:
            await driver.press("c")
        await driver.press("x")
        await driver.sees("Crossed out: C.")
        slashes = [text for text in driver.lines if "╱" in text]
        assert len(slashes) == 1
        await driver.press("x")
        await driver.sees("Nothing is crossed out: no cut-off.")
        assert "╱" not in driver.text


async def test_nothing_crossed_is_no_and_wrong_at_a_cut_off() -> None:
    async with running(DRAWN, size=(60, 20)) as driver:
        await driver.press("A")
        while driver.view.question is None or not driver.view.question.is_cut:
            await driver.press("c")
        assert "CUT-OFF" not in driver.text
        assert "╳ ?" in driver.text
        await driver.press("enter")
        await driver.sees("✗ Not this time.")


async def test_the_settings_keep_that_one_is_asked() -> None:
    settings = Settings(asking=True)
    async with running(AIMA, settings=settings) as driver:
        assert driver.view.asks
        await driver.press("A")
        await driver.sees("Asking is off.")
        assert not settings.asking
        await driver.press("c")
        await driver.sees("CUT-OFF at")


async def test_practise_at_a_cut_off_asks_about_that_cut_off() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("c")
        await driver.press("P")
        await driver.sees("2 arrives at ▽B")
