"""Whoever has only the sheet can solve it: what changes the answer changes the handout, too.

A tree or its rules are changed in one thing that a search may use. Where a handout stays the same,
letter by letter, the answer does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from tests.course.test_handouts_betray_nothing import WRITERS
from tests.judging.test_one_judge import searched_tree
from tests.laws import batches
from treeexplorer.course.sheet import Sheet, SheetTree
from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.styled_text import Look, convert_to_plain_text
from treeexplorer.engine import HorizonError, search
from treeexplorer.explain.rules_in_words import describe_rules_for_hand_work
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.rules import Rules, RulesError
from treeexplorer.tree import GameTree, Player

PAPER: Final = ("html", "latex", "markdown", "text", "moodle")


def changed_in_one_thing(
    tree: GameTree, rules: Rules, chooser: random.Random
) -> Iterator[tuple[GameTree, Rules]]:
    """Yield the tree and its rules with another estimate, player, depth, order and window."""
    for node in tree.estimates:
        yield replace(tree, estimates={**tree.estimates, node: chooser.randint(-99, 99)}), rules
    players = [Player.MAX, Player.MIN, Player.CHANCE]
    for player in players if not tree.probabilities else ():
        inner = [node for node in range(len(tree)) if not tree.is_leaf(node)]
        yield replace(tree, players={**tree.players, chooser.choice(inner): player}), rules
    if rules.form == "classic" and rules.algorithm == "alphabeta":
        for order in ("left-to-right", "right-to-left", "estimates"):
            yield tree, replace(rules, order=order)
    for depth in (1, 2, None):
        yield tree, replace(rules, depth=depth)
    yield tree, replace(rules, window=(0, 5))


def with_estimates(tree: GameTree, chooser: random.Random) -> GameTree:
    inner = [node for node in range(len(tree)) if not tree.is_leaf(node)]
    return replace(tree, estimates={node: chooser.randint(-9, 9) for node in inner})


def sheet_of(tree: GameTree, rules: Rules) -> Sheet:
    return Sheet("Sheet", (SheetTree("A tree", Exercise(tree), rules, ("values", "cuts")),))


@pytest.mark.parametrize("seed", batches(12, range(150)))
def test_where_the_handout_is_the_same_the_answer_is(seed: int) -> None:
    chooser = random.Random(seed)
    tree, rules = searched_tree(chooser)
    tree = with_estimates(tree, chooser)
    rules = replace(rules, depth=chooser.choice([None, 1, 2]), order=rules.order)
    sheet = sheet_of(tree, rules)
    for other_tree, other_rules in changed_in_one_thing(tree, rules, chooser):
        try:
            other = sheet_of(other_tree, other_rules)
            claims = sheet.trees[0].claims, other.trees[0].claims
        except (RulesError, HorizonError):
            continue
        for name in PAPER:
            if WRITERS[name](sheet) == WRITERS[name](other):
                assert claims[0] == claims[1], (name, write(Exercise(other_tree)), other_rules)


@pytest.mark.parametrize("name", PAPER)
def test_estimates_stand_behind_the_labels(name: str) -> None:
    tree = parse("[left:[~7[1 2] ~6[2 9]] right:[~5[5 3] ~8[4 7]]]").tree
    handout = WRITERS[name](sheet_of(tree, Rules(depth=2)))
    for estimate in (7, 6, 5, 8):
        assert f"~{estimate}" in handout.replace(r"\textasciitilde{}", "~").replace(r"\~", "~")


def test_the_players_of_a_gamble_are_those_that_are_drawn() -> None:
    tree = parse("[chance[max[1 2] max[3 4]] chance[max[5 6] max[7 8]]]").tree
    words = describe_rules_for_hand_work(tree, Rules(levels=tree.levels))
    assert "The players by ply: ▲ MAX, ○ CHANCE, ▲ MAX." in words
    assert "take turns" not in words


def test_a_worksheet_draws_estimates_as_the_sheet_does() -> None:
    record = search(parse("[~7[1 2] ~-6[2 9]]").tree, Rules(depth=1))
    assert {"~7", "~−6"} <= set(convert_to_plain_text(draw(record, 0, Look(answers={}))).split())
    assert {"~7", "~-6"} <= set(
        convert_to_plain_text(draw(record, 0, Look(answers={}, ascii=True))).split()
    )


@pytest.mark.parametrize("step", [0, 1, 4])
def test_estimates_that_are_still_to_be_read_stand_where_questions_are_asked(step: int) -> None:
    record = search(parse("[[~7[1 2] ~6[2 9]] ~-5[4 7]]").tree, Rules(depth=2))
    shown = convert_to_plain_text(draw(record, step, Look(estimates=True)))
    assert [shown.count(f"~{estimate}") for estimate in ("7", "6", "−5")] == [1, 1, 1]
    assert "~−5" not in convert_to_plain_text(draw(record, step, Look()))
