"""The overview strip, the way to a node, and parents out of sight."""

from __future__ import annotations

from tests.drawing.places import chain, outline_of
from tests.trees import tree_of
from treeexplorer.drawing.diagram import DiagramPainter
from treeexplorer.drawing.layout import lay_out
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.overview import Overview, OverviewLines
from treeexplorer.drawing.runs import Line, Look, Viewport, plain
from treeexplorer.engine import Rules, search
from treeexplorer.tree import from_nested

WIDE = from_nested([[value] * 10 for value in (9, 1, 2, 8)] + [[12] * 10])


def text(line: Line) -> str:
    return "".join(run.text for run in line)


def test_the_strip_shows_what_was_read_what_was_cut_and_what_is_to_come() -> None:
    record = search(WIDE)
    layout = lay_out(WIDE)
    after_two = next(step for step in range(record.steps) if record.current(step) == 23)
    strip = Overview(layout, Moment(record, after_two), Look())
    assert text(strip.line(40, 0, 30)) == "[━━━━]━━╌╌╌╌╌╌╌···▼·····················"


def test_the_strip_has_its_width_for_every_part_and_width() -> None:
    record = search(WIDE)
    layout = lay_out(WIDE)
    strip = Overview(layout, Moment(record, 5), Look(ascii=True))
    for cells in (1, 2, 7, 80, 500):
        for start in (0, layout.width // 2, layout.width - 1):
            line = text(strip.line(cells, start, start + 30))
            assert len(line) == cells
            assert line.isascii()


def test_the_strip_of_an_outline_goes_by_its_lines() -> None:
    record = search(WIDE)
    strip = Overview(outline_of(WIDE), Moment(record, 5), Look())
    line = text(strip.line(20, 0, 10))
    assert line.startswith(("▼", "["))
    assert line.endswith("····")


def test_the_way_to_a_node_is_cut_at_its_beginning() -> None:
    record = search(tree_of("A:[B:[C:[3 4]]]"))
    texts = DiagramPainter(lay_out(record.tree), Moment(record, 4)).texts
    assert text(texts.trail(3, 40)) == " ▲ A › ▽ B › ▲ C › 3"
    assert text(texts.trail(3, 14)) == " … › ▲ C › 3"
    deep = search(chain(100_000))
    texts = DiagramPainter(lay_out(deep.tree), Moment(deep, 5)).texts
    assert text(texts.trail(99_999, 12)) == " … › ▲ › ▽"


def test_a_parent_out_of_sight_is_written_at_the_edge_with_an_arrow() -> None:
    tree = from_nested(list(range(200)))
    record = search(tree)
    layout = lay_out(tree)
    painter = DiagramPainter(layout, Moment(record, 3))
    left = plain(painter.paint(Viewport(0, 0, 40, 4)))
    assert "▶▲ root◀" in left
    assert left.split("\n")[0].endswith("→")
    assert "v 0" in left
    right = plain(painter.paint(Viewport(layout.width - 40, 0, 40, 4)))
    assert right.startswith("←▶▲ root◀")


def test_a_remembered_strip_is_the_one_that_would_be_painted() -> None:
    record = search(WIDE)
    layout = lay_out(WIDE)
    lines = OverviewLines()
    for step in range(record.steps + 1):
        overview = Overview(layout, Moment(record, step), Look())
        assert lines.line(overview, 40, 0, 30) == overview.line(40, 0, 30)
    other = Overview(layout, Moment(search(WIDE, Rules(cutoff=">")), 3), Look())
    assert lines.line(other, 40, 0, 30) == other.line(40, 0, 30)
