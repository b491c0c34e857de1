"""Opening large trees: how far it has come is seen, and it can be given up at any moment."""

from __future__ import annotations

import gc
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.terminal.driving import Driver
from treeexplorer.notation import Exercise
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.background import GivenUpError, Progress, in_background
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.sources import Source
from treeexplorer.tree import from_nested

LARGE = "[" + " ".join(["[[1 2 3] [a:4 5 6] [7 8 9]]"] * 8_000) + "]\n"
WRONG = LARGE[:-2] + ") x:]\n"


class Recorder(Progress):
    """Keeps all that is told, and gives up after some reports where that is asked for."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.told: list[tuple[str, int]] = []
        self.most = most

    def report(self, done: int) -> None:
        super().report(done)
        self.told.append((self.stage, done))
        if len(self.told) == self.most:
            self.is_given_up = True


def reading_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "reading"]


@asynccontextmanager
async def opening(source: Source) -> AsyncIterator[Driver]:
    app = ExplorerApp(Request(source), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        yield Driver(app, pilot)


def growing(began: threading.Event, ended: threading.Event) -> Source:
    """Return a game whose tree grows until it is given up."""

    def grow(report: Callable[[int], None]) -> Exercise:
        count = 0
        try:
            while True:
                count += 1
                report(count)
                began.set()
                ended.wait(0.001)
        finally:
            ended.set()

    return Source("endless", grow=grow)


@pytest.mark.parametrize("text", ["[1 2]\n", "a\n", "@x\n", "x = [1,\n"])
def test_the_screen_does_not_wait_where_reading_takes_a_second(text: str) -> None:
    assert Source.of_text(text * (60_000 // len(text))).is_large
    assert not Source.of_text(text * (20_000 // len(text))).is_large


def test_every_stage_is_told_in_order_and_never_goes_back() -> None:
    progress = Recorder()
    opened = ExplorerApp(Request(), Settings()).prepare(Source.of_text(LARGE), progress)
    *read, (stage, done) = progress.told
    assert (stage, done) == ("beginning the search", 0)
    assert {stage for stage, _ in read} == {"reading 0.2 MB"}
    shares = [done / len(LARGE) for _, done in read]
    assert shares == sorted(shares)
    assert len(shares) > 5
    assert 0 == shares[0] < shares[-1] <= 1
    assert opened.view is not None
    assert len(opened.view.tree) == 104_001


def test_wherever_it_is_given_up_the_work_ends_there() -> None:
    whole = Recorder()
    app = ExplorerApp(Request(), Settings())
    app.prepare(Source.of_text(LARGE), whole)
    for most in range(1, len(whole.told), len(whole.told) // 4):
        progress = Recorder(most)
        with pytest.raises(GivenUpError):
            app.prepare(Source.of_text(LARGE), progress)
        assert len(progress.told) == most


async def test_a_large_tree_is_opened_behind_the_screen() -> None:
    async with opening(Source.of_text(LARGE, "large")) as at:
        await at.sees("step 0/")
        await at.press("space")
        await at.sees("step 1/")
        await at.press("escape", "escape")
        await at.until(lambda: isinstance(at.app.screen, Gallery), "the gallery")
    assert not reading_threads()


async def test_garbage_is_collected_again_when_the_first_screen_stands() -> None:
    gc.disable()
    try:
        async with opening(Source.of_text("[[3 12] [2 4]]", "small")) as at:
            await at.sees("step 0/")
            await at.until(gc.isenabled, "the collector")
    finally:
        gc.enable()


async def test_escape_ends_the_growing_of_a_tree_and_leads_to_the_gallery() -> None:
    began, ended = threading.Event(), threading.Event()
    async with opening(growing(began, ended)) as at:
        await at.until(began.is_set, "the first position")
        await at.sees("growing the tree")
        await at.sees("esc give up")
        await at.press("escape")
        await at.until(lambda: isinstance(at.app.screen, Gallery), "the gallery")
        await at.until(ended.is_set, "the end of the work")
        await at.until(lambda: not reading_threads(), "the end of the thread")


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_quitting_ends_the_growing_of_a_tree_as_well(key: str) -> None:
    began, ended = threading.Event(), threading.Event()
    async with opening(growing(began, ended)) as at:
        await at.until(began.is_set, "the first position")
        await at.press(key)
        await at.until(lambda: at.app.return_code is not None, "the end")
    assert at.app.return_code == 0
    assert ended.wait(20)


async def test_a_small_game_is_shown() -> None:
    async with opening(Source("game", grow=lambda _: Exercise(from_nested([3, 12])))) as at:
        await at.sees("step 0/")


async def test_a_thread_hands_over_what_it_returns_and_what_it_raises() -> None:
    assert await in_background(lambda: 6 * 7) == 42
    with pytest.raises(ZeroDivisionError):
        await in_background(lambda: 1 // 0)
