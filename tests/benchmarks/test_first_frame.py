"""How soon something is seen: the first frame beside that of an empty Textual app.

Run by hand: ``python -m pytest tests/benchmarks/test_first_frame.py --benchmark-only``. The
programs run in pseudo-terminals in turn; the ratios stand in the extra information.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.stopwatch import Stopwatch
from tests.benchmarks.uniform_trees import bare

ROUNDS = 9
EMPTY = "tests.benchmarks.empty_app"
PROGRAM = "treeexplorer"
EXAMPLE = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a uniform tree of a million leaves."""
    file = tmp_path_factory.mktemp("large") / "million.tree"
    file.write_text(bare(10, 1_000_000), encoding="utf-8")
    return file


def fastest_in_turn(
    benchmark: Any, ours: Callable[[], float], theirs: Callable[[], float]
) -> float:
    """Return how many times as long our fastest round takes as theirs, after one to warm up."""
    ours()
    mine, other = [], []
    for _ in range(ROUNDS):
        other.append(theirs())
        mine.append(ours())
    benchmark.pedantic(ours, rounds=1)
    ratio = min(mine) / min(other)
    benchmark.extra_info["times an empty app"] = round(ratio, 2)
    return ratio


def seconds_to_first_frame(module: str, arguments: list[str], folder: Path) -> float:
    with Stopwatch(module, *arguments, settings=folder) as stopwatch:
        return stopwatch.first_frame()


@pytest.mark.parametrize("opened", ["a file", "a million leaves", "the gallery"])
def test_the_first_frame_comes_nearly_as_soon_as_that_of_an_empty_app(
    benchmark: Any, opened: str, million: Path, tmp_path: Path
) -> None:
    arguments = {
        "a file": [str(EXAMPLE)],
        "a million leaves": [str(million)],
        "the gallery": [],
    }[opened]
    ratio = fastest_in_turn(
        benchmark,
        lambda: seconds_to_first_frame(PROGRAM, arguments, tmp_path),
        lambda: seconds_to_first_frame(EMPTY, [], tmp_path),
    )
    assert ratio <= (1.4 if opened == "the gallery" else 1.2)


def test_a_small_tree_stands_there_before_an_empty_app_could_start_three_times(
    benchmark: Any, tmp_path: Path
) -> None:
    def until_the_tree_is_seen() -> float:
        with Stopwatch(PROGRAM, str(EXAMPLE), settings=tmp_path) as stopwatch:
            return stopwatch.until("/15")

    ratio = fastest_in_turn(
        benchmark, until_the_tree_is_seen, lambda: seconds_to_first_frame(EMPTY, [], tmp_path)
    )
    assert ratio <= 3
