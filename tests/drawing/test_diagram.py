"""The diagram, drawn out, and the laws of painting parts of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.places import chain, line_text, painted, place
from tests.drawing.strategies import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.diagram import draw, draw_layout
from treeexplorer.drawing.focus import Focus
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size, TextStyle, convert_to_plain_text
from treeexplorer.engine import search
from treeexplorer.errors import present
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.gallery import examples_folder
from treeexplorer.notation import load_all
from treeexplorer.rules import AlgorithmName, Cutoff, Rules
from treeexplorer.text import width
from treeexplorer.tree import GameTree, from_nested

LAWS = examples(50)
EXAMPLE = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"
AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


def drawn(text: str, step: int | None = None, look: Look | None = None) -> str:
    """Return the drawing of a tree written in brackets, as a block between newlines."""
    return line_text(draw(search(tree_of(text)), step, look))


def fitted(
    text: str, step: int, room: Size, look: Look | None = None, rules: Rules | None = None
) -> str:
    """Return the drawing of a tree in a room, as a block between newlines."""
    return line_text(painted(search(tree_of(text), rules or Rules()), step, room, look)[1])


def test_a_cut_off_in_ascii_without_colour() -> None:
    expected = """
                                    ^ root
                                    v -inf
                                       |
                          +------------+------------+
                     -inf | +inf                    |
                         V a                       ...
                         v 6
                          %
         #%%%%%%%%%%%%%%%%#%%%%%%%%%%%%%%%%%#
    -inf % +inf                        -inf % 6
        ^ C                          >     ^ b     <
        = 6                          >    >= 8     <
         |                                  #
+--------+--------+                 #=======#X 8 >= 6.
1        5        6                 8*             /.../
"""
    assert fitted(EXAMPLE, 13, Size(60, 16), Look(ascii=True, marks=True)) == expected


def test_the_principal_variation_is_a_double_line_at_the_end_and_a_tie_ends_in_one() -> None:
    expected = """
               ▌  ▲ root   ▐
               ▌    = 3    ▐
   ╔═════════════════╪─────────────────╖
−∞ ║ +∞            3 │ +∞            3 ║ +∞
  ▽ A               ▽ B               ▽ C
  = 3               ≤ 2               = 3
╔══╩──┐           ┌──┴╳╌┐           ┌──┴──┐
3     4           2     4           4     3
"""
    assert fitted("[[3 4] [2 4] [4 3]]", 17, Size(50, 9)) == expected


def test_what_is_pruned_is_dashed_and_hatched_and_what_is_to_come_is_not() -> None:
    expected = """
                      ▲ root
                        v 3
    ┏━━━━━━━━━━━━━━━━━┳━━┻────────────────────┐
 −∞ ┃ +∞            3 ┃ +∞                    │
   ▽ A           ▌   ▽ B   ▐                 ▽ C
   = 3           ▌   ≤ 2   ▐                  │
┌───┴───┐       ┏┅┅┅┅┅┻ ╳ 3 ≥ 2           ┌───┴───┐
│       │       ┇            ┊            │       │
3       5       2*          ▲ D           ·6      ·7
                         ╱╱╱╱╱╱╱╱╱
                       ┌╌╌╌╌╌┴╌╌╌╌╌╌┐
                       ┊            ┊
                      ▽ E          ╱9╱
                   ╱╱╱╱╱╱╱╱╱
                   ┌╌╌╌┴╌╌╌┐
                  ╱7╱     ╱8╱
