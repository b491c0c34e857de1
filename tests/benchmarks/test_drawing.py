"""How fast large trees are placed and painted, as ratios against a peer in the same run."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from textual.app import App, ComposeResult
from textual.widgets import Tree

from tests.benchmarks.uniform_trees import bare
from treeexplorer.drawing.diagram import DiagramPainter
from treeexplorer.drawing.knowledge import Knowledge
from treeexplorer.drawing.layout import Layout, lay_out
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import Viewport
from treeexplorer.engine import Record, search
from treeexplorer.notation import parse
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.tree import GameTree

SCREEN = (200, 60)


def uniform_tree(branching: int, depth: int) -> GameTree:
    """Return a uniform tree."""
    return parse(bare(branching, branching**depth))


def seconds(work: Callable[[], Any]) -> float:
    """Return how long some work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def frame(layout: Layout, record: Record, knowledge: Knowledge, step: int) -> None:
    """Paint what a screen shows of a step."""
    moment = Moment(record, step, knowledge)
    column, line = layout.place(moment.current or 0)
    width, height = SCREEN
    left, top = max(0, column - width // 2), max(0, line - height // 2)
    DiagramPainter(layout, moment).paint(Viewport(left, top, width, height))


def frame_time(tree: GameTree) -> float:
    """Return the median time of a frame over steps from everywhere in a search."""
    layout, record = lay_out(tree), search(tree)
    knowledge = Knowledge(record)
    frame(layout, record, knowledge, record.steps - 1)
    steps = range(1, record.steps, max(1, record.steps // 40))
    return median(seconds(partial(frame, layout, record, knowledge, step)) for step in steps)


class OursApp(App[None]):
    """Shows a tree in the canvas."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        self.record = search(tree)

    def compose(self) -> ComposeResult:
        yield TreeCanvas()

    def on_mount(self) -> None:
        self.query_one(TreeCanvas).show(self.record, 1)

    def is_shown(self) -> bool:
        canvas = self.query_one(TreeCanvas)
        return any("◀" in canvas.render_line(y).text for y in range(canvas.sight.height))


class TheirsApp(App[None]):
    """Shows the same nodes in Textual's own tree."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        self.tree_to_show = tree

    def compose(self) -> ComposeResult:
        yield Tree("root")

    def on_mount(self) -> None:
        shown, tree = self.query_one(Tree), self.tree_to_show
        shown.root.expand()
        nodes = [shown.root]
        for node in range(1, len(tree)):
            parent = nodes[tree.parent[node]]
            if tree.is_leaf(node):
                nodes.append(parent.add_leaf(str(tree.leaf_value(node))))
            else:
                nodes.append(parent.add("▲", expand=True))

    def is_shown(self) -> bool:
        return self.query_one(Tree).last_line >= 0


def until_shown(app: OursApp | TheirsApp) -> None:
    """Run an app until its tree is on the screen."""

    async def run() -> None:
        async with app.run_test(size=SCREEN) as pilot:
            while not app.is_shown():
                await pilot.pause(0.001)

    asyncio.run(run())


def memory(work: Callable[[], Any]) -> int:
    """Return how many bytes some work holds at its end, at most."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_a_frame_of_a_million_nodes_takes_at_most_twice_that_of_ten_thousand(
    benchmark: Any,
) -> None:
    small = frame_time(uniform_tree(10, 4))
    large = benchmark.pedantic(frame_time, (uniform_tree(10, 6),), rounds=1)
    benchmark.extra_info.update(small=small, large=large, ratio=large / small)
    assert large < 2 * small


def test_a_tree_opens_ten_times_faster_than_in_textuals_tree(benchmark: Any) -> None:
    tree = uniform_tree(10, 5)
    empty = seconds(lambda: until_shown(OursApp(uniform_tree(2, 1))))
    theirs = seconds(lambda: until_shown(TheirsApp(tree))) - empty
    ours = benchmark.pedantic(lambda: seconds(lambda: until_shown(OursApp(tree))), rounds=1)
    ours = max(ours - empty, 0.001)
    benchmark.extra_info.update(ours=ours, theirs=theirs, ratio=theirs / ours)
    assert theirs > 10 * ours


def test_a_tree_takes_an_eighth_of_the_memory_it_takes_in_textuals_tree(benchmark: Any) -> None:
    tree = uniform_tree(10, 4)
    theirs = memory(lambda: until_shown(TheirsApp(tree)))
    ours = benchmark.pedantic(lambda: memory(lambda: until_shown(OursApp(tree))), rounds=1)
    empty = memory(lambda: until_shown(OursApp(uniform_tree(2, 1))))
    ours, theirs = max(ours - empty, 1), theirs - empty
    benchmark.extra_info.update(ours=ours, theirs=theirs, ratio=theirs / ours)
    assert theirs > 8 * ours
