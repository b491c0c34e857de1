"""Variants are as difficult, and an answer to one is of little use for another."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from tests.laws import batches, sampled
from treeexplorer.course.grade import Marks, grade
from treeexplorer.course.key import check_key
from treeexplorer.course.sheet import Sheet, SheetTree, variants
from treeexplorer.course.variants import VariantError, variant
from treeexplorer.engine import search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.gallery import find
from treeexplorer.notation import Exercise, load_all, parse
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, from_nested

WIDE = "[[3 12 8 5] [2 4 6 7] [14 5 2 9] [6 1 7 8]]"


def irregular_tree(chooser: random.Random) -> GameTree:
    """Return a tree of three plies whose leaves are few numbers, so that some tie."""
    moves = [
        [[chooser.randint(0, 6) for _ in range(chooser.randint(1, 3))] for _ in range(3)]
        for _ in range(3)
    ]
    return from_nested(moves)


def sheets_of(tree: GameTree, number: int, rules: Rules | None = None) -> list[SheetTree]:
    asked = SheetTree("T", Exercise(tree), rules or Rules(), ("values", "cuts"))
    return [sheet.trees[0] for sheet in variants(Sheet("S", (asked,)), number)]


def published(name: str) -> GameTree:
    path = find(name)
    assert path is not None, name
    return load_all(path)[0].tree


def copied(one: SheetTree, other: SheetTree) -> Marks:
    """Return what the answers to one variant are worth, handed in for another."""
    paper = Exercise(other.tree, one.claims)
    return grade("copied", {"T": paper}, check_key([("T", other.key, other.rules)])).marks


def assert_one_answers_no_other(four: list[SheetTree]) -> None:
    for one, other in combinations(four, 2):
        here, there = analysis_of(one.record), analysis_of(other.record)
        assert len(here.cut_offs) == len(there.cut_offs)
        assert one.record.evaluated == other.record.evaluated
        assert list(map(len, one.tree.plies)) == list(map(len, other.tree.plies))
        if one.tree.parent != other.tree.parent:
            continue
        assert here.pruned != there.pruned or not here.pruned
        steps = zip(one.tree.leaf_values, other.tree.leaf_values, strict=True)
        assert len({a - b for a, b in steps if a is not None and b is not None}) > 1
        marks = copied(one, other)
        assert 3 * marks.points <= 2 * marks.maximum


@pytest.mark.parametrize("seed", batches(4, range(20)))
def test_an_answer_to_one_variant_earns_little_in_another(seed: int) -> None:
    try:
        four = sheets_of(irregular_tree(random.Random(seed)), 4)
    except VariantError:
        return
    assert_one_answers_no_other(four)


@pytest.mark.parametrize(
    "name",
    sampled(
        1,
        ["pitt-tree-2", "geeksforgeeks", "aima", "poole-mackworth", "mit-equality", "pitt-tree-3"],
    ),
)
def test_where_all_trees_of_a_drawing_prune_the_same_the_rows_are_divided_otherwise(
    name: str,
) -> None:
    four = sheets_of(published(name), 4)
    assert_one_answers_no_other(four)
    assert {tuple(each.tree.parent) for each in four} > {tuple(four[0].tree.parent)}


def test_a_tree_that_has_no_four_is_refused_with_the_reason() -> None:
    with pytest.raises(VariantError, match=r"T: no second variant: .* each prunes what is pruned"):
        sheets_of(published("two-moves"), 4)


@pytest.mark.parametrize("known_range", [(0.2, 0.8), (-0.5, 0.5)])
def test_a_range_with_fewer_than_two_whole_numbers_has_no_variants(
    known_range: tuple[float, float],
) -> None:
    tree = from_nested([[0.5, 0.3], [0.4, 0.25]])
    with pytest.raises(VariantError, match="no second variant"):
        variant(tree, Rules(range=known_range), 0, [tree])


def test_the_variant_that_is_missing_is_named_by_its_ordinal() -> None:
    tree = published("two-moves")
    with pytest.raises(VariantError, match="no 22nd variant"):
        variant(tree, Rules(), 0, [tree] * 21)


def test_a_tree_that_has_three_says_so() -> None:
    with pytest.raises(VariantError, match=r"T: no 4th variant: .*; 3 variants can be made, and"):
        sheets_of(published("deep-alpha"), 4)
    assert len(sheets_of(published("deep-alpha"), 3)) == 3


@pytest.mark.parametrize(
    "name", sampled(1, ["aima", "mit-windows", "min-root", "deep-and-shallow"])
)
def test_answers_to_one_variant_earn_a_quarter_at_most_in_another(name: str) -> None:
    for one, other in permutations(sheets_of(published(name), 4), 2):
        if one.tree.parent == other.tree.parent:
            assert 4 * copied(one, other).points <= copied(one, other).maximum


@pytest.mark.parametrize("name", ["video-four-plies", "two-against-two"])
def test_of_many_variants_one_is_taken_in_which_answers_earn_less_than_half(name: str) -> None:
    one, other = sheets_of(published(name), 2)
    assert 2 * copied(one, other).points < copied(one, other).maximum
    assert 2 * copied(other, one).points < copied(other, one).maximum


def test_leaves_that_are_unknown_and_not_needed_stay_so() -> None:
    for each in sheets_of(published("javatpoint"), 4):
        assert len(each.tree.unknowns) == 2
        assert each.record.complete


def test_a_large_tree_without_cuts_has_variants_without_cuts() -> None:
    two = sheets_of(published("uniform-worst"), 2)
    assert [len(each.record.cuts) for each in two] == [0, 0]


def test_what_belongs_to_a_node_and_its_children_keeps_the_drawing() -> None:
    tree = parse("[[3 12 8] min[2 4 6] [14 5 2]]").tree
    with pytest.raises(VariantError):
        sheets_of(tree, 4)


def test_the_condition_of_an_unknown_leaf_is_another_in_each() -> None:
    tree = parse("[[3 5] [x 4 9]]").tree
    asked = SheetTree("T", Exercise(tree), Rules(), ("pruned-if",))
    three = variants(Sheet("S", (asked,)), 3)
    assert len({sheet.trees[0].claims for sheet in three}) == 3


def test_estimates_at_the_horizon_are_other_numbers_too() -> None:
    tree = parse("@depth 1\n[~3[1 9] ~7[8 2] 4 6]").tree
    other = variant(tree, Rules(depth=1), 5)
    assert dict(other.estimates) != dict(tree.estimates)
    assert other.estimates.keys() == tree.estimates.keys()


def test_numbers_keep_to_the_range_of_the_tree() -> None:
    tree = parse("[[5 -3] [1 7] [4 4]]").tree
    numbers = {one for seed in range(40) for one in variant(tree, Rules(), seed).leaf_values}
    assert min(each for each in numbers if each is not None) >= -3
    assert max(each for each in numbers if each is not None) <= 7


def test_without_others_a_tree_of_any_shape_is_as_difficult() -> None:
    tree = parse(WIDE).tree
    was, now = search(tree), search(variant(tree, Rules(), 3))
    assert (len(was.cuts), was.evaluated) == (len(now.cuts), now.evaluated)
