"""Logs of right searches agree however the program prints its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_reading import LogError
from treeexplorer.rules import Rules

INF = float("inf")
TREE = "A:[B:[E:3 F:12 G:8] C:[H:2 I:4 J:6] D:[K:14 L:5 M:2]]"
CHILDREN = {"A": "BCD", "B": "EFG", "C": "HIJ", "D": "KLM"}
LEAVES = {"E": 3, "F": 12, "G": 8, "H": 2, "I": 4, "J": 6, "K": 14, "L": 5, "M": 2}


def search_children(line: Callable[..., str], *, after: bool = True, cuts: bool = True) -> str:
    """Return what a search prints that has a line for each child that has returned."""
    lines: list[str] = []

    def search(node: str, alpha: float, beta: float, is_max: bool) -> float:
        if node in LEAVES:
            return LEAVES[node]
        v = -INF if is_max else INF
        for child in CHILDREN[node]:
            value = search(child, alpha, beta, not is_max)
            before = alpha, beta
            v = max(v, value) if is_max else min(v, value)
            if is_max:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            low, high = (alpha, beta) if after else before
            lines.append(line(node=node, child=child, value=value, alpha=low, beta=high))
            if cuts and alpha >= beta:
                break
        return v

    search("A", -INF, INF, True)
    return "\n".join(lines)


CHILD_LINES = (
    "checking {child}: value {value} alpha {alpha} beta {beta}",
    "{node} -> {child} value={value} α={alpha} β={beta}",
    "{node}.{child}: val={value}, alpha={alpha}, beta={beta}",
    "{node} <- {child}: {value} [{alpha}, {beta}]",
)


@pytest.mark.parametrize("line", CHILD_LINES)
@pytest.mark.parametrize("after", [True, False])
def test_a_line_may_have_a_child_with_the_window_of_its_parent(line: str, after: bool) -> None:
    result = compare_log(search_children(line.format, after=after), tree_of(TREE))
    assert result.right, result.text()
    place = "after" if after else "before"
    assert f"its value and its parent's window {place} it" in result.explanation
    never_cut = search_children(line.format, after=after, cuts=False)
    assert not compare_log(never_cut, tree_of(TREE)).right


@pytest.mark.parametrize("line", ["{node} <- {child}: {value}", "{node}.{child}: val={value}"])
def test_an_edge_with_a_value_is_the_child(line: str) -> None:
    result = compare_log(search_children(line.format), tree_of(TREE))
    assert result.right, result.text()
    wrong = search_children(line.format).replace("12", "11")
    assert not compare_log(wrong, tree_of(TREE)).right


def test_a_line_about_a_child_may_have_the_window_before_it() -> None:
    line = "{node}: child {child} returned {value} (alpha={alpha}, beta={beta})"
    before = search_children(line.format, after=False)
    result = compare_log(before, tree_of(TREE))
    assert result.right, result.text()
    assert "a line with a child has the numbers of its node before the child" in result.explanation
    assert not compare_log(
        before.replace("E returned 3 (alpha=-inf", "E returned 3 (alpha=3"), tree_of(TREE)
    ).right


def test_names_in_a_row_without_a_number_are_no_path() -> None:
    log = "tree: A -> B C; B -> E F G\nvisit A\nvisit B\nA -> C\nvisit C"
    assert compare_log(log, tree_of(TREE)).right


def print_negamax(*, leaves_as_mover: bool, flipped: bool = True) -> str:
    """Return what negamax prints as it enters and leaves nodes."""
    lines: list[str] = []

    def negamax(node: str, alpha: Any, beta: Any, colour: int) -> Any:
        if node in LEAVES:
            value = colour * LEAVES[node]
            shown = value if leaves_as_mover else LEAVES[node]
            lines.append(f"{node}: alpha={alpha} beta={beta} value={shown}")
            return value
        lines.append(f"{node}: alpha={alpha} beta={beta}")
        v = -INF
        for child in CHILDREN[node]:
            low, high = (-beta, -alpha) if flipped else (alpha, beta)
            v = max(v, -negamax(child, low, high, -colour))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        lines.append(f"{node} returns {v}")
        return v

    negamax("A", -INF, INF, 1)
    return "\n".join(lines)


@pytest.mark.parametrize("leaves_as_mover", [True, False])
def test_negamax_prints_numbers_as_the_mover_sees_them(leaves_as_mover: bool) -> None:
    result = compare_log(print_negamax(leaves_as_mover=leaves_as_mover), tree_of(TREE))
    assert result.right, result.text()
    assert "seen by the player to move, as in negamax" in result.explanation
    unflipped = print_negamax(leaves_as_mover=leaves_as_mover, flipped=False)
    assert not compare_log(unflipped, tree_of(TREE)).right


DEPTHS = """\
('A', {0}, -inf, inf)
('B', {1}, -inf, inf)
('E', {2}, -inf, inf)
('F', {2}, -inf, 3)
('G', {2}, -inf, 3)
('C', {1}, 3, inf)
('H', {2}, 3, inf)
"""


@pytest.mark.parametrize("plies", [(0, 1, 2), (2, 1, 0), (1, 2, 3)])
def test_a_depth_without_a_label_is_no_value(plies: tuple[int, int, int]) -> None:
    result = compare_log(DEPTHS.format(*plies), tree_of(TREE))
    assert result.headline == "All 7 rows agree with alpha-beta, cut when α ≥ β."
    assert "The first of three numbers without labels is read as a depth." in result.notes
    assert not compare_log(DEPTHS.format(0, 1, 1), tree_of(TREE)).right


@pytest.mark.parametrize("name", ["pvs", "mtdf", "sss"])
def test_a_search_with_null_windows_is_refused(name: Any) -> None:
    with pytest.raises(LogError, match="is not known here; `verify -- PROGRAM` judges"):
        compare_log("node: A alpha=-inf", tree_of(TREE), Rules(algorithm=name))


FAIL_HARD = """\
enter A alpha=-inf beta=inf
enter B alpha=-inf beta=inf
leaf E value=3
update B value=3 alpha=-inf beta=3
leaf F value=12
leaf G value=8
exit B value=3
update A value=3 alpha=3 beta=inf
enter C alpha=3 beta=inf
leaf H value=2
update C value=2 alpha=3 beta=2
exit C value=3
update A value=3 alpha=3 beta=inf
"""


def test_fail_hard_may_print_v_and_then_the_value_that_it_returns() -> None:
    result = compare_log(FAIL_HARD, tree_of(TREE))
    assert result.right, result.text()
    assert result.explanation == "under alpha-beta, cut when α ≥ β, fail-hard"
    assert compare_log(FAIL_HARD.replace("exit C value=3", "exit C value=2"), tree_of(TREE)).right
    assert not compare_log(
        FAIL_HARD.replace("exit C value=3", "exit C value=4"), tree_of(TREE)
    ).right
    left_alone = "B: value=3\nC: value=3\nD: value=3\nA: value=3"
    assert compare_log(left_alone, tree_of(TREE), Rules(fail="hard"), claimed=True).right


SAME_AS_MOVER = """\
A alpha=-inf beta=inf
B alpha=-inf beta=inf
D = 54
B value=-54 alpha=-54 beta=inf
E = 58
B value=-54 alpha=-54 beta=inf
A value=54 alpha=54 beta=inf
C alpha=-inf beta=-54
"""


def test_a_value_with_the_other_sign_is_no_infinity() -> None:
    result = compare_log(SAME_AS_MOVER, tree_of("A:[B:[D:54 E:58] C:[F:10 G:29]]"))
    assert result.right, result.text()
    assert result.notes == ()


def test_negamax_may_tell_leaves_by_their_values_for_the_mover() -> None:
    tree = tree_of("[-12 12 5]")  # MIN would move at the leaves
    log = "leaf 12\nleaf -12\nleaf -5\nResult: 12"
    result = compare_log(log, tree)
    assert result.right, result.text()
    assert "as in negamax" in result.explanation
    assert not compare_log("leaf -12\nleaf 12\nleaf -5\nResult: 12", tree).right


def test_fail_hard_may_return_its_bound_even_beyond_the_other() -> None:
    tree = tree_of("A:[B:[D:[H:3] E:[I:5 J:9]] C:[F:[K:2]]]")
    log = "D: value={d}\nE: value={e}\nB: value=3\nF: value={f}\nC: value=3\nA: value=3"
    result = compare_log(log.format(d=3, e=5, f=3), tree)
    assert result.right, result.text()
    assert result.explanation.endswith(
        "fail-hard, where MAX returns α and MIN β, even beyond the other"
    )
    assert not compare_log(log.format(d=3, e=6, f=3), tree).right
    clamped = compare_log(log.format(d=3, e=3, f=3), tree)
    assert clamped.explanation.endswith("fail-hard")


def test_negamax_may_print_a_child_with_the_value_that_its_parent_sees() -> None:
    tree = tree_of("A:[B:[D:5 E:8] C:[F:2 G:1]]")
    log = "B -> D: -5\nB -> E: -8\nA -> B: 5\nC -> F: -2\nA -> C: 2\nroot value 5"
    result = compare_log(log, tree)
    assert result.right, result.text()
    assert result.explanation.endswith("its value as its parent sees it, as in negamax")
    assert not compare_log(log.replace("C: 2", "C: -2"), tree).right
