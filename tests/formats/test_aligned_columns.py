"""Tables whose columns are separated by blanks or by a frame, as programs print them."""

from __future__ import annotations

import pytest

from tests.formats.reading import notation, problem

PANDAS = """\
  node parent player  value
0    A    NaN    min    NaN
1    B      A    max    NaN
2    C      A    NaN    4.0
3    D      B    NaN    7.5

[4 rows x 4 columns]
"""
MYSQL = """\
+----+-----------+-------+
| id | parent_id | value |
+----+-----------+-------+
|  1 |      NULL |  NULL |
|  2 |         1 |     3 |
|  3 |         1 |     5 |
+----+-----------+-------+
3 rows in set (0.00 sec)
"""
POSTGRES = """\
 node | parent | value
------+--------+-------
 A    |        |
 B    | A      |     3
 C    | A      |     5
(3 rows)
"""


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (PANDAS, "A:min[B:max[D:7.5] C:4.0]"),
        (MYSQL, '"1":["2":3 "3":5]'),
        (POSTGRES, "A:[B:3 C:5]"),
        ("node parent value\nA - -\nB A 3\nC A 5\n", "A:[B:3 C:5]"),
        ("Source Target\n------ ------\nA      B\nA      C\n", "A:[B:? C:?]"),
    ],
    ids=["pandas", "mysql", "postgres", "blanks", "rule"],
)
def test_a_printed_table_of_edges_is_read(text: str, tree: str) -> None:
    assert notation(text) == tree


def test_an_error_stands_where_it_is_in_the_table() -> None:
    error = problem("node parent value\nA    -      -\nB    A      3\nB    A      5\n")
    assert (error.line, error.column) == (4, 13)


@pytest.mark.parametrize("text", ["node value\nA 3\nB 5\n", "A B C\nB 3 5\nC 2 9\n"])
def test_other_words_on_lines_are_no_table(text: str) -> None:
    assert "table" not in problem(text).message
