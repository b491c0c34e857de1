"""What is drawn without a card: leaves, and ``…`` and ``7 more`` for undrawn nodes."""

from __future__ import annotations

from typing import Final

from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.items import Item, format_more_siblings
from treeexplorer.drawing.painter import PlacedParts
from treeexplorer.drawing.styled_text import StyledPart, TextStyle, count_cells_of_parts
from treeexplorer.engine.record import Status
from treeexplorer.text import width
from treeexplorer.tree import Number

_WORD_FOR_STATUS: Final = {
    Status.SKIPPED: "pruned",
    Status.BEYOND: "not searched",
    Status.UNSEEN: "to come",
}
_FARTHEST_BESIDE_MIDDLE: Final = 2  # columns from the middle of a word to that of what it is below
_GAP_FOR_COLOURED_CELLS: Final = 3  # between two texts: then the coloured cells do not touch


class CardlessItems(Drawer):
    """Draws leaves with their names, and what stands for nodes that are not drawn."""

    def draw_leaf(self, item: Item, first_line: int) -> None:
        """Draw a leaf's value, and in the line below it the leaf's name or earlier value, if any.

        ``first_line`` is the first line of the leaf's row.
        """
        leaf = self._layout.items.node(item)
        value = self._painter.render_leaf(leaf)
        placed = self._place_leaf(item, value)
        self._canvas.write(first_line, placed.column, placed.parts)

        _, value_style = value
        text_below = self._render_text_below_leaf(leaf, value_style)
        if text_below is not None:
            self._draw_below(item, first_line + 1, [text_below])

    def _place_leaf(self, item: Item, value: StyledPart) -> PlacedParts:
        """Return a leaf's value with what stands around it, and the column where all of it begins.

        Around the current leaf, or that under the cursor, stand marks: ``▌3▐``. Any other value on
        a coloured background, new or pruned, has a coloured cell on either side, if there is room.
        """
        text, style = value
        column = self._layout.column_of_centred_text(item, width(text))
        has_marks = self._painter.find_marks_around(item) is not None
        has_background = style in {TextStyle.NEWS, TextStyle.PRUNED}
        has_room = self._layout.form.gap >= _GAP_FOR_COLOURED_CELLS
        if has_background and has_room and not has_marks:
            return PlacedParts(column - 1, [(f" {text} ", style)])
        return self._painter.add_marks_around(item, column, [value])

    def _find_value_before_trial(self, leaf: int) -> Number | None:
        """Find the value of a leaf for which a person tries another; ``None`` for other leaves.

        It is that of the leaf under the cursor. An unknown leaf had none.
        """
        if self._painter.look.trial is None or leaf != self._painter.look.cursor:
            return None
        return self._painter.look.trial.leaf_before

    def _render_text_below_leaf(self, leaf: int, value_style: str) -> StyledPart | None:
        """Return the styled text below a leaf's value; ``None`` if there is none.

        - ``was 3``, if a person tries another value for the leaf: the value that it had.
        - Else the leaf's name, if it has one and the form shows names. If the value is dimmed or
          struck, so is the name.
        """
        value_before_trial = self._find_value_before_trial(leaf)
        if value_before_trial is not None:
            return f"was {self._painter.glyphs.number(value_before_trial)}", TextStyle.QUIET

        name = self._painter.leaf_name(leaf)
        if not name or not self._layout.form.names:
            return None
        if value_style in {TextStyle.GHOST, TextStyle.PRUNED}:
            return name, value_style
        return name, TextStyle.QUIET

    def draw_undrawn(self, item: Item, first_line: int) -> None:
        """Draw ``…`` or ``7 more`` where nodes of the tree are not drawn.

        ``…`` stands for children that the author left out. ``7 more``, a cluster, stands for
        siblings that have no room.
        """
        is_cluster = item in self._layout.items.clusters
        part = self._render_cluster(item) if is_cluster else self._render_ellipsis(item)
        text, _ = part

        column = self._layout.column_of_centred_text(item, width(text))
        placed = self._painter.add_marks_around(item, column, [part])
        self._canvas.write(first_line, placed.column, placed.parts)

    def draw_status_below(self, cluster: Item, line: int) -> None:
        """Draw what the search has done with siblings that have no room, below ``7 more``.

        The word, such as ``pruned`` or ``to come``, may be wider than that. It keeps a free cell to
        all that is drawn in its line already, and is left out where there is no room for it.
        """
        word = self._describe_status(cluster)
        column = self._canvas.find_free_column(
            line,
            width(word),
            centre=self._layout.columns[cluster],
            max_distance=_FARTHEST_BESIDE_MIDDLE,
            allowed_columns=range(self._layout.width),
        )
        if word and column is not None:
            _, style = self._render_cluster(cluster)
            self._canvas.write(line, column, [(word, style)])

    def _describe_status(self, item: Item) -> str:
        """Return what the search has done with undrawn siblings; nothing on a person's paper."""
        word_if_visited = "done"
        is_paper = self._painter.look.answers is not None
        if is_paper:
            word_if_visited = ""
        return _WORD_FOR_STATUS.get(self._painter.status(item), word_if_visited)

    def _render_cluster(self, item: Item) -> StyledPart:
        """Return the styled text for siblings that have no room, such as ``7 more``."""
        text = format_more_siblings(self._layout.items.clusters[item].siblings)
        if self._painter.is_pruned(item):
            return text, TextStyle.PRUNED
        return text, TextStyle.QUIET

    def _render_ellipsis(self, item: Item) -> StyledPart:
        """Return the ``…`` for undrawn children as styled text, between strokes if it is pruned.

        Pruned in five cells it reads ``╱╱…╱╱``; in less than three it has no strokes.
        """
        ellipsis = self._painter.glyphs.elided
        if not self._painter.is_pruned(item):
            return ellipsis, TextStyle.GHOST

        strokes_on_each_side = (self._layout.cells[item] - width(ellipsis)) // 2
        if strokes_on_each_side < 1:
            return ellipsis, TextStyle.PRUNED
        strokes = self._painter.glyphs.hatch * strokes_on_each_side
        return f"{strokes}{ellipsis}{strokes}", TextStyle.HATCHED

    def _draw_below(self, item: Item, line: int, parts: list[StyledPart]) -> None:
        """Write styled texts into a line below an item, under its middle."""
        self._canvas.write(
            line, self._layout.column_of_centred_text(item, count_cells_of_parts(parts)), parts
        )
