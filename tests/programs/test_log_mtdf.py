"""A log of MTD(f) is refused whatever it prints of its steps, and is not called wrong."""

from __future__ import annotations

from typing import Final

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_mtdf import generate_mtdf_rows
from treeexplorer.programs.log_reading import LogError

INF: Final = float("inf")
TREE: Final = "A:[B:[D:[H:5 I:8] E:[J:9 K:1]] C:[F:[L:6 M:2] G:[N:7 O:10]]]"
UNNAMED: Final = "A:[B:[D:[5 8] E:[9 1]] C:[F:[6 2] G:[7 10]]]"
CHILDREN: Final = {"A": "BC", "B": "DE", "C": "FG", "D": "HI", "E": "JK", "F": "LM", "G": "NO"}
LEAVES: Final = {"H": 5, "I": 8, "J": 9, "K": 1, "L": 6, "M": 2, "N": 7, "O": 10}


def print_mtdf(line: str, leaf: str, *, first_guess: int, has_memory: bool) -> str:
    """Print a line for each node that MTD(f) leaves, and one for each leaf."""
    lines: list[str] = []
    bounds: dict[str, tuple[float, float]] = {}

    def search(node: str, beta: float, *, is_max: bool) -> float:
        if node in LEAVES:
            lines.append(leaf.format(node=node, value=LEAVES[node]))
            return LEAVES[node]
        low, high = bounds.get(node, (-INF, INF))
        if low >= beta:
            return low
        if high < beta:
            return high
        value = -INF if is_max else INF
        for child in CHILDREN[node]:
            returned = search(child, beta, is_max=not is_max)
            value = max(value, returned) if is_max else min(value, returned)
            if (value >= beta) == is_max:
                break
        if has_memory:
            bounds[node] = (low, value) if value < beta else (value, high)
        lines.append(line.format(node=node, value=value))
        return value

    low, high = -INF, INF
    guess: float = first_guess
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = search("A", beta, is_max=True)
        if guess < beta:
            high = guess
        else:
            low = guess
    return "\n".join(lines)


@pytest.mark.parametrize("has_memory", [False, True])
@pytest.mark.parametrize("first_guess", [0, 6, 50])
@pytest.mark.parametrize("line", ["{node} returns {value}", "{node} = {value}", "left {node}"])
def test_a_log_of_mtdf_is_refused_and_not_called_wrong(
    line: str, first_guess: int, has_memory: bool
) -> None:
    log = print_mtdf(line, "{node} = {value}", first_guess=first_guess, has_memory=has_memory)
    with pytest.raises(LogError, match=r"MTD\(f\).*`verify -- PROGRAM` judges"):
        compare_log(log, tree_of(TREE))
    wrong = log.replace("H = 5", "H = 4")
    assert not compare_log(wrong, tree_of(TREE)).right


def test_a_log_of_mtdf_may_have_leaves_without_names() -> None:
    log = print_mtdf("{node} = {value}", "leaf {value}", first_guess=0, has_memory=True)
    with pytest.raises(LogError, match=r"MTD\(f\)"):
        compare_log(log, tree_of(UNNAMED))


def test_each_first_guess_is_tried_once_for_all_between_the_same_leaves() -> None:
    tree = tree_of("[[1 2] 1]")
    assert len(list(generate_mtdf_rows(tree, most_rows=1))) == 2
    assert len(list(generate_mtdf_rows(tree, most_rows=10_000))) == 80  # 0, 1, 2 and 3


def test_a_log_of_mtdf_may_have_bounds_that_change() -> None:
    log = """\
Leaf B: 33
A: alpha updated to 33
Leaf B: 33
Leaf E: 41
D: alpha updated to 41
C: beta updated to 34
A: alpha updated to 41
Leaf B: 33
Leaf E: 41
D: alpha updated to 41
C: beta updated to 41
A: alpha updated to 41"""
    with pytest.raises(LogError, match=r"MTD\(f\)"):
        compare_log(log, tree_of("A:[B:33 C:[D:[E:41]]]"))


def test_the_line_with_the_root_s_value_is_no_pass() -> None:
    log = """\
Evaluate D = 97
Evaluate D = 97
Evaluate F = 59
Evaluate G = 13
Evaluate H = 16
Minimax value of A: 97"""
    with pytest.raises(LogError, match=r"MTD\(f\)"):
        compare_log(log, tree_of("A:[B:[D:97] C:[E:[F:59 G:13 H:16]]]"))
