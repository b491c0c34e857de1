"""The outline, drawn out, and its laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.places import chain
from tests.drawing.strategies import foldings, trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.drawing.layout import items_of
from treeexplorer.drawing.outline import Outline, OutlinePainter
from treeexplorer.drawing.runs import Look, Size, plain
from treeexplorer.engine import search
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.text import width
from treeexplorer.tree import GameTree

LAWS = examples(50)
EXAMPLE = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


def drawn(text: str, step: int, look: Look | None = None) -> str:
    """Return the outline of a tree written in brackets, as a block between newlines."""
    record = search(tree_of(text))
    painter = OutlinePainter(Outline(items_of(record.tree)), snapshot(record, step), look)
    return "\n" + plain(painter.lines()) + "\n"


def test_a_cut_off() -> None:
    expected = """
 ▲ root v −∞  −∞ │ +∞
 ┡━ ▽ a v 6  −∞ │ +∞
 │  ┣━ ▲ C =6  −∞ │ +∞
 │  ┃  ├─ 1
 │  ┃  ├─ 5
 │  ┃  └─ 6
 │  ┗━▌▲ b ≥8▐ −∞ │ 6
 │     ┡━ 8
 │     └╳ …
 └─ …
"""
    assert drawn(EXAMPLE, 13) == expected


def test_the_end_in_ascii() -> None:
    expected = """
>^ root =3< -inf | +inf
 *~ V A =3  -inf | +inf
 |  *~ 3
 |  +- 12
 +- V B <=2*  3 | +inf
    +- 2
    .X /4/
"""
    assert drawn("[[3 12] [2 4]]", 11, Look(ascii=True, marks=True)) == expected


def test_probabilities_stand_beside_the_nodes() -> None:
    lines = drawn("chance[1/3*[3 4] 2/3*6]", 9)
    assert "=3  × 1/3  −∞ │ +∞" in lines
    assert "6  × 2/3" in lines


@LAWS
@given(st.data(), trees())
def test_a_part_is_the_part_of_the_whole(data: st.DataObject, tree: GameTree) -> None:
    record = search(tree)
    outline = Outline(items_of(tree, data.draw(foldings(tree))))
    left = data.draw(st.integers(0, outline.width - 1))
    cells = data.draw(st.integers(1, 40))
    shown = snapshot(record, data.draw(st.integers(0, record.steps)))
    for number in range(outline.height):
        whole = OutlinePainter(outline, shown).line(number, 0, outline.width)
        part = OutlinePainter(outline, shown).line(number, left, cells)
        text = "".join(text for text, _ in whole)
        found = "".join(text for text, _ in part)
        assert width(text) <= outline.width
        if width(text) == len(text):
            assert found.rstrip() == text[left : left + cells].rstrip()


@LAWS
@given(trees())
def test_every_node_is_found_where_it_stands(tree: GameTree) -> None:
    outline = Outline(items_of(tree))
    for node in range(len(tree)):
        assert outline.node_at(*outline.place(node)) == node


@pytest.mark.slow
def test_a_chain_100000_deep_is_painted_at_its_end() -> None:
    record = search(chain(100_000))
    outline = Outline(items_of(record.tree))
    painter = OutlinePainter(outline, snapshot(record, 100_001))
    column, line = outline.place(100_000)
    lines = painter.lines(Size(60, 10), column - 20, line - 3)
    assert "▌3▐" in plain(lines)
