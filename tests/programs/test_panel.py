"""The power of ``verify``: 60 right programs, and every wrong line of the printed listings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, islice, product
from typing import Any

import pytest

from tests import laws
from tests.laws import batches, ordinarily, sampled
from tests.programs.right_programs import OTHER_LEVELS, RIGHT, Right
from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.engine.procedure import run_procedure
from treeexplorer.library.programs import VerificationError, verify
from treeexplorer.programs.answers import answer_of_function, best_moves, expected, shortcomings
from treeexplorer.programs.causes import MOST_CAUSES
from treeexplorer.programs.listings import LISTINGS
from treeexplorer.programs.mistakes import MISTAKES, Mistake, program, takes
from treeexplorer.programs.trials import instructive_trees, random_trees, to_nested
from treeexplorer.programs.verify import verify_program
from treeexplorer.rules import CUTOFFS, Cutoff, Rules
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Number, Player, from_nested

IN_TURN_ONLY = {"pvs", "negascout"}
"""The searches that take turns for granted, and cut where α ≥ β."""
SEEDS = range(3)
TREES = [random_trees(100, seed, DEFAULT_LEVELS) for seed in SEEDS]
INSTRUCTIVE = instructive_trees(DEFAULT_LEVELS)
NESTED = {tree: to_nested(tree) for tree in chain(INSTRUCTIVE, *TREES)}
TOLD_OF = list(NESTED) if laws.is_exhaustive else [*INSTRUCTIVE, *laws.some(TREES[0])]
"""The trees of which two listings that do the same tell the same."""
DEFAULT_RULES = Rules()


def called(parameter: object) -> str | None:
    """Return a short name for a mistake, or none."""
    if isinstance(parameter, Mistake):
        return f"{parameter.listing}-{parameter.number}-{parameter.instead.splitlines()[0]}"
    return None


def test_the_panel_has_sixty_of_each() -> None:
    assert len({str(right) for right in RIGHT}) >= 60
    assert len(MISTAKES) >= 60


@pytest.mark.parametrize("seed", ordinarily(1, SEEDS))
@pytest.mark.parametrize("right", sampled(5, RIGHT), ids=str)
def test_a_right_program_is_never_told_a_mistake(right: Right, seed: int) -> None:
    result = verify(right, trials=100, seed=seed)
    assert result.right
    assert result.mistakes == ()
    assert result.wrong is None


@pytest.mark.parametrize("right", sampled(5, RIGHT), ids=str)
def test_a_claim_of_its_own_convention_holds(right: Right) -> None:
    order = "right-to-left" if right.right_to_left else "left-to-right"
    if right.search == "alphabeta":
        cutoff = ">=" if right.sign == ">=" else ">"
        fail = "hard" if right.form == "hard" else "soft"
        assert verify(right, cutoff=cutoff, fail=fail, order=order, trials=30).right  # type: ignore[call-overload]  # both are
    elif right.search == "scout" or (right.search in IN_TURN_ONLY and right.sign == ">="):
        assert verify(right, algorithm=right.search, order=order, trials=30).right  # type: ignore[call-overload]  # a name


def players_of(levels: tuple[bool, ...]) -> tuple[Player, ...]:
    return tuple(Player.MAX if is_max else Player.MIN for is_max in levels)


@pytest.mark.parametrize("levels", OTHER_LEVELS, ids=lambda levels: str(len(levels)))
@pytest.mark.parametrize("right", sampled(5, RIGHT), ids=str)
def test_a_right_program_is_right_for_other_players(right: Right, levels: tuple[bool, ...]) -> None:
    negates = right.search in IN_TURN_ONLY or right.values == "mover"
    if negates and len(levels) > 2:
        return
    result = verify(replace(right, levels=levels), levels=players_of(levels), trials=50)
    assert result.right
    assert result.mistakes == ()


@pytest.mark.parametrize("levels", OTHER_LEVELS, ids=lambda levels: str(len(levels)))
@pytest.mark.parametrize("cutoff", CUTOFFS)
@pytest.mark.parametrize("listing", sampled(1, LISTINGS))
def test_a_listing_is_right_for_other_players(
    listing: str, cutoff: Cutoff, levels: tuple[bool, ...]
) -> None:
    players = players_of(levels)
    if takes(listing, players):
        rules = Rules(cutoff=cutoff, levels=players)
        assert verify(program(listing, rules), levels=players, trials=20).right


@pytest.mark.parametrize("levels", OTHER_LEVELS[:2], ids=lambda levels: str(len(levels)))
@pytest.mark.parametrize("mistake", sampled(6, MISTAKES)[::2], ids=called)
def test_a_mistake_is_named_for_other_players(mistake: Mistake, levels: tuple[bool, ...]) -> None:
    players = players_of(levels)
    if not takes(mistake.listing, players):
        return
    wrong = program(mistake, Rules(levels=players), anew=True)
    try:
        verify(wrong, levels=players, trials=60)
    except VerificationError as error:
        names = {each.words for each in error.verification.mistakes}
        assert names


@pytest.mark.parametrize("listing", LISTINGS)
@pytest.mark.parametrize("strict", [False, True])
def test_each_listing_is_right(listing: str, strict: bool) -> None:
    rules = Rules(cutoff=">" if strict else ">=")
    assert verify(program(listing, rules), trials=60).right


def test_a_wrong_line_is_likest_to_the_line_in_whose_place_it_stands() -> None:
    unlike = {"pass", "break", "return v", "alpha = v"}
    for mistake in MISTAKES:
        if "\n" not in mistake.instead and mistake.instead not in unlike:
            lines = map(str.strip, LISTINGS[mistake.listing].splitlines()[mistake.number - 1 :])
            alike = [SequenceMatcher(None, line, mistake.instead).ratio() for line in lines]
            assert alike[0] > max(alike[1:2], default=0), mistake


Told = list[tuple[Number | None, tuple[Number | None, ...] | None]]
"""The value and the leaves that are told of each of some trees."""


@cache
def told_with(mistake: Mistake, rules: Rules = DEFAULT_RULES) -> Told:
    """Return what a listing with a wrong line tells under rules."""
    wrong = program(mistake, rules, anew=True)
    answers = [answer_of_function(wrong, NESTED[tree]) for tree in TOLD_OF]
    return [(answer.value, answer.leaves) for answer in answers]


@cache
def told_under(name: str) -> Told:
    """Return what the procedure tells with a misconception."""
    told: Told = []
    for tree in TOLD_OF:
        hooks = MISCONCEPTIONS[name].hooks(Rules())
        run = run_procedure(in_search_order(tree, Rules()), Rules(), hooks)
        told.append((run.value, tuple(tree.leaf_value(leaf) for leaf in run.leaves)))
    return told


@pytest.mark.parametrize("mistake", sampled(1, MISTAKES), ids=called)
def test_lines_of_one_name_do_the_same_and_the_misconception_of_that_name_does_it(
    mistake: Mistake,
) -> None:
    first = next(each for each in MISTAKES if each.name == mistake.name)
    assert told_with(mistake) == told_with(first)
    if mistake.name in MISCONCEPTIONS:
        assert told_with(mistake) == told_under(mistake.name)


@pytest.mark.parametrize("mistake", sampled(6, MISTAKES), ids=called)
def test_a_wrong_line_is_named_in_its_listing_and_shown_on_a_minimal_tree(mistake: Mistake) -> None:
    wrong = program(mistake, anew=True)
    with pytest.raises(VerificationError) as caught:
        verify(wrong, trials=100)
    result, text = caught.value.verification, str(caught.value)
    names = {each.words for each in result.mistakes}
    assert all(name in text for name in names)
    for named in result.mistakes:
        assert told_with(named, result.rules) == told_with(mistake), named
    assert 1 <= len(result.mistakes) <= MOST_CAUSES
    is_left_out_for_others = len(result.mistakes) == MOST_CAUSES
    assert mistake.words in names or is_left_out_for_others
    marked = [line[2:].strip() for line in text.splitlines() if line.startswith("> ")]
    assert set(marked) <= set(result.mistakes[0].right.splitlines())
    assert result.wrong is not None
    for less in one_taken_away(result.wrong.tree.to_nested()):
        right = expected(from_nested(less), result.rules)
        answer = answer_of_function(wrong, less)
        if result.layer == "wrong values":
            assert answer.value == right.value
        elif result.layer == "other leaves":
            assert answer.leaves == right.leaves


@pytest.mark.parametrize(
    ("mistake", "cutoff"), batches(12, product(MISTAKES[::-1], CUTOFFS)), ids=called
)
def test_a_mistake_is_named_from_the_right_and_under_another_test(
    mistake: Mistake, cutoff: Cutoff
) -> None:
    rules = Rules(cutoff=cutoff, order="right-to-left")
    wrong = program(mistake, rules, anew=True)
    try:
        verify(wrong, trials=60)
    except VerificationError as error:
        assert error.verification.mistakes  # noqa: PT017 - some wrong lines are right under >
    else:
        assert rules.strict
        assert answers_as_if_right(wrong, mistake.listing, rules)


def answers_as_if_right(wrong: Callable[[Any], object], listing: str, rules: Rules) -> bool:
    """Tell whether a program evaluates what a listing does, and plays a best move, on all trees."""
    right = program(listing, rules, anew=True)
    for tree, nested in NESTED.items():
        wanted = answer_of_function(right, nested)
        if shortcomings(answer_of_function(wrong, nested), wanted, best_moves(tree)):
            return False
    return True


def test_bounds_that_are_never_reset_are_named_also_where_trees_are_searched_in_turn() -> None:
    never_reset = next(each for each in MISTAKES if "never reset" in each.words)
    with pytest.raises(VerificationError, match="Asked again, it answers a tree differently") as it:
        verify(program(never_reset))
    assert it.value.verification.mistakes == (never_reset,)
    with pytest.raises(VerificationError) as it:
        verify(program(never_reset, anew=True))
    assert it.value.verification.mistakes == (never_reset,)
    assert not it.value.verification.notes


def likeliest(mistake: Mistake, text: str) -> Mistake:
    """Return the mistake that is named first for a program that makes one and has a text."""
    return verify_program(
        lambda tree: answer_of_function(program(mistake), to_nested(tree)), text=text
    ).mistakes[0]


@pytest.mark.parametrize(
    "listing", ["the form with one loop", "the classic form", "the form of AIMA"]
)
def test_of_forms_that_answer_alike_the_one_that_the_text_is_like_is_printed(listing: str) -> None:
    wrong = next(each for each in MISTAKES if each.name == "player-never-changes")
    assert likeliest(wrong, LISTINGS[listing].replace("v", "best")).listing == listing


@pytest.mark.parametrize(
    ("alpha", "beta"),
    [("alpha", "beta"), ("low", "high"), ("a", "b"), ("α", "β"), ("alphaValue", "betaValue")],
)
def test_a_program_without_a_minus_is_no_negamax_whatever_its_bounds_are_called(
    alpha: str, beta: str
) -> None:
    wrong = next(each for each in MISTAKES if each.name == "MIN takes its first child alone")
    text = LISTINGS["the form with one loop"].replace("alpha", alpha).replace("beta", beta)
    assert likeliest(wrong, "").listing == "negamax"
    assert likeliest(wrong, text).listing == "the form with one loop"


@pytest.mark.parametrize("default", ["scores=[]", "best = [ ]"])
def test_a_list_as_a_default_is_named_before_what_does_the_same(default: str) -> None:
    wrong = next(each for each in MISTAKES if each.name == "player-never-changes")
    text = (
        f"def minimax(node, is_max, {default}):\n    return max(minimax(child) for child in node)"
    )
    assert likeliest(wrong, text).words.startswith("the values are collected in one list")
    assert likeliest(wrong, text.replace(default, "depth=0")).words == wrong.words


@pytest.mark.parametrize("mistake", sampled(6, MISTAKES), ids=called)
def test_each_wrong_line_fails_on_five_trees_and_more_for_every_seed(mistake: Mistake) -> None:
    wrong = program(mistake, anew=True)
    keeps_table = "table" in mistake.listing

    def fails(tree: GameTree) -> bool:
        answer = answer_of_function(wrong, NESTED[tree])
        short = shortcomings(answer, expected(tree, Rules()), best_moves(tree))
        return bool(set(short) - {"too few leaves"}) if keeps_table else bool(short)

    for trees in TREES:
        assert len(list(islice(filter(fails, chain(INSTRUCTIVE, trees)), 5))) == 5


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
