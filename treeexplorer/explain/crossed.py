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
            rest = branches_named(record, task, {*task.branches} - {*crossed})
            return Sentence("Right, and {branches}, too", branches=rest)
        case Crossing.MISSED:
            return _nothing_matters(record, task)
        case Crossing.TOO_SOON:
            return _something_matters(record, task, crossed)


def _something_matters(record: Record, task: Task, crossed: Collection[int]) -> Phrase:
    """Say to a person who crossed out too soon that what was crossed out can still matter.

    - If a value of a leaf shows it: ``12 could be 0; then ▲root is 0``.
    - If it shows only at the node itself, not yet above: ``12 could be 4; then ▽B is 4, between α 3
      and β 9``.
    - If no single value shows it: that the test for a cut-off fails.

    Args:
        record: The search.
        task: The step at which nothing is cut off, with the branches that are left there.
        crossed: The branches that were crossed out, at least one.
    """
    drawn_branches = [branch for branch in crossed if branch != UNDRAWN]
    example = counter_example(record, task, drawn_branches)
    if example is None:
        return _test_fails(record, task)
    window = task.at.window
    changes_an_ancestor = example.node != task.at.node
    changes_the_root = record.tree.is_root(example.node)
    if changes_an_ancestor or changes_the_root or window is None:
        return _changes_worth(record, example)
    # A new worth of the node itself matters above because it lies between its α and its β.
    return _lies_within(record, example, window)


def _test_fails(record: Record, task: Task) -> Sentence:
    """Say that what is left in a node can matter, because its test for a cut-off fails.

    ``3 ≥ 8 is false, so what is left in ▽B can still matter.``

    Args:
        record: The search.
        task: The step with the test.
    """
    test = present(task.test)
    return Sentence(
        "{left} {sign} {right} is false, so what is left in {node} can still matter",
        left=End("α", test.left),
        sign=test.sign,
        right=End("β", test.right),
        node=Node(record.tree, task.at.node),
    )


def _changes_worth(record: Record, example: CounterExample) -> Sentence:
    """Say what a node is worth with another leaf value: ``12 could be 0; then ▲root is 0``.

    Args:
        record: The search.
        example: The leaves with their other value, and the node with its worth then.
    """
    return Sentence(
        "{leaves} could be {value}; then {node} is {worth}",
        leaves=_leaves(record.tree, example.leaves),
        value=example.value,
        node=Node(record.tree, example.node),
        worth=example.worth,
    )


def _lies_within(record: Record, example: CounterExample, window: Window) -> Sentence:
    """Say that with another leaf value a node's worth lies between α and β, so that it matters.

    ``12 could be 4; then ▽B is 4, between α 3 and β 9.``

    Args:
        record: The search.
        example: The leaves with their other value, and the node with its worth then.
        window: The node's α and β.
    """
    alpha, beta = window
    return Sentence(
        "{leaves} could be {value}; then {node} is {worth}, between {left} and {right}",
        leaves=_leaves(record.tree, example.leaves),
        value=example.value,
        node=Node(record.tree, example.node),
        worth=example.worth,
        left=End("α", alpha),
        right=End("β", beta),
    )


def _nothing_matters(record: Record, task: Task) -> Phrase:
    """Say to a person who missed a cut-off that what is left in the node changes nothing above it.

    It is shown by two values of the pruned leaves, if there are any to show: ``Make 4 −9 or 99:
    ▲root has 3 either way.``

    Args:
        record: The search.
        task: The step of the cut-off.
    """
    cut = analysis_of(record).cut_off(present(task.at.child_call))
    # Between what an ancestor has already, the bound, and what the cut-off node can be worth.
    choice = choice_of(record, cut)
    has_values_to_show = bool(choice.leaves and _other_values(choice))
    ancestor_has_bound = cut.source == "witness"
    if has_values_to_show and ancestor_has_bound:
        return _changes_nothing(record, choice, present(choice.chooser))
    node = Node(record.tree, task.at.node)
    return Sentence("Whatever is left in {node}, it cannot matter any more", node=node)


def _other_values(choice: Choice) -> list[Number]:
    """Return the values that are tried, but not those that the leaves have: they prove nothing."""
    return [tried.leaves[0] for tried in choice.tried if not tried.is_own]


def _changes_nothing(record: Record, choice: Choice, owner: int) -> Sentence:
    """Say that an ancestor keeps its number whatever the pruned leaves are.

    ``Make 4 −9 or 99: ▲root has 3 either way.``

    Args:
        record: The search.
        choice: The cut-off as a choice: the pruned leaves, and other values that were tried for
            them, at least one.
        owner: The ancestor that has the bound of the cut-off.
    """
    values = _other_values(choice)
    return Sentence(
        "Make {leaves} {low} or {high}: {chooser} has {value} either way",
        leaves=_leaves(record.tree, choice.leaves),
        low=min(values),
        high=max(values),
        chooser=Node(record.tree, owner),
        value=choice.bound.value,
    )


def _leaves(tree: GameTree, leaves: Sequence[int]) -> Argument:
    """Return leaves by name, or that they are all that was crossed out or is pruned."""
    if len(leaves) > _MOST_NAMED:
        return Phrase("all of these leaves")
    return ItemList(tuple(Node(tree, leaf) for leaf in leaves), last=" and ")
