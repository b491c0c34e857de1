"""What went wrong in a text, in a person's words, with the place and a way out."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import safe, shorten, width

MOST_REPORTED: Final = 20
_LINE_CELLS: Final = 76
_BEFORE_CARET: Final = 40


class Problem(NamedTuple):
    """A problem in a text, with its place."""

    file: str  # like all texts here already safe to show
    message: str  # what was found and what was expected, one sentence without a full stop
    line: int | None = None  # from 1; none where the problem has no place (a missing file)
    column: int | None = None  # from 1, counted in characters
    hint: str | None = None  # what to do about it, where a likely slip is recognised
    line_text: str | None = None  # only the part around the place if the line is long
    caret: int = 0  # the number of terminal cells in front of the place

    @property
    def headline(self) -> str:
        """The place and the message."""
        place = self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.message}"

    def __str__(self) -> str:
        """Return the whole message: place, sentence, line with caret, hint."""
        lines = [self.headline]
        if self.line_text is not None:
            lines += [f"  {self.line_text}", f"  {' ' * self.caret}^"]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class NotationError(TreeexplorerError):
    """A text is not in the notation; the error holds all problems in it.

    Attributes:
        problems: The problems in the order of their places, at most 20.
        has_more: Whether there are further ones.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems[:MOST_REPORTED])
        self.has_more = len(problems) > MOST_REPORTED
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return the whole message for a person, one problem after the other."""
        paragraphs = [str(problem) for problem in self.problems]
        if self.has_more:
            paragraphs.append(f"and more: these are the first {MOST_REPORTED} problems")
        return "\n\n".join(paragraphs)


class Slip(NamedTuple):
    """A mistake in a text: its offset, a message, and a hint on what to write instead.

    A :class:`Problem` is the same with line and column, as it is shown to people.
    """

    offset: int
    message: str
    hint: str | None = None


class SourceText:
    """A text with newlines as line ends, which turns offsets into lines and columns."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def line_starts(self) -> array[int]:
        """The offset at which each line begins."""
        starts = array("i", [0])
        starts.extend(newline.end() for newline in re.finditer("\n", self.text))
        return starts

    def find_line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of an offset: O(log n) after the first."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def problem(self, slip: Slip, file: str) -> Problem:
        """Return a slip as a problem of a file, with the part of the line around its place."""
        line, column = self.find_line_and_column(slip.offset)
        text_before = self._cut_text_before(slip.offset, column)
        rest_of_line, _, _ = self.text[slip.offset : slip.offset + _LINE_CELLS].partition("\n")
        text_behind = shorten(safe(rest_of_line), _LINE_CELLS - _BEFORE_CARET)
        return Problem(
            safe(file),
            slip.message,
            line,
            column,
            slip.hint,
            line_text=text_before + text_behind,
            caret=width(text_before),
        )

    def _cut_text_before(self, offset: int, column: int) -> str:
        """Return the part of a line before an offset that is shown.

        A long part is cut off at its beginning, where ``…`` stands then.
        """
        characters_before = column - 1
        characters_looked_at = min(characters_before, _LINE_CELLS)
        text_before = safe(self.text[offset - characters_looked_at : offset])
        is_long = characters_looked_at < characters_before or len(text_before) > _BEFORE_CARET
        return f"…{text_before[-_BEFORE_CARET:]}" if is_long else text_before
