"""Leaves that a program tells otherwise than by their own numbers in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from treeexplorer.engine import search
from treeexplorer.library.programs import Verification, VerificationError, verify
from treeexplorer.programs.answers import ProgramAnswer, Tried, answer_of_function
from treeexplorer.programs.differences import difference
from treeexplorer.programs.mistakes import MISTAKES, program
from treeexplorer.programs.telling import (
    LEAF_CONVERSIONS,
    prints_number_of_no_leaf,
    restore_leaves,
)
from treeexplorer.programs.trials import height_of, leaves_of, random_trees, to_nested
from treeexplorer.programs.verify import verify_program
from treeexplorer.rules import Rules
from treeexplorer.tree import DEFAULT_LEVELS, from_nested

Change = Callable[[Any, bool], Any]
"""Returns the number that is told of a leaf, given whether MIN moves at its ply."""
INF = float("inf")
TRIALS = 30


def telling(change: Change) -> Callable[[Any], Any]:
    """Return a right alpha-beta that tells its leaves by other numbers."""

    def search(node: Any, alpha: Any, beta: Any, is_max: bool, told: list[Any]) -> Any:
        if not isinstance(node, list):
            told.append(change(node, not is_max))
            return node
        v = float("-inf") if is_max else float("inf")
        for child in node:
            value = search(child, alpha, beta, not is_max, told)
            v = max(v, value) if is_max else min(v, value)
            if is_max:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v

    def answer(tree: Any) -> Any:
        told: list[Any] = []
        return search(tree, float("-inf"), float("inf"), True, told), told

    return answer


def refused(function: Callable[[Any], Any]) -> Verification:
    with pytest.raises(VerificationError) as caught:
        verify(function, trials=TRIALS)
    return caught.value.verification


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda leaf, _: abs(leaf), "it tells each without its sign"),
        (lambda leaf, _: -leaf, "it tells each with the other sign"),
        (lambda leaf, _: max(leaf, 0), "it tells 0 for those below 0"),
    ],
)
def test_other_numbers_for_the_leaves_of_a_search_are_named(change: Change, words: str) -> None:
    result = refused(telling(change))
    assert result.layer == "leaves told otherwise"
    assert result.headline.endswith(
        f"its leaves are those of alpha-beta, cut when α ≥ β, but {words}."
    )
    assert result.mistakes == ()
    assert "too many" not in result.text()
    assert "It tells " in result.text()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda leaf, is_min: -leaf if is_min else leaf, "who moves there"),
        (lambda leaf, is_min: leaf if is_min else -leaf, "who moved there"),
    ],
)
def test_leaves_as_a_player_sees_them_are_right(change: Change, words: str) -> None:
    result = verify(telling(change), trials=TRIALS)
    assert result.layer == "right"
    assert result.notes == (f"It tells each leaf as the player {words} sees it.",)


def test_a_claim_is_measured_also_where_leaves_are_told_as_a_player_sees_them() -> None:
    as_mover = telling(lambda leaf, is_min: -leaf if is_min else leaf)
    assert verify(as_mover, trials=TRIALS, cutoff=">=").right
    with pytest.raises(VerificationError, match="under another convention: alpha-beta, cut when α"):
        verify(as_mover, trials=TRIALS, cutoff=">")


def test_numbers_that_follow_no_known_way_are_counted_and_not_taken_for_leaves() -> None:
    result = refused(telling(lambda leaf, _: leaf + 1000))
    assert result.layer == "other leaves"
    assert "as many leaves with other values on" in result.headline
    assert "too many" not in result.headline
    trees = f"{len(result.tried)} of {len(result.tried)} trees"
    assert result.findings == (
        "On no tree are its leaves those that a convention known here reads.",
        f"Among the leaves that it tells are numbers that no leaf has, on {trees}.",
    )


def test_the_leaves_of_a_search_in_another_order_are_not_fewer() -> None:
    def sorts(tree: Any) -> Any:
        value, leaves = program("the classic form")(tree)
        return value, sorted(leaves)

    result = refused(sorts)
    assert result.headline.endswith(
        "its leaves are those of alpha-beta, cut when α ≥ β, but it tells them in another order."
    )


def test_numbers_of_leaves_are_none_other_up_to_rounding() -> None:
    tree = from_nested([[0.3, 12], 5])
    assert not prints_number_of_no_leaf(tree, (0.1 + 0.2, 12))
    assert prints_number_of_no_leaf(tree, (-12, 5))


def test_a_number_that_no_leaf_has_is_not_said_to_be_evaluated() -> None:
    told = difference(Tried(from_nested([-3, 5]), ProgramAnswer(5, (3, 5))), Rules())
    assert "evaluated" not in told
    assert "No leaf is worth 3. Step " in told


def test_values_that_are_told_once_each_and_in_no_order_are_not_fewer_leaves() -> None:
    def keeps_a_set(tree: Any) -> Any:
        value, leaves = program("the classic form")(tree)
        return value, sorted(set(leaves))

    assert refused(keeps_a_set).headline.endswith(
        "the values of its leaves are those of alpha-beta, cut when α ≥ β, but it tells each once, "
        "in another order."
    )


def counts_leaves(tree: Any) -> Any:
    value, leaves = program("the classic form")(tree)
    return value, [len(leaves)]


def counts_nodes(tree: Any) -> Any:
    return program("the classic form")(tree)[0], [search(from_nested(tree), Rules()).visited]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (counts_leaves, "how many leaves alpha-beta, cut when α ≥ β reads"),
        (counts_nodes, "how many nodes alpha-beta, cut when α ≥ β visits"),
    ],
)
def test_a_number_of_leaves_or_nodes_is_understood(function: Any, words: str) -> None:
    result = verify(function, trials=TRIALS)
    assert result.layer == "no leaves"
    assert result.notes == (f"In their place it told one number, which is {words}.",)


def test_a_number_of_all_leaves_is_plain_minimax() -> None:
    def counts_all(tree: Any) -> Any:
        value, _ = program("the classic form")(tree)
        return value, [from_nested(tree).leaf_count]

    assert refused(counts_all).layer == "plain minimax"


def test_a_mistake_is_named_where_leaves_are_only_counted() -> None:
    mistake = next(each for each in MISTAKES if each.name == "first-child-only")

    def counts(tree: Any) -> Any:
        value, leaves = program(mistake)(tree)
        return value, [len(leaves)]

    assert "first-child-only" in {each.name for each in refused(counts).mistakes}


@dataclass
class SignedNegamax:
    """Negamax that deepens, and prints each leaf as the player who moves there sees it."""

    hands_alpha: bool = True
    cuts_at_equality: Callable[[int], bool] = lambda _side: True
    sorts: bool = False

    def __call__(self, tree: Any) -> tuple[Any, list[Any]]:
        self.read: list[Any] = []
        self.orders: dict[tuple[int, ...], list[int]] = {}
        for depth in range(1, height_of(tree) + 1):
            value = self.search(tree, (), depth, -INF, INF, 1)
        return value, self.read

    def search(
        self, node: Any, path: tuple[int, ...], depth: int, alpha: float, beta: float, side: int
    ) -> Any:
        if not isinstance(node, list):
            self.read.append(side * node)
            return side * node
        if depth == 0:
            return 0
        values: dict[int, float] = {}
        for child in self.orders.get(path, range(len(node))):
            end = -alpha if self.hands_alpha else INF
            way = (*path, child)
            values[child] = -self.search(node[child], way, depth - 1, -beta, end, -side)
            alpha = max(alpha, values[child])
            if alpha > beta or (alpha == beta and self.cuts_at_equality(side)):
                break
        if self.sorts:
            unread = [child for child in range(len(node)) if child not in values]
            self.orders[path] = [*sorted(values, key=lambda child: -values[child]), *unread]
        return max(values.values())


@pytest.mark.parametrize("sorts", [False, True])
def test_deepening_may_tell_leaves_as_a_player_sees_them(sorts: bool) -> None:
    result = verify(SignedNegamax(sorts=sorts), trials=60)
    assert result.layer == "leaves again"
    assert "it tells each leaf as the player who moves there sees it" in result.headline
    assert "where a number may stand for two leaves, these are not judged" in result.headline


def test_a_mistake_is_shown_in_own_numbers() -> None:
    cuts_at_max = SignedNegamax(cuts_at_equality=lambda side: side > 0)
    result = verify_program(
        lambda tree: answer_of_function(cuts_at_max, to_nested(tree)),
        trees=random_trees(60, 0, DEFAULT_LEVELS),
    )
    assert any("only MAX cuts at equality" in mistake.words for mistake in result.mistakes)
    assert "sees it; below they have their own numbers." in result.text()
    assert result.wrong is not None
    assert not prints_number_of_no_leaf(result.wrong.tree, result.wrong.answer.told_leaves)


def test_a_number_that_may_stand_for_two_leaves_has_no_own_number() -> None:
    as_mover = LEAF_CONVERSIONS[0]
    assert restore_leaves(as_mover, from_nested([[3, 12], [[5]]]), (3, 12, -5)) == (3, 12, 5)
    assert restore_leaves(as_mover, from_nested([3, [5]]), (-3, 5)) == (3, 5)
    assert restore_leaves(as_mover, from_nested([-3, [3]]), (3,)) is None


def test_pruned_leaves_and_values_of_nodes_are_told_from_leaves_that_are_read() -> None:
    def telling_values(node: Any, told: list[Any], pruned: list[Any], *window: float) -> Any:
        if not isinstance(node, list):
            told.append(node)
            return node
        alpha, beta, side = window
        v = -INF
        for number, child in enumerate(node, 1):
            value = side * telling_values(child, told, pruned, -beta, -alpha, -side)
            v = max(v, value)
            alpha = max(alpha, v)
            if alpha >= beta:
                pruned.extend(leaves_of(node[number:]))
                break
        told.append(side * v)
        return side * v

    def program_that_tells(which: int) -> Callable[[Any], Any]:
        def answer(tree: Any) -> tuple[Any, list[Any]]:
            lists: tuple[list[Any], list[Any]] = ([], [])
            return telling_values(tree, *lists, -INF, INF, 1), lists[which]

        return answer

    for which, words in (
        (0, "it tells what alpha-beta, cut when α ≥ β returns at each node, at those with"),
        (1, "it tells the leaves that alpha-beta, cut when α ≥ β prunes, and not those"),
    ):
        result = refused(program_that_tells(which))
        assert result.layer == "leaves told otherwise"
        assert words in result.headline
        assert "it should tell " in result.text()
        assert "It evaluated" not in result.text()
