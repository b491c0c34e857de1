"""The tour, taken from beginning to end."""

from __future__ import annotations

from tests.terminal.driving import Driver
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.keys import actions
from treeexplorer.terminal.screens.tour import Tour
from treeexplorer.terminal.tour import LESSONS, Progress


def test_every_lesson_waits_for_an_action_that_exists() -> None:
    known = actions()
    for lesson in LESSONS:
        assert "{key}" in lesson.text
        assert set(lesson.actions) <= set(known)
        assert known[lesson.actions[0]].keys


def test_other_keys_do_not_bring_the_tour_forward() -> None:
    progress = Progress()
    assert not progress.note("end")
    assert progress.note("next")
    assert not progress.note("next")
    assert progress.at == 1


def running_tour(app: ExplorerApp) -> Tour:
    screen = app.screen
    assert isinstance(screen, Tour)
    return screen


async def test_the_tour_can_be_taken_with_the_keys_it_names() -> None:
    app = ExplorerApp(Request(first=Tour), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.until(lambda: isinstance(app.screen, Tour), "the tour")
        tour = running_tour(app)
        while (lesson := tour.progress.lesson) is not None:
            at = tour.progress.at
            await driver.sees(f"{at + 1} of {len(LESSONS)}")
            for _ in range(lesson.times):
                await driver.press(actions()[lesson.actions[0]].keys[0])
                await driver.pilot.pause()
            assert tour.progress.at == at + 1, lesson.text
            while app.screen is not tour:
                await driver.press("escape")
                await driver.pilot.pause()
        await driver.sees("That was the tour")