"""
    assert fitted("[[3 5] [2 [[7 8] 9]] [6 7]]", 10, Size(60, 17), Look(marks=True)) == expected


@LAWS
@given(trees(), st.integers(40, 160), st.integers(14, 50))
def test_edges_touch_the_labels_of_nodes_to_come(tree: GameTree, across: int, down: int) -> None:
    layout, lines = painted(search(tree), 0, Size(across, down))
    rows = [text.ljust(across) for text in convert_to_plain_text(lines).split("\n")]
    for item in range(len(layout.items)):
        if layout.items.is_card(item) and layout.items.children(item):
            below = layout.heads[layout.items.ply[item]] + 1
            assert not rows[below][layout.columns[item]].isspace(), "\n".join(rows)


def test_players_have_their_colour_before_anything_is_visited() -> None:
    lines = painted(search(tree_of(AIMA)), 0, Size(60, 14))[1]
    roles = {text: role for line in lines for text, role in line}
    assert (roles["▲ root"], roles["▽ A"]) == ("max", "min")


def test_a_test_that_failed_on_equality_stands_in_the_slab_s_place() -> None:
    expected = """
                         ▲ root
                           v 3
         ┏━━━━━━━━━━━━━━━━━━┻━━━━━━━━━━━━━━━━━━┓
      −∞ ┃ +∞                                3 ┃ +∞
        ▽ A                              ▌    ▽ B    ▐
        = 3                              ▌    v 3    ▐
┌────────┴────────┐                   ┏━━━━━━━━┻ 3 > 3 ─┐
3                 5                   3                 9
"""
    assert fitted("[[3 5] [3 9]]", 10, Size(60, 9), rules=Rules(cutoff=">")) == expected


def test_a_slab_from_the_right() -> None:
    expected = """
                         ▲ root
                           v 3
        ┏━━━━━━━━━━━━━━━━━━━┻━━━━━━━━━━━━━━━━━━━┓
      3 ┃ +∞                                 −∞ ┃ +∞
  ▌    ▽ A    ▐                                ▽ B
  ▌    ≤ 2    ▐                                = 3
┌╳ 3 ≥ 2╇━━━━━━━┓                      ┌────────┴────────┐
9       1       2                      3                 5
"""
    assert (
        fitted("[[9 1 2] [3 5]]", 10, Size(60, 9), rules=Rules(order="right-to-left")) == expected
    )


def test_a_slab_that_has_no_room_on_the_bus_stands_beside_the_line_above_it() -> None:
    expected = """
        ▲ root
          v 3
           ┃
   ┏━━━━━━━╋───────┐
−∞ ┃ +∞  3 ┃ +∞    │
  ▽ A  ▌  ▽ B  ▐  ▽ C
  = 3  ▌  ≤ 2  ▐   │
   │       ┃╳ CUT  │
 ┌─┼──┐  ┏━╇╌┐  ┌──┼─┐
 3 12 8  2 4 6  14 5 2
"""
    assert fitted(AIMA, 12, Size(25, 10)) == expected


@pytest.mark.parametrize(
    ("cursor", "windows"), [(None, "−∞ ║ +∞  3│+∞  3 │ +∞"), (5, "−∞║+∞  3 │ +∞  3│+∞")]
)
def test_the_window_of_the_node_looked_at_has_its_room_first(
    cursor: int | None, windows: str
) -> None:
    assert windows in fitted(AIMA, 21, Size(24, 6), Look(cursor=cursor))


def test_both_rails_stand_beside_each_other_within_the_window() -> None:
    text = fitted("[3 [9 [1 [7 [4 5]]]]]", 8, Size(40, 22), Look(marks=True))
    assert "3 ┃┇ 9\n" in text


def test_how_much_is_above_is_not_cut_short_by_the_window_of_the_topmost_node() -> None:
    path = examples_folder() / "9-games-and-large-trees" / "forty-plies.tree"
    record = search(load_all(path)[0].tree)
    for across in range(20, 70):
        text = line_text(painted(record, 125, Size(across, 11))[1])
        topmost = next(line for line in text.splitlines() if "▲ A" in line)
        assert re.search(r" {2}↑ 3\d plies above$", topmost) or "above" not in topmost
    assert topmost.endswith("↑ 38 plies above")


def test_a_question_hides_the_answer() -> None:
    expected = """
                                      ▲ root
                                       v −∞
                           ┏━━━━━━━━━━━━━┻─────────────┐
                        −∞ ┃ +∞                        │
                          ▽ a                          …
                          v 6
        ┏━━━━━━━━━━━━━━━━━━┻━━━━━━━━━━━━━━━━━━┓
     −∞ ┃ +∞                               −∞ ┃ 6
       ▲ C                                   ▲ b
       = 6                                  v −∞
