"""The icicle: every cell shows what the search did there, for trees of any size."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.places import line_text
from tests.drawing.strategies import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.drawing.icicle import Icicle
from treeexplorer.drawing.icicle_layout import IcicleColumns, lay_out_icicle
from treeexplorer.drawing.items import items_of
from treeexplorer.drawing.leaf_states import State, state_of
from treeexplorer.drawing.painter import PASSED
from treeexplorer.drawing.styled_text import Look, Size, TextStyle
from treeexplorer.engine import search
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.rules import Rules
from treeexplorer.text import width
from treeexplorer.tree import GameTree, from_nested

LAWS = examples(60)
AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
ROOMS = st.builds(Size, st.integers(12, 120), st.integers(5, 30))
RULES = st.builds(
    Rules,
    algorithm=st.sampled_from(["alphabeta", "minimax", "pvs", "mtdf"]),
    order=st.sampled_from(["left-to-right", "right-to-left"]),
)


def test_it_fills_its_pane_and_the_values_of_cut_leaves_stay() -> None:
    record = search(tree_of(AIMA))
    layout = lay_out_icicle(record.tree, Size(42, 12))
    painter = Icicle(layout, snapshot(record, 12), Look(marks=True))
    expected = """
    WHOLE TREE  9 leaves
▲ 0 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    ━━━━━━━━━━━━━━ ▲ root ━━━━━━━━━━━━━━━
    ━━━━━━━━━━━━━━━━ v 3 ━━━━━━━━━━━━━━━━
▽ 1 ▪▪▪▪▪▪▪▪▪▪▪▪▪▌          ▐▏···········
    ▪▪▪▪ ▽ A ▪▪▪▪▌   ▽ B    ▐▏··· ▽ C ···
    ▪▪▪▪ = 3 ▪▪▪▪▌   ≤ 2    ▐▏···········
  2 ▪▪▪▪▪▏▪▪▪▏▪▪▪****╳ CUT╱╱╱▏···▏···▏···
    ▪ 3 ▪▏12▪▏ 8  2 * 4 ╱ 6 ╱▏14·▏ 5 ▏ 2
    ▪▪▪▪▪▏▪▪▪▏▪▪▪****╱╱╱╱╱╱╱╱▏···▏···▏···
                 ▲ now
    ━  path  ▌▐ now  ▪▪ decided  ╱╱ pruned
"""
    assert line_text(painter.lines()) == expected


@pytest.mark.parametrize(("columns", "value"), [(26, "≥ 15"), (24, "≥15")])
def test_a_value_loses_the_blank_behind_its_sign_before_it_goes(columns: int, value: str) -> None:
    record = search(tree_of("[[[[3 17] [2 12]] [[15] [25 0]]] [[[2 5] [3]] [[2 14]]]]"))
    layout = lay_out_icicle(record.tree, Size(columns, 14))
    painter = Icicle(layout, snapshot(record, 19), Look())
    assert value in line_text(painter.lines())


@pytest.mark.parametrize("is_strip", [False, True])
def test_where_one_row_has_room_it_is_that_of_the_current_node(*, is_strip: bool) -> None:
    tree = tree_of("[[1 [2 [3 4]]] 5]")
    room = Size(40, 1)
    for node in range(1, len(tree)):
        layout = lay_out_icicle(tree, room, node, is_strip=is_strip)
        assert layout.rows == 1
        assert layout.first_ply == tree.ply[node]


def test_a_rest_has_a_column_behind_the_last_child_and_is_struck_where_it_is_cut() -> None:
    record = search(tree_of("[[3 12 ...] [2 ...] [14 5]]"))
    painter = Icicle(
        lay_out_icicle(record.tree, Size(42, 7)), snapshot(record, 10), Look(marks=True)
    )
    expected = """
    WHOLE TREE  5 leaves
▲ 0 ━━━━━━━━━━━━ ▲ root v 3 ━━━━━━━━━━━━━
▽ 1 ▪▪▪▪ ▽ A ≤3 ▪▪▪▪▌ ▽ B ≤2  ▐▏·· ▽ C ··
  2 ▪ 3 ▪▪▏ 12 ▏ …  * 2 **╳ CUT▏ 14 ▏ 5 ·
                    ▲ now
    ━  path  ▌▐ now  ▪▪ decided  ╱╱ pruned
