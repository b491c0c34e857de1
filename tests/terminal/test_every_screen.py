"""Every action of every screen is tried, and any key at any size is survived on each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding

from tests.laws import each_third
from tests.terminal.driving import Driver, running
from tests.terminal.test_walks import is_whole, walk

CLAIMED = "3[=3[3 12 8] <=2[2 /4 /6] b:=5[14 5 2]]"
SCREENS = {
    "practise": (CLAIMED, ("P",)),
    "worksheet": (CLAIMED, ("W",)),
    "marked": (CLAIMED, ("K",)),
    "answers": (CLAIMED, ("S",)),
    "rules": (CLAIMED, ("r",)),
    "compare": (CLAIMED, ("d",)),
    "save": (CLAIMED, ("s",)),
    "change": (CLAIMED, ("equals_sign",)),
    "editor": (CLAIMED, ("e",)),
    "gallery": (None, ()),
    "picker": (None, ("ctrl+o",)),
    "new tree": (None, ("n",)),
    "game": (None, ("g", "enter")),
    "tour": (None, ("t",)),
    "unknowns": ("[[3 x] [1 2 y] 4]", ("w",)),
    "find": (CLAIMED, ("slash",)),
    "help": (CLAIMED, ("question_mark",)),
    "palette": (CLAIMED, ("colon",)),
    "palette above the gallery": (None, ("colon",)),
    "question above a worksheet": (CLAIMED, ("W", "x", "escape")),
}
_LEAVING = {"action_leave_program", "app.quit", "quit", "suspend_process"}


async def reach(driver: Driver, keys: tuple[str, ...]) -> None:
    for key in keys:
        before = driver.app.screen
        await driver.press(key)
        if key != "x":
            await driver.until(lambda old=before: driver.app.screen is not old, key)  # type: ignore[misc]
        await driver.pilot.pause()


def own_keys(driver: Driver) -> Iterator[str]:
    """Yield the keys of the screen's own bindings, those that only stay on it first."""
    seen: set[str] = set()
    for kind in type(driver.app.screen).__mro__:
        for binding in vars(kind).get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.action.split("(")[0] not in _LEAVING:
                seen.update(map(str.strip, binding.key.split(",")))
    yield from sorted(seen - {"ctrl+c", "ctrl+q"})


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", [(60, 20), pytest.param((120, 40), marks=pytest.mark.slow)])
async def test_every_key_of_every_screen_is_survived(
    name: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tree, keys = SCREENS[name]
    async with running(tree, size=size) as driver:
        await reach(driver, keys)
        kind = type(driver.app.screen)
        for key in list(own_keys(driver)):
            if type(driver.app.screen) is not kind:
                break
            await driver.press(key)
            await driver.pilot.pause()
            await is_whole(driver)
            for _ in range(3):
                if type(driver.app.screen) is kind or len(driver.app.screen_stack) < 3:
                    break
                await driver.press("escape")
                await driver.pilot.pause()
            await is_whole(driver)


@pytest.mark.parametrize("presses", [12, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", each_third(SCREENS))
async def test_a_walk_on_every_screen_breaks_nothing(
    name: str, presses: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tree, keys = SCREENS[name]
    seed = random.Random(name).randrange(1000)
    log: list[str] = []
    try:
        async with running(tree, size=(100, 30)) as driver:
            await reach(driver, keys)
            await walk(driver, seed, presses, log)
    except BaseException:
        print(f"seed {seed}:", " ".join(log))
        raise
