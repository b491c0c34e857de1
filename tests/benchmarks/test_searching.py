"""How fast searches are recorded and looked up, as ratios against peers in the same run.

Every comparison runs both sides in turn several times and takes the best of each, so that what
else the machine does falls on both.
"""

from __future__ import annotations

import gc
import inspect
import json
import random
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.in_turn import best_of, processor_seconds, shortest
from treeexplorer.engine import Record, Rules, analysis_of, search
from treeexplorer.engine.algorithms import begin_in_order
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.tree import GameTree, from_nested

INF = float("inf")


def nested(branching: int, depth: int, values: Callable[[], int]) -> Any:
    if depth == 0:
        return values()
    return [nested(branching, depth - 1, values) for _ in range(branching)]


def random_tree(branching: int, depth: int) -> Any:
    chance = random.Random(1)
    return nested(branching, depth, lambda: chance.randint(0, 10**6))


def worst_ordered(branching: int, depth: int) -> Any:
    """Return nested lists in which alpha-beta reads every leaf: each first move is the worst."""

    def build(depth: int, low: float, high: float, *, at_max: bool) -> Any:
        if depth == 0:
            return (low + high) / 2
        width = (high - low) / branching
        parts = [(low + i * width, low + (i + 1) * width) for i in range(branching)]
        if not at_max:
            parts.reverse()
        return [build(depth - 1, a, b, at_max=not at_max) for a, b in parts]

    return build(depth, 0.0, 1.0, at_max=True)


def textbook(node: Any, alpha: float, beta: float, maximizing: bool) -> Any:
    """Alpha-beta as courses write it, recursive, on nested lists, recording nothing."""
    if not isinstance(node, list):
        return node
    if maximizing:
        v = -INF
        for child in node:
            v = max(v, textbook(child, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    v = INF
    for child in node:
        v = min(v, textbook(child, alpha, beta, True))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def without_recording(ordered: OrderedTree) -> float:
    """Alpha-beta with explicit frames on the same flat lists, recording nothing."""
    end, values, roles = ordered.end, ordered.values, ordered.roles
    stack: list[Any] = []
    child, stop, at_max, v, alpha, beta = 0, 1, True, -INF, -INF, INF
    while True:
        x: Any = values[child]
        if x is None:
            stack.append((child, stop, at_max, v, alpha, beta))
            stop, at_max = end[child], roles[child] == 1
            child += 1
            v = -INF if at_max else INF
            continue
        while stack:
            if at_max:
                if x > v:
                    v = x
                    alpha = max(alpha, v)
            elif x < v:
                v = x
                beta = min(beta, v)
            child = end[child]
            if child < stop and alpha < beta:
                break
            x = v
            child, stop, at_max, v, alpha, beta = stack.pop()
        else:
            return float(x)


def recorded(ordered: OrderedTree, rules: Rules) -> Record:
    record, progress = begin_in_order(ordered, rules)
    for _ in progress:
        pass
    return record


TREES = {
    "random-10-6": lambda: random_tree(10, 6),
    "random-2-19": lambda: random_tree(2, 19),
    "worst-10-5": lambda: worst_ordered(10, 5),
    "worst-2-16": lambda: worst_ordered(2, 16),
}


@pytest.mark.parametrize("name", TREES)
def test_recording_is_no_slower_than_the_textbook_without(name: str, benchmark: Any) -> None:
    lists = TREES[name]()
    rules = Rules()
    ordered = OrderedTree(from_nested(lists), rules)
    record = recorded(ordered, rules)
    assert record.root_value == textbook(lists, -INF, INF, True) == without_recording(ordered)
    ours, theirs, silent = best_of(
        3,
        lambda: recorded(ordered, rules),
        lambda: textbook(lists, -INF, INF, True),
        lambda: without_recording(ordered),
    )
    benchmark.extra_info.update(
        visited=record.visited, of_textbook=ours / theirs, of_silent_loop=ours / silent
    )
    benchmark.pedantic(lambda: recorded(ordered, rules), rounds=1)
    assert ours <= theirs * 1.05


def test_a_record_takes_at_most_16_bytes_a_visited_node(benchmark: Any) -> None:
    ordered = OrderedTree(from_nested(worst_ordered(10, 5)), Rules())
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    record = recorded(ordered, Rules())
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    benchmark.extra_info["bytes_a_node"] = taken / record.visited
    benchmark.pedantic(lambda: recorded(ordered, Rules()), rounds=1)
    assert taken / record.visited <= 16


def states(record: Record, nodes: list[int], step: int) -> None:
    for node in nodes:
        record.status(node, step)


def replayed(record: Record, step: int) -> dict[int, Any]:
    """Return the state of every node after replaying the steps one by one."""
    seen: dict[int, Any] = {}
    for number in range(1, step + 1):
        at = record.step(number)
        seen[at.node] = (at.v, at.window)
    return seen


def test_a_jump_costs_a_fraction_of_a_replay_and_the_same_everywhere(benchmark: Any) -> None:
    tree: GameTree = from_nested(random_tree(10, 6))
    record = search(tree)
    chance = random.Random(1)
    nodes = [record.node(chance.randrange(len(record.nodes))) for _ in range(200)]
    last = record.steps - 1
    states(record, nodes, last)
    early, late, replay = best_of(
        5,
        lambda: states(record, nodes, last // 1000),
        lambda: states(record, nodes, last),
        lambda: replayed(record, last) if last < 50_000 else replayed(record, 50_000),
    )
    benchmark.extra_info.update(
        jump_ms=late * 1e3, of_replay=late / replay, late_to_early=late / early
    )
    benchmark.pedantic(lambda: states(record, nodes, last), rounds=3)
    assert late * 20 <= replay
    assert late <= early * 4


def test_deriving_everything_takes_a_few_times_the_textbook(benchmark: Any) -> None:
    """Columns, intervals, cut-offs with witnesses, best move, ties and line of 56,000 calls."""
    lists = TREES["random-10-6"]()
    ordered = OrderedTree(from_nested(lists), Rules())

    def derived() -> None:
        record = recorded(ordered, Rules())
        found = analysis_of(record)
        assert found.cut_offs
        assert found.line[1] == found.moves(0).best

    gc.freeze()  # the nested lists of the peer are not ours to be counted again and again
    ours, theirs = best_of(5, derived, lambda: textbook(lists, -INF, INF, True))
    gc.unfreeze()
    benchmark.extra_info["of_textbook"] = ours / theirs
    benchmark.pedantic(derived, rounds=1)
    assert ours <= theirs * 25


def test_solve_takes_six_times_the_textbook_and_its_json_eight_times(
    tmp_path: Path, benchmark: Any
) -> None:
    """Whole processes on 1.1 million nodes, in turn."""
    file = tmp_path / "random.tree"
    file.write_text(json.dumps(random_tree(10, 6)), encoding="utf-8")
    peer = inspect.getsource(textbook) + (
        "import json, sys\nprint(textbook(json.load(open(sys.argv[1])), -INF, INF, True))\n"
    )
    peer = "Any = object\nINF = float('inf')\n" + peer
    solve = "import sys; from treeexplorer.cli import main; main(['solve', *sys.argv[1:]])"
    seconds = partial(processor_seconds, tmp_path / "compiled")
    text, rows, theirs = shortest(
        6,
        partial(seconds, solve, str(file)),
        partial(seconds, solve, "--json", str(file)),
        partial(seconds, peer, str(file)),
    )
    benchmark.extra_info.update(of_peer=text / theirs, rows_of_peer=rows / theirs)
    benchmark.pedantic(lambda: None, rounds=1)
    assert text <= theirs * 6
    assert rows <= theirs * 8
