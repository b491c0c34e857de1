"""Cut-offs in a drawing: the label with the test over the bus, ``╳ 3 ≥ 2``, or a cross alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.edge_texts import EdgeTexts
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import PASSED, Painter
from treeexplorer.drawing.slab_places import CutoffLabelPlaces, FreeCells, slab_places
from treeexplorer.drawing.styled_text import TextStyle
from treeexplorer.drawing.text_canvas import TextCanvas
from treeexplorer.engine.record import Status, StepKind
from treeexplorer.explain.snapshot import NodeView
from treeexplorer.text import width


class _Label(NamedTuple):
    """The texts of which one is written as the label of a cut-off, on a coloured background."""

    full_texts: tuple[str, ...]  # wherever it has room one of these is written; the longest first
    short_texts: tuple[str, ...]  # only where no good place has room for one of the others
    style: TextStyle


class _PlacedText(NamedTuple):
    """The label of a cut-off at a place where it has room."""

    line: int
    column: int
    text: str


class DrawnCutoff(NamedTuple):
    """A cut-off below a node, as it is drawn at a step."""

    label: _Label | None  # at the steps after the cut-off ``None``: a cross alone is drawn
    pruned_children: list[Item]
    places: CutoffLabelPlaces


class CutoffLabels(Drawer):
    """Finds the cut-offs of a step, and draws them over the buses of a tree."""

    def __init__(
        self, painter: Painter, layout: Layout, canvas: TextCanvas, edge_texts: EdgeTexts
    ) -> None:
        """Prepare to draw cut-offs.

        Args:
            painter: What a step of the search makes of the nodes: texts, styles, weights of lines.
            layout: The columns and lines of all that is drawn.
            canvas: Where it is drawn.
            edge_texts: The windows beside the edges, which no label covers.
        """
        super().__init__(painter, layout, canvas)
        self._edge_texts = edge_texts

    def find_cutoffs(self, parents: Iterable[Item]) -> dict[Item, DrawnCutoff]:
        """Find the cut-offs to be drawn below some nodes at this step, by node."""
        cutoffs: dict[Item, DrawnCutoff] = {}
        for parent in parents:
            cutoff = self._find_cutoff_to_draw(parent)
            if cutoff is not None:
                cutoffs[parent] = cutoff
        return cutoffs

    def _find_cutoff_to_draw(self, parent: Item) -> DrawnCutoff | None:
        """Find the cut-off to be drawn below a node at this step; ``None`` if there is none.

        ==================================================  ====================================
        the node                                            what is drawn
        ==================================================  ====================================
        its test is asked for                               the label ``╳ ?``
        only equality has just kept its test from holding   the label ``3 > 3``
        it is cut off in this step                          the label ``╳ 3 ≥ 2``
        it was cut off in an earlier step                   a cross alone
        another value is tried for a leaf, with which it    nothing
        would read all children
        any other, and any node of a paper                  nothing
        ==================================================  ====================================
        """
        is_paper = self._painter.look.answers is not None  # which a person fills in
        if is_paper:
            return None

        view = self._painter.view(parent)
        label = self._choose_label(view)
        has_only_cross = label is None and view.is_cut
        if label is None and not has_only_cross:
            return None

        pruned_children = self._collect_pruned_children(parent, view)
        is_value_tried = self._painter.look.trial is not None
        if is_value_tried and not pruned_children:
            return None

        from_right = self._painter.snapshot.record.rules.right_to_left
        places = slab_places(self._layout, parent, pruned_children, from_right=from_right)
        return DrawnCutoff(label, pruned_children, places)

    def draw_on_bus(self, parent: Item, bus_line: int, cutoff: DrawnCutoff) -> None:
        """Draw a cut-off over the line that joins a node's children: ``╳ 3 ≥ 2``, or ``╳`` alone.

        The test stands there at the step of the cut-off, the cross alone at all later ones. It
        crosses out the part of the line that leads to pruned children alone; if there is no such
        part nothing is drawn.
        """
        if cutoff.label is not None:
            self._draw_label(parent, cutoff.places, cutoff.label)
            return

        column_of_cross = cutoff.places.edge
        if column_of_cross is not None:
            cross = [(self._painter.glyphs.cut, TextStyle.SLAB)]
            self._canvas.write_over(bus_line, column_of_cross, cross)

    def find_child_with_cross(self, cutoff: DrawnCutoff) -> Item | None:
        """Find the child above which the cross of a cut-off stands; ``None`` if it is on the bus.

        It stands above the first pruned child if no cell of the bus leads to pruned children alone.
        """
        is_drawn_on_bus = cutoff.label is not None or cutoff.places.edge is not None
        if is_drawn_on_bus:
            return None
        from_right = self._painter.snapshot.record.rules.right_to_left
        return _find_first_in_search_order(cutoff.pruned_children, from_right=from_right)

    def _collect_pruned_children(self, parent: Item, view: NodeView) -> list[Item]:
        """Return the children that a cut-off prunes, or would prune if its test held.

        A cut-off has pruned children; a test that is asked for or failed is about those to come.
        """
        statuses: tuple[Status, ...] = (Status.UNSEEN,)
        if view.is_cut:
            statuses = PASSED
        return [
            child
            for child in self._layout.items.children(parent)
            if self._painter.status(child) in statuses
        ]

    def _draw_label(self, parent: Item, places: CutoffLabelPlaces, label: _Label) -> None:
        """Draw the label of a cut-off, the longest text that fits where it hides the least.

        A place where it would cover the window of a child on the path is passed over.
        """
        for placed_label in _find_places_for_label(places, label):
            if not self._covers_window(parent, placed_label):
                part = (placed_label.text, label.style)
                self._canvas.write_over(placed_label.line, placed_label.column, [part])
                return

    def _covers_window(self, parent: Item, label: _PlacedText) -> bool:
        """Tell whether the label of a cut-off covers the window of a node's child on the path.

        The window stands on either side of the edge to the child, ``3 │ +∞``. It is covered if the
        label is on the same line and has a column in common with it.
        """
        row_of_children = self._layout.items.ply[parent] + 1
        is_on_line_of_windows = label.line == self._edge_texts.find_line_of_windows(row_of_children)
        if not is_on_line_of_windows:
            return False
        label_columns = range(label.column, label.column + width(label.text))
        return any(
            _have_common_column(window_columns, label_columns)
            for window_columns in self._edge_texts.find_columns_of_windows(parent)
        )

    def _choose_label(self, view: NodeView) -> _Label | None:
        """Choose the texts that can show the test of a cut-off below a node; ``None`` for no test.

        The first of these that holds is chosen, each in several lengths:

        1. A person is asked for the test, which must not be shown then: ``╳ ?``.
        2. The test failed only because both numbers are equal: ``3 > 3``.
        3. The node is cut off at this step: ``╳ 3 ≥ 2``, or ``╳ CUT`` where that has no room.
        """
        cross = self._painter.glyphs.cut

        is_asked_for = self._painter.look.question == view.node
        if is_asked_for:
            texts = (f" {cross} ? ", f"{cross} ?")
            return _Label(texts, short_texts=("?",), style=TextStyle.NEWS)

        failed_test = view.missed_on_equality
        if failed_test is not None:
            test = self._painter.glyphs.written(failed_test.bare)
            test_without_spaces = self._painter.glyphs.written(failed_test.close)
            texts = (f" {test} ", test)
            return _Label(texts, short_texts=(test_without_spaces,), style=TextStyle.MISSED)

        is_cut_off_now = (
            view.is_cut
            and self._painter.snapshot.kind is StepKind.CUT
            and view.node == self._painter.snapshot.node
        )
        if is_cut_off_now:
            test = self._painter.glyphs.written(str(self._painter.snapshot.test))
            texts = (f" {cross} {test} ", f"{cross} {test}")
            short_texts = (f" {cross} CUT ", f"{cross} CUT")
            return _Label(texts, short_texts=short_texts, style=TextStyle.SLAB)
        return None


def _have_common_column(columns: range, others: range) -> bool:
    """Tell whether two ranges of columns have a column in common."""
    return columns.start < others.stop and others.start < columns.stop


def _find_places_for_label(places: CutoffLabelPlaces, label: _Label) -> Iterator[_PlacedText]:
    """Yield the label of a cut-off at each place with room for it, the best place first.

    In each place it is the longest text that fits.
    """
    for texts, place in _pair_texts_with_places(places, label):
        room = place.stop - place.start
        text = next((text for text in texts if width(text) <= room), None)
        if text is not None:
            yield _PlacedText(place.line, places.column(place, width(text)), text)


def _pair_texts_with_places(
    places: CutoffLabelPlaces, label: _Label
) -> Iterator[tuple[tuple[str, ...], FreeCells]]:
    """Yield the places for a cut-off's label, each with the texts to try there, the best first.

    A full text is worth more than a good place: the short texts are tried after all places on and
    above the bus have no room for a full one. For example, with two good places and a bad one::

        place             texts
        1st good one      "╳ 3 ≥ 2"
        2nd good one      "╳ 3 ≥ 2"
        1st good one      "╳ 3 ≥ 2", "╳ CUT"
        2nd good one      "╳ 3 ≥ 2", "╳ CUT"
        the bad one       "╳ 3 ≥ 2", "╳ CUT"
    """
    good_places = places.list_free_places()
    for place in good_places:
        yield label.full_texts, place

    all_texts = (*label.full_texts, *label.short_texts)
    for place in [*good_places, *places.list_covering_places()]:
        yield all_texts, place


def _find_first_in_search_order(children: Sequence[Item], *, from_right: bool) -> Item | None:
    """Return the one of some siblings to which the search comes first; ``None`` without any.

    The siblings are given from left to right.
    """
    if not children:
        return None
    return children[-1] if from_right else children[0]
