"""A log of PVS is refused whatever it prints of its steps, and is not called wrong."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_pvs import generate_pvs_rows
from treeexplorer.programs.log_reading import LogError

INF: Final = float("inf")
TREE: Final = "A:[B:[D:[H:5 I:8] E:[J:9 K:1]] C:[F:[L:6 M:2] G:[N:7 O:10]]]"
CHILDREN: Final = {"A": "BC", "B": "DE", "C": "FG", "D": "HI", "E": "JK", "F": "LM", "G": "NO"}
LEAVES: Final = {"H": 5, "I": 8, "J": 9, "K": 1, "L": 6, "M": 2, "N": 7, "O": 10}


def print_pvs(line: str, *, fail_hard: bool, in_window: bool = False, infinity: float = INF) -> str:
    """Print a line for each node that PVS leaves, and one for each leaf."""
    lines: list[str] = []

    def pvs(node: str, alpha: float, beta: float, colour: int) -> Any:
        if node in LEAVES:
            lines.append(f"{node} = {colour * LEAVES[node]}")
            return colour * LEAVES[node]
        v = alpha if fail_hard else -infinity
        for child in CHILDREN[node]:
            if child == CHILDREN[node][0]:
                value = -pvs(child, -beta, -alpha, -colour)
            else:
                value = -pvs(child, -alpha - 1, -alpha, -colour)
                if alpha < value < beta:
                    value = -pvs(child, -beta, -alpha, -colour)
            v = max(v, value)
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        v = min(v, beta) if in_window else v
        lines.append(line.format(node=node, alpha=alpha, beta=beta, value=v))
        return v

    pvs("A", -infinity, infinity, 1)
    return "\n".join(lines)


@pytest.mark.parametrize(("fail_hard", "in_window"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize(
    "line",
    [
        "{node} returns {value}",
        "{node} value={value} alpha={alpha} beta={beta}",
        "leaving {node} with alpha={alpha}",
    ],
)
def test_a_log_of_pvs_is_refused_and_not_called_wrong(
    line: str, fail_hard: bool, in_window: bool
) -> None:
    log = print_pvs(line, fail_hard=fail_hard, in_window=in_window)
    with pytest.raises(LogError, match=r"PVS.*`verify -- PROGRAM` judges"):
        compare_log(log, tree_of(TREE))
    wrong = log.replace("L = -6", "L = -7").replace("L = 6", "L = 7")
    assert not compare_log(wrong, tree_of(TREE)).right


def test_a_large_number_for_infinity_is_read_in_a_log_of_pvs_too() -> None:
    log = print_pvs("{node} {alpha} {beta}", fail_hard=False, infinity=9999)
    with pytest.raises(LogError, match="PVS"):
        compare_log(log, tree_of(TREE))


def test_pvs_has_no_rows_where_a_player_moves_twice_in_a_row() -> None:
    assert list(generate_pvs_rows(tree_of("max[max[1 2] 3]"))) == []
    assert len(list(generate_pvs_rows(tree_of("[[1 2] 3]")))) == 18


def test_leaves_without_names_may_be_read_twice_and_have_the_mover_s_sign() -> None:
    log = print_pvs("{node} returns {value}", fail_hard=True)
    unnamed = re.sub(r"[H-O] = ", "leaf ", log)
    tree = tree_of(re.sub("[H-O]:", "", TREE))
    with pytest.raises(LogError, match="PVS"):
        compare_log(unnamed, tree)
    assert not compare_log(unnamed.replace("C returns", "C returns 1"), tree).right


def test_pvs_may_print_each_child_as_its_parent_sees_it() -> None:
    log = """\
B -> E: -77
B -> F: -50
A -> B: 50
C -> G: -46
A -> C: 46
D -> H: -69
D -> H: -69
A -> D: 69
root value 69"""
    with pytest.raises(LogError, match="PVS"):
        compare_log(log, tree_of("A:[B:[E:77 F:50] C:[G:46] D:[H:69]]"))


def test_a_log_whose_rows_are_those_of_alpha_beta_may_be_one_of_pvs() -> None:
    log = """\
Evaluate N1 = 2
Evaluate N211 = 2
Evaluate N212 = 8
Evaluate N221 = 1
Evaluate N222 = 0
Minimax value of root: 2"""
    tree = tree_of(
        "root:[N1:2 N2:[N21:[N211:2 N212:8 N213:9] N22:[N221:1 N222:0] N23:[N231:3 N232:8]]]"
    )
    with pytest.raises(LogError, match="PVS"):
        compare_log(log, tree)
