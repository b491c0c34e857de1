"""The nearest change of one leaf that makes a difference is exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from treeexplorer.engine import Rules, cut_offs, result_of, search
from treeexplorer.exercises.drawn import tree_as_drawn
from treeexplorer.exercises.unknowns import with_affine
from treeexplorer.exercises.what_if import (
    Change,
    TooLargeError,
    changing_best,
    nearest_change,
    undoing,
)
from treeexplorer.notation import parse
from treeexplorer.tree import GameTree, Number

AIMA = search(parse("A:[B:[b1:3 b2:12 b3:8] C:[c1:2 c2:4 c3:6] D:[d1:14 d2:5 d3:2]]"))


def test_a_cut_off_is_undone_by_raising_its_leaf_past_the_bound() -> None:
    change = undoing(AIMA, AIMA.tree.find("C"))
    assert change is not None
    assert change.words(AIMA.tree) == "lower b1 from 3 to less than 2, such as 1"
    strict = search(AIMA.tree, Rules(cutoff=">"))
    change = undoing(strict, AIMA.tree.find("C"))
    assert change is not None
    assert change.words(AIMA.tree) == "raise c1 from 2 to 3" or change.bound == 2
    assert change.attained


def test_the_best_move_changes_when_another_leaf_gets_past_it() -> None:
    change = changing_best(AIMA)
    assert change is not None
    assert change.words(AIMA.tree) == "lower b1 from 3 to less than 2, such as 1"
    tied = changing_best(search(parse("[5 5]")))
    assert tied == Change(1, 5, 5, attained=False, example=4)


def test_where_no_single_leaf_can_do_it_none_is_named() -> None:
    assert undoing(AIMA, AIMA.tree.find("B")) is None
    assert changing_best(search(parse("[7]"))) is None


@settings(deadline=None, max_examples=60)
@given(cases(), st.data())
def test_no_leaf_undoes_a_cut_off_with_less(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    record = search(*case)
    cut = [one.node for one in cut_offs(record) if one.skipped]
    if not cut:
        return
    node = data.draw(st.sampled_from(cut))
    skipped = next(child for child in record.children(node) if record.row(child) is None)
    change = undoing(record, node)

    def undone(leaf: int, number: Number) -> bool:
        changed = search(with_affine(tree_as_drawn(record), {leaf: number}), record.rules)
        return changed.row(skipped) is not None

    if change is not None:
        assert undone(change.leaf, change.example)
        assert undone(change.leaf, change.bound) is change.attained
    limit: Number = abs(Fraction(change.bound) - Fraction(change.before)) if change else 9
    for leaf in range(len(record.tree)):
        value = record.tree.leaf_value(leaf)
        if value is None or not record.tree.is_leaf(leaf) or not -100 < value < 100:
            continue
        for tenth in range(-90, 91):
            step = Fraction(tenth, 10)
            if step * step < limit * limit:
                assert not undone(leaf, Fraction(value) + step)


def test_a_tree_too_large_to_try_every_leaf_is_refused() -> None:
    record = search(parse(f"[{' '.join(['1'] * 3000)}]"))
    with pytest.raises(TooLargeError, match="3000 leaves"):
        nearest_change(record, lambda _: False)


def test_the_nearest_change_of_the_best_move_is_checked_by_search() -> None:
    record = search(parse("[[4 9] [3 8] [6 1]]"))
    change = changing_best(record)
    assert change is not None
    changed = record.tree.with_values({change.leaf: change.example})
    assert result_of(search(changed)).best != result_of(record).best
