"""Conditions at which a run stops."""

from __future__ import annotations

import pytest

from tests.terminal.driving import DRAWN, FIRST, running
from treeexplorer.notation import parse
from treeexplorer.search import search
from treeexplorer.terminal.conditions import condition, next_holding, previous_holding


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("cut", [13, 18]),
        ("leaf 8", [12]),
        ("leaf 7", []),
        ("v >= 5", [7, 9, 13, 19]),
        ("beta < 9", [10, 18]),
        ("α = 6", [9, 15]),
        ("root", [15]),
        ("deep", []),
        ("node == b and cut == beta", [13]),
        ("kind == leaf and value > 7", [12]),
        ("not (ply < 3) and value == 1", [4]),
        ("tie", []),
    ],
)
def test_a_run_stops_where_a_condition_begins_to_hold(text: str, steps: list[int]) -> None:
    record = search(parse(FIRST))
    wanted = [condition(text, record)]
    found = []
    step = 0
    while (stop := next_holding(record, step, wanted)) is not None:
        found.append(stop)
        step = stop
    back = []
    step = record.steps + 1
    while (stop := previous_holding(record, step, wanted)) is not None:
        back.append(stop)
        step = stop
    assert back == found[::-1]
    assert found == steps


@pytest.mark.parametrize("text", ["", "cuts", "v >= x", "leaf eight", "gamma > 3", "v 3"])
def test_what_is_no_condition_is_refused_with_what_can_be_written(text: str) -> None:
    with pytest.raises(ValueError, match="write one of: cut, deep"):
        condition(text, search(parse(FIRST)))


async def test_a_condition_is_typed_and_stops_a_run() -> None:
    async with running(DRAWN) as driver:
        await driver.press("ctrl+b")
        await driver.sees("Stop a run when")
        await driver.press(*"leaf", "space", "8")
        await driver.press("enter")
        await driver.sees("B runs to where this holds: leaf 8")
        await driver.press("B")
        await driver.at_step(12)
        await driver.press("B")
        await driver.sees("no breakpoint and no condition is met")
        await driver.press("ctrl+b")
        await driver.sees("runs stop at breakpoints only")


async def test_a_window_that_is_too_small_says_what_it_needs_and_comes_back() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.at_step(13)
        await driver.pilot.resize_terminal(30, 8)
        await driver.sees("least 40 by 12 characters")
        await driver.pilot.resize_terminal(80, 24)
        await driver.sees("β cut-off at ▲b")
