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


CHANCE = "max[chance[min[3 9] min[5 6]] chance[min[-10 4] min[1 10]]]"
# For each search: a tree, and the lines that some of its steps execute.
EXECUTED: list[tuple[Algorithm, str, dict[int, list[str]]]] = [
    (
        "minimax",
        "[[3 5] 4]",
        {
            1: ["if it is MAX's move:", "v = the largest minimax(child) of all children"],
            4: ["v = the smallest minimax(child) of all children"],
            6: ["v = the smallest minimax(child) of all children", "return v"],
            9: ["v = the largest minimax(child) of all children", "return v"],
        },
    ),
    (
        "expectimax",
        "chance[3 5]",
        {
            1: [
                "if it is a chance node:",
                "mean = the weighted mean of expectimax(child) over all children",
            ],
            5: ["mean = the weighted mean of expectimax(child) over all children", "return mean"],
        },
    ),
    (
        "pvs",
        "[3 [4 5] [1 9]]",
        {
            1: ["v = pvs(first child, α, β)"],
            2: ["if node is a leaf: return its value"],
            3: [
                "for each later child, while v does not cut:",
                "value = test whether child > max(α, v)",
                "v = max(v, value)",
            ],
            9: [
                "value = test whether child > max(α, v)",
                "if max(α, v) < value < β: value = pvs(child, value, β)",
                "v = max(v, value)",
            ],
            16: [
                "value = test whether child > max(α, v)",
                "v = max(v, value)",
                "if v ≥ β: break",
                "return v",
            ],
            17: ["value = test whether child > max(α, v)", "v = max(v, value)", "return v"],
        },
    ),
    (
        "mtdf",
        "[3 4]",
        {
            1: [
                "repeat until the lower and the upper bound meet:",
                "ask: is the root worth at least guess? (more, if that is the lower bound)",
                "search(node): take v from the children as alpha-beta does",
            ],
            2: ["what is a leaf, or already known well enough, answers at once"],
            5: ["what is a leaf, or already known well enough, answers at once"],
        },
    ),
]


@pytest.mark.parametrize(("algorithm", "text", "expected"), EXECUTED)
def test_the_steps_of_a_search_follow_its_listing(
    algorithm: Algorithm, text: str, expected: dict[int, list[str]]
) -> None:
    game = tree_of(text)
    record = search(game, Rules(algorithm))
    shown = listing(record.rules, chance=game.has_chance)
    for step, wanted in expected.items():
        found = [shown.lines[number].strip() for number in executed(record, step, shown)]
        assert found == wanted, step
    assert executed(record, 0, shown) == ()


def test_a_search_that_waits_for_a_leaf_goes_on_with_the_next_child() -> None:
    assert lines(Rules(), 3, tree_of("[3 x]"))[0] == "for each child:"
    assert lines(Rules(), 3, tree_of("[3]"))[-1] == "return v"


def test_the_window_that_a_listing_does_not_name_is_the_form_s_own() -> None:
    titles = {listing(Rules(form=form)).title for form in get_args(Form)}
    assert titles == {f"alpha-beta, form “{form}”" for form in get_args(Form)}
    assert listing(Rules("pvs")).title == "PVS"
    assert "chance" not in "".join(listing(Rules(form="bounds"), chance=True).lines)
    assert "return v" in listing(Rules()).lines[-1]
    assert listing(Rules(fail="hard")).lines[-1].strip() == "return v, but no less than α"


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
    chance = algorithm == "expectimax"
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
