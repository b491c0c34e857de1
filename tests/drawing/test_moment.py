"""A moment says what the record says, whatever is asked first."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawing.strategies import trees
from tests.trees import tree_of
from treeexplorer.drawing.knowledge import Knowledge
from treeexplorer.drawing.moment import Moment
from treeexplorer.engine import Record, Rules, Status, begin, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.tree import FULL_WINDOW, GameTree

LAWS = settings(max_examples=80, deadline=None)
rules = st.builds(
    Rules,
    algorithm=st.sampled_from(["alphabeta", "minimax", "pvs", "negascout", "mtdf", "scout", "sss"]),
    cutoff=st.sampled_from([">=", ">"]),
    fail=st.sampled_from(["soft", "hard"]),
    order=st.sampled_from(["left-to-right", "right-to-left"]),
)


@LAWS
@given(st.data(), trees(), rules)
def test_statuses_are_the_record_s_whatever_is_asked_first(
    data: st.DataObject, tree: GameTree, chosen: Rules
) -> None:
    record = search(tree, chosen)
    step = data.draw(st.integers(0, record.steps))
    moment = Moment(record, step)
    for node in data.draw(st.permutations(range(len(tree)))):
        assert moment.status(node) is record.state(node, step).status


@LAWS
@given(st.data(), trees(), rules)
def test_the_v_of_an_open_node_is_the_record_s(
    data: st.DataObject, tree: GameTree, chosen: Rules
) -> None:
    record = search(tree, chosen)
    step = data.draw(st.integers(0, record.steps))
    moment = Moment(record, step)
    for node in record.open_nodes(step):
        finding = moment.finding(node)
        if finding is not None and finding.kind == "v":
            assert finding.number == record.state(node, step).v


@LAWS
@given(st.data(), trees(), rules)
def test_what_is_found_at_a_node_is_true_of_its_minimax_value(
    data: st.DataObject, tree: GameTree, chosen: Rules
) -> None:
    record = search(tree, chosen)
    whole = analysis_of(search(tree, Rules(algorithm="minimax"))).intervals
    step = data.draw(st.integers(0, record.steps))
    moment = Moment(record, step)
    for node in range(len(tree)):
        finding = moment.finding(node)
        row = whole.record.row(node)
        assert row is not None
        low, high = whole.closed(row)
        if finding is None or finding.kind in {"v", "?", "~"}:
            continue
        if finding.kind == "=":
            assert low == high == finding.number
        if finding.kind in {">=", ".."}:
            assert low >= finding.number
        if finding.kind == "<=":
            assert high <= finding.number
        if finding.high is not None:
            assert high <= finding.high


@LAWS
@given(trees(), rules)
def test_the_heavy_path_leads_from_the_root_to_the_current_node(
    tree: GameTree, chosen: Rules
) -> None:
    record = search(tree, chosen)
    for step in range(1, record.steps + 1):
        moment = Moment(record, step)
        node, path = 0, [0]
        while node != moment.current:
            child = moment.heavy_child(node)
            assert child is not None
            path.append(node := child)
        assert path == record.open_nodes(step)


def test_nothing_is_found_where_nothing_is_proven() -> None:
    record = search(tree_of("min[max[4 ...] ...]"))
    finding = Moment(record, record.steps).finding(0)
    assert finding is not None
    assert (finding.kind, finding.number) == ("?", 4)


def test_an_estimate_is_told_from_a_value() -> None:
    record = search(tree_of("[~4[7 6] ~2[1 3]]"), Rules(depth=1))
    moment = Moment(record, record.steps)
    assert [finding.kind for node in (1, 4) if (finding := moment.finding(node))] == ["~", "~"]
    assert moment.status(2) is Status.BEYOND


def test_a_record_that_is_still_being_written_can_be_shown() -> None:
    tree = tree_of("[" + " ".join(["[1 2 3]"] * 20_000) + "]")
    record, slices = begin(tree)
    next(slices)
    assert not record.complete
    moment = Moment(record, record.steps, Knowledge(record))
    assert moment.status(0) is Status.OPEN
    assert moment.finding(0) is not None
    assert moment.status(len(tree) - 1) is Status.UNSEEN
    assert not moment.line


def test_the_full_window_is_the_root_s() -> None:
    record: Record = search(tree_of("[1 2]"))
    assert Moment(record, 1).entry(0) == FULL_WINDOW


def test_what_takes_long_is_wanted_first_and_there_once_it_is_learnt() -> None:
    tree = tree_of("[" + " ".join(["[1 2 3]"] * 5_000) + "]")
    record = search(tree, Rules(cutoff=">"))
    knowledge = Knowledge(record, patient=True)
    before = Moment(record, record.steps, knowledge)
    assert before.finding(0) == ("v", 1, None)
    assert before.finding(1) == ("=", 1, None)
    assert not before.line
    assert knowledge.wanted == {0}
    knowledge.learn()
    after = Moment(record, record.steps, knowledge)
    assert after.finding(0) == ("=", 1, None)
    assert after.line == {0, 1, 2}
    assert not knowledge.wanted
