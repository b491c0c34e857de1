"""What is asked at a possible cut-off, and what is said of the branches that were crossed out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from treeexplorer.engine import Record, analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.phrases import branch_list
from treeexplorer.explain.sentence import Argument, End, ItemList, Node, Phrase, Sentence
from treeexplorer.judging.choices import choice_of
from treeexplorer.judging.counter_examples import counter_example
from treeexplorer.judging.questions import UNDRAWN, Crossing, Task, judge_crossing
from treeexplorer.tree import GameTree

_MOST_NAMED: Final = 3


def asked_at_cut(record: Record, task: Task) -> Phrase:
    """Return the question at a possible cut-off."""
    node = Node(record.tree, task.at.node)
    return Phrase("Is anything left in {node} worth reading?", node=node)


def branches_named(record: Record, task: Task, branches: Collection[int]) -> ItemList:
    """Return some of a task's branches by name, the undrawn ones as ``...``."""
    drawn = [branch for branch in task.branches if branch in branches and branch != UNDRAWN]
    return branch_list(record, drawn, task.at.node if UNDRAWN in branches else None)


def remark_on_crossing(record: Record, task: Task, crossed: Collection[int]) -> Phrase:
    """Judge in words what was crossed out; a mistake is refuted.

    Where a branch was crossed out too soon that is a value with which a node above would be worth
    something else, else that the test fails; where a cut-off was missed, that no value of what is
    pruned would move what the witness has.
    """
    match judge_crossing(task, crossed):
        case Crossing.RIGHT:
            return Sentence("Right")
        case Crossing.TOO_FEW:
            rest = branches_named(record, task, {*task.branches} - {*crossed})
            return Sentence("Right, and {branches}, too", branches=rest)
        case Crossing.MISSED:
            return _nothing_matters(record, task)
        case Crossing.TOO_SOON:
            return _something_matters(record, task, crossed)


def _something_matters(record: Record, task: Task, crossed: Collection[int]) -> Phrase:
    """Refute a branch crossed out too soon: by a leaf's value, or by the test that fails.

    A worth within the window is told with the window's ends, that of a node above without.
    """
    drawn = [branch for branch in crossed if branch != UNDRAWN]
    example = counter_example(record, task, drawn)
    if example is None:
        test = present(task.test)
        return Sentence(
            "{left} {sign} {right} is false, so what is left in {node} can still matter",
            left=End("α", test.left),
            sign=test.sign,
            right=End("β", test.right),
            node=Node(record.tree, task.at.node),
        )
    leaves = _leaves(record.tree, example.leaves)
    node = Node(record.tree, example.node)
    window = task.at.window
    is_of_node_above = example.node != task.at.node or example.node == 0
    if is_of_node_above or window is None:
        return Sentence(
            "{leaves} could be {value}; then {node} is {worth}",
            leaves=leaves,
            value=example.value,
            node=node,
            worth=example.worth,
        )
    alpha, beta = window
    return Sentence(
        "{leaves} could be {value}; then {node} is {worth}, between {left} and {right}",
        leaves=leaves,
        value=example.value,
        node=node,
        worth=example.worth,
        left=End("α", alpha),
        right=End("β", beta),
    )


def _nothing_matters(record: Record, task: Task) -> Phrase:
    """Show a missed cut-off: two values of the pruned leaves that change nothing above."""
    cut = analysis_of(record).cut_off(present(task.at.child_call))
    choice = choice_of(record, cut)
    node = Node(record.tree, task.at.node)
    tried = [each.leaves[0] for each in choice.tried if not each.is_own]
    can_be_tried = bool(choice.leaves and tried) and cut.source == "witness"
    if choice.chooser is None or not can_be_tried:
        return Sentence("Whatever is left in {node}, it cannot matter any more", node=node)
    return Sentence(
        "Make {leaves} {low} or {high}: {chooser} has {value} either way",
        leaves=_leaves(record.tree, choice.leaves),
        low=tried[0],
        high=tried[-1],
        chooser=Node(record.tree, choice.chooser),
        value=choice.bound.value,
    )


def _leaves(tree: GameTree, leaves: Sequence[int]) -> Argument:
    """Return leaves by name, or that they are all that was crossed out or is pruned."""
    if len(leaves) > _MOST_NAMED:
        return Phrase("all of these leaves")
    return ItemList(tuple(Node(tree, leaf) for leaf in leaves), last=" and ")
