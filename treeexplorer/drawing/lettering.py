"""How wide a text is, whichever font a reader has, and texts that are cut or broken to a width."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from treeexplorer.text import width

MEDIUM: Final = 14.0
LARGE: Final = 16.0
SMALL: Final = 12.5
SMALLEST_TEXT: Final = 11.5

# Upper bounds of the widths in DejaVu Sans, Liberation Sans (as wide as Helvetica and Arial) and
# Noto Sans, in bold type or not, in thousandths of the type size, so that nothing is clipped
# whichever font a reader has.
_LETTERS: Final = {
    400: " ,.Iijl'’‘·:;",
    560: '-!()[]`"*/J\\_frt|',
    700: "$0123456789?EFLTaceéksovxyzα“”╳",
    780: "ABCKPRSVXYZbdghnpqu{}β▽",
    880: "#&+<=>DGHNOQU^~−≥≤∞×⊞✓✗↳○",
    1120: "%@MWmw…▲",
}
_WIDTHS: Final = {letter: width for width, letters in _LETTERS.items() for letter in letters}
_OTHERS: Final = 0, 760, 1000  # by the cells that they take in a terminal


def text_width(text: str, size: float) -> float:
    """Return how wide a text is at most, in the units of its type size."""
    return sum(map(_letter_width, text)) * size / 1000


def _letter_width(letter: str) -> int:
    """Return how wide a letter is at most, in thousandths of its type size."""
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    return _OTHERS[width(letter)]


def fitted_text(text: str, size: float, room: float) -> str:
    """Return a text cut to a width, ending in ``…`` where something is lost."""
    if text_width(text, size) <= room:
        return text
    widths = (text_width(letter, size) for letter in text)
    ends = accumulate(widths, initial=text_width("…", size))
    return text[: max(0, sum(end <= room for end in ends) - 1)] + "…"


def wrapped_text(text: str, size: float, room: float) -> list[str]:
    """Return a text broken into lines of a width; a word that is wider than a line is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > room:
            lines.append(line)
            longer = word
        line = fitted_text(longer, size, room)
    return [*lines, line] if line else lines
