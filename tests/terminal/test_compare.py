"""Two searches beside each other: what is compared, where each side stands, what is said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from tests.terminal.driving import DRAWN, Driver, opened, running
from treeexplorer.terminal.screens.compare import Compare
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.screens.rules import RulesScreen
from treeexplorer.terminal.widgets.line_view import Words
from treeexplorer.terminal.widgets.slider import Slider

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
UCLA = "[A:[[[3 17] [2 12]] [[15] [25 0]]] B:[[[2 5] [3]] [[2 14]]]]"
RULES: Final = ("cutoff", "fail", "order", "algorithm")
"""What is offered, in its order."""


async def compared(driver: Driver, rule: str = "cutoff") -> Compare:
    """Lay the explorer's search beside the same one under the other value of a rule."""
    await opened(driver, Choose, "d")
    return await opened(driver, Compare, *["down"] * RULES.index(rule), "enter")


async def back(driver: Driver) -> None:
    await driver.press("escape")
    await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")


async def test_two_searches_are_stepped_together_and_their_first_difference_told() -> None:
    async with running(UCLA, size=(140, 45)) as driver:
        await driver.press("i")
        screen = await compared(driver)
        await driver.press("d")
        await driver.sees(
            "FIRST DIFFERENCE   Step 32; the same 31 steps before it. At ▽B, after ▲E"
        )
        text = driver.text
        assert "Under the test >, 1 more leaf is read" in text
        assert "╳ 3 ≥ 3" in text
        assert "3 > 3" in text
        pair = screen.pair
        assert screen.views[0].record.step(pair.first).kind.name == "CUT"
        assert screen.views[1].record.step(pair.second).kind.name != "CUT"
        step = pair.first
        await driver.press("enter")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert (driver.view.step, driver.view.has_cursor) == (step, False)
        await driver.sees("esc goes back to step 0.")
        await driver.press("escape")
        await driver.at_step(0)


async def test_where_there_is_no_further_difference_the_key_says_so() -> None:
    async with running(AIMA, size=(60, 20)) as driver:
        screen = await compared(driver)
        for key in ("d", "D"):
            await driver.press(key)
            assert (
                screen.message == "There is no difference: both searches do the same at every step."
            )
        await driver.press("C")
        assert screen.message == "There is no cut-off before this step."
    async with running(UCLA, size=(100, 30)) as driver:
        screen = await compared(driver)
        await driver.press("D")
        assert screen.message == "There is no difference before this step."
        while screen.moment < screen.alignment.differences[-1]:
            await driver.press("d")
        await driver.press("d")
        assert screen.message == "There is no difference after this step."


async def test_both_sides_stand_at_the_same_node() -> None:
    async with running(UCLA, size=(100, 30)) as driver:
        screen = await compared(driver)
        await driver.press("d", "space", "space")  # ▽M is read under > alone
        assert screen.pair.makes_step == (False, True)
        cursors = [view.cursor for view in screen.views]
        assert [
            view.tree.labels.signed(at) for view, at in zip(screen.views, cursors, strict=True)
        ] == ["▽M", "▽M"]
        await driver.sees("CUT-OFF at ▽B")
        await driver.press("space")
        await driver.press("end")
        assert not any(view.has_cursor for view in screen.views)


@pytest.mark.parametrize(
    ("rule", "changes", "told"),
    [
        ("cutoff", {"cutoff": ">"}, "Both searches do the same at every step."),
        ("fail", {"fail": "hard"}, "With fail-hard, ▽B returns 3 instead of 2"),
        ("order", {"order": "right-to-left"}, "From the right, "),
        ("algorithm", {"algorithm": "minimax"}, "With minimax, 2 more leaves are read"),
    ],
)
async def test_a_search_is_laid_beside_what_was_asked_for(
    rule: str, changes: dict[str, Any], told: str
) -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        screen = await compared(driver, rule)
        assert screen.views[1].rules == replace(screen.views[0].rules, **changes)
        await driver.sees(told)
        await back(driver)


async def test_what_decides_nothing_is_not_offered() -> None:
    async with running(f"@algorithm minimax\n{AIMA}", size=(100, 30)) as driver:
        await opened(driver, Choose, "d")
        await driver.sees("minimax against alpha-beta")
        assert "fail-soft" not in driver.text


async def test_the_next_cut_off_of_either_side_is_never_before_this_step() -> None:
    for rule in RULES:
        async with running(UCLA, size=(100, 30)) as driver:
            screen = await compared(driver, rule)
            cuts = {
                (side, record.returned_at(row))
                for side, record in enumerate(view.record for view in screen.views)
                for row in record.cuts
            }
            before = (0, 0)
            while not screen.message:
                here = screen.pair.first, screen.pair.second
                assert all(now >= then for now, then in zip(here, before, strict=True))
                cuts -= set(enumerate(here))
                before = here
                await driver.press("c")
            assert not cuts
            assert screen.message == "There is no cut-off after this step."


