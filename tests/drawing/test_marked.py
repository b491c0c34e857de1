"""A person's paper, marked: every claim has the same mark in every drawing."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given

from tests.drawing.places import text_of
from tests.formats.trees import exercises
from tests.laws import examples
from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.layout import arrange
from treeexplorer.drawing.runs import Look, Size, WrittenAnswer
from treeexplorer.drawing.svg import svg
from treeexplorer.engine import Record, search
from treeexplorer.exercises.check import Check
from treeexplorer.exercises.marked import marked
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.notation import Exercise, parse

WRONG = "3[A:3[3 12 8] B:2[2 /4 /6] C:(3,inf)14[/14 5 2]]"


def paper_of(exercise: Exercise) -> tuple[Record, dict[int, WrittenAnswer]]:
    """Return the search of an exercise and its marked paper."""
    record = search(exercise.tree)
    claims = Check(record, exercise.claims).claims
    return record, marked(exercise.tree, ((each.claim, each.mark.sign) for each in claims))


def drawn(record: Record, look: Look, room: Size | None) -> str:
    """Return the drawing of a paper."""
    step = snapshot(record, 0)
    layout = arrange(record.tree, look, room, focus_of(step))
    return text_of(Diagram(layout, step, look).lines())


def test_a_mark_touches_what_it_judges() -> None:
    record, paper = paper_of(parse(WRONG))
    expected = """
                         ▲ root
                           3 ✓
                            │
                            │
       ┌────────────────────┼────────────────────┐
       │                    │                    │
       │                    │                    │
       │                    │                  3 │ +∞ ✓
      ▽ A                  ▽ B                  ▽ C
      3 ✓                  2 ✓                 14 ✗
       │                    │                    │
       │                    │                    │
┌──────┼──────┐      ┌──────┼╌╌╌╌╌╌┐      ┌╌╌╌╌╌╌┼──────┐
│      │      │      │      ╱ ✓    ╱ ✓    ╱ ✗    │      │
3      12     8      2      4      6      14     5      2
"""
    assert drawn(record, Look(answers=paper), Size(66, 18)) == expected


@examples(60)
@given(exercises(unknowns=False))
def test_every_claim_has_the_same_mark_in_every_drawing(exercise: Exercise) -> None:
    record, paper = paper_of(exercise)
    wanted = Counter(
        mark
        for answer in paper.values()
        for mark in (answer.value_mark, answer.window_mark, answer.cut_mark)
        if mark
    )
    options = FigureOptions(paper=paper, title="T")
    figure = re.findall(r'class="mark \w+"[^>]*>(.)<', svg(record, None, options))
    assert Counter(figure) == wanted
    signs = {"checkmark": "✓", "times": "✗", "hookrightarrow": "↳"}
    formulas = re.findall(
        r"\\textcolor\{\w+\}\{\$\\(\w+)\$\}", latex(record, None, FigureOptions(paper=paper))
    )
    assert Counter(signs[formula] for formula in formulas) == wanted
    for is_ascii, verdicts in ((False, "✓✗↳"), (True, "")):
        text = drawn(record, Look(answers=paper, ascii=is_ascii), None)
        if verdicts:
            assert Counter(each for each in text if each in verdicts) == wanted
