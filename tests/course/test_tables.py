"""A table of answers is read row by row, whatever program wrote it."""

from __future__ import annotations

import pytest

from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import check_key
from treeexplorer.course.tables import write_tables_as_lines
from treeexplorer.notation import parse
from treeexplorer.rules import Rules

KEY = "(-inf,inf)3[A:(-inf,inf)3[3 12 8] B:(3,inf)<=2[2 /4 /6] C:(3,inf)2[14 5 2]]"
DRAWN = "[[3 12 8] [2 4 6] [14 5 2]]"


def rows(text: str) -> list[str]:
    """Return the lines of a text that is one table, but the empty ones."""
    return [line for line in write_tables_as_lines(text.split("\n")).lines if line]


@pytest.mark.parametrize(
    "text",
    [
        "| Node | Value |\n|:---|---:|\n| ▽B | ≤2 |\n| **C** | `2` |",
        "Node;Value\n▽B;≤2\nC;2",
        'node,value\n"▽B","≤2"\nC,2',
        "node\tminimax value\n▽B\t≤2\nC\t2",
        "Knoten   Wert\n▽B       ≤2\nC        2",
        "+---+---+\n| node | v |\n+---+---+\n| ▽B | ≤2 |\n| C | 2 |\n+---+---+",
    ],
)
def test_a_table_is_read_in_each_form(text: str) -> None:
    assert [line for line in rows(text) if "-" not in line] == ["▽B: ≤2", "C: 2"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("node | window | value\nB | (3, inf) | 2", ["B: (3, inf) 2"]),
        ("node,alpha,beta,v\nB,3,inf,2", ["B: (3, inf) 2"]),
        ("node,alpha,beta\nB,3,", []),
        ("node | pruned\nB | 4, 6\nC | no\nH | yes", ["Pruned: 4, 6", "Pruned: H"]),
        ("node,value,pruned\nB,<=2,4,6", ["B: <=2. Pruned: 4, 6"]),
        ("node | value\nH | pruned\nG | -\n4 | 4", ["Pruned: H"]),
        ("#;node;value;why\n1;B;2;2 < 3", ["B: 2"]),
    ],
)
def test_columns_are_told_by_their_names(text: str, lines: list[str]) -> None:
    written = rows(text)
    if lines:
        assert written == lines
    else:  # a table of which no row says anything stays as it is
        assert written == text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "name,answer\nAnna,3",
        "Name;root;A;B\nAnna;3;3;2",
        "Time;Name;root;A;pruned\n1;Anna;3;3;4, 6",
        "Name;pruned\nAnna;4, 6",
        "The node, its value and its window\nare below",
        "[3 | 4]",
        "value | window\n3 | (3, inf)",
    ],
)
def test_what_is_no_table_of_nodes_stays_as_it_is(text: str) -> None:
    table = write_tables_as_lines(text.split("\n"))
    assert table.lines == text.split("\n")
    assert table.remarks == []


OF_SHEET = """\
|  | node | α | β | value |
| --- | --- | --- | --- | --- |
| 1 | ▲root | -inf | inf | 3 |
| 2 | ▽A | -∞ | ∞ | 3 |
| 3 | ▽B | 3 | ∞ | ≤2 |
| 4 | ▽C | 3 | ∞ | 2 |

4, 6 pruned"""
OF_SPREADSHEET = """\
Knoten;Fenster;Wert;gestrichen
Wurzel;(-inf;inf);3;-
A;(-inf;inf);3;-
B;(3;inf);<=2;4, 6
C;(3;inf);2;-"""


@pytest.mark.parametrize("table", [OF_SHEET, OF_SPREADSHEET])
def test_the_table_of_a_sheet_earns_all_points(table: str) -> None:
    keys = {"": check_key([("T", parse(KEY), Rules())])}
    for text in (f"{DRAWN}\n{table}", table):
        assert float(grade_text("paper", text.encode(), keys).marks.points) == 10
