"""With asking on the explorer stops before each possible cut-off, and shows nothing ahead of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from textual import events
from textual.strip import Strip

from tests.engine.random_trees import cases
from tests.laws import examples
from tests.terminal.driving import DRAWN, FIRST, Driver, opened, running, strips_of
from treeexplorer.engine import Rules, StepKind, search
from treeexplorer.judging.questions import next_possible_cut
from treeexplorer.notation import parse
from treeexplorer.settings import Settings, load_settings
from treeexplorer.terminal.screens.practise import Practise
from treeexplorer.terminal.widgets.canvas import Canvas
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
    while (question := next_possible_cut(record, step, record.steps)) is not None:
        assert question.at.number > step
        step = question.at.number
        asked[step] = question.answers["cut"] is True
    cuts = {record.returned_at(row) for row in record.cuts}
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
        assert driver.view.step == question.at.number - 1
        assert "CUT-OFF" not in driver.text
        assert "if α" not in driver.text
        await driver.press("space")
        await driver.at_step(question.at.number)
        assert driver.view.question is None


async def test_a_cut_off_is_answered_by_crossing_its_branches_out() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("A")
        while driver.view.question is None or not driver.view.question.answers["cut"]:
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
        await driver.sees("Crossed out: ▲C (4, 9).")
        slashes = [text for text in driver.lines if "╱" in text]
        assert len(slashes) == 1
        await driver.press("x")
        await driver.sees("Nothing is crossed out: no cut-off.")
        assert "╱" not in driver.text


async def test_nothing_crossed_is_no_and_wrong_at_a_cut_off() -> None:
    async with running(DRAWN, size=(60, 20)) as driver:
        await driver.press("A")
        while driver.view.question is None or not driver.view.question.answers["cut"]:
            await driver.press("c")
        assert "CUT-OFF" not in driver.text
        assert "╳ ?" in driver.text
        await driver.press("enter")
        await driver.sees("✗ ")


async def test_asking_lasts_for_every_tree_until_the_program_ends(tmp_path: Path) -> None:
    settings = Settings(state=tmp_path / "state.json")
    async with running(AIMA, (100, 30), settings) as driver:
        await driver.press("A")
        await driver.sees(" ASKING ")
        driver.app.screen.post_message(events.Paste("[other:[3 12] [2 4]]"))
        await driver.sees("other")
        await driver.sees(" ASKING ")
        assert driver.view.asks
        await driver.press("A")
        await driver.sees("Asking is off.")
        assert "ASKING" not in driver.text
        await driver.press("A")
        await driver.sees(" ASKING ")
    async with running(AIMA, (100, 30), load_settings(tmp_path)) as driver:
        assert not driver.view.asks
        await driver.press("c")
        await driver.sees("CUT-OFF at")


async def test_practise_at_a_cut_off_asks_about_that_cut_off() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("c")
        await driver.press("P")
        await driver.sees("2 arrives at ▽B")


# -- nothing is betrayed -----------------------------------------------------------------------


def at_question(driver: Driver, step: int) -> None:
    """Ask about the possible cut-off at a step."""
    view = driver.view
    question = next_possible_cut(view.record, step - 1, step)
    assert question is not None
    assert question.at.number == step
    view.set_asks(True)
    view.ask(question)
    driver.explorer.show()


def tie_of(text: str) -> int | None:
    """Return the step of the first cut-off that rests on equality; the rule > has none there."""
    record = search(parse(text).tree)
    for row in record.cuts:
        question = next_possible_cut(record, record.returned_at(row) - 1, record.returned_at(row))
        test = None if question is None else question.test
        if question is not None and test is not None and test.left == test.right:
            return question.at.number
    return None


def random_tree_text(seed: int) -> str:
    chance = random.Random(seed)

    def node(depth: int) -> str:
        if depth == 0 or (depth < 3 and chance.random() < 0.2):
            return str(chance.randint(0, 3))
        return f"[{' '.join(node(depth - 1) for _ in range(chance.randint(2, 3)))}]"

    return node(4)


TIES = [text for text in map(random_tree_text, range(60)) if tie_of(text) is not None]


async def cells_of(text: str, step: int, size: tuple[int, int]) -> list[list[Strip]]:
    """Return the cells of the screen at a question, in every view and with every card.

    The heading says the rule; listing, notes and legend do, too; they are left out.
    """
    seen: list[list[Strip]] = []
    async with running(text, size) as driver:
        at_question(driver, step)
        for card in ("", "trace"):
            driver.view.card = card
            for _ in range(3):
                await driver.press("t")
                await driver.sees("? keys")  # the footer is made anew
                await driver.pilot.pause()
                seen.append(strips_of(driver.app)[1:])
    return seen


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (160, 50)])
@pytest.mark.parametrize("text", TIES[:2])
async def test_no_cell_of_the_screen_betrays_the_answer(text: str, size: tuple[int, int]) -> None:
    step = tie_of(text)
    assert step is not None
    cut = await cells_of(text, step, size)
    none = await cells_of(f"@cutoff >\n{text}", step, size)
    for screen, other in zip(cut, none, strict=True):
        for row, strip in enumerate(screen):
            assert strip == other[row], (row, strip.text, other[row].text)


PAIR = "[[30 66 80] [{} 40 66] [140 50 {}]]"


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (160, 50)])
async def test_two_trees_with_different_answers_look_alike(size: tuple[int, int]) -> None:
    drawn: list[list[str]] = []
    for value, other in ((11, 77), (77, 11)):  # under 30 the rest is pruned
        async with running(PAIR.format(value, other), size) as driver:
            at_question(driver, 12)
            for _ in range(3):
                await driver.press("t")
                await driver.sees("? keys")  # the footer is made anew
                await driver.pilot.pause()
                width = driver.explorer.query_one(Canvas).size.width
                below = driver.explorer.query_one("#banner").region.y
                lines = [text[:width] for text in driver.lines[:below]] + driver.lines[below:]
                drawn.append([text.replace("77", "##").replace("11", "##") for text in lines])
    assert drawn[:3] == drawn[3:]


async def test_w_shows_no_more_than_has_been_shown() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("A", "c", "w")
        await driver.sees("While you are asked, w turns only what a cut-off on the screen has")
        assert driver.app.screen is driver.explorer
        assert driver.view.question is not None
        await driver.press("enter", "w")
        await driver.sees("The pruned leaf is")
        await driver.press("escape", "i", "down", "w")
        await driver.sees("While you are asked")


async def test_an_unknown_leaf_is_given_a_value_while_one_is_asked() -> None:
    async with running("[[3 12] [x 4]]", size=(100, 30)) as driver:
        await driver.press("A", *["space"] * 8)
        await driver.sees("FOR WHICH VALUES")


async def test_no_number_of_steps_is_told_and_no_key_passes_a_question_unseen() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("A")
        await driver.sees(" step 0 ")
        last = driver.view.steps
        assert f"/{last}" not in driver.text
        for keys in (("g", *str(last), "enter"), ("c",)):
            await driver.press("home", *keys)
            await driver.until(lambda: driver.view.question is not None, "the question")
            assert driver.view.step == 11
        await driver.press("home")
        await driver.pilot.click(offset=(90, 28))
        await driver.until(lambda: driver.view.question is not None, "the question")
        assert driver.view.step == 11


# -- what is said of an answer -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "keys", "remark"),
    [
        (AIMA, ("x", "right", "x", "enter"), "✓ Right."),
        (AIMA, ("x", "enter"), "✓ Right, and 6, too."),
        (AIMA, ("enter",), "✗ Make 4 and 6 −9 or 99: ▲root has 3 either way."),
        ("[[6 9] [[4 8] 7]]", ("x", "enter"), "✗ 7 could be 5; then ▲root is 6."),
        (
            "[[3 5] [4 [2 6] 8] [7 [1 8]]]",
            ("x", "enter"),
            "✗ 6 could be 3.5; then ▽B is 3.5, between 3 and 4.",
        ),
        (
            "[3 [5 ...]]",
            ("x", "enter"),
            "✗ 3 ≥ 5 is false, so what is left in ▽A can still matter.",
        ),
        ("[[6 9] [[8 2] 1]]", ("x", "enter"), "✗ 1 could be 7; then ▲root is 7."),
    ],
)
async def test_a_wrong_answer_gets_what_refutes_it(
    tree: str, keys: tuple[str, ...], remark: str
) -> None:
    async with running(tree, size=(100, 30)) as driver:
        await driver.press("A", "c")
        await driver.until(lambda: driver.view.question is not None, "the question")
        await driver.press(*keys)
        await driver.sees(remark)


async def test_both_ways_of_asking_have_one_question() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("A", "c")
        asked = driver.view.question
        screen = await opened(driver, Practise, "P")
        assert screen.quiz.question == asked


async def test_how_to_answer_is_whole_on_a_projector() -> None:
    for ascii_only in (False, True):
        async with running(FIRST, size=(60, 20), ascii_only=ascii_only) as driver:
            await driver.press("A", "c")
            await driver.sees("answers, space passes it over.")
