"""How long from a key to the screen, beside an app that only counts key presses.

Run by hand: ``python -m pytest -n 0 tests/benchmarks/test_keys.py --benchmark-only``. Both programs
run in pseudo-terminals and are given every key in turn. What they compute for a key is compared;
how long it takes until the frame is there stands in the extra information, for a quiet machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.stopwatch import WHEEL_DOWN, WHEEL_UP, Stopwatch, answers
from tests.benchmarks.uniform_trees import bare

PROGRAM = "treeexplorer"
COUNTER = "tests.benchmarks.counting_app"
KEYS = {"step": [b"n"], "cursor": [b"\x1b[A", b"\x1b[B"], "scroll": [WHEEL_DOWN, WHEEL_UP]}
BEFORE = {"step": [b" "], "cursor": [b"i", *[b"\x1b[B"] * 4], "scroll": [b"t"]}
MOST = 6.0
"""Times the counting app, at 200 × 60 on a million leaves."""


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_on_a_million_leaves_is_answered_nearly_as_soon_as_it_can_be_counted(
    benchmark: Any, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "uniform.tree"
    file.write_text(bare(10, 1_000_000), encoding="utf-8")
    size = (200, 60)
    with (
        Stopwatch(COUNTER, size=size) as counter,
        Stopwatch(PROGRAM, str(file), size=size, settings=tmp_path) as ours,
    ):
        counter.first_frame()
        ours.until("step ")
        counter.settle()
        ours.settle(3.0)
        for key in BEFORE[kind]:
            ours.press(key)
        times = benchmark.pedantic(answers, ([counter, ours], KEYS[kind], 30), rounds=1)
    (theirs, their_frame), (mine, frame) = times
    benchmark.extra_info.update(counter=theirs, explorer=mine, ratio=mine / theirs)
    benchmark.extra_info.update(until_counted=their_frame, until_seen=frame)
    assert mine <= MOST * theirs


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_costs_hardly_more_on_a_hundred_times_as_many_nodes(
    benchmark: Any, tmp_path: Path, kind: str
) -> None:
    small, large = tmp_path / "small.tree", tmp_path / "large.tree"
    small.write_text(bare(10, 10_000), encoding="utf-8")
    large.write_text(bare(10, 1_000_000), encoding="utf-8")
    size = (200, 60)
    with (
        Stopwatch(PROGRAM, str(small), size=size, settings=tmp_path) as one,
        Stopwatch(PROGRAM, str(large), size=size, settings=tmp_path) as other,
    ):
        for stopwatch in (one, other):
            stopwatch.until("step ")
            stopwatch.settle(3.0)
            for key in BEFORE[kind]:
                stopwatch.press(key)
        times = benchmark.pedantic(answers, ([one, other], KEYS[kind], 30), rounds=1)
    (on_small, _), (on_large, _) = times
    benchmark.extra_info.update(small=on_small, large=on_large, ratio=on_large / on_small)
    assert on_large <= 1.5 * on_small
