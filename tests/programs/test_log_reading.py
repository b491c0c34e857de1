"""What the lines of a log say, as people print them."""

from __future__ import annotations

import pytest

from treeexplorer.programs.log_reading import LogError, LogRow, read_log
from treeexplorer.tree import INFINITY, Number

Numbers = tuple[Number | None, Number | None, Number | None]
NAMES = frozenset("AB")


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("B: alpha: -inf -> 5", (None, 5, None)),
        ("At node B beta changes from 8 to 5", (None, None, 5)),
        ("depth 2 node B returns 5", (5, None, None)),
        ("B alpha=3 beta=8 returned 4", (4, 3, 8)),
        ("B alpha=3 beta=8 -> 4", (4, 3, 8)),
        ("MIN B [-oo, INT_MAX]", (None, -INFINITY, INFINITY)),
        ("B (Integer.MIN_VALUE, +Infinity)", (None, -INFINITY, INFINITY)),
        ("Node B (MIN)\n  alpha = 3, beta = 8", (None, 3, 8)),
        ("I am at B. My alpha is 3 and beta is now inf.", (None, 3, INFINITY)),
        ("('B', 4, 3, 8)", (4, 3, 8)),
        ("alphabeta(B, 1, 3, 8, False)", (None, 3, 8)),
        ("minimax('B', 2, -inf, inf) = 4", (4, -INFINITY, INFINITY)),
        ("min_value(B, 3, 8)", (None, 3, 8)),
        ("   B = 3 -> β = 3", (3, None, None)),
        ("Knoten B, Tiefe 1, Wert 5, Alpha 3, Beta inf", (5, 3, INFINITY)),
        ("Noeud B : valeur = 5, alpha = 3, bêta = inf", (5, 3, INFINITY)),
        ("Nodo B: alfa=3 beta=inf", (None, 3, INFINITY)),
        ("B: alpha -inf -> 3, beta 9 → 8", (None, 3, 8)),
        ("B: alpha = max(2, 3) = 3", (None, 3, None)),
        ("B: best = min(inf, 5) = 5", (5, None, None)),
        ("B updates beta to 3", (None, None, 3)),
        ("B alpha=3 gamma=8", (None, 3, None)),
        ("B move=3", (None, None, None)),
        ("12. B (3, 8)", (None, 3, 8)),
        ("[2] B: 5", (5, None, None)),
        ("(1) B 3 8", (None, 3, 8)),
        ("Step 4: B 5", (5, None, None)),
        ("[3, 8] B", (None, 3, 8)),
        ("(3, inf): visiting B", (None, 3, INFINITY)),
        ("5 <- B", (5, None, None)),
        ("5 = minimax(B)", (5, None, None)),
        ("B: children [3, 8]", (None, None, None)),
        ("alphabeta(B, 1, ...) -> 5", (5, None, None)),
        ("Узел B: альфа = 3, бета = 8", (None, 3, 8)),
        ("5 is returned by B", (5, None, None)),
        ("  B [3,8] 5", (5, 3, 8)),
        ("  B 5 [3; 8]", (5, 3, 8)),
        ("Now at MIN node B with alpha 3 and beta 8.", (None, 3, 8)),
        ("('enter', 'B', 3, 8)", (None, 3, 8)),
        ("Node(name='B', value=None) alpha=3 beta=8", (None, 3, 8)),
        ("Back at B: [3, inf], v = 3", (3, 3, INFINITY)),
        ("B: v = 3 is the smallest of (3, 8)", (3, None, None)),
        ("Updated alpha at B to 3", (None, 3, None)),
        ("minimax(B, 1, False)", (None, None, None)),
        ("value of B: 5", (5, None, None)),
        ("B: looking at children", (None, None, None)),
        ("> Evaluating child node: B", (None, None, None)),
        ("visited=2 node=B alpha=3 beta=8", (None, 3, 8)),
        ('<node name="B" alpha="3" beta="INF">', (None, 3, INFINITY)),
        ("B best=5 pv=[1, 2]", (5, None, None)),
        ("B, comparing value: 5 with best: 3", (None, None, None)),
        ("minimax(B, 1, False) = 5", (5, None, None)),
    ],
)
def test_a_line_gives_the_numbers_that_are_meant(line: str, numbers: Numbers) -> None:
    (row,) = read_log(line, NAMES).rows
    assert (row.node, row.value, row.alpha, row.beta) == ("B", *numbers)


