"""The characters of a drawing, in Unicode and in ASCII."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Final

from treeexplorer.numbers import shown
from treeexplorer.text import shorten, width
from treeexplorer.tree import Number, Player


class Weight(IntEnum):
    """How an edge is drawn; of two that share a stretch the greater is seen."""

    NONE = 0
    DOTTED = 1
    LIGHT = 2
    HEAVY = 3
    DOUBLE = 4


# Box-drawing characters by (up, right, down, left), each 0 none, 1 light, 2 heavy, in base three.
_LIGHT_AND_HEAVY: Final = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
# By which arms there are (bits up 8, right 4, down 2, left 1), for double lines.
_BOTH_DOUBLE: Final = " ═║╗══╔╦║╝║╣╚╩╠╬"
_ACROSS_DOUBLE: Final = " ═│╕══╒╤│╛│╡╘╧╞╪"
_DOWN_DOUBLE: Final = " ─║╖──╓╥║╜║╢╙╨╟╫"

_LONGEST_NUMBER: Final = 12

_PLAIN_RELATIONS: Final = {"≥": ">=", "≤": "<="}
_PLAIN_VERDICTS: Final = {"✓": " ok", "✗": " wrong", "↳": " follows"}


@dataclass(frozen=True)
class Glyphs:
    """One set of characters.

    Attributes:
        signs: The players' signs.
        marks: What stands before and after the current node.
        cursor: What stands before and after the node looked at.
        cut: The cross on a cut branch.
        elided: Further children that are not drawn.
        folded: What stands before and after the count of folded nodes.
        unread: What stands before a leaf not yet read, where dimming cannot show it.
        quotes: What stands around a claim.
    """

    ascii: bool
    signs: dict[Player, str]
    marks: tuple[str, str]
    cursor: tuple[str, str]
    cut: str
    elided: str
    folded: tuple[str, str]
    unread: str
    quotes: tuple[str, str]
    runs: tuple[str, str, str, str, str]
    uprights: tuple[str, str, str, str, str]

    def relation(self, sign: str) -> str:
        """Return ``=``, ``≥``, ``≤`` or ``v`` in this set of characters."""
        return _PLAIN_RELATIONS.get(sign, sign) if self.ascii else sign

    def verdict(self, sign: str) -> str:
        """Return an examiner's sign: ``✓``, ``✗`` or ``↳``, or a letter that stands for it."""
        return _PLAIN_VERDICTS.get(sign, sign) if self.ascii else sign

    def number(self, number: Number) -> str:
        """Return a number as it stands in a drawing, at most twelve cells wide."""
        text = shown(number)
        if self.ascii:
            text = text.replace("−", "-").replace("∞", "inf")
        if len(text) <= _LONGEST_NUMBER:
            return text
        return self.clipped(text, _LONGEST_NUMBER)

    def clipped(self, text: str, cells: int) -> str:
        """Return a text cut to a number of cells, and in ASCII if that is the set."""
        if self.ascii and not text.isascii():
            text = text.encode("ascii", "replace").decode()
        if width(text) <= cells:
            return text
        if self.ascii:
            return text[: max(0, cells - 2)] + ".." if cells > 2 else text[:cells]
        return shorten(text, cells)

    def junction(self, up: Weight, right: Weight, down: Weight, left: Weight) -> str:
        """Return the character in which edges of these weights meet."""
        if not (left or right):
            return self.uprights[max(up, down)]
        if not (up or down):
            return self.runs[max(left, right)]
        if self.ascii:
            heaviest = max(up, right, down, left)
            return {Weight.DOUBLE: "*", Weight.HEAVY: "#", Weight.DOTTED: "."}.get(heaviest, "+")
        return _junction(up, right, down, left)


@cache
def _junction(up: Weight, right: Weight, down: Weight, left: Weight) -> str:
    if Weight.DOUBLE in (up, right, down, left):
        arms = bool(up) * 8 + bool(right) * 4 + bool(down) * 2 + bool(left)
        across = Weight.DOUBLE in (left, right)
        upright = down == Weight.DOUBLE or (up == Weight.DOUBLE and not down)
        table = _BOTH_DOUBLE if across and upright else _DOWN_DOUBLE
        return (_ACROSS_DOUBLE if across and not upright else table)[arms]
    if up and left and right:
        left = right = max(left, right)
    index = 0
    for arm in (up, right, down, left):
        index = index * 3 + max(0, min(arm, Weight.HEAVY) - 1) + (arm == Weight.DOTTED)
    return _LIGHT_AND_HEAVY[index]


UNICODE: Final = Glyphs(
    ascii=False,
    signs={player: player.sign for player in Player},
    marks=("▌", "▐"),
    cursor=("›", "‹"),
    cut="╳",
    elided="…",
    folded=("⊞", ""),
    unread="·",
    quotes=("“", "”"),
    runs=(" ", "╌", "─", "━", "═"),
    uprights=(" ", "┊", "│", "┃", "║"),
)

ASCII: Final = Glyphs(
    ascii=True,
    signs={Player.MAX: "^", Player.MIN: "V", Player.CHANCE: "o"},
    marks=(">", "<"),
    cursor=("[", "]"),
    cut="X",
    elided="...",
    folded=("[+", "]"),
    unread="'",
    quotes=('"', '"'),
    runs=(" ", ".", "-", "=", "~"),
    uprights=(" ", ":", "|", "#", "*"),
)


def glyphs(*, ascii_only: bool) -> Glyphs:
    """Return the set of characters to draw with."""
    return ASCII if ascii_only else UNICODE
