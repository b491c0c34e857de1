"""A form of small boxes on a few lines, each with a sign beside it once it has been marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from textual import events, on

from treeexplorer.terminal.lines import StyledText, TextLine, line, sentence
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import safe
from treeexplorer.text import width as cells

LONGEST_ANSWER: Final = 24
_GAP: Final = 5
_RIGHT: Final = "✓"
_NEVER_WRITTEN: Final = frozenset("?:")  # no answer has them: help and the palette open instead


@dataclass(frozen=True)
class FormBox:
    """A box, what it is called and what is written before it."""

    name: str
    label: str
    blank: str = ""  # what it says while it is empty, such as ``y n``
    room: int = 6  # cells at least
    starts_line: bool = False


class AnswerForm(LineView, can_focus=True, inherit_bindings=False):
    """Boxes; tab and the arrows move among them. The screen's ``enter`` hands them in.

    ``backspace`` where nothing is written is left to the screen, too.

    A text stays in its box until it is changed: one that was rejected is mended, one that was
    marked wrong is replaced by what is typed next.
    """

    DEFAULT_CSS = "AnswerForm { height: 1; }"

    def __init__(self) -> None:
        super().__init__(lambda width, _: self._laid_out(width))
        self.boxes: tuple[FormBox, ...] = ()
        self.at = 0
        self._texts: dict[str, str] = {}
        self._signs: dict[str, str] = {}
        self._replaced: set[str] = set()
        self._places: list[tuple[int, range]] = []  # the row and the columns of each box

    # -- what is asked -------------------------------------------------------------------------

    def ask(self, boxes: Sequence[FormBox], texts: Mapping[str, str] | None = None) -> None:
        """Show boxes, empty but for texts given by name."""
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
        wrong = [place for place in range(len(self.boxes)) if self._is_wrong(place)]
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

        That is one that is empty, or, behind the one that is written in, marked wrong.
        """
        others = [place for place in range(len(self.boxes)) if place != self.at]
        empty = [place for place in others if not self._texts[self.boxes[place].name]]
        ahead = [place for place in others if place > self.at and self._is_wrong(place)]
        after = [place for place in (*empty, *ahead) if place > self.at]
        left = after if after else empty
        if not left:
            return False
        self.at = min(left)
        self.redraw()
        return True

    def _is_wrong(self, place: int) -> bool:
        return self._signs.get(self.boxes[place].name, _RIGHT) != _RIGHT

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
        return len(self._laid_out(width))

    # -- what is seen --------------------------------------------------------------------------

    def _laid_out(self, width: int) -> list[TextLine]:
        rows: list[list[StyledText]] = []
        self._places = []
        used = 0
        for index, box in enumerate(self.boxes):
            label = sentence(box.label, "bold" if index == self.at else "")
            inside, style = self._inside(index, box)
            sign = self._signs.get(box.name, "")
            before = sum(cells(part) for part, _ in label) + 1
            room = before + cells(inside) + 2
            if not rows or box.starts_line or used + room > width:
                rows.append([])
                used = 1
                rows[-1].append((" ", ""))
            first = used + before
            sign_style = "bold decided" if sign == _RIGHT else "bold cut"
            behind = (f" {sign:1}", sign_style)
            rows[-1] += [*label, (" ", ""), (inside, style), behind]
            rows[-1].append((" " * (_GAP - 1), ""))
            self._places.append((len(rows) - 1, range(first, first + cells(inside))))
            used = first + cells(inside) + 1 + _GAP
        return [line(*row) for row in rows]

    def _inside(self, index: int, box: FormBox) -> StyledText:
        text = self._texts[box.name]
        is_here = index == self.at and self.has_focus
        if not text and not is_here:
            blank = box.blank if box.blank else "?"
            return f" {blank}".ljust(box.room), "quiet on current"
        room = max(box.room, cells(text) + 3)
        if is_here:
            return f" {text}▏".ljust(room), "bold on_news on news"
        return f" {text}".ljust(room), "bold strong on current"

    # -- writing -------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """Move to another box."""
        if self.boxes:
            self.at = (self.at + by) % len(self.boxes)
            self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Write into the box, or go to another one; other keys are the screen's."""
        if self._takes(event):
            event.stop()
            event.prevent_default()

    def _takes(self, event: events.Key) -> bool:
        """Do what a key means here; tell whether it means anything."""
        has_several = len(self.boxes) > 1
        if has_several and event.key in {"tab", "right", "down", "space"}:
            self.turn(1)
        elif has_several and event.key in {"shift+tab", "left", "up"}:
            self.turn(-1)
        elif event.key == "backspace" and not self.is_empty:
            self._write(self._texts.get(self._box_name, "")[:-1])
        elif event.key in {"delete", "ctrl+u"}:
            self._write("")
        elif event.character is None or event.character in _NEVER_WRITTEN:
            return False
        elif event.is_printable:
            self._write(self._kept() + event.character)
        else:
            return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._write(self._kept() + safe(" ".join(event.text[: 4 * LONGEST_ANSWER].split())))

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

    def _kept(self) -> str:
        return "" if self._box_name in self._replaced else self._texts.get(self._box_name, "")

    def _write(self, text: str) -> None:
        if self.boxes:
            self._texts[self._box_name] = text[:LONGEST_ANSWER]
            self._replaced.discard(self._box_name)
            self._signs.pop(self._box_name, None)
            self.redraw()
