"""Styled text for the screen, in full or in plain ASCII.

Styles are named after what they mean and resolve to variables of the theme, so every theme works.
No markup is ever read: what comes from a file stays text.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from textual.content import Content

from treeexplorer.terminal.styled import Styled

Part: TypeAlias = "str | tuple[str, str]"

PLAIN: Final = ""
QUIET: Final = "dim"
HEADING: Final = "bold dim"
STRONG: Final = "bold"
CURRENT: Final = "bold $text-accent"
MAX_COLOUR: Final = "$text-primary"
MIN_COLOUR: Final = "$text-warning"
ALPHA: Final = "bold $text-primary"
BETA: Final = "bold $text-warning"
CUT: Final = "bold $text-error"
GOOD: Final = "bold $text-success"
KEY: Final = "bold $text-accent"

_WORDS: Final = {
    "−∞": "-inf",
    "+∞": "+inf",
    "∞": "inf",
    "−": "-",
    "≥": ">=",
    "≤": "<=",
    "α": "alpha",
    "β": "beta",
    "▲": "^",
    "△": "^",
    "▽": "V",
    "▼": "V",
    "○": "o",
    "▶": ">",
    "◀": "<",
    "╳": "X",
    "✓": "ok",
    "✗": "x",
    "…": "...",
    "·": "-",
    "→": "right",
    "←": "left",
    "↑": "up",
    "↓": "down",
    "⌫": "backspace",
    "↵": "enter",
    "×": "x",
    "–": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "█": "#",
    "•": "*",
    "›": ">",
    "‹": "<",
    "⋮": ":",
    "●": "*",
    "■": "@",
}
_PLAYER_WORDS: Final = {"▲": "MAX ", "▽": "MIN ", "○": "chance "}
_SIGN_AT_NAME: Final = re.compile(r"[▲▽○](?=[^\W_])")
_LINES: Final = str.maketrans("─━═│┃║┌┐└┘├┤┬┴┼┏┓┗┛┻┳┷╌┊", "-==||#++++++++++++++++-:")


def ascii_words(text: str) -> str:
    """Return text with our own signs spelt in ASCII; other people's letters stay."""
    if text.isascii():
        return text
    text = _SIGN_AT_NAME.sub(lambda found: _PLAYER_WORDS[found[0]], text)
    for sign, word in _WORDS.items():
        if sign in text:
            text = text.replace(sign, word)
    return text.translate(_LINES)


class Ink:
    """Builds styled lines, spelling our signs in ASCII where that is asked for.

    Args:
        ascii_only: Whether only ASCII signs are used.
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only

    def text(self, text: str) -> str:
        """Return a text as it will be written."""
        return ascii_words(text) if self.ascii_only else text

    def line(self, *parts: Part) -> Styled:
        """Return a line made of texts and (text, style) pairs."""
        runs = [(part, "") if isinstance(part, str) else part for part in parts]
        if self.ascii_only:
            runs = [(ascii_words(text), style) for text, style in runs]
        return Styled.of(runs)

    def content(self, *parts: Part) -> Content:
        """Return a line for a widget of Textual."""
        return self.line(*parts).content

    @property
    def ellipsis(self) -> str:
        """What stands where something is left out."""
        return ".." if self.ascii_only else "…"

    def fitted(self, line: Styled, width: int) -> Styled:
        """Return a line cut or padded to a width in cells, with … where something is lost."""
        if line.cell_length > width:
            cut = line.truncate(max(0, width - len(self.ellipsis)))
            line = (cut + Styled(self.ellipsis)).truncate(width)
        return line.pad_right(width - line.cell_length)

    def block(self, lines: list[Styled], width: int, height: int) -> list[Styled]:
        """Return exactly as many lines as a height, each of exactly a width in cells."""
        shown = [self.fitted(line, width) for line in lines[:height]]
        shown.extend([Styled(" " * width)] * (height - len(shown)))
        return shown

    def beside(self, left: Styled, right: Styled, width: int) -> Styled:
        """Return a line with one text at each end; the left one yields."""
        room = max(0, width - right.cell_length - 1)
        return self.fitted(self.fitted(left, room) + Styled(" ") + right, width)

    def paragraph(self, lines: list[Styled], width: int, height: int) -> list[Styled]:
        """Return lines wrapped to a width; what does not fit ends in … after a whole word."""
        wrapped = [part for line in lines for part in line.wrap(width)]
        if len(wrapped) <= height:
            return wrapped
        kept = wrapped[:height]
        last = kept[-1].rstrip()
        while last.cell_length + 1 + len(self.ellipsis) > width and " " in last.plain:
            last = last.part(0, last.plain.rindex(" "))
        kept[-1] = last + Styled(f" {self.ellipsis}")
        return kept
