"""The mistakes that are tried on a log do what the wrong lines of the same words do."""

from __future__ import annotations

import pytest

from tests.trees import tree_of
from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import Misconception
from treeexplorer.engine.procedure import run_procedure
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_mistakes import IN_LOGS
from treeexplorer.programs.mistakes import MISTAKES, program
from treeexplorer.programs.trials import instructive_trees, random_trees, to_nested
from treeexplorer.rules import Rules
from treeexplorer.tree import DEFAULT_LEVELS, GameTree

TREES = (*instructive_trees(DEFAULT_LEVELS), *random_trees(40, 3, DEFAULT_LEVELS))


def words_of(row: Misconception) -> str:
    return row.words


@pytest.mark.parametrize("row", IN_LOGS, ids=words_of)
def test_a_mistake_in_a_log_does_what_the_wrong_line_of_its_words_does(row: Misconception) -> None:
    mistake = next(each for each in MISTAKES if each.words == row.words)
    wrong = program(mistake, anew=True)
    for tree in TREES:
        run = run_procedure(in_search_order(tree, Rules()), Rules(), row.hooks(Rules()))
        value, leaves, *_ = wrong(to_nested(tree))
        assert run.value == value
        assert [tree.leaf_value(leaf) for leaf in run.leaves] == leaves


LOGGED_TREES = (
    tree_of("A:[B:[E:[3 -12 8] F:[2 9 6 4]] C:[G:[-14 5 7] H:[1 -1]] D:[I:[-3 -5] J:[0 13]]]"),
    *TREES,
)


def print_rows(tree: GameTree, row: Misconception) -> str:
    """Print what a search with a mistake prints, as a table."""
    lines = ["node,value,alpha,beta"]
    for expected in compute_expected_rows(tree, Rules(), row.hooks(Rules())):
        alpha, beta = expected.window
        label = tree.labels.full_address(expected.node)
        lines.append(f"{label},{expected.value},{alpha},{beta}")
    return "\n".join(lines)


@pytest.mark.parametrize("row", IN_LOGS, ids=words_of)
def test_a_log_with_a_mistake_is_explained_by_it(row: Misconception) -> None:
    for tree in LOGGED_TREES:  # some mistakes show on few trees
        result = compare_log(print_rows(tree, row), tree)
        if result.explanation == f"if {row.words}":
            assert not result.right
            return
    pytest.fail("no tree shows it")
