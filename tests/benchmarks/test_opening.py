"""Opening large trees: beside Textual's tree widget, and how soon one is rid of them again.

Run by hand: ``python -m pytest tests/benchmarks/test_opening.py --benchmark-only``. Both programs
run in pseudo-terminals; the ratios stand in the extra information.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.stopwatch import Stopwatch
from tests.benchmarks.uniform_trees import bare, decorated
from treeexplorer.notation import parse_all

PROGRAM = "treeexplorer"
COUNTER = "tests.benchmarks.counting_app"
WIDGET = "tests.benchmarks.tree_app"


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a uniform tree of a million leaves."""
    file = tmp_path_factory.mktemp("large") / "million.tree"
    file.write_text(bare(10, 1_000_000), encoding="utf-8")
    return file


def test_a_million_leaves_open_ten_times_as_fast_as_in_a_widget_and_in_an_eighth_of_the_memory(
    benchmark: Any, million: Path, tmp_path: Path
) -> None:
    with Stopwatch(COUNTER) as counter:
        empty = counter.first_frame()
        bare_memory = counter.memory()
    with Stopwatch(WIDGET, str(million)) as widget:
        theirs = widget.until("opened")
        widget.settle()
        their_memory = widget.memory()
    with Stopwatch(PROGRAM, str(million), settings=tmp_path) as ours:
        mine = benchmark.pedantic(ours.until, ("step 0/",), rounds=1)
        ours.settle()
        my_memory = ours.memory()
    times = (theirs - empty) / (mine - empty)
    memory = (their_memory - bare_memory) / (my_memory - bare_memory)
    benchmark.extra_info.update(
        seconds=(mine, theirs), megabytes=(my_memory / 1e6, their_memory / 1e6)
    )
    benchmark.extra_info.update(times_as_fast=times, times_the_memory=memory)
    assert times >= 10
    assert memory >= 8


def seconds_to_leave(module: str, arguments: list[str], text: str, folder: Path) -> float:
    """Return how long a program takes to end after ``ctrl+c``, pressed when it shows a text."""
    with Stopwatch(module, *arguments, settings=folder) as stopwatch:
        stopwatch.until(text)
        return stopwatch.leave(b"\x03")


def test_leaving_while_a_file_is_read_takes_as_long_as_leaving_at_any_time(
    benchmark: Any, tmp_path: Path
) -> None:
    file = tmp_path / "large.tree"
    file.write_text(decorated(10, 1_000_000), encoding="utf-8")
    small = tmp_path / "small.tree"
    small.write_text("[[3 12] [2 4]]\n", encoding="utf-8")
    reading, idle = [], []

    def in_turn() -> None:
        reading.append(seconds_to_leave(PROGRAM, [str(file)], "reading 13.0 MB", tmp_path))
        idle.append(seconds_to_leave(PROGRAM, [str(small)], "step 0/", tmp_path))

    benchmark.pedantic(in_turn, rounds=5)
    ratio = median(reading) / median(idle)
    benchmark.extra_info.update(reading=median(reading), idle=median(idle), ratio=ratio)
    assert ratio <= 1.5


@pytest.mark.parametrize("make", [bare, decorated])
def test_telling_how_far_reading_has_come_costs_nothing_to_speak_of(
    benchmark: Any, make: Any
) -> None:
    text = make(10, 100_000)
    told: list[int] = []
    silent: list[float] = []
    telling: list[float] = []

    def in_turn() -> None:
        for times, report in ((silent, lambda _: None), (telling, told.append)):
            began = time.perf_counter()
            parse_all(text, report=report)
            times.append(time.perf_counter() - began)

    benchmark.pedantic(in_turn, rounds=9, warmup_rounds=1)
    ratio = min(telling) / min(silent)
    benchmark.extra_info.update(ratio=ratio, reports=len(told) / len(telling))
    assert ratio <= 1.1
