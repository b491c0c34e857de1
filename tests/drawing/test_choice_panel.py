"""The choice beside a figure says what the terminal says, within its place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given

from tests.commands.calling import run
from tests.engine.random_trees import cases
from tests.laws import examples
from treeexplorer.drawing.choice_panel import PANEL_WIDTH, choice_panel
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.lettering import MEDIUM, SMALL, text_width
from treeexplorer.drawing.svg import svg, svg_frames
from treeexplorer.engine import Record, search
from treeexplorer.engine.record import StepKind
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.choice_words import (
    build_tried_table,
    chooser,
    describe_bound_of_choice,
    describe_offer,
    describe_source_of_bound,
    describe_source_of_v,
    format_tried_worth,
    leaves_text,
)
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.notation import parse
from treeexplorer.numbers import shown
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


def texts_of(record: Record, step: int) -> list[ET.Element]:
    markup = choice_panel(snapshot(record, step)).markup
    return list(ET.fromstring(markup).iter("text"))  # noqa: S314 - our own text


def words(element: ET.Element) -> str:
    return "".join(element.itertext())


@examples(60)
@given(case=cases())
def test_a_panel_holds_the_words_and_numbers_of_the_choice(case: tuple[GameTree, Rules]) -> None:
    tree, rules = case
    try:
        record = search(tree, rules)
    except TreeexplorerError:  # these rules do not go together
        return
    for row in record.cuts:
        step = record.returned_at(row)
        choice = snapshot(record, step).choice
        assert choice is not None
        told = list(map(words, texts_of(record, step)))
        expected = [
            chooser(record, choice),
            describe_bound_of_choice(record, choice),
            describe_offer(record, choice),
            describe_source_of_bound(record, choice),
            describe_source_of_v(record, choice),
        ]
        assert [text for text in map(str, expected) if text not in told] == []
        table = build_tried_table(record, choice)
        if table is not None:
            start = told.index(str(table.values_heading))
            columns = len(table.columns)
            assert told[start + 1 : start + 1 + columns] == list(map(leaves_text, table.columns))
            start += columns + 1
            assert told[start : start + 1 + columns] == [
                str(table.worth_heading),
                *map(format_tried_worth, table.columns),
            ]


@examples(40)
@given(case=cases())
def test_nothing_leaves_the_panel_and_no_line_lies_on_another(
    case: tuple[GameTree, Rules],
) -> None:
    tree, rules = case
    try:
        record = search(tree, rules)
    except TreeexplorerError:  # these rules do not go together
        return
    for row in record.cuts:
        rows: dict[str, list[tuple[float, float]]] = {}
        for text in texts_of(record, record.returned_at(row)):
            classes = (text.get("class") or "").split()
            width = text_width(words(text), SMALL if "small" in classes else MEDIUM)
            left = float(text.get("x") or 0)
            if "end" in classes:
                left -= width
            if "middle" in classes:
                left -= width / 2
            rows.setdefault(text.get("y") or "", []).append((left, left + width))
        heights = sorted(map(float, rows))
        assert all(other - one >= 14 for one, other in pairwise(heights))
        for spans in rows.values():
            assert min(spans)[0] >= 0
            assert max(right for _, right in spans) <= PANEL_WIDTH
            assert all(one[1] <= other[0] for one, other in pairwise(sorted(spans)))


def test_a_figure_has_room_for_the_choice_only_where_one_is_drawn() -> None:
    record = search(parse(AIMA).tree)
    plain = svg(record, 12, FigureOptions())
    drawn = svg(record, 12, FigureOptions(choice=True))
    widths = [float(re.findall(r'width="([\d.]+)"', text)[0]) for text in (plain, drawn)]
    assert widths[1] > widths[0] + PANEL_WIDTH
    assert "CHOOSES" in drawn
    assert "CHOOSES" not in plain
    assert svg(record, 11, FigureOptions(choice=True)) == svg(record, 11, FigureOptions())


def test_frames_with_choices_have_one_size() -> None:
    record = search(parse(AIMA).tree)
    frames = dict(svg_frames(record, range(record.steps + 1), FigureOptions(choice=True)))
    boxes = {re.findall(r'viewBox="[^"]+"', text)[0] for text in frames.values()}
    assert len(boxes) == 1
    cuts = [step for step, text in frames.items() if "CHOOSES" in text]
    assert cuts == [step for step in frames if snapshot(record, step).kind is StepKind.CUT]


def test_names_in_a_choice_are_only_text() -> None:
    record = search(parse('["<b>&":[3 5] "</svg>":[2 9]]').tree)
    (cut,) = (record.returned_at(row) for row in record.cuts)
    assert "▽<b>& gave it to ▲root" in list(map(words, texts_of(record, cut)))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--step", "11"], "there is one at step 12"),
        ([], "there is one at step 12"),
        (["--step", "12", "--claims"], "without --claims"),
        (["--step", "12", "--to", "latex"], "as svg or png"),
    ],
)
def test_a_choice_is_asked_for_at_a_cut_off(arguments: list[str], problem: str) -> None:
    arguments = ["--to", "svg", "--choice", "-e", AIMA, *arguments]
    status, _, said = run("export", *arguments)
    assert (status, problem in said) == (2, True)


def test_the_command_draws_a_choice() -> None:
    status, output, _ = run("export", "--to", "svg", "--choice", "-e", AIMA, "--step", "12")
    assert status == 0
    assert "▲root</tspan> CHOOSES" in output
    assert "after" in output
    assert shown(-9) in output
