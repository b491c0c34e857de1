"""Words about pruning name nodes only where it is sure which ones are meant."""

from __future__ import annotations

import pytest

from treeexplorer.course.words_on_pruning import find_nodes_in_words, find_sign_in_words
from treeexplorer.notation import parse

TREE = parse("[[3 12 8] B:[2 4 6] [14 5 2] [1 [7 7]]]").tree


def labels_in(words: str) -> list[str] | None:
    nodes = find_nodes_in_words(words, [TREE])
    return None if nodes is None else [TREE.labels.label(node) for node in nodes]


@pytest.mark.parametrize(
    "words",
    [
        *(
            "Pruned: B.2, B.3",
            "pruned: 4, 6",
            "4 and 6 are pruned.",
            "4, 6 pruned",
            "Pruned -  4 6",
        ),
        *("The nodes 4 and 6 are pruned!", "Pruned nodes: B2 and B3", "I pruned leaf 4 and leaf 6"),
        *("cut off: 4, 6", "Pruned: B.2 (4), B.3 (6)", "Pruned: /4 /6", "- Pruned: 4 & 6"),
        *(
            "The pruned leaves are 4 and 6",
            "the leaves 4 and 6 below B are pruned",
            "(4, 6 pruned)",
        ),
        *("4 and 6 are never visited because 3 >= 2", "Not visited: 4; 6", "pruned leaves = 4,6"),
        *(
            "pruned: 4 und 6",
            "Die Blätter 4 und 6 müssen not visited werden.",
            "pruned werden B2, B3",
        ),
        *("B: 4, 6 pruned", "At B, 4 and 6 are pruned", "Bei B werden 4 und 6 pruned"),
        *("We prune 4 and 6 since 2 <= 3", "2 leaves are pruned: 4 and 6", "Pruning: 4 6"),
        *(
            "Leaves 4 and 6 need not be examined",
            "4 and 6 don't need to be visited",
            "skip 4 and 6",
        ),
        *("B.2 is pruned, 6 too is pruned", "At B B.2 is pruned. Below B 6 is pruned, too."),
        *("Pruned: 4 because 3 >= 2, 6 because 3 >= 2", "4 et 6 sont pruned", "Pruned: 4 y 6"),
        *("Pruned: B->4, B->6", "Edges B-4 and B-6 pruned", "Pruned: 4 (α-cutoff), 6 (3 ≥ 2)"),
        *("Thus, 4 and 6 are unvisited", "Answer: 4 and 6 are pruned. I hope that is right."),
        *("B.2 and B.3 would not be visited", "4, 6 won't be read", "4 and 6 aren't visited"),
        *(
            "/4 /6",
            "Pruned: the leaves 4 and 6 of node B",
            "You don't have to look at 4, 6",
        ),
        *("4, 6 never get visited", "Not evaluated: 4 and 6 (both children of B)"),
        *("alpha cut-off at B: 4 and 6 are skipped", "We need not visit 4 and 6"),
        *("1. Pruned: 4, 6", "(b) 4 and 6 are pruned", "4 and 6 have never been visited"),
        *("Pruned: 4, 6 (alpha cut-off)", "-> 4 and 6 are both skipped", "Pruned: ▽B.2, 2.3"),
    ],
)
def test_nodes_are_named_by_label_address_or_value(words: str) -> None:
    assert labels_in(words) == ["B.2", "B.3"]


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        ("4 and 6 pruned, E completely", ["B.2", "B.3", "E"]),
        ("pruned: 6, der ganze Teilbaum E", ["B.3", "E"]),
        ("E: pruned", ["E"]),
        ("Pruned: E", ["E"]),
        ("B is pruned", ["B"]),
        ("Pruned: 7, 7", ["E.1", "E.2"]),
    ],
)
def test_a_branch_and_all_leaves_of_a_value_may_be_named(words: str, labels: list[str]) -> None:
    assert labels_in(words) == labels


@pytest.mark.parametrize(
    "words",
    [
        *(
            "Nichts wird pruned",
            "Pruned: none",
            "no nodes are pruned",
            "Nothing is pruned",
            "Pruned: –",
        ),
        *(
            "no pruning",
            "There are no cut-offs in this tree.",
            "Es gibt keine Schnitte",
            "No hay podas",
        ),
        *("aucune coupure", "Rien n'est pruned", "No pruned nada", "Alle Knoten werden besucht"),
    ],
)
def test_it_may_be_said_that_nothing_is_pruned(words: str) -> None:
    assert labels_in(words) == []


@pytest.mark.parametrize(
    "words",
    [
        # a value of several leaves, a value or an address, a node that is cut or at which one cuts
        *("Pruned: 7", "Pruned: 2", "Pruned: 2, 4", "Cut off: B", "Cut-offs: B", "Pruned: root"),
        *("2 nodes are pruned", "4 is not pruned", "Not pruned: 4", "Pruned: 4/6", "Pruned: 4-6"),
        *("Pruned: B.2 (5)", "MAX pruned B", "Pruned: 4, 6 (maybe)", "Pruned: 4, 99", "Pruned:"),
        *(
            "4 pruned, B.1 not",
            "4, 6 pruned, value 14",
            "Pruning: B",
        ),
        *("Pruned: 4 or 6", "all but 4 are pruned", "Pruned at B: E", "neither 4 nor 6 is pruned"),
        *("B: nothing is pruned", "A: none pruned", "No pruning at A", "In C all leaves are read"),
        *("Pruned leaves: 6", "leaves pruned = 6", "6 leaves are pruned"),
        *("A = 3, root 3. 4 and 6 are pruned", "4 and 6 are pruned. Root: 3"),
        *(
            "/4 /6 /",
            "/4, 6",
            "don't prune 4",
            "4 of 6 pruned",
            "4 in A is pruned",
            "B's children pruned",
        ),
        *("pruned B of A", "4 and 6 (children of A) are pruned", "4 leaves of B are pruned"),
        *("which nodes are pruned?", "4 and 6", "I hope this is right", "pruned at B", ""),
    ],
)
def test_what_is_not_sure_names_nothing(words: str) -> None:
    assert labels_in(words) is None


def test_a_spanish_and_is_told_from_a_leaf_that_is_called_so() -> None:
    tree = parse("[[3 12] [2 x y]]").tree
    nodes = find_nodes_in_words("Pruned: x y", [tree])
    assert nodes is not None
    assert [tree.labels.label(node) for node in nodes] == ["B.2", "B.3"]


def test_names_of_the_hand_in_and_of_the_key_must_not_disagree() -> None:
    key = parse("[A:[3 4] B:[5 6]]").tree
    own = parse("[B:[3 4] C:[5 6]]").tree
    assert find_nodes_in_words("Pruned: A.2", [own, key]) == (3,)
    assert find_nodes_in_words("Pruned: C.2", [own, key]) == (6,)
    assert find_nodes_in_words("Pruned: B.2", [own, key]) is None


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        *[("* = pruned", "*"), ("(* pruned)", "*"), ("*=pruned", "*"), ("Pruned: *", "*")],
        *[
            ("nodes with † are pruned", "†"),
            ("I marked pruned nodes with *", "*"),
            ("** cut", "**"),
        ],
        *[("A + B are pruned", None), ("* pruned: 4", None), ("* = best", None), ("pruned", None)],
    ],
)
def test_a_legend_says_which_sign_marks_what_is_pruned(words: str, sign: str | None) -> None:
    assert find_sign_in_words(words) == sign
