"""Every screen of the program, and the way to each, for tests of what holds on all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import TextArea

from tests.terminal.driving import DRAWN, FIRST, Driver
from treeexplorer.games import load_game
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.asking import Ask, Prompt
from treeexplorer.terminal.screens.compare import Compare
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.growth import GrowthScreen
from treeexplorer.terminal.screens.help import Help
from treeexplorer.terminal.screens.opening import Opening
from treeexplorer.terminal.screens.picking import Picker
from treeexplorer.terminal.screens.play import Play, play_screen
from treeexplorer.terminal.screens.practise import Practise
from treeexplorer.terminal.screens.problem import ProblemScreen
from treeexplorer.terminal.screens.question import Question
from treeexplorer.terminal.screens.rules import RulesScreen
from treeexplorer.terminal.screens.tour import Tour
from treeexplorer.terminal.screens.unknowns import Unknowns
from treeexplorer.terminal.screens.worksheet import Sheet
from treeexplorer.terminal.screens.writing import Writing
from treeexplorer.terminal.sources import Source

_NOWHERE: Final = Path("/nowhere")
UNKNOWN: Final = "[[3 x 8] [y 4 6]]"
_TIES: Final = "A:[B:[3 12 8] C:[3 4 6] D:[14 5 2]]"


@dataclass(frozen=True)
class Way:
    """How to come to a screen.

    Attributes:
        screen: Its class.
        tree: The text of the tree that is opened; ``None`` for the gallery.
        keys: What is pressed then.
    """

    screen: type[Screen[Any]]
    tree: str | None = FIRST
    keys: tuple[str, ...] = ()


WAYS: Final[Mapping[str, Way]] = {
    "gallery": Way(Gallery, None),
    "explorer": Way(Explorer, FIRST, ("c",)),
    "looking around": Way(Explorer, DRAWN, ("c", "i", "k")),
    "editing": Way(Explorer, FIRST, ("c", "i", "M", "greater_than_sign")),
    "opening": Way(Opening),
    "problem": Way(ProblemScreen),
    "rules": Way(RulesScreen, FIRST, ("r",)),
    "compare": Way(Compare, _TIES, ("d", "c")),
    "practise": Way(Practise, FIRST, ("P",)),
    "class mode": Way(Practise, FIRST, ("L",)),
    "worksheet": Way(Sheet, FIRST, ("W",)),
    "worksheet entry": Way(Sheet, FIRST, ("W", "down", "7")),
    "unknowns": Way(Unknowns, UNKNOWN, ("U",)),
    "map of unknowns": Way(Unknowns, UNKNOWN, ("U", "m")),
    "growth": Way(GrowthScreen, FIRST, ("H",)),
    "play": Way(Play),
    "writing": Way(Writing, None, ("n", *"[a:[3 12] [2")),
    "picker": Way(Picker, FIRST, ("ctrl+o",)),
    "help": Way(Help, FIRST, ("f1",)),
    "prompt": Way(Prompt, FIRST, ("i", "e")),
    "ask": Way(Ask, FIRST, ("slash",)),
    "question": Way(Question, FIRST, ("i", "M", "q")),
    "palette": Way(CommandPalette, FIRST, ("ctrl+p",)),
    "tour": Way(Tour, None, ("t",)),
}


async def _is_shown(driver: Driver, kind: type[Screen[Any]]) -> None:
    def shown() -> bool:
        screen = driver.app.screen
        return isinstance(screen, kind) and screen.is_mounted and screen.size == driver.app.size

    await driver.until(shown, kind.__name__)
    if kind is Writing:
        await driver.until(lambda: isinstance(driver.app.focused, TextArea), "the text")
    if kind is Practise:
        await driver.sees("so far")
    if kind is Play:
        await driver.sees("our move:")


async def open_screen(driver: Driver, name: str) -> Screen[Any]:
    """Go to a screen, from wherever one is."""
    app, way = driver.app, WAYS[name]
    if isinstance(app.screen, Opening) and app.screen.source.path != _NOWHERE:
        await driver.until(lambda: not isinstance(app.screen, Opening), "what is being opened")
    while len(app.screen_stack) > 2:
        await app.pop_screen()
    for screen in app.screen_stack:
        if isinstance(screen, Explorer) and screen.has_unsaved_work:
            screen.editor.forget()
            screen._editor = None
    wrong = Source.of_text("[[3 12 8] [2 4\n[3 6]}\n", "wrong.tree")
    if way.screen is Opening:
        opening = Opening(Source("slow.tree", _NOWHERE))
        opening._begin = lambda: None  # type: ignore[method-assign]  # so that it goes on waiting
        app.show(opening)
    elif way.screen is ProblemScreen:
        app.open(wrong)
    elif way.screen is Play:
        game = load_game("tictactoe")
        first = play_screen(game, game.start(), person_begins=True, algorithm="alphabeta")
        app.show(first())
    elif way.tree is None:
        app._open_gallery()
        await _is_shown(driver, Gallery)
    else:
        app.open(Source.of_text(way.tree, "tree"))
        await _is_shown(driver, Explorer)
    for number, key in enumerate(way.keys):
        if number and way.screen is not Writing:
            await driver.pilot.pause()
        await driver.press(key)
    await _is_shown(driver, way.screen)
    await driver.pilot.pause()
    return app.screen


@asynccontextmanager
async def app_running(
    size: tuple[int, int] = (80, 24), settings: Settings | None = None, *, ascii_only: bool = False
) -> AsyncIterator[Driver]:
    """Run the app on its gallery."""
    app = ExplorerApp(Request(None), settings or Settings(), ascii_only=ascii_only)
    async with app.run_test(size=size) as pilot:
        yield Driver(app, pilot)
