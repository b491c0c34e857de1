"""A copied subtree is as good as one that was built again."""

from __future__ import annotations

from fractions import Fraction

from treeexplorer.tree import Player, TreeBuilder


def add_subtree(builder: TreeBuilder, name: str) -> int:
    node = builder.open(name, Player.MIN)
    builder.estimates[node] = 4
    builder.leaf(10**20, "huge")
    builder.unknown("x")
    chance = builder.open(player=Player.CHANCE)
    for weight, number in ((Fraction(1, 3), 1), (Fraction(2, 3), 2.5)):
        builder.probabilities[builder.leaf(number)] = weight
    builder.close()
    builder.elided.add(node)
    assert chance > node
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


def test_a_copy_without_a_name_has_none_and_keeps_the_names_below() -> None:
    builder = TreeBuilder()
    builder.open()
    first = add_subtree(builder, "first")
    second = builder.copy(first)
    builder.close()
    tree = builder.tree()
    assert second not in tree.names
    assert tree.names[second + 1] == "huge"
