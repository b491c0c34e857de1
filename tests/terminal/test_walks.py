"""Any key at any size: the program lives, and every line of the screen is whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.terminal.driving import DRAWN, Driver, running, strips_of

TREES = {
    "drawn": DRAWN,
    "one leaf": "5",
    "chance": "@levels max chance\n[[3 5] [1 [7 -2] 4]]",
    "unknown": "[[3 x] [1 2 ?]]",
    "deep": "[" * 60 + "1 2" + "]" * 60,
    "wide": "[" + " ".join(["[1 [2 3] 4]"] * 60) + "]",
    "minimax": "@algorithm minimax\n[[3 12 8] [2 4 6] [14 5 2]]",
    "again": "@algorithm mtdf\n[[3 12 8] [2 4 6] [14 5 2]]",
    "claims": "3[a:3[3 12 8] b:2[2 /4 6]]",
}
_SIZES = [(80, 24), (40, 12), (60, 20), (100, 30), (200, 60), (300, 100), (39, 12), (1, 1), (5, 40)]
_TYPED = [*"0123456789.,()<>=xy-[]", "enter", "escape", "tab", "backspace", "delete", "up", "down"]
_ENDS = {"q", "ctrl+c", "ctrl+q", "ctrl+o"}


async def is_whole(driver: Driver) -> None:
    """Fail unless the app lives and the screen becomes one of whole lines."""
    app = driver.app

    def has_whole_lines() -> bool:
        assert app.is_running, "the app has ended"
        width, height = app.size
        strips = strips_of(app)
        return len(strips) == height and {strip.cell_length for strip in strips} == {width}

    await driver.until(has_whole_lines, f"whole lines at {app.size}")
    assert not any(sign in driver.text for sign in "\r\t\x1b")


async def walk(driver: Driver, seed: int, presses: int, log: list[str]) -> None:
    """Press random keys at random sizes, until the program is left."""
    chance = random.Random(seed)
    for _ in range(presses):
        if chance.random() < 0.2:
            size = chance.choice([*_SIZES, (chance.randint(1, 300), chance.randint(1, 100))])
            log.append(f"size {size}")
            await driver.pilot.resize_terminal(*size)
        else:
            own = [key for key in driver.app.screen.active_bindings if key not in _ENDS]
            key = chance.choice(own if own and chance.random() < 0.7 else _TYPED)
            log.append(key)
            await driver.press("comma" if key == "," else key)
        if not driver.app.is_running:  # the palette has quit it
            assert driver.app.return_code == 0
            return
        await is_whole(driver)


@pytest.mark.parametrize("presses", [25, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TREES)
async def test_a_walk_over_keys_and_sizes_breaks_nothing(
    name: str, presses: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    log: list[str] = []
    try:
        async with running(TREES[name]) as driver:
            await walk(driver, len(name), presses, log)
    except BaseException:
        print(f"seed {len(name)}:", " ".join(log))
        raise