def test_the_depth_in_a_call_is_where_no_infinite_number_stands() -> None:
    log = read_log("search(A, -inf, inf, 2)\nsearch(B, 1, 3, 1)", NAMES)
    assert [(row.alpha, row.beta) for row in log.rows] == [(-INFINITY, INFINITY), (1, 3)]
    log = read_log("max_value(A, -inf, inf)\nsearch(B, 1, 3, 8)", NAMES)
    assert [(row.alpha, row.beta) for row in log.rows] == [(-INFINITY, INFINITY), (3, 8)]


def test_columns_with_spaces_may_have_others_beside_the_known_ones() -> None:
    header = "Node   Type   Alpha   Beta   Pruned"
    (row,) = read_log(f"{header}\nB      MIN    3       8      No").rows
    assert (row.node, row.value, row.alpha, row.beta) == ("B", None, 3, 8)
    with pytest.raises(LogError, match="line 2 has other columns than the 5 of its header"):
        read_log(f"{header}\nB             3       8      No")


@pytest.mark.parametrize(
    "block",
    [
        "Node: B\nAlpha: 3\nBeta: 8\nValue: 5",
        "- node: B\n  value: 5\n  alpha: 3\n  beta: 8",
        'node: "B",\n"depth": 1,\n"value": 5,\n"alpha": 3,\n"beta": 8\n}',
    ],
)
def test_numbers_on_the_lines_below_a_node_are_its_own(block: str) -> None:
    log = read_log(f"{block}\n\nvalue: 7", NAMES)
    (row,) = log.rows
    assert (row.node, row.value, row.alpha, row.beta) == ("B", 5, 3, 8)
    assert (log.value, log.unread) == (7, 0)


def test_values_alone_below_nodes_are_theirs_if_there_are_several() -> None:
    log = read_log("--- Node D ---\nvalue: 5\n--- Node E ---\nvalue: 8\nvalue: 5")
    assert [(row.node, row.value) for row in log.rows] == [("D", 5), ("E", 8)]
    assert log.value == 5
    one = read_log("--- Node D ---\n--- Node E ---\nvalue: 5")
    assert [row.value for row in one.rows] == [None, None]
    assert one.value == 5


def test_a_node_without_a_value_may_say_so() -> None:
    (row,) = read_log("node B\nvalue: None\nalpha: 3\nbeta: 8").rows
    assert (row.value, row.alpha, row.beta) == (None, 3, 8)


def test_numbers_after_a_child_are_those_of_a_node_without_a_name() -> None:
    log = read_log("node A alpha=3 beta=8\n  After child B: value=5, alpha=5, beta=8", NAMES)
    assert [row.node for row in log.rows] == ["A"]
    assert log.unread == 1


def test_a_table_may_be_drawn_in_boxes() -> None:
    table = "┌──────┬───────┬──────┐\n│ Node │ Alpha │ Beta │\n├──────┼───────┼──────┤\n"
    log = read_log(f"{table}│ B    │     3 │  inf │\n└──────┴───────┴──────┘")
    assert log.rows == (LogRow(4, "B", alpha=3, beta=INFINITY),)
    assert log.unread == 0


def test_a_bound_alone_below_a_node_may_be_that_of_another() -> None:
    log = read_log("visit B\nbeta = 5\nvisit A", NAMES)
    assert [(row.node, row.beta) for row in log.rows] == [("B", None), ("A", None)]
    assert log.unread == 1


def test_the_columns_of_a_table_may_be_called_in_another_language() -> None:
    (row,) = read_log("Knoten;Tiefe;Wert;Alfa;Bêta\nB;1;5;3;8").rows
    assert row == LogRow(2, "B", depth=1, value=5, alpha=3, beta=8)


def test_a_window_below_a_node_that_has_one_is_not_its_own() -> None:
    log = read_log("node B alpha=3 beta=8\nalpha=4, beta=8", NAMES)
    assert log.rows == (LogRow(1, "B", alpha=3, beta=8),)
    assert log.unread == 1


@pytest.mark.parametrize(
    "line", ["Leaf 12 alpha=3 beta=8", "leaf node with value: 12 (alpha=3, beta=8)"]
)
def test_a_leaf_without_a_name_is_told_by_its_value(line: str) -> None:
    row = LogRow(1, "12", value=12, alpha=3, beta=8, is_unnamed_leaf=True)
    assert read_log(line).rows == (row,)


@pytest.mark.parametrize(
    "line",
    [
        "Leaf Node 3 -> Returning: 3",
        "Depth 2: leaf node reached, value=3",
        "Evaluating leaf node with value: 3",
        "Explored leaf: 3",
    ],
)
def test_the_value_of_a_leaf_is_not_taken_for_the_name_of_a_node(line: str) -> None:
    (row,) = read_log(line).rows
    assert (row.node, row.value, row.is_unnamed_leaf) == ("3", 3, True)


