"""The position of the node looked at is drawn beside a game's tree."""

from __future__ import annotations

import pytest

from tests.terminal.driving import Driver
from treeexplorer.games import grow, load_game, picture
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.position import position
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source
from treeexplorer.tree import from_nested


def source_of(name: str, text: str, depth: int | None = None) -> Source:
    game = load_game(name)
    start = game.read(text)
    tree = grow(game, start, depth=depth)
    return Source(
        game.title,
        grow=lambda _report: tree,
        picture=lambda shown, node: picture(game, shown, node, start),
    )


@pytest.mark.parametrize("size", [(80, 24), (130, 40)])
async def test_the_board_follows_the_search(size: tuple[int, int]) -> None:
    app = ExplorerApp(Request(source=source_of("tictactoe", "XO./.X./..O")), Settings())
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await driver.until(lambda: isinstance(app.screen, Explorer), "the explorer")
        await driver.sees("1 X O .")
        await driver.press("space", "space")
        await driver.sees("1 X O X")
        await driver.press("space")
        await driver.sees("2 O X .")


async def test_a_board_too_high_for_the_first_card_has_its_own() -> None:
    start = load_game("othello8").write(load_game("othello8").start())
    app = ExplorerApp(Request(source=source_of("othello8", start, 1)), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("PATH")
        driver.explorer.deck.bring("position")
        await driver.sees("4 . . . O X . . .")
        await driver.sees("POSITION")


def test_a_tree_that_is_no_games_has_no_position() -> None:
    assert position(Source("text", text="[1 2]"), from_nested([1, 2]), 0, Ink()) == []


def test_an_edited_tree_says_that_there_is_no_position() -> None:
    source = source_of("tictactoe", "XO./.X./..O")
    (line,) = position(source, from_nested([1, 2]), 1, Ink())
    assert "the tree was changed" in line.plain
