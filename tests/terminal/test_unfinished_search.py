"""A tree is stepped before its search is recorded; its end is shown as soon as it is found."""

from __future__ import annotations

import threading

import pytest

from tests.terminal.driving import Driver
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.sources import Source

LEAVES = 20_000
STEPS = 2 * (LEAVES + LEAVES // 2) + 1
TREE = "[" + " ".join(["[1 2]"] * (LEAVES // 2)) + "]"


class Brake:
    """Lets the search go on by so many slices, and not further."""

    slices = 0


@pytest.fixture
def brake(monkeypatch: pytest.MonkeyPatch) -> Brake:
    """Hold every search before its first slice."""
    brake = Brake()

    def search_on(session: Session, _seconds: float) -> bool:
        if brake.slices and session.searching:
            brake.slices -= 1
            next(session._progress, None)
        return not session.searching

    monkeypatch.setattr(Session, "search_on", search_on)
    return brake


def app_with_minimax() -> ExplorerApp:
    source = Source.of_text(TREE, "tree")
    return ExplorerApp(Request(source, {"option": {"algorithm": "minimax"}}), Settings())


async def test_steps_are_taken_while_the_counter_does_not_know_the_last(brake: Brake) -> None:
    async with app_with_minimax().run_test(size=(80, 24)) as pilot:
        at = Driver(pilot.app, pilot)  # type: ignore[arg-type]
        await at.sees("step 0/…")
        await at.press("n")
        await at.sees("step 0/…")
        brake.slices = 1
        await at.until(lambda: at.explorer.session.record.steps > 10, "some steps")
        assert at.explorer.session.searching
        for step in (1, 2, 3):
            await at.press("n")
            await at.sees(f"step {step}/…")
        await at.press("p")
        await at.sees("step 2/…")
        brake.slices = 1_000
        await at.sees(f"step 2/{STEPS}")


async def test_the_end_of_an_unfinished_search_is_awaited_in_words(brake: Brake) -> None:
    async with app_with_minimax().run_test(size=(80, 24)) as pilot:
        at = Driver(pilot.app, pilot)  # type: ignore[arg-type]
        await at.sees("step 0/…")
        brake.slices = 1
        await at.until(lambda: at.explorer.session.record.steps > 10, "some steps")
        recorded = at.explorer.session.record.steps
        await at.press("end")
        await at.sees(f"step {recorded}/…")
        await at.sees("its end is shown as soon as it is found")
        brake.slices = 1_000
        await at.sees(f"step {STEPS}/{STEPS}")
        await at.sees(f"You read {LEAVES // 1000} 000 of {LEAVES // 1000} 000 leaves")
        assert "as soon as it is found" not in at.text


async def test_a_key_takes_back_the_wish_to_see_the_end(brake: Brake) -> None:
    async with app_with_minimax().run_test(size=(80, 24)) as pilot:
        at = Driver(pilot.app, pilot)  # type: ignore[arg-type]
        await at.sees("step 0/…")
        brake.slices = 1
        await at.until(lambda: at.explorer.session.record.steps > 10, "some steps")
        await at.press("end")
        await at.sees("its end is shown as soon as it is found")
        await at.press("home")
        await at.sees("step 0/…")
        brake.slices = 1_000
        await at.sees(f"step 0/{STEPS}")


async def test_what_takes_long_is_found_once_and_by_a_thread_that_nobody_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from treeexplorer.drawing.knowledge import Knowledge

    learners: list[threading.Thread] = []
    learn = Knowledge.learn

    def watched(knowledge: Knowledge) -> None:
        learners.append(threading.current_thread())
        learn(knowledge)

    monkeypatch.setattr(Knowledge, "learn", watched)
    app = ExplorerApp(Request(Source.of_text(TREE, "tree")), Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        at = Driver(app, pilot)
        await at.sees("step 0/")
        await at.press("end", "home", "end", "home", "end")
        await at.until(lambda: "═╤═" in at.text, "the double line of the principal variation")
        assert len(learners) == 1
        assert learners[0].daemon
