"""Pages of Markdown: each block between fences is read as a file of its own."""

from __future__ import annotations

import pytest

from tests.formats.reading import notation, problem
from treeexplorer.formats import read_trees
from treeexplorer.formats.fences import find_blocks

PROSE = "Here is a tree for practice:\n\n"
NOTATION = "```\n[[3 12 8] [2 4 6]]\n```\n"
JSON = '```json\n{"name": "A", "children": [{"name": "B", "value": 3}, 5]}\n```\n'
WITHOUT_VALUES = "```mermaid\ngraph TD\nA-->B\nA-->C\n```\n"
SHELL = "```bash\npip install treeexplorer\n```\n"
COMMANDS = "```sh\nnpm install\nnpm test 3\n```\n"
OUTPUT = "It prints:\n\n```\n3\n```\n"


def read_as(text: str) -> str:
    """Return the line on how a text was understood."""
    return read_trees(text).read_as


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{PROSE}{NOTATION}\nTry it!\n", "[[3 12 8] [2 4 6]]"),
        (f"{PROSE}{JSON}", "A:[B:3 5]"),
        (f"{NOTATION}{JSON}", "[[3 12 8] [2 4 6]]; A:[B:3 5]"),
        (f"{SHELL}{PROSE}{NOTATION}{OUTPUT}", "[[3 12 8] [2 4 6]]"),
        (f"{COMMANDS}{NOTATION}", "[[3 12 8] [2 4 6]]"),
        (f"{PROSE}```\nA B\nA C\nB 3\nC 5\n```\n", "A:[B:3 C:5]"),
        (f"{NOTATION}\nor\n\n```python\ntree = [[3, 12, 8], [2, 4, 6]]\n```", "[[3 12 8] [2 4 6]]"),
        ("~~~dot\ndigraph { A -> 3; A -> 4 }\n~~~\n", "A:[3 4]"),
        ("::: mermaid\ngraph TD\nA --> 3\nA --> 4\n:::\n", "A:[3 4]"),
        (f"{PROSE}````\n```\n[3 5]\n```\n````\n", "[3 5]"),
        ("1. A tree:\n   ```yaml\n   {max: [3, 5]}\n   ```\n2. Done\n", "max[3 5]"),
        ("graph TD\nA --> 3\nA --> 4\n```\n", "A:[3 4]"),
        (f"{PROSE}```\n[3 5]", "[3 5]"),
        (f'Use """ for docstrings.\n\n{NOTATION}', "[[3 12 8] [2 4 6]]"),
        (f"He wrote ''', then ''' and '''.\n\n{NOTATION}{JSON}", "[[3 12 8] [2 4 6]]; A:[B:3 5]"),
        (f'"""\n\n{NOTATION}', "[[3 12 8] [2 4 6]]"),
    ],
)
def test_the_trees_of_a_page_are_those_of_its_blocks(text: str, expected: str) -> None:
    assert notation(text) == expected


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (
            f"{PROSE}{NOTATION}",
            "read as Markdown: the block at line 4, in the notation, with 6 leaves",
        ),
        (
            JSON,
            "the block at line 2, read as JSON: A with 2 leaves; MAX first, since nothing says who",
        ),
        (f"{NOTATION}{NOTATION}", "the block at line 5 holds a tree that stands above"),
        (f"{SHELL}{NOTATION}", "the block at line 2 holds no tree"),
        (f"{COMMANDS}{NOTATION}", "the block at line 2 holds no tree"),
        (f"```\nyarn install\nyarn start\n```\n{NOTATION}", "the block at line 2 holds no tree"),
        (f"{NOTATION}{OUTPUT}", "the block at line 7 holds no tree"),
        (
            f"{JSON}{WITHOUT_VALUES}",
            "the block at line 5, read as Mermaid: A with 2 leaves, 2 of unknown value",
        ),
    ],
)
def test_each_block_is_named_with_what_it_is(text: str, remark: str) -> None:
    assert remark in read_as(text)


def test_a_page_is_not_edited_as_the_notation() -> None:
    assert not read_trees(NOTATION).is_notation


def test_an_error_stands_where_it_is_in_the_page() -> None:
    error = problem(f"{PROSE}```\n[[3 12] [2 4]\n```\n")
    assert (error.line, error.column) == (4, 1)


def test_a_tree_beside_blocks_without_one_is_read() -> None:
    assert notation("A -> B, C\nB -> 3\nC -> 5\n\n```bash\nls\n```\n") == "A:[B:3 C:5]"


def test_fences_in_the_docstring_of_a_program_are_no_page() -> None:
    program = '"""A tree.\n\n```\n[[1 2] [3 4]]\n```\n"""\ntree = [[3, 12], [2, 4]]\n'
    assert find_blocks(program) == []
    assert notation(program) == "[[3 12] [2 4]]"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (f"{PROSE}```\nA\n├── 3\n└── 5\n```\n", "this is a drawing of a tree", "begin `A:[3 5]`"),
        (f"{PROSE}{OUTPUT}", "no block of this page of Markdown holds a tree", "what can be read"),
    ],
)
def test_a_page_without_a_tree_is_refused(text: str, message: str, hint: str) -> None:
    error = problem(text)
    assert message in error.message
    assert hint in (error.hint or "")


TABLE = "| parent | child | value |\n|---|:---:|--:|\n| A | B | 3 |\n| A | C | 5 |\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{PROSE}{TABLE}\nTry it!\n", "A:[B:3 C:5]"),
        (
            f"{TABLE}\n| level0 | level1 | value |\n|--|--|--|\n| R | S | 4 |\n",
            "A:[B:3 C:5]; R:[S:4]",
        ),
        (f"| name | points |\n|---|---|\n| Anna | 3 |\n\n{TABLE}", "A:[B:3 C:5]"),
        (f"| name | points |\n|---|---|\n| Anna | 3 |\n\n{NOTATION}", "[[3 12 8] [2 4 6]]"),
    ],
    ids=["one", "several", "another", "fenced-tree"],
)
def test_tables_on_a_page_are_read(text: str, expected: str) -> None:
    assert notation(text) == expected


def test_a_table_on_a_page_is_named_by_its_line() -> None:
    assert read_as(f"{PROSE}{TABLE}").startswith("read as Markdown: the block at line 3")
