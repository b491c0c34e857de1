"""A snapshot says of each step what the record says, in one place, at the same cost everywhere."""

from __future__ import annotations

from time import process_time
from typing import get_args

import pytest

from tests.engine.random_records import any_search, open_nodes, random_record
from tests.laws import batches
from tests.trees import AIMA, ELIDED, TIE
from treeexplorer.engine import Status, StepKind, analysis_of, search
from treeexplorer.engine.algorithms import begin
from treeexplorer.explain.sentence import Aside, Sentence, joined
from treeexplorer.explain.snapshot import NumberChange, moment_of, snapshot
from treeexplorer.explain.steps import put_step_in_words
from treeexplorer.judging import cutoff_tests
from treeexplorer.judging.cutoff_tests import sign_that_would_not_cut
from treeexplorer.judging.facts import BestSoFar, Inequality, proven
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.notation import parse
from treeexplorer.rules import AlgorithmName, Rules
from treeexplorer.tree import (
    FULL_WINDOW,
    INFINITY,
    INNER,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    from_nested,
)


def test_the_moment_of_a_cut_off() -> None:
    now = snapshot(search(ELIDED), 13)
    assert [(node.text, node.window, node.v) for node in now.path()] == [
        ("root", (float("-inf"), float("inf")), float("-inf")),
        ("a", (float("-inf"), 6), 6),
        ("b", (8, 6), 8),
    ]
    assert [node.is_empty for node in now.path()] == [False, False, True]
    assert now.changes == (
        NumberChange("v", float("-inf"), 8),
        NumberChange("α", float("-inf"), 8),
    )
    assert now.opponents_bound is not None
    assert now.opponents_bound == ("β", 6, BestSoFar(ELIDED.find("a"), 6, ELIDED.find("C")))
    assert now.test is not None
    assert (str(now.test), now.test.holds, now.test.skips) == ("8 ≥ 6", True, True)
    said = now.banner
    assert (said.kind, str(said.heading)) == ("cut", "β CUT-OFF at ▲b")
    assert str(said.test) == "α 8 ≥ β 6"
    assert str(said.right) == "1 branch pruned: …"
    assert tuple(map(str, said.lines)) == (
        "▲b is MAX and already has 8, so it is worth 8 or more.",
        "▽a is MIN and has 6 through ▲C.",
        "Nothing left in ▲b can make ▽a smaller.",
        "Pruned: … (moves of ▲b that are not drawn).",
    )
    b = now.view(ELIDED.find("b"))
    assert (b.sign, b.number, b.is_cut, b.is_new, b.elided) == ("≥", 8, True, True, Status.SKIPPED)
    assert (now.read, now.pruned, now.to_come, now.cutoffs, now.axis) == (4, 0, 0, 1, (1, 5, 6, 8))


def test_equality_that_does_not_cut_leaves_a_single_value() -> None:
    now = snapshot(search(TIE, Rules(cutoff=">")), 12)
    assert (now.banner.kind, str(now.banner.test)) == ("no-cut", "α 3 > β 3 is false")
    assert now.path()[-1].only
    assert not now.path()[-1].is_empty
    assert str(now.view(TIE.find("C")).missed_on_equality) == "3 > 3 is false"


@pytest.mark.parametrize(
    ("node", "step", "moment"),
    [
        ("2.2", 12, 12),  # a pruned leaf: its cut-off
        ("1.2", 12, 6),  # a leaf: the arrival of its value
        ("B", 12, 8),  # the last test of a node that has ended
        ("A", 12, 9),  # and of one that is open
        ("C", 11, 10),  # entered, and no value has arrived
        ("2.1", 11, 11),  # read, and it has not arrived
        ("D", 12, None),  # not visited
    ],
)
def test_each_node_has_its_moment(node: str, step: int, moment: int | None) -> None:
    assert moment_of(search(AIMA), AIMA.find(node), step) == moment


