"""The texts beside the edges: windows, probabilities, and the marks of a person's answers.

α stands on the left of the edge to a node, β on the right, and what else there is behind it::

        ┌───────┬───────┐
        │     3 │ +∞    ╱ ✗
        5      ▽ B      7
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.painter import STYLE_OF_MARK, join_groups
from treeexplorer.drawing.styled_text import StyledPart, TextStyle, count_cells_of_parts
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.judging.judge import Mark
from treeexplorer.text import width

_COLUMN_BEFORE_DRAWING: Final = -1


class _TextsBesideEdge(NamedTuple):
    """The texts beside a vertical edge."""

    left: list[StyledPart]
    right: list[StyledPart]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be written."""
        return not count_cells_of_parts(self.left) and not count_cells_of_parts(self.right)


class _Priority(IntEnum):
    """What happens to texts beside an edge that have no room; the least gets its room first."""

    ALWAYS_SHOWN = (
        0  # they are written over what is there: on the path, at the cursor, boxes to fill in
    )
    MAY_BE_SHORTENED = 1  # only the marks of a person's answers are written
    MAY_BE_OMITTED = 2


class _TextsToPlace(NamedTuple):
    """The texts that should stand beside an edge, and what happens if they have no room."""

    texts: _TextsBesideEdge
    priority: _Priority


class _PlacedEdgeTexts(NamedTuple):
    """The texts beside an edge: a window, a probability, marks."""

    left: list[StyledPart]
    right: list[StyledPart]
    start: int  # the first column of the texts and the edge together
    stop: int  # one past the last


