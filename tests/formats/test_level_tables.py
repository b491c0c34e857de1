"""Tables with a column for each ply."""

from __future__ import annotations

import pytest

from tests.formats.opened import left_out, opened, refused
from treeexplorer.formats import level_table


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("level1,level2,level3,value\nA,B,D,3\nA,B,E,5\nA,C,F,2\n", "A:[B:[D:3 E:5] C:[F:2]]"),
        ("Ply 0;Ply 1;Ply 2;Value\nA;B;D;3,5\n;;E;5\n;C;F;2\n", "A:[B:[D:3.5 E:5] C:[F:2]]"),
        ("level1,level2,level3,value\nA,B,L,3\nA,B,R,5\nA,C,L,2\n", "A:[B:[L:3 R:5] C:[L:2]]"),
        ("level1,level2,level3,value\nA,B,D,3\nA,B,E,5\nA,C,,2\n", "A:[B:[D:3 E:5] C:2]"),
        ("level1,level2,value\nA,B,3\nA,B,5\nA,C,2\nA,C,9\n", "A:[B:[3 5] C:[2 9]]"),
        ("level1,level2,value\nA,B,3\n,,5\n,C,2\n,,9\n", "A:[B:[3 5] C:[2 9]]"),
        ("level0,level1,value\nA,B,3\nX,Y,5\nX,Z,7\n", "A:[B:3]; X:[Y:5 Z:7]"),
        (
            "tree,level1,level2,value\n1,A,B,3\n,A,C,5\n2,A,B,4\n",
            "@title 1 A:[B:3 C:5]; @title 2 A:[B:4]",
        ),
        ("| ply 0 | ply 1 | value |\n|:--|--|--:|\n| A | B | 3 |\n| | C | 5 |\n", "A:[B:3 C:5]"),
    ],
    ids=[
        "named",
        "merged",
        "repeated-name",
        "shorter-path",
        "unnamed",
        "merged-unnamed",
        "two",
        "column-of-trees",
        "markdown",
    ],
)
def test_a_row_is_the_path_to_a_leaf(text: str, tree: str) -> None:
    assert opened(text) == ("a table of plies", tree)


def test_other_columns_are_left_out() -> None:
    assert left_out("level1,level2,value,remark\nA,B,3,x\nA,C,4,y\n") == '"remark"'


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("A,B,3\nA,B,5\nA,C,2\n", "other paths stand in several rows, and “A C” in one"),
        ("A,B,x\nA,B,5\n", "“x” is not a number"),
        ("A,B,\n", "this row has no path with a value"),
        (",B,3\n", "this row has no node on ply 0"),
        ("A,B,3,5\n", "this row has 4 cells, and the heading 3"),
        ("A,B,3\nX,Y,5\n", "“A” and “X” may be below one root, or roots of two trees"),
    ],
)
def test_what_is_not_plain_is_refused(rows: str, message: str) -> None:
    assert message in refused(f"level1,level2,value\n{rows}").message


@pytest.mark.parametrize(
    "heading", ["level1,value", "level1,level3,value", "level2,level1,value", "level1,level2"]
)
def test_a_heading_names_the_plies_in_order_and_a_value(heading: str) -> None:
    assert not level_table.looks_like(f"{heading}\nA,B,3\n")
