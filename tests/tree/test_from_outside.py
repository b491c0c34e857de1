"""Trees from lists and from nodes of one's own; what is kept exactly, and what cannot change."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.tree import LEAF_ROLE, GameTree, Player, TreeBuilder, from_nested


def built(value: Any) -> GameTree:
    """Return a tree with one leaf of a value, as games grow it."""
    builder = TreeBuilder()
    builder.open()
    builder.leaf(value)
    builder.close()
    return builder.tree()


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        (3, 3), (10**30, 10**30), (-0.5, -0.5), (float("inf"), float("inf")),
        (Decimal("1.5"), 1.5), (Decimal(7), 7), (Decimal("0.1"), 0.1),
        (Decimal("-Infinity"), -float("inf")),
        (Fraction(3, 2), 1.5), (Fraction(6, 2), 3),
    ],
)  # fmt: skip
def test_numbers_are_kept_exactly(given_: Any, kept: float) -> None:
    for tree in (from_nested([given_, 1]), built(given_)):
        found = tree.leaf_value(1)
        assert found == kept
        assert type(found) is type(kept)


@pytest.mark.parametrize(
    "given_",
    [
        True, float("nan"), Decimal("NaN"), Fraction(1, 3),
        Decimal("0.1000000000000000000000000000001"),
        Fraction(10**400, 3), 10**300, "3", None, 1j, {3: 4}, {1, 2},
    ],
)  # fmt: skip
def test_what_cannot_be_kept_exactly_is_refused(given_: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        from_nested([1, given_])
    with pytest.raises(ValueError, match=r"\w"):
        from_nested(given_)
    with pytest.raises(ValueError, match=r"\w"):
        built(given_)


def test_an_empty_list_and_a_list_within_itself_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one child"):
        from_nested([1, []])
    circle: list[Any] = [1]
    circle.append([circle])
    with pytest.raises(ValueError, match="below itself"):
        from_nested(circle)
    shared = [1, 2]
    assert len(from_nested([shared, shared])) == 7


@dataclass
class Position:
    score: int = 0
    moves: list[Position] = field(default_factory=list)
    move: str = ""


def test_a_tree_is_built_from_ones_own_nodes() -> None:
    root = Position(moves=[Position(3, move="a1"), Position(moves=[Position(5, move="b\x1b2")])])
    tree = from_nested(
        root,
        (Player.MIN, Player.MAX),
        children=lambda position: position.moves,
        value=lambda position: position.score,
        name=lambda position: position.move,
    )
    assert tree == GameTree(
        parent=tree.parent, end=tree.end, ply=tree.ply, value=tree.value, kind=tree.kind,
        names={1: "a1", 3: "b␛2"}, levels=(Player.MIN, Player.MAX),
    )  # fmt: skip
    assert tree.leaf_values == [None, 3, None, 5]
    deep: Any = Position(4)
    for _ in range(50_000):
        deep = Position(moves=[deep])
    chain = from_nested(deep, children=lambda one: one.moves, value=lambda one: one.score)
    assert chain.depth == 50_000


@pytest.mark.parametrize("name", ["parent", "end", "ply", "value"])
def test_columns_are_read_only(name: str) -> None:
    tree = from_nested([[3, 12], 8])
    column = getattr(tree, name)
    before = list(column)
    attempts: list[Any] = [
        lambda: column.__setitem__(2, 99),
        lambda: column.append(1),
        column.pop,
        lambda: column.frombytes(b"\0" * 8),
        lambda: column.__iadd__(column),
        lambda: column.__imul__(2),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError, match="read-only"):
            attempt()
    assert list(getattr(tree, name)) == before
    with pytest.raises(AttributeError):
        tree.value = column  # type: ignore[misc]  # that is what is tried


@examples(100)
@given(trees() | trees(chance=True) | trees(elided=True))
def test_equal_trees_have_equal_hashes_and_can_be_pickled(tree: GameTree) -> None:
    again = pickle.loads(pickle.dumps(tree))  # noqa: S301 - our own bytes
    assert again == tree
    assert hash(again) == hash(tree)
    assert copy.deepcopy(tree) == tree
    assert again.leaf_values == tree.leaf_values
    with pytest.raises(TypeError):
        again.value[0] = 1.0


def test_trees_that_differ_are_told_apart() -> None:
    texts = ["[1 2]", "[2 1]", "[1 2.0]", "[a:1 2]", "min[1 2]", "[1 x]", "[1 2 ...]", "[[1 2]]"]
    assert len(set(map(tree_of, texts))) == len(texts)
    assert hash(from_nested([0.0, 1])) == hash(from_nested([-0.0, 1]))
    assert from_nested([0.0, 1]) == from_nested([-0.0, 1])


# -- copied subtrees, and columns made all at once ----------------------------------------------


def add_subtree(builder: TreeBuilder, name: str) -> int:
    node = builder.open(name, Player.MIN)
    builder.estimates[node] = 4
    builder.leaf(10**20, "huge")
    builder.open(player=Player.MAX)
    builder.leaf(2.5)
    builder.close()
    builder.close()
    return node


def test_a_copy_equals_the_same_nodes_built_twice() -> None:
    copied, built = TreeBuilder(), TreeBuilder()
    for builder in (copied, built):
        builder.open()
        first = add_subtree(builder, "first")
        builder.leaf(3)
    assert copied.copy(first, "second") == add_subtree(built, "second")
    for builder in (copied, built):
        builder.leaf(5)
        builder.close()
    assert copied.tree() == built.tree()


LEAVES = st.one_of(
    st.integers(-9, 9), st.integers(2**53, 2**60), st.floats(allow_nan=False, width=16)
)
NESTED = st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4))
MIXED = st.recursive(LEAVES, lambda inner: st.lists(inner, min_size=1, max_size=4))
LEVELS = st.lists(st.sampled_from(list(Player)), min_size=1, max_size=4)


def check(tree: GameTree) -> None:
    nodes = range(len(tree))
    assert tree.leaf_values == [tree.leaf_value(node) for node in nodes]
    assert list(map(type, tree.leaf_values)) == [type(tree.leaf_value(node)) for node in nodes]
    for node in nodes:
        level = tree.levels[tree.ply[node] % len(tree.levels)]
        assert tree.roles[node] == (LEAF_ROLE if tree.is_leaf(node) else level.role)


@examples(100)
@given(st.one_of(NESTED, MIXED), LEVELS)
def test_values_and_roles_agree_with_each_node(nested: object, levels: list[Player]) -> None:
    check(from_nested(nested, levels))


def test_a_chain_deeper_than_a_byte_counts_has_its_roles_too() -> None:
    nested: object = 5
    for _ in range(700):
        nested = [nested]
    check(from_nested(nested, [Player.MIN, Player.MAX, Player.MAX]))