class EdgeTexts(Drawer):
    """Draws the texts beside the edges of a tree, as far as they have room."""

    def draw_beside_edges(self, items: Sequence[Item], line: int) -> None:
        """Draw the texts beside the vertical edges above a row's items, as far as they have room.

        On the left of an edge stands α; on the right stand β and more: ``3 │ +∞``.
        """
        for texts in self._place_texts_beside_edges(items):
            self._draw_placed_texts(texts, line)

    def draw_on_bus(self, items: Sequence[Item], bus_line: int) -> None:
        """Draw α and β beside the edges on the path of the search: ``┌──3┼+∞──┐``.

        They are written over the bus, the horizontal line that siblings share, since there is no
        line between it and the nodes. A text that would leave the drawing is shortened. In a
        drawing of 20 columns, an edge in column 3 has room for 3 cells on its left, 16 on its
        right.
        """
        for item, texts in self._find_windows_on_path(items):
            edge_column = self._layout.columns[item]
            left_room = edge_column
            right_room = self._layout.width - edge_column - 1

            left = self._clip_parts(texts.left, left_room)
            edge = self._painter.render_vertical_line(self._painter.weight(item))
            right = self._clip_parts(texts.right, right_room)

            first_column = edge_column - count_cells_of_parts(left)
            self._canvas.write_over(bus_line, first_column, [*left, edge, *right])

    def find_line_of_windows(self, row: int) -> int:
        """Return the line of the windows above a row's cards: the last one, or the bus itself.

        ::

            ┌────┼────┐            ┌─3┼+∞─┐
            │  3 │ +∞ │            5  A   7
            5    A    7
        """
        if self._layout.has_lines_below_bus(row):
            return self._layout.heads[row] - 1
        return self._layout.buses[row]

    def find_columns_of_windows(self, parent: Item) -> Iterator[range]:
        """Yield the columns of the window of each child on the path, its edge included.

        ``3 │ +∞`` around the edge in column 10 takes the columns 8 to 13. On the line that joins
        the children it has no spaces: ``3┼+∞`` takes the columns 9 to 12.
        """
        row_of_children = self._layout.items.ply[parent] + 1
        space = 1 if self._layout.has_lines_below_bus(row_of_children) else 0
        for child, texts in self._find_windows_on_path(self._layout.items.children(parent)):
            edge_column = self._layout.columns[child]
            start = edge_column - space - count_cells_of_parts(texts.left)
            stop = edge_column + 1 + space + count_cells_of_parts(texts.right)
            yield range(start, stop)

    def _place_texts_beside_edges(self, items: Sequence[Item]) -> Iterable[_PlacedEdgeTexts]:
        """Return the texts beside the edges above a row's items that have room.

        If two neighbours compete for room, the more important texts get it, such as those on the
        path of the search; of equally important ones those on the left.
        """
        edge_columns = [self._layout.columns[item] for item in items]
        width_of_drawing = self._layout.width
        texts_to_place = self._collect_texts_beside_edges(items)
        # The sort is stable, so that equally important texts stay in order from left to right.
        most_important_first = sorted(
            texts_to_place, key=lambda index: texts_to_place[index].priority
        )

        placed_texts: dict[int, _PlacedEdgeTexts] = {}  # by the index of an item in the row
        for index in most_important_first:
            free_columns = _find_free_columns_around_edge(
                edge_columns, index, placed_texts, width_of_drawing
            )
            texts = self._fit_texts_beside_edge(items[index], texts_to_place[index], free_columns)
            if texts is not None:
                placed_texts[index] = texts
        return placed_texts.values()

    def _collect_texts_beside_edges(self, items: Sequence[Item]) -> dict[int, _TextsToPlace]:
        """Return the texts to place beside the edges of a row, by the index of an item in the row.

        Most edges have no texts: they are left out before anything else is asked about them.
        """
        texts_to_place: dict[int, _TextsToPlace] = {}
        for index, item in enumerate(items):
            texts = self._render_texts_beside_edge(item)
            if not texts.is_empty:
                texts_to_place[index] = _TextsToPlace(texts, self._choose_priority(item))
        return texts_to_place

    def _fit_texts_beside_edge(
        self, item: Item, to_place: _TextsToPlace, free_columns: range
    ) -> _PlacedEdgeTexts | None:
        """Place texts beside a vertical edge in free columns; ``None`` if they have no room there.

        These are tried, and the first that fits is placed:

        =================  =========================================================================
        ``3 │ +∞ ✓``       all texts, with a space on either side of the edge
        ``3│+∞ ✓``         all texts, without spaces
        ``│ ✓``, ``│✓``    if they may be shortened: the marks of a person's answers alone
        ``3│+∞ ✓``         if they must always be shown: all texts, over what stands there
        =================  =========================================================================
        """
        texts_to_try = [to_place.texts]
        if to_place.priority is _Priority.MAY_BE_SHORTENED:
            marks = self._render_marks_at_edge(item)
            if marks:
                texts_to_try.append(_TextsBesideEdge(left=[], right=marks))

        for texts, space in product(texts_to_try, (1, 0)):
            placed_texts = self._place_texts_beside_edge(item, texts, space)
            if _fits(placed_texts, free_columns):
                return placed_texts

        if to_place.priority is not _Priority.ALWAYS_SHOWN:
            return None
        # At the margin of the drawing all are moved to the other side of the edge: ``┃3│+∞``.
        texts_within_drawing = self._move_to_side_with_room(item, to_place.texts)
        return self._place_texts_beside_edge(item, texts_within_drawing, space=0)

    def _place_texts_beside_edge(
        self, item: Item, texts: _TextsBesideEdge, space: int
    ) -> _PlacedEdgeTexts:
        """Place texts beside the vertical edge above an item; return them with their columns.

        With one space, ``3 │ +∞`` around the edge in column 10 takes columns 8 to 13.
        """
        edge_column = self._layout.columns[item]
        # A second, dotted line may follow beside the edge.
        edge_width = 2 if self._painter.has_both_rails(item) else 1

        left_width = count_cells_of_parts(texts.left)
        cells_on_left = left_width + space if left_width > 0 else 0
        right_width = count_cells_of_parts(texts.right)
        cells_on_right = right_width + space if right_width > 0 else 0
        return _PlacedEdgeTexts(
            texts.left,
            texts.right,
            start=edge_column - cells_on_left,
            stop=edge_column + edge_width + cells_on_right,
        )

    def _draw_placed_texts(self, texts: _PlacedEdgeTexts, line: int) -> None:
        """Write the texts beside an edge, without the parts that would leave the drawing."""
        cells_outside = max(0, -texts.start)  # to the left of column 0
        left_room = count_cells_of_parts(texts.left) - cells_outside
        self._canvas.write(line, max(0, texts.start), self._clip_parts(texts.left, left_room))

        right_start = texts.stop - count_cells_of_parts(texts.right)
        right_room = self._layout.width - right_start
        self._canvas.write(line, right_start, self._clip_parts(texts.right, right_room))

    def _find_windows_on_path(
        self, items: Sequence[Item]
    ) -> Iterator[tuple[Item, _TextsBesideEdge]]:
        """Yield each of some items that is on the path and has a window, with the window's texts.

        α is written to the left of the edge above the item, and β to the right: ``3 │ +∞``. At the
        margin of the drawing one of them may have no room. Then both stand on the other side.
        """
        for item in items:
            if not self._is_window_on_path(item):
                continue
            window = self._painter.render_entry_window(self._layout.items.node(item))
            if window is None:
                continue
            alpha, beta = window
            texts = _TextsBesideEdge(left=[alpha], right=[beta])
            yield item, self._move_to_side_with_room(item, texts)

    def _move_to_side_with_room(self, item: Item, texts: _TextsBesideEdge) -> _TextsBesideEdge:
        """Move all texts beside a vertical edge to one side if the other is too near the margin.

        The moved texts have a thin line between them: at the left margin ``3┃+∞`` becomes
        ``┃3│+∞``. If neither side has room for all, both stay where they were.
        """
        thin_line = (self._painter.glyphs.uprights[Weight.LIGHT], TextStyle.QUIET)
        all_texts = [*texts.left, thin_line, *texts.right]
        width_of_all = count_cells_of_parts(all_texts)
        edge_column = self._layout.columns[item]
        left_room = edge_column
        right_room = self._layout.width - edge_column - 1

        is_left_too_narrow = count_cells_of_parts(texts.left) > left_room
        if is_left_too_narrow and width_of_all <= right_room:
            return _TextsBesideEdge(left=[], right=all_texts)

        is_right_too_narrow = count_cells_of_parts(texts.right) > right_room
        if is_right_too_narrow and width_of_all <= left_room:
            return _TextsBesideEdge(left=all_texts, right=[])
        return texts

    def _is_window_on_path(self, item: Item) -> bool:
        """Tell whether an item is a node on the path or under the cursor: it shows its window."""
        if not self._layout.items.is_plain(item):
            return False
        current = self._painter.snapshot.current
        if current is not None and self._is_on_way_to(self._layout.items.node(item), current):
            return True
        return self._painter.stands_for(item, self._painter.look.cursor)

    def _is_on_way_to(self, node: int, current: int) -> bool:
        """Tell whether a node is on the way to the current one, or is that itself."""
        return not self._painter.snapshot.is_last and self._painter.tree.is_within(current, node)

    def _clip_parts(self, parts: list[StyledPart], cells: int) -> list[StyledPart]:
        """Shorten a row of styled texts to a number of cells; a clipped text ends in dots.

        A text that does not fit into the cells that are left is left out if they are fewer than
        three. A shorter one behind it that fits is kept nevertheless.
        """
        least_cells_for_clipped_text = 3  # fewer would show hardly more than the dots
        kept: list[StyledPart] = []
        for text, style in parts:
            room = cells - count_cells_of_parts(kept)
            if width(text) <= room:
                kept.append((text, style))
            elif room >= least_cells_for_clipped_text:
                kept.append((self._painter.glyphs.clipped(text, room), style))
        return kept

    def _choose_priority(self, item: Item) -> _Priority:
        """Choose what happens to the texts beside the edge above an item if they lack room."""
        is_under_cursor = self._painter.stands_for(item, self._painter.look.cursor)
        if is_under_cursor:
            return _Priority.ALWAYS_SHOWN

        answer = self._painter.answer(item)
        if answer is not None:  # a person's answer stands there, not what the search did
            return _choose_priority_of_answer(answer)

        if self._painter.is_on_path(self._layout.items.node(item)):
            return _Priority.ALWAYS_SHOWN
        return _Priority.MAY_BE_OMITTED

    def _render_texts_beside_edge(self, item: Item) -> _TextsBesideEdge:
        """Return the texts on the left and on the right of the vertical edge above an item.

        On the left stands α; on the right stand β and, at a chance node's child, the probability:
        ``3 │ +∞ 0.5``. On a paper they are what a person wrote.
        """
        answer = self._painter.answer(item)
        probability = self._render_probability(item)
        if answer is not None:
            return self._render_answer_beside_edge(answer, probability)
        window = self._render_window_of_search(item)
        if window is None:
            return _TextsBesideEdge(left=[], right=probability)
        alpha, beta = window
        return _TextsBesideEdge(left=[alpha], right=join_groups([[beta], probability], " "))

    def _render_answer_beside_edge(
        self, answer: WrittenAnswer, probability: list[StyledPart]
    ) -> _TextsBesideEdge:
        """Return the texts that a person wrote beside an edge: ``3 │ ✓ +∞ ✗ 0.5``.

        On the left stands α. On the right stand the mark of the slash that crosses the edge out, β,
        the mark of the window (α and β together), and the probability, which may be empty. Without
        a window its mark is left out, too.
        """
        slash_mark = self._painter.render_mark(answer.cut_mark, STYLE_OF_MARK)
        window = self._render_written_window(answer)
        if window is None:
            return _TextsBesideEdge(left=[], right=join_groups([slash_mark, probability], " "))

        alpha, beta = window
        window_mark = self._painter.render_mark(answer.window_mark, STYLE_OF_MARK, " ")
        beta_with_mark = [beta, *window_mark]
        right = join_groups([slash_mark, beta_with_mark, probability], " ")
        return _TextsBesideEdge(left=[alpha], right=right)

    def _render_probability(self, item: Item) -> list[StyledPart]:
        """Return the probability on the edge above an item as styled text; often empty."""
        if not self._layout.items.is_plain(item):
            return []
        text = self._painter.probability(self._layout.items.node(item))
        if not text:
            return []
        return [(text, TextStyle.QUIET)]

    def _render_marks_at_edge(self, item: Item) -> list[StyledPart]:
        """Return the marks (✓, ✗ or ↳) of what a person wrote at the edge above a node.

        The first is that of the slash that crosses the edge out, the second that of α and β. Each
        is missing where no mark was given; without an answer there are none.
        """
        answer = self._painter.answer(item)
        if answer is None:
            return []
        slash_mark = self._painter.render_mark(answer.cut_mark, STYLE_OF_MARK)
        if self._render_written_window(answer) is None:
            return slash_mark
        window_mark = self._painter.render_mark(answer.window_mark, STYLE_OF_MARK)
        return [*slash_mark, *window_mark]

    def _render_window_of_search(self, item: Item) -> tuple[StyledPart, StyledPart] | None:
        """Return α and β of the search above an item; there is no edge above the root."""
        node = self._layout.items.node(item)
        if node == 0 or not self._layout.items.is_plain(item):
            return None
        return self._painter.render_entry_window(node)

    def _render_written_window(self, answer: WrittenAnswer) -> tuple[StyledPart, StyledPart] | None:
        """Return α and β as a person wrote them at a node, as styled texts.

        =====================  ============================================================
        ``answer.window``      the result
        =====================  ============================================================
        ``()``                 ``None``: no window is asked for
        ``None``               two boxes with a ``?``: the window is still to be written
        ``("3", "+∞")``        these texts
        =====================  ============================================================
        """
        if answer.window == ():
            return None

        is_cursor_here = answer.here == "window"
        if answer.window is None:
            box_style = TextStyle.NEWS if is_cursor_here else TextStyle.HERE
            box = (" ? ", box_style)
            return box, box

        alpha, beta = map(self._painter.glyphs.written, answer.window)
        if is_cursor_here:
            return (alpha, TextStyle.NEWS), (beta, TextStyle.NEWS)
        return (alpha, TextStyle.ALPHA_END), (beta, TextStyle.BETA_END)


