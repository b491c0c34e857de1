"""How wide a text is, whichever font a reader has, and texts that are cut or broken to a width."""

from __future__ import annotations

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
    """Return how wide a text is at most in any usual font, in the units of its type size."""
    return sum(map(_letter_width, text)) * size / 1000


def _letter_width(letter: str) -> int:
    """Return how wide a letter is at most, in thousandths of its type size."""
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    return _OTHERS[width(letter)]


def cut_text_to_width(text: str, size: float, room: float) -> str:
    """Cut a text that is wider than its room, so that it ends in ``…``; else return it as it is.

    Args:
        text: The text.
        size: Its type size.
        room: How wide it may be, in the units of the type size. The dots are written even if they
            alone are wider.
    """
    if text_width(text, size) <= room:
        return text

    # The whole text does not fit, so the loop ends before the text does.
    letter_count = 0
    width_with_dots = text_width("…", size)
    for letter in text:
        width_with_dots += text_width(letter, size)
        if width_with_dots > room:
            break
        letter_count += 1
    return text[:letter_count] + "…"


def wrap_text(text: str, size: float, room: float) -> list[str]:
    """Wrap a text into lines between its words; a word that is wider than a line is cut.

    Args:
        text: The text; an empty one has no lines.
        size: Its type size.
        room: How wide a line may be, in the units of the type size.
    """
    lines: list[str] = []
    for word in text.split():
        if lines:
            longer_line = f"{lines[-1]} {word}"
            if text_width(longer_line, size) <= room:  # the word fits on the last line
                lines[-1] = longer_line
                continue
        lines.append(cut_text_to_width(word, size, room))
    return lines
