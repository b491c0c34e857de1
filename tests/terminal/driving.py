"""Driving the explorer in tests: what is on its screen, and waiting for what is expected."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input

from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View

DRAWN = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"
FIRST = "[a:[[1 5 6] b:[8 7 3]] c:[4 9]]"

_PATIENCE = 180.0

T = TypeVar("T")


_QUIET_ROUNDS = 4
_MOST_ROUNDS = 20_000


async def loop_is_quiet(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing that was begun is left to do, but for threads and timers.

    Textual's pilot takes a process for idle that has used little time for twenty milliseconds,
    several times a key. Asking the loop whether anything is ready says the same at once, and does
    not depend on how busy the computer is.
    """
    ready = getattr(asyncio.get_running_loop(), "_ready")  # noqa: B009 - it has no public name
    quiet = 0
    for _ in range(_MOST_ROUNDS):
        await asyncio.sleep(0)
        quiet = 0 if ready else quiet + 1
        if quiet == _QUIET_ROUNDS:
            return


_parsed: dict[tuple[object, ...], list[RuleSet]] = {}
_parse = Stylesheet._parse_rules


def parsed_once(sheet: Stylesheet, *source: Any, **options: Any) -> list[RuleSet]:
    """Return the rules of a style sheet, which Textual would parse twice for each app."""
    key = (frozenset(sheet._variables.items()), *source, *options.items())
    if key not in _parsed:
        _parsed[key] = _parse(sheet, *source, **options)
    return _parsed[key]


@contextmanager
def quickly() -> Iterator[None]:
    """Wait for the loop, not for the clock, after each key, and parse a style sheet once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed_once)
        patch.setattr("textual.app.wait_for_idle", loop_is_quiet)
        patch.setattr("textual.pilot.wait_for_idle", loop_is_quiet)
        yield


_render_update = Compositor.render_update


def update_for_pictures(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    simplify: bool = False,
) -> object:
    """Return what has to be written anew for a picture, and nothing for a terminal."""
    if full:
        return _render_update(compositor, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    compositor._dirty_regions.clear()
    return None


@contextmanager
def unpainted() -> Iterator[None]:
    """Render a screen when a test looks at it alone: what is written to no terminal is not seen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", update_for_pictures)
        yield


def strips_of(app: ExplorerApp) -> list[Strip]:
    """Return the lines of an app's screen, with what is seen below a question.

    Textual keeps how a screen's background was rendered the first time, so the screens below have
    to be named here as well as in its own updates.
    """
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


class Driver:
    """A running explorer that a test presses keys on and looks at."""

    def __init__(self, app: ExplorerApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def explorer(self) -> Explorer:
        """The explorer's screen, wherever it is in the stack."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, Explorer))

    @property
    def view(self) -> View:
        """What the explorer shows."""
        return self.explorer.view

    @property
    def lines(self) -> list[str]:
        """The lines of the screen as they are seen."""
        return [strip.text.rstrip() for strip in strips_of(self.app)]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    async def until(self, holds: Callable[[], bool], what: str = "") -> None:
        """Wait until something holds; fail with the screen when it does not come true."""
        deadline = time.monotonic() + _PATIENCE
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain for {what}\n{self.text}")
            await self.pilot.pause(0.01)

    async def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await self.until(lambda: text in self.text, repr(text))

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        await self.pilot.press(*keys)

    async def at_step(self, step: int) -> None:
        """Wait until the explorer is at a step."""
        await self.until(lambda: self.view.step == step, f"step {step}")


@asynccontextmanager
async def running(
    tree: str | Path | None,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    *,
    ascii_only: bool = False,
    folder: Path | None = None,
    unsaved: Path | None = None,
) -> AsyncIterator[Driver]:
    """Run the explorer on a tree's text or a file, the gallery (of a folder) for ``None``."""
    source = None
    if isinstance(tree, Path):
        source = Source.of_file(tree)
    elif tree is not None:
        source = Source.of_text(tree, "tree")
    request = Request(source, folder=folder)
    app = ExplorerApp(
        request, settings or Settings(), ascii_only=ascii_only, unsaved_folder=unsaved
    )
    with quickly():
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.sees("↵ open" if source is None else "step 0/")
            yield driver


async def answer(driver: Driver, text: str) -> None:
    """Write a line where one is asked for."""
    await driver.until(lambda: bool(driver.app.screen.query(Input)), "the question")
    driver.app.screen.query_one(Input).value = text
    await driver.press("enter")


async def opened(driver: Driver, kind: type[T], *keys: str) -> T:
    """Press keys until a screen of a kind is shown, and return it."""
    await driver.press(*keys)
    await driver.until(lambda: isinstance(driver.app.screen, kind), kind.__name__)
    await driver.pilot.pause()
    screen = driver.app.screen
    assert isinstance(screen, kind)
    return screen
