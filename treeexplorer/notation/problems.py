"""What went wrong in a text, in a person's words, with the place and a way out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation.document import SourceText
from treeexplorer.text import safe, shorten, width

MOST_REPORTED: Final = 20
_LINE_CELLS: Final = 76
_CELLS_BEFORE_CARET: Final = 40


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where.

    Attributes:
        file: The file's name, already safe to show.
        message: What was found and what was expected, one sentence without a full stop.
        line: The line, from 1; ``None`` where the problem has no place (a missing file).
        column: The column, from 1, counted in characters.
        hint: What to do about it, where a likely slip is recognised.
        line_text: The line itself, safe to show; only the part around the place if it is long.
        caret: The number of terminal cells in front of the place within ``line_text``.
    """

    file: str
    message: str
    line: int | None = None
    column: int | None = None
    hint: str | None = None
    line_text: str | None = None
    caret: int = 0

    def __str__(self) -> str:
        """Return the whole message: place, sentence, line with caret, hint."""
        place = self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"
        lines = [f"{place}: {self.message}"]
        if self.line_text is not None:
            lines += [f"  {self.line_text}", f"  {' ' * self.caret}^"]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class NotationError(TreeexplorerError):
    """A text or file that is not in the notation, with everything that is wrong with it.

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


@dataclass(frozen=True, order=True)
class Slip:
    """A problem found while reading, by its offset in the text."""

    offset: int
    message: str
    hint: str | None = None


class Place:
    """Turns the offsets of slips in one text into problems that a person can find.

    Args:
        text: The text as the reader sees it, its lines ended by newlines.
        file: The name that messages give it; made safe here.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._source = SourceText(text)
        self._file = safe(file)

    def problem(self, slip: Slip) -> Problem:
        """Return a slip as a problem with line, column, and the line itself."""
        line, column = self.line_column(slip.offset)
        start = slip.offset - column + 1
        stop = self._text.find("\n", slip.offset)
        excerpt, caret = _excerpt(
            self._text, start, slip.offset, len(self._text) if stop < 0 else stop
        )
        return Problem(
            file=self._file,
            message=slip.message,
            line=line,
            column=column,
            hint=slip.hint,
            line_text=excerpt,
            caret=caret,
        )

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of an offset."""
        return self._source.line_column(offset)


def _excerpt(text: str, start: int, offset: int, stop: int) -> tuple[str, int]:
    """Return a line's part around an offset, safe to show, and the caret's cells within it."""
    first = max(start, offset - _LINE_CELLS)
    before = safe(text[first:offset])
    after = safe(text[offset : min(stop, offset + _LINE_CELLS)])
    if first > start or (
        width(before) > _CELLS_BEFORE_CARET and width(before) + width(after) > _LINE_CELLS
    ):
        while width(before) >= _CELLS_BEFORE_CARET:
            before = before[1:]
        before = "…" + before
    return shorten(before + after, _LINE_CELLS), width(before)