def _find_free_columns_around_edge(
    edge_columns: Sequence[int],
    index: int,
    placed_texts: Mapping[int, _PlacedEdgeTexts],
    width_of_drawing: int,
) -> range:
    """Return the columns that are free around an edge: between its neighbours and their texts.

    At the first edge they begin one column before the drawing: there may lie the empty cell that α
    needs before itself. At the last edge they end where the drawing ends.

    Args:
        edge_columns: The columns of a row's edges, from left to right.
        index: The index of the edge in ``edge_columns``.
        placed_texts: The texts that stand beside some of the edges already, by the index of the
            edge.
        width_of_drawing: The number of columns of the drawing.

    Example:
        Edges in the columns 4, 12 and 20 of 25; the texts of the first take the columns 2 to 6.

        >>> edges = [4, 12, 20]
        >>> placed = {0: _PlacedEdgeTexts([], [], start=2, stop=7)}
        >>> [_find_free_columns_around_edge(edges, index, placed, 25) for index in range(3)]
        [range(-1, 11), range(8, 19), range(13, 25)]
    """
    start = _COLUMN_BEFORE_DRAWING
    is_first_edge = index == 0
    if not is_first_edge:
        start = _first_free_column_behind(edge_columns[index - 1], placed_texts.get(index - 1))

    stop = width_of_drawing
    is_last_edge = index == len(edge_columns) - 1
    if not is_last_edge:
        stop = _stop_of_free_columns_before(edge_columns[index + 1], placed_texts.get(index + 1))
    return range(start, stop)


