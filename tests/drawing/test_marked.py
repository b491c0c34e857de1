"""A person's paper, marked: every claim has the same mark in every drawing."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product

import pytest

from tests.drawing.places import line_text
from tests.engine.random_records import any_search
from tests.judging.filled import random_paper
from tests.laws import batches, some
from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.latex import latex_document
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.drawing.svg import svg
from treeexplorer.engine import Record, search
from treeexplorer.explain.paper import WrittenAnswer, marked_paper
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.notation import Exercise, parse

WRONG = "3[A:3[3 12 8] B:2[2 /4 /6] C:(3,inf)14[/14 5 2]]"


def paper_of(exercise: Exercise) -> tuple[Record, dict[int, WrittenAnswer]]:
    """Return the search of an exercise and its marked paper."""
    record = search(exercise.tree)
    claims = Check(record, exercise.claims).claims
    return record, marked_paper(exercise.tree, ((each.claim, each.mark) for each in claims))


def drawn(record: Record, look: Look, room: Size | None) -> str:
    """Return the drawing of a paper."""
    step = snapshot(record, 0)
    layout = arrange(record.tree, look, room, choose_focus(step))
    return line_text(draw_layout(layout, step, look))


def test_a_mark_touches_what_it_judges() -> None:
    record, paper = paper_of(parse(WRONG))
    expected = """
                         ▲ root
                           3 ✓
                            │
       ┌────────────────────┼────────────────────┐
       │                    │                    │
       │                    │                  3 │ +∞ ✓
      ▽ A                  ▽ B                  ▽ C
      3 ✓                  2 ✓                 14 ✗
       │                    │                    │
