"""Conditions at which a run stops, typed; and a window too small to show anything."""

from __future__ import annotations

from tests.terminal.driving import DRAWN, running


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
