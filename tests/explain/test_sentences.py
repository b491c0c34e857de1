"""Every step in words: the models of wording, and what may not be said at all."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests import laws
from tests.engine.random_records import random_record
from tests.laws import sampled
from tests.trees import AIMA, DEEP, ELIDED, TIE, tree_of
from treeexplorer import gallery
from treeexplorer.engine import HorizonError, Record, StepKind, search
from treeexplorer.explain.endings import describe_best_line_and_moves
from treeexplorer.explain.other_outcomes import describe_outcomes_under_other_rules
from treeexplorer.explain.sentence import Sentence, joined
from treeexplorer.explain.steps import describe_step, sentences
from treeexplorer.explain.why import why as reasons
from treeexplorer.notation import load_all
from treeexplorer.rules import ALGORITHMS, FORMS, Rules, RulesError
from treeexplorer.tree import GameTree, Player

LONGEST = 160
MOST = 150 if laws.is_exhaustive else 30  # as many steps and nodes of a search are looked at
ORDINAL = re.compile(r"\b(first|second|third|fourth|fifth|\d+(st|nd|rd|th)) (child|leaf)\b")


def why(record: Record, node: int, step: int | None = None) -> str:
    return joined(reasons(record, node, step))


MODELS = [
    pytest.param(
        (AIMA, Rules(), 12),
        "α cut-off at ▽C: 3 ≥ 2. ▽C is MIN and already has 2, so it is worth 2 or less. "
        "▲A has 3 through ▽B. Nothing left in ▽C can help ▲A. Pruned: 4, 6.",
        id="shallow-alpha",
    ),
    pytest.param(
        (ELIDED, Rules(), 13),
        "β cut-off at ▲b: 8 ≥ 6. ▲b is MAX and already has 8, so it is worth 8 or more. "
        "▽a is MIN and has 6 through ▲C. Nothing left in ▲b can make ▽a smaller. "
        "Pruned: … (moves of ▲b that are not drawn).",
        id="shallow-beta-undrawn",
    ),
    pytest.param(
        (DEEP, Rules(), 10),
        "Deep α cut-off at ▽Z: 3 ≥ 2. ▽Z is MIN and already has 2, so it is worth 2 or less. "
        "Its parent ▲Y has only 1 and might still want it, but to reach ▽Z, ▲root would have to "
        "give up the 3 it has. Pruned: 5.",
        id="deep",
    ),
    pytest.param(
        (TIE, Rules(), 12),
        "α cut-off at ▽C: 3 ≥ 3, and equal is enough under your rule. "
        "▽C might equal ▲A's 3 but cannot beat it; whether it does stays unknown. Pruned: 4, 6.",
        id="equality-that-cuts",
    ),
    pytest.param(
        (TIE, Rules(cutoff=">"), 12),
        "No cut-off at ▽C: 3 > 3 is false. A tie is still possible, and your rule looks on. "
        "Under ≥, 4 and 6 would be pruned here. Next: 4.",
        id="equality-that-does-not",
    ),
    pytest.param(
        (AIMA, Rules(), 6), "12 arrives; ▽B keeps 3 (MIN). −∞ ≥ 3 is false. Next: 8.", id="kept"
    ),
    pytest.param(
        (ELIDED, Rules(fail="hard"), 13),
        "… 8 lies outside (−∞, 6); fail-hard returns 6.",
        id="fail-hard",
    ),
]


@pytest.mark.parametrize(("searched", "model"), MODELS)
def test_a_step_reads_like_its_model(searched: tuple[GameTree, Rules, int], model: str) -> None:
    tree, rules, step = searched
    text = describe_step(search(tree, rules), step)
    assert model[2:] in text if model.startswith("… ") else text == model


def test_minimax_speaks_of_no_window() -> None:
    record = search(AIMA, Rules(algorithm="minimax"))
    for step in range(record.steps + 1):
        assert not set("αβ≥") & set(describe_step(record, step))


# -- why ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "rules", "said"),
    [
        pytest.param(
            "[5 [9 [3 1]]]",
            "2.2",
            Rules(fail="hard"),
            "▲B had no cut-off: β is 9 because ▽A has 9. After 3, 5 ≥ 9 is false; "
            "any β ≤ 5 would have cut. No child gave more than 5, the bound ▲B began with; "
            "it returned ≤ 5, and the leaves prove exactly 3.",
        ),
        pytest.param(
            "[B:[E:[5 7] 9] 2]",
            "E",
            Rules(),
            "▲E had no cut-off: ▽B has nothing yet (+∞), so nothing ▲E offers is too much. "
            "After 5, 5 ≥ +∞ is false; any β ≤ 5 would have cut. ▲E returns 7: MAX keeps the "
            "largest that came; that is exact.",
        ),
        pytest.param(
            "[[3 5] 2]",
            "A",
            Rules(levels=(Player.MIN, Player.MIN)),
            "▽A had no cut-off: no MAX lies above it (−∞), so nothing ▽A offers is too little. "
            "After 3, −∞ ≥ 3 is false; any α ≥ 3 would have cut. ▽A returns 3: MIN keeps the "
            "smallest that came; that is exact.",
        ),
        pytest.param(
            "[3 [4 [1 [2 5]]]]",
            "C",
            Rules(),
            "▽C had a cut-off at step 12: 3 ≥ 2. ▽C is MIN and already has 2, so it is worth 2 "
            "or less. Its parent ▲B has only 1 and might still want it, but to reach ▽C, ▲root "
            "would have to give up the 3 it has.",
        ),
        pytest.param(
            "[[3] [2 4]]",
            "A",
            Rules(),
            "▽A had no cut-off: it has a single child, so nothing could be pruned. "
            "▽A returns 3: MIN keeps the smallest that came; that is exact.",
        ),
        pytest.param(
            "[5 [3 ...]]",
            "A",
            Rules(order="right-to-left"),
            "▽A had no cut-off: a single child of it is drawn, so nothing could be pruned. ▽A "
            "returns 3: MIN keeps the smallest that came; that is a bound only: ▽A is worth 3 or "
            "less.",
        ),
    ],
)
def test_why_there_was_a_cut_off_or_none(text: str, place: str, rules: Rules, said: str) -> None:
    record = search(tree_of(text), rules)
    assert why(record, record.tree.find(place)) == said


def test_why_a_node_was_pruned_or_cut_off_or_not_reached() -> None:
    record = search(AIMA)
    reasons = (
        "3 ≥ 2. ▽C is MIN and already has 2, so it is worth 2 or less; ▲A has 3 through ▽B. "
        "Nothing left in ▽C can help ▲A."
    )
    assert why(record, AIMA.find("C")) == f"▽C had a cut-off at step 12: {reasons}"
    assert why(record, AIMA.find("2.2")) == f"4 was pruned at step 12: at ▽C, {reasons}"
    assert why(record, AIMA.find("D"), 5) == "▽D has not been reached by step 5."
    assert why(record, AIMA.find("2.1")) == (
        "2 was read at step 11. No test at ▽C comes before it: once ▽C is entered, 2 is read."
    )


def test_a_question_ends_with_its_own_mark() -> None:
    record = search(AIMA, Rules(algorithm="scout"))
    node = AIMA.find("2")
    step = record.entered_at(record.calls_of(node)[-1])
    assert why(record, node, step).endswith("with the question: is it worth more than 3?")


def test_a_node_that_was_just_entered_has_its_window_explained_and_what_would_cut() -> None:
    record = search(ELIDED)
    assert why(record, ELIDED.find("b"), 11) == (
        "▲b was entered at step 11 with (−∞, 6). β is 6 because ▽a has 6 through ▲C. "
        "If the next leaf is 6 or more, the rest of ▲b is pruned."
    )


def test_why_says_which_end_does_not_move() -> None:
    record = search(AIMA)
    assert why(record, AIMA.find("B"), 4) == (
        "MIN moves β only: α stays −∞. ▽B has no cut-off yet: ▲A has nothing yet (−∞), so "
        "nothing ▽B offers is too little. After 3, −∞ ≥ 3 is false; any α ≥ 3 would have cut."
    )
    assert why(record, AIMA.find("B"), 6).startswith(
        "12 < 3 is false, so v and β stay; MIN moves β only. "
    )


def test_why_at_the_end_says_whether_the_best_move_is_the_only_one() -> None:
    assert why(search(AIMA), 0) == (
        "▲A returns 3: MAX keeps the largest that came; that is exact. ▽B is the only best move."
    )
    assert why(search(TIE), 0).endswith("that is exact. ▽C (≤ 3) may be as good.")


def test_other_conventions_under_which_a_node_fares_otherwise() -> None:
    record = search(TIE)
    assert list(map(str, describe_outcomes_under_other_rules(TIE, record, TIE.find("C")))) == [
        "Under the test >, ▽C would be visited, without a cut-off.",
        "In the form bounds, ▽C would be visited, without a cut-off.",
    ]


# -- every text on every built-in example ------------------------------------------------------


def all_rules(game: GameTree) -> list[Rules]:
    plain = Rules(levels=game.levels)
    return [
        *(replace(plain, algorithm=algorithm) for algorithm in ALGORITHMS),
        *(replace(plain, form=form) for form in FORMS),
        replace(plain, cutoff=">", fail="hard"),
        replace(plain, order="right-to-left"),
    ]


def texts_of(record: Record, steps: range) -> list[Sentence]:
    found: list[Sentence] = []
    for step in steps:
        found += sentences(record, step)
        node = record.step(step).node
        found += reasons(record, node, step)
    for node in range(0, len(record.tree), max(1, len(record.tree) // MOST)):
        found += reasons(record, node)
    return found


@pytest.mark.parametrize("example", sampled(5, gallery.examples()), ids=lambda each: each.name)
def test_no_sentence_is_long_or_counts_children(example: gallery.Example) -> None:
    for exercise in load_all(example.path):
        game = exercise.tree
        for rules in all_rules(game):
            try:
                record = search(game, rules)
            except (HorizonError, RulesError):
                continue
            steps = range(0, record.steps + 1, max(1, record.steps // MOST))
            for text in map(str, texts_of(record, steps)):
                assert len(text) <= LONGEST, text
                assert not ORDINAL.search(text), text
                assert text.endswith((".", "?")), text


def test_an_infinite_value_that_scout_evaluates_is_put_to_no_test() -> None:
    record = search(tree_of("[inf inf]"), Rules("scout"))
    told = " ".join(describe_step(record, step) for step in range(1, record.steps))
    assert "▲root: v −∞ → +∞, α −∞ → +∞. Next: 2 (+∞): is it worth more than +∞?" in told
    assert why(record, record.tree.find("2")).endswith(
        "No test at ▲root comes before it: once ▲root is entered, 2 (+∞) is read."
    )


def test_values_seen_from_the_side_to_move_are_told_where_min_is_to_move() -> None:
    tree = tree_of("@levels min max min\n[[[3 5] [2 4]]]")
    record = search(tree, Rules("negamax", levels=tree.levels))
    for number in range(1, record.steps + 1):
        step = record.step(number)
        asked = tree.parent[step.node] if step.kind is StepKind.LEAF else step.node
        is_told = tree.player(asked) is Player.MIN and step.value is not None
        assert (
            f"To MIN, whose move it is at ▽{tree.labels.label(asked)}"
            in describe_step(record, number)
        ) == is_told


def test_a_move_whose_name_occurs_twice_needs_no_address() -> None:
    record = search(tree_of("[X:[3 5] Y:[X:2 1]]"))
    assert (
        joined(describe_best_line_and_moves(record))
        == "Best line: root → X → 3. ▽X is the only best move."
    )


def test_a_best_line_is_shortened_to_what_is_read_at_a_glance() -> None:
    names = [f"a_long_name_of_a_move_{number}" for number in range(12)]
    tree = tree_of("".join(f"{name}:[" for name in names) + "1 2" + "]" * 12)
    line, *_ = describe_best_line_and_moves(search(tree))
    assert str(line).startswith("Best line: a_long_name_of_a_move_0 → a_long_name_of_a_move_1 → ")
    assert str(line).endswith(" → … (13 nodes).")
    assert len(str(line)) <= LONGEST + len("Best line:  → … (13 nodes).")


@pytest.mark.parametrize(("seed", "node", "step"), [(60006, 3, 7)])
def test_of_a_call_that_waits_for_an_unknown_leaf_no_return_is_told(
    seed: int, node: int, step: int
) -> None:
    _, record = random_record(seed)
    assert record.waits_for is not None
    assert joined(reasons(record, node, step)) == (
        "After 1, −1 > 1 is false. ▽B has no cut-off yet: the question is not settled."
    )


def test_no_open_call_of_a_search_that_waits_is_said_to_return() -> None:
    told = 0
    for seed in range(60_000, 60_300):
        _, record = random_record(seed)
        for call in record.inner_calls:
            if record.value(call) is None:
                told += 1
                texts = " ".join(map(str, reasons(record, record.node(call), record.steps)))
                assert " keeps the " not in texts
                assert "it returned" not in texts
    assert told > 20
