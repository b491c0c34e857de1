"""The listings: every step executes lines of the right player, and they say what it does."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases, trees
from tests.engine.trees import AIMA
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, StepKind, search
from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import executed
from treeexplorer.explain.words import peculiarity
from treeexplorer.rules import Algorithm, Form
from treeexplorer.tree import GameTree


def lines(rules: Rules, step: int, game: GameTree = AIMA) -> list[str]:
    shown = listing(rules)
    found = executed(search(game, rules), step, shown)
    return [shown.lines[number].strip() for number in found]


def test_the_steps_of_the_classic_form_follow_its_listing() -> None:
    rules = Rules()
    assert lines(rules, 1) == ["if player is MAX:", "v = −∞", "for each child:"]
    assert lines(rules, 3) == ["if node is a leaf or depth = 0: return its value"]
    assert lines(rules, 4) == [
        "for each child:",
        "v = min(v, alphabeta(child, depth − 1, α, β, MAX))",
        "β = min(β, v)",
        "if α ≥ β: break",
    ]
    assert lines(rules, 12)[-2:] == ["if α ≥ β: break", "return v"]
    assert lines(rules, 21)[-1] == "return v"


def test_the_listing_shows_the_conventions_in_force() -> None:
    text = "\n".join(listing(Rules(cutoff=">", fail="hard")).lines)
    assert "if α > β: break" in text
    assert "v = α" in text
    assert "return v, but no more than β" in text
    assert "chance" not in text
    assert "chance" in "\n".join(listing(Rules(), chance=True).lines)


def test_the_exchanged_form_runs_the_branch_that_is_labelled_for_the_other_player() -> None:
    assert lines(Rules(form="exchanged"), 1)[0] == "if maximizing:"
    assert "β = min(β, search(child, α, β, minimizing))" in "\n".join(
        lines(Rules(form="exchanged"), 9)
    )


@examples(80)
@given(cases())
def test_every_step_executes_something(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    shown = listing(rules, chance=record.tree.has_chance)
    for step in range(1, record.steps + 1):
        found = executed(record, step, shown)
        if (
            record.rules.form != "classic"
            and record.tree.player(record.step(step).node) == "chance"
        ):
            continue
        assert found, (step, record.step(step))
        assert max(found) < len(shown.lines)
        if record.step(step).kind is StepKind.CUT:
            assert any("cut" in shown.marks[number] for number in found)


@pytest.mark.parametrize("algorithm", get_args(Algorithm))
@examples(25)
@given(data=st.data())
def test_the_other_searches_have_listings_too(algorithm: Algorithm, data: st.DataObject) -> None:
    chance = algorithm in {"expectimax", "star1"}
    game = data.draw(trees(chance=chance))
    if chance and not game.has_chance:
        return
    record = search(game, Rules(algorithm=algorithm, levels=game.levels))
    shown = listing(record.rules, chance=game.has_chance)
    for step in range(1, record.steps + 1):
        assert executed(record, step, shown), record.step(step)


SHOWING = {"exchanged": "[1 2]", "bounds": "[2 [[1] 3]]", "two-functions": "[3 [4 [1 [2 5]]]]"}


@pytest.mark.parametrize("form", get_args(Form))
def test_the_smallest_tree_shows_what_is_peculiar(form: Form) -> None:
    found = peculiarity(Rules(form=form))
    if form == "classic":
        assert found is None
        return
    assert found is not None
    assert SHOWING[form] in found
    game = tree_of(SHOWING[form])
    classic, peculiar = search(game), search(game, Rules(form=form))
    if form == "exchanged":
        assert (classic.root_value, peculiar.root_value) == (2, 1)
    else:
        assert f"reads {peculiar.evaluated} leaves" in found
        assert f"classic form reads {classic.evaluated}" in found
        assert classic.root_value == peculiar.root_value
