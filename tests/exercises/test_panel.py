"""The power of ``verify``: 60 right programs, and every wrong line of the printed listings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.exercises.right_programs import RIGHT, Right
from tests.laws import ordinarily
from treeexplorer.exercises.mistakes import LISTINGS, MISTAKES, Mistake, program
from treeexplorer.exercises.trials import instructive_trees, mirrored, random_trees, to_nested
from treeexplorer.exercises.verify import (
    VerificationError,
    answer_of_function,
    expected,
    shortcomings,
    verify,
)
from treeexplorer.rules import Rules
from treeexplorer.tree import DEFAULT_LEVELS, from_nested

SEEDS = range(3)
TREES = [list(random_trees(100, seed, DEFAULT_LEVELS)) for seed in SEEDS]


def test_the_panel_has_sixty_of_each() -> None:
    assert len({str(right) for right in RIGHT}) >= 60
    assert len(MISTAKES) >= 60


@pytest.mark.parametrize("seed", ordinarily(1, SEEDS))
@pytest.mark.parametrize("right", RIGHT, ids=str)
def test_a_right_program_is_never_told_a_mistake(right: Right, seed: int) -> None:
    result = verify(right, seed=seed)
    assert result.right
    assert result.mistakes == ()
    assert result.wrong is None


@pytest.mark.parametrize("right", RIGHT, ids=str)
def test_a_claim_of_its_own_convention_holds(right: Right) -> None:
    order = "right-to-left" if right.right_to_left else "left-to-right"
    if right.search == "alphabeta":
        cutoff = ">=" if right.sign == ">=" else ">"
        fail = "hard" if right.form == "hard" else "soft"
        assert verify(right, cutoff=cutoff, fail=fail, order=order, trials=30).right  # type: ignore[arg-type]  # both are
    elif right.search in {"pvs", "negascout", "scout"}:
        assert verify(right, algorithm=right.search, order=order, trials=30).right  # type: ignore[arg-type]  # a name


@pytest.mark.parametrize("listing", LISTINGS)
@pytest.mark.parametrize("strict", [False, True])
def test_each_listing_is_right(listing: str, strict: bool) -> None:
    assert verify(program(listing, strict=strict), trials=60).right


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_a_wrong_line_is_named_in_its_listing_and_shown_on_a_minimal_tree(mistake: Mistake) -> None:
    wrong = program(mistake)
    with pytest.raises(VerificationError) as caught:
        verify(wrong)
    result, text = caught.value.verification, str(caught.value)
    assert mistake in result.mistakes
    assert mistake.words in text
    assert mistake.instead in text
    marked = [line for line in text.splitlines() if line.startswith("> ")]
    assert [line[2:].strip() for line in marked] == [result.mistakes[0].line]
    if result.wrong is None:
        assert result.layer == "plain minimax"
        return
    for less in one_taken_away(to_nested(result.wrong.tree)):
        right = expected(from_nested(less), result.rules)
        answer = answer_of_function(wrong, less)
        if result.layer == "wrong values":
            assert answer.value == right.value
        elif result.layer == "other leaves":
            assert answer.leaves == right.leaves


@pytest.mark.parametrize(
    ("mistake", "strict"), ordinarily(12, product(MISTAKES[::-1], [True, False])), ids=str
)
def test_a_mistake_is_named_from_the_right_and_under_another_test_as_well(
    mistake: Mistake, strict: bool
) -> None:
    search = program(mistake, strict=strict)
    try:
        verify(lambda tree: search(mirrored(tree)), trials=60)
    except VerificationError as error:
        assert error.verification.mistakes  # noqa: PT017 - some wrong lines are right under >
    else:
        assert strict


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_each_wrong_line_fails_on_five_trees_and_more_for_every_seed(mistake: Mistake) -> None:
    wrong = program(mistake)
    keeps_table = "table" in mistake.listing

    def fails(tree: Any) -> bool:
        short = shortcomings(answer_of_function(wrong, to_nested(tree)), expected(tree, Rules()))
        return bool(set(short) - {"too few leaves"}) if keeps_table else bool(short)

    fixed = sum(map(fails, instructive_trees(DEFAULT_LEVELS)))
    assert all(fixed + sum(map(fails, trees)) >= 5 for trees in TREES)


def one_taken_away(nested: list[Any]) -> Iterator[list[Any]]:
    """Yield a tree with a child less, or with a child or grandchild in its ancestor's place."""
    for place, child in enumerate(nested):
        before, after = nested[:place], nested[place + 1 :]
        if before or after:
            yield before + after
        if isinstance(child, list):
            yield child
            yield from (grandchild for grandchild in child if isinstance(grandchild, list))
            yield from ([*before, below, *after] for below in child)
            yield from ([*before, less, *after] for less in one_taken_away(child))
