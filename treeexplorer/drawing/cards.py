"""What is written at a node, in Unicode and in ASCII, and how wide that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.drawing.styled_text import Look
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import grouped, shown, written
from treeexplorer.text import shorten, width
from treeexplorer.tree import (
    CHANCE_ROLE,
    INFINITY,
    INNER,
    INTEGER,
    MAX_ROLE,
    UNKNOWN,
    GameTree,
    Number,
    Player,
)

_LONGEST_LABEL: Final = 14
_LONGEST_TIGHT: Final = 7
_LONGEST_PROBABILITY: Final = 8
_LONGEST_NUMBER: Final = 14
_MEAN: Final = "000000"  # as wide as the mean of a chance node typically is
_SAMPLE: Final = 5_000  # of how many nodes the numbers are measured, about


class Weight(IntEnum):
    """How an edge is drawn; of two that share a stretch the greater is seen."""

    NONE = 0
    DOTTED = 1
    LIGHT = 2
    HEAVY = 3  # the path
    BETA = 4  # the rail of β
    ALPHA = 5  # the rail of α
    DOUBLE = 6


# Box-drawing characters by their arms up, right, down, left, each 0 for none, 1 for light, 2 for
# heavy: at (0, 2, 1, 0) is ``┍``.
_LIGHT_AND_HEAVY: Final = dict(
    zip(
        product((0, 1, 2), repeat=4),
        " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
        strict=True,
    )
)
# Those with double lines by the arms that are there: at (False, True, True, False) is ``╔``.
_CHOICES_OF_ARMS: Final = tuple(product((False, True), repeat=4))
_BOTH_DOUBLE: Final = dict(zip(_CHOICES_OF_ARMS, " ═║╗══╔╦║╝║╣╚╩╠╬", strict=True))
_HORIZONTAL_DOUBLE: Final = dict(zip(_CHOICES_OF_ARMS, " ═│╕══╒╤│╛│╡╘╧╞╪", strict=True))
_VERTICAL_DOUBLE: Final = dict(zip(_CHOICES_OF_ARMS, " ─║╖──╓╥║╜║╢╙╨╟╫", strict=True))

_ASCII_JUNCTIONS: Final = " .+###*"  # by the weight of the strongest edge

_IN_ASCII: Final = str.maketrans({"−": "-", "∞": "inf", "≥": ">=", "≤": "<="})


class Glyphs(NamedTuple):
    """One set of characters."""

    ascii: bool
    signs: dict[Player, str]  # the players' signs
    joint: str  # what parts a sign from the label on a tight card, where it could be a letter of it
    marks: tuple[str, str]  # what stands before and after the current node
    cursor: tuple[str, str]  # what stands before and after the node looked at
    cut: str  # the cross on a cut branch
    elided: str  # further children that are not drawn
    hatch: str  # the strokes over what is pruned
    folded: tuple[str, str]  # what stands before and after the count of folded nodes
    unread: str  # what stands before a leaf not yet read, where dimming cannot show it
    verdicts: dict[Mark, str]
    runs: str  # the lines across, by weight
    uprights: str  # the lines down, by weight
    dots: str  # β's rail beside α's

    def written(self, text: str) -> str:
        """Convert numbers and relations in a text to this set of characters: ``≥`` to ``>=``."""
        return text.translate(_IN_ASCII) if self.ascii else text

    def number(self, number: Number) -> str:
        """Format a number as it stands in a drawing, at most fourteen cells wide."""
        return self.clipped(shown(number), _LONGEST_NUMBER)

    def clipped(self, text: str, cells: int) -> str:
        """Cut a text to a number of cells, and convert it to ASCII if that is the set."""
        if not self.ascii:
            return shorten(text, cells)
        text = self.written(text).encode("ascii", "replace").decode()
        return text if len(text) <= cells else f"{text[: cells - 2]}.."

    def junction(self, up: Weight, right: Weight, down: Weight, left: Weight) -> str:
        """Return the character where edges meet; at least one of them is horizontal."""
        if self.ascii:
            strongest = max(up, right, down, left)
            return _ASCII_JUNCTIONS[strongest]
        return _find_junction(up, right, down, left)


@cache
def _find_junction(up: Weight, right: Weight, down: Weight, left: Weight) -> str:
    """Return the box-drawing character with four arms of given weights, or one as near as can be.

    Example:
        >>> _find_junction(Weight.NONE, Weight.HEAVY, Weight.LIGHT, Weight.NONE)
        '┍'
        >>> _find_junction(Weight.LIGHT, Weight.LIGHT, Weight.NONE, Weight.HEAVY)
        '┷'
    """
    if Weight.DOUBLE in (up, right, down, left):
        return _find_double_junction(up, right, down, left)

    # A line across that a stem comes down to looks alike on both sides, as the heavier one: ``┷``
    # in place of ``┶``, which is heavy on the left half of one cell only.
    is_line_below_stem = up and left and right
    if is_line_below_stem:
        across = max(left, right)
        return _find_light_or_heavy_junction(up, across, down, across)
    return _find_light_or_heavy_junction(up, right, down, left)


def _find_light_or_heavy_junction(up: Weight, right: Weight, down: Weight, left: Weight) -> str:
    """Return the box-drawing character with four arms, each of them absent, light or heavy."""
    return _LIGHT_AND_HEAVY[
        _convert_weight_to_digit(up),
        _convert_weight_to_digit(right),
        _convert_weight_to_digit(down),
        _convert_weight_to_digit(left),
    ]


def _find_double_junction(up: Weight, right: Weight, down: Weight, left: Weight) -> str:
    """Return the box-drawing character where lines meet of which at least one is double: ``╪``.

    The arms are the lines that meet, each with its weight; ``Weight.NONE`` is for no line. Unicode
    has no character whose left and right arms differ, or its upper and lower ones. Those with four
    arms are chosen like this::

        ╬   a horizontal arm is double, and so is the lower one (the upper if there is no lower)
        ╪   a horizontal arm is double, and that one is not
        ╫   no horizontal arm is double, so that the upper or the lower is

    Example:
        >>> _find_double_junction(Weight.DOUBLE, Weight.DOUBLE, Weight.LIGHT, Weight.DOUBLE)
        '╪'
    """
    # Which arms are there; each kind has one character for each choice of them.
    arms = (up != Weight.NONE, right != Weight.NONE, down != Weight.NONE, left != Weight.NONE)

    is_horizontal_double = Weight.DOUBLE in (left, right)
    if not is_horizontal_double:
        return _VERTICAL_DOUBLE[arms]

    lower_or_else_upper = up if down == Weight.NONE else down
    if lower_or_else_upper == Weight.DOUBLE:
        return _BOTH_DOUBLE[arms]
    return _HORIZONTAL_DOUBLE[arms]


def _convert_weight_to_digit(arm: Weight) -> int:
    """Return 0 for no arm, 1 for a light one (a dotted one is light), 2 for a heavy one."""
    if arm == Weight.NONE:
        return 0
    return 1 if arm <= Weight.LIGHT else 2


UNICODE: Final = Glyphs(
    ascii=False,
    signs={player: player.sign for player in Player},
    joint="",
    marks=("▌", "▐"),
    cursor=("›", "‹"),
    cut="╳",
    elided="…",
    hatch="╱",
    folded=("⊞", ""),
    unread="·",
    verdicts={mark: mark.sign for mark in Mark},
    runs=" ╌─━━━═",
    uprights=" ┊│┃┃┃║",
    dots="┊",
)

ASCII: Final = Glyphs(
    ascii=True,
    signs={Player.MAX: "^", Player.MIN: "V", Player.CHANCE: "o"},
    joint=":",
    marks=(">", "<"),
    cursor=("[", "]"),
    cut="X",
    elided="...",
    hatch="/",
    folded=("[+", "]"),
    unread="'",
    verdicts={Mark.RIGHT: "+", Mark.MISTAKE: "x", Mark.CONSEQUENCE: "~"},
    runs=" .-===~",
    uprights=" :|###*",
    dots=":",
)

# Where colour cannot tell β's rail from α's.
_UNICODE_WITHOUT_COLOUR: Final = UNICODE._replace(runs=" ╌─━┅━═", uprights=" ┊│┃┇┃║", dots="┇")
_ASCII_WITHOUT_COLOUR: Final = ASCII._replace(runs=" .-=%=~", uprights=" :|#%#*", dots="%")


def _choose_glyphs(look: Look) -> Glyphs:
    """Choose the characters with which a tree is drawn: Unicode or ASCII, with colours or without.

    Without colours (``look.marks``) the lines for α and β must differ by their characters.
    """
    if look.ascii and look.marks:
        return _ASCII_WITHOUT_COLOUR
    if look.ascii:
        return ASCII
    if look.marks:
        return _UNICODE_WITHOUT_COLOUR
    return UNICODE


def _cut_beginning_of_place(text: str, cells: int) -> str:
    """Cut a place in the tree from its beginning to a number of cells, but never inside a number.

    Example:
        >>> _cut_beginning_of_place("root.12.3.4", 5)
        '3.4'
    """
    end = text[-cells:]
    begins_with_whole_number = text[: -len(end)].endswith(".")
    _, _, later_numbers = end.partition(".")
    if later_numbers and not begins_with_whole_number:
        end = later_numbers
    return end.removeprefix("….")


class Cards:
    """The texts of a tree's nodes in a look, without those that depend on the step."""

    def __init__(self, tree: GameTree, look: Look) -> None:
        self.tree = tree
        self.look = look
        self.glyphs = _choose_glyphs(look)

    # -- texts ---------------------------------------------------------------------------------

    def label(self, node: int, *, tight: bool = False) -> str:
        """Return the label on a card, without the player's sign, with the estimate if it is shown.

        On paper, and where questions are asked, it is given to the reader as leaves are.
        """
        return self.bare_label(node, tight=tight) + self._format_estimate(node)

    def _format_estimate(self, node: int) -> str:
        """Format a node's estimate, such as " ~3"; empty if the look does not show estimates."""
        is_paper = self.look.answers is not None
        if not is_paper and not self.look.estimates:
            return ""
        return self.glyphs.clipped(format_estimate(self.tree, node), _LONGEST_NUMBER)

    def bare_label(self, node: int, *, tight: bool = False) -> str:
        """Return the label on a card, without the player's sign and the estimate.

        A label that is too long loses its end; a place such as ``1.2.3.4.5.6`` loses its
        beginning, for there the end tells most.
        """
        cell_limit = _LONGEST_TIGHT if tight else _LONGEST_LABEL
        label = self.tree.labels.label(node)
        is_place = node not in self.tree.names
        if is_place and width(label) > cell_limit:
            dots = ".." if self.look.ascii else "…"
            return dots + _cut_beginning_of_place(label, cell_limit - len(dots))
        return self.glyphs.clipped(label, cell_limit)

    def leaf(self, node: int) -> str:
        """Return a leaf's number or unknown."""
        cell_limit = _LONGEST_LABEL if self.tree.kind[node] == UNKNOWN else _LONGEST_NUMBER
        return self.glyphs.clipped(self.tree.labels.value_text(node), cell_limit)

    def leaf_name(self, node: int) -> str:
        """Return the name that stands below a leaf's number; empty without one."""
        return self.glyphs.clipped(self.tree.names.get(node, ""), _LONGEST_LABEL)

    def count(self, nodes: int, room: int) -> str:
        """Format the number of folded nodes, ``⊞1,200``; without room for it the sign alone."""
        before, after = self.glyphs.folded
        for number in (grouped(nodes), str(nodes)):
            text = f"{before}{number}{after}"
            if len(text) <= room:
                return text
        return before + after

    def probability(self, node: int) -> str:
        """Return the weight on the edge to a chance node's child; empty elsewhere."""
        weight = self.tree.probability(node)
        if weight is None:
            return ""
        return self.glyphs.clipped(written(weight), _LONGEST_PROBABILITY)

    # -- widths --------------------------------------------------------------------------------

    @property
    def widest_number(self) -> int:
        """The width of the widest number that can stand at any node at any step."""
        return _compute_widest_number(self.tree, self.look.ascii)

    def value_width(self, role: int = MAX_ROLE) -> int:
        """Count the cells that the widest value of a node takes, with its sign: ``v −∞``.

        It is the widest that any step of the search may show. At a chance node it is ``mean 12``;
        on a paper, which a person fills in, it has a mark: ``v −∞ ✓``.

        Args:
            role: The role of the player who moves at the node.
        """
        if role == CHANCE_ROLE:
            sign = "mean"
        elif self.look.ascii:
            sign = ">="
        else:
            sign = "v"  # and so wide are ``=``, ``≥`` and ``≤``

        is_paper = self.look.answers is not None
        mark = " ✓" if is_paper else ""
        return len(sign) + len(" ") + self.widest_number + len(mark)


