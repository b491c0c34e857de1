"""The screen of the unknown leaves, driven by keys."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.terminal.driving import Driver, running
from treeexplorer.engine import Rules
from treeexplorer.exercises.unknowns import Linear, Outcome, Piece, Stretch, solve_for
from treeexplorer.notation import parse
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.unknowns import Unknowns, inside, value_words

ONE = "[[3 12 8] [2 x 6] [14 5 x]]"
TWO = "[[3 x 8] [y 4 6]]"


async def solving(driver: Driver) -> Unknowns:
    await driver.press("U")
    await driver.until(lambda: isinstance(driver.app.screen, Unknowns), "the unknowns")
    screen = driver.app.screen
    assert isinstance(screen, Unknowns)
    return screen


async def test_the_tree_and_its_value_follow_the_slider() -> None:
    async with running(ONE) as driver:
        screen = await solving(driver)
        await driver.sees("x = 0: the root is worth 3")
        await driver.press(*["right"] * 4)
        await driver.sees("x = 4: the root is worth 4")
        assert screen.record.root_value == 4
        await driver.press(*["left"] * 5)
        await driver.sees("x = −1: the root is worth 3")


async def test_the_pieces_are_listed_and_one_key_goes_from_one_to_the_next() -> None:
    async with running(ONE) as driver:
        screen = await solving(driver)
        await driver.sees("▶ x ≤ 3: worth 3")
        await driver.sees("3 < x ≤ 5: worth x")
        await driver.press("n")
        await driver.sees("▶ 3 < x ≤ 5")
        await driver.press("n")
        await driver.sees("▶ x > 5: worth 5")
        await driver.press("n")
        await driver.sees("no further piece")
        assert screen.x > 5


async def test_it_says_for_which_x_the_node_looked_at_is_cut_off() -> None:
    async with running("[[3 x] [2 9]]") as driver:
        await solving(driver)
        await driver.press("k", "l", "j", "l")
        await driver.sees("second child is cut off for x ≥ 2.")


async def test_any_number_can_be_typed() -> None:
    async with running(ONE) as driver:
        await solving(driver)
        await driver.press("x", *"4.5", "enter")
        await driver.sees("x = 4.5: the root is worth 4.5")
        await driver.press("x", *"inf", "enter")
        await driver.sees("x = +∞: the root is worth 5")


async def test_of_two_unknowns_one_moves_and_both_have_a_map() -> None:
    async with running(TWO, size=(100, 30)) as driver:
        screen = await solving(driver)
        await driver.sees("x = 0, y = 0")
        await driver.press("tab", "right", "right")
        await driver.sees("y = 2, x = 0")
        await driver.press("m")
        await driver.sees("@ is here")
        await driver.sees("A  worth")
        await driver.sees("   cut ")
        assert screen.values == {"x": 0, "y": 2}


async def test_a_value_given_to_a_leaf_that_has_one_says_how_an_unknown_is_reached() -> None:
    async with running("[[3 12 8] [2 x 6]]") as driver:
        await driver.press("x")
        await driver.sees("first look at an unknown leaf: i, then the arrows")


async def test_escape_returns_and_a_tree_without_unknowns_says_so() -> None:
    async with running(ONE) as driver:
        await solving(driver)
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
    async with running("[1 2]") as driver:
        await driver.press("U")
        await driver.sees("no unknown leaf")


async def test_at_80_by_24_no_piece_is_clipped() -> None:
    async with running("[[3 12 x] [2 y 6] max[14 [5 2] 2]]") as driver:
        await solving(driver)
        await driver.sees("best 3rd child; cut nothing")
        pane = [line[44:] for line in driver.lines]
        assert not any("…" in line for line in pane)
        await driver.press("m")
        await driver.sees("@ is here")
        assert not any("…" in line[44:] for line in driver.lines)


async def test_a_map_of_one_unknown_is_refused_in_words() -> None:
    async with running(ONE) as driver:
        await solving(driver)
        await driver.press("m")
        await driver.sees("a map needs exactly two unknowns")


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=5), st.booleans())
def test_the_number_chosen_in_a_piece_lies_in_it(numbers: list[int], deep: bool) -> None:
    leaves = " ".join(map(str, numbers))
    tree = parse(f"[[{leaves}] [x [{leaves} 3]]]" if deep else f"[[{leaves}] [x 3]]")
    for piece in solve_for(tree, Rules(), "x").pieces:
        assert inside(piece) in piece.stretch


def test_an_open_piece_between_neighbouring_numbers_has_a_decimal_in_it() -> None:
    outcome = Outcome(0, None, (), 0)
    stretch = Stretch(3, 4, closed_low=False, closed_high=False)
    assert inside(Piece(stretch, outcome)) == 3.5
    everything = Stretch(-math.inf, math.inf, closed_low=True, closed_high=True)
    assert inside(Piece(everything, outcome)) == 0


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "3"),
        (Linear(1, 0), "x"),
        (Linear(Fraction(1, 2), 3), "0.5·x + 3"),
        (Linear(-1, -2), "−x − 2"),
        (Linear(2, 0), "2·x"),
    ],
)
def test_values_that_depend_on_x_are_written_as_on_paper(value: int | Linear, words: str) -> None:
    assert value_words(value, "x") == words
