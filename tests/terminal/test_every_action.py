"""Every action of every screen, as the palette does it: something is seen to happen, or is said."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from textual.screen import Screen

from tests.terminal.driving import Driver
from tests.terminal.every_screen import WAYS, app_running, open_screen
from treeexplorer.terminal.keys import Action, Scope, actions
from treeexplorer.terminal.palette import ActionProvider

pytestmark = pytest.mark.usefixtures("quick")

_PLACES: Final = {"look": "looking around", "explorer": "explorer"}
_PATIENCE: Final = 2.0


class Watched:
    """What somebody can notice of an app: its screen, its messages, its bell, its end."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self._driver = driver
        self.done: list[str] = []
        for name in ("exit", "bell", "copy_to_clipboard", "notify"):
            monkeypatch.setattr(driver.app, name, self._noting(name))

    def _noting(self, name: str) -> Any:
        def note(*_: object, **__: object) -> None:
            self.done.append(name)

        return note

    @property
    def now(self) -> tuple[Screen[Any], str, int]:
        """What is seen now."""
        return self._driver.app.screen, self._driver.text, len(self.done)


async def is_noticed(driver: Driver, watched: Watched, found: Action) -> bool:
    """Do what the palette would do, and tell whether anything came of it."""
    screen = driver.app.screen
    run = {one.id: run for one, run in ActionProvider(screen)._offered()}[found.id]
    before = watched.now
    screen.call_later(run)
    deadline = time.monotonic() + _PATIENCE
    while watched.now == before:
        if time.monotonic() > deadline:
            return False
        await driver.pilot.pause(0.01)
    return True


@pytest.mark.parametrize("scope", get_args(Scope))
async def test_every_action_does_something_or_says_why_not(
    scope: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    silent = []
    async with app_running() as driver:
        watched = Watched(driver, monkeypatch)
        for found in actions().values():
            if found.scope != scope or found.id.endswith("palette"):
                continue
            driver.app.settings.hidden.clear()
            await open_screen(driver, _PLACES.get(scope, scope))
            if not await is_noticed(driver, watched, found):
                silent.append(found.id)
    assert silent == []


def test_there_is_a_way_to_a_screen_of_every_scope() -> None:
    assert {_PLACES.get(scope, scope) for scope in get_args(Scope)} <= set(WAYS)


async def test_a_remark_is_seen_where_the_sentence_is_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with app_running() as driver:
        await open_screen(driver, "explorer")
        told: list[str] = []
        monkeypatch.setattr(driver.app, "notify", lambda text, **_: told.append(text))
        await driver.press("7", "x")
        await driver.until(
            lambda: told[-1:] == ["every leaf of this tree has a value"],
            "the remark",
        )
        await driver.press("y")
        await driver.until(lambda: "8 ≥ 6" in told[-1], "the explanation")