def test_without_windows_the_moment_of_a_node_is_its_return_or_its_visit() -> None:
    record = search(AIMA, Rules(algorithm="minimax"))
    assert moment_of(record, AIMA.find("B"), 12) == 9
    assert moment_of(record, AIMA.find("A"), 12) == 1


def test_a_moment_speaks_of_its_node_and_of_nothing_that_comes_later() -> None:
    for seed in range(60):
        record = search(*any_search(61_000 + seed))
        for step in range(0, record.steps + 1, 3):
            for node in range(len(record.tree)):
                moment = moment_of(record, node, step)
                is_visited = record.call_at(node, step) is not None
                is_pruned = record.status(node, step) is Status.SKIPPED
                assert (moment is not None) == (is_visited or is_pruned)
                if moment is None:
                    continue
                assert moment <= step
                now = snapshot(record, moment)
                assert now.status(node) is not Status.UNSEEN
                if is_visited:
                    assert node in {now.node, now.child, now.current}
                else:
                    assert now.cut is not None
                    assert any(record.tree.is_within(node, top) for top in now.cut.skipped)


def test_minimax_has_no_window_anywhere() -> None:
    record = search(AIMA, Rules(algorithm="minimax"))
    for step in range(record.steps + 1):
        now = snapshot(record, step)
        assert now.test is None
        assert now.opponents_bound is None
        assert all(node.window is None for node in now.path())
        assert all(change.name == "v" for change in now.changes)
        assert not set("αβ") & set(str(now.banner.heading) + joined(now.banner.lines))
        assert not set("αβ") & set(now.sentence + joined(now.beyond))


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax", "mtdf"])
def test_a_search_that_has_not_begun_can_be_shown(algorithm: AlgorithmName) -> None:
    record, _ = begin(AIMA, Rules(algorithm=algorithm))
    now = snapshot(record, 0)
    assert (now.changes, now.opponents_bound, now.test, now.cut) == ((), None, None, None)
    assert now.banner.heading
    assert not any(now.view(node).is_cut for node in range(len(record.tree)))


@pytest.mark.parametrize(
    "rules", [Rules(), Rules("pvs"), Rules("mtdf"), Rules(cutoff=">")], ids=str
)
def test_the_test_of_a_step_stands_on_its_bar_and_is_not_told_again_below(rules: Rules) -> None:
    record = search(AIMA, rules)
    repeated = 0
    for step in range(1, record.steps):
        banner = snapshot(record, step).banner
        test = cutoff_tests.test_at(record, record.step(step))
        repeated += put_step_in_words(record, step).failed_test is not None
        assert test is None or banner.test is not None
        assert test is None or Sentence("{test}", test=test) not in banner.lines
    assert repeated


def test_a_step_in_words_hands_out_what_happens_the_test_and_what_comes_of_it() -> None:
    arrival = put_step_in_words(search(AIMA), 6)
    assert str(arrival.headline) == "12 arrives; ▽B keeps 3 (MIN)."
    assert str(arrival.failed_test) == "−∞ ≥ 3 is false."
    assert joined(arrival.outcome) == "Next: 8."
    cut_off = put_step_in_words(search(AIMA), 12)
    assert str(cut_off.headline) == "α cut-off at ▽C: 3 ≥ 2."
    assert cut_off.failed_test is None
    assert [isinstance(sentence, Aside) for sentence in cut_off.sentences] == [False] * 4 + [True]


def test_the_end_says_what_was_found_and_the_best_line() -> None:
    record = search(AIMA)
    said = snapshot(record, record.steps).banner
    assert str(said.heading) == "The search ends: ▲A is worth 3"
    assert str(said.right) == "7 of 9 leaves read"
    assert joined(said.lines) == "Best line: A → B → 3. ▽B is the only best move."


