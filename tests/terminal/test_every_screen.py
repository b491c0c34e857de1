"""What holds on every screen: sizes, ASCII, palette and help, nothing clipped inside a word."""

from __future__ import annotations

import re

import pytest

from tests.terminal.driving import Driver
from tests.terminal.every_screen import WAYS, app_running, open_screen
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.screens.growth import GrowthScreen
from treeexplorer.terminal.styled import Styled

_CLIPPED = re.compile(r"\w…")
NEEDED = "This needs a window of at least 40"


async def settled(driver: Driver) -> str:
    """Wait until the screen no longer changes, and return its text."""
    screen = driver.app.screen
    if isinstance(screen, GrowthScreen):
        await driver.until(lambda: bool(screen.rows), "the counts")
    before = ""
    while (text := driver.text) != before:
        before = text
        await driver.pilot.pause(0.02)
    return text


@pytest.fixture
def clipped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every line is added that loses a part of a word to its width."""
    found: list[str] = []
    fitted = Ink.fitted

    def watched(self: Ink, line: Styled, width: int) -> Styled:
        shown = fitted(self, line, width)
        if line.cell_length > width > 8:
            kept = shown.plain.rstrip().removesuffix(self.ellipsis)
            rest = line.plain[len(kept) :]
            if kept[-1:].isalnum() and rest[:1].isalnum():
                found.append(f"{kept}|{rest}")
        return shown

    monkeypatch.setattr(Ink, "fitted", watched)
    return found


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (60, 20), (40, 12)], ids=str)
async def test_nothing_is_clipped_inside_a_word(size: tuple[int, int], clipped: list[str]) -> None:
    async with app_running(size) as driver:
        for name in WAYS:
            await open_screen(driver, name)
            text = await settled(driver)
            assert clipped == [], name
            assert [line for line in text.splitlines() if _CLIPPED.search(line)] == [], name


async def test_every_screen_is_drawn_in_ascii_where_that_is_asked_for() -> None:
    async with app_running(ascii_only=True) as driver:
        for name in WAYS:
            await open_screen(driver, name)
            text = await settled(driver)
            assert [line for line in text.splitlines() if not line.isascii()] == [], name


async def test_every_screen_says_what_it_needs_and_comes_back_as_it_was() -> None:
    async with app_running() as driver:
        for name in WAYS:
            await open_screen(driver, name)
            whole = await settled(driver)
            for size in [(39, 24), (80, 11), (120, 40), (40, 12)]:
                await driver.pilot.resize_terminal(*size)
                shown = " ".join((await settled(driver)).split())
                assert shown.startswith(NEEDED) == (size in [(39, 24), (80, 11)]), (name, size)
            await driver.pilot.resize_terminal(80, 24)
            assert await settled(driver) == whole, name
