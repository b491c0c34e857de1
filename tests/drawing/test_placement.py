"""The places of the nodes: nothing overlaps, everything fits, a step moves nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.places import chain, painted, place
from tests.drawing.strategies import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.icicle import Icicle
from treeexplorer.drawing.icicle_layout import lay_out_icicle
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size, convert_to_plain_text
from treeexplorer.engine import search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, from_nested

LAWS = examples(60)
ROOMS = st.builds(Size, st.integers(20, 160), st.integers(8, 50))


def neighbours(layout: Layout) -> list[tuple[int, int]]:
    return [pair for row in layout.items.plies for pair in pairwise(row)]


@LAWS
@given(st.data(), trees(), st.booleans(), st.booleans())
def test_texts_of_a_row_never_overlap(
    data: st.DataObject, tree: GameTree, ascii_only: bool, marks: bool
) -> None:
    room = data.draw(st.one_of(st.none(), ROOMS))
    layout = arrange(tree, Look(ascii=ascii_only, marks=marks), room)
    for one, following in neighbours(layout):
        assert layout.right_of(one) + 1 < layout.left_of(following)


@LAWS
@given(trees())
def test_a_parent_stands_in_the_middle_of_its_children(tree: GameTree) -> None:
    layout = arrange(tree)
    for item in range(len(layout.items)):
        if not layout.items.is_end(item):
            columns = [layout.columns[child] for child in layout.items.children(item)]
            assert abs(layout.columns[item] - (columns[0] + columns[-1]) // 2) <= 1


@LAWS
@given(st.data(), trees(), ROOMS)
def test_every_drawing_fits_its_room(data: st.DataObject, tree: GameTree, room: Size) -> None:
    record = search(tree)
    step = data.draw(st.integers(0, record.steps))
    layout = arrange(tree, Look(), room, choose_focus(snapshot(record, step)))
    items = range(len(layout.items))
    assert layout.height <= room.height
    assert layout.width == room.width
    if room.width >= 40:
        assert min(map(layout.left_of, items)) >= 0
        assert max(map(layout.right_of, items)) < room.width


@pytest.mark.parametrize("leaf", [1, 40, 150, 299, 300])
def test_of_three_hundred_children_those_near_the_current_one_fit(leaf: int) -> None:
    tree = from_nested(list(range(300)))
    step = snapshot(search(tree, Rules("minimax")), 2 * leaf)
    layout = arrange(tree, Look(), Size(60, 12), choose_focus(step))
    items = range(len(layout.items))
    assert min(map(layout.left_of, items)) >= 0
    assert max(map(layout.right_of, items)) < 60
    drawn = [layout.items.node(item) for item in items if layout.items.is_plain(item)]
    assert leaf in drawn
    hidden = [layout.items.stop(item) - layout.items.node(item) for item in layout.items.clusters]
    assert len(drawn) + sum(hidden) == len(tree)


@LAWS
@given(st.data(), trees(), ROOMS, st.booleans())
def test_a_step_moves_nothing_that_stays_on_its_way(
    data: st.DataObject, tree: GameTree, room: Size, from_right: bool
) -> None:
    record = search(tree, Rules(order="right-to-left" if from_right else "left-to-right"))
    step = data.draw(st.integers(1, record.steps))
    before, after = (snapshot(record, number) for number in (step - 1, step))
    first, second = choose_focus(before), choose_focus(after)
    one = arrange(tree, Look(), room, first)
    other = arrange(tree, Look(), room, second)
    if one.above != other.above:
        return
    same = 0
    for mine, yours in zip(first.nodes, second.nodes, strict=False):
        same += mine == yours
    shared = set(one.items.codes) & set(other.items.codes)
    for node in shared:
        is_paged = one.items.clusters or other.items.clusters
        if node >= 0 and tree.ply[node] <= same and not is_paged:
            assert place(one, node) == place(other, node)


@LAWS
@given(st.data(), trees(), ROOMS)
def test_the_way_to_the_current_node_is_in_sight_with_what_is_beside_it(
    data: st.DataObject, tree: GameTree, room: Size
) -> None:
    record = search(tree)
    shown = snapshot(record, data.draw(st.integers(1, record.steps)))
    layout = arrange(tree, Look(), room, choose_focus(shown))
    items = layout.items
    drawn = {items.node(item) for item in range(len(items)) if items.is_plain(item)}
    hidden = [(items.node(item), items.stop(item)) for item in items.clusters]
    for open_node in shown.path()[layout.above :]:
        assert open_node.node in drawn
        for sibling in tree.children(max(0, tree.parent[open_node.node])):
            if open_node.node and tree.ply[sibling] > layout.above:
                assert sibling in drawn or any(low <= sibling < high for low, high in hidden)


def test_below_a_leaf_the_rows_show_what_is_below_the_sibling_beside_it() -> None:
    wide = f"[{' '.join(['[1 2 3]'] * 9)}]"
    tree = tree_of(f"[9 {wide} 8 7 {wide} 6 {wide}]")
    children = list(tree.children(0))
    for index, beside in enumerate((1, 1, 1, 4, 4, 6, 6)):
        layout = arrange(tree, room=Size(40, 16), focus=Focus((0, children[index]), 1))
        assert not layout.is_whole
        drawn = {layout.items.node(item) for item in range(len(layout.items))}
        assert set(children) <= drawn
        below = {tree.parent[node] for node in drawn if tree.ply[node] == 2}
        assert below == {children[beside]}


def test_small_subtrees_are_spread_evenly_between_large_ones() -> None:
    tree = from_nested([[1, 2, 3, 4, 5], 6, 7, [1, 2, 3, 4, 5]])
    layout = arrange(tree, room=Size(30, 9))
    children = [layout.columns[node] for node in tree.children(0)]
    gaps = [after - before for before, after in pairwise(children)]
    assert max(gaps) - min(gaps) <= 3


@pytest.mark.parametrize("names", ["b1 b2 b3 c1 c2 c3 d1 d2 d3", "left mid right " * 3])
def test_nine_named_leaves_do_not_fold_in_the_pane_of_100x30(names: str) -> None:
    leaves = [f"{name}:{value}" for value, name in enumerate(names.split())]
    groups = [" ".join(leaves[first : first + 3]) for first in (0, 3, 6)]
    tree = tree_of(f"A:[B:[{groups[0]}] C:[{groups[1]}] D:[{groups[2]}]]")
    layout, lines = painted(search(tree), 12, Size(58, 19))
    text = convert_to_plain_text(lines)
    assert layout.is_whole
    assert layout.form.names
    assert all(text.count(name) >= names.split().count(name) for name in names.split())


@pytest.mark.parametrize("room", [Size(60, 19), Size(60, 16), Size(99, 28), Size(130, 30)])
def test_a_drawing_fills_its_room(room: Size) -> None:
    tree = tree_of("6[a:6[6[1 5 6] b:8[8 ...]] ...]")
    layout = arrange(tree, room=room)
    items = range(len(layout.items))
    across = max(map(layout.right_of, items)) - min(map(layout.left_of, items)) + 1
    assert across >= 0.6 * room.width
    assert layout.height - layout.top >= 0.6 * room.height
    assert layout.form.lines == 2
    assert not layout.form.is_tight


@pytest.mark.parametrize("room", [Size(99, 28), Size(112, 38), Size(140, 48)])
def test_no_wire_is_longer_than_three_rows_and_no_card_grows_beyond_fifteen_columns(
    room: Size,
) -> None:
    tree = tree_of("6[a:6[6[1 5 6] b:8[8 ...]] ...]")
    layout = arrange(tree, room=room)
    items = layout.items
    for row, (bus, head) in enumerate(zip(layout.buses, layout.heads, strict=True)):
        assert head - bus <= 3 + 1, row
    for item in range(len(items)):
        if items.is_card(item):
            assert layout.cells[item] <= 15


@pytest.mark.slow
@pytest.mark.parametrize(
    "build",
    [
        lambda: chain(100_000),
        lambda: from_nested(list(range(100_000))),
        lambda: from_nested([[value % 7, value % 11] for value in range(100_000)]),
    ],
    ids=["a chain 100,000 deep", "a flat node with 100,000 leaves", "200,000 leaves"],
)
def test_extreme_trees_have_places_and_an_icicle(build: Callable[[], GameTree]) -> None:
    tree = build()
    assert len(arrange(tree).items) <= 100_001
    record = search(tree)
    for step in (0, 1, record.steps // 2, record.steps):
        shown = snapshot(record, step)
        fitted = arrange(tree, room=Size(80, 20), focus=choose_focus(shown))
        assert fitted.height <= 20
        assert len(fitted.items) < 300
        layout = lay_out_icicle(tree, Size(100, 20), shown.current or 0)
        lines = Icicle(layout, shown).lines()
        assert len(lines) <= 20
        assert any(lines)


def test_a_large_tree_is_drawn_whole_as_far_as_a_million_cells_hold_it() -> None:
    large = from_nested([[[value * 7 % 1000 for value in range(30)] for _ in range(20)]] * 20)
    layout = arrange(large)
    assert layout.is_whole
    for one, following in neighbours(layout):
        assert layout.right_of(one) < layout.left_of(following)
    too_large = from_nested([[1] * 1_000] * 200)
    assert len(arrange(too_large).items) < 300


def test_what_stands_at_a_place_is_found() -> None:
    tree = from_nested([[3, 12, 8], [2, 4, 6]])
    for room in (None, Size(60, 20), Size(14, 9)):
        layout = arrange(tree, room=room)
        for item in range(len(layout.items)):
            node = layout.items.node(item)
            assert layout.node_at(*place(layout, node)) == node
        for row, line in zip(layout.items.plies, layout.heads, strict=True):
            for item in row:
                for column in range(
                    layout.left_of(item) - (item == row[0]), layout.right_of(item) + 2
                ):
                    assert layout.node_at(column, line) == layout.items.node(item)
    layout = arrange(tree, room=Size(60, 20))
    column, line = place(layout, 0)
    assert layout.node_at(column + 20, line) is None


def test_the_child_that_gave_the_bound_of_a_cut_off_is_not_folded() -> None:
    tree = from_nested([[3, 4], [9, 8], *[[1, 2]] * 12])
    record = search(tree)
    giver = list(tree.children(0))[1]
    cutoffs = [step for step in range(1, record.steps + 1) if snapshot(record, step).cut]
    assert len(cutoffs) == 12
    for step in cutoffs:
        layout = arrange(tree, Look(), Size(50, 14), choose_focus(snapshot(record, step)))
        assert layout.items.clusters
        assert layout.items.is_plain(layout.items.item(giver))
        assert layout.items.node(layout.items.item(giver)) == giver


@pytest.mark.parametrize("width", range(40, 70))
def test_what_is_still_to_come_is_not_cut_by_the_mark_of_the_current_node(width: int) -> None:
    moves = ["[3 4 5]", "[1 2 3]", "[15 20 18]", *["[7 6 5]"] * 11]
    tree = tree_of(f"[{' '.join(f'n{number}:{move}' for number, move in enumerate(moves))}]")
    record = search(tree)
    for call_with_cutoff in record.cuts[1:-2]:  # behind the last two no count is to come
        moment = snapshot(record, record.returned_at(call_with_cutoff))
        layout = arrange(tree, Look(), Size(width, 14), choose_focus(moment))
        text = convert_to_plain_text(draw_layout(layout, moment))
        assert text.count("come") == text.count(" to come")


def test_at_the_last_step_the_best_line_is_in_sight() -> None:
    tree = from_nested([[[9, 8], [5, 6]], [[3, 2], [1, 2]], *[[[1, 2], [3, 4]]] * 6])
    record = search(tree)
    layout = arrange(tree, Look(), Size(40, 16), choose_focus(snapshot(record, record.steps)))
    assert not layout.is_whole
    drawn = {layout.items.node(item) for item in range(len(layout.items))}
    assert set(analysis_of(record).line) <= drawn


def test_the_best_line_is_not_given_away_under_a_cursor() -> None:
    record = search(from_nested([[3, 2], [1, 2]]))
    at_end = snapshot(record, record.steps)
    last_visited_child, root = 4, 0
    assert choose_focus(at_end).nodes[:2] == analysis_of(record).line[:2] == (0, 1)
    assert choose_focus(at_end, cursor=root).nodes[1] == last_visited_child
