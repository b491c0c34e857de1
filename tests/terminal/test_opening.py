"""Opening large trees: how far it has come is seen, and it can be given up at any moment."""

from __future__ import annotations

import gc
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.terminal.driving import Driver
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.background import GivenUpError, Progress
from treeexplorer.terminal.preparing import prepare
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.sources import Source
from treeexplorer.tree import GameTree, from_nested

LARGE = "[" + " ".join(["[[1 2 3] [a:4 5 6] [7 8 9]]"] * 10_000) + "]\n"
WRONG = LARGE[:-2] + ") x:]\n"


class Recorder(Progress):
    """Keeps all that is told, and gives up after some reports where that is asked for."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.told: list[tuple[str, float]] = []
        self.most = most

    def report(self, done: int) -> None:
        super().report(done)
        self.told.append((self.stage, self.share))
        if len(self.told) == self.most:
            self.give_up()


def session_of(trees: list[GameTree]) -> Session:
    return Session(trees, "large")


def reading_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "reading"]


@asynccontextmanager
async def opening(source: Source) -> AsyncIterator[Driver]:
    app = ExplorerApp(Request(source), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        yield Driver(app, pilot)


def growing(began: threading.Event, ended: threading.Event) -> Source:
    """Return a game whose tree grows until it is given up."""

    def grow(report: Callable[[int], None]) -> GameTree:
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


def test_every_stage_is_told_in_order_up_to_the_whole() -> None:
    progress = Recorder()
    prepared = prepare(Source.of_text(LARGE), session_of, progress, ascii_only=False)
    shares = [share for _, share in progress.told]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == 1
    assert list(dict.fromkeys(stage for stage, _ in progress.told)) == [
        "reading 0.3 MB",
        "beginning the search",
        "placing 130,001 nodes",
        "ready",
    ]
    assert len({share for stage, share in progress.told if stage.startswith("reading")}) > 5
    assert len(prepared.session.tree) == 130_001


def test_wherever_it_is_given_up_the_work_ends_there() -> None:
    whole = Recorder()
    prepare(Source.of_text(LARGE), session_of, whole, ascii_only=False)
    steady = sum(not stage.startswith(("placing", "ready")) for stage, _ in whole.told)
    for most in range(1, steady + 1, steady // 6):  # placing reports as often as time allows
        progress = Recorder(most)
        with pytest.raises(GivenUpError):
            prepare(Source.of_text(LARGE), session_of, progress, ascii_only=False)
        assert len(progress.told) == most


def test_explaining_a_wrong_text_is_a_stage_of_its_own() -> None:
    progress = Recorder()
    with pytest.raises(ValueError, match="instead of"):
        prepare(Source.of_text(WRONG), session_of, progress, ascii_only=False)
    assert progress.stage == "finding out what is wrong in it"
    assert [share for _, share in progress.told] == sorted(share for _, share in progress.told)
    assert progress.share <= 1


async def test_a_large_tree_is_opened_behind_the_screen() -> None:
    async with opening(Source.of_text(LARGE, "large")) as at:
        await at.sees("step 0/")
        assert at.explorer.canvas.places is not None
        assert gc.get_freeze_count() > 0
        await at.press("space")
        await at.sees("step 1/")
        await at.press("G")
        await at.until(lambda: isinstance(at.app.screen, Gallery), "the gallery")
        assert gc.get_freeze_count() == 0
    assert not reading_threads()


async def test_a_wrong_large_text_is_explained() -> None:
    async with opening(Source.of_text(WRONG, "large")) as at:
        await at.sees("wrong kind of bracket")


async def test_escape_ends_the_growing_of_a_tree_and_leads_to_the_gallery() -> None:
    began, ended = threading.Event(), threading.Event()
    async with opening(growing(began, ended)) as at:
        await at.until(began.is_set, "the first position")
        await at.sees("positions so far")
        await at.sees("esc gives up")
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


async def test_a_game_that_cannot_be_grown_says_why() -> None:
    def refuse(_report: Callable[[int], None]) -> GameTree:
        raise ValueError("it has more than 5 nodes")

    async with opening(Source("game", grow=refuse)) as at:
        await at.sees("it has more than 5 nodes")


async def test_a_small_game_is_shown_without_a_word_about_growing() -> None:
    seen: set[str] = set()
    async with opening(Source("game", grow=lambda _: from_nested([3, 12]))) as at:
        await at.until(
            lambda: bool(seen.add(at.text)) or "step 0/" in at.text,  # type: ignore[func-returns-value]
            "the explorer",
        )
    assert not any("positions" in text for text in seen)
