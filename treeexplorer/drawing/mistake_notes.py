"""Notes beside a person's wrong answers: why they are wrong, where the drawing has room left."""

from __future__ import annotations

from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.styled_text import TextStyle
from treeexplorer.judging.judge import Mark
from treeexplorer.text import width


class MistakeNotes(Drawer):
    """Draws the notes on a paper's wrong answers, into the room that the tree leaves."""

    def draw(self) -> None:
        """Draw beside each wrong answer of a person why it is wrong, if there is room.

        Notes on mistakes get their room before notes on answers that only follow from a mistake.
        Without a person's answers nothing is drawn.
        """
        if self._painter.look.answers is None:
            return

        items_with_note = [
            item
            for item in range(len(self._layout.items.ply))
            if self._layout.items.is_plain(item) and self._note_on_answer(item)
        ]
        # Within both kinds they stay in their order.
        mistakes_first = sorted(items_with_note, key=self._is_note_on_consequence)
        for item in mistakes_first:
            self._draw_note(item)

    def _is_note_on_consequence(self, item: Item) -> bool:
        """Tell whether the note on an answer is not on a mistake, but on what follows from one."""
        return self._choose_note_style(item) != TextStyle.MISTAKE

    def _draw_note(self, item: Item) -> None:
        """Draw why a person's answer is wrong: one line beside the node, the others below that.

        The node must have a note. A line that has no room ends it.
        """
        first_text, *further_texts = map(self._painter.glyphs.written, self._note_on_answer(item))
        first_line = self._choose_line_of_note(item)
        column_beside = self._find_room_beside(item, first_line, width(first_text))
        if column_beside is None:
            return
        self._canvas.write(first_line, column_beside, [(first_text, self._choose_note_style(item))])

        for line, text in enumerate(further_texts, first_line + 1):
            column_below = self._find_room_below(item, line, width(text))
            if column_below is None:
                return
            self._canvas.write(line, column_below, [(text, TextStyle.QUIET)])

    def _note_on_answer(self, item: Item) -> tuple[str, ...]:
        """Return the lines of the note on an item's answer; empty if nothing is wrong with it."""
        answer = self._painter.answer(item)
        if answer is None:
            return ()
        return answer.note

    def _choose_note_style(self, item: Item) -> TextStyle:
        """Choose the style of a note: that of a mistake, or of what follows from a mistake."""
        answer = self._painter.answer(item)
        if answer is None:
            return TextStyle.MISTAKE
        if Mark.MISTAKE in {answer.value_mark, answer.window_mark, answer.cut_mark}:
            return TextStyle.MISTAKE
        return TextStyle.FOLLOWS

    def _choose_line_of_note(self, item: Item) -> int:
        """Choose the line of the drawing on which the note on a node's wrong answer begins.

        At a card (the box of a node with children) it is the card's last line. At a leaf it is the
        line below the leaf, or below the leaf's name if one is drawn.
        """
        form = self._layout.form
        row = self._layout.items.ply[item]
        first_line = self._layout.heads[row]
        if self._layout.items.is_card(item):
            return first_line + form.lines - 1

        has_name_below = form.names and self._painter.leaf_name(self._layout.items.node(item)) != ""
        if has_name_below:
            return first_line + 2
        return first_line + 1

    def _find_room_beside(self, item: Item, line: int, text_width: int) -> int | None:
        """Find the first column of a text in a line so that it is as near to a node as possible.

        The text must stay between the middles of the node's neighbours in its row: a reader would
        take a text below a neighbour to be about that neighbour. Without room it is ``None``.
        """
        columns = self._layout.columns
        left_neighbour = self._layout.items.next_in_row(item, -1)
        right_neighbour = self._layout.items.next_in_row(item, 1)

        start = 1  # column 0 stays empty
        if left_neighbour is not None:
            start = columns[left_neighbour] + 1
        stop = self._layout.width
        if right_neighbour is not None:
            stop = columns[right_neighbour]

        half_of_node = self._layout.cells[item] // 2
        return self._canvas.find_free_column(
            line,
            text_width,
            centre=columns[item],
            max_distance=half_of_node + text_width,
            allowed_columns=range(start, stop),
        )

    def _find_room_below(self, item: Item, line: int, text_width: int) -> int | None:
        """Find the first column of a text in a line so that it stands below a node's middle.

        Some cell of the text is in the column of the middle or right beside it. Without room it is
        ``None``.
        """
        return self._canvas.find_free_column(
            line,
            text_width,
            centre=self._layout.columns[item],
            max_distance=text_width // 2,
            allowed_columns=range(1, self._layout.width),
        )