@pytest.mark.parametrize(
    ("tree", "rules", "step", "beyond"),
    [
        (AIMA, Rules(), 12, "Whatever the pruned leaves hold, ▲A is worth the same."),
        (TIE, Rules(cutoff=">"), 12, "After 3, 3 > 3 is false; any α > 3 would have cut."),
        (AIMA, Rules(), 8, "▽B returns 3: MIN keeps the smallest that came; that is exact."),
        (
            parse("[[~7[1 2] ~6[2 9]] [~5[5 3] ~8[4 7]]]").tree,
            Rules(depth=2),
            10,
            "Only more than 6 would still count at ▲root.",
        ),
    ],
)
def test_why_adds_to_what_the_banner_says(
    tree: GameTree, rules: Rules, step: int, beyond: str
) -> None:
    assert joined(snapshot(search(tree, rules), step).beyond) == beyond


@pytest.mark.parametrize("algorithm", get_args(AlgorithmName))
def test_what_is_read_pruned_and_to_come_is_all_there_is_to_read(algorithm: AlgorithmName) -> None:
    for seed in range(60):
        tree, rules = any_search(seed, algorithm)
        record = search(tree, rules)
        depth = len(tree) if rules.depth is None else rules.depth
        ends = [
            node
            for node in range(len(tree))
            if tree.ply[node] == depth or (tree.ply[node] < depth and tree.is_leaf(node))
        ]
        assert record.ends == len(ends)
        for step in range(record.steps + 1):
            now = snapshot(record, step)
            skipped = [node for node in ends if now.status(node) is Status.SKIPPED]
            is_settled = now.is_last or not record.columns.earlier
            assert now.pruned == (len(skipped) if is_settled else 0)
            assert now.read == len({node for at, node, _ in record.readings() if at <= step})
            assert now.read + now.pruned + now.to_come == len(ends)
            assert now.to_come >= 0
            assert not (now.is_last and now.to_come)


@pytest.mark.parametrize("algorithm", ["alphabeta", "mtdf", "minimax"])
def test_below_a_depth_limit_nothing_is_a_leaf(algorithm: AlgorithmName) -> None:
    tree = parse("[~3[7 6] ~2[1 2]]").tree
    now = snapshot(record := search(tree, Rules(algorithm, depth=1)), record.steps)
    assert (now.read, now.pruned, now.to_come) == (2, 0, 0)
    assert str(now.banner.right) == "2 of 2 leaves and estimates read"


@pytest.mark.parametrize("seed", batches(150, range(300)))
def test_a_snapshot_agrees_with_its_record(seed: int) -> None:
    _, record = random_record(seed)
    analysis = analysis_of(record)
    for step in range(record.steps + 1):
        now = snapshot(record, step)
        assert [node.node for node in now.path()] == open_nodes(record, step)
        read = [value for at, _, value in record.readings() if at <= step]
        assert now.axis == tuple(sorted(set(read)))
        assert now.read == len({node for at, node, _ in record.readings() if at <= step})
        assert now.sentence
        for node in range(len(record.tree)):
            view = now.view(node)
            assert (view.sign, view.number) == analysis.shown(node, step)
            assert view.status is record.status(node, step)
            if view.is_cut:
                assert view.status in {Status.OPEN, Status.CLOSED}
        if now.kind is StepKind.CUT:
            assert now.banner.kind == "cut"
            assert now.test is None or (now.test.holds and now.test.skips)
            assert not now.is_last or now.read == record.evaluated


# -- where α and β come from -------------------------------------------------------------------


def test_an_end_that_nobody_has_set_has_no_rail() -> None:
    assert snapshot(search(AIMA), 0).rails == (None, None)
    assert snapshot(search(AIMA), 2).rails == (None, None)
    window = snapshot(search(AIMA, Rules(window=(1, 9))), 2)
    assert window.view(1).entry == (1, 9)
    assert window.rails == (None, None)
    record = search(AIMA, Rules("scout"))
    asked = next(
        snapshot(record, step)
        for step in range(record.steps)
        if record.null_question(record.step(step).call)
    )
    assert asked.rails == (None, None)


