"""The tour, taken with the keys that it names."""

from __future__ import annotations

from tests.terminal.driving import opened, running
from treeexplorer.terminal.screens.tour import LESSONS, Tour

SHOWN_IN_TOUR = (
    *("step 1/", "WINDOW", "step", "CUT-OFF at", "CUT-OFF at", "Looking at", "CUT-OFF at", "≥"),
    *("step", "step", "step", "step", "That was the tour"),
)
"""What is on the screen after each lesson, as its text says."""


async def test_the_tour_can_be_taken_with_the_keys_it_names() -> None:
    assert len(SHOWN_IN_TOUR) == len(LESSONS)
    async with running(None, size=(80, 24)) as driver:
        tour = await opened(driver, Tour, "t")
        while (lesson := tour.lesson) is not None:
            at = tour.at
            await driver.sees(f"{at + 1} of {len(LESSONS)}")
            for key in lesson.keys:
                await driver.press(key)
                await driver.pilot.pause()
            await driver.until(lambda: driver.app.screen is tour, lesson.text)
            tour.show()
            await driver.pilot.pause()
            assert tour.at == at + 1, lesson.text
            shown = SHOWN_IN_TOUR[at]
            assert shown in driver.text, f"{shown}: {lesson.text}\n{driver.text}"
        await driver.sees("That was the tour")
