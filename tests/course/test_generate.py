"""Trees are made to order, the same ones from the same seed, or it is said why not."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.course.generate import (
    LEVELS,
    Order,
    OrderError,
    Range,
    count_fewest_plies_of_deep,
    draw_at_random,
    generate,
    is_same_under_all,
    misses,
)
from treeexplorer.engine import Rules, analysis_of, search
from treeexplorer.notation import parse
from treeexplorer.rules import CUTOFFS, FAILS, Cutoff, Fail
from treeexplorer.tree import GameTree, Player, from_nested

# Of each level: plies, children a node, whether branches end early, leaf values, cut-offs.
MEASURES = (
    (2, (2, 3), False, (1, 12), (1, 1)),
    (2, (3, 3), False, (0, 20), (1, 2)),
    (3, (2, 3), False, (0, 20), (2, 4)),
    (3, (2, 3), True, (0, 20), (3, 6)),
    (4, (2, 3), True, (-9, 20), (3, 9)),
)


@pytest.mark.parametrize("level", range(5))
def test_every_level_is_met_by_many_seeds_and_has_its_measures(level: int) -> None:
    plies, children, ends_early, values, cut_offs = MEASURES[level]
    trees = [generate(LEVELS[level], seed) for seed in (0, 6, 7, 8)]
    assert len({tree.value.tobytes() for tree in trees}) == 4
    assert {tree.depth for tree in trees} == {plies}
    counts = {len(list(tree.children(node))) for tree in trees for node in inner(tree)}
    assert (min(counts), max(counts)) == children
    at = [tree.ply[node] for tree in trees for node in range(len(tree)) if tree.is_leaf(node)]
    assert (min(at) < plies) is ends_early
    numbers = [number for tree in trees for number in tree.leaf_values if number is not None]
    assert values[0] <= min(numbers)
    assert max(numbers) <= values[1]
    for tree in trees:
        cuts = analysis_of(search(tree)).cut_offs
        assert cut_offs[0] <= len(cuts) <= cut_offs[1]
        ties = [cut for cut in cuts if cut.v == cut.bound]
        assert bool(ties) is (level == 3) or level == 4
        assert any(cut.deep for cut in cuts) is (level == 4) or level in {2, 3}
        answers = {answer_under(tree, cutoff, fail) for cutoff in CUTOFFS for fail in FAILS}
        assert {1: len(answers) == 1, 3: len(answers) > 1}.get(level, True)


def test_a_seed_gives_the_same_tree_in_every_version() -> None:
    tree = generate(LEVELS[4], 4)  # the first shapes lead nowhere
    left = [[[0, -9], -9, [-2, 11]], [[15, 1, 14], [4, -8, 2]]]
    assert tree == from_nested([left, [[2, 3], [[-7, -7, 7], 19, -6], 5]])


def inner(tree: GameTree) -> list[int]:
    return [node for node in range(len(tree)) if not tree.is_leaf(node)]


def answer_under(tree: GameTree, cutoff: Cutoff, fail: Fail) -> tuple[object, ...]:
    record = search(tree, Rules(cutoff=cutoff, fail=fail))
    result = analysis_of(record)
    return (
        result.value,
        result.moves(0).best,
        tuple(sorted(node for cut in result.cut_offs for node in cut.skipped)),
    )


@examples(10)
@given(
    st.builds(
        Order,
        plies=st.integers(1, 3),
        branching=st.sampled_from([Range(2, 3), Range(3, 3)]),
        irregular=st.booleans(),
        values=st.sampled_from([Range(0, 9), Range(-3, 3)]),
        cut_offs=st.sampled_from([None, Range(1, 4)]),
        tie=st.sampled_from([None, False]),
        same=st.sampled_from([None, True]),
        rules=st.builds(Rules, cutoff=st.sampled_from([">=", ">"])),
    ),
    st.integers(0, 10**6),
)
def test_a_tree_meets_its_order_or_the_order_is_refused(order: Order, seed: int) -> None:
    try:
        tree = generate(order, seed)
    except OrderError:
        return
    assert not list(misses(order, tree))
    assert tree.depth <= order.plies
    assert all(
        order.values.low <= value <= order.values.high
        for value in tree.leaf_values
        if value is not None
    )
    assert order.same is None or is_same_under_all(tree, order.rules) is order.same
    assert generate(order, seed) == tree


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Order(plies=9, branching=Range(9, 9)), "are the most that is generated"),
        (Order(plies=6, branching=Range(2, 7)), "are the most that is generated"),
        (Order(plies=0), "at least 1 ply"),
        (Order(branching=Range(0, 3)), "1 child at each node"),
        (Order(branching=Range(2, 2), cut_offs=Range(9, 9)), r"the nearest has 1 cut-off\)"),
        (Order(3, Range(2, 2), values=Range(0, 0), tie=False, cut_offs=Range(1, 1)), "on equality"),
        (Order(plies=3, deep=True), "^no tree of 3 plies has a deep cut-off: .* takes 4 plies$"),
        (Order(deep=True, rules=Rules(levels=(Player.MAX,))), "MAX and MIN do not both move"),
    ],
)
def test_an_order_that_cannot_be_met_is_refused_with_the_reason(order: Order, words: str) -> None:
    with pytest.raises(OrderError, match=words):
        generate(order, 1)


@pytest.mark.parametrize("players", ["max min", "min max", "max min min", "max max min"])
def test_a_deep_cut_off_takes_as_many_plies_as_are_said(players: str) -> None:
    rules = Rules(levels=tuple(map(Player, players.split())))
    least = count_fewest_plies_of_deep(rules.levels)
    assert least is not None
    order = Order(plies=least, branching=Range(2, 2), deep=True, rules=rules)
    assert any(cut.deep for cut in analysis_of(search(generate(order, 1), rules)).cut_offs)
    chooser = random.Random(7)
    for _ in range(300):
        flat = draw_at_random(replace(order, plies=least - 1, deep=None), chooser)
        assert not any(cut.deep for cut in analysis_of(search(flat, rules)).cut_offs)


AIMA, TIE, DEEP = "[[3 12 8] [2 4 6] [14 5 2]]", "[[3 12] [3 4]]", "[3 [9 [1 [2 5]]]]"


@pytest.mark.parametrize(
    ("order", "text", "missed"),
    [
        (Order(), AIMA, []),
        (Order(cut_offs=Range(1, 1), leaves_read=Range(7, 9)), AIMA, []),
        (Order(cut_offs=Range(3, 4)), AIMA, [(2, "1 cut-off")]),
        (
            Order(cut_offs=Range(0, 0), leaves_read=Range(9, 9)),
            AIMA,
            [(1, "1 cut-off"), (2, "7 leaves read")],
        ),
        (Order(deep=True), AIMA, [(1, "0 deep cut-offs")]),
        (Order(deep=False, tie=False, same=True), AIMA, []),
        (Order(deep=False), DEEP, [(1, "1 deep cut-off")]),
        (Order(tie=True), AIMA, [(1, "0 cut-offs on equality")]),
        (Order(tie=False), TIE, [(1, "1 cut-off on equality")]),
        (Order(tie=True, same=False), TIE, []),
        (Order(same=True), TIE, [(1, "another answer under other conventions")]),
        (Order(same=False), AIMA, [(1, "the same answer under other conventions")]),
    ],
)
def test_what_a_tree_misses_is_said_and_how_far_it_is_from_it(
    order: Order, text: str, missed: list[tuple[int, str]]
) -> None:
    assert list(misses(order, parse(text).tree)) == missed
