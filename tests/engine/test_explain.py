"""Every step in words: the models of wording, and the truth of each number."""

from __future__ import annotations

from tests.engine.trees import AIMA, DEEP, ELIDED, TIE, tree
from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.engine.explain import label, line, reason, sentence, waiting, why
from treeexplorer.tree import GameTree, from_nested


def first_cut(record: Record) -> int:
    return next(s for s in range(record.steps + 1) if record.step(s).kind is StepKind.CUT)


def test_a_shallow_alpha_cut_off_reads_like_its_model() -> None:
    record = search(AIMA)
    assert reason(record, first_cut(record)) == (
        "α cut-off at ▽C: 3 ≥ 2. ▽C is MIN and already has 2, so it is worth 2 or less. "
        "▲A already has 3 through ▽B. So ▲A has no use for ▽C, whatever 4 and 6 are. Skipped: 4, 6."
    )


def test_a_shallow_beta_cut_off_with_undrawn_moves_reads_like_its_model() -> None:
    record = search(ELIDED)
    assert line(record, 13) == "╳ β cut-off at ▲b: 8 ≥ 6"
    assert reason(record, 13) == (
        "β cut-off at ▲b: 8 ≥ 6. ▲b is MAX and already has 8, so it is worth 8 or more. "
        "▽a is MIN and already has 6 through its first child. So ▽a has no use for ▲b: "
        "whatever else ▲b holds cannot make it smaller. "
        "Skipped: … (moves of ▲b that are not drawn)."
    )


def test_a_deep_cut_off_reads_like_its_model() -> None:
    record = search(DEEP)
    assert reason(record, first_cut(record)) == (
        "Deep α cut-off at ▽Z: 3 ≥ 2. ▽Z is worth 2 or less. Its parent ▲Y has only 1 and might "
        "still want that. But the root already has 3 through its first child, and must give it up "
        "for play to reach ▽Z. So nothing in ▽Z can change the root's value. Skipped: 5."
    )


def test_equality_that_cuts_says_that_equal_is_enough() -> None:
    record = search(TIE)
    assert reason(record, first_cut(record)) == (
        "α cut-off at ▽C: 3 ≥ 3, and equal is enough under your rule. ▽C is worth 3 or less; "
        "▲A already has 3 through ▽B. ▽C might equal that but cannot beat it. "
        "Whether it does stays unknown. Skipped: 4, 6."
    )


def test_equality_that_does_not_cut_says_what_the_other_test_would_do() -> None:
    record = search(TIE, Rules(cutoff=">"))
    assert sentence(record, 12) == (
        "No cut-off at ▽C: 3 > 3 is false. ▽C is worth 3 or less and ▲A has 3: a tie is still "
        "possible, and your rule (cut only when α > β) looks on. Next: 4. "
        "Under ≥, 4 and 6 would be skipped here."
    )


def test_nameless_nodes_are_told_by_their_nearest_name() -> None:
    game = tree([("a", [[1, [2, [3, 4]]], 5]), 6])
    labels = [label(game, node) for node in range(len(game))]
    assert labels == [
        "the root",
        "▽a",
        "a's first child",
        "the first child of a's first child",
        "the second child of a's first child",
        "the leaf at 1.1.2.1",
        "▲ at 1.1.2.2",
        "the leaf at 1.1.2.2.1",
        "the leaf at 1.1.2.2.2",
        "a's second child",
        "the root's second child",
    ]


def test_a_long_list_of_skipped_leaves_is_shortened() -> None:
    game = from_nested([3, [2, *range(100)]])
    record = search(game)
    assert sentence(record, first_cut(record)).endswith("Skipped: 0, 1, 2, 3 and 96 more.")


def test_a_search_that_waits_says_for_what() -> None:
    record = search(tree([3, [2, "x"], ("b", [7, "y"])]))
    assert waiting(record) == (
        "The search has reached the unknown leaf “y”, b's second child, and cannot go on without "
        "a number for it."
    )


def test_why_answers_for_cut_uncut_and_unreached_nodes() -> None:
    record = search(AIMA)
    assert why(record, AIMA.find("C")).startswith("▽C was cut off at step 12. α cut-off at ▽C")
    assert why(record, AIMA.find("2.2")).startswith(
        "C's second child was never visited: at step 12 the rest of ▽C was skipped."
    )
    assert why(record, AIMA.find("D")) == (
        "▽D was not cut off: after its second child its window was (3, 5), and 3 ≥ 5 is false. "
        "It is MIN and was then worth 5 or less; its α is 3. "
        "α = 5 or more would have cut it off there."
    )


def test_a_node_with_children_still_to_come_is_not_said_to_have_a_single_child() -> None:
    record = search(tree_of("a:[b:[3 12 8] c:[2 4]]"))
    b = record.tree.find("b")
    row = record.row(b)
    assert row is not None
    for step in range(record.entered(row) + 2, record.left(row)):
        assert "▽b is not cut off yet: after its" in why(record, b, step)
    assert "▽b was not cut off: after its second child" in why(record, b, record.left(row))
    single = search(tree_of("a:[b:[3] c:[2 4]]"))
    assert "it has a single child" in why(single, 1)


def all_texts(game: GameTree, rules: Rules) -> list[str]:
    record = search(game, rules)
    steps = range(record.steps + 1)
    return [text(record, s) for s in steps for text in (line, sentence, reason)] + [
        why(record, node) for node in range(len(game))
    ]


def test_no_text_is_empty() -> None:
    for game in (AIMA, DEEP, ELIDED, TIE):
        for rules in (Rules(), Rules(cutoff=">"), Rules(fail="hard"), Rules(algorithm="minimax")):
            assert all(all_texts(game, rules))


def test_a_bound_from_the_range_of_the_leaves_is_not_called_the_search_s_own_window() -> None:
    game = tree_of("chance[max[min[-3 max[1 -3]]]]")
    record = search(game, Rules(algorithm="star1"))
    said = reason(record, first_cut(record))
    assert "α = −3 is set by a chance node above and the range of the leaves" in said
    assert not any("started with" in sentence(record, s) for s in range(record.steps + 1))
