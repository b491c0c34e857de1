"""The diagram, drawn out, and the laws of painting parts of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawing.strategies import trees
from tests.trees import tree_of
from treeexplorer.drawing.diagram import DiagramPainter, draw
from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.layout import lay_out
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import Detail, Look, Role, Viewport, plain
from treeexplorer.engine import Rules, search
from treeexplorer.exercises.model_answer import model_answer
from treeexplorer.notation import parse
from treeexplorer.text import width
from treeexplorer.tree import GameTree, from_nested

LAWS = settings(max_examples=50, deadline=None)
EXAMPLE = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


def drawn(text: str, step: int | None = None, look: Look | None = None) -> str:
    """Return the drawing of a tree written in brackets, as a block between newlines."""
    tree = tree_of(text)
    record = search(tree)
    lines = plain(draw(record, step, look)).split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line)
    return "\n" + "\n".join(line[margin:] for line in lines) + "\n"


def test_a_cut_off() -> None:
    expected = """
            ▲ root
            v −∞
         ┏━━┻───┐
         ▽ a    …
         v 6
    ┌────┻━━━━┓
    ▲        ▶▲ b◀
    =6        ≥8
┌───┼───┐   ┏━┻╳┐
1   5   6   8   …
"""
    assert drawn(EXAMPLE, 13) == expected


def test_a_cut_off_in_ascii() -> None:
    expected = """
              ^ root
              v -inf
         #====#----+
         V a      ...
         v 6
    +----#====#
    ^        >^ b<
    =6        >=8
+---+---+   #=#X..
1   5   6   8   ...
"""
    assert drawn(EXAMPLE, 13, Look(ascii=True)) == expected


def test_the_principal_variation_is_a_double_line_at_the_end() -> None:
    expected = """
                ▶▲ root◀
                 =3
    ╔════════════╪────────────┐
    ▽            ▽            ▽
    =3           ≤2           =2
╔═══╪────┐   ┌───╳╌╳╌┐   ┌────┼───┐
3   12   8   2   4   6   14   5   2
"""
    assert drawn("[[3 12 8] [2 4 6] [14 5 2]]") == expected
    assert "═" not in drawn("[[3 12 8] [2 4 6] [14 5 2]]", 20)
    assert "═" not in drawn("[[3 12 8] [2 4 6] [14 5 2]]", None, Look(spoilers=False))


def test_what_is_below_a_cut_is_dotted_and_what_is_not_yet_read_is_not() -> None:
    expected = """
          ▲ root
          v 3
  ┌───────╂──────────┐
  ▽      ▶▽◀         ▽
  =3      ≤2
┌─┴─┐   ┏━┻╳┐      ┌─┴─┐
3   5   2   ▲     ·6  ·7

         ┌╌╌┴╌╌╌┐
         ▽      9

       ┌╌┴╌┐
       7   8
"""
    assert drawn("[[3 5] [2 [[7 8] 9]] [6 7]]", 10, Look(marks_unread=True)) == expected


def test_a_cross_stands_on_no_edge_that_was_not_cut() -> None:
    expected = """
     ▶▲ root◀
      =9
    ╔═╩─┐
    9   ▽
        ≤1
┌───╳───╳╌╳╌┬╌╳╌┐
1   5   6   7   8
"""
    assert drawn("[9 [1 5 6 7 8]]") == expected


def test_a_tie_ends_in_a_double_line() -> None:
    expected = """
         ▶▲ root◀
          =3
  ╔═══════╪───────╖
  ▽       ▽       ▽
  =3      ≤2      =3
╔═╩─┐   ┌─┴╳┐   ┌─┴─┐
3   4   2   4   4   3
"""
    assert drawn("[[3 4] [2 4] [4 3]]") == expected


def test_probabilities_stand_on_the_edges() -> None:
    expected = """
  ▶○ root◀
   =4.2
┌──┴───┐
│0.9   │0.1
5      ▽
       =−3
     ┌─┴──┐
     −3   1
"""
    assert drawn("chance[0.9*5 0.1*[-3 1]]") == expected


def test_unknown_leaves_and_leaves_not_yet_read() -> None:
    expected = """
       ▲ root

   ┌───┴───┐
   ▽       ▽

 ┌─┴─┐   ┌─┴──┐
·1  ·x  ·y'  ·?
"""
    assert drawn("[[1 x] [y' ?]]", 0, Look(marks_unread=True)) == expected


def test_claims_stand_beside_what_was_found() -> None:
    expected = """
                ▶▲ root◀
                 =8 “6”
  ┌──────────╦═══╩──────────────┐
  ▽          ▽                  ▽
  =1 “6”     =8 “(3,+∞) ≤8”     ≤1 “/”
