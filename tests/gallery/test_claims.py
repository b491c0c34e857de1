"""Every claim in the library is right, but for the mistakes that are there to be found."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.gallery import Example, examples, find, has_answers_to_mark
from treeexplorer.games.boards import TicTacToe
from treeexplorer.games.growing import grow
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.check import Check, check
from treeexplorer.notation import Exercise, format_document, load_all
from treeexplorer.tree import FULL_WINDOW, GameTree, from_nested

WRONG_CLAIMS = {
    "mixed-orders": [("3.1", "cut"), ("3.2", "cut")],
    "nothing-to-prune": [("2.2", "visited"), ("root", "cuts-none")],
    "paris7-one-value": [("2.1", "value")],
    "pruned-but-read": [("1.2", "cut")],
    "temple-one-window": [("2.1.1.2", "window")],
}
"""The claims in the examples that are wrong because their sources are."""

WITHOUT_AN_ANSWER = {"1-the-first-minute", "aima", "unknown-decides"}
"""The examples that claim nothing, so that the reader looks first."""

LEAVES_READ = {
    "AIMA, values from −2 to 2": ("known-range-aima", 5, 8),
    "AIMA, MAX and chance": ("known-range-max-and-chance", 5, 9),
    "Georgia Tech, values from −10 to 10": ("known-range-cs6601", 2, 3),
    "codingame": ("one-ply", 4, 4),
    "MIT GAME1": ("mit-game1", 13, 16),
    "MIT EQUALITY": ("mit-equality", 6, 12),
    "MIT PRUNING": ("mit-pruning", 4, 5),
    "AIMA": ("aima", 7, 9),
    "UCLA": ("ucla-cs161", 6, 12),
    "Wikipedia": ("wikipedia-alpha-beta", 9, 14),
    "mathspp": ("mathspp", 4, 7),
    "best order": ("uniform-best", 17, 81),
    "worst order": ("uniform-worst", 81, 81),
}
"""How many leaves the sources, or the theory, say are read of how many."""

BEST_MOVES = {
    "aima": "1",
    "mit-game1": "2",
    "mit-equality": "1",
    "mit-pruning": "1",
    "pitt-tree-2": "1",
    "pitt-tree-3": "1",
    "uci-min-root": "1",
    "beating-tic-tac-toe": "2",
    "nim": "2",
    "cs188-expectimax": "1",
    "known-range-aima": "1",
    "known-range-max-and-chance": "1",
    "min-and-chance": "1",
    "two-against-two": "2",
    "winston": "1",
}
"""The best moves that the sources name."""

EQUALITY_MATTERS = {
    "wikipedia-alpha-beta", "ucla-cs161", "mit-equality", "paris7-windows", "cs-stackexchange",
}  # fmt: skip
"""The sources whose answers hold only if α = β is enough to cut."""

OTHER_SOURCES = {
    "aima-two-ply", "wikipedia-minimax", "poole-mackworth", "mit-game1", "mit-pruning",
    "middlesex-unknown-leaves", "pitt-tree-2", "pitt-tree-3", "geeksforgeeks", "javatpoint",
    "mathspp", "mit-windows", "video-four-plies", "winston", "luger", "matey",
}  # fmt: skip
"""The sources whose answers hold whether or not equality cuts."""


def rules_of(exercise: Exercise, **changes: Any) -> Rules:
    return Rules(**{**exercise.directives.rules, "levels": exercise.tree.levels, **changes})


def all_claims_right(exercise: Exercise, rules: Rules) -> bool:
    try:
        return not check(exercise, rules).wrong
    except UnknownReachedError:
        return False


@cache
def checks_of(example: Example) -> tuple[Check, ...]:
    return tuple(check(each, rules_of(each)) for each in load_all(example.path))


@pytest.mark.parametrize(
    "example", [e for e in examples() if e.name not in WITHOUT_AN_ANSWER], ids=lambda e: e.name
)
def test_the_claims_are_right_but_for_the_known_mistakes(example: Example) -> None:
    claims = [claim for checked in checks_of(example) for claim in checked.claims]
    assert claims
    wrong = [
        (checked.record.tree.address(claim.claim.node), claim.claim.kind)
        for checked in checks_of(example)
        for claim in checked.claims
        if not claim.right
    ]
    assert wrong == WRONG_CLAIMS.get(example.name, [])


def test_the_mistakes_have_a_folder_and_some_examples_leave_everything_to_the_reader() -> None:
    folder = {e.name for e in examples() if e.heading == "Wrong answers to find"}
    assert folder == set(WRONG_CLAIMS)
    assert folder == {example.name for example in examples() if has_answers_to_mark(example.path)}
    for name in WITHOUT_AN_ANSWER:
        assert not any(exercise.claims for exercise in load_all(find(name) or name))


@pytest.mark.parametrize(("name", "read", "leaves"), LEAVES_READ.values(), ids=LEAVES_READ)
def test_as_many_leaves_are_read_as_is_published(name: str, read: int, leaves: int) -> None:
    (exercise,) = load_all(find(name) or name)
    tree = exercise.tree
    record = search(tree, rules_of(exercise))
    assert (record.evaluated, tree.leaf_count) == (read, leaves)


@pytest.mark.parametrize(("name", "best"), BEST_MOVES.items())
def test_the_best_move_is_the_published_one(name: str, best: str) -> None:
    (exercise,) = load_all(find(name) or name)
    tree = exercise.tree
    found = analysis_of(search(tree, rules_of(exercise))).moves(0).best
    assert found is not None
    assert tree.address(found) == best


@pytest.mark.parametrize("name", sorted(EQUALITY_MATTERS | OTHER_SOURCES))
def test_answers_that_rest_on_a_tie_fit_one_cut_test_only(name: str) -> None:
    (exercise,) = load_all(find(name) or name)
    assert all_claims_right(exercise, rules_of(exercise, cutoff=">="))
    fits_strict = all_claims_right(exercise, rules_of(exercise, cutoff=">"))
    assert fits_strict is (name in OTHER_SOURCES)


@pytest.mark.parametrize(
    ("one", "other"), [("equality-cut", "equality-look-on"), ("fail-soft", "fail-hard")]
)
def test_twins_differ_in_a_convention_and_each_answer_fits_its_own_only(
    one: str, other: str
) -> None:
    (first,), (second,) = load_all(find(one) or one), load_all(find(other) or other)
    assert first.tree.leaf_values == second.tree.leaf_values
    assert all_claims_right(first, rules_of(first))
    assert not all_claims_right(first, rules_of(second))
    assert not all_claims_right(second, rules_of(first))


def test_the_uniform_trees_are_one_tree_in_three_orders() -> None:
    values = []
    for name in ("uniform-best", "uniform-random", "uniform-worst"):
        (exercise,) = load_all(find(name) or name)
        record = search(exercise.tree, rules_of(exercise))
        values.append((record.root_value, sorted(map(str, exercise.tree.leaf_values))))
        if name == "uniform-random":
            assert 17 < record.evaluated < 81
    assert values[0] == values[1] == values[2]


def test_the_program_with_two_functions_stops_at_the_first_win_it_finds() -> None:
    (exercise,) = load_all(str(find("form-two-functions-program")))
    rules = rules_of(exercise)
    record = search(exercise.tree, rules)
    whole = search(exercise.tree, replace(rules, window=FULL_WINDOW))
    assert (record.root_value, record.visited, whole.visited) == (-1, 8, 28)
    notes = " ".join(exercise.directives.notes)
    assert f"{record.visited} of {len(exercise.tree)} nodes" in notes
    assert f"and {whole.visited} are" in notes
    game = TicTacToe()
    corner = grow(game, game.read("X../.../...")).tree
    calls = len(search(corner, Rules(levels=corner.levels)).nodes)
    assert f"counts {calls}" in notes


def differs(tree: GameTree, form: str) -> bool:
    classic, other = search(tree), search(tree, Rules(form=form))  # type: ignore[arg-type]  # a parameter of the test
    return (classic.root_value, list(classic.nodes)) != (other.root_value, list(other.nodes))


Shape = tuple[Any, ...]


@cache
def shapes(nodes: int) -> list[Shape]:
    """Return every shape of a tree with a number of nodes; a leaf is ``()``."""
    return [()] if nodes == 1 else list(forests(nodes - 1))


@cache
def forests(nodes: int) -> list[Shape]:
    if nodes == 0:
        return [()]
    return [
        (first, *rest)
        for size in range(1, nodes + 1)
        for first in shapes(size)
        for rest in forests(nodes - size)
    ]


def count_leaves(shape: Shape) -> int:
    return sum(map(count_leaves, shape)) if shape else 1


def filled(shape: Shape, numbers: list[int]) -> Any:
    return [filled(child, numbers) for child in shape] if shape else numbers.pop(0)


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("exchanged", "form-exchanged"),
        ("bounds", "form-bounds"),
        ("two-functions", "form-two-functions-smallest"),
    ],
)
def test_no_smaller_tree_of_different_leaves_tells_a_form_from_the_classic_one(
    form: str, name: str
) -> None:
    (exercise,) = load_all(find(name) or name)
    tree = exercise.tree
    assert differs(tree, form)
    for nodes in range(2, len(tree)):
        for shape in shapes(nodes):
            for numbers in permutations(range(1, count_leaves(shape) + 1)):
                assert not differs(from_nested(filled(shape, list(numbers))), form)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_every_example_is_written_in_canonical_form(example: Example) -> None:
    text = example.path.read_text(encoding="utf-8")
    assert format_document(text) == text
