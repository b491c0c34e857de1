"""Blocks of a page that are parts of one program are read as one."""

from __future__ import annotations

import pytest

from tests.formats.reading import notation, problem
from treeexplorer.formats import read_trees
from treeexplorer.formats.fences import find_blocks
from treeexplorer.formats.page_programs import join_parts_of_programs

CLASS = """class Node:
    def __init__(self, name, value=None, children=()):
        self.children = list(children)"""
SEARCH = """def minimax(node, maximizing):
    if node in values:
        return values[node]
    return max(minimax(child, not maximizing) for child in moves[node])"""


def page(*blocks: str, language: str = "python") -> str:
    """Write a page with some blocks, a sentence above each."""
    return "".join(f"Then:\n\n```{language}\n{block}\n```\n\n" for block in blocks)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            page(
                CLASS,
                "b = Node('B', children=[Node('D', 3), Node('E', 5)])\nc = Node('C', 2)",
                "root = Node('A', children=[b, c])\nprint(minimax(root))",
            ),
            "A:[B:[D:3 E:5] C:2]",
            id="nodes-and-then-their-root",
        ),
        pytest.param(
            page("tree = [[3, 5], [2, 9]]", "tree.append([7, 8])"),
            "[[3 5] [2 9] [7 8]]",
            id="a-change-below",
        ),
        pytest.param(
            page(
                "moves = {'A': ['B', 'C']}", "values = {'B': 3, 'C': 5}", SEARCH, "minimax('A', 0)"
            ),
            "@levels min max A:[B:3 C:5]",
            id="a-search-between-that-uses-both",
        ),
        pytest.param(
            page(
                "def minimax(node, maximizing):\n    return 0",
                "tree = [3, 5]\nminimax(tree, False)",
                "tree = [1, 2]\nminimax(tree, True)",
            ),
            "@levels min max [3 5]; [1 2]",
            id="two-programs-that-share-a-function",
        ),
        pytest.param(
            page(
                'const b = {name: "B", children: [{name: "D", value: 3}]};',
                'const root = {name: "A", children: [b, {name: "C", value: 5}]};',
                language="js",
            ),
            "A:[B:[D:3] C:5]",
            id="javascript",
        ),
        pytest.param(
            page("tree = [[3, 5], [2, 9]]", "minimax([[1, 2], [3, 4]])"),
            "[[3 5] [2 9]]; [[1 2] [3 4]]",
            id="blocks-that-share-nothing",
        ),
    ],
)
def test_a_block_is_read_with_those_whose_variables_it_uses(text: str, expected: str) -> None:
    assert notation(text) == expected


def test_the_blocks_of_one_program_are_named_together() -> None:
    read_as = read_trees(page("tree = [3, 5]", "minimax(tree)")).read_as
    assert read_as.startswith("read as Markdown: the blocks at lines 4 + 10, read as Python: ")


def test_a_tree_that_a_later_block_changes_is_not_shown_unchanged() -> None:
    unclear = page("tree = [3, 5]", "random.shuffle(tree)")
    error = problem(unclear)
    assert "a tree may be changed here" in error.message
    assert error.line == 10

    beside_another = read_trees(f"{unclear}```\n[1 2]\n```\n")
    assert len(beside_another.exercises) == 1
    assert (
        "lines 4 + 10 are left out: read as Python, a tree may be changed" in beside_another.read_as
    )


@pytest.mark.parametrize(
    ("first", "second", "is_one_program"),
    [
        ("tree = [3, 5]", "minimax(tree)", True),
        ("tree: list = [3, 5]", "print(tree)", True),
        ("b, c = 3, 5", "tree = [b, c]", True),
        ("value = 3", "root = Node(value=5)", False),
        ("tree = [3, 5]", "# the tree\nprint('tree')", False),
        ("tree = [3, 5]", "tree = [7, 8]", False),
        ("tree = [3, 5]", "other.tree = [7, 8]", False),
    ],
)
def test_only_a_use_of_a_variable_joins_two_blocks(
    first: str, second: str, is_one_program: bool
) -> None:
    programs = join_parts_of_programs(find_blocks(page(first, second)))
    assert (len(programs) == 1) == is_one_program


@pytest.mark.parametrize("language", ["json", "text", "mermaid"])
def test_data_is_no_program(language: str) -> None:
    blocks = find_blocks(page("tree = [3, 5]", "tree", language=language))
    assert len(join_parts_of_programs(blocks)) == 2
