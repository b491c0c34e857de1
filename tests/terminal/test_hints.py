"""The footer: which keys it tells of, and its hints under the mouse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.terminal.driving import DRAWN, FIRST, Driver, running, strips_of
from treeexplorer.settings import Settings
from treeexplorer.terminal.theme import DARK_THEME
from treeexplorer.terminal.widgets.hints import Hints


async def hinted(driver: Driver, hint: str) -> int:
    """Wait until a hint is in the footer; return the column at which it begins."""
    await driver.until(lambda: hint in driver.lines[-1], hint)
    return driver.lines[-1].index(hint)


def grounds(driver: Driver) -> list[str]:
    """Return the background of each cell of the footer."""
    return [
        str(segment.style.bgcolor)
        for segment in strips_of(driver.app)[-1]
        if segment.style is not None
        for _ in segment.text
    ]


async def test_the_footer_tells_of_a_key_as_long_as_it_does_something() -> None:
    async with running(FIRST) as driver:
        await driver.press("space")
        await driver.until(lambda: "? keys" in driver.lines[-1], "the hints")
        at_a_step = driver.lines[-1]
        assert "↵ stay" not in at_a_step
        await driver.press("i")
        await driver.until(lambda: "↵ stay" in driver.lines[-1], "the key of a look")
        await driver.press("escape")
        await driver.until(lambda: driver.lines[-1] == at_a_step, "the keys of before")


async def test_the_footer_is_painted_anew_only_where_other_keys_are_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted = 0
    original = Hints.refresh

    def counting(self: Hints, *arguments: Any, **options: Any) -> Hints:
        nonlocal painted
        painted += 1
        return original(self, *arguments, **options)

    async with running(FIRST) as driver:
        await driver.press("space")
        await hinted(driver, "? keys")
        await driver.pilot.pause()
        monkeypatch.setattr(Hints, "refresh", counting)
        driver.app.screen.refresh_bindings()
        await driver.press("space")
        await driver.at_step(2)
        await driver.pilot.pause()
        assert painted == 0
        await driver.press("i")
        await hinted(driver, "↵ stay")
        assert painted > 0


async def test_the_footer_shows_whole_hints_only_the_most_useful_first() -> None:
    async with running(DRAWN) as driver:
        active = driver.app.screen.active_bindings.values()
        words = {each.binding.description for each in active if each.binding.show}
        for width in (40, 60, 80, 100, 140, 200):
            await driver.pilot.resize_terminal(width, 24)
            await driver.until(lambda w=width: w - 30 < len(driver.lines[-1]) <= w, "the footer")  # type: ignore[misc]
            footer = driver.lines[-1]
            assert footer.startswith(" space next")
            assert footer.endswith("? keys")
            hints = [hint.strip() for hint in footer.strip().split("  ")]
            assert all(hint.partition(" ")[2] in words for hint in hints), hints


async def test_a_hint_is_pressed_with_the_mouse() -> None:
    async with running(FIRST) as driver:
        column = await hinted(driver, "c cut-off")
        for offset in (0, 3):  # on the key and on the word
            before = driver.view.step
            await driver.pilot.click(Hints, offset=(column + offset, 0))
            await driver.until(lambda b=before: driver.view.step > b, "a cut-off")  # type: ignore[misc]
        step = driver.view.step
        await driver.pilot.click(Hints, offset=(column - 1, 0))
        await driver.pilot.pause()
        assert driver.view.step == step, "between two hints there is nothing to press"


async def test_the_hint_under_the_mouse_stands_out_and_says_in_a_sentence_what_its_key_does() -> (
    None
):
    async with running(FIRST, settings=Settings(theme=DARK_THEME)) as driver:
        footer = driver.app.screen.query_one(Hints)
        column = await hinted(driver, "c cut-off")
        at_rest = grounds(driver)
        await driver.pilot.hover(Hints, offset=(column, 0))
        await driver.until(lambda: footer.tooltip is not None, "the sentence")
        assert footer.tooltip == "Go to the next cut-off"
        assert footer.styles.pointer == "pointer"
        key, word = column, column + len("c cut-off") - 1
        assert grounds(driver)[word] == grounds(driver)[key] != at_rest[word]
        await driver.pilot.hover(Hints, offset=(column - 1, 0))
        await driver.until(lambda: footer.tooltip is None, "nothing between two hints")
        assert grounds(driver) == at_rest
        await driver.pilot.hover(Hints, offset=(column, 0))
        await driver.pilot.hover("#banner")
        await driver.until(lambda: footer.tooltip is None, "the mouse to be elsewhere")
        assert grounds(driver) == at_rest
