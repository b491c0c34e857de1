"""A cut-off is a choice: what is tried is what searches come to, what the chooser has stands."""

from __future__ import annotations

import pytest

from tests.engine.random_records import INF, random_record
from tests.laws import batches
from tests.trees import tree_of
from treeexplorer.engine import Rules, analysis_of, search
from treeexplorer.engine.intervals import compute_minimax_intervals
from treeexplorer.judging.choices import Choice, choice_of
from treeexplorer.judging.what_if import collect_leaves_pruned_for_good, what_if
from treeexplorer.tree import Player


def choice_in(text: str, rules: Rules | None = None, number: int = 0) -> Choice:
    record = search(tree_of(text), rules)
    return choice_of(record, analysis_of(record).cut_offs[number])


def test_a_deep_cut_off_is_the_witness_choice_and_the_node_between_is_no_offer() -> None:
    choice = choice_in("[3 [[1 [2 5]]]]")
    assert choice.chooser == 0
    assert choice.wants is Player.MAX
    assert choice.offer == (-INF, 2)
    assert choice.bound.value == 3
    assert [(each.leaves, each.worth, each.is_own) for each in choice.tried] == [
        ((-9,), (-9, -9), False),
        ((2,), (2, 2), False),
        ((5,), (2, 2), True),
        ((99,), (2, 2), False),
    ]


def test_numbers_that_leave_no_room_for_nine_below_and_ninety_nine_above_move_the_ends() -> None:
    choice = choice_in("[[300 400] [-20 5]]")
    assert [each.leaves[0] for each in choice.tried] == [-21, -20, 5, 301]


def test_undrawn_moves_are_turned_and_have_no_value_of_their_own() -> None:
    choice = choice_in("[[6 9] [2 ...]]")
    assert choice.leaves == ()
    assert [(each.leaves, each.worth) for each in choice.tried] == [
        ((-9,), (-9, -9)),
        ((2,), (2, 2)),
        ((99,), (2, 2)),
    ]
    assert not any(each.is_own for each in choice.tried)


def test_whoever_gave_the_window_chooses_where_nobody_in_the_tree_has_the_bound() -> None:
    choice = choice_in("[[5 1] [2 4]]", Rules(window=(6, 9)))
    assert choice.chooser is None
    assert choice.bound.holder is None
    assert choice.bound.value == 6


def test_a_number_is_told_with_the_step_at_which_it_got_there() -> None:
    record = search(tree_of("[[3 12 8] [2 4 6] [14 5 2]]"))
    choice = choice_of(record, analysis_of(record).cut_offs[0])
    for source, node in ((choice.bound, 0), (choice.v, 5)):
        assert source.step is not None
        step = record.step(source.step)
        assert step.node == node
        assert step.v == source.value


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_no_value_of_what_was_pruned_moves_the_search_before_the_cut_or_the_bound(
    batch: int,
) -> None:
    seen = 0
    for seed in range(150 * batch, 150 * batch + 150):
        _, record = random_record(seed)
        for cut in analysis_of(record).cut_offs:
            choice = choice_of(record, cut)
            if cut.elided or not choice.leaves or record.rules.depth is not None:
                continue
            seen += 1
            for tried in choice.tried:
                turned = dict(zip(choice.leaves, tried.leaves, strict=True))
                other = search(record.tree_as_drawn.with_values(turned), record.rules)
                same = other.step(cut.step)
                assert (same.node, same.v, same.window) == (
                    cut.node,
                    record.step(cut.step).v,
                    record.step(cut.step).window,
                )
                worth = compute_minimax_intervals(other.tree, record.rules.depth)[cut.node]
                assert worth == tried.worth, (seed, cut)
                assert choice.offer[0] <= worth[0]
                assert worth[1] <= choice.offer[1]
    assert seen > 20


@pytest.mark.parametrize("batch", batches(2, range(8)))
def test_each_number_of_the_choice_is_that_of_the_step_it_names(batch: int) -> None:
    for seed in range(150 * batch, 150 * batch + 150):
        _, record = random_record(seed)
        for cut in analysis_of(record).cut_offs:
            choice = choice_of(record, cut)
            for source in (choice.bound, choice.v):
                if source.holder is None or source.holder.through is None:
                    continue
                assert source.step is not None
                step = record.step(source.step)
                assert step.child == source.holder.through
                assert step.node == source.holder.node
                assert step.v == source.value, (seed, cut, source)


def test_only_leaves_of_the_search_are_turned() -> None:
    tree = tree_of("[~1[3 12] ~9[4 5] ~0[~7[1 1] ~8[2 2]]]")
    record = search(tree, Rules(depth=1, window=(-INF, 5)))
    cut = analysis_of(record).cut_offs[0]
    leaves = collect_leaves_pruned_for_good(record, cut)
    assert [tree.address(leaf) for leaf in leaves] == ["3"]
    assert what_if(record, 0, leaves, 20) == (20, 20)


def test_what_a_given_window_prunes_is_pruned_though_the_search_stops_at_an_unknown_leaf() -> None:
    tree = tree_of("[[3 9] [x 2]]")
    record = search(tree, Rules(window=(4, INF)))
    assert not record.complete
    cut = analysis_of(record).cut_offs[0]
    leaves = collect_leaves_pruned_for_good(record, cut)
    assert [tree.address(leaf) for leaf in leaves] == ["1.2"]