┌───────┼───────┐                    ┏━━━━━━━━┻ ╳ ? ───┐
1       5       6                   ▌8▐                …
"""
    assert fitted(EXAMPLE, 12, Size(60, 14), Look(question=6)) == expected


def test_probabilities_stand_on_the_edges() -> None:
    expected = """
               ○ root
               mean 5
┌─────────────────┻━━━━━━━━━━━━━━━━━┓
│ 0.9                            −∞ ┃ +∞ 0.1
5                           ▌      ▽ A      ▐
                            ▌     = −3      ▐
                           ┏━━━━━━━━┻━━━━━━━━┓
                           −3                1
"""
    assert fitted("chance[0.9*5 0.1*[-3 1]]", 8, Size(50, 9)) == expected


def test_cards_shrink_to_one_line_and_to_none() -> None:
    expected = """
    ▲ root v 3
  ┏━━━━━━╋──────┐
−∞┃+∞  3 ┃ +∞   │
▽A=3  ▌▽B≤2 ▐  ▽C
┌─┼──┐ ┏━╇ ╳ 3 ≥ 2
3 12 8 2 4 6 14 5 2
"""
    assert fitted(AIMA, 12, Size(24, 6)) == expected


def test_a_sign_in_ascii_is_no_letter_of_a_name() -> None:
    text = fitted(AIMA, 12, Size(28, 6), Look(ascii=True, marks=True))
    assert "V:B<=2" in text
    assert "VB" not in text


def test_a_long_place_without_a_name_keeps_its_end() -> None:
    tree = chain(1_500)
    for look, lost in ((Look(), "…"), (Look(ascii=True), "..")):
        cards = Cards(tree, look)
        assert cards.label(1_400) == f"{lost}1.1.1.1.1.1"
        assert cards.label(1_400, tight=True) == f"{lost}1.1.1"


@LAWS
@given(trees(), st.booleans())
def test_ascii_drawings_are_ascii(tree: GameTree, marks: bool) -> None:
    record = search(tree)
    look = Look(ascii=True, marks=marks)
    for step in (0, record.steps // 2, record.steps):
        assert convert_to_plain_text(draw(record, step, look)).isascii()
        assert convert_to_plain_text(painted(record, step, Size(40, 12), look)[1]).isascii()


@LAWS
@given(trees(), st.booleans())
def test_neighbouring_runs_differ_and_no_line_is_wider_than_the_drawing(
    tree: GameTree, fit: bool
) -> None:
    record = search(tree)
    room = Size(50, 14) if fit else None
    for step in (0, record.steps // 2, record.steps):
        shown = snapshot(record, step)
        layout = arrange(record.tree, Look(), room, choose_focus(shown))
        for line in draw_layout(layout, shown):
            assert width("".join(text for text, _ in line)) <= layout.width
            assert all(one != after for (_, one), (_, after) in pairwise(line))


@LAWS
@given(st.data(), trees())
def test_every_node_is_written_where_its_place_is(data: st.DataObject, tree: GameTree) -> None:
    record = search(tree)
    step = data.draw(st.integers(0, record.steps))
    layout, found = painted(record, step, Size(120, 40))
    lines = ["".join(text for text, _ in line).ljust(layout.width) for line in found]
    for item in range(len(layout.items)):
        node = layout.items.node(item)
        first, last = layout.left_of(item), layout.right_of(item) + 1
        line = lines[place(layout, node)[1]]
        if layout.items.is_plain(item) and width(line) == len(line):
            assert line[first:last].strip()


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("room", [None, Size(60, 19), Size(34, 12)])
def test_every_step_looks_different_without_colour(room: Size | None, ascii_only: bool) -> None:
    record = search(tree_of(EXAMPLE))
    look = Look(ascii=ascii_only, marks=True)
    looks = {
        convert_to_plain_text(draw(record, step, look, room)) for step in range(record.steps + 1)
    }
    assert len(looks) == record.steps + 1 == 16


def test_nothing_of_the_finished_search_is_shown_before_its_end() -> None:
    record = search(tree_of(AIMA))
    for step in range(record.steps):
        roles = {role for line in draw(record, step) for _, role in line}
        assert TextStyle.DECIDED not in roles
    assert "═" in drawn(AIMA)
    assert "═" not in drawn(AIMA, None, Look(spoilers=False))


@pytest.mark.parametrize(("leaves", "shown"), [(3, "⊞3"), (1_000, "⊞1 000"), (100_000, "⊞100000")])
def test_the_count_of_hidden_nodes_is_whole_or_left_out(leaves: int, shown: str) -> None:
    tree = from_nested([[1] * 1_000, [1] * leaves])
    layout = arrange(tree, Look(), Size(24, 19), Focus((0, 1, 2), 1))
    folded = tree.child_column(0)[1]
    record = search(tree)
    lines = convert_to_plain_text(draw_layout(layout, snapshot(record, record.steps))).split("\n")
    column, line = place(layout, folded)
    assert lines[line + 2].index(shown) == column - (len(shown) - 1) // 2
    assert "⊞" + lines[line + 2].partition("⊞")[2].rstrip() == shown
    assert Cards(tree, Look()).count(1_000_000, 7) == "⊞"


@LAWS
@given(st.data(), trees(), st.booleans())
def test_the_run_of_the_live_path_is_never_broken_by_a_cross(
    data: st.DataObject, tree: GameTree, from_right: bool
) -> None:
    record = search(tree, Rules(order="right-to-left" if from_right else "left-to-right"))
    room = Size(data.draw(st.integers(40, 120)), data.draw(st.integers(12, 40)))
    for number in range(len(record.cuts)):
        shown = snapshot(record, record.returned_at(record.cuts[number]))
        layout = arrange(tree, Look(), room, choose_focus(shown))
        assert shown.child is not None
        child, parent = (layout.items.item(node) for node in (shown.child, shown.node))
        row = layout.items.ply[child]
        if child == parent or not row:
            continue
        low, high = sorted((layout.columns[child], layout.columns[parent]))
        text = (
            convert_to_plain_text(draw_layout(layout, shown))
            .split("\n")[layout.buses[row]]
            .ljust(layout.width)
        )
        assert "╳" not in text[low : high + 1]


@LAWS
@given(st.data(), trees(), st.booleans())
def test_every_cut_off_in_sight_has_its_cross(
    data: st.DataObject, tree: GameTree, from_right: bool
) -> None:
    record = search(tree, Rules(order="right-to-left" if from_right else "left-to-right"))
    room = Size(data.draw(st.integers(24, 160)), data.draw(st.integers(8, 40)))
    for row in record.cuts:
        layout, lines = painted(record, record.returned_at(row), room)
        shown = snapshot(record, record.returned_at(row))
        parent = layout.items.item(shown.node)
        if layout.items.is_end(parent):
            continue
        ply = layout.items.ply[parent]
        edges = lines[layout.heads[ply] + layout.form.lines : layout.heads[ply + 1]]
        slabs = [text for line in edges for text, role in line if role == TextStyle.SLAB]
        assert [str(shown.test) in text or "CUT" in text for text in slabs].count(True) == 1


@LAWS
@given(st.data(), trees(), st.sampled_from(["alphabeta", "mtdf"]))
def test_no_number_on_an_edge_is_cut_short(
    data: st.DataObject, tree: GameTree, algorithm: AlgorithmName
) -> None:
    record = search(tree, Rules(algorithm))
    room = Size(data.draw(st.integers(24, 120)), data.draw(st.integers(9, 40)))
    step = data.draw(st.integers(0, record.steps))
    layout, lines = painted(record, step, room)
    cards = Cards(tree, Look())
    for members, bus, head in zip(
        layout.items.plies[1:], layout.buses[1:], layout.heads[1:], strict=True
    ):
        if head - bus < 2:
            continue
        ends: set[str] = set()
        for node in map(layout.items.node, members):
            window = snapshot(record, step).view(node).entry or ()
            ends.update([cards.probability(node), *map(cards.glyphs.number, window)])
        slabs = {TextStyle.SLAB, TextStyle.MISSED}
        text = "".join(" " * (role in slabs) or text for text, role in lines[head - 1])
        for found in re.findall(r"[^\s│┃║┊╱]+", text):
            is_cut = found.endswith("…")
            assert any(end == found or (is_cut and end.startswith(found[:-1])) for end in ends)


LONG: Final = st.sampled_from([1, -99_999_999, 12_345_678])


@LAWS
@given(st.data(), trees(), LONG, st.sampled_from([">", ">="]))
def test_the_window_of_the_current_edge_is_whole_with_long_numbers_too(
    data: st.DataObject, tree: GameTree, scale: int, cutoff: Cutoff
) -> None:
    tree = tree.with_values(
        {
            node: scale * round(tree.leaf_value(node) or 0)
            for node in tree.leaves(0)
            if -10_000 < (tree.leaf_value(node) or 0) < 10_000
        }
    )
    record = search(tree, Rules(cutoff=cutoff))
    room = Size(data.draw(st.integers(46, 120)), data.draw(st.integers(11, 30)))
    step = data.draw(st.integers(1, record.steps))
    now = snapshot(record, step)
    layout, lines = painted(record, step, room)
    view = now.view(present(now.current))
    item = layout.items.item(view.node)
    if not item or view.is_leaf or view.entry is None or now.is_last:
        return
    if layout.items.node(item) != view.node:
        return
    alpha, beta = map(Cards(tree, Look()).glyphs.number, view.entry)
    head = layout.heads[layout.items.ply[item]]
    edge = convert_to_plain_text([lines[head - 1]])
    assert re.search(rf"{re.escape(alpha)} ?[│┃║][┊]? ?{re.escape(beta)}", edge), edge


def test_a_worksheet_shows_what_was_written_and_nothing_else() -> None:
    record = search(tree_of(AIMA))
    answers = {
        0: WrittenAnswer(value=None),
        1: WrittenAnswer("3", ("−∞", "+∞")),
        5: WrittenAnswer("≤ 2", ("3", "+∞")),
        7: WrittenAnswer(crossed=True),
        9: WrittenAnswer("2", None, here="value"),
    }
    look = Look(answers=answers)
    layout = arrange(record.tree, look, Size(60, 14))
    text = convert_to_plain_text(draw_layout(layout, snapshot(record, 0), look))
    assert "v" not in text
    assert "=" not in text
    for written in ("≤ 2", "3 │ +∞", "?  │  ?", "2▏", "?", "╱"):
        assert written in text


@pytest.mark.parametrize("rows", [3, 40])
def test_as_many_lines_are_painted_as_asked_for(rows: int) -> None:
    record = search(tree_of(AIMA))
    layout = arrange(record.tree, room=Size(60, 20))
    step = snapshot(record, 5)
    lines = draw_layout(layout, step, rows=rows)
    assert len(lines) == rows
    assert lines == (draw_layout(layout, step) + [[]] * rows)[:rows]


def test_what_is_crossed_out_while_that_is_asked_is_struck() -> None:
    text = fitted(AIMA, 11, Size(60, 14), Look(question=5, crossed=frozenset({7}), marks=True))
    assert "╱4╱" in text
    assert "╱6╱" not in text
