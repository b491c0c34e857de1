"""Lines of styled text: what every pane makes, many of them at every key.

Textual's own content knows markup, links and wrapping by rules, and pays for it at every joint.
A line here is a tuple of runs, and two lines that look alike are equal, so that what was painted
once is found again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from textual.content import Content

from treeexplorer.text import width as cells

_SIGNS = frozenset("≥≤<>=")

Run: TypeAlias = tuple[str, str]
"""A piece of text and the name of its style; an empty name is the widget's own style."""


class Styled:
    """A line of text, run by run.

    Args:
        text: The text of its only run; further runs are added with ``+``.
        style: The run's style.

    Attributes:
        runs: The runs, none of them empty.
    """

    __slots__ = ("_cells", "runs")

    def __init__(self, text: str = "", style: str = "") -> None:
        self.runs: tuple[Run, ...] = ((text, style),) if text else ()
        self._cells = -1

    @classmethod
    def of(cls, runs: Iterable[Run]) -> Styled:
        """Return a line of several runs."""
        line = cls()
        line.runs = tuple(run for run in runs if run[0])
        return line

    @classmethod
    def joined(cls, lines: Iterable[Styled]) -> Styled:
        """Return lines one after the other, as one line."""
        return cls.of([run for line in lines for run in line.runs])

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join([text for text, _ in self.runs])

    @property
    def cell_length(self) -> int:
        """How many cells of the terminal it takes."""
        if self._cells < 0:
            self._cells = sum([cells(text) for text, _ in self.runs])
        return self._cells

    @property
    def content(self) -> Content:
        """The line for widgets of Textual."""
        return Content.assemble(*self.runs)

    def __bool__(self) -> bool:
        return bool(self.runs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Styled) and self.runs == other.runs

    def __hash__(self) -> int:
        return hash(self.runs)

    def __repr__(self) -> str:
        return f"Styled.of({self.runs!r})"

    def __add__(self, other: Styled) -> Styled:
        line = Styled()
        line.runs = self.runs + other.runs
        if self._cells >= 0 and other._cells >= 0:
            line._cells = self._cells + other._cells
        return line

    def pad_right(self, count: int) -> Styled:
        """Return the line with spaces after it."""
        return self + Styled(" " * count) if count > 0 else self

    def part(self, start: int, stop: int) -> Styled:
        """Return the characters from one place up to another."""
        found: list[Run] = []
        at = 0
        for text, style in self.runs:
            if at >= stop:
                break
            found.append((text[max(0, start - at) : stop - at], style))
            at += len(text)
        return Styled.of(found)

    def truncate(self, width: int) -> Styled:
        """Return as much of the start as fits into some cells."""
        if self.cell_length <= width:
            return self
        return self.part(0, _fitting(self.plain, 0, width))

    def rstrip(self) -> Styled:
        """Return the line without blanks at its end."""
        return self.part(0, len(self.plain.rstrip()))

    def wrap(self, width: int) -> list[Styled]:
        """Return the line broken between words, and within those that are wider than the room.

        Args:
            width: The room in cells, at least 1.
        """
        plain = self.plain
        if "\n" not in plain and self.cell_length <= width:
            return [self.rstrip() if plain.endswith(" ") else self]
        return [self.part(start, stop) for start, stop in _wrapped(plain, max(1, width))]


def _fitting(text: str, start: int, width: int) -> int:
    """Return where the part ends that begins at a place and takes no more than some cells."""
    if text.isascii():
        return min(len(text), start + max(0, width))
    for index in range(start, len(text)):
        width -= cells(text[index])
        if width < 0:
            return index
    return len(text)


def _last_break(text: str, start: int, end: int) -> int:
    """Return the last blank at which a line may end: not within a test or a window, if it can."""
    last = blank = text.rfind(" ", start, end)
    while blank > start and _is_within(text, start, blank):
        blank = text.rfind(" ", start, blank)
    return blank if blank > start else last


def _is_within(text: str, start: int, blank: int) -> bool:
    """Return whether a blank is one of those in ``8 ≥ 6`` or ``(6, +∞)``."""
    if text[blank - 1] in _SIGNS or text[blank + 1 : blank + 2] in _SIGNS:
        return True
    opened = max(start, text.rfind(" ", start, blank) + 1)
    return text[opened] == "(" and text[blank - 1] == ","


def _wrapped(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each line, without the blanks at its end."""
    breaks = [-1, *(index for index, sign in enumerate(text) if sign == "\n"), len(text)]
    for before, end in pairwise(breaks):
        start = before + 1
        while True:
            fits = min(end, _fitting(text, start, width))
            if fits < end:
                blank = _last_break(text, start, fits + 1)
                if blank > start and text[start:blank].strip():
                    fits = blank
                else:
                    fits = max(fits, start + 1)
            yield start, start + len(text[start:fits].rstrip())
            while fits < end and text[fits] == " ":
                fits += 1
            if fits >= end:
                break
            start = fits
