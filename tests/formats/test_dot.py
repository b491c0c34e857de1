"""Graphviz DOT, as people, networkx, anytree and treelib write it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.formats.opened import left_out, opened, refused
from tests.pace import takes_in_proportion
from treeexplorer.formats.edges import DrawnGraph
from treeexplorer.formats.model import Placed

NAMED = "A:[B:[D:5 E:8] C:[F:2 G:6]]"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (
            (
                "digraph G { A -> B; A -> C; B -> D; B -> E; C -> F; C -> G;\n"
                '  D [label="5"]; E [label=8]; F [label="2"]; G [label="6"]; }'
            ),
            NAMED,
        ),
        ("digraph { A -> {B C}; B -> {5 8}; C -> x }", "A:[B:[5 8] C:[x:?]]"),
        ("strict digraph { A -> {B C} B -> {5 8} C -> {2 6} }", "A:[B:[5 8] C:[2 6]]"),
        ("graph { A -- B -- 5; A -- C; B -- 8; C -- 2; C -- 6 }", "A:[B:[5 8] C:[2 6]]"),
        ('digraph { A -> B; B -> 5; A -> 5; A -> "-inf" }', "A:[B:[5] 5 -inf]"),
        (
            (
                "digraph {\n  // the root\n  a [label=<<b>MAX</b><br/>A>]; /* two\n lines */\n"
                '# a line of the preprocessor\n  a -> b; a -> c; b [label="B: 3"]; c [label="4"] }'
            ),
            "A:max[B:3 4]",
        ),
        (
            (
                'digraph { n0 [label="A", shape=triangle]; n1 [label="B", shape=invtriangle];\n'
                '  n2 [label="5"]; n3 [label="8"]; n4 [label="3"]; n0 -> n1; n1 -> n2; n1 -> n3;'
                " n0 -> n4 }"
            ),
            "A:[B:[5 8] 3]",
        ),
        (
            'digraph { A [player=min]; A -> B; A -> 3; B [class="max"]; B -> 5; B -> 8 }',
            "A:min[B:max[5 8] 3]",
        ),
        (
            (
                "digraph { A [shape=triangle]; B [shape=circle]; A -> B; A -> 3;\n"
                '  B -> 5 [label="0.25"]; B -> 8 [label="p = 3/4"] }'
            ),
            "A:[B:chance[0.25*5 0.75*8] 3]",
        ),
        ('digraph { A -> B; A -> 3; B -> 5; B [xlabel="= 5"] }', "A:[B:5[5] 3]"),
        ('digraph "the title" { A -> 3; A -> 4 }', "@title the title A:[3 4]"),
        ("digraph { A -> 3; A -> 4 }\ndigraph { B -> 5; B -> 6 }", "A:[3 4]; B:[5 6]"),
    ],
)
def test_reads(text: str, tree: str) -> None:
    assert opened(text) == ("Graphviz DOT", tree)


def test_shapes_that_all_nodes_have_say_nothing() -> None:
    _, tree = opened("digraph { node [shape=triangle]; A -> B; B -> {5 8}; A -> 3 }")
    assert tree == "A:[B:[5 8] 3]"


def test_default_shapes_say_who_moves_where_there_are_both() -> None:
    text = "digraph { node [shape=invtriangle]; A; node [shape=triangle]; B; A -> {B 3} B -> 5 }"
    assert opened(text) == ("Graphviz DOT", "A:min[B:max[5] 3]")


def test_what_is_left_out_is_listed() -> None:
    text = 'digraph { rankdir=LR; A -> 3 [label="left", color=red]; A -> 4; A [style=bold] }'
    assert left_out(text) == "rankdir, what stands on edges, color, style"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("digraph { A -> B", (1, 9), "the “{” here is never closed"),
        ("digraph {\n  A => B }", (2, 6), "“>” cannot stand here"),
        ("digraph { A -> B; C -> B }", (1, 24), "“B” has two parents, “A” and “C”"),
        ("digraph { A -> B; C -> 5 }", (1, 19), "there are two roots, “A” and “C”"),
        ("digraph { A -> B -> A }", (1, 16), "stands below itself"),
        ("digraph { 1 -> 2; 1 -> 3; 2 -> 4 }", (1, 24), "3 may be a name or a value"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text)
    assert message in problem.message
    assert (problem.line, problem.column) == place


def test_the_players_of_a_large_ply_are_found_in_time_in_proportion() -> None:
    def finding(count: int) -> Callable[[], object]:
        graph = DrawnGraph()
        ply = [Placed(f"n{number}") for number in range(count)]
        for name in ply:
            graph.edge(Placed("root"), name)
        return lambda: graph.set_players_of_plies([("MIN", ply)])

    assert takes_in_proportion(6, finding(1_000), finding(3_000))
