"""A list of leaves is the tree that the program beside it counts in it, and no ply of leaves."""

from __future__ import annotations

import pytest

from tests.formats.reading import notation, problem
from treeexplorer.formats import read_trees

PYTHON = """def minimax(depth, index, is_max, leaves, last):
    if depth == last:
        return leaves[index]
    pick = max if is_max else min
    return pick(
        minimax(depth + 1, {first}, not is_max, leaves, last),
        minimax(depth + 1, {second}, not is_max, leaves, last),
    )

leaves = [{leaves}]
print(minimax(0, 0, {is_max}, leaves, 2))
"""
LOOP = """def search(ply, place, leaves):
    if ply == {plies}:
        return leaves[place]
    for k in range({children}):
        value = search(ply + 1, place * {children} + k, leaves)
    return value

{variable}
leaves = [{leaves}]
search(0, 0, leaves)
"""
C = """int minimax(int depth, int index, bool isMax, int scores[]) {{
    if (depth == 2) return scores[index];  // index * 3 would be for three children
    int left = minimax(depth + 1, {first}, !isMax, scores);
    int right = minimax(depth + 1, {second}, !isMax, scores);
    return isMax ? max(left, right) : min(left, right);
}}
int main() {{
    int scores[] = {{4, 7, 1, 9}};
    return minimax(0, 0, true, scores);
}}
"""
HALVES = """def minimax(leaves, is_max):
    if len(leaves) == 1:
        return leaves[0]
    middle = len(leaves) // 2
    return max(minimax(leaves[:middle], False), minimax(leaves[middle:], False))

minimax(leaves=[4, 7, 1, 9, 3, 8, 2, 6], is_max=True)
leaves = [4, 7, 1, 9, 3, 8, 2, 6]
"""
JAVA = """class Search {
    static int minimax(int depth, int i, boolean max, List<Integer> leaves, int h) {
        if (depth == h) return leaves.get(i);
        int a = minimax(depth + 1, i << 1, !max, leaves, h);
        int b = minimax(depth + 1, (i << 1) + 1, !max, leaves, h);
        return max ? Math.max(a, b) : Math.min(a, b);
    }
    int[] leaves = {4, 7, 1, 9};
}
"""


def python(
    first: str = "index * 2",
    second: str = "index * 2 + 1",
    leaves: str = "4, 7, 1, 9",
    is_max: str = "True",
) -> str:
    """Write a program that searches a list of leaves."""
    return PYTHON.format(first=first, second=second, leaves=leaves, is_max=is_max)


def loop(children: str, leaves: str, plies: str = "last", variable: str = "") -> str:
    """Write a program that counts the children of a node in a loop."""
    return LOOP.format(children=children, leaves=leaves, plies=plies, variable=variable)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        pytest.param(python(), "[[4 7] [1 9]]", id="two-calls"),
        pytest.param(python("2*index", "2*index+1"), "[[4 7] [1 9]]", id="the-factor-first"),
        pytest.param(python(is_max="False"), "@levels min max [[4 7] [1 9]]", id="min-first"),
        pytest.param(
            python(leaves="4, 7, 1, 9, 3, 8, 2, 6"), "[[[4 7] [1 9]] [[3 8] [2 6]]]", id="3-plies"
        ),
        pytest.param(
            python("2 * index + 1", "2 * index + 2", "0, 0, 0, 4, 7, 1, 9"),
            "[[4 7] [1 9]]",
            id="all-nodes-in-the-list",
        ),
        pytest.param(
            loop("3", "4, 7, 1, 9, 3, 8, 2, 6, 5"), "[[4 7 1] [9 3 8] [2 6 5]]", id="in-a-loop"
        ),
        pytest.param(
            loop("children", "4, 7, 1, 9, 3, 8, 2, 6, 5", variable="children = 3  # not 2"),
            "[[4 7 1] [9 3 8] [2 6 5]]",
            id="a-variable-says-how-many",
        ),
        pytest.param(
            C.format(first="index * 2", second="index * 2 + 1"), "[[4 7] [1 9]]", id="c"
        ),
        pytest.param(JAVA, "[[4 7] [1 9]]", id="java-shifts"),
        pytest.param(HALVES, "[[[4 7] [1 9]] [[3 8] [2 6]]]", id="halves"),
    ],
)  # fmt: skip
def test_a_list_is_the_tree_that_the_program_counts(program: str, expected: str) -> None:
    assert notation(program) == expected


def test_what_says_how_many_children_a_node_has_is_named() -> None:
    read = read_trees(python())
    assert 'each inner node has 2 children, as "index * 2" says' in read.read_as
    assert read.notices == ()


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            python(leaves="4, 7, 1, 9, 3, 8"),
            "“index * 2” counts in a list of 2, 4, 8, … numbers",
        ),
        (
            loop("2", "4, 7, 1, 9", plies="3").replace("ply", "depth"),
            "a list of 8 numbers, and this has 4",
        ),
        (
            loop("children", "4, 7, 1, 9"),
            "how many children a node has, “place * children”, is not",
        ),
    ],
)
def test_a_list_of_another_length_is_refused(program: str, message: str) -> None:
    error = problem(program)
    assert message in error.message
    assert error.hint == "write the tree out: [[3, 12], [2, 4]]"
    assert error.line is not None


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("leaves = [4, 7, 1, 9]\nminimax(leaves)", id="nothing-is-counted"),
        pytest.param(
            "leaves = [4, 7, 1, 9]\nfor i in range(4):\n    print(leaves[i], i * 2)", id="no-call"
        ),
        pytest.param(python("index * 2 + 4", "index * 2 + 5"), id="something-else-is-added"),
    ],
)
def test_a_list_is_one_ply_where_nothing_is_counted(program: str) -> None:
    assert notation(program) == "[4 7 1 9]"
