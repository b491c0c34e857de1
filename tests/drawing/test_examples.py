"""Every tree of the gallery, as the explorer draws it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drawing.places import painted
from tests.laws import sampled
from treeexplorer.course_file import Course
from treeexplorer.drawing.styled_text import Size, TextStyle
from treeexplorer.engine import search
from treeexplorer.engine.algorithms import rules_of
from treeexplorer.gallery import examples
from treeexplorer.notation import load_all

EXAMPLES = [example.path for example in examples()]
PANES = (Size(50, 16), Size(60, 20), Size(112, 40), Size(140, 50))
"""The room of a drawing on screens of 80 x 24, 100 x 30, 160 x 50 and 200 x 60 cells."""


@pytest.mark.parametrize("path", sampled(3, EXAMPLES), ids=lambda path: path.stem)
def test_each_of_the_first_cut_offs_has_a_slab_with_words(path: Path) -> None:
    for exercise in load_all(path):
        record = search(exercise.tree, rules_of(exercise, Course(), {}).rules)
        for row in record.cuts[:4]:
            for room in PANES:
                _, lines = painted(record, record.returned_at(row), room)
                slabs = [
                    text.strip() for line in lines for text, role in line if role == TextStyle.SLAB
                ]
                assert any(len(text) > 2 for text in slabs), (record.returned_at(row), room)
