"""A game against the program, driven by keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.terminal.driving import Driver
from treeexplorer.games import load_game
from treeexplorer.games.opponent import Algorithm
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.play import Play, play_screen


@asynccontextmanager
async def playing(
    name: str,
    position: str | None = None,
    *,
    person_begins: bool = True,
    algorithm: Algorithm = "alphabeta",
) -> AsyncIterator[tuple[Driver, Play]]:
    game = load_game(name)
    start = game.start() if position is None else game.read(position)
    first = play_screen(game, start, person_begins=person_begins, algorithm=algorithm)
    app = ExplorerApp(Request(first=first), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.until(lambda: isinstance(app.screen, Play), "the game")
        screen = app.screen
        assert isinstance(screen, Play)
        yield driver, screen


async def test_the_program_answers_and_says_what_both_searches_cost() -> None:
    async with playing("tictactoe", "XO./.../...") as (driver, screen):
        await driver.sees("Your move:")
        await driver.press("b", "2", "enter")
        await driver.until(lambda: screen.reply is not None, "a reply")
        assert screen.reply is not None
        await driver.sees(f"minimax {screen.reply.minimax_calls:,}".replace(",", " "))
        await driver.sees(f"alpha-beta {screen.reply.alphabeta_calls}")
        await driver.sees("Your move:")


async def test_a_move_that_cannot_be_made_is_explained_and_changes_nothing() -> None:
    async with playing("tictactoe", "XO./.../...") as (driver, screen):
        before = screen.position
        await driver.press("a", "1", "enter")
        await driver.sees("“a1” is no move here; you can play")
        assert screen.position == before


async def test_the_arrows_turn_through_the_possible_moves() -> None:
    async with playing("nim", "1,1") as (driver, _):
        await driver.sees("Your move: ")
        await driver.press("down")
        await driver.sees("[ a1")
        await driver.press("down")
        await driver.sees("[ b1")
        await driver.press("up")
        await driver.sees("[ a1")


async def test_one_key_opens_the_tree_just_searched_and_escape_returns_to_the_game() -> None:
    async with playing("tictactoe", "XOX/.O./...") as (driver, screen):
        await driver.press("f2")
        await driver.sees("There is no tree yet")
        await driver.press("b", "3", "enter")
        await driver.until(lambda: screen.reply is not None, "a reply")
        await driver.press("f2")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        assert screen.reply is not None
        assert len(driver.explorer.session.tree) == len(screen.reply.tree)
        await driver.press("escape")
        await driver.until(lambda: driver.app.screen is screen, "the game")


async def test_the_program_may_begin_and_answer_by_minimax() -> None:
    async with playing("nim", "1,2", person_begins=False, algorithm="minimax") as (driver, screen):
        await driver.until(lambda: screen.reply is not None, "a reply")
        await driver.sees("answers by minimax")
        await driver.press("f3")
        await driver.sees("answers by alpha-beta")


async def test_the_end_of_the_game_is_said_and_a_new_one_begins() -> None:
    async with playing("tictactoe", "XX./OO./...") as (driver, screen):
        await driver.press("c", "1", "enter")
        await driver.sees("It is over: you win")
        await driver.press("f5")
        await driver.sees("Your move:")
        assert screen.position == screen.opening
