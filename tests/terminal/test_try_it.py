"""A leaf is turned: what follows, what stands still, and what is drawn of it."""

from __future__ import annotations

import re

import pytest

from tests.terminal.driving import Driver, opened, running
from treeexplorer.notation import parse
from treeexplorer.terminal.lines import line, plain
from treeexplorer.terminal.panels.chart import trace_stepped_line
from treeexplorer.terminal.panels.value_lines import TurnedLeaf, ValueLine, value_lines
from treeexplorer.terminal.screens.try_it import TryIt
from treeexplorer.terminal.screens.worksheet import WorksheetScreen
from treeexplorer.terminal.view import View

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


async def back(driver: Driver) -> None:
    await driver.press("escape")
    await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")


async def test_a_pruned_leaf_is_turned_and_the_witness_stands_still() -> None:
    async with running("[a:[[1 5 6] b:[8 7 3]] c:[4 9]]", size=(100, 30)) as driver:
        await driver.press("c")
        screen = await opened(driver, TryIt, "w")
        assert screen.leaf_value == 7
        await driver.sees("Does any number change ▽a? Type one, or turn with ← →.")
        await driver.press("1", "7")
        await driver.sees("The pruned leaf is 17; it was 7")
        await driver.sees("▲b is worth exactly 17.")
        for drawn in ("8 → 17", "stays 6", "was 7"):  # in the tree, too
            assert any(drawn in text[:60] for text in driver.lines), drawn
        await driver.sees("has 6 and stands still")
        await driver.sees("tried: 17    ▽a: 6")
        bar = next(text for text in driver.lines if "β CUT-OFF at ▲b" in text)
        assert re.split(" {2,}", bar.strip()) == [
            "╳",
            "β CUT-OFF at ▲b",
            "α 8 ≥ β 6",
            "2 leaves pruned: 17, 3",
        ]
        assert "PRUNED 17 3" in driver.text
        await driver.press("backspace", "left")
        assert screen.leaf_value == 0
        await driver.sees("▲b is worth exactly 8.")
        await driver.press("space")
        await driver.sees("nothing is gained")
        await driver.sees("The leaf 0 is read instead; it was 7")
        assert "CUT-OFF at" not in driver.text
        await driver.press("tab")
        assert screen.leaf_value == 3
        await back(driver)
        assert driver.view.step == 13
        assert not driver.view.bookmark.values


async def test_a_value_stays_tried_that_another_one_begins_with() -> None:
    async with running("[a:[[1 5 6] b:[8 7 3]] c:[4 9]]", size=(100, 30)) as driver:
        await driver.press("c")
        screen = await opened(driver, TryIt, "w")
        await driver.press("1", "right", "left")
        assert screen.tried == [2, 1]
        await driver.press("2", "0")
        assert screen.tried == [2, 1, 20]  # 2 was tried; that 20 begins with it changes nothing
        await driver.press("backspace", "backspace")
        assert screen.tried == [2, 1]


async def test_an_unknown_is_turned_and_kept() -> None:
    async with running("[[3 12 8] [2 x 6] [14 5 2]]", size=(100, 30)) as driver:
        screen = await opened(driver, TryIt, "w")
        assert screen.answer is not None
        await driver.sees("The leaf x is 0")
        await driver.press("right", "right")
        assert screen.leaf_value == 2
        for _ in screen.answer.pieces:
            await driver.press("c")
        assert screen.leaf_value in screen.answer.pieces[-1].stretch
        await driver.press("7", "enter")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert driver.view.bookmark.values == {7: 7}


@pytest.mark.parametrize("size", [(60, 20), (100, 30)])
async def test_what_is_said_of_an_unknown_names_the_values_of_the_others(
    size: tuple[int, int],
) -> None:
    async with running("[[3 12] [x 4] [14 y 12] [? 2]]", size=size) as driver:
        await opened(driver, TryIt, "w")
        await driver.sees("The leaf x is 0 while y is 0, ? is 0")
        await driver.press("5", "tab")
        await driver.sees("The leaf y is 0 while x is 5, ? is 0")
        beside = driver.text.partition("FOR WHICH VALUES")[2]
        assert "while x is 5, ? is 0" in beside or size == (60, 20)


async def test_the_value_that_an_unknown_was_given_holds_on_every_screen() -> None:
    async with running("[[3 12] [x 4 6]]", size=(100, 30)) as driver:
        await driver.press("w", "2", "enter", "c")
        await opened(driver, TryIt, "w")
        await driver.sees("▽B is worth exactly 2.")
        await back(driver)
        sheet = await opened(driver, WorksheetScreen, "W")
        assert sheet.sheet.record.root_value == 3


async def test_a_search_that_stops_at_an_unknown_leaf_offers_to_try_it() -> None:
    for size in ((60, 20), (80, 24)):
        async with running("[[3 12 8] [x 2 6] [14 5 2]]", size=size) as driver:
            await driver.press("end")
            await driver.sees("space tries its values, and gives it one.")
            await driver.sees("w try it")
            await opened(driver, TryIt, "w")
            await driver.press("5")
            await driver.sees("The leaf x is 5")
            await driver.sees("▲root returns 3. ")