async def test_before_the_first_step_nothing_is_said_of_a_step_or_a_key_of_another_screen() -> None:
    async with running(UCLA, size=(140, 45)) as driver:
        await compared(driver, "cutoff")
        await driver.sees("Under the test >, 1 more leaf is read: 2")
        assert "cuts off, 3 ≥ 3" not in driver.text
        assert "DIFFERENCE" not in driver.text
        assert "A asks" not in driver.text
        await driver.press("d")
        await driver.sees("At ▽B, after ▲E: alpha-beta ≥ cuts off, 3 ≥ 3")


async def test_each_difference_is_counted_and_the_steps_before_the_first_are_the_same() -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", size=(140, 45)) as driver:
        screen = await compared(driver, "order")
        first, *others = screen.alignment.differences
        await driver.press("d")
        await driver.sees(f"FIRST DIFFERENCE   Step {first}; the same {first - 1} step")
        left, right = (view.record for view in screen.views)
        for step in range(1, first):
            assert left.step(step)[:3] == right.step(step)[:3]
        for number, _ in enumerate(others, 2):
            await driver.press("d")
            await driver.sees(f"DIFFERENCE {number} OF {len(others) + 1}")


@pytest.mark.parametrize(
    "tree",
    [UCLA, AIMA, "@order right-to-left\n[a:[3 12 8] b:[3 4 6] c:[14 5 2]]"],
    ids=["ucla", "aima", "from the right"],
)
async def test_nothing_that_is_said_of_two_searches_is_cut_off_on_a_projector(tree: str) -> None:
    async with running(tree, size=(60, 20)) as driver:
        await compared(driver)
        words = driver.app.screen.query_one(Words)

        def is_whole() -> bool:
            told = driver.lines[words.region.y : words.region.bottom]
            return bool(told) and not any("…" in text for text in told)

        for keys in (("d",), ("c", "c"), ("d", "d"), ("end",)):
            await driver.press("home", *keys)
            await driver.until(is_whole, f"sentences that are whole after {keys}")


async def test_other_rules_on_the_right_are_compared_or_refused_in_words() -> None:
    async with running("[A:[3 12] B:[3 4] C:[2 x]]", size=(100, 30)) as driver:
        screen = await compared(driver)
        await opened(driver, RulesScreen, "r")
        await driver.press("down", "down", "right", "escape")  # from > back to ≥
        await driver.until(lambda: driver.app.screen is screen, "the comparison")
        await driver.sees("Both searches do the same at every step.")
        await opened(driver, RulesScreen, "r")
        await driver.press("right", "escape")  # minimax comes to x
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        await driver.sees("The other search reads the unknown leaf C.2 (x) and needs a number")


@pytest.mark.parametrize("rules", ["@order right-to-left", "@fail hard", "@algorithm pvs"])
async def test_the_table_of_two_searches_is_whole_at_eighty_columns(rules: str) -> None:
    async with running(f"{rules}\n[[3 12 8] [2 4 6] [14 5 2]]") as driver:
        screen = await compared(driver)
        table = driver.app.screen.query_one("#compare-table").region
        lines = driver.lines[table.y : table.bottom]
        assert not any("…" in text for text in lines)
        assert "cut-offs  steps" in lines[-3]
        assert lines[-1].split()[-1] == str(screen.views[1].steps)
        await driver.until(lambda: "esc one search" in driver.lines[-1], "the footer")


async def test_a_click_on_the_second_track_goes_to_that_step_of_the_second_search() -> None:
    async with running("@order right-to-left\n[[3 12 8] [2 4 6] [14 5 2]]") as driver:
        screen = await compared(driver)
        for place in (30, 50):
            await driver.pilot.click(Slider, offset=(place, 1))
            await driver.pilot.pause()
            [_, track] = screen._tracks()
            start, room = track.room(80)
            assert screen.pair.second == round(track.place(place - start, room))


async def test_the_bars_of_two_searches_are_whole_before_they_begin() -> None:
    async with running(UCLA, size=(100, 30)) as driver:
        await compared(driver)
        [bars] = [text for text in driver.lines if "need not be read?" in text]
        assert bars.count("Which leaves need not be read?") == 2
        assert "…" not in bars


async def test_comparing_leaves_the_rules_of_the_explorer_alone() -> None:
    async with running(UCLA, size=(80, 24)) as driver:
        before = driver.view.rules
        await compared(driver)
        await driver.press("tab", "end", "home", "c")
        await back(driver)
        assert driver.view.rules == before


async def test_the_best_move_of_two_searches_has_the_label_of_the_sentences() -> None:
    async with running("[X:[3 12 8] Y:[X:2 4 6]]", size=(100, 30)) as driver:
        await compared(driver)
        await driver.sees("▽X   ")
        assert "X (1)" not in driver.text.partition("best")[2]


@pytest.mark.parametrize("key", ["c", "C"])
async def test_two_searches_without_cut_offs_offer_no_key_for_them(key: str) -> None:
    async with running(f"@algorithm minimax\n{DRAWN}", size=(140, 45)) as driver:
        await driver.press("d", "enter")
        await driver.sees("COMPARE")
        await driver.until(lambda: "difference" in driver.lines[-1], "the footer")
        assert "c cut-off" not in driver.lines[-1]
        await driver.press(key)
        await driver.sees("Neither search cuts anything off.")
