"""What a frame costs: what is visible, whatever the size of the tree.

Times are processor time of this process, the best of several, and are compared with what a
smaller tree costs in the same run.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.icicle import Icicle
from treeexplorer.drawing.icicle_layout import lay_out_icicle
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Line, Look, Size
from treeexplorer.engine import Record, search
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.tree import from_nested

ROOM = Size(200, 60)
STEPS = 30
FRAME = 0.016
GROWTH = 3.0  # each row of the larger tree has ten nodes instead of four

Frame = Callable[[Snapshot], list[Line]]


def record_of(branching: int, depth: int) -> Record:
    chance = random.Random(3)

    def nested(depth: int) -> Any:
        return [nested(depth - 1) for _ in range(branching)] if depth else chance.randint(0, 999)

    return search(from_nested(nested(depth)))


def best_frame(record: Record, frame: Frame) -> float:
    """Return the median processor time of a frame over some steps, the best of three rounds."""
    rounds = []
    for _ in range(3):
        times = []
        for step in range(record.steps // 2, record.steps // 2 + STEPS):
            shown = snapshot(record, step)
            start = process_time()
            frame(shown)
            times.append(process_time() - start)
        rounds.append(sorted(times)[STEPS // 2])
    return min(rounds)


def frames_of(record: Record) -> dict[str, Frame]:
    tree = record.tree
    icicle = lay_out_icicle(tree, ROOM)
    return {
        "diagram": lambda step: draw_layout(arrange(tree, Look(), ROOM, choose_focus(step)), step),
        "icicle": lambda step: Icicle(icicle, step).lines(),
    }


@pytest.mark.benchmark(group="frames")
def test_a_frame_of_a_million_nodes_costs_what_one_of_five_thousand_does(
    benchmark: Any,
) -> None:
    small, large = record_of(4, 6), record_of(10, 6)
    assert len(large.tree) > 1_000_000
    few, many = frames_of(small), frames_of(large)
    found = {name: (best_frame(small, few[name]), best_frame(large, many[name])) for name in few}
    for name, (before, after) in found.items():
        print(f"{name:14} {before * 1000:6.2f} ms  {after * 1000:6.2f} ms")
        assert after < FRAME
        assert after < GROWTH * before + 0.001
    step = snapshot(large, large.steps // 2)
    benchmark(many["diagram"], step)


@pytest.mark.benchmark(group="layouts")
def test_a_million_nodes_are_laid_out_within_a_second(benchmark: Any) -> None:
    tree = record_of(10, 6).tree
    start = process_time()
    layout = benchmark.pedantic(arrange, args=(tree,), rounds=1)
    assert process_time() - start < 1
    assert len(layout.items) < 1_000