"""
    assert line_text(painter.lines()) == expected


@LAWS
@given(trees())
def test_the_columns_are_the_leaves_and_rests_in_the_order_in_which_they_are_drawn(
    tree: GameTree,
) -> None:
    items, columns = items_of(tree), IcicleColumns(tree)
    ends = [item for item in range(len(items)) if items.is_end(item)]
    assert list(columns.ends) == ends
    for item in range(len(items)):
        below = [each for each in range(item, items.end[item]) if items.is_end(each)]
        span = columns.span(item)
        assert ends[span.start : span.stop] == below
        for column in span:
            assert columns.item(column, items.ply[item]) == item
        first_leaf, end_of_leaves = map(columns.leaves_before, (span.start, span.stop))
        leaves = columns.leaves[first_leaf:end_of_leaves]
        assert list(leaves) == [items.node(each) for each in below if not items.is_elision(each)]


@pytest.mark.parametrize(("count", "words"), [(1, "1 leaf"), (1_000, "1 000 leaves in 38 columns")])
def test_the_leaves_are_counted_as_everywhere(count: int, words: str) -> None:
    record = search(from_nested(list(range(count))))
    painter = Icicle(lay_out_icicle(record.tree, Size(43, 7)), snapshot(record, 0))
    assert line_text(painter.lines()).splitlines()[1].strip() == f"WHOLE TREE  {words}"


@LAWS
@given(st.data(), trees(), RULES)
def test_a_cell_of_its_own_shows_its_node(
    data: st.DataObject, tree: GameTree, rules: Rules
) -> None:
    record = search(tree, rules)
    shown = snapshot(record, data.draw(st.integers(0, record.steps)))
    layout = lay_out_icicle(record.tree, Size(len(IcicleColumns(tree)) * 3 + 8, 40))
    painter = Icicle(layout, shown)
    for row in range(layout.rows):
        for run in painter.runs(row):
            assert not run.is_bin
            if run.item is None:
                continue
            node, state = painter.items.node(run.item), run.state
            assert painter.items.ply[run.item] == layout.first_ply + row
            if painter.items.is_elision(run.item):
                is_pruned = shown.view(node).elided in PASSED
                assert state is (State.PRUNED if is_pruned else State.UNDRAWN)
            elif node == shown.current:
                assert state is State.NOW
            elif state not in {State.NEW, State.PATH}:
                assert state is state_of(shown.status(node))


@LAWS
@given(st.data(), trees(), st.booleans())
def test_a_bin_shows_the_state_of_most_of_its_leaves(
    data: st.DataObject, tree: GameTree, from_right: bool
) -> None:
    record = search(tree, Rules(order="right-to-left" if from_right else "left-to-right"))
    shown = snapshot(record, data.draw(st.integers(0, record.steps)))
    layout = lay_out_icicle(tree, Size(data.draw(st.integers(7, 14)), 20))
    painter = Icicle(layout, shown)
    for row in range(layout.rows):
        for run in painter.runs(row):
            for cell in range(run.start, run.stop if run.is_bin else 0):
                columns = layout.columns.columns_of_cell(cell, layout.cells)
                start = layout.columns.leaves_before(columns.start)
                stop = layout.columns.leaves_before(columns.stop)
                leaves = layout.columns.leaves[start:stop]
                counts = Counter(state_of(shown.status(leaf)) for leaf in leaves)
                assert counts[run.state] == max(counts.values(), default=0)


@LAWS
@given(st.data(), trees(), ROOMS, st.booleans(), st.booleans())
def test_lines_are_as_wide_as_the_room_and_runs_cover_every_cell(
    data: st.DataObject, tree: GameTree, room: Size, is_strip: bool, ascii_only: bool
) -> None:
    record = search(tree)
    shown = snapshot(record, data.draw(st.integers(0, record.steps)))
    layout = lay_out_icicle(tree, room, shown.current or 0, is_strip=is_strip)
    assert layout.height <= max(room.height, 4)
    painter = Icicle(layout, shown, Look(ascii=ascii_only, marks=ascii_only))
    for row in range(layout.rows):
        runs = painter.runs(row)
        assert [run.start for run in runs] == [0, *(run.stop for run in runs[:-1])]
        assert runs[-1].stop == layout.cells
    for line in painter.lines():
        text = "".join(text for text, _ in line)
        assert width(text) <= room.width
        assert text.isascii() or not ascii_only


@LAWS
@given(trees())
def test_every_node_is_found_where_it_begins(tree: GameTree) -> None:
    layout = lay_out_icicle(tree, Size(len(IcicleColumns(tree)) * 2 + 6, 60))
    for node in range(len(tree)):
        assert layout.node_at(*layout.place(node)) == node


@LAWS
@given(st.data(), trees(), ROOMS)
def test_the_current_node_is_seen_at_every_size(
    data: st.DataObject, tree: GameTree, room: Size
) -> None:
    record = search(tree)
    shown = snapshot(record, data.draw(st.integers(1, record.steps)))
    layout = lay_out_icicle(tree, room, shown.current or 0)
    roles = {role for line in Icicle(layout, shown).lines()[1:-2] for _, role in line}
    assert TextStyle.HERE in roles or shown.is_last
