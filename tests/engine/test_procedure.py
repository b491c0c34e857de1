"""The plain procedure agrees with the fast loop, and each misconception with what it says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import pytest

from tests.engine.random_records import any_search
from tests.laws import batches
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, analysis_of, search
from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import AT_CHANCE_NODES, AT_ONE_NODE, MISCONCEPTIONS
from treeexplorer.engine.procedure import ProcedureRun, run_procedure
from treeexplorer.rules import AlgorithmName
from treeexplorer.tree import CHANCE_ROLE, GameTree, Number

BATCH = 300
ONCE: Final[tuple[AlgorithmName, ...]] = (*("alphabeta",) * 3, "minimax", "negamax", "expectimax")


def run_of(text: str, name: str = "", at: str | None = None, **rules: Any) -> ProcedureRun:
    tree = tree_of(text)
    stated = Rules(levels=tree.levels, **rules)
    hooks = MISCONCEPTIONS[name].hooks(stated) if name else None
    node = None if at is None else tree.find(at)
    return run_procedure(in_search_order(tree, stated), stated, hooks, only_at=node)


def leaves(text: str, name: str = "", at: str | None = None, **rules: Any) -> list[object]:
    tree = tree_of(text)
    return [tree.leaf_value(node) for node in run_of(text, name, at, **rules).leaves]


def check(game: GameTree, rules: Rules, record: Record) -> None:
    run = run_procedure(in_search_order(game, rules), rules)
    assert run.value == record.root_value
    assert run.waits_for == record.waits_for
    visited = list(map(record.node, range(len(record.nodes))))
    assert list(run.entries) == visited + [run.waits_for] * (run.waits_for is not None)
    for call, node in enumerate(visited):
        assert run.entries[node] == record.entry_window(call)
        if record.value(call) is not None:
            assert run.returned[node] == record.value(call)
        at_chance = record.tree.roles[node] == CHANCE_ROLE
        if record.complete and not record.is_leaf_call(call) and not at_chance:
            left = min(record.returned_at(call), record.steps)
            assert run.exits[node] == record.narrow_window_of_call(call, record.v_at(call, left))
    cuts = analysis_of(record).cut_offs
    assert run.stopped == {cut.node: cut.after for cut in cuts}
    assert run.skipped == {node for cut in cuts for node in cut.skipped}
    assert run.leaves == [node for _, node, _ in record.readings()]


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_the_plain_procedure_does_what_the_fast_loop_does(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed, ONCE[seed % len(ONCE)])
        check(game, rules, search(game, rules))


AIMA = "[B:[3 12 8] C:[2 4 6] D:[14 5 2]]"


@pytest.mark.parametrize(
    ("name", "value", "leaves_read"),
    [
        ("minimax", 3, [3, 12, 8, 2, 4, 6, 14, 5, 2]),
        ("min-takes-largest", 14, [3, 12, 8, 2, 14, 5, 2]),
        ("max-takes-smallest", 2, [3, 12, 8, 2, 14, 5, 2]),
        ("players-exchanged", 6, [3, 12, 8, 2, 4, 6, 14]),
        ("from-the-right", 3, [2, 5, 14, 6, 4, 2, 8, 12, 3]),
        ("wrong-side-of-equality", 3, [3, 12, 8, 2, 14, 5, 2]),
        ("alpha-not-handed-down", 3, [3, 12, 8, 2, 4, 6, 14, 5, 2]),
        ("ply-skipped", 14, [3, 12, 8, 2, 4, 6, 14, 5, 2]),
    ],
)
def test_what_a_misconception_makes_of_a_tree(
    name: str, value: int, leaves_read: list[int]
) -> None:
    assert run_of(AIMA, name).value == value
    assert leaves(AIMA, name) == leaves_read


def test_a_misconception_at_one_node_leaves_the_others_as_they_are() -> None:
    run = run_of(AIMA, "min-takes-largest", "B")
    assert (run.value, run.returned[1], run.stopped) == (12, 12, {5: 6, 9: 11})
    assert run_of(AIMA, "min-takes-largest", "D").value == 14


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("chance-as-min", "chance[0.25*2 0.75*8]", 2),
        ("chance-as-max", "chance[0.25*2 0.75*8]", 8),
        ("chance-as-sum", "chance[0.25*2 0.75*8]", 10),
        ("chance-unweighted", "chance[0.25*2 0.75*8]", 5),
        ("player-never-changes", "chance[[2 4] 6]", Fraction(9, 2)),  # [2 4], too, by chance
    ],
)
def test_what_is_made_of_a_chance_node(name: str, text: str, value: Number) -> None:
    assert run_of(text, name).value == value


def test_a_test_that_holds_after_the_last_child_crosses_it_out() -> None:
    plain, crossed = run_of("[3 [4 2]]"), run_of("[3 [4 2]]", "cuts-after-the-last")
    assert (plain.skipped, crossed.skipped) == (set(), {4})
    assert plain.entries == crossed.entries


def test_the_lists_say_where_a_misconception_can_be() -> None:
    assert set(AT_CHANCE_NODES) <= set(AT_ONE_NODE) <= set(MISCONCEPTIONS.values())
    assert len({row.words for row in MISCONCEPTIONS.values()}) == len(MISCONCEPTIONS)
