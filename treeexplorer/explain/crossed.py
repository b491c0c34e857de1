"""What is asked at a possible cut-off, and what is said of the branches that were crossed out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from treeexplorer.engine import Record, analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.phrases import branch_list
from treeexplorer.explain.sentence import Argument, End, ItemList, Node, Phrase, Sentence
from treeexplorer.judging.choices import Choice, choice_of
from treeexplorer.judging.counter_examples import CounterExample, counter_example
from treeexplorer.judging.questions import UNDRAWN, Crossing, Task, judge_crossing
from treeexplorer.tree import GameTree, Number, Window

_MAX_NAMED_LEAVES: Final = 3


def ask_about_branches_left(record: Record, task: Task) -> Phrase:
    """Return the question at a possible cut-off: ``Is anything left in ▽B worth reading?``."""
    node = Node(record.tree, task.at.node)
    return Phrase("Is anything left in {node} worth reading?", node=node)


def list_branches_of_task(record: Record, task: Task, branches: Collection[int]) -> ItemList:
    """List some of a task's branches by name, the undrawn ones as ``...``."""
    drawn_branches = [
        branch for branch in task.branches if branch in branches and branch != UNDRAWN
    ]
    node_with_undrawn_children = task.at.node if UNDRAWN in branches else None
    return branch_list(record, drawn_branches, node_with_undrawn_children)


def remark_on_crossing(record: Record, task: Task, crossed: Collection[int]) -> Phrase:
    """Say whether the right branches were crossed out at a possible cut-off; refute a mistake.

    ``12 could be 0; then ▲root is 0.`` of a branch that was crossed out too soon; ``Make 4 −9 or
    99: ▲root has 3 either way.`` of a cut-off that was missed.

    Args:
        record: The search.
        task: The step, with the branches that are left there.
        crossed: Those of the branches that were crossed out.
    """
    match judge_crossing(task, crossed):
        case Crossing.RIGHT:
            return Sentence("Right")
        case Crossing.TOO_FEW:
            missing = list_branches_of_task(record, task, {*task.branches} - {*crossed})
            return Sentence("Right, and {branches}, too", branches=missing)
        case Crossing.MISSED:
            return _refute_missed_cut_off(record, task)
        case Crossing.TOO_SOON:
            return _refute_crossing_too_soon(record, task, crossed)


def _refute_crossing_too_soon(record: Record, task: Task, crossed: Collection[int]) -> Phrase:
    """Show with another leaf value that a branch was crossed out too soon, since it can matter.

    - ``12 could be 0; then ▲root is 0``: another value of a leaf in the branch changes what the
      root is worth, or another ancestor of the node at which one crossed out.
    - ``12 could be 4; then ▽B is 4, between α 3 and β 9``: it changes only what that node is worth,
      to a number inside its window.
    - ``3 ≥ 8 is false, so what is left in ▽B can still matter``: no such value is found.
    """
    drawn_branches = [branch for branch in crossed if branch != UNDRAWN]
    example = counter_example(record, task, drawn_branches)
    if example is None:
        return _describe_failed_test(record, task)

    is_about_ancestor = example.node != task.at.node
    if is_about_ancestor or record.tree.is_root(example.node) or task.at.window is None:
        return _describe_changed_worth(record, example)
    return _describe_worth_within_window(record, example, task.at.window)


def _describe_failed_test(record: Record, task: Task) -> Sentence:
    """Say that the test fails: ``3 ≥ 8 is false, so what is left in ▽B can still matter``."""
    test = present(task.test)
    return Sentence(
        "{left} {sign} {right} is false, so what is left in {node} can still matter",
        left=End("α", test.left),
        sign=test.sign,
        right=End("β", test.right),
        node=Node(record.tree, task.at.node),
    )


def _describe_changed_worth(record: Record, example: CounterExample) -> Sentence:
    """Say what a node is worth with another leaf value: ``12 could be 0; then ▲root is 0``."""
    return Sentence(
        "{leaves} could be {value}; then {node} is {worth}",
        leaves=_name_leaves(record.tree, example.leaves),
        value=example.value,
        node=Node(record.tree, example.node),
        worth=example.worth,
    )


def _describe_worth_within_window(
    record: Record, example: CounterExample, window: Window
) -> Sentence:
    """Say that with another leaf value a node's worth lies inside its window, so that it matters.

    For example ``12 could be 4; then ▽B is 4, between α 3 and β 9``.
    """
    alpha, beta = window
    return Sentence(
        "{leaves} could be {value}; then {node} is {worth}, between {left} and {right}",
        leaves=_name_leaves(record.tree, example.leaves),
        value=example.value,
        node=Node(record.tree, example.node),
        worth=example.worth,
        left=End("α", alpha),
        right=End("β", beta),
    )


def _refute_missed_cut_off(record: Record, task: Task) -> Phrase:
    """Show to a person who missed a cut-off that what is left in the node changes nothing above.

    ``Make 4 −9 or 99: ▲root has 3 either way.`` That names two values of the pruned leaves, if an
    ancestor has the bound of the cut-off and there are such leaves; else no example is given.
    """
    cut = analysis_of(record).cut_off(present(task.at.child_call))
    choice = choice_of(record, cut)
    has_ancestor_with_bound = cut.source == "witness"
    tried_values = _collect_tried_leaf_values(choice)
    if not has_ancestor_with_bound or not tried_values:
        return Sentence(
            "Whatever is left in {node}, it cannot matter any more",
            node=Node(record.tree, task.at.node),
        )
    return _describe_unchanged_ancestor(record, choice, tried_values)


def _collect_tried_leaf_values(choice: Choice) -> list[Number]:
    """Collect the values that are tried for the pruned leaves, except those that they have.

    There are none if only moves that are not drawn are pruned.
    """
    if not choice.leaves:
        return []
    return [tried.leaves[0] for tried in choice.tried if not tried.is_own]


def _describe_unchanged_ancestor(
    record: Record, choice: Choice, tried_values: Sequence[Number]
) -> Sentence:
    """Say that an ancestor keeps its number whatever the pruned leaves are.

    For example ``Make 4 −9 or 99: ▲root has 3 either way``, with the lowest and the highest of the
    values that were tried for the leaves.
    """
    return Sentence(
        "Make {leaves} {low} or {high}: {chooser} has {value} either way",
        leaves=_name_leaves(record.tree, choice.leaves),
        low=min(tried_values),
        high=max(tried_values),
        chooser=Node(record.tree, present(choice.chooser)),
        value=choice.bound.value,
    )


def _name_leaves(tree: GameTree, leaves: Sequence[int]) -> Argument:
    """Name a few leaves: ``4 and 6``; more are ``all of these leaves``."""
    if len(leaves) > _MAX_NAMED_LEAVES:
        return Phrase("all of these leaves")
    return ItemList(tuple(Node(tree, leaf) for leaf in leaves), last=" and ")
