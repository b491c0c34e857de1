"""Terminals with no colour or with sixteen: what is written, and what is still told apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from rich.color import Color
from rich.console import Console
from rich.style import Style

from tests.terminal.driving import DRAWN, Driver, running
from tests.terminal.every_screen import WAYS, app_running, open_screen
from tests.terminal.real import Terminal
from tests.terminal.test_every_screen import settled

pytestmark = pytest.mark.usefixtures("quick")

_COLOURED = re.compile(rb"\x1b\[(?:\d+;)*(?:[34]8;[25]|3[0-7]|4[0-7]|9[0-7]|10[0-7])[;m]")
_MANY_COLOURS = re.compile(rb"\x1b\[(?:\d+;)*[34]8;[25];")


def styles(driver: Driver) -> Iterator[tuple[str, Style]]:
    """Yield every run of text of the screen that is seen, with its style."""
    for strip in driver.app.screen._compositor.render_strips():
        for text, style, _ in strip:
            yield text, style or Style.null()


def colours(driver: Driver) -> Iterator[tuple[str, Color]]:
    """Yield every colour that is seen, with the text that it is seen at."""
    for text, style in styles(driver):
        has_shape = bool(text.strip() or style.reverse or style.underline or style.strike)
        for color in (style.color if has_shape else None, style.bgcolor):
            if color is not None and not color.is_default:
                yield text, color


def without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a terminal whose user wants no colour."""
    monkeypatch.setenv("NO_COLOR", "")


def with_sixteen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a terminal with sixteen colours."""
    monkeypatch.setattr(Console, "color_system", "standard")


@pytest.mark.parametrize(("terminal_of", "most"), [(without_colours, 0), (with_sixteen, 16)])
async def test_no_screen_has_colours_that_are_not_there(
    terminal_of: Callable[[pytest.MonkeyPatch], None], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal_of(monkeypatch)
    async with app_running() as driver:
        for name in WAYS:
            await open_screen(driver, name)
            await settled(driver)
            others = {
                (text, str(color))
                for text, color in colours(driver)
                if color.number is None or color.number >= most
            }
            assert others == set(), name


@pytest.mark.parametrize("terminal_of", [without_colours, with_sixteen, None])
async def test_what_the_drawing_tells_apart_it_tells_apart_by_signs(
    terminal_of: Callable[[pytest.MonkeyPatch], None] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if terminal_of is not None:
        terminal_of(monkeypatch)
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.at_step(13)
        drawing = driver.text
        current, path, cut, dotted, bound, decided = "▶▲ b◀", "┏━━", "╳", "╳╌┐", "≥8", "=6"
        for sign in (current, path, cut, dotted, bound, decided):
            assert sign in drawing
        await driver.press("end")
        await driver.at_step(15)
        principal = "╔══"
        assert principal not in drawing
        assert principal in driver.text


@pytest.mark.parametrize(
    ("environment", "unwanted"),
    [({"NO_COLOR": "1"}, _COLOURED), ({"TERM": "xterm-16color", "COLORTERM": ""}, _MANY_COLOURS)],
    ids=["none", "sixteen"],
)
def test_what_is_written_to_the_terminal_has_no_other_colours(
    environment: dict[str, str], unwanted: re.Pattern[bytes], terminal: Callable[..., Terminal]
) -> None:
    at = terminal(**environment)
    for key, seen in [
        ("", "The first two cut-offs"),
        ("\r", "step 0/19"),
        ("c", "step 13/19"),
        ("P", "QUESTION 1"),
    ]:
        at.child.send(key)
        at.sees(seen)
    at.settles()
    assert unwanted.findall(at.raw) == []
    assert b"\x1b[1m" in at.raw or b"\x1b[1;" in at.raw
