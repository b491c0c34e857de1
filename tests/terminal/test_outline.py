"""The outline: the answer sheet's table at every step."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.strategies import trees
from tests.laws import examples
from tests.terminal.test_panels import view_at
from treeexplorer.course.answers import AnswerSheet
from treeexplorer.notation import Exercise
from treeexplorer.terminal.lines import length, plain
from treeexplorer.terminal.panels.outline import outline
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree


def drawn(view: View, width: int, *, marks: bool = False) -> Sequence[str]:
    heading, row = outline(view, width, marks=marks)
    lines = [heading, *map(row, range(len(view.tree)))]
    return [plain(text).rstrip() for text in lines]


def test_a_cut_off() -> None:
    expected = """
 node                  player  window on entry  returned  cut-off
 ▲ root …              MAX     (−∞, +∞)         v −∞
   ▽ a                 MIN     (−∞, +∞)         v 6
     ▲ C               MAX     (−∞, +∞)         = 6
       C.1                     (−∞, +∞)         1
       C.2                     (1, +∞)          5
       C.3                     (5, +∞)          6
     ▲ b …             MAX     (−∞, 6)          ≥ 8        ╳ 8 ≥ 6
       b.1                     (−∞, 6)          8
"""
    assert ["", *drawn(view_at(13), 72), ""] == expected.split("\n")


@pytest.mark.parametrize("name", ["丙丙丙", "Pentagon", "Rook to the seventh"])
def test_a_long_name_is_cut_and_keeps_its_indent_and_the_value(name: str) -> None:
    view = view_at(0, f'["{name}":[14 5] "{name} b":[2 4]]')
    _, *rows = drawn(view, 50)
    root, *others = [len(row) - len(row.lstrip()) for row in rows]
    assert [indent - root for indent in others] == [2, 4, 4, 2, 4, 4]
    leaves = [row for row in rows if row.endswith(")")]
    assert [row.rpartition("(")[2] for row in leaves] == ["14)", "5)", "2)", "4)"]


def test_a_long_address_keeps_the_end_that_tells_it_from_its_siblings() -> None:
    tree = "3.5"
    for _ in range(10):
        tree = f"[{tree} {tree}]"
    _, row = outline(view_at(0, tree), 50)
    above, first, second = (plain(row(node)).strip() for node in (9, 10, 11))
    assert (above, first, second) == ("▽ …1.1.1", "…1 (3.5)", "…2 (3.5)")


def test_signs_say_without_colours_what_is_pruned_and_what_is_new() -> None:
    lines = drawn(view_at(10, "[[3 12] [2 4]]"), 60, marks=True)
    assert lines[-1].split() == ["/B.2", "(4)/"]
    assert any("≤ 2*" in text for text in lines)


def test_a_value_that_was_not_read_does_not_stand_under_returned() -> None:
    heading, *lines = drawn(view_at(10, "[[3 12] [2 4 x:5]]"), 72)
    column = heading.index("returned")
    pruned = [text for text in lines if "(4)" in text or "x (5)" in text]
    assert len(pruned) == 2
    assert not any(text[column:] for text in pruned)


def test_what_a_leaf_returned_is_its_number_without_its_name() -> None:
    lines = drawn(view_at(5, "[x:7 5]"), 72)
    assert lines[2].split()[-1] == "7"
    assert lines[3].split()[-1] == "5"
    assert not any("(" in text.partition("∞)")[2] for text in lines[2:])


def test_probabilities_stand_beside_the_nodes_and_minimax_has_no_windows() -> None:
    lines = drawn(view_at(9, "chance[1/3*[3 4] 2/3*6]"), 72)
    assert "▽ A × 1/3" in lines[2]
    assert drawn(view_at(5, "[[3 12]]", algorithm="minimax"), 60)[0].split() == [
        "node",
        "player",
        "returned",
    ]


@pytest.mark.parametrize(("width", "slab"), [(60, "╳ 25 ≥ 21"), (50, "╳ CUT")])
def test_in_a_narrow_room_the_players_go_then_the_words_of_a_test(width: int, slab: str) -> None:
    view = view_at(0, "[[[[25 26 27] [24 22] [21 20 19]] 7] 3]")
    while str(view.snapshot.test) != "25 ≥ 21":
        assert view.go_to(view.step + 1)
    assert "player" not in drawn(view, width)[0]
    [line] = [text for text in drawn(view, width) if "≤ 21" in text]
    assert line.endswith(slab)


@examples(50)
@given(st.data(), trees())
def test_at_the_end_it_says_what_the_answer_sheet_says_in_every_room(
    data: st.DataObject, tree: GameTree
) -> None:
    view = View([Exercise(tree)])
    view.go_to(view.steps)
    lines = drawn(view, 120)[1:]
    seen = [node for node in range(len(tree)) if view.record.call_of(node) is not None]
    for node, row in zip(seen, AnswerSheet(view.record).rows, strict=True):
        assert all(text in lines[node] for text in (row.player, row.window, row.value))
        assert ("╳" in lines[node]) is row.cut
    width = data.draw(st.integers(10, 100))
    _, row_of = outline(view, width)
    assert all(length(row_of(node)) == width for node in range(len(tree)))
