"""What holds on every screen: sizes, ASCII, palette and help, nothing clipped inside a word."""

from __future__ import annotations

import re

import pytest

from tests.terminal.driving import Driver
from tests.terminal.every_screen import WAYS, app_running, open_screen
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.screens.growth import GrowthScreen
from treeexplorer.terminal.styled import Styled

pytestmark = pytest.mark.usefixtures("quick")

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
        await driver.pilot.pause()
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


async def test_every_screen_is_drawn_in_ascii_where_that_is_asked_for() -> None:
    async with app_running(ascii_only=True) as driver:
        for name in WAYS:
            await open_screen(driver, name)
            text = await settled(driver)
            assert [line for line in text.splitlines() if not line.isascii()] == [], name


@pytest.mark.parametrize("half", [0, 1])
async def test_at_every_size_a_screen_clips_no_word_or_says_what_it_needs(
    half: int, clipped: list[str]
) -> None:
    async with app_running() as driver:
        for name in list(WAYS)[half::2]:
            await open_screen(driver, name)
            whole = await settled(driver)
            for size in [(80, 24), (39, 24), (100, 30), (60, 20), (80, 11), (40, 12)]:
                await driver.pilot.resize_terminal(*size)
                text = await settled(driver)
                is_too_small = size in [(39, 24), (80, 11)]
                assert " ".join(text.split()).startswith(NEEDED) == is_too_small, (name, size)
                assert is_too_small or clipped == [], (name, size)
                assert [line for line in text.splitlines() if _CLIPPED.search(line)] == [], name
                clipped.clear()
            await driver.pilot.resize_terminal(80, 24)
            assert await settled(driver) == whole, name
