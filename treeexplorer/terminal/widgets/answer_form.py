"""A form of small boxes on a few lines, each with a sign beside it once it has been marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from textual import events, on
from textual.message import Message

from treeexplorer.terminal.lines import StyledText, TextLine, length, line, sentence
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import safe
from treeexplorer.text import width as cells

LONGEST_ANSWER: Final = 24
_MIN_WIDTH: Final = 20  # cells for which the boxes are laid out at least
_GAP_WIDTH: Final = 4  # cells between a sign and the next label
_RIGHT_SIGN: Final = "✓"
_NEXT_KEYS: Final = frozenset({"tab", "right", "down", "space"})
_PREVIOUS_KEYS: Final = frozenset({"shift+tab", "left", "up"})
_ERASING_KEYS: Final = frozenset({"delete", "ctrl+u"})
_REJECTED_CHARACTERS: Final = frozenset("?:")
"""No answer has them: help and the palette open instead."""


@dataclass(frozen=True)
class FormBox:
    """A box, what it is called and what is written before it."""

    name: str
    label: str
    blank: str = ""  # what it says while it is empty, such as ``y n``
    room: int = 6  # cells at least
    starts_line: bool = False


class _BoxState(NamedTuple):
    """What stands in a box and behind it; another one is put in its place when that changes.

    Attributes:
        text: What is written in the box.
        sign: The sign behind the box; empty before it is marked, or after the text has changed.
        is_overwritten_next: Whether the next character takes the place of the text.
    """

    text: str = ""
    sign: str = ""
    is_overwritten_next: bool = False


class _BoxPosition(NamedTuple):
    """Where a box stands in a form: the number of its line, from 0, and its columns."""

    row: int
    columns: range


class _RenderedBox(NamedTuple):
    """A box with its label and its sign, and the columns of the box itself, which are clicked."""

    text: TextLine
    content_columns: range


def _move_range(columns: range, by: int) -> range:
    """Return columns that lie farther to the right: 2 and 3 moved by 10 are 12 and 13."""
    return range(columns.start + by, columns.stop + by)


class _FormLayout(NamedTuple):
    """The lines of a form, and for each box its place, by the index of the box."""

    lines: list[TextLine]
    box_positions: list[_BoxPosition]


class AnswerForm(LineView, can_focus=True, inherit_bindings=False):
    """Boxes in which one writes; tab and the arrows move among them.

    The screen's ``enter`` hands them in; ``backspace`` where nothing is written is the screen's,
    too. A text stays in its box until it is changed: one that was rejected is mended, one that was
    marked wrong is replaced by what is typed next.

    Attributes:
        boxes: The boxes, in order.
        at: The index of the box that is written in.
    """

    DEFAULT_CSS = "AnswerForm { height: 1; }"

    class Changed(Message):
        """The text of a box has changed, or another box is written in."""

    def __init__(self) -> None:
        """Make a form without boxes; `ask` gives it some."""
        super().__init__(self._render_lines)
        self.boxes: tuple[FormBox, ...] = ()
        # The index of the box that is written in.
        self.at = 0
        # What stands in each box and behind it, by the name of the box.
        self._states: dict[str, _BoxState] = {}
        # Where each box was painted last, for the mouse.
        self._box_positions: list[_BoxPosition] = []

    # -- what is asked -------------------------------------------------------------------------

    def ask(self, boxes: Sequence[FormBox], texts: Mapping[str, str] | None = None) -> None:
        """Show new boxes in place of those before, and move to the first one.

        Args:
            boxes: The boxes, in order.
            texts: What stands in them from the beginning, by the name of the box; ``None`` for
                nothing.
        """
        texts_at_first = {} if texts is None else texts
        self.boxes = tuple(boxes)
        self._states = {box.name: _BoxState(texts_at_first.get(box.name, "")) for box in boxes}
        self.at = 0
        self.redraw()

    def mark(self, signs: Mapping[str, str]) -> None:
        """Show signs beside boxes, by name, and move to the first box that is not marked ✓.

        The next key overwrites the text of a box that is marked wrong.
        """
        for name, state in self._states.items():
            sign = signs.get(name, "")
            is_wrong = sign not in {"", _RIGHT_SIGN}
            self._states[name] = _BoxState(state.text, sign, is_overwritten_next=is_wrong)
        wrong_boxes = [index for index in range(len(self.boxes)) if self._is_wrong(index)]
        if wrong_boxes:
            self.at = wrong_boxes[0]
        self.redraw()

    def reject(self, name: str) -> None:
        """Move to a box whose text cannot be taken; the text stays, to be mended."""
        self._states[name] = self._states[name]._replace(sign="✗")
        self.at = [box.name for box in self.boxes].index(name)
        self.redraw()

    def go_on(self) -> bool:
        """Move to the next box that needs an answer; return False if there is none.

        These are the boxes after the current one that are empty or marked wrong, and then the
        empty boxes before it.
        """
        later_boxes = range(self.at + 1, len(self.boxes))
        for index in later_boxes:
            if self._is_blank(index) or self._is_wrong(index):
                self.at = index
                self.redraw()
                return True

        earlier_boxes = range(self.at)
        for index in earlier_boxes:
            if self._is_blank(index):
                self.at = index
                self.redraw()
                return True
        return False

    def _is_blank(self, index: int) -> bool:
        return not self._states[self.boxes[index].name].text

    def _is_wrong(self, index: int) -> bool:
        return self._states[self.boxes[index].name].sign not in {"", _RIGHT_SIGN}

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in any box."""
        return not any(state.text for state in self._states.values())

    @property
    def answers(self) -> dict[str, str]:
        """What stands in the boxes, by name."""
        return {name: state.text for name, state in self._states.items()}

    def fit(self, width: int) -> None:
        """Make the form as high as its boxes need at a width."""
        layout = self._lay_out_boxes(max(_MIN_WIDTH, width))
        self.styles.height = max(1, len(layout.lines))

    # -- what is seen --------------------------------------------------------------------------

    def _render_lines(self, width: int, _height: int) -> list[TextLine]:
        """Return the lines of the form, and save where each box is, for clicks."""
        layout = self._lay_out_boxes(width)
        self._box_positions = layout.box_positions
        return layout.lines

    def _lay_out_boxes(self, width: int) -> _FormLayout:
        """Return the boxes with their labels and signs, in as few lines as a width allows.

        For example::

             label [box] ✓    label [box] ✗

        A box that is wider than a line has a line of its own. The layout also has the position of
        each box, for clicks.
        """
        margin = line(" ")
        gap = line(" " * _GAP_WIDTH)
        finished_rows: list[TextLine] = []
        row = margin
        box_positions: list[_BoxPosition] = []
        for index, box in enumerate(self.boxes):
            rendered = self._render_box(index, box)

            # Where the box begins: in the row behind the gap, or in the next row.
            is_row_empty = row == margin
            end_of_box = length(row) + _GAP_WIDTH + length(rendered.text)
            needs_next_row = box.starts_line or end_of_box > width
            if needs_next_row and not is_row_empty:
                finished_rows.append(row)
                row = margin
            elif not is_row_empty:
                row = line(*row, *gap)

            columns = _move_range(rendered.content_columns, by=length(row))
            box_positions.append(_BoxPosition(len(finished_rows), columns))
            row = line(*row, *rendered.text)

        rows = [*finished_rows, row] if self.boxes else []
        return _FormLayout([line(*row, *gap) for row in rows], box_positions)

    def _render_box(self, index: int, box: FormBox) -> _RenderedBox:
        """Return a box with its label before it and its sign behind it: ``label [box] ✓``.

        A box that has no sign has a blank, so that nothing moves when a sign appears.
        """
        label_style = "bold" if index == self.at else ""
        label = line(*sentence(box.label, label_style), " ")
        content = line(self._render_box_content(index, box))
        sign = line(self._render_sign(box))
        content_start = length(label)
        return _RenderedBox(
            text=line(*label, *content, *sign),
            content_columns=range(content_start, content_start + length(content)),
        )

    def _render_box_content(self, index: int, box: FormBox) -> StyledText:
        """Return the text in a box with its style; an empty box has a hint, such as ``y n``.

        The current box has a caret behind its text: ``2▏``.
        """
        text = self._states[box.name].text
        is_current = index == self.at and self.has_focus
        # A blank before the text, the caret, and a blank behind it.
        width = max(box.room, cells(text) + 3)
        if is_current:
            return f" {text}▏".ljust(width), "bold on_news on news"
        if text:
            return f" {text}".ljust(width), "bold strong on current"
        hint = box.blank if box.blank else "?"
        return f" {hint}".ljust(box.room), "quiet on current"

    def _render_sign(self, box: FormBox) -> StyledText:
        """Return the sign behind a box, in two cells that are blank if there is none."""
        sign = self._states[box.name].sign
        return f" {sign:1}", "bold decided" if sign == _RIGHT_SIGN else "bold cut"

    # -- writing -------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """Move to another box."""
        if self.boxes:
            self._write_in((self.at + by) % len(self.boxes))

    def _write_in(self, index: int) -> None:
        """Write in another box from now on."""
        self.at = index
        self.redraw()
        self.post_message(self.Changed())

    def on_key(self, event: events.Key) -> None:
        """Write into the current box, or move to another one; the screen handles other keys."""
        is_handled = self._handle_moving_key(event.key) or self._handle_writing_key(event)
        if is_handled:
            event.stop()
            event.prevent_default()

    def _handle_moving_key(self, key: str) -> bool:
        """Move to the next or previous box if the key does that; return whether it was handled.

        After the last box comes the first. A form with one box leaves the keys to the screen.
        """
        if len(self.boxes) < 2:
            return False
        if key in _NEXT_KEYS:
            self.turn(1)
            return True
        if key in _PREVIOUS_KEYS:
            self.turn(-1)
            return True
        return False

    def _handle_writing_key(self, event: events.Key) -> bool:
        """Change the text of the current box if the key does that; return whether it was handled.

        A character that is typed into a box marked wrong replaces its text. If all boxes are empty,
        ``backspace`` is left to the screen.
        """
        if event.key == "backspace" and not self.is_empty:
            self._replace_text(self._current_state.text[:-1])
            return True
        if event.key in _ERASING_KEYS:
            self._replace_text("")
            return True
        character = event.character
        if character is None or not event.is_printable or character in _REJECTED_CHARACTERS:
            return False
        self._replace_text(self._get_text_to_extend() + character)
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        words = event.text[: 4 * LONGEST_ANSWER].split()
        self._replace_text(self._get_text_to_extend() + safe(" ".join(words)))

    def on_click(self, event: events.Click) -> None:
        for index, (row, columns) in enumerate(self._box_positions):
            if event.y == row and event.x in columns:
                self._write_in(index)

    @on(events.Focus)
    @on(events.Blur)
    def show_caret(self) -> None:
        """Show the caret, or hide it."""
        self.redraw()

    @property
    def current_box_name(self) -> str:
        """The name of the box that is written in; empty where there are no boxes."""
        return self.boxes[self.at].name if self.boxes else ""

    def _get_text_to_extend(self) -> str:
        """Return the text to which a typed character is added; empty if the old text was wrong."""
        state = self._current_state
        return "" if state.is_overwritten_next else state.text

    @property
    def _current_state(self) -> _BoxState:
        """What stands in the box that is written in; nothing where there are no boxes."""
        return self._states.get(self.current_box_name, _BoxState())

    def _replace_text(self, text: str) -> None:
        """Replace the text of the current box; remove its sign, which was about the old text."""
        if self.boxes:
            self._states[self.current_box_name] = _BoxState(text[:LONGEST_ANSWER])
            self.fit(self.size.width)  # a longer text may push a box to another line
            self.redraw()
            self.post_message(self.Changed())