┌──────┼──────┐      ┌──────┼╌╌╌╌╌╌┐      ┌╌╌╌╌╌╌┼──────┐
│      │      │      │      ╱ ✓    ╱ ✓    ╱ ✗    │      │
3      12     8      2      4      6      14     5      2
"""
    assert drawn(record, Look(answers=paper), Size(66, 18)) == expected


@pytest.mark.parametrize("batch", batches(2, range(10)))
def test_every_claim_has_the_same_mark_in_every_drawing(batch: int) -> None:
    for seed in range(97_000 + 40 * batch, 97_040 + 40 * batch):
        record, chooser = search(*any_search(seed)), random.Random(seed)
        if not record.complete or len(record.tree) == 1:
            continue
        claims = Check(record, random_paper(chooser, record.tree, 0.3)).claims
        paper = marked_paper(record.tree, ((each.claim, each.mark) for each in claims))
        wanted = Counter(each.mark.sign for each in claims if each.claim.kind != "visited")
        wanted["✗"] += sum(
            answer.cut_mark is Mark.MISTAKE and not answer.crossed for answer in paper.values()
        )
        options = FigureOptions(paper=paper, title="T")
        figure = re.findall(r'class="mark \w+"[^>]*>(.)<', svg(record, None, options))
        assert Counter(figure) == +wanted, seed
        signs = {"checkmark": "✓", "times": "✗", "hookrightarrow": "↳"}
        written = latex_document(record, None, FigureOptions(paper=paper))
        formulas = re.findall(r"\\textcolor\{\w+\}\{\$\\(\w+)\$\}", written)
        assert Counter(signs[formula] for formula in formulas) == +wanted, seed
        text = drawn(record, Look(answers=paper), None)
        assert Counter(each for each in text if each in "✓✗↳") == +wanted, (seed, text)
        assert drawn(record, Look(ascii=True, answers=paper), Size(70, 20)).isascii(), seed


NARROW = """
@levels max min
chance>=2[
  4
  (5,-4)<=0[<=0[0] =3[(0,1)1 2 (-4,-2)-1 (0,-4)3] 1 5]
  (2,7)<=-2[chance>=7[-1 -1 -4] max(2,3)>=4[4 (0,3)5 (-2,0)-2]]
]
"""


@pytest.mark.law
@pytest.mark.parametrize("across", [24, 30, 40, 50])
def test_what_stands_beside_neighbouring_edges_of_a_paper_is_not_covered(across: int) -> None:
    tree, mistakes = parse(NARROW).tree, 0
    record = search(tree)
    for seed in some(range(100)):
        paper = marked_paper(
            tree,
            (
                (each.claim, each.mark)
                for each in Check(record, random_paper(random.Random(seed), tree, 0.5)).claims
            ),
        )
        look, step = Look(answers=paper), snapshot(record, 0)
        layout = arrange(tree, look, Size(across, 0), choose_focus(step))
        lines = draw_layout(layout, step, look)
        glyphs = Cards(tree, look).glyphs
        rows = zip(layout.items.plies[1:], layout.buses[1:], layout.heads[1:], strict=True)
        for members, bus, head in rows:
            if head - bus < 2:
                continue
            whole = {"1/3", "✓", "✗", "↳", *("".join(two) for two in product("✓✗↳", repeat=2))}
            for node in map(layout.items.node, members):
                answer = paper.get(node)
                window = () if answer is None or not answer.window else answer.window
                whole.update(map(glyphs.written, window))
            text = "".join(text for text, _ in lines[head - 1])
            found = re.findall(r"[^\s│┃║┊╱┆╎]+", text)
            assert set(found) <= whole, text
            mistakes += text.count("✗")
    assert mistakes


@pytest.mark.parametrize("room", [Size(100, 30), Size(140, 50)])
def test_no_card_of_a_paper_has_an_empty_line(room: Size) -> None:
    record, paper = paper_of(parse(WRONG))
    rows = drawn(record, Look(answers=paper), room).splitlines()
    for name in ("A", "B", "C"):
        label = next(place for place, row in enumerate(rows) if f"▽ {name}" in row)
        column = rows[label].index(f"▽ {name}") + 1
        assert rows[label + 1][column - 2 : column + 3].strip()
        assert "│" in rows[label + 2][column - 2 : column + 3]


def test_of_a_mistake_without_room_the_mark_remains() -> None:
    record, paper = paper_of(parse(NARROW))
    row = drawn(record, Look(answers=paper), Size(40, 0)).splitlines()[-2]
    assert row == "    │   0 │ 1 ✗ │   −4│−2 ✗ │ ✗"


def noted(check: Check) -> dict[int, WrittenAnswer]:
    """Return a marked paper with the notes beside its mistakes."""
    notes = check.notes
    return {node: it._replace(note=notes.get(node, ())) for node, it in check.paper.items()}


def test_a_note_stands_below_a_leaf_and_beside_a_card() -> None:
    exercise = parse("A:3[B:3[b1:3 b2:12] C:5[c1:2 /c2:4] D:[/d1:14 /d2:5 d3:2]]")
    check = Check(search(exercise.tree), exercise.claims)
    layout = arrange(
        exercise.tree,
        Look(answers=noted(check)),
        Size(80, 18),
        choose_focus(snapshot(check.record, 0)),
    )
    text = line_text(
        draw_layout(layout, snapshot(check.record, 0), Look(answers=noted(check)), rows=20)
    )
    assert check.notes == {
        exercise.tree.find("C"): ("is ≤ 2",),
        exercise.tree.find("D.1"): ("was read", "3 ≥ +∞ false"),
        exercise.tree.find("D.2"): ("same",),
    }
    assert re.search(r"5 ✗ +is ≤ 2|is ≤ 2 +5 ✗", text)
    names, first, second = re.findall(r".*d1.*\n.*was read +same.*\n.*3 ≥ \+∞ false.*", text)[
        0
    ].split("\n")
    assert abs(names.index("d1") - first.index("was read")) < 8
    assert names.index("d2") > first.index("was read")
    assert second.strip() == "3 ≥ +∞ false"


@pytest.mark.parametrize("batch", batches(2, range(8)))
def test_a_note_covers_nothing_and_is_whole_or_left_out(batch: int) -> None:
    """Cells differ from the drawing without notes only where nothing stands there."""
    shown = 0
    for seed in some(range(40 * batch, 40 * batch + 40)):
        tree, rules = any_search(seed)
        record = search(tree, rules)
        if record.waits_for is not None:
            continue
        check = Check(record, random_paper(random.Random(seed), tree, 0.5))
        step = snapshot(record, 0)
        for room in (Size(60, 18), Size(90, 24), Size(160, 40)):
            looks = Look(answers=check.paper), Look(answers=noted(check))
            layout = arrange(record.tree, looks[0], room, choose_focus(step))
            plain, with_notes = (
                [
                    "".join(text for text, _ in line)
                    for line in draw_layout(layout, step, look, rows=room.height)
                ]
                for look in looks
            )
            for before, after in zip(plain, with_notes, strict=True):
                added = ""
                for at, sign in enumerate(after):
                    was = before[at : at + 1] or " "
                    added += sign if was != sign else "\0"
                    assert was in {sign, " "}
                for word in filter(None, re.split("\0+", added)):
                    shown += 1
                    assert any(word.strip() in text for it in check.notes.values() for text in it)
    assert shown
