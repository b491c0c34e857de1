"""Of a program that searches a tree several times the last search is judged, and alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from treeexplorer.library.programs import Verification, VerificationError, verify
from treeexplorer.programs.trials import height_of

INF = 1_000_000
TRIALS = 36


def best_first(last_values: dict[int, float], order: list[int]) -> list[int]:
    """Return the children with the best of the last search first, then those it did not search."""
    searched = sorted(last_values, key=lambda child: -last_values[child])
    return [*searched, *(child for child in order if child not in last_values)]


def best_to_the_front(last_values: dict[int, float], order: list[int]) -> list[int]:
    """Return the children with the best one of the last search moved to the front."""
    best = max(last_values, key=lambda child: last_values[child])
    return [best, *(child for child in order if child != best)]


@dataclass
class Deepening:
    """Iterative deepening that reorders the children between its searches."""

    reorder: Callable[[dict[int, float], list[int]], list[int]] = best_first
    by_position: bool = False  # whether equal subtrees share an order, as in a table
    estimate: Callable[[Any], float] = lambda _node: 0
    tells_estimates: bool = False
    most_plies: int = 0  # the last search's depth, where it is more than the tree has
    step: int = 1  # how many plies deeper each search is
    window: float = INF  # around the value of the search before
    null_windows: bool = False
    hands_alpha: bool = True
    cuts_at_equality: Callable[[int], bool] = lambda _side: True
    read: list[Any] = field(default_factory=list)
    orders: dict[Any, list[int]] = field(default_factory=dict)

    def __call__(self, tree: Any) -> tuple[Any, list[Any]]:
        self.read, self.orders = [], {}
        plies = height_of(tree)
        value = 0.0
        for depth in [*range(1, plies, self.step), *range(plies, max(plies, self.most_plies) + 1)]:
            low, high = value - self.window, value + self.window
            value = self.search(tree, (), depth, low, high, 1)
            if not low < value < high:
                value = self.search(tree, (), depth, -INF, INF, 1)
        return value, list(self.read)

    def search(
        self, node: Any, path: tuple[int, ...], depth: int, alpha: float, beta: float, side: int
    ) -> float:
        if not isinstance(node, list):
            self.read.append(node)
            return side * float(node)
        if depth == 0:
            if self.tells_estimates:
                self.read.append(self.estimate(node))
            return side * self.estimate(node)
        key = (str(node), side) if self.by_position else path
        order = self.orders.get(key, [*range(len(node))])
        values: dict[int, float] = {}
        for child in order:
            end = -alpha if self.hands_alpha else INF
            low = -alpha - 1 if self.null_windows and values else -beta
            value = -self.search(node[child], (*path, child), depth - 1, low, end, -side)
            if low != -beta and alpha < value < beta:
                value = -self.search(node[child], (*path, child), depth - 1, -beta, end, -side)
            values[child] = value
            alpha = max(alpha, value)
            if alpha > beta or (alpha == beta and self.cuts_at_equality(side)):
                break
        self.orders[key] = self.reorder(values, order)
        return max(values.values())


def first_leaf(node: Any) -> float:
    while isinstance(node, list):
        node = node[0]
    return float(node)


EXACT = {
    "best first": Deepening(),
    "best first, estimates told": Deepening(estimate=first_leaf, tells_estimates=True),
    "best move first": Deepening(best_to_the_front, estimate=first_leaf),
    "best move first, estimates told": Deepening(best_to_the_front, tells_estimates=True),
    "best move of a table": Deepening(best_to_the_front, by_position=True),
    "two plies at a time": Deepening(step=2),
    "estimates of its own": Deepening(best_to_the_front, estimate=len),
}


@pytest.mark.parametrize("program", EXACT.values(), ids=EXACT)
def test_deepening_with_reordered_children_is_right(program: Deepening) -> None:
    result = verify(program, trials=TRIALS)
    assert result.layer == "leaves again"
    assert (
        "its last search of each tree reads exactly the leaves that are to be read in some order "
        "of the children; what it reads before that may be other searches of the tree, as in "
        "iterative deepening, and is not judged."
    ) in result.headline


def test_deepening_may_go_on_below_the_leaves() -> None:
    assert verify(Deepening(most_plies=5), trials=24).layer == "leaves again"


def test_a_window_around_the_last_value_is_right() -> None:
    result = verify(Deepening(window=10), trials=TRIALS)
    assert result.layer == "leaves again"
    assert "its last search proves the root's value" in result.headline


class DeepeningWithTable:
    """Iterative deepening with a table of values, bounds and best moves."""

    def __call__(self, tree: Any) -> tuple[Any, list[Any]]:
        self.read: list[Any] = []
        self.table: dict[Any, tuple[int, float, float, int]] = {}
        for depth in range(1, height_of(tree) + 1):
            value = self.search(tree, depth, -INF, INF, 1)
        return value, self.read

    def search(self, node: Any, depth: int, alpha: float, beta: float, side: int) -> float:
        if not isinstance(node, list):
            self.read.append(node)
            return side * float(node)
        if depth == 0:
            return 0
        depth_known, low, high, best = self.table.get((str(node), side), (0, -INF, INF, 0))
        if depth_known >= depth and (low >= beta or low == high):
            return low
        if depth_known >= depth and high <= alpha:
            return high
        order = best_to_the_front({best: 0}, [*range(len(node))])
        v, first_alpha = -float(INF), alpha
        for child in order:
            value = -self.search(node[child], depth - 1, -beta, -alpha, -side)
            if value > v:
                v, best = value, child
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        low = v if v > first_alpha else -INF
        high = v if v < beta else INF
        self.table[str(node), side] = depth, low, high, best
        return v


def test_a_table_explains_what_the_last_search_leaves_out() -> None:
    result = verify(DeepeningWithTable(), trials=TRIALS)
    assert result.layer == "leaves again"
    assert "where no subtree occurs again, its last search of each tree" in result.headline


class MtdfWithBestMoves:
    """MTD(f) whose table keeps the best move, too, which is searched first."""

    def __call__(self, tree: Any) -> tuple[Any, list[Any]]:
        self.read: list[Any] = []
        self.table: dict[Any, tuple[float, float, int]] = {}
        low, high = -float(INF), float(INF)
        guess = 0.0
        while low < high:
            beta = max(guess, low + 1)
            guess = self.search(tree, beta - 1, beta, 1)
            if guess < beta:
                high = guess
            else:
                low = guess
        return guess, self.read

    def search(self, node: Any, alpha: float, beta: float, side: int) -> float:
        if not isinstance(node, list):
            self.read.append(node)
            return side * float(node)
        low, high, best = self.table.get((str(node), side), (-INF, INF, 0))
        if low >= beta or high <= alpha:
            return low if low >= beta else high
        v = -float(INF)
        for child in best_to_the_front({best: 0}, [*range(len(node))]):
            value = -self.search(node[child], -beta, -max(alpha, v), -side)
            if value > v:
                v, best = value, child
            if v >= beta:
                break
        self.table[str(node), side] = (v, high, best) if v >= beta else (low, v, best)
        return v


NOT_JUDGED = {
    "MTD(f) with best moves": MtdfWithBestMoves(),
    "PVS, deepened": Deepening(null_windows=True),
}


def as_it_was(_last_values: dict[int, float], order: list[int]) -> list[int]:
    """Return the children in the order in which they were searched before."""
    return order


PROVEN_AT_LAST = {
    "estimates not told": Deepening(as_it_was, null_windows=True),
    "windows guessed": Deepening(null_windows=True, window=10),
    "the first leaf told": Deepening(
        as_it_was, null_windows=True, estimate=first_leaf, tells_estimates=True
    ),
    "a number of its own told": Deepening(
        as_it_was, null_windows=True, estimate=len, tells_estimates=True
    ),
}


@pytest.mark.parametrize("program", PROVEN_AT_LAST.values(), ids=PROVEN_AT_LAST)
def test_pvs_may_deepen_and_tell_its_estimates(program: Deepening) -> None:
    result = verify(program, trials=TRIALS)
    assert result.layer == "leaves again"
    assert "its last search proves the root's value" in result.headline


@pytest.mark.parametrize("program", NOT_JUDGED.values(), ids=NOT_JUDGED)
def test_an_order_that_changes_within_a_search_is_not_judged(
    program: Callable[[Any], Any],
) -> None:
    result = verify(program, trials=TRIALS)
    assert result.layer == "leaves not judged"
    assert "as far as the root's value goes" in result.headline
    assert "is in all no more than alpha-beta reads" in result.headline


def refused(program: Callable[[Any], Any]) -> Verification:
    with pytest.raises(VerificationError) as caught:
        verify(program, trials=TRIALS)
    return caught.value.verification


def minimax(node: Any, read: list[Any], is_max: bool) -> Any:
    if not isinstance(node, list):
        read.append(node)
        return node
    values = [minimax(child, read, not is_max) for child in node]
    return max(values) if is_max else min(values)


def minimax_twice(tree: Any) -> tuple[Any, list[Any]]:
    read: list[Any] = []
    minimax(tree, read, True)
    return minimax(tree, read, True), read


def deepening_as_drawn(
    cuts_at_equality: Callable[[bool], bool], estimate: Callable[[Any], float], first_v: float = INF
) -> Callable[[Any], Any]:
    """Return iterative deepening that takes the children as they are drawn."""

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []

        def search(node: Any, depth: int, alpha: float, beta: float, is_max: bool) -> Any:
            if not isinstance(node, list):
                read.append(node)
                return node
            if depth == 0:
                return estimate(node)
            v = -first_v if is_max else first_v
            for child in node:
                value = search(child, depth - 1, alpha, beta, not is_max)
                if is_max:
                    v = max(v, value)
                    alpha = max(alpha, v)
                else:
                    v = min(v, value)
                    beta = min(beta, v)
                if alpha > beta or (alpha == beta and cuts_at_equality(is_max)):
                    break
            return v

        for depth in range(1, height_of(tree) + 1):
            value = search(tree, depth, -INF, INF, True)
        return value, read

    return answer


def leaf_count(node: Any) -> float:
    return sum(map(leaf_count, node)) if isinstance(node, list) else 1


def test_deepening_as_drawn_with_an_estimate_of_its_own_is_right() -> None:
    result = verify(deepening_as_drawn(lambda _is_max: True, leaf_count), trials=TRIALS)
    assert result.layer == "leaves again"
    assert "reads exactly the leaves that are to be read; what it reads before" in result.headline


@pytest.mark.parametrize("player", ["MAX", "MIN"])
@pytest.mark.parametrize("estimate", [leaf_count, lambda _node: 0], ids=["count", "zero"])
def test_a_mistake_is_named_that_explains_the_last_search(
    estimate: Callable[[Any], float], player: str
) -> None:
    program = deepening_as_drawn(lambda is_max: is_max == (player == "MAX"), estimate)
    result = refused(program)
    assert result.layer == "other leaves"
    assert f"only {player} cuts at equality" in result.text()
    assert "its leaves are here those of the last search alone" in result.text()
    assert result.wrong is not None
    tree, answer = result.wrong
    assert answer.leaves is not None
    assert len(answer.leaves) <= tree.leaf_count


def test_a_wrong_value_of_the_last_search_is_explained() -> None:
    result = refused(deepening_as_drawn(lambda _is_max: True, lambda _node: 0, first_v=0))
    assert result.layer == "wrong values"
    assert "v starts at 0" in result.text()


@pytest.mark.parametrize("reorder", [best_first, best_to_the_front])
@pytest.mark.parametrize("player", ["MAX", "MIN"])
def test_reordered_children_excuse_no_cut_at_equality_at_one_player(
    player: str, reorder: Callable[[dict[int, float], list[int]], list[int]]
) -> None:
    side = 1 if player == "MAX" else -1
    result = refused(Deepening(reorder, cuts_at_equality=lambda mover: mover == side))
    assert result.layer == "other leaves"
    assert (
        "Its last search of each tree reads exactly the leaves that are to be read in some order "
        f"of the children if only {player} cuts where α = β."
    ) in result.findings
    assert "In no order of the children does alpha-beta" in result.text()


WRONG = {
    "no α handed down": Deepening(hands_alpha=False),
    "no α handed down, estimates told": Deepening(hands_alpha=False, tells_estimates=True),
    "cuts at equality at one player": Deepening(cuts_at_equality=lambda side: side < 0),
    "no α handed down in PVS": Deepening(
        as_it_was, null_windows=True, hands_alpha=False, tells_estimates=True
    ),
    "minimax twice": minimax_twice,
}


@pytest.mark.parametrize("program", WRONG.values(), ids=WRONG)
def test_further_searches_excuse_no_mistake_of_the_last(program: Callable[[Any], Any]) -> None:
    result = refused(program)
    assert result.layer == "other leaves"
    assert "nor of another search known here" in result.headline