┌─┴─┐      ╔═╩─┐              ┌─┴╳┐
1   5      8   9              1   2
"""
    text = "6[=6[1 5] (3,inf)<=8[8 9] /[1 2]]"
    assert drawn(text, None, Look(claims=parse(text).claims)) == expected


def test_a_folded_subtree_is_a_count() -> None:
    tree = tree_of("[a:[3 12 8] b:[2 4 6]]")
    layout = lay_out(tree, folded=[1])
    painter = DiagramPainter(layout, Moment(search(tree), 9))
    expected = """
    ▶▲ root◀
     v 3
 ┏━━━┻────┐
 ▽ a ⊞3   ▽ b
 =3
      ┌───┼───┐
      2   4   6"""
    whole = painter.paint(Viewport(0, 0, layout.width, layout.height))
    assert "\n" + plain(whole) == expected


@pytest.mark.parametrize("step", range(16))
def test_every_status_looks_different_without_colour(step: int) -> None:
    record = search(tree_of(EXAMPLE))
    for ascii_only in (False, True):
        look = Look(ascii=ascii_only, marks_unread=True)
        others = (plain(draw(record, other, look)) for other in range(16) if other != step)
        assert plain(draw(record, step, look)) not in others


@LAWS
@given(trees(), st.booleans())
def test_ascii_drawings_are_ascii(tree: GameTree, claimed: bool) -> None:
    record = search(tree)
    claims = model_answer(record) if claimed else ()
    for step in (0, record.steps // 2, record.steps):
        assert plain(draw(record, step, Look(ascii=True, claims=claims))).isascii()


@LAWS
@given(st.data(), trees(), st.booleans(), st.booleans())
def test_a_part_is_the_part_of_the_whole_where_there_is_something_in_it(
    data: st.DataObject, tree: GameTree, strict: bool, from_right: bool
) -> None:
    rules = Rules(
        cutoff=">" if strict else ">=",
        order="right-to-left" if from_right else "left-to-right",
    )
    record = search(tree, rules)
    layout = lay_out(record.tree)
    step = data.draw(st.integers(0, record.steps))
    left = data.draw(st.integers(0, layout.width - 1))
    cells = data.draw(st.integers(1, 40))
    look = Look(cursor=data.draw(st.integers(0, len(tree) - 1)))
    moment = Moment(record, step)
    for number in range(layout.height):
        whole = DiagramPainter(layout, moment, look).line(number, 0, layout.width)
        part = DiagramPainter(layout, moment, look).line(number, left, cells)
        text = "".join(run.text for run in whole).ljust(layout.width)
        found = "".join(run.text for run in part)
        assert width(found) <= cells
        if width(text) == len(text) and text[left : left + cells].strip():
            assert found.ljust(cells)[: layout.width - left] == text[left : left + cells]


@LAWS
@given(trees())
def test_neighbouring_runs_differ_and_no_line_is_wider_than_the_drawing(tree: GameTree) -> None:
    record = search(tree)
    layout = lay_out(record.tree)
    painter = DiagramPainter(layout, Moment(record, record.steps))
    for line in painter.paint(Viewport(0, 0, layout.width, layout.height)):
        assert width("".join(run.text for run in line)) <= layout.width
        assert all(one.role != after.role for one, after in pairwise(line))


@LAWS
@given(st.data(), trees())
def test_a_step_moves_nothing(data: st.DataObject, tree: GameTree) -> None:
    record = search(tree)
    layout = lay_out(record.tree)
    step = data.draw(st.integers(0, record.steps))
    painter = DiagramPainter(layout, Moment(record, step))
    whole = Viewport(0, 0, layout.width, layout.height)
    lines = ["".join(run.text for run in line).ljust(layout.width) for line in painter.paint(whole)]
    for node in range(len(tree)):
        column, line = layout.place(node)
        if width(lines[line]) == len(lines[line]):
            assert lines[line][column] != " "


def test_nothing_of_the_finished_search_is_shown_before_its_end() -> None:
    record = search(tree_of("[[3 12 8] [2 4 6] [14 5 2]]"))
    for step in range(record.steps):
        roles = {run.role for line in draw(record, step) for run in line}
        assert not roles & {Role.PRINCIPAL, Role.TIE}


def test_the_cursor_is_marked_without_colour() -> None:
    record = search(tree_of(EXAMPLE))
    assert "›▽ a‹" in plain(draw(record, 13, replace(Look(), cursor=1)))


@pytest.mark.parametrize(
    ("nodes", "shown"), [(9_999, "⊞9999"), (12_345, "⊞12k"), (999_600, "⊞1.0M")]
)
def test_large_counts_are_short(nodes: int, shown: str) -> None:
    labels = Labels(from_nested([[0] * (nodes)]), Look(), Detail.NAMED)
    assert labels.folded(1) == shown


def test_the_current_node_is_marked_where_a_folded_one_hides_it() -> None:
    tree = tree_of("[a:[3 12 8] b:[2 4 6]]")
    layout = lay_out(tree, folded=[1])
    painter = DiagramPainter(layout, Moment(search(tree), 3))
    assert "▶▽ a ⊞3◀" in plain(painter.paint(Viewport(0, 0, layout.width, layout.height)))


def test_breakpoints_are_marked_and_move_nothing() -> None:
    record = search(tree_of("[a:[1 5] b:[8 7]]"))
    for ascii_only, sign in ((False, "■"), (True, "@")):
        look = Look(ascii=ascii_only)
        for step in range(record.steps + 1):
            before = plain(draw(record, step, look))
            marked = plain(draw(record, step, replace(look, breakpoints=frozenset({1, 5, 4}))))
            assert marked.count(sign) == 3
            assert len(marked.splitlines()) == len(before.splitlines())
            for one, other in zip(marked.splitlines(), before.splitlines(), strict=True):
                differing = [place for place, sign in enumerate(one) if other[place:][:1] != sign]
                assert all(one[place] == sign for place in differing), (one, other)


def test_a_folded_subtree_shows_that_a_breakpoint_is_in_it() -> None:
    record = search(tree_of("[a:[1 5] b:[8 7]]"))
    look = Look(breakpoints=frozenset({2}))
    layout = lay_out(record.tree, look, Detail.NAMED, [1])
    painter = DiagramPainter(layout, Moment(record, 0), look)
    lines = painter.paint(Viewport(0, 0, layout.width, layout.height))
    assert "■▽ a ⊞2" in plain(lines)
