"""What a right program prints agrees, in whichever of its styles it prints."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tests.engine.random_trees import SEEDS, known_tree
from tests.laws import examples
from tests.programs.printed_logs import STYLES, Style, lines_of, rows_of
from treeexplorer.programs.log import compare_log
from treeexplorer.rules import CUTOFFS, Rules

BESIDE_ALL_LEAVES = 1000
"""What stands for an infinity in one of the styles."""


@pytest.mark.parametrize("style", STYLES)
@examples(60)
@given(SEEDS)
def test_a_right_log_agrees(style: Style, random: Random) -> None:
    tree = known_tree(random)
    has_paths = max(tree.ply) > 1  # single numbers may be anything
    has_names_of_bounds = not {"a", "b", "v"}.isdisjoint(tree.names.values())
    leaf_values = [float(value) for value in tree.leaf_values if value is not None]
    has_large_leaf = max(map(abs, leaf_values)) >= BESIDE_ALL_LEAVES
    if not has_paths or has_names_of_bounds or has_large_leaf:
        return
    rules = Rules(levels=tree.levels, cutoff=random.choice(CUTOFFS))
    rows = rows_of(tree, cuts_on_equality=not rules.strict)
    comparison = compare_log("\n".join(lines_of(rows, style)), tree, rules, claimed=True)
    assert comparison.right, comparison.text()
