"""A counter-example is a value that makes a difference, by the definition of minimax."""

from __future__ import annotations

from hypothesis import given

from tests.engine.random_trees import cases
from tests.laws import examples
from treeexplorer.engine import Record, Rules, search
from treeexplorer.judging.counter_examples import counter_example
from treeexplorer.judging.questions import (
    UNDRAWN,
    Crossing,
    Task,
    judge_crossing,
    next_possible_cut,
)
from treeexplorer.tree import MAX_ROLE, GameTree, Number, from_nested


def tasks_of(record: Record) -> list[Task]:
    tasks: list[Task] = []
    step = 0
    while (task := next_possible_cut(record, step, record.steps)) is not None:
        tasks.append(task)
        step = task.at.number
    return tasks


def drawn(task: Task) -> list[int]:
    return [branch for branch in task.branches if branch != UNDRAWN]


def worth(tree: GameTree, node: int, changes: dict[int, Number]) -> Number:
    """Return a node's minimax value, recursively, where every move is drawn and none is chance."""
    if tree.is_leaf(node):
        value = changes.get(node, tree.leaf_value(node))
        assert value is not None
        return value
    best = max if tree.roles[node] == MAX_ROLE else min
    return best(worth(tree, child, changes) for child in tree.children(node))


@examples(150)
@given(cases())
def test_it_turns_leaves_that_were_not_read_and_changes_a_node_above(
    case: tuple[GameTree, Rules],
) -> None:
    record = search(*case)
    tree = record.tree
    is_plain = not (tree.has_chance or tree.elided or record.rules.depth)
    for task in tasks_of(record):
        found = counter_example(record, task, drawn(task))
        if found is None:
            continue
        read = {node for step, node, _ in record.readings() if step <= task.at.number}
        assert not read.intersection(found.leaves)
        for leaf in found.leaves:
            assert any(leaf in range(branch, tree.end[branch]) for branch in drawn(task))
        if is_plain:
            changes = dict.fromkeys(found.leaves, found.value)
            assert worth(tree, found.node, changes) == found.worth
        if found.node == task.at.node > 0:
            assert task.at.window is not None
            assert task.at.window[0] < found.worth < task.at.window[1]
            continue
        assert found.node in {*tree.ancestors(task.at.node), 0}
        if is_plain:
            assert worth(tree, found.node, {}) != found.worth


@examples(150)
@given(cases())
def test_at_a_cut_off_nothing_below_it_changes_the_root(case: tuple[GameTree, Rules]) -> None:
    record = search(*case)
    plain = Rules()
    if (record.rules.window, record.rules.range) != (plain.window, plain.range):
        return
    for task in tasks_of(record):
        if task.answers["cut"]:
            found = counter_example(record, task, drawn(task))
            assert found is None or 0 < found.node != task.at.node


@examples(60)
@given(cases())
def test_what_is_crossed_out_is_right_where_it_is_all_that_is_pruned(
    case: tuple[GameTree, Rules],
) -> None:
    for task in tasks_of(search(*case)):
        if task.answers["cut"]:
            assert judge_crossing(task, task.branches) is Crossing.RIGHT
            assert judge_crossing(task, ()) is Crossing.MISSED
            if len(task.branches) > 1:
                assert judge_crossing(task, task.branches[:1]) is Crossing.TOO_FEW
        else:
            assert judge_crossing(task, ()) is Crossing.RIGHT
            assert judge_crossing(task, task.branches[:1]) is Crossing.TOO_SOON


def test_every_branch_crossed_out_too_soon_has_one_where_all_is_drawn() -> None:
    for last in range(-3, 9):
        record = search(from_nested([[3, 5], [4, [2, 6], last], [7, [1, last]]]))
        for task in tasks_of(record):
            if not task.answers["cut"]:
                assert counter_example(record, task, drawn(task)) is not None
