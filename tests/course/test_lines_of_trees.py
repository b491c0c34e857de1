"""Words belong to the tree beside them, and are no tree of their own."""

from __future__ import annotations

import pytest

from treeexplorer.course.lines_of_trees import lines_of_trees


def words_by_tree(text: str) -> list[list[str]]:
    """Return the words beside each tree; those that belong to no tree come last."""
    trees, others = lines_of_trees(text.split("⏎"))
    return [[words.text for words in each] for each in (*(tree.words for tree in trees), others)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[3 4]⏎my answer", [["my answer"], []]),
        ("my answer⏎[3 4]", [["my answer"], []]),
        ("Pruned: 4⏎@title A⏎[3 4]", [["Pruned: 4"], []]),
        ("[3 4]⏎Pruned: 4⏎[5 6]⏎Pruned: 6", [["Pruned: 4"], ["Pruned: 6"], []]),
        ("Pruned: 4⏎[3 4]⏎Pruned: 6⏎[5 6]", [["Pruned: 4"], ["Pruned: 6"], []]),
        ("Pruned: 4⏎[3 4]⏎[5 6]⏎Pruned: 6", [["Pruned: 4"], [], ["Pruned: 6"]]),
        (
            "Pruned: 4⏎[3 4]⏎Pruned: 6⏎[5 6]⏎Anna⏎Bob",
            [["Pruned: 4"], ["Pruned: 6"], ["Anna", "Bob"]],
        ),
        ("Anna⏎[3 4]⏎Pruned: 4⏎[5 6]", [["Pruned: 4"], [], ["Anna"]]),
        ("@title A⏎[3 4]⏎@title B⏎x is pruned⏎[5 x]", [[], ["x is pruned"], []]),
        ("@title A⏎I do not know⏎@title B⏎[5 6]", [[], ["I do not know"]]),
        ("[3 4] (pruned: 4)", [["(pruned: 4)"], []]),
        ("[3⏎4]. done", [[". done"], []]),
        ("[3 4].", [["."], []]),
        ("[3 4] 4 is pruned", [["4 is pruned"], []]),
        ("[3 4] 3 and 4 are pruned", [["3 and 4 are pruned"], []]),
        ("[3 4]=3, 4 is pruned", [["4 is pruned"], []]),
        ("[3 4] <=3; pruned: 4", [["pruned: 4"], []]),
        ("[3 4], 4 is pruned", [["4 is pruned"], []]),
        ("[3 4]=3", [[], []]),
        ("1) [3 4]⏎(b) [5 6]", [["1)"], ["(b)"], []]),
        ("[3 4]<=3⏎[5 6] v = 6⏎[5 6] =6", [[], [], [], []]),
        ("[3 4⏎Pruned: 4", [["Pruned: 4"], []]),
        ("[1 [2 3]] [[4 5] 6]; 2) [7 [8 9]] <=7", [[], [], ["2)"], []]),
        ("[1 [2 3]] the end⏎[[4 5] 6]", [["the end"], [], []]),
        ("[3 [4⏎5]⏎I am not sure⏎Pruned: 4", [["I am not sure", "Pruned: 4"], []]),
        ("```⏎[3 4]⏎```⏎Pruned: 4", [["Pruned: 4"], []]),
    ],
)
def test_words_stand_beside_a_tree(text: str, words: list[list[str]]) -> None:
    assert words_by_tree(text) == words


def test_a_tree_has_the_lines_of_the_hand_in() -> None:
    (first, second), _ = lines_of_trees(["my answers", "@title A", "1) [3", "4] done", "", "[5 6]"])
    assert first.text.split("\n") == ["", "@title A", "   [3", "4] ", ""]
    assert (first.title, first.last_line) == ("A", 4)
    assert second.text.split("\n") == ["", "", "", "", "", "[5 6]", ""]


def test_two_trees_on_a_line_stay_where_they_were_typed() -> None:
    (first, second), _ = lines_of_trees(["A:1[1 [2 3]] <=1, B:6[[4 5] 6]"])
    assert first.text.rstrip() == "A:1[1 [2 3]] <=1"
    assert second.text.rstrip() == "                  B:6[[4 5] 6]"


def test_a_window_of_the_root_is_no_tree() -> None:
    line = "A:[-5, 5] 1 [1 [2 3]]"
    (tree,), _ = lines_of_trees([line])
    assert tree.text.rstrip() == line


def test_brackets_without_a_node_are_words() -> None:
    trees, others = lines_of_trees(["[[[", "and so on"])
    assert trees == []
    assert [words.text for words in others] == ["[[[", "and so on"]