def test_a_leaf_may_have_its_address_before_its_value() -> None:
    (row,) = read_log("leaf 2: 45").rows
    assert (row.node, row.value, row.is_unnamed_leaf) == ("2", 45, False)


def test_numbers_alone_are_leaves_where_no_line_has_a_name() -> None:
    log = read_log("5\n8\n2\nResult: 5")
    assert [(row.value, row.is_unnamed_leaf) for row in log.rows] == [
        (5, True),
        (8, True),
        (2, True),
    ]
    assert log.value == 5
    assert read_log("searching\n5\n8\ndone").value is None
    with pytest.raises(LogError):
        read_log("5\n8\n5")  # the last may be a leaf or the root


@pytest.mark.parametrize(
    "table",
    [
        "node,alpha,beta\nB,3,8\n...\nC,5,8",
        "| node | alpha | beta |\n| B | 3 | 8 |\n| ... | ... | ... |\n| C | 5 | 8 |",
        "node alpha beta\nB 3 8\n…\nC 5 8",
    ],
)
def test_dots_in_a_table_stand_for_rows(table: str) -> None:
    log = read_log(table)
    assert [(row.node, row.alpha) for row in log.rows] == [("B", 3), ("C", 5)]
    assert len(log.gaps) == 1
    assert log.unread == 0


def test_a_table_may_be_one_of_latex() -> None:
    header = r"Node & $\alpha$ & $\beta$ & value \\ \hline"
    row = r"B & $-\infty$ & $3$ & 5 \\"
    assert read_log(f"{header}\n{row}").rows == (LogRow(2, "B", value=5, alpha=-INFINITY, beta=3),)


def test_a_leaf_with_a_number_for_a_name_has_another_value() -> None:
    (row,) = read_log("leaf node 3 has value 5").rows
    assert (row.node, row.value, row.is_unnamed_leaf) == ("3", 5, False)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("A_B –> MIN: Visited Node :: B", "B"),
        ("{'node': 'B', 'depth': 1, 'alpha': -inf, 'beta': 8}", "B"),
        ('{"node": "B", "alpha": 3},', "B"),
    ],
)
def test_a_name_is_read_behind_two_colons_and_in_braces(line: str, name: str) -> None:
    assert read_log(line).rows[0].node == name


@pytest.mark.parametrize(
    "line",
    [
        "Pruned node: C value 4",
        "skipping C (value 4)",
        "Depth 1: Pruning at node C because beta <= alpha (2 <= 3)",
        "Maximizer at Node [0, 1], Alpha: 3, Beta: inf",
    ],
)
def test_what_is_pruned_or_has_no_name_is_no_row(line: str) -> None:
    log = read_log(f"node B alpha=3 beta=8\n{line}", frozenset({"C"}))
    assert [row.node for row in log.rows] == ["B"]
    assert log.unread == 1


def test_a_count_of_leaves_is_no_leaf() -> None:
    log = read_log("node B alpha=3 beta=8\nleaf nodes evaluated: 7\nNodes visited: 7")
    assert len(log.rows) == 1
    assert log.unread == 2
    assert read_log("Visited: 7").rows == (LogRow(1, "7"),)


def test_the_smallest_number_of_a_double_is_not_infinite() -> None:
    (row,) = read_log("node B alpha=Double.MIN_VALUE beta=8").rows
    assert row.alpha is None


@pytest.mark.parametrize("line", ["-5", "Value: -5", "The optimal value is -5.", "Best score = -5"])
def test_the_value_of_the_root_may_be_negative(line: str) -> None:
    log = read_log(f"node B alpha=3 beta=8\n{line}", NAMES)
    assert (log.value, log.ends_with_value) == (-5, True)


@pytest.mark.parametrize(
    "line",
    [
        "Best move: B",
        "move: B",
        "The best move is 'B'",
        "optimal_move = B",
        "PS D:\\work\\2710> python minimax.py B",
        "C:\\Users\\B> python ab.py",
        "B@host:~/work$ python3 ab.py",
        "$ python3 ab.py B",
    ],
)
def test_the_chosen_move_and_a_command_are_no_nodes_that_are_entered(line: str) -> None:
    log = read_log(f"{line}\nnode: A\nnode: B 3", NAMES)
    assert [(row.node, row.value) for row in log.rows] == [("A", None), ("B", 3)]
    assert log.unread == 1


def test_a_program_may_call_nodes_moves() -> None:
    log = read_log("Move: A\nMove: B\nBest move: B", NAMES)
    assert [row.node for row in log.rows][:2] == ["A", "B"]
