"""The listings: every step executes lines of the right player, and they say what it does."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases, trees
from tests.laws import examples
from tests.trees import AIMA, tree_of
from treeexplorer.engine import Rules, StepKind, search
from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import executed
from treeexplorer.explain.rules_in_words import peculiarity
from treeexplorer.rules import AlgorithmName, FormName
from treeexplorer.tree import GameTree


def lines(rules: Rules, step: int, game: GameTree = AIMA) -> list[str]:
    shown = listing(rules)
    found = executed(search(game, rules), step, shown)
    return [shown.lines[number].strip() for number in found]


def test_the_steps_of_the_classic_form_follow_its_listing() -> None:
    rules = Rules()
    assert lines(rules, 1) == ["if player is MAX:", "v = −∞", "for each child:"]
    assert lines(rules, 3) == ["if leaf or depth = 0: return its value"]
    assert lines(rules, 4) == [
        "for each child:",
        "v = min(v, alphabeta(child, …))",
        "β = min(β, v)",
        "if α ≥ β: break",
    ]
    assert lines(rules, 12)[-2:] == ["if α ≥ β: break", "return v"]
    assert lines(rules, 21)[-1] == "return v"


@pytest.mark.parametrize(
    ("rules", "text", "step", "expected"),
    [
        (Rules("minimax"), "[[3 5] 4]", 6, ["v = the smallest minimax(child) of all children"]),
        (
            Rules("pvs"),
            "[3 [4 5] [1 9]]",
            9,
            ["if max(α, v) < value < β: value = pvs(child, value, β)"],
        ),
        (Rules("pvs"), "[3 [4 5] [1 9]]", 16, ["if v ≥ β: break", "return v"]),
        (
            Rules("mtdf"),
            "[3 4]",
            5,
            ["what is a leaf, or already known well enough, answers at once"],
        ),
        (Rules(form="exchanged"), "[[1 2] 3]", 1, ["if maximizing:"]),
        (Rules(), "[3 x]", 3, ["for each child:"]),
    ],
)
def test_a_step_of_a_search_executes_these_lines_of_its_listing(
    rules: Rules, text: str, step: int, expected: list[str]
) -> None:
    assert set(expected) <= set(lines(rules, step, tree_of(text)))


def test_the_listing_shows_the_conventions_in_force() -> None:
    text = "\n".join(listing(Rules(cutoff=">", fail="hard")).lines)
    assert "if α > β: break" in text
    assert "v = α" in text
    assert "return v, but no more than β" in text
    assert "chance" not in text
    assert "chance" in "\n".join(listing(Rules(), chance=True).lines)


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


@pytest.mark.parametrize("algorithm", get_args(AlgorithmName))
@examples(25)
@given(data=st.data())
def test_the_other_searches_have_listings_too(
    algorithm: AlgorithmName, data: st.DataObject
) -> None:
    chance = algorithm == "expectimax"
    game = data.draw(trees(chance=chance))
    if chance and not game.has_chance:
        return
    record = search(game, Rules(algorithm=algorithm, levels=game.levels))
    shown = listing(record.rules, chance=game.has_chance)
    for step in range(1, record.steps + 1):
        assert executed(record, step, shown), record.step(step)


SHOWING = {"exchanged": "[1 2]", "bounds": "[2 [[1] 3]]", "two-functions": "[3 [4 [1 [2 5]]]]"}


@pytest.mark.parametrize("form", get_args(FormName))
def test_the_smallest_tree_shows_what_is_peculiar(form: FormName) -> None:
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
