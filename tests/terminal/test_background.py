"""Work in threads tells how far it has come, in order, and ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.terminal.background import GivenUpError, Progress, in_background


@examples(60)
@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 100), st.lists(st.integers(0, 300), max_size=5)),
        max_size=6,
    )
)
def test_the_share_that_is_done_never_goes_back_and_never_passes_the_end(
    stages: list[tuple[float, int, list[int]]],
) -> None:
    progress = Progress()
    seen = [progress.share]
    for end, size, reports in stages:
        progress.begin("something", end, size)
        seen.append(progress.share)
        for done in reports:
            progress.report(done)
            seen.append(progress.share)
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] <= 1


def test_a_stage_fills_its_part_of_the_whole() -> None:
    progress = Progress()
    progress.begin("reading", 0.5, 10)
    progress.report(5)
    assert progress.share == 0.25
    progress.begin("placing", 1.0, 4)
    assert (progress.stage, progress.share) == ("placing", 0.5)
    progress.report(4)
    assert progress.share == 1


def test_work_that_is_given_up_ends_at_its_next_report() -> None:
    progress = Progress()
    progress.begin("reading", 1.0, 10)
    progress.is_given_up = True
    with pytest.raises(GivenUpError):
        progress.report(1)
    with pytest.raises(GivenUpError):
        progress.begin("placing", 1.0)


def test_no_handler_of_mistakes_takes_giving_up_for_one() -> None:
    assert not issubclass(GivenUpError, Exception)


async def test_a_thread_hands_over_what_it_returns_and_what_it_raises() -> None:
    assert await in_background(lambda: 6 * 7) == 42
    with pytest.raises(ZeroDivisionError):
        await in_background(lambda: 1 // 0)


async def test_turns_are_short_as_long_as_any_thread_works() -> None:
    usual = sys.getswitchinterval()
    may_end = threading.Event()
    long = asyncio.ensure_future(in_background(lambda: may_end.wait(20)))
    await in_background(lambda: None)
    assert sys.getswitchinterval() < usual
    may_end.set()
    await long
    assert sys.getswitchinterval() == usual