def test_the_line_over_a_leaf_is_joined_where_it_rises_and_falls() -> None:
    chart = [[" "] * 6 for _ in range(3)]
    for column, row, sign in trace_stepped_line([2, 2, 0, 0, 1, None]):
        chart[row][column] = sign
    assert ["".join(row) for row in chart] == ["  ┏━┓ ", "  ┃ ┗ ", "━━┛   "]


async def test_any_leaf_that_is_looked_at_is_turned() -> None:
    async with running(AIMA, size=(100, 30)) as driver:
        await driver.press("w")
        await driver.sees("There is no leaf to turn here")
        await driver.press("i", "down", "down")
        screen = await opened(driver, TryIt, "w")
        assert screen.leaf_value == 3
        assert screen.compute_range_of_charted_node(9) == (8, 8)
        await driver.press("9")
        await driver.sees("▲root returns 8.")


async def test_a_leaf_below_the_depth_limit_is_not_turned() -> None:
    async with running("@depth 1\n[~3[1 x] ~5[4 9]]", size=(100, 30)) as driver:
        await driver.press("w")
        await driver.sees("There is no leaf to turn here")
        await driver.press("i", "down", "down")
        assert driver.view.tree.is_leaf(driver.view.cursor)
        await driver.press("w")
        await driver.sees("This leaf lies below the depth limit: the search never reads it.")


def test_a_leaf_that_a_null_window_prunes_and_another_pass_reads_is_not_turned() -> None:
    text = "[[[15 -2 -1] [12 9]] [[7 -3 -4] [11 14 1] -5]]"
    view = View([parse(text)], "tree", {"algorithm": "pvs"})
    view.go_to(19)
    assert view.snapshot.cut is not None
    assert view.record.calls_of(8)  # its 9 is pruned there, and read afterwards
    with pytest.raises(ValueError, match="no leaf to turn"):
        TryIt(view)


async def test_a_leaf_is_turned_beside_unknown_ones_which_have_values_of_their_own() -> None:
    async with running("[[5 1] [x 9]]", size=(100, 30)) as driver:
        await driver.press("i", "down", "down")
        screen = await opened(driver, TryIt, "w")
        await driver.press("1", "5")
        await driver.sees("▲root returns 1. Pruned: 9.")  # for x is 0, as it is drawn
        await driver.press("tab", "3")
        await driver.sees("▲root returns 3. Pruned: nothing.")
        assert screen.compute_range_of_charted_node(9) == (9, 9)
        await driver.press("enter")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert driver.view.bookmark.values == {5: 3}


def stairs(lines: list[str]) -> set[int]:
    """Return how long the stairs of a line are that rises, without its ends."""
    found = [re.search("┏(━+)┛", text) for text in lines]
    return {len(each[1]) for each in found if each is not None}


@pytest.mark.parametrize("size", [(37, 18), (31, 10), (58, 30)])
@pytest.mark.parametrize("value", [9, 17, 60, 1000])
def test_each_line_has_its_name_and_a_value_that_follows_is_a_ramp(
    value: int, size: tuple[int, int]
) -> None:
    follows = ValueLine(line("▲b"), "max", lambda x: max(8, x))
    stays = ValueLine(line("▽a"), "min", lambda _: 6)
    leaf = TurnedLeaf(value, 7, (-2, value + 3))
    lines = [plain(text) for text in value_lines([follows, stays], leaf, *size)]
    assert len(lines) <= size[1]
    assert sum("▲b" in text for text in lines) == sum("▽a" in text for text in lines) == 1
    assert next(text for text in lines if "▽a" in text).lstrip().startswith("6 ┤━")
    assert any(text.lstrip().startswith(f"{value} ┤") for text in lines)
    assert {"-2".replace("-", "−"), str(value), str(value + 3)} & set(lines[-1].split())
    assert len(stairs(lines)) <= 1
    assert all(len(text) <= size[0] for text in lines)


async def test_a_leaf_that_is_read_after_all_leaves_what_is_pruned_and_its_slab() -> None:
    async with running("[a:[[1 5 6] b:[8 7 3]] c:[4 9]]", size=(100, 30)) as driver:
        await driver.press("c")
        await opened(driver, TryIt, "w")
        await driver.sees("PRUNED 7 3")
        await driver.sees("2 leaves pruned: 7, 3")
        await driver.press("space", "tab")  # the bar is that of the cut-off for the other leaf
        await driver.sees("β CUT-OFF at ▲b")
        assert "2 leaves pruned" not in driver.text
        await driver.press("tab")
        await driver.sees("READ 1 5 6 8 7   PRUNED 3")
        await driver.sees("╳ 8 ≥ 6")
        await driver.press("tab", "space")
        await driver.sees("READ 1 5 6 8 7 3")
        assert "PRUNED" not in driver.text
        assert "╳ 8 ≥ 6" not in driver.text
        await driver.press("left")
        await driver.sees("PRUNED 2")


async def test_at_a_deep_cut_off_the_witness_stands_still_in_the_drawing() -> None:
    tree = "[A:[[[3 17] [2 12]] [[15] [25 0]]] B:[[[2 5] [3]] [[2 14]]]]"
    async with running(tree, size=(160, 50)) as driver:
        await driver.press("c", "c", "c")
        await opened(driver, TryIt, "w")
        await driver.press("minus", "4")
        await driver.sees("stays 3")
        await driver.sees("2 → −4")
