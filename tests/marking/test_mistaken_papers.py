"""Published trees worked out on paper with a mistake, by a search of its own that makes it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pytest

from tests.judging.published import answered_exercise, published_answers
from treeexplorer.marking.check import check
from treeexplorer.notation import Claim, Exercise, parse, sort_claims
from treeexplorer.rules import Rules
from treeexplorer.tree import INFINITY, GameTree, Number

Slip: TypeAlias = Literal["MAX everywhere", "bounds set to what came last", "first child alone"]


def worked_out(tree: GameTree, slip: Slip) -> list[Claim]:
    """Return what somebody writes who searches like this: windows, values and slashes."""
    claims: list[Claim] = []
    is_reset = slip == "bounds set to what came last"

    def search(node: int, alpha: Number, beta: Number, at_max: bool) -> Number:
        value = tree.leaf_value(node)
        if value is not None:
            return value
        claims.append(Claim(node, "window", window=(alpha, beta)))
        v: Number = -INFINITY if at_max else INFINITY
        children = list(tree.children(node))
        while children:
            turn = at_max if slip == "MAX everywhere" else not at_max
            value = search(children.pop(0), alpha, beta, turn)
            v = max(v, value) if at_max else min(v, value)
            if at_max:
                alpha = value if is_reset else max(alpha, v)
            else:
                beta = value if is_reset else min(beta, v)
            if alpha >= beta or slip == "first child alone":
                break
        claims.append(Claim(node, "value", v))
        claims.extend(Claim(child, "cut") for child in children)
        return v

    search(0, -INFINITY, INFINITY, at_max=True)
    return claims


@pytest.mark.parametrize(
    ("name", "slip", "words"),
    [
        ("poole-mackworth-fig", "MAX everywhere", "the player never changes"),
        ("pitt2710-tree3", "bounds set to what came last", "α and β are set to a worse value, too"),
        ("aima-fig5.2", "first child alone", "every node returns after its first child"),
    ],
)
def test_a_mistake_made_everywhere_is_named_where_it_explains_the_whole_paper(
    name: str, slip: Slip, words: str
) -> None:
    tree = answered_exercise(published_answers()[name]).tree
    claims = worked_out(tree, slip)

    def headline() -> str:
        return check(Exercise(tree, sort_claims(claims)), Rules(levels=tree.levels)).headline

    assert headline().endswith(f"it all fits if {words}.")
    # One more slip, which does not follow from the first: 7 is written, whatever came.
    place = next(number for number, claim in enumerate(claims) if claim.kind == "value")
    claims[place] = claims[place]._replace(number=7)
    assert words not in headline()


def test_a_slip_in_a_search_of_the_whole_tree_is_said_to_be_one() -> None:
    paper = "9[9[F4[4 2] F9[9 1]] 8[F8[8 1] F3[3 1]]]".replace("F", "(-inf,inf)")
    words = "MIN keeps the largest value instead of the smallest"
    assert check(parse(paper)).headline.endswith(f"it all fits if nothing is cut off and {words}.")


def test_a_mistake_that_explains_a_part_alone_is_not_said() -> None:
    headline = check(parse("14[12[3 12 8] 6[2 4 6] 2[14 5 2]]")).headline
    assert (
        headline
        == "1 of 4 right, 3 mistakes: ▽A is 3, not 12; ▽B is ≤ 2, not 6; ▲root is 3, not 14."
    )