def _first_free_column_behind(edge_column: int, texts: _PlacedEdgeTexts | None) -> int:
    """Return the first column that is free behind an edge and the texts beside it."""
    if texts is None:
        return edge_column + 1
    return texts.stop + 1  # a free cell behind them


def _stop_of_free_columns_before(edge_column: int, texts: _PlacedEdgeTexts | None) -> int:
    """Return one past the last column that is free before an edge and the texts beside it."""
    if texts is None or not texts.left:
        return edge_column - 1  # a free cell before it
    return texts.start - 2  # two free cells before its α


def _choose_priority_of_answer(answer: WrittenAnswer) -> _Priority:
    """Choose what happens to a person's answer beside an edge if it lacks room.

    Boxes for a window (the pair of α and β) that is still to be written are always shown. The marks
    of a wrong window and of a slash, with which a person has pruned the edge, are shown at least.
    Everything else may be left out.
    """
    has_boxes_to_fill = answer.window is None  # a window that is not asked for is ()
    if has_boxes_to_fill:
        return _Priority.ALWAYS_SHOWN

    is_window_wrong = answer.window_mark in {Mark.MISTAKE, Mark.CONSEQUENCE}
    is_slash_marked = answer.cut_mark is not None
    if is_window_wrong or is_slash_marked:
        return _Priority.MAY_BE_SHORTENED
    return _Priority.MAY_BE_OMITTED


def _fits(texts: _PlacedEdgeTexts, free_columns: range) -> bool:
    """Tell whether the texts beside an edge fit into free columns.

    A text on the left needs one more free cell before it.
    """
    space_before = 0
    if count_cells_of_parts(texts.left):
        space_before = 1
    first_needed_column = texts.start - space_before
    return free_columns.start <= first_needed_column and texts.stop <= free_columns.stop
