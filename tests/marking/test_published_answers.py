"""Published answers are marked as their sources deserve, the wrong ones included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.judging.published import answered_exercise, published_answers
from treeexplorer.engine import Rules
from treeexplorer.marking.check import check
from treeexplorer.rules import CUTOFFS

ANSWERS = published_answers()
RIGHT_ABOUT_CUTS = [name for name, entry in ANSWERS.items() if entry["fits"]]
SILENT_AND_RIGHT = [
    name
    for name, entry in ANSWERS.items()
    if entry["fits"] is None and not entry["published_is_wrong"]
]
# The addresses of the mistakes, and of everything else that is wrong because of them.
MISTAKES: dict[str, tuple[list[str], list[str]]] = {
    "temple-ingargiola": (["2.1.1.2"], []),
    "paris7-td-minimax": (["2.1"], []),
    "omumrania-javatpoint-error": (["1.2.2"], []),
    "neu-cs5100-fig52-error": (["3.1"], ["3.2"]),
    "askfilo-no-pruning-error": (["2.2"], ["root"]),
}


def rules_of(entry: dict[str, Any], **changes: Any) -> Rules:
    return Rules(levels=answered_exercise(entry).tree.levels, **changes)


@pytest.mark.parametrize("name", RIGHT_ABOUT_CUTS)
def test_a_right_answer_fits_exactly_the_cut_tests_that_it_is_known_to_fit(name: str) -> None:
    entry = ANSWERS[name]
    exercise = answered_exercise(entry)
    claims = exercise.claims
    assert claims
    candidates = [rules_of(entry, cutoff=cutoff) for cutoff in CUTOFFS]
    if name == "haskell-tree1-ucla":  # it writes the value 2 of a branch that it crosses out
        claims = tuple(claim for claim in claims if claim.number != 2)
    found = [
        rules.cutoff
        for rules in candidates
        if not check(replace(exercise, claims=claims), rules).wrong
    ]
    assert sorted(found) == sorted(entry["fits"]) or _says_nothing_that_depends(entry, found)


def _says_nothing_that_depends(entry: dict[str, Any], fitting: Sequence[str]) -> bool:
    """Tell whether only a count in the source, which no claim can carry, decides the cut test."""
    counts = {"n_visited_leaves", "n_visited_nodes", "n_pruned_leaves"}
    addressed = {"pruned_leaves", "pruned_roots", "visited_leaves", "visited_nodes", "windows_in"}
    says = set(entry["published"])
    return bool(says & counts) and not says & addressed and set(entry["fits"]) <= set(fitting)


@pytest.mark.parametrize("name", SILENT_AND_RIGHT)
def test_an_answer_without_a_word_on_cuts_is_right_under_minimax(name: str) -> None:
    entry = ANSWERS[name]
    checked = check(answered_exercise(entry), rules_of(entry, algorithm="minimax"))
    assert checked.claims
    assert not checked.wrong


def test_every_wrong_answer_of_the_catalogue_is_looked_at() -> None:
    assert {name for name, entry in ANSWERS.items() if entry["published_is_wrong"]} == set(MISTAKES)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_wrong_answer_has_exactly_its_known_mistake(name: str) -> None:
    entry = ANSWERS[name]
    exercise = answered_exercise(entry)
    tree = exercise.tree
    minimax = entry["fits"] is None
    checked = check(exercise, rules_of(entry, algorithm="minimax" if minimax else "alphabeta"))
    mistakes, consequences = MISTAKES[name]
    assert [tree.address(one.claim.node) for one in checked.mistakes] == mistakes
    wrong = [tree.address(one.claim.node) for one in checked.wrong]
    assert wrong == sorted(mistakes + consequences)
    assert checked.first_wrong == checked.mistakes[0]
