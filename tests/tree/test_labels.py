"""Every node has one label, and a label leads back to its node."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tests.engine.random_records import random_tree
from tests.engine.random_trees import trees
from tests.trees import tree_of
from treeexplorer.tree import AddressError, GameTree


def labels_of(text: str) -> list[str]:
    tree = tree_of(text)
    return [tree.labels.label(node) for node in range(len(tree))]


def test_letters_go_ply_by_ply_and_leave_out_names_and_unknowns() -> None:
    assert labels_of("6[a:6[6[1 5 6] b:8[8 ...]] ...]") == [
        "root", "a", "C", "C.1", "C.2", "C.3", "b", "b.1",
    ]  # fmt: skip
    assert labels_of("[[1 [c 3]] [4 [5]]]") == [
        "root", "A", "A.1", "D", "D.1", "D.2", "B", "B.1", "E", "E.1",
    ]  # fmt: skip


def test_after_z_come_two_letters() -> None:
    found = labels_of("[" + " ".join("[1]" for _ in range(28)) + "]")
    assert [label for label in found if "." not in label][-3:] == ["Z", "AA", "AB"]


def test_addresses_stand_in_trees_with_more_than_702_nameless_inner_nodes() -> None:
    assert labels_of("[" + "[1] " * 702 + "]")[-2:] == ["ZZ", "ZZ.1"]
    assert labels_of("[" + "[1] " * 703 + "]")[-2:] == ["703", "703.1"]


def test_leaves_are_told_by_value_and_by_place_where_a_sibling_has_the_same() -> None:
    tree = tree_of("[[12 3 12] [b1:3 x ?] 7]")
    texts = [tree.labels.text(node) for node in range(len(tree)) if tree.is_leaf(node)]
    assert texts == ["A.1 (12)", "3", "A.3 (12)", "b1 (3)", "x", "?", "7"]
    assert tree.labels.label(len(tree) - 1) == "3"
    assert tree.labels.signed(1) == "▽A"


def test_names_that_occur_twice_are_followed_by_the_address() -> None:
    tree = tree_of("[X:[1 2] X:[3 4]]")
    assert tree.labels.label(4) == "X (2)"
    assert tree.find("X (2)") == 4
    with pytest.raises(AddressError, match="stands at 2 nodes"):
        tree.find("X")


@pytest.mark.parametrize(
    ("reference", "node"),
    [("root", 0), ("2.1", 6), ("left", 1), ("left.2", 3), ("A", 5), ("a.2", 7), ("▽A", 5)],
)
def test_addresses_names_letters_and_positions_lead_to_nodes(reference: str, node: int) -> None:
    assert tree_of("[left:[3 12 8] [2 4 6]]").find(reference) == node


@pytest.mark.parametrize("reference", ["12", "C", "left.9", "2.0", "", "B.", "nobody.1"])
def test_other_references_are_errors(reference: str) -> None:
    with pytest.raises(AddressError):
        tree_of("[left:[3 12 8] [2 4 6]]").find(reference)


def test_a_name_that_looks_like_an_address_is_a_label_only() -> None:
    tree = tree_of('["2":[1 5] root:[3 4]]')
    assert [tree.labels.label(node) for node in (1, 2, 4, 5)] == ["2", "1.1", "root", "2.1"]
    assert tree.find("2") == 4
    assert tree.find("root") == 0


@given(trees(elided=True))
def test_a_label_is_a_reference_to_its_node(tree: GameTree) -> None:
    for node in range(len(tree)):
        label = tree.labels.label(node)
        if tree.names.get(node) != label:
            assert tree.find(label) == node
        assert tree.find(tree.address(node)) == node


@pytest.mark.parametrize("seed", range(40))
def test_addresses_for_json_are_the_same_in_any_order(seed: int) -> None:
    random = Random(seed)
    tree = random_tree(random)
    for node in random.sample(range(len(tree)), len(tree)):
        assert tree.labels.full_address(node) == tree.address(node)


def test_the_place_of_a_node_with_many_siblings_is_found() -> None:
    tree = tree_of("[" + " ".join(["1", "[2 3]"] * 50) + "]")
    assert [tree.position(child) for child in tree.children(0)] == list(range(1, 101))


@pytest.mark.parametrize("seed", range(40))
def test_the_leaves_below_a_node_come_with_their_values_or_words(seed: int) -> None:
    tree = random_tree(Random(seed))
    for top in range(len(tree)):
        leaves = [node for node in range(top, tree.end[top]) if tree.is_leaf(node)]
        assert list(tree.leaves(top)) == leaves
        assert tree.count_leaves(top) == len(leaves)
        numbers = [tree.leaf_value(leaf) for leaf in leaves]
        words = [tree.unknowns.get(leaf) for leaf in leaves]
        values = [w if n is None else n for n, w in zip(numbers, words, strict=True)]
        assert tree.values_below(top) == values


def test_a_value_that_one_leaf_has_alone_leads_to_it_where_nothing_else_is_called_so() -> None:
    labels = tree_of("[A:[4 9] [8 2 7] 2.5]").labels
    assert labels.tree.address(labels.find_node_or_leaf("7")) == "2.3"
    assert labels.tree.address(labels.find_node_or_leaf("2.5")) == "3"
    assert labels.tree.address(labels.find_node_or_leaf("2")) == "2"  # an address comes first
    assert labels.find_node_or_leaf("A") == labels.find("A")
    assert labels.means_leaf_by_value("7", labels.find("2.3"))
    assert not labels.means_leaf_by_value("A", labels.find("A"))


def test_a_value_of_several_leaves_or_of_none_is_refused() -> None:
    labels = tree_of("[[3 9] [9 9]]").labels
    with pytest.raises(AddressError, match=r"3 leaves are “9”: 1\.2, 2\.1, 2\.2"):
        labels.find_node_or_leaf("9")
    with pytest.raises(AddressError):
        labels.find_node_or_leaf("77")
