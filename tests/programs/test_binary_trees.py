"""Programs whose leaves are an array, as in many lessons: they take complete binary trees alone."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from typing import Any

import pytest

from treeexplorer.library.programs import Verification, VerificationError, verify
from treeexplorer.programs.answers import (
    ANSWERS_AT_THE_END,
    DID_NOT_FINISH,
    AnsweredTrees,
    ProgramAnswer,
    Tried,
)
from treeexplorer.programs.binary_trees import describe_binary_trees
from treeexplorer.programs.trials import leaves_of
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, from_nested

INF = float("inf")


def with_array(
    *, plies: int | None = None, changes_player: bool = True, prunes: bool = True, offset: int = 0
) -> Callable[[Any], tuple[Any, list[Any]]]:
    """Return a search of an array of leaves, where the children of index i are at 2i and 2i + 1."""

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        leaves = [*leaves_of(tree)]
        last_ply = int(log2(len(leaves))) if plies is None else plies
        read: list[Any] = []

        def search(ply: int, index: int, alpha: float, beta: float, is_max: bool) -> Any:
            if ply == last_ply:
                read.append(leaves[index + offset])
                return leaves[index + offset]
            best = -INF if is_max else INF
            for side in (0, 1):
                below = is_max != changes_player
                value = search(ply + 1, 2 * index + side, alpha, beta, below)
                if is_max:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if prunes and beta <= alpha:
                    break
            return best

        return search(0, 0, -INF, INF, True), read

    return answer


def tried(program: Callable[[Any], Any]) -> Verification:
    with pytest.raises(VerificationError) as caught:
        verify(program, trials=24)
    return caught.value.verification


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (
            with_array(),
            "On 60 complete binary trees of 2, 4, 8, 16 and 32 leaves, it is right, leaf by leaf",
        ),
        (with_array(plies=3), "On 12 complete binary trees of 8 leaves, it is right, leaf by leaf"),
        (with_array(prunes=False), "leaves, its values are right, and it never prunes"),
        (with_array(changes_player=False), "leaves, it does exactly what "),
    ],
    ids=["any size", "three plies", "minimax", "one player"],
)
def test_what_it_does_with_its_own_trees_is_told(program: Callable[[Any], Any], words: str) -> None:
    assert any(words in finding for finding in tried(program).findings)


def test_an_array_that_is_read_beyond_its_end_is_told_nothing_of() -> None:
    result = tried(with_array(offset=1))
    assert result.layer == "no answer"
    assert not any("complete binary trees" in finding for finding in result.findings)


def test_a_program_that_was_waited_for_in_vain_is_asked_about_no_further_tree() -> None:
    def asked(tree: GameTree) -> ProgramAnswer:
        pytest.fail(f"asked about {tree!r}")

    for failure in (f"{DID_NOT_FINISH} 3 seconds", ANSWERS_AT_THE_END):
        late = Tried(from_nested([[3, 12], [8, 2]]), ProgramAnswer(failure=failure))
        answered = AnsweredTrees([late], Rules().levels, text="")
        assert describe_binary_trees(asked, answered, Rules(), claimed=False) == []


def test_a_program_that_minds_the_shape_is_not_said_to_be_made_for_them() -> None:
    def answer(tree: Any) -> Any:
        def search(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
            if not isinstance(node, list):
                return node
            best = -INF if is_max else INF
            for child in node:
                value = search(child, alpha, beta, not is_max)
                best = max(best, value) if is_max else min(best, value)
                if is_max:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best

        return search(tree, -1, 1, True)

    assert not any("complete binary trees" in finding for finding in tried(answer).findings)
