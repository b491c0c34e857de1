"""Conditions at which a run stops, typed; and a window too small to show anything."""

from __future__ import annotations

from tests.terminal.driving import DRAWN, running
from treeexplorer.engine.conditions import condition
from treeexplorer.settings import Settings


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


async def test_runs_stop_at_breakpoints_and_conditions_forward_and_back_until_cleared() -> None:
    async with running(DRAWN) as driver:
        await driver.press("R")
        await driver.sees("there is no breakpoint")
        session = driver.explorer.session
        for name in ("a", "b"):
            driver.explorer.look_at(session.tree.find(name))
            await driver.press("b")
        await driver.sees("breakpoint at ▲b; 2 in all")
        await driver.press("escape", "ctrl+b")
        await driver.sees("Stop a run when")
        await driver.press(*"leaf", "space", "5", "enter", "B")
        await driver.at_step(2)
        await driver.sees("stopped at the breakpoint at ▽a")
        await driver.sees("▶▽ a■")
        await driver.sees("■▲ b")
        await driver.press("B")
        await driver.sees("stopped where this holds: leaf 5")
        await driver.press("B")
        await driver.at_step(11)
        await driver.press("R", "R")
        await driver.at_step(2)
        await driver.press("R")
        await driver.sees("is met before this step")
        await driver.explorer.action_run("clear_breakpoints")
        await driver.sees("nothing stops a run any more")
        await driver.until(lambda: "■" not in driver.text, "no marks")


async def test_playing_stops_at_breakpoints_and_conditions_and_goes_backwards() -> None:
    async with running(DRAWN, settings=Settings(speed=16.0)) as driver:
        explorer = driver.explorer
        explorer.session.place.conditions = [condition("leaf 5", explorer.session.record)]
        explorer.session.place.breakpoints = {explorer.session.tree.find("b")}
        await driver.press("a")
        await driver.sees("stopped where this holds: leaf 5")
        assert not explorer.autoplay.playing
        await driver.press("a")
        await driver.sees("stopped at the breakpoint at ▲b")
        await driver.at_step(11)
        await driver.press("ctrl+a")
        await driver.sees("stopped where this holds")
        await driver.press("ctrl+a")
        await driver.sees("this is the start of the search")
        assert explorer.session.step == 0
        await driver.explorer.action_run("clear_breakpoints")
        await driver.press("a")
        await driver.sees("this is the end of the search")
        assert explorer.session.step == explorer.session.record.steps


async def test_a_window_that_is_too_small_says_what_it_needs_and_comes_back() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.at_step(13)
        await driver.pilot.resize_terminal(30, 8)
        await driver.sees("least 40 by 12 characters")
        await driver.pilot.resize_terminal(80, 24)
        await driver.sees("β cut-off at ▲b")
