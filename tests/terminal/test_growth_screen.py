"""The explorer plots how much alpha-beta saves."""

from __future__ import annotations

import pytest

from tests.terminal.driving import Driver
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.growth import GrowthScreen
from treeexplorer.terminal.sources import Source


@pytest.fixture(autouse=True)
def few_small_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.growth._TRIALS", 2)
    monkeypatch.setattr("treeexplorer.terminal.screens.growth._MOST_LEAVES", 100)


async def test_the_plot_the_table_and_another_branching_are_a_key_away() -> None:
    app = ExplorerApp(Request(source=Source("text", text="[[3 12] [2 4]]")), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("PATH")
        await driver.press("H")
        await driver.sees("How much does alpha-beta save?")
        await driver.sees("2 moves a node")
        await driver.sees("M minimax · + best order · a alpha-beta")
        await driver.press("tab")
        await driver.sees("d  minimax  worst")
        await driver.press("plus")
        await driver.sees("3 moves a node")
        await driver.sees("Other searches on the same trees")
        await driver.press("escape")
        await driver.until(lambda: isinstance(app.screen, Explorer), "the explorer")


async def test_a_table_that_is_longer_than_the_screen_is_read_page_by_page() -> None:
    app = ExplorerApp(Request(source=Source("text", text="[[3 12] [2 4]]")), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("PATH")
        await driver.press("H")
        await driver.sees("M minimax")
        await driver.press("tab")
        await driver.sees("PgDn more below")
        seen = set(driver.lines)
        for _ in range(9):
            await driver.press("pagedown")
            seen.update(driver.lines)
        await driver.sees("PgUp more above")
        assert "PgDn" not in driver.text
        screen = app.screen
        assert isinstance(screen, GrowthScreen)
        assert {f" {line}".rstrip() for line in screen._table(80)} <= seen
        await driver.press("pageup", *["pageup"] * 9)
        await driver.sees("d  minimax  worst")


async def test_leaving_while_it_counts_is_no_trouble() -> None:
    app = ExplorerApp(Request(source=Source("text", text="[[3 12] [2 4]]")), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("PATH")
        await driver.press("H")
        await driver.until(lambda: isinstance(app.screen, GrowthScreen), "the plot")
        await driver.press("plus", "minus", "escape")
        await driver.until(lambda: isinstance(app.screen, Explorer), "the explorer")
        await driver.press("space")
        await driver.sees("step 1/")
