"""Wrong programs after public reports of people whose alpha-beta plays badly, each made small.

Each is a function of nested lists that returns the root's value and the leaves it read, and the
move where it plays one. They are written as their authors write: none is a listing of ours with a
line changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

INF: Final = float("inf")


class Reported(NamedTuple):
    """A wrong program.

    Attributes:
        answer: The program.
        layer: How far it is right.
        words: What is said of it, in part.
    """

    answer: Callable[[Any], Any]
    layer: str
    words: str


def _read(node: Any, read: list[Any]) -> Any:
    read.append(node)
    return node


def root_opens_the_window_for_each_move(tree: Any) -> Any:
    """A root function calls fail-hard negamax with the full window for each move."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        for child in node:
            score = -negamax(child, -beta, -alpha, -side)
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha

    best = -INF
    for child in tree:
        best = max(best, -negamax(child, -INF, INF, -1))
    return best, read


def root_forgets_the_minus(tree: Any) -> Any:
    """The root takes what negamax returns for the opponent as its own."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        best = -INF
        for child in node:
            best = max(best, -negamax(child, -beta, -alpha, -side))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    best, move = -INF, 0
    for number, child in enumerate(tree, 1):
        score = negamax(child, -INF, INF, -1)
        if score > best:
            best, move = score, number
    return best, read, move


def evaluates_for_max_whoever_moves(tree: Any) -> Any:
    """The evaluation function looks from MAX's side, and negamax wants the mover's."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF
        for child in node:
            best = max(best, -negamax(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return negamax(tree, -INF, INF), read


def one_move_for_all_depths(tree: Any) -> Any:
    """The best move is a member that every depth of the search writes into."""
    read: list[Any] = []
    best_move = 0

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        nonlocal best_move
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for number, child in enumerate(node, 1):
            score = search(child, alpha, beta, not is_max)
            if score > best if is_max else score < best:
                best, best_move = score, number
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read, best_move


def sooner_is_better(tree: Any) -> Any:
    """A leaf counts its number less its depth, so that wins come sooner, and losses, too."""
    read: list[Any] = []

    def search(node: Any, depth: int, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read) - depth
        best = -INF if is_max else INF
        for child in node:
            score = search(child, depth + 1, alpha, beta, not is_max)
            if is_max:
                best, alpha = max(best, score), max(alpha, score)
            else:
                best, beta = min(best, score), min(beta, score)
            if beta <= alpha:
                break
        return best

    return search(tree, 0, -INF, INF, True), read


def table_keeps_bounds_as_values(tree: Any) -> Any:
    """A table of positions without flags: an entry of a cut node is used as its value."""
    read: list[Any] = []
    table: dict[Any, Any] = {}

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        if (str(node), side) in table:
            return table[str(node), side]
        best = -INF
        for child in node:
            best = max(best, -negamax(child, -beta, -alpha, -side))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[str(node), side] = best
        return best

    return negamax(tree, -INF, INF, 1), read


def counter_of_the_class(tree: Any) -> Any:
    """The loop's counter belongs to the class, and calls below move it on."""
    read: list[Any] = []

    class Player:
        i = 0

        def search(self, node: Any, alpha: float, beta: float, is_max: bool) -> Any:
            if not isinstance(node, list):
                if len(read) > 5000:
                    raise RuntimeError("stopped by hand")
                return _read(node, read)
            best = -INF if is_max else INF
            self.i = 0
            while self.i < len(node):
                score = self.search(node[self.i], alpha, beta, not is_max)
                if is_max:
                    best, alpha = max(best, score), max(alpha, score)
                else:
                    best, beta = min(best, score), min(beta, score)
                if alpha >= beta:
                    break
                self.i += 1
            return best

    return Player().search(tree, -INF, INF, True), read


def last_of_equal_moves(tree: Any) -> Any:
    """The root takes a move with an equal score, and alpha was handed on: it may be a bound."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        for child in node:
            score = -negamax(child, -beta, -alpha, -side)
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha

    alpha, move = -INF, 0
    for number, child in enumerate(tree, 1):
        score = -negamax(child, -INF, -alpha, -1)
        if score >= alpha:
            alpha, move = score, number
    return alpha, read, move


def children_searched_in_a_comprehension(tree: Any) -> Any:
    """All children are searched in a list first, and the loop that tests comes after."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        scores = [search(child, alpha, beta, not is_max) for child in node]
        best = -INF if is_max else INF
        for score in scores:
            if is_max:
                best, alpha = max(best, score), max(alpha, score)
            else:
                best, beta = min(best, score), min(beta, score)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def cuts_the_wrong_way_at_max(tree: Any) -> Any:
    """The test of the maximizing branch is turned round."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        if is_max:
            best = -INF
            for child in node:
                best = max(best, search(child, alpha, beta, False))
                alpha = max(alpha, best)
                if alpha <= beta:
                    break
            return best
        best = INF
        for child in node:
            best = min(best, search(child, alpha, beta, True))
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best

    return search(tree, -INF, INF, True), read


def second_search_never_made(tree: Any) -> Any:
    """PVS without the second search: a null window's bound is taken for the value."""
    read: list[Any] = []

    def pvs(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        best = -INF
        for child in node:
            low = -beta if child is node[0] else -alpha - 1
            best = max(best, -pvs(child, low, -alpha, -side))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return pvs(tree, -INF, INF, 1), read


def calls_it_again_to_keep_the_value(tree: Any) -> Any:
    """The child is searched in the comparison, and once more for its value."""
    read: list[Any] = []

    def maximum(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF
        for child in node:
            if minimum(child, alpha, beta) > best:  # noqa: PLR1730 - twice: that is the mistake
                best = minimum(child, alpha, beta)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def minimum(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = INF
        for child in node:
            if maximum(child, alpha, beta) < best:  # noqa: PLR1730 - twice: that is the mistake
                best = maximum(child, alpha, beta)
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    return maximum(tree, -INF, INF), read


def leaves_the_loop_before_it_updates_best(tree: Any) -> Any:
    """The test comes after alpha and before best, so that best misses the value that cuts."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        if is_max:
            best = -INF
            for child in node:
                score = search(child, alpha, beta, False)
                alpha = max(alpha, score)
                if beta <= alpha:
                    break
                best = max(best, score)
            return best
        best = INF
        for child in node:
            score = search(child, alpha, beta, True)
            beta = min(beta, score)
            if beta <= alpha:
                break
            best = min(best, score)
        return best

    return search(tree, -INF, INF, True), read


def leaves_the_loop_too_soon_at_min(tree: Any) -> Any:
    """MIN alone returns best before the child that cuts is taken into account."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if not is_max and score <= alpha:
                return best
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def bounds_in_a_list_that_all_calls_share(tree: Any) -> Any:
    """The window is a list that is handed down, so that a child moves its parent's bounds."""
    read: list[Any] = []

    def search(node: Any, window: list[float], is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, window, not is_max)
            if is_max:
                best = max(best, score)
                window[0] = max(window[0], best)
            else:
                best = min(best, score)
                window[1] = min(window[1], best)
            if window[0] >= window[1]:
                break
        return best

    return search(tree, [-INF, INF], True), read


def alpha_alone_is_global(tree: Any) -> Any:
    """Alpha is a variable of the module, and beta is handed down."""
    read: list[Any] = []
    alpha = -INF

    def search(node: Any, beta: float, is_max: bool) -> Any:
        nonlocal alpha
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, beta, not is_max)
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, INF, True), read


def one_child_too_few(tree: Any) -> Any:
    """The loop ends at len(node) - 1."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for i in range(len(node) - 1):
            score = search(node[i], alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def left_and_right_alone(tree: Any) -> Any:
    """The program was written for binary trees."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for i in (0, 1):
            if i >= len(node):
                continue
            score = search(node[i], alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def moves_the_other_bound(tree: Any) -> Any:
    """MAX lowers beta, and MIN raises alpha."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                best = max(best, score)
                beta = min(beta, best)
            else:
                best = min(best, score)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def compares_with_its_own_bound(tree: Any) -> Any:
    """MAX leaves the loop when best is at most alpha, MIN when it is at least beta."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                best = max(best, score)
                if best <= alpha:
                    return best
                alpha = best
            else:
                best = min(best, score)
                if best >= beta:
                    return best
                beta = best
        return best

    return search(tree, -INF, INF, True), read


def one_bound_is_not_negated(tree: Any) -> Any:
    """Negamax swaps alpha and beta, and forgets a minus."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        best = -INF
        for child in node:
            best = max(best, -negamax(child, -beta, alpha, -side))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return negamax(tree, -INF, INF, 1), read


def best_begins_with_a_number_of_its_own(tree: Any) -> Any:
    """MAX begins with -7, as if no leaf were worth less."""
    read: list[Any] = []

    def maximum(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -7
        for child in node:
            best = max(best, minimum(child, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def minimum(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = INF
        for child in node:
            best = min(best, maximum(child, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return maximum(tree, -INF, INF), read


def stops_a_ply_too_soon(tree: Any) -> Any:
    """The depth is counted in nodes in place of plies; below it the first leaf is the estimate."""
    read: list[Any] = []

    def height(node: Any) -> int:
        return 1 + max(map(height, node)) if isinstance(node, list) else 0

    def estimate(node: Any) -> Any:
        while isinstance(node, list):
            node = node[0]
        return _read(node, read)

    def search(node: Any, depth: int, alpha: float, beta: float, is_max: bool) -> Any:
        if depth == 0 or not isinstance(node, list):
            return estimate(node)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, depth - 1, alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, height(tree) - 1, -INF, INF, True), read


def searches_three_plies_and_takes_0_below(tree: Any) -> Any:
    """A depth of 3 for all trees; nodes there count 0, and are not printed."""
    read: list[Any] = []

    def search(node: Any, depth: int, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        if depth == 0:
            return 0
        best = -INF if is_max else INF
        for child in node:
            score = search(child, depth - 1, alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, 3, -INF, INF, True), read


def prints_leaves_as_the_mover_sees_them(tree: Any) -> Any:
    """Negamax without the minus of the recursive call, whose leaves are printed with its sign."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return _read(side * node, read)
        best = -INF
        for child in node:
            best = max(best, negamax(child, -beta, -alpha, -side))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return negamax(tree, -INF, INF, 1), read


def begins_with_a_window_of_five(tree: Any) -> Any:
    """An aspiration window of ±5 without a second search where the value lies beyond."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, alpha=-5, beta=5, is_max=True), read


def tests_after_leaves_alone(tree: Any) -> Any:
    """The test for a cut-off stands in the branch for leaves."""
    read: list[Any] = []

    def children(branch: Any, depth: int, alpha: float, beta: float) -> tuple[float, float]:
        for child in branch:
            if isinstance(child, list):
                low, high = children(child, depth + 1, alpha, beta)
                if depth % 2 == 1:
                    beta = min(beta, low)
                else:
                    alpha = max(alpha, high)
                continue
            _read(child, read)
            if depth % 2 == 0:
                alpha = max(alpha, child)
            else:
                beta = min(beta, child)
            if alpha >= beta:
                break
        return alpha, beta

    return children(tree, 0, -INF, INF)[0], read


def takes_the_value_in_at_the_end_of_the_loop(tree: Any) -> Any:
    """The test and the bound are made with the best of the children before this one."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            answer = search(child, alpha, beta, not is_max)
            if is_max:
                if best >= beta:
                    return best
                alpha = max(alpha, best)
                best = max(best, answer)
            else:
                if best <= alpha:
                    return best
                beta = min(beta, best)
                best = min(best, answer)
        return best

    return search(tree, -INF, INF, True), read


def null_window_for_the_first_child(tree: Any) -> Any:
    """NegaScout with its two branches exchanged: the first child alone has the null window."""
    read: list[Any] = []

    def scout(node: Any, alpha: int, beta: int, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        for number, child in enumerate(node):
            is_tested = number == 0
            low = -alpha - 1 if is_tested else -beta
            score = -scout(child, low, -alpha, -side)
            if is_tested and alpha < score < beta:
                score = -scout(child, -beta, -alpha, -side)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return alpha

    return scout(tree, -100_000, 100_000, 1), read


def averages_at_min(tree: Any) -> Any:
    """MIN is taken for an opponent who moves at random."""
    read: list[Any] = []

    def search(node: Any, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        values = [search(child, not is_max) for child in node]
        return max(values) if is_max else sum(values) / len(values)

    return search(tree, True), read


def halves_its_leaves(tree: Any) -> Any:
    """An evaluation that is divided as integers are."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * (_read(node, read) // 2)
        best = -INF
        for child in node:
            best = max(best, -negamax(child, -beta, -max(alpha, best), -side))
            if best >= beta:
                break
        return best

    return negamax(tree, -INF, INF, 1), read


def table_compares_with_the_moved_alpha(tree: Any) -> Any:
    """The kind of an entry is told by alpha and beta as they are after the loop."""
    read: list[Any] = []
    table: dict[Any, tuple[str, Any]] = {}

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        kind, value = table.get((repr(node), is_max), ("none", 0))
        if kind == "exact" or (kind == "lower" and value >= beta):
            return value
        if kind == "upper" and value <= alpha:
            return value
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        kind = "lower" if best >= beta else "exact"
        table[repr(node), is_max] = ("upper" if best <= alpha else kind, best)
        return best

    return search(tree, -INF, INF, True), read


def mtdf_with_two_searches(tree: Any) -> Any:
    """MTD(f) with a loop that is run twice."""
    read: list[Any] = []
    bounds: dict[Any, tuple[float, float]] = {}

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        low, high = bounds.get((repr(node), is_max), (-INF, INF))
        if low >= beta or high <= alpha:
            return low if low >= beta else high
        best = -INF if is_max else INF
        for child in node:
            if is_max:
                best = max(best, search(child, max(alpha, best), beta, False))
            else:
                best = min(best, search(child, alpha, min(beta, best), True))
            if best >= beta if is_max else best <= alpha:
                break
        bounds[repr(node), is_max] = (best, high) if best >= beta else (low, best)
        return best

    guess, low = 0, -INF
    for _ in range(2):
        beta = max(guess, low + 1)
        guess = search(tree, beta - 1, beta, True)
        low = guess if guess >= beta else low
    return guess, read


def _functions_that_test_first(tree: Any, min_is_cut: Callable[[Any, float, float], bool]) -> Any:
    """Two functions that test best before they move a bound."""
    read: list[Any] = []

    def maximum(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF
        for child in node:
            best = max(best, minimum(child, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def minimum(node: Any, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = INF
        for child in node:
            best = min(best, maximum(child, alpha, beta))
            if min_is_cut(best, alpha, beta):
                return best
            beta = min(beta, best)
        return best

    return maximum(tree, -INF, INF), read


def min_has_the_cut_of_max(tree: Any) -> Any:
    """The test was copied from the function for MAX."""
    return _functions_that_test_first(tree, lambda best, _alpha, beta: best >= beta)


def window_handed_down_as_it_is(tree: Any) -> Any:
    """Negamax with the window of minimax, which returns alpha."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        for child in node:
            alpha = max(alpha, -negamax(child, alpha, beta, -side))
            if beta <= alpha:
                break
        return alpha

    return negamax(tree, -INF, INF, 1), read


def second_search_without_a_minus(tree: Any) -> Any:
    """PVS that negates what the null window returns, and not what the second search does."""
    read: list[Any] = []

    def pvs(node: Any, alpha: int, beta: int, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        for number, child in enumerate(node):
            if number == 0:
                score = -pvs(child, -beta, -alpha, -side)
            else:
                score = -pvs(child, -alpha - 1, -alpha, -side)
                if alpha < score < beta:
                    score = pvs(child, -beta, -score, -side)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return alpha

    return pvs(tree, -1_000_000, 1_000_000, 1), read


def best_is_never_updated(tree: Any) -> Any:
    """Alpha and beta take the values, and best is returned."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def halves_what_a_child_returns(tree: Any) -> Any:
    """A value counts half a move later, and alpha and beta are handed down as they are."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max) / 2
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def discounts_what_a_child_returns(tree: Any) -> Any:
    """Negamax with a discount of 0.9 a move."""
    read: list[Any] = []

    def negamax(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        best = -INF
        for child in node:
            best = max(best, -0.9 * negamax(child, -beta, -alpha, -side))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return negamax(tree, -INF, INF, 1), read


def mtdf_whose_beta_is_always_the_guess(tree: Any) -> Any:
    """MTD(f) with beta = g, which ends where g does not change any more."""
    read: list[Any] = []
    table: dict[Any, tuple[float, float]] = {}

    def search(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        low, high = table.get((str(node), side), (-INF, INF))
        if low >= beta:
            return low
        if high <= alpha:
            return high
        best = -INF
        for child in node:
            best = max(best, -search(child, -beta, -max(alpha, best), -side))
            if best >= beta:
                break
        if best >= beta:
            low = best
        else:
            high = best
        table[str(node), side] = low, high
        return best

    g, before, lower, upper = 0, None, -INF, INF
    while lower < upper and g != before:
        before = g
        g = search(tree, before - 1, before, 1)
        if g < before:
            upper = g
        else:
            lower = g
    return g, read


def pvs_with_a_small_infinity(tree: Any) -> Any:
    """PVS that begins with 50 for infinity."""
    read: list[Any] = []
    infinity = 50

    def pvs(node: Any, alpha: float, beta: float, side: int) -> Any:
        if not isinstance(node, list):
            return side * _read(node, read)
        best = -infinity
        for number, child in enumerate(node):
            if number == 0:
                score = -pvs(child, -beta, -alpha, -side)
            else:
                score = -pvs(child, -alpha - 1, -alpha, -side)
                if alpha < score < beta:
                    score = -pvs(child, -beta, -score, -side)
            best = max(best, score)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return pvs(tree, -infinity, infinity, 1), read


def table_whose_keys_are_sums(tree: Any) -> Any:
    """The key of a position is the sum of its leaves."""
    read: list[Any] = []
    table: dict[Any, tuple[str, float]] = {}

    def total(node: Any) -> Any:
        return sum(map(total, node)) if isinstance(node, list) else node

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        kind, value = table.get((total(node), is_max), ("none", 0))
        if kind == "exact" or (kind == "low" and value >= beta):
            return value
        if kind == "high" and value <= alpha:
            return value
        low, high = alpha, beta
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        kind = "low" if best >= high else "exact"
        if best <= low:
            kind = "high"
        table[total(node), is_max] = kind, best
        return best

    return search(tree, -INF, INF, True), read


def counts_each_ply_twice(tree: Any) -> Any:
    """The depth falls by two at each ply, and a node at depth 0 counts 0."""
    read: list[Any] = []

    def height(node: Any) -> int:
        return 1 + max(map(height, node)) if isinstance(node, list) else 0

    def search(node: Any, depth: int, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        if depth <= 0:
            return 0
        best = -INF if is_max else INF
        for child in node:
            score = search(child, depth - 2, alpha, beta, not is_max)
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, height(tree), -INF, INF, True), read


def returns_the_worst_value_where_it_cuts(tree: Any) -> Any:
    """A node that is cut off is taken for one that nobody wants, and seen from the wrong side."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if beta <= alpha:
                return -INF if is_max else INF
        return best

    return search(tree, -INF, INF, True), read


def _search_with_test(
    tree: Any, window: tuple[float, float], is_cut: Callable[[int, int, bool], bool]
) -> Any:
    """Alpha-beta that leaves a loop where it is told to, by ply, child and test."""
    read: list[Any] = []

    def search(node: Any, ply: int, alpha: float, beta: float) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        is_max = ply % 2 == 0
        best = -INF if is_max else INF
        for number, child in enumerate(node, 1):
            score = search(child, ply + 1, alpha, beta)
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if is_cut(ply, len(node) - number, alpha >= beta):
                break
        return best

    return search(tree, 0, *window), read


def cuts_at_the_opponents_first_move_alone(tree: Any) -> Any:
    """The test was tried at the second ply, and never taken out of its condition."""
    return _search_with_test(tree, (-INF, INF), lambda ply, _left, holds: holds and ply == 1)


def cuts_deep_in_the_tree_alone(tree: Any) -> Any:
    """Near the root nothing is pruned, to be on the safe side."""
    return _search_with_test(tree, (-INF, INF), lambda ply, _left, holds: holds and ply >= 2)


def begins_with_an_alpha_of_minus_100(tree: Any) -> Any:
    """Alpha begins at the least score of a game, which is not that of other games."""
    return _search_with_test(tree, (-100, INF), lambda _ply, _left, holds: holds)


def begins_with_scores_from_0_to_100(tree: Any) -> Any:
    """Scores are taken for percent."""
    alpha = 0
    beta = 100
    return _search_with_test(tree, (alpha, beta), lambda _ply, _left, holds: holds)


def left_and_middle_alone(tree: Any) -> Any:
    """Of three children the last is never searched: the loop ends at 2."""
    read: list[Any] = []

    def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for i in range(2 if len(node) == 3 else len(node)):
            score = search(node[i], alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(tree, -INF, INF, True), read


def remembers_values_by_ply(tree: Any) -> Any:
    """A dictionary of minimax has the ply for its key, and not the position."""
    read: list[Any] = []
    known: dict[int, Any] = {}

    def minimax(node: Any, ply: int) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        if ply not in known:
            values = [minimax(child, ply + 1) for child in node]
            known[ply] = min(values) if ply % 2 else max(values)
        return known[ply]

    return minimax(tree, 0), read


def remembers_values_by_first_leaf(tree: Any) -> Any:
    """A dictionary of minimax has the first leaf below a node for its key."""
    read: list[Any] = []
    known: dict[Any, Any] = {}

    def find_first_leaf(node: Any) -> Any:
        while isinstance(node, list):
            node = node[0]
        return node

    def minimax(node: Any, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        key = find_first_leaf(node), is_max
        if key not in known:
            values = [minimax(child, not is_max) for child in node]
            known[key] = max(values) if is_max else min(values)
        return known[key]

    return minimax(tree, True), read


def collects_scores_in_a_default(tree: Any) -> Any:
    """The list of scores is a default argument, and so one for all calls."""
    read: list[Any] = []

    def search(node: Any, alpha: Any, beta: Any, is_max: bool, scores: list[Any] = []) -> Any:  # noqa: B006
        if not isinstance(node, list):
            return _read(node, read)
        for child in node:
            score = search(child, alpha, beta, not is_max)
            scores.append(score)
            alpha, beta = (max(alpha, score), beta) if is_max else (alpha, min(beta, score))
            if alpha >= beta:
                break
        return max(scores) if is_max else min(scores)

    return search(tree, -INF, INF, True), read


def root_stops_one_move_short(tree: Any) -> Any:
    """The loop of the root ends one child too soon, and those below it do not."""
    read: list[Any] = []

    def search(node: Any, alpha: Any, beta: Any, is_max: bool) -> Any:
        if not isinstance(node, list):
            return _read(node, read)
        best = -INF if is_max else INF
        for child in node:
            score = search(child, alpha, beta, not is_max)
            best = max(best, score) if is_max else min(best, score)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    best = -INF
    for number in range(len(tree) - 1):
        best = max(best, search(tree[number], best, INF, False))
    return best, read


REPORTED: Final = (
    Reported(remembers_values_by_ply, "wrong values", "at the same ply share a key of the memo"),
    Reported(
        remembers_values_by_first_leaf, "wrong values", "with the same first leaf share a key"
    ),
    Reported(collects_scores_in_a_default, "wrong values", "one list for all calls"),
    Reported(root_stops_one_move_short, "wrong values", "the root leaves out its last child, even"),
    Reported(returns_the_worst_value_where_it_cuts, "wrong values", "a cut-off returns −∞ at MAX"),
    Reported(cuts_at_the_opponents_first_move_alone, "other leaves", "cuts only at ply 1, not"),
    Reported(cuts_deep_in_the_tree_alone, "other leaves", "it cuts only below ply 1"),
    Reported(begins_with_an_alpha_of_minus_100, "wrong values", "that leaves lie below"),
    Reported(begins_with_scores_from_0_to_100, "wrong values", "window begins at 0, and leaves"),
    Reported(left_and_middle_alone, "wrong values", "of three children the last is left out"),
    Reported(halves_what_a_child_returns, "wrong values", "is multiplied by a number, such as 0.5"),
    Reported(discounts_what_a_child_returns, "wrong values", "# not: value = 0.9 * -negamax"),
    Reported(mtdf_whose_beta_is_always_the_guess, "wrong values", "β is always the value returned"),
    Reported(pvs_with_a_small_infinity, "wrong values", "# not: INF = 50"),
    Reported(
        table_whose_keys_are_sums, "wrong values", "whose leaves have the same sum share a key"
    ),
    Reported(counts_each_ply_twice, "wrong values", "down to half of its plies, as if each"),
    Reported(averages_at_min, "wrong values", "a node of MIN is worth the mean of its children."),
    Reported(halves_its_leaves, "wrong values", "counts half its number, rounded down."),
    Reported(table_compares_with_the_moved_alpha, "wrong values", "the α and β that have moved"),
    Reported(mtdf_with_two_searches, "wrong values", "it ends after two searches"),
    Reported(min_has_the_cut_of_max, "wrong values", "MIN tests v ≥ β, as MAX does"),
    Reported(window_handed_down_as_it_is, "wrong values", "are handed down as they are"),
    Reported(second_search_without_a_minus, "wrong values", "second search lacks its minus"),
    Reported(best_is_never_updated, "wrong values", "v is never updated"),
    Reported(prints_leaves_as_the_mover_sees_them, "wrong values", "the sign of values is wrong"),
    Reported(begins_with_a_window_of_five, "wrong values", "a window that leaves lie beyond"),
    Reported(tests_after_leaves_alone, "other leaves", "it tests only after a leaf"),
    Reported(takes_the_value_in_at_the_end_of_the_loop, "other leaves", "one child too late"),
    Reported(null_window_for_the_first_child, "other leaves", "too many leaves on"),
    Reported(root_opens_the_window_for_each_move, "other leaves", "the root hands no α"),
    Reported(root_forgets_the_minus, "wrong values", "the root forgets the sign"),
    Reported(evaluates_for_max_whoever_moves, "wrong values", "forgets the sign at leaves"),
    Reported(one_move_for_all_depths, "wrong moves", "the move is one variable for all calls"),
    Reported(sooner_is_better, "wrong values", "counts its number less the ply at which it lies"),
    Reported(table_keeps_bounds_as_values, "wrong values", "its window is not kept with it"),
    Reported(counter_of_the_class, "no answer", "the loop's counter is one variable"),
    Reported(last_of_equal_moves, "wrong moves", "which may be only a bound"),
    Reported(children_searched_in_a_comprehension, "plain minimax", "values = [alphabeta("),
    Reported(cuts_the_wrong_way_at_max, "wrong values", "the test is turned round at MAX"),
    Reported(second_search_never_made, "wrong values", "a null window is taken for the child's"),
    Reported(calls_it_again_to_keep_the_value, "other leaves", "is searched twice"),
    Reported(
        leaves_the_loop_before_it_updates_best, "wrong values", "v takes the value that causes it"
    ),
    Reported(leaves_the_loop_too_soon_at_min, "wrong values", "at MIN a cut-off ends the loop"),
    Reported(bounds_in_a_list_that_all_calls_share, "wrong values", "are global, and never reset"),
    Reported(alpha_alone_is_global, "wrong values", "α is global, and never reset"),
    Reported(one_child_too_few, "wrong values", "the last child is left out"),
    Reported(left_and_right_alone, "wrong values", "only the first two children are searched"),
    Reported(moves_the_other_bound, "wrong values", "MAX moves β, and MIN moves α"),
    Reported(compares_with_its_own_bound, "wrong values", "the player's own bound"),
    Reported(one_bound_is_not_negated, "wrong values", "α is handed down without its minus"),
    Reported(best_begins_with_a_number_of_its_own, "wrong values", "# not: v = -7"),
    Reported(stops_a_ply_too_soon, "wrong values", "the tree without its lowest ply"),
    Reported(
        searches_three_plies_and_takes_0_below, "wrong values", "down to ply 3, where a node with"
    ),
)
