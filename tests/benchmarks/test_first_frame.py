"""How soon something is seen, beside the first frame of an empty Textual app.

Run by hand on a quiet machine: ``python -m pytest -n 0 tests/benchmarks/test_first_frame.py
--benchmark-only``. The programs run in pseudo-terminals; the ratios stand in the extra information.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.in_turn import shortest
from tests.benchmarks.stopwatch import Stopwatch
from tests.benchmarks.uniform_trees import bare

ROUNDS = 9
MOST = 1.6
EMPTY = "tests.benchmarks.empty_app"
PROGRAM = "treeexplorer"
EXAMPLE = Path(__file__).parents[2] / "examples" / "1-first-steps" / "6-8-1-5-6.tree"


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a uniform tree of a million leaves."""
    file = tmp_path_factory.mktemp("large") / "million.tree"
    file.write_text(bare(10, 1_000_000), encoding="utf-8")
    return file


def times_an_empty_app(benchmark: Any, arguments: list[str], text: str, folder: Path) -> float:
    """Return how many times as long as an empty app we take to a text, the fastest of each.

    After a round to warm up the programs run in turn, so that whatever else the machine does meets
    both of them alike.
    """

    def ours() -> float:
        with Stopwatch(PROGRAM, *arguments, settings=folder) as stopwatch:
            return stopwatch.until(text)

    def theirs() -> float:
        with Stopwatch(EMPTY, settings=folder) as stopwatch:
            return stopwatch.first_frame()

    ours()
    mine, other = shortest(ROUNDS, ours, theirs)
    benchmark.pedantic(ours, rounds=1)
    ratio = mine / other
    benchmark.extra_info["times an empty app"] = round(ratio, 2)
    return ratio


@pytest.mark.parametrize(
    ("opened", "text"),
    [("a file", "/15"), ("a million leaves", "reading"), ("the gallery", "First steps")],
)
def test_what_is_opened_is_seen_nearly_as_soon_as_an_empty_app(
    benchmark: Any, opened: str, text: str, million: Path, tmp_path: Path
) -> None:
    arguments = {
        "a file": [str(EXAMPLE)],
        "a million leaves": [str(million)],
        "the gallery": [],
    }[opened]
    assert times_an_empty_app(benchmark, arguments, text, tmp_path) <= MOST


def test_a_million_leaves_are_drawn_within_three_seconds(
    benchmark: Any, million: Path, tmp_path: Path
) -> None:
    def until_the_tree_is_seen() -> float:
        with Stopwatch(PROGRAM, str(million), settings=tmp_path) as stopwatch:
            return stopwatch.until("step ")

    until_the_tree_is_seen()
    seconds: float = benchmark.pedantic(until_the_tree_is_seen, rounds=1)
    assert seconds <= 3
