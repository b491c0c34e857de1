"""How wide a text is in a figure, without a font at hand, and how a long one is broken.

The widths are those of the common sans-serif typefaces (Helvetica and what is made to replace
it), in thousandths of the type size; other letters are taken as a little wider than most are.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_BY_WIDTH: Final = {
    222: "ijl'",
    278: " !,./:;I[\\]ft|‘’",
    334: "()-r`",
    355: '"',
    500: "Jcksvxyz",
    556: "#$0123456789?L_abdeghnopqu",
    584: "+<=>~−≥≤=∞^*{}",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUwαβ",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "…@",
}
_WIDTHS: Final = {letter: width for width, letters in _BY_WIDTH.items() for letter in letters}
_OTHER_LETTER: Final = 640
_WIDE_LETTER: Final = 1000


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is, in the units of its type size."""
    return sum(map(_letter_width, text)) * size / 1000


def _letter_width(letter: str) -> int:
    width = _WIDTHS.get(letter)
    if width is not None:
        return width
    if unicodedata.combining(letter):
        return 0
    return _WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else _OTHER_LETTER


def fitted(text: str, size: float, room: float) -> str:
    """Return a text cut to a width, ending in ``…`` where something is lost."""
    if text_width(text, size) <= room:
        return text
    kept, used = [], text_width("…", size)
    for letter in text:
        used += text_width(letter, size)
        if used > room:
            break
        kept.append(letter)
    return "".join(kept) + "…"


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Return a text broken into lines of a width; a word that is wider than a line is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > room:
            lines.append(line)
            longer = word
        line = fitted(longer, size, room)
    return [*lines, line] if line else lines
