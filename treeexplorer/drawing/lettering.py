"""How wide a text is in a figure, without a font at hand, and how a long one is broken.

The widths are the greatest of DejaVu Sans, Liberation Sans (as wide as Helvetica and Arial) and
Noto Sans, in thousandths of the type size, so that nothing is clipped whichever a reader has.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_REGULAR: Final = {
    280: "'ijl",
    300: "I",
    320: " ,.’‘·",
    340: "/:;\\|",
    360: "f",
    380: "-",
    400: "()[]t",
    420: "!r",
    460: '"',
    500: "*J`",
    520: "“”",
    540: "sz",
    560: "?L_c",
    580: "k",
    600: "vxy",
    620: "FTaeo╳é",
    640: "$0123456789bdghnpqu{}β",
    660: "α",
    680: "EKPSY",
    700: "ABVXZ",
    740: "CRU",
    760: "HN",
    780: "&DG▽",
    800: "OQ",
    820: "w",
    840: "#+<=>^~−≥≤∞×⊞✓✗",
    880: "M○",
    960: "%",
    980: "m",
    1000: "W…▲",
    1020: "@",
}
_BOLD: Final = {
    320: "'",
    360: " ijl",
    380: ",./I\\|’‘·",
    400: ":;",
    420: "-",
    440: "f",
    460: "!()[]",
    480: "t",
    500: "`r",
    540: '"*',
    560: "J_",
    600: "csz",
    620: "?╳",
    640: "L",
    660: "vxy“”",
    680: "aeké",
    700: "$0123456789EFToα",
    720: "bdghnpqu{}β",
    740: "CPSYZ",
    780: "ABKRVX▽",
    820: "U",
    840: "#+<=>DGHN^~−≥≤∞×⊞✓✗",
    860: "OQ",
    880: "&○",
    940: "w",
    1000: "@M…▲",
    1020: "%",
    1060: "m",
    1120: "W",
}
_WIDTHS: Final = {
    is_bold: {letter: width for width, letters in table.items() for letter in letters}
    for is_bold, table in ((False, _REGULAR), (True, _BOLD))
}
_OTHER_LETTER: Final = 760
_WIDE_LETTER: Final = 1000


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is at most, in the units of its type size."""
    widths = _WIDTHS[bold]
    return sum(widths.get(letter) or _letter_width(letter) for letter in text) * size / 1000


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return _WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else _OTHER_LETTER


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return a text cut to a width, ending in ``…`` where something is lost."""
    if text_width(text, size, bold=bold) <= room:
        return text
    kept, used = [], text_width("…", size, bold=bold)
    for letter in text:
        used += text_width(letter, size, bold=bold)
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
