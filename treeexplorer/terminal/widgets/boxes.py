"""Boxes to fill in: a few short answers in one widget, with one cursor among them."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.painted import Painted
from treeexplorer.text import safe
from treeexplorer.text import width as cells

_LONGEST = 24


@dataclass(frozen=True)
class Box:
    """A box.

    Attributes:
        name: What the answer is called.
        before: What is written before the box.
        after: What is written after it.
        blank: What an empty box says, such as ``y/n``.
        room: How many cells it has at least.
        line: On which line it stands, from 0; those that do not fit there follow below.
        short: What is written before the box where there is too little room for ``before``.
    """

    name: str
    before: str
    after: str = ""
    blank: str = ""
    room: int = 5
    line: int = 0
    short: str = ""


class Boxes(Painted, can_focus=True):
    """Boxes on a few lines; tab and the arrows move among them, enter hands them in.

    Args:
        ink: How text is written.
    """

    class Submitted(Message):
        """Enter was pressed.

        Args:
            answers: What stands in the boxes, by name.
        """

        def __init__(self, answers: dict[str, str]) -> None:
            super().__init__()
            self.answers = answers

    def __init__(self, ink: Ink, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._ink = ink
        self._boxes: tuple[Box, ...] = ()
        self._texts: dict[str, str] = {}
        self._signs: dict[str, str] = {}
        self._replaced: set[str] = set()
        self._at = 0
        self._places: list[tuple[int, int, int]] = []

    def ask(self, boxes: tuple[Box, ...], text: str = "") -> None:
        """Show empty boxes; ``text`` is in the first one already."""
        self._boxes = boxes
        self._texts = {box.name: "" for box in boxes}
        if text and boxes:
            self._texts[boxes[0].name] = text
        self._signs = {}
        self._replaced = set()
        self._at = 0
        self.refresh()

    def mark(self, signs: dict[str, str]) -> None:
        """Write a sign beside boxes, by name, and move to the first that is not ✓.

        What is typed next into a box that is not ✓ takes the place of what stands there.
        """
        self._signs = dict(signs)
        self._replaced = {name for name, sign in signs.items() if sign != "✓"}
        wrong = [i for i, box in enumerate(self._boxes) if signs.get(box.name, "✓") != "✓"]
        if wrong:
            self._at = wrong[0]
        self.refresh()

    @property
    def answers(self) -> dict[str, str]:
        """What stands in the boxes, by name."""
        return dict(self._texts)

    def turn(self, by: int) -> None:
        """Move to another box."""
        if self._boxes:
            self._at = (self._at + by) % len(self._boxes)
            self.refresh()

    def lines(self) -> list[Styled]:
        """Return the boxes as they are."""
        rows: list[list[styles.Part]] = []
        used = 0
        self._places = []
        for index, box in enumerate(self._boxes):
            inside = self._inside(index, box)
            words = box.before
            if box.short and cells(words) + box.room + 8 > self.size.width:
                words = box.short
            before = self._ink.text(f" {words} ")
            sign = self._signs.get(box.name, "")
            tail = f"{self._ink.text(sign)}{self._ink.text(box.after)}  "
            room = cells(before) + cells(inside[0]) + 4 + cells(tail.rstrip())
            is_new = not rows or box.line != self._boxes[index - 1].line
            if is_new or used + room > self.size.width:
                rows.append([])
                used = 0
            rows[-1] += [
                before,
                ("[ ", styles.QUIET),
                inside,
                (" ]", styles.QUIET),
                (sign, styles.GOOD if sign == "✓" else styles.CUT),
                f"{box.after}  ",
            ]
            first = used + cells(before)
            last = first + cells(inside[0]) + 4
            self._places.append((len(rows) - 1, first, last))
            used = last + cells(tail)
        if not rows:
            return []
        lines = [self._ink.line(*parts) for parts in rows]
        return self._ink.block(lines, self.size.width, self.size.height)

    def _inside(self, index: int, box: Box) -> tuple[str, str]:
        text = self._ink.text(self._texts[box.name])
        here = index == self._at and self.has_focus
        if not text and not here:
            return box.blank.center(box.room), styles.QUIET
        room = max(box.room, cells(text) + 1)
        shown = text + ("▁" if here and not self._ink.ascii_only else "_" if here else "")
        return shown.ljust(room), styles.CURRENT if here else styles.STRONG

    def on_key(self, event: events.Key) -> None:
        """Write into the box at the cursor."""
        several = len(self._boxes) > 1
        if several and event.key in {"tab", "right", "down", "space"}:
            self.turn(1)
        elif several and event.key in {"shift+tab", "left", "up"}:
            self.turn(-1)
        elif event.key == "enter":
            self.post_message(self.Submitted(self.answers))
        elif event.key == "backspace":
            self._write(self._current()[:-1])
        elif event.key in {"delete", "ctrl+u"}:
            self._write("")
        elif event.character is not None and event.is_printable:
            self._write(self._kept() + event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Write what is pasted, on one line."""
        event.stop()
        self._write(self._current() + safe(" ".join(event.text.split())))

    def _kept(self) -> str:
        name = self._boxes[self._at].name if self._boxes else ""
        return "" if name in self._replaced else self._current()

    def _current(self) -> str:
        return self._texts[self._boxes[self._at].name] if self._boxes else ""

    def _write(self, text: str) -> None:
        if self._boxes:
            name = self._boxes[self._at].name
            self._texts[name] = text[:_LONGEST]
            self._replaced.discard(name)
            self._signs.pop(name, None)
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Move to the box under the mouse."""
        for index, (line, first, last) in enumerate(self._places):
            if event.y == line and first <= event.x < last:
                self._at = index
                self.refresh()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()
