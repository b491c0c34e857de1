"""A form of small boxes on a few lines, each with a sign beside it once it has been marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from textual import events, on

from treeexplorer.terminal.lines import StyledText, TextLine, length, line, sentence
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import safe
from treeexplorer.text import width as cells

LONGEST_ANSWER: Final = 24
_GAP: Final = 4  # cells between a sign and the next label
_RIGHT: Final = "✓"
_NEXT_KEYS: Final = frozenset({"tab", "right", "down", "space"})
_BEFORE_KEYS: Final = frozenset({"shift+tab", "left", "up"})
_ERASING_KEYS: Final = frozenset({"delete", "ctrl+u"})
_NEVER_WRITTEN: Final = frozenset("?:")  # no answer has them: help and the palette open instead


@dataclass(frozen=True)
class FormBox:
    """A box, what it is called and what is written before it."""

    name: str
    label: str
    blank: str = ""  # what it says while it is empty, such as ``y n``
    room: int = 6  # cells at least
    starts_line: bool = False


class _PlaceOfBox(NamedTuple):
    """Where a box stands in a form: the number of its line, from 0, and its columns."""

    row: int
    columns: range


class _FormLayout(NamedTuple):
    """The lines of a form, and for each box its place, by the index of the box."""

    lines: list[TextLine]
    places: list[_PlaceOfBox]


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

    def __init__(self) -> None:
        """Make a form without boxes; `ask` gives it some."""
        super().__init__(self._lines)
        self.boxes: tuple[FormBox, ...] = ()
        # The index of the box that is written in.
        self.at = 0
        # What stands in each box, by its name.
        self._texts: dict[str, str] = {}
        # The sign behind each box that has been marked, by its name.
        self._signs: dict[str, str] = {}
        # The names of the boxes whose text the next key replaces.
        self._replaced: set[str] = set()
        # Where each box was painted last, for the mouse.
        self._places: list[_PlaceOfBox] = []

    # -- what is asked -------------------------------------------------------------------------

    def ask(self, boxes: Sequence[FormBox], texts: Mapping[str, str] | None = None) -> None:
        """Show new boxes in place of those before, and move to the first one.

        Args:
            boxes: The boxes, in order.
            texts: What stands in them from the beginning, by the name of the box; ``None`` for
                nothing.
        """
        self.boxes = tuple(boxes)
        self._texts = {box.name: "" for box in boxes}
        if texts is not None:
            self._texts.update(texts)
        self._signs = {}
        self._replaced = set()
        self.at = 0
        self.redraw()

    def mark(self, signs: Mapping[str, str]) -> None:
        """Write a sign beside boxes, by name, and move to the first that is not ✓."""
        self._signs = dict(signs)
        self._replaced = {name for name, sign in signs.items() if sign != _RIGHT}
        wrong = [index for index in range(len(self.boxes)) if self._is_wrong(index)]
        if wrong:
            self.at = wrong[0]
        self.redraw()

    def reject(self, name: str) -> None:
        """Move to a box whose text cannot be taken; the text stays, to be mended."""
        self._signs = {**self._signs, name: "✗"}
        self.at = [box.name for box in self.boxes].index(name)
        self.redraw()

    def go_on(self) -> bool:
        """Move to the next box with something left to write; tell whether there is one.

        After the current box these are the boxes that are empty or marked wrong; before it the
        empty ones alone. Those after it come first, so that one goes through the form once and then
        back to gaps.

        Returns:
            False if nothing is left; the current box stays then.
        """
        after = range(self.at + 1, len(self.boxes))
        before = range(self.at)
        left_after = [index for index in after if self._is_blank(index) or self._is_wrong(index)]
        left_before = [index for index in before if self._is_blank(index)]
        left = [*left_after, *left_before]
        if not left:
            return False
        self.at = left[0]
        self.redraw()
        return True

    def _is_blank(self, index: int) -> bool:
        return not self._texts[self.boxes[index].name]

    def _is_wrong(self, index: int) -> bool:
        return self._signs.get(self.boxes[index].name, _RIGHT) != _RIGHT

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in any box."""
        return not any(self._texts.values())

    @property
    def answers(self) -> dict[str, str]:
        """What stands in the boxes, by name."""
        return dict(self._texts)

    def lines_needed(self, width: int) -> int:
        """Return how many lines the boxes take at a width."""
        return len(self._laid_out(width).lines)

    # -- what is seen --------------------------------------------------------------------------

    def _lines(self, width: int, _height: int) -> list[TextLine]:
        """Return the lines of the boxes, and note where each box stands, for the mouse."""
        layout = self._laid_out(width)
        self._places = layout.places
        return layout.lines

    def _laid_out(self, width: int) -> _FormLayout:
        """Return the boxes with their labels and signs, in as few lines as a width allows.

        A line begins with a blank::

             label [box] ✓    label [box] ✗

        Args:
            width: The cells of a line. A box that is wider has a line of its own.

        Returns:
            The lines, and for each box its place, which the mouse is compared with.
        """
        rows: list[TextLine] = []
        places: list[_PlaceOfBox] = []
        margin = line(" ")
        gap = line(" " * _GAP)
        for index, box in enumerate(self.boxes):
            style = "bold" if index == self.at else ""
            label = line(*sentence(box.label, style), " ")
            inside = line(self._inside(index, box))
            # It has its cells even before there is a sign, so that nothing moves when one appears.
            sign = line(self._sign(box))
            box_with_label = line(*label, *inside, *sign)

            begins_line = not rows or box.starts_line
            if not begins_line:
                needed = length(rows[-1]) + length(gap) + length(box_with_label)
                begins_line = needed > width
            if begins_line:
                rows.append(margin)
            else:
                rows[-1] = line(*rows[-1], *gap)
            start = length(rows[-1]) + length(label)
            places.append(_PlaceOfBox(len(rows) - 1, range(start, start + length(inside))))
            rows[-1] = line(*rows[-1], *box_with_label)
        return _FormLayout([line(*row, *gap) for row in rows], places)

    def _inside(self, index: int, box: FormBox) -> StyledText:
        """Return what stands in a box, with its style: its text, or a hint if it is empty.

        The box in which one writes has a caret behind its text: ``2▏``. An empty one has its own
        hint, such as ``y n``, or else ``?``.

        Args:
            index: The number of the box, from 0.
            box: The same box.
        """
        text = self._texts[box.name]
        is_here = index == self.at and self.has_focus
        # A blank before the text, the caret, and a blank behind it.
        room = max(box.room, cells(text) + 3)
        if is_here:
            return f" {text}▏".ljust(room), "bold on_news on news"
        if text:
            return f" {text}".ljust(room), "bold strong on current"
        blank = box.blank if box.blank else "?"
        return f" {blank}".ljust(box.room), "quiet on current"

    def _sign(self, box: FormBox) -> StyledText:
        """Return the sign behind a box, two cells also where there is none."""
        sign = self._signs.get(box.name, "")
        return f" {sign:1}", "bold decided" if sign == _RIGHT else "bold cut"

    # -- writing -------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """Move to another box."""
        if self.boxes:
            self.at = (self.at + by) % len(self.boxes)
            self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Write into the box, or go to another one; other keys are the screen's."""
        if self._move_by_key(event.key) or self._write_by_key(event):
            event.stop()
            event.prevent_default()

    def _move_by_key(self, key: str) -> bool:
        """Go to the box where a key leads: the next or the one before, around the form's ends.

        Returns:
            Whether the key leads to any box. False in a form of one box, where the key is the
            screen's.
        """
        if len(self.boxes) < 2:
            return False
        if key in _NEXT_KEYS:
            self.turn(1)
            return True
        if key in _BEFORE_KEYS:
            self.turn(-1)
            return True
        return False

    def _write_by_key(self, event: events.Key) -> bool:
        """Write or erase in the box what a key says; tell whether it was a key for the box.

        - ``backspace`` erases one character, also of a text that was marked wrong. If all boxes are
          empty, it is the screen's.
        - Another erasing key erases the whole text.
        - A character that can be written is added to the text, or replaces one that was marked
          wrong.
        """
        if event.key == "backspace" and not self.is_empty:
            text = self._texts.get(self._box_name, "")
            self._write(text[:-1])
            return True
        if event.key in _ERASING_KEYS:
            self._write("")
            return True
        character = event.character
        if character is None or not event.is_printable or character in _NEVER_WRITTEN:
            return False
        self._write(self._text_to_add_to() + character)
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        words = event.text[: 4 * LONGEST_ANSWER].split()
        self._write(self._text_to_add_to() + safe(" ".join(words)))

    def on_click(self, event: events.Click) -> None:
        for index, (row, columns) in enumerate(self._places):
            if event.y == row and event.x in columns:
                self.at = index
                self.redraw()

    @on(events.Focus)
    @on(events.Blur)
    def show_caret(self) -> None:
        """Show the caret, or hide it."""
        self.redraw()

    @property
    def _box_name(self) -> str:
        return self.boxes[self.at].name if self.boxes else ""

    def _text_to_add_to(self) -> str:
        """Return the text to which the next character is added: none if it was marked wrong."""
        return "" if self._box_name in self._replaced else self._texts.get(self._box_name, "")

    def _write(self, text: str) -> None:
        """Replace the text of the box; its sign goes, as it was about the text before."""
        if self.boxes:
            self._texts[self._box_name] = text[:LONGEST_ANSWER]
            self._replaced.discard(self._box_name)
            self._signs.pop(self._box_name, None)
            self.redraw()
