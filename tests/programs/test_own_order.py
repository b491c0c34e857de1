"""A program that sorts the children of a node is right if it reads what is to be read then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from tests.engine.random_trees import SEEDS
from tests.laws import examples
from treeexplorer.library.programs import VerificationError, verify
from treeexplorer.programs.own_order import _OrderFinder, reads_as_alphabeta_in_some_order
from treeexplorer.programs.trials import has_distinct_leaves, leaves_of
from treeexplorer.rules import CUTOFFS, FAILS, Rules
from treeexplorer.tree import from_nested

INF = float("inf")
TRIALS = 24


def grown(random: Random, plies: int) -> Any:
    """Return random nested lists with ties."""
    if plies == 0 or random.random() < 0.2:
        return random.randint(-4, 4)
    return [grown(random, plies - 1) for _ in range(random.randint(1, 3))]


class Shuffling:
    """Alpha-beta that takes the children of each node in a random order, and notes its leaves."""

    def __init__(self, random: Random, rules: Rules) -> None:
        self.random = random
        self.rules = rules
        self.read: list[Any] = []

    def search(self, node: Any, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            self.read.append(node)
            return node
        first, last = alpha, beta
        v = self.first_v(alpha, beta, is_max)
        for child in self.random.sample(node, len(node)):
            value = self.search(child, alpha, beta, not is_max)
            if is_max:
                v = max(v, value)
                alpha = max(alpha, v)
            else:
                v = min(v, value)
                beta = min(beta, v)
            if alpha > beta or (alpha == beta and not self.rules.strict):
                break
        return min(max(v, first), last) if self.rules.hard else v

    def first_v(self, alpha: float, beta: float, is_max: bool) -> float:
        if self.rules.hard:
            return alpha if is_max else beta
        return -INF if is_max else INF


@examples(400)
@given(SEEDS)
def test_what_is_read_in_any_order_is_found_to_be_so(random: Random) -> None:
    nested = [grown(random, 3), grown(random, 3)]
    rules = Rules(cutoff=random.choice(CUTOFFS), fail=random.choice(FAILS))
    shuffling = Shuffling(random, rules)
    shuffling.search(nested, -INF, INF, True)
    leaves = tuple(shuffling.read)
    tree = from_nested(nested)
    assert reads_as_alphabeta_in_some_order([(tree, leaves)], rules)
    if has_distinct_leaves(nested):
        assert not reads_as_alphabeta_in_some_order([(tree, leaves[:-1])], rules)
        assert not reads_as_alphabeta_in_some_order([(tree, (*leaves, leaves[0]))], rules)


def rank(node: Any) -> Any:
    """Return what a program sorts by that takes a node with children for a 0."""
    return 0 if isinstance(node, list) else node


def best_first(cuts_at_equality: Any) -> Any:
    """Return an alpha-beta that searches what looks best first, with a test for equality."""

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []

        def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
            if not isinstance(node, list):
                read.append(node)
                return node
            v = -INF if is_max else INF
            for child in sorted(node, key=rank, reverse=is_max):
                value = search(child, alpha, beta, not is_max)
                if is_max:
                    v = max(v, value)
                    alpha = max(alpha, v)
                else:
                    v = min(v, value)
                    beta = min(beta, v)
                if alpha > beta or (alpha == beta and cuts_at_equality(is_max)):
                    break
            return v

        return search(tree, -INF, INF, True), read

    return answer


@pytest.mark.parametrize(("cuts", "words"), [(True, "α ≥ β"), (False, "α > β")])
def test_a_search_of_sorted_children_is_right(cuts: bool, words: str) -> None:
    result = verify(best_first(lambda _is_max: cuts), trials=TRIALS)
    assert result.layer == "own order"
    assert result.right
    assert (
        f"alpha-beta, cut when {words}; it takes the children of a node in an order of its own"
    ) in result.text()


def sorting_by_leaves(cuts_at_equality: Any) -> Any:
    """Return an alpha-beta that evaluates leaves to sort them, and again to search them."""

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []

        def evaluated(node: Any) -> Any:
            if isinstance(node, list):
                return 0
            read.append(node)
            return node

        def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
            if not isinstance(node, list):
                return evaluated(node)
            v = -INF if is_max else INF
            for child in sorted(node, key=evaluated, reverse=is_max):
                value = search(child, alpha, beta, not is_max)
                if is_max:
                    v = max(v, value)
                    alpha = max(alpha, v)
                else:
                    v = min(v, value)
                    beta = min(beta, v)
                if alpha > beta or (alpha == beta and cuts_at_equality(is_max)):
                    break
            return v

        return search(tree, -INF, INF, True), read

    return answer


@pytest.mark.parametrize(("cuts", "words"), [(True, "α ≥ β"), (False, "α > β")])
def test_leaves_may_be_evaluated_to_sort_them(cuts: bool, words: str) -> None:
    result = verify(sorting_by_leaves(lambda _is_max: cuts), trials=60)
    assert result.layer == "leaves again"
    assert f"cut when {words}; before it searches a node, it evaluates those" in result.headline


def test_sorting_by_leaves_excuses_no_other_test() -> None:
    with pytest.raises(VerificationError) as caught:
        verify(sorting_by_leaves(lambda is_max: is_max), trials=60)
    assert caught.value.verification.layer == "other leaves"


def test_negamax_that_sorts_may_tell_leaves_as_the_mover_sees_them() -> None:
    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []

        def negamax(node: Any, alpha: float, beta: float, sign: int) -> Any:
            if not isinstance(node, list):
                read.append(sign * node)
                return sign * node
            v = -INF
            for child in sorted(node, key=rank, reverse=sign > 0):
                v = max(v, -negamax(child, -beta, -max(alpha, v), -sign))
                if v >= beta:
                    break
            return v

        return negamax(tree, -INF, INF, 1), read

    result = verify(answer, trials=60)
    assert result.layer == "own order"
    assert "it tells each leaf as the player who moves there sees it" in result.headline


@pytest.mark.parametrize("player", ["MAX", "MIN"])
def test_sorted_children_excuse_no_cut_at_equality_at_one_player(player: str) -> None:
    with pytest.raises(VerificationError) as caught:
        verify(best_first(lambda is_max: is_max == (player == "MAX")), trials=TRIALS)
    result = caught.value.verification
    assert result.layer == "other leaves"
    assert (
        "Its search of each tree reads exactly the leaves that are to be read in some order of the "
        f"children if only {player} cuts where α = β."
    ) in result.findings
    assert "In no order of the children does alpha-beta" in result.text()


def test_a_node_without_the_next_leaf_is_not_searched() -> None:
    wide = [[[10 * at + child, 500] for child in range(6)] for at in range(40)]
    tree = from_nested(wide)
    leaves = tuple(leaves_of(wide))
    attempts = _OrderFinder(tree, leaves[:-1], Rules(), None, None)
    assert not attempts.has_order()
    assert attempts._nodes_searched < len(tree)


def test_a_claim_holds_for_a_search_of_sorted_children() -> None:
    sorting = best_first(lambda _is_max: True)
    assert verify(sorting, cutoff=">=", trials=TRIALS).right
    with pytest.raises(VerificationError) as caught:
        verify(sorting, cutoff=">", trials=TRIALS)
    assert caught.value.verification.layer == "another convention"


def test_a_search_of_sorted_children_may_have_a_table_of_positions() -> None:
    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []
        table: dict[Any, tuple[float, float]] = {}

        def search(node: Any, alpha: float, beta: float, sign: int) -> Any:
            if not isinstance(node, list):
                read.append(node)
                return sign * node
            low, high = table.get((str(node), sign), (-INF, INF))
            if low >= beta or high <= alpha:
                return low if low >= beta else high
            v, bound = -INF, alpha
            for child in sorted(node, key=rank, reverse=sign > 0):
                v = max(v, -search(child, -beta, -max(alpha, v), -sign))
                if v >= beta:
                    break
            low = v if v > bound else -INF
            high = v if v < beta else INF
            table[str(node), sign] = low, high
            return v

        return search(tree, -INF, INF, 1), read

    result = verify(answer, trials=60)
    assert result.layer == "own order"
    assert "elsewhere a table of positions may explain what it leaves out" in result.text()


def test_pvs_may_sort_the_children() -> None:
    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []

        def pvs(node: Any, alpha: float, beta: float, sign: int) -> Any:
            if not isinstance(node, list):
                read.append(node)
                return sign * node
            for number, child in enumerate(sorted(node, key=rank, reverse=sign > 0)):
                low = -beta if number == 0 else -alpha - 1
                value = -pvs(child, low, -alpha, -sign)
                if number > 0 and alpha < value < beta:
                    value = -pvs(child, -beta, -value, -sign)
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
            return alpha

        return pvs(tree, -1_000_000, 1_000_000, 1), read

    result = verify(answer, trials=60)
    assert result.layer == "own order"
    assert "PVS" in result.text()
    assert "some of them again" in result.text()


def test_a_window_that_is_searched_again_is_no_guess_of_mtdf() -> None:
    def answer(tree: Any) -> tuple[Any, list[Any]]:
        read: list[Any] = []

        def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
            if not isinstance(node, list):
                read.append(node)
                return node
            v = -INF if is_max else INF
            for child in node:
                value = search(child, alpha, beta, not is_max)
                if is_max:
                    v = max(v, value)
                    alpha = max(alpha, v)
                else:
                    v = min(v, value)
                    beta = min(beta, v)
                if alpha >= beta:
                    break
            return v

        value = search(tree, -5, 5, True)
        if not -5 < value < 5:
            value = search(tree, -INF, INF, True)
        return value, read

    result = verify(answer, trials=60)
    assert result.layer == "leaves again"
    assert "as MTD(f) and aspiration windows do" in result.text()
