"""The explorer, driven by keys."""

from __future__ import annotations

import pytest

from tests.terminal.driving import DRAWN, FIRST, running


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["space"], 1),
        (["right", "right", "pagedown", "space"], 5),
        (["end"], 15),
        (["end", "left", "backspace", "pageup"], 11),
        (["n", "n", "n", "n"], 4),
        (["end", "p"], 14),
        (["c"], 13),
        (["end", "C"], 13),
        (["end", "home"], 0),
    ],
)
async def test_keys_lead_to_steps(keys: list[str], step: int) -> None:
    async with running(DRAWN) as driver:
        await driver.press(*keys)
        await driver.at_step(step)
        await driver.sees(f"step {step}/15")


async def test_going_on_and_back_shows_the_same_screen() -> None:
    async with running(FIRST) as driver:
        await driver.press("space", "space", "space")
        await driver.at_step(3)
        before = driver.text
        await driver.press("space", "space", "left", "left")
        await driver.at_step(3)
        await driver.until(lambda: driver.text == before, "the same screen")
