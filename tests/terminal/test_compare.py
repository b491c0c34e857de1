"""Two searches side by side on the screen."""

from __future__ import annotations

import pytest

from tests.terminal.driving import Driver, running
from treeexplorer.terminal.screens.compare import Compare
from treeexplorer.terminal.screens.explorer import Explorer

TIES = "A:[B:[3 12 8] C:[3 4 6] D:[14 5 2]]"


def compare_screen(driver: Driver) -> Compare:
    screen = driver.app.screen
    assert isinstance(screen, Compare)
    return screen


async def opened(driver: Driver) -> Compare:
    await driver.press("d")
    await driver.sees("side by side")
    await driver.until(lambda: isinstance(driver.app.screen, Compare), "the comparison")
    return compare_screen(driver)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
async def test_the_first_difference_is_one_key_away(size: tuple[int, int]) -> None:
    async with running(TIES, size=size) as driver:
        await opened(driver)
        await driver.sees("cut when α ≥ β")
        await driver.sees("cut when α > β")
        await driver.sees("Under > 2 more leaves are read: 4, 6 below ▽C; the cut-off at ▽C is")
        await driver.press("c")
        await driver.sees("moment 12/25")
        await driver.sees("╳ α cut-off at ▽C: 3 ≥ 3")
        await driver.sees("3 arrives at ▽C: v = 3, (3, 3)")
        await driver.sees("alpha-beta > goes on, 3 > 3 is")


async def test_the_search_that_skips_waits_for_the_other() -> None:
    async with running(TIES) as driver:
        screen = await opened(driver)
        await driver.press("c", "space", "space", "space", "space")
        await driver.sees("moment 16/25")
        await driver.sees("waits; it does nothing here")
        assert screen.alignment[16][:2] == (12, 16)
        await driver.press("space")
        await driver.sees("moment 17/25")
        assert screen.alignment[17][:2] == (13, 17)
        await driver.press("C")
        await driver.sees("moment 12/25")
        await driver.press("c", "c")
        await driver.sees("moment 12/25")
        await driver.press("end")
        await driver.sees("moment 25/25")
        await driver.press("home", "left")
        await driver.sees("moment 0/25")


async def test_the_step_of_the_left_search_is_where_one_comes_from_and_goes_to() -> None:
    async with running(TIES) as driver:
        await driver.press("n", "n", "n")
        await driver.at_step(3)
        await opened(driver)
        await driver.sees("moment 3/25")
        await driver.press("c", "enter")
        await driver.at_step(12)
        await opened(driver)
        await driver.press("home", "escape")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        await driver.at_step(12)


async def test_other_rules_are_chosen_for_the_right_search_alone() -> None:
    async with running(TIES) as driver:
        screen = await opened(driver)
        await driver.press("r")
        await driver.sees("Rules of the search")
        await driver.press("right", "escape")
        await driver.until(lambda: isinstance(driver.app.screen, Compare), "the comparison")
        await driver.until(lambda: screen.comparison.right.rules.algorithm == "minimax", "minimax")
        await driver.sees("With minimax, under > 2 more leaves are read")
        assert driver.explorer.session.rules.algorithm == "alphabeta"


async def test_a_tree_without_ties_is_compared_in_another_order() -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 1]]") as driver:
        screen = await opened(driver)
        assert screen.comparison.right.rules.right_to_left
        await driver.sees("right to left")


async def test_a_search_that_waits_for_a_value_is_not_compared() -> None:
    async with running("[[x 2] 3]") as driver:
        await driver.press("d")
        await driver.sees("give the unknown leaf a value first")
