"""Of many neighbouring leaves the commonest state is shown, counted without looking at each."""

from __future__ import annotations

from array import array
from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from tests.laws import examples
from treeexplorer.drawing.leaf_states import LeafStates, State, state_of
from treeexplorer.engine import search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.notation import parse
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

FEW = 7
"""Of so few leaves all are looked at, whatever the order of the search."""


@examples(120)
@given(case=cases(), random=st.randoms(use_true_random=False))
def test_no_other_state_is_commoner(case: tuple[GameTree, Rules], random: Random) -> None:
    tree, rules = case
    try:
        record = search(tree, rules)
    except TreeexplorerError:  # these rules do not go together
        return
    leaves = array("i", tree.leaves(0))
    for step in range(0, record.steps + 1, max(1, record.steps // 20)):
        at = snapshot(record, step)
        states = [state_of(at.status(leaf)) for leaf in leaves]
        begin = random.randrange(len(leaves))
        end = min(len(leaves), begin + random.randint(1, FEW))
        counts = Counter(states[begin:end])
        found = LeafStates(at, leaves).find_commonest_state(range(begin, end))
        assert counts[found] == max(counts.values())


def test_what_lies_below_a_depth_limit_is_passed_like_what_is_pruned() -> None:
    tree = parse("A:[B:~5[3 12 8] C:~2[2 4 6]]").tree
    record = search(tree, Rules(depth=1))
    at_the_end = LeafStates(snapshot(record, record.steps), array("i", tree.leaves(0)))
    assert at_the_end.find_commonest_state(range(6)) is State.PRUNED


def test_without_leaves_there_are_only_undrawn_nodes() -> None:
    tree = parse("[3 [2 ...]]").tree
    at = snapshot(search(tree), 0)
    assert LeafStates(at, array("i", tree.leaves(0))).find_commonest_state(range(0)) is (
        State.UNDRAWN
    )
