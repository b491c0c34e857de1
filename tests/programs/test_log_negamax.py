"""The mistakes of negamax in a log do what the wrong lines of the same words do."""

from __future__ import annotations

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_negamax import (
    NEGAMAX_MISTAKES,
    NegamaxMistake,
    generate_negamax_rows,
)
from treeexplorer.programs.mistakes import MISTAKES, program
from treeexplorer.programs.trials import instructive_trees, random_trees, to_nested
from treeexplorer.tree import DEFAULT_LEVELS

TREES = (*instructive_trees(DEFAULT_LEVELS), *random_trees(40, 3, DEFAULT_LEVELS))
LOGGED = tree_of(
    "A:[B:[E:[3 -12 8] F:[2 9 6 4]] C:[G:[-14 5 7] H:[1 -1] 6] D:[I:[-3 -5] J:[0 13]] 1]"
)


@pytest.mark.parametrize("mistake", NEGAMAX_MISTAKES, ids=str)
def test_negamax_with_a_mistake_reads_what_the_wrong_line_of_its_words_reads(
    mistake: NegamaxMistake,
) -> None:
    wrong = program(next(each for each in MISTAKES if each.words == mistake.words), anew=True)
    for tree in TREES:
        if tree.is_leaf(0):
            continue
        rows = next(generate_negamax_rows(tree, mistake))
        value, leaves, *_ = wrong(to_nested(tree))
        read = [tree.leaf_value(row.node) for row in rows if tree.is_leaf(row.node)]
        assert (rows[-1].value, read) == (value, leaves)


@pytest.mark.parametrize("mistake", NEGAMAX_MISTAKES, ids=str)
def test_a_log_of_negamax_with_a_mistake_is_explained_by_it(mistake: NegamaxMistake) -> None:
    lines = ["node,value,alpha,beta"]
    for row in next(generate_negamax_rows(LOGGED, mistake)):
        alpha, beta = row.window
        lines.append(f"{LOGGED.labels.full_address(row.node)},{row.value},{alpha},{beta}")
    result = compare_log("\n".join(lines), LOGGED)
    assert not result.right
    assert result.explanation == f"under negamax, if {mistake.words}"