@pytest.mark.parametrize("batch", batches(4, range(4)))
def test_rails_hold_what_the_window_shows_and_half_lines_never_meet(batch: int) -> None:
    for seed in range(40_000 + 100 * batch, 40_100 + 100 * batch):
        _, record = random_record(seed)
        for step in range(1, record.steps + 1):
            now = snapshot(record, step)
            shown = now.path()[-1]
            for end, (rail, role) in enumerate(zip(now.rails, (MAX_ROLE, MIN_ROLE), strict=True)):
                if rail is None:
                    entered_once = not record.call_windows and not record.tree.has_chance
                    if entered_once and shown.window is not None:
                        window = record.rules.window
                        assert shown.window[end] in {window[end], INFINITY, -INFINITY}
                    continue
                assert shown.window is not None
                assert rail.value == shown.window[end], (seed, step)
                assert record.tree.roles[rail.node] == role
                assert record.tree.is_within(shown.node, rail.node)
                assert rail.through is not None
                assert record.tree.parent[rail.through] == rail.node
            op = None if now.cut is None else sign_that_would_not_cut(record, now.cut)
            if now.cut is None or op is None:
                continue
            is_alpha, bound = now.cut.kind == "alpha", now.cut.bound
            interval = proven(record, now.cut.node, step)
            best = Inequality(interval[1 if is_alpha else 0], op, bound)
            assert interval == FULL_WINDOW or not best.holds, (seed, step, now.cut)
            for value in () if record.call_windows else (bound - 1, bound, bound + 1):
                window = (bound, value) if is_alpha else (value, bound)
                is_taken = Inequality(value, op, bound).holds
                assert is_taken is not record.rules.cuts(*window)


def test_under_fail_hard_a_finished_node_has_the_window_that_is_written_beside_it() -> None:
    record = search(AIMA, Rules(fail="hard", windows="exit"))
    b = next(claim for claim in collect_model_claims(record) if claim.node == 5 and claim.window)
    assert snapshot(record, record.steps).view(5).window == b.window == (3, 2)


@pytest.mark.slow
def test_a_key_costs_the_same_on_a_million_nodes() -> None:
    seconds = []
    for tree in (from_nested([[3, 12, 8, 2, 4]] * count) for count in (166, 166_666)):
        record = search(tree)
        snapshot(record, record.steps // 2).view(0)
        taken = []
        for step in range(record.steps // 2, record.steps // 2 + 40):
            begun = process_time()
            now = snapshot(record, step)
            _ = now.banner, now.path(), now.changes, now.read, now.axis
            for node in range(min(len(tree), 200)):
                if tree.kind[node] == INNER and node:
                    now.view(node)
            taken.append(process_time() - begun)
        seconds.append(sorted(taken)[20])
    assert seconds[1] < 5 * seconds[0] + 0.005


def test_what_is_proven_of_a_mean_narrows_its_window_at_both_ends() -> None:
    record = search(parse("[6 chance[1 9]]").tree, Rules(range=(1, 9)))
    entered, after_its_first_leaf = snapshot(record, 4), snapshot(record, 6)
    assert entered.view(2).window == (6, 9)
    assert after_its_first_leaf.view(2).window == (6, 5)


@pytest.mark.parametrize(
    ("step", "main_reason"),
    [
        pytest.param(0, "At ▲root MAX may still get anything, from −∞ to +∞.", id="beginning"),
        pytest.param(9, "Next: ▽B.", id="a step: what comes next"),
        pytest.param(12, "▲root has 3 through ▽A.", id="a cut-off: who has the bound"),
        pytest.param(13, "▽A is the only best move.", id="the end: which move is best"),
    ],
)
def test_the_main_reason_of_a_step_is_known_by_what_it_says(step: int, main_reason: str) -> None:
    banner = snapshot(search(from_nested([[3, 12, 8], [2, 4, 6]])), step).banner
    assert banner.main_reason in banner.reasons
    assert str(banner.main_reason) == main_reason
