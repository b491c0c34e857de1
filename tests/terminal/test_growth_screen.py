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
