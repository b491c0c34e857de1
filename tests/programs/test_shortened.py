"""Programs that search a tree too shallow, and those that do so first on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.laws import sampled
from treeexplorer.library.programs import Verification, VerificationError, verify
from treeexplorer.programs.trials import height_of

INF = float("inf")
TRIALS = 60


def to_depth(estimate: Callable[[Any], Any], tells_estimates: bool) -> Callable[..., Any]:
    """Return an alpha-beta down to a depth, where a node counts its estimate."""

    def search(node: Any, depth: int, alpha: Any, beta: Any, is_max: bool, told: list[Any]) -> Any:
        if not isinstance(node, list):
            told.append(node)
            return node
        if depth == 0:
            value = estimate(node)
            if tells_estimates:
                told.append(value)
            return value
        v = -INF if is_max else INF
        for child in node:
            value = search(child, depth - 1, alpha, beta, not is_max, told)
            v = max(v, value) if is_max else min(v, value)
            if is_max:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v

    return search


def leaves_below(node: Any) -> list[Any]:
    if not isinstance(node, list):
        return [node]
    return [leaf for child in node for leaf in leaves_below(child)]


def refused(function: Callable[[Any], Any]) -> Verification:
    with pytest.raises(VerificationError) as caught:
        verify(function, trials=TRIALS)
    return caught.value.verification


ESTIMATES = [
    (lambda node: leaves_below(node)[0], "the first leaf below it"),
    (lambda node: leaves_below(node)[-1], "the last leaf below it"),
    (lambda node: max(leaves_below(node)), "the largest leaf below it"),
    (lambda node: sum(leaves_below(node)), "the sum of the leaves below it"),
    (lambda _node: 0, "0"),
]


@pytest.mark.parametrize("tells_estimates", [True, False])
@pytest.mark.parametrize(("estimate", "words"), ESTIMATES, ids=lambda each: str(each)[:20])
def test_a_search_a_ply_too_shallow_is_named(
    estimate: Callable[[Any], Any], words: str, tells_estimates: bool
) -> None:
    search = to_depth(estimate, tells_estimates)

    def answer(tree: Any) -> Any:
        told: list[Any] = []
        return search(tree, height_of(tree) - 1, -INF, INF, True, told), told

    result = refused(answer)
    counts = f"where a node whose children are left out counts {words}."
    assert (
        result.findings[0]
        == f"All its values are those of the tree without its lowest ply, {counts}"
    )
    rules = "Its leaves are those of that tree, too: alpha-beta, cut when α ≥ β"
    without = "" if tells_estimates else ", and it tells no such node"
    assert result.findings[1] == f"{rules}{without}."


@pytest.mark.parametrize("depth", sampled(1, [2, 4]))
def test_a_search_to_a_depth_of_its_own_is_named(depth: int) -> None:
    search = to_depth(lambda node: max(leaves_below(node)), tells_estimates=True)

    def answer(tree: Any) -> Any:
        return search(tree, depth, -INF, INF, True, [])

    (finding,) = refused(answer).findings
    assert finding == (
        f"All its values are those of the tree down to ply {depth}, where a node with children "
        "counts the largest leaf below it."
    )


@pytest.mark.parametrize("tells_estimates", [True, False])
def test_iterative_deepening_reads_leaves_again_and_is_right(tells_estimates: bool) -> None:
    search = to_depth(lambda _node: 0, tells_estimates)

    def answer(tree: Any) -> Any:
        told: list[Any] = []
        value = None
        for depth in range(1, height_of(tree) + 1):
            value = search(tree, depth, -INF, INF, True, told)
        return value, told

    result = verify(answer, trials=TRIALS)
    assert result.layer == "leaves again"
    assert result.headline.endswith("each search is a ply deeper than the one before it.")


def test_players_by_the_plies_left_are_named() -> None:
    def search(node: Any, plies_left: int, alpha: Any, beta: Any) -> Any:
        if not isinstance(node, list):
            return node
        is_max = plies_left % 2 == 0
        values = [search(child, plies_left - 1, alpha, beta) for child in node]
        return max(values) if is_max else min(values)

    (finding,) = refused(lambda tree: search(tree, height_of(tree), -INF, INF)).findings
    assert finding == (
        "All its values are those of MAX moving wherever an even number of plies is left to the "
        "lowest leaf."
    )


def test_deepening_that_stops_a_ply_too_soon_is_told_by_its_values() -> None:
    def answer(tree: Any) -> tuple[Any, list[Any]]:
        value = 0
        told: list[Any] = []
        for depth in range(1, height_of(tree)):
            value = to_depth(lambda _node: 0, False)(tree, depth, -INF, INF, True, told)
        return value, told

    text = refused(answer).text()
    assert "those of the tree without its lowest ply, where a node whose children" in text
    assert "Its leaves are those of no search of that tree that is known here." in text
