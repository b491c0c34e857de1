"""Any key on any screen at any size: the program lives, and every line of the screen is whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.terminal.driving import Driver
from tests.terminal.every_screen import WAYS, app_running, open_screen
from treeexplorer.terminal.keys import actions

pytestmark = pytest.mark.usefixtures("quick")

_KEYS = sorted(
    {key for found in actions().values() for key in found.keys}
    | {"escape", "enter", "tab", "shift+tab", "backspace", "delete", "ctrl+p", "f1", "y", "s", "d"}
    | set("0123456789.,()<>=xy-")
)
_ENDS = {"q", "ctrl+c", "ctrl+q", "G", "ctrl+o", "o"}
_STRAY = [key for key in _KEYS if key not in _ENDS]
_SIZES = [(80, 24), (40, 12), (60, 20), (100, 30), (200, 60), (300, 100), (39, 12), (40, 11)]


async def is_whole(driver: Driver) -> None:
    """Fail unless the app lives and the screen becomes one of whole lines."""
    app = driver.app

    def has_whole_lines() -> bool:
        assert app._exception is None, app.failure
        width, height = app.size
        strips = app.screen._compositor.render_strips()
        return len(strips) == height and {strip.cell_length for strip in strips} == {width}

    await driver.until(has_whole_lines, f"whole lines at {app.size}")
    assert not any(sign in driver.text for sign in "\r\t\x1b")


async def walk(driver: Driver, seed: int, presses: int, log: list[str] | None = None) -> None:
    """Press random keys at random sizes."""
    chance = random.Random(seed)
    note = [] if log is None else log
    for _ in range(presses):
        if chance.random() < 0.25:
            if chance.random() < 0.7:
                size = chance.choice(_SIZES)
            else:
                size = chance.randint(1, 300), chance.randint(1, 100)
            note.append(f"size {size}")
            await driver.pilot.resize_terminal(*size)
        else:
            screen = driver.app.screen
            scopes = getattr(screen, "scopes", ())
            own = [
                key
                for found in actions().values()
                if found.scope in scopes
                for key in found.keys
                if key not in _ENDS
            ]
            key = chance.choice(own if own and chance.random() < 0.7 else _STRAY)
            note.append(key)
            await driver.press("comma" if key == "," else key)
        await is_whole(driver)
        if driver.app._exit:
            return


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", WAYS)
async def test_a_walk_over_keys_and_sizes_breaks_nothing(name: str) -> None:
    async with app_running() as driver:
        await open_screen(driver, name)
        await walk(driver, seed=len(name), presses=10)


async def test_the_palette_takes_keys_while_there_is_no_room_for_its_list() -> None:
    async with app_running() as driver:
        await open_screen(driver, "palette")
        await driver.sees("next node")
        await driver.pilot.resize_terminal(39, 12)
        await driver.sees("This needs a window")
        await driver.press("down", "pagedown", "pageup", "end")
        await driver.pilot.resize_terminal(80, 24)
        await driver.sees("What do you want to do?")
        await is_whole(driver)
