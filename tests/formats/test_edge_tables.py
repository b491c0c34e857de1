"""Edges as rows of CSV, as pairs, and as lines of successors."""

from __future__ import annotations

import pytest

from tests.formats.opened import left_out, opened, refused
from treeexplorer.formats import edge_table

NAMED = "A:[B:[D:5 E:8] C:[F:2 G:6]]"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("parent,child,value\nA,B,\nA,C,\nB,D,5\nB,E,8\nC,F,2\nC,G,6\n", NAMED),
        ("value,child,parent\n5,D,B\n8,E,B\n,B,A\n,C,A\n2,F,C\n6,G,C\n", NAMED),
        ("Parent;Node;Score\n;A;\nA;B;3,5\nA;C;-2\n", "A:[B:3.5 C:-2]"),
        ("source\ttarget\nA\tB\nA\t7\nB\t5\nB\t8\n", "A:[B:[5 8] 7]"),
        ("from,to,probability,player\n,R,,chance\nR,a,0.5,\nR,b,0.5,\na,3,,\na,4,,\nb,9,,\n",
         "R:chance[0.5*a:[3 4] 0.5*b:[9]]"),
        ("name,left,right,value\nA,B,C,\nB,,,5\nC,,,6\n", "A:[B:5 C:6]"),
        ("| Node | Parent | Value |\n|---|---|---|\n| A | – | – |\n| B | A | 3 |\n| C | A | -5 |\n",
         "A:[B:3 C:-5]"),
        ('\ufeffparent,id,value\r\n,"the root",\r\n"the root",B,5\r\n"the root",C,8\r\n',
         '"the root":[B:5 C:8]'),
    ],
)  # fmt: skip
def test_reads_tables(text: str, tree: str) -> None:
    assert opened(text) == ("a table of edges", tree)


def test_a_tree_on_one_long_line_is_no_heading() -> None:
    assert edge_table.looks_like("parent,child,value\nA,B,3\n")
    assert not edge_table.looks_like('{"parent": 1, "child": [' + "1, " * 5_000 + "1]}")
    assert not edge_table.looks_like("parent,child" + ",value" * 5_000)


@pytest.mark.parametrize(
    ("text", "trees"),
    [
        (
            "tree,parent,child,value\n1,A,B,3\n1,A,C,5\n2,A,B,4\n2,A,C,7\n",
            "@title 1 A:[B:3 C:5]; @title 2 A:[B:4 C:7]",
        ),
        # An empty cell is merged with the one above.
        (
            "question;id;parent;value\nQ1;a;;\n;b;a;3\nQ2;a;;\n;b;a;4\n",
            "@title Q1 a:[b:3]; @title Q2 a:[b:4]",
        ),
    ],
)
def test_a_column_may_say_to_which_tree_a_row_belongs(text: str, trees: str) -> None:
    assert opened(text) == ("a table of edges", trees)


def test_columns_that_say_nothing_are_left_out() -> None:
    assert left_out("parent,child,value,colour\nA,B,3,red\nA,C,4,blue\n") == '"colour"'


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A B\nA C\nB D\nB E\nC F\nC G\nD 5\nE 8\nF 2\nG 6\n", NAMED),
        ("A,B\nA,5\nB,3\nB,4\n", "A:[B:[3 4] 5]"),
        ("A -> B\nA -> 5\nB -> 3\nB -> 4\n", "A:[B:[3 4] 5]"),
        ("{(A,MAX),(B,MIN),(C,MIN)} {(A,B),(A,C),(B,5),(B,8),(C,2),(C,6)}", "A:[B:[5 8] C:[2 6]]"),
        ("{(A,MIN),(B,MAX)}, {(A,B),(A,3),(B,4),(B,6)}", "A:min[B:max[4 6] 3]"),
        ("{(A,MAX)} {(A,3),(A,4)}\n{(B,MIN)} {(B,5),(B,6)}\n", "A:[3 4]; B:min[5 6]"),
        ("V = {(A,MAX),(B,MIN)}\nE = {(A,B),(B,5),(A,D)}\nvalues = {(D,7)}\n", "A:[B:[5] D:7]"),
    ],
)
def test_reads_pairs(text: str, tree: str) -> None:
    assert opened(text) == ("pairs", tree)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a: [b, c]\nb: [d, e]\nc: [f, g]\nd=5\ne=8\nf=2\ng=6\n", NAMED.lower()),
        ("A -> B, C\nB -> 5, 8\nC -> D\nD = 6\n", "A:[B:[5 8] C:[D:6]]"),
        ("# a comment\na : b c\nb : 5 8\n\nc : 2 6\n", "a:[b:[5 8] c:[2 6]]"),
        ("'left one': [5, 8]\nroot: ['left one', x]\nx=3", 'root:["left one":[5 8] x:3]'),
    ],
)
def test_reads_successors(text: str, tree: str) -> None:
    assert opened(text) == ("lines of successors", tree)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("parent,child,value\nA,B,3\nA,B,4\n", (3, 5), "“B” has two rows that say its value"),
        ("parent,child,value\nA,,3\n", (2, 1), "this row has no node"),
        ("parent,child,value\nA,B,3\nC,D,4\n", (3, 1), "there are two roots"),
        ("A B\nC B\nB 5\n", (2, 3), "“B” has two parents, “A” and “C”"),
        ("r 1\nr 2\n1 3\n1 4\n", (2, 3), "2 may be a name or a value"),
        ("{(A,MAX)} {(A,B),(B,5}", (1, 22), "“}” cannot stand here"),
        ("a: [b, c]\nb=3\nb=4\nc=5\n", (3, 1), "“b” has two lines"),
        ("a: [b, c\nb=3\nc=4\n", (1, 9), "the end of the line cannot stand here"),
        ("a: [b, c]\nb: [d]\nc: [d]\nd=4\n", (3, 5), "“d” has two parents, “b” and “c”"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text)
    assert message in problem.message
    assert (problem.line, problem.column) == place


def test_a_table_without_a_heading_is_named_by_its_ending() -> None:
    problem = refused("Rodzic;Dziecko\nA;B;3\nA;C;5\n", "tree.csv")
    assert "the first line is no heading" in problem.message
    assert "parent,child,value" in str(problem.hint)


def test_a_text_in_the_place_of_a_value_is_left_out() -> None:
    assert left_out("parent,child,value\nA,B,to be done\nA,C,4\n") == '"to be done"'
    assert left_out("parent,move,child,value\nA,a1,B,3\nA,a2,C,4\n") == '"move"'
