"""A tree to be worked by hand looks the same whatever a search of it would cut."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.runs import Look, uncoloured
from treeexplorer.drawing.svg import svg
from treeexplorer.engine import Record, search
from treeexplorer.tree import from_nested

SHAPES = st.recursive(
    st.none(), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=20
).filter(lambda shape: shape is not None)


NUMBER = r"(?<![\d.])\d\d(?![\d.])"


def handouts(record: Record) -> list[str]:
    """Return a tree to be worked by hand in every format."""
    blank = FigureOptions(blank=True)
    text = uncoloured(draw(record, 0, Look(answers={})))
    return [svg(record, None, blank), latex(record, None, blank), text]


def filled(shape: list, data: st.DataObject) -> list:  # type: ignore[type-arg]
    """Return a nested list of some shape with two-digit numbers for leaves."""
    return [
        data.draw(st.integers(10, 99)) if each is None else filled(each, data) for each in shape
    ]


@examples(100)
@given(st.data(), SHAPES)
def test_trees_of_one_shape_give_the_same_handout_but_for_their_numbers(
    data: st.DataObject,
    shape: list,  # type: ignore[type-arg]
) -> None:
    one, other = (search(from_nested(filled(shape, data))) for _ in range(2))
    for first, second in zip(handouts(one), handouts(other), strict=True):
        assert re.sub(NUMBER, "##", first) == re.sub(NUMBER, "##", second)