def format_estimate(tree: GameTree, node: int) -> str:
    """Return a node's estimate as it stands behind its label; nothing where it has none.

    It is given like a leaf's value: a search to some ply, or in the order of estimates, uses it.

    >>> from treeexplorer.notation import parse
    >>> format_estimate(parse("[~-7[1 2] 3]").tree, 1)
    ' ~−7'
    """
    estimate = tree.estimates.get(node)
    return "" if estimate is None else f" ~{shown(estimate)}"


@lru_cache(maxsize=4)
def _compute_widest_number(tree: GameTree, is_ascii: bool) -> int:
    """Compute the width of the widest number that a search of a tree may write at a node."""
    glyphs = ASCII if is_ascii else UNICODE
    texts = (shown(-INFINITY), *number_texts(tree))
    return max(width(glyphs.clipped(text, _LONGEST_NUMBER)) for text in texts)


def number_texts(tree: GameTree, write: Callable[[Number], str] = shown) -> Iterator[str]:
    """Yield texts of numbers that a search may find, so that a caller can measure the widest.

    They are the estimates and values of leaves. A tree with chance nodes adds the text of one
    typical mean; a real mean may be longer.

    Args:
        tree: The tree.
        write: What makes a text of a number.
    """
    yield from map(write, tree.estimates.values())
    yield from map(write, _sample_leaf_values(tree))
    if tree.has_chance:
        yield _MEAN  # six digits, which every way of writing leaves as they are


def _sample_leaf_values(tree: GameTree) -> Iterator[Number]:
    """Yield the leaf values among which a caller finds the widest when they are written out.

    If all are integers, the least and the greatest are enough. In a large tree with other numbers
    only a sample is taken: the widest of it is likely to be as wide as that of all.
    """
    has_integers_alone = tree.kind.count(INNER) + tree.kind.count(INTEGER) == len(tree)
    if has_integers_alone:
        # `tree.value` has a 0 for a node with children, which is no wider than any leaf's number.
        yield int(min(tree.value))
        yield int(max(tree.value))
        return

    nodes_per_sample = max(1, len(tree) // _SAMPLE)
    for node in range(0, len(tree), nodes_per_sample):
        value = tree.leaf_value(node)
        if value is not None:  # nodes with children and unknown leaves have none
            yield value
