"""The outline: the answer sheet's table at a step, drawn out, and its laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.places import chain
from tests.drawing.strategies import trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.drawing.layout import items_of
from treeexplorer.drawing.outline import OutlinePainter
from treeexplorer.drawing.runs import Look, Size, uncoloured
from treeexplorer.engine import Rules, search
from treeexplorer.exercises.answers import AnswerSheet
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.tree import GameTree

LAWS = examples(50)
EXAMPLE = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


def drawn(text: str, step: int, look: Look | None = None, cells: int = 72) -> str:
    """Return the outline of a tree written in brackets, as a block between newlines."""
    record = search(tree_of(text))
    painter = OutlinePainter(items_of(record.tree), snapshot(record, step), look, cells)
    return "\n" + uncoloured(painter.lines(Size(cells, 99))) + "\n"


def test_a_cut_off() -> None:
    expected = """
 node                    player  window on entry  returned  cut-off
 ▲ root                  MAX     (−∞, +∞)         v −∞
   ▽ a                   MIN     (−∞, +∞)         v 6
     ▲ C                 MAX     (−∞, +∞)         = 6
       C.1                       (−∞, +∞)         1
       C.2                       (1, +∞)          5
       C.3                       (5, +∞)          6
    ▌▲ b▐                MAX     (−∞, 6)          ≥ 8        ╳ 8 ≥ 6
       b.1                       (−∞, 6)          8
       …
   …
"""
    assert drawn(EXAMPLE, 13) == expected


def test_probabilities_stand_beside_the_nodes() -> None:
    lines = drawn("chance[1/3*[3 4] 2/3*6]", 9)
    assert "▽ A × 1/3" in lines
    assert "B.2 × 2/3" in lines or "2 × 2/3" in lines


def test_minimax_has_neither_windows_nor_cut_offs() -> None:
    record = search(tree_of("[[3 12] [2 4]]"), Rules(algorithm="minimax"))
    painter = OutlinePainter(items_of(record.tree), snapshot(record, 5), None, 60)
    heading = uncoloured(painter.lines(Size(60, 1)))
    assert heading.split() == ["node", "player", "returned"]


@pytest.mark.parametrize(
    ("cells", "heading"),
    [
        (64, "node player window on entry returned cut-off"),
        (62, "node window on entry returned cut-off"),
        (50, "node window on entry returned cut-off"),
        (48, "node window on entry returned"),
        (42, "node window on entry returned"),
        (40, "node window o returned"),
    ],
)
def test_in_a_narrow_room_the_players_go_then_the_cut_offs(cells: int, heading: str) -> None:
    text = drawn(EXAMPLE, 13, cells=cells)
    assert text.split("\n")[1].split() == heading.split()
    assert "(−∞, 6)" in text


@LAWS
@given(trees())
def test_at_the_end_it_says_what_the_answer_sheet_says(tree: GameTree) -> None:
    record = search(tree)
    painter = OutlinePainter(items_of(tree), snapshot(record, record.steps), None, 120)
    lines = uncoloured(painter.lines(Size(120, 10_000))).split("\n")
    rows = iter(AnswerSheet(record).rows)
    seen = [node for node in range(len(tree)) if record.row(node) is not None]
    for node, row in zip(seen, rows, strict=True):
        line = lines[1 + painter.items.item(node)]
        for text in (row.player, row.window, row.value):
            assert text in line or "…" in line
        assert ("╳" in line) is row.cut


@LAWS
@given(st.data(), trees())
def test_a_part_is_the_part_of_the_whole_and_no_line_is_wider_than_the_room(
    data: st.DataObject, tree: GameTree
) -> None:
    record, cells = search(tree), data.draw(st.integers(10, 100))
    items = items_of(tree)
    shown = snapshot(record, data.draw(st.integers(0, record.steps)))
    painter = OutlinePainter(items, shown, None, cells)
    head, *whole = painter.lines(Size(cells, len(items) + 1))
    top = data.draw(st.integers(0, len(items) - 1))
    assert painter.lines(Size(cells, 4), top) == [head, *whole[top : top + 3]]
    assert all(len(line) <= cells for line in uncoloured(whole).split("\n"))


@pytest.mark.slow
def test_a_chain_100000_deep_is_painted_at_its_end() -> None:
    record = search(chain(100_000))
    painter = OutlinePainter(items_of(record.tree), snapshot(record, 100_001), None, 60)
    assert "▌" in uncoloured(painter.lines(Size(60, 10), 99_995))


@pytest.mark.parametrize(("cells", "slab"), [(60, "╳ 25 ≥ 21"), (50, "╳ CUT")])
def test_a_test_without_room_is_a_cut_in_a_word_and_never_half_a_test(
    cells: int, slab: str
) -> None:
    record = search(tree_of("[[[[25 26 27] [24 22] [21 20 19]] 7] 3]"))
    step = next(
        step for step in range(record.steps) if str(snapshot(record, step).test) == "25 ≥ 21"
    )
    lines = uncoloured(
        OutlinePainter(items_of(record.tree), snapshot(record, step), cells=cells).lines(
            Size(cells, 20)
        )
    )
    ends = [line.partition("≤ 21")[2].strip() for line in lines.splitlines() if "≤ 21" in line]
    assert ends == [slab]
